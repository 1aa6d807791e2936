"""The decks that come with Cuelight, and the reader for an owner's own deck."""
