"""Prompts that are read aloud, and the languages of a table."""
