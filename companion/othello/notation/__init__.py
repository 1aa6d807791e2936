"""Positions as JSON: reading, validation, writing and comparison."""
