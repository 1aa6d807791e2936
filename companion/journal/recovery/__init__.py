"""Repair of a damaged journal, and salvage of records from SQLite's pages."""
