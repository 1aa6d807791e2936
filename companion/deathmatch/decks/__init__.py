"""The decks that come with Cuelight, and reading an owner's own."""
