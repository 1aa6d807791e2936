"""Static files, page assets of games, and pages in one file."""
