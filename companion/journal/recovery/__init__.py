"""Repair of a damaged journal: the records before the damage, and what SQLite pages still hold."""
