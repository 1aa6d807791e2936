"""Decks of one's own: checked, read from files and written; beside them lie the decks that come along."""
