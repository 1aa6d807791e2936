"""Repair of a damaged journal: the records before the damage, and readable records in SQLite's pages."""
