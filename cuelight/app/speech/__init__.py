"""Spoken prompts, and the language of a table."""
