"""A situation as JSON: read, checked, written and compared."""
