"""Owners' own decks: validation, reading and writing.

The built-in decks are in the same folder.
"""
