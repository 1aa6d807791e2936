"""A running table: its thread, games, devices, bots, pages' commands and snapshots. See `table.py`."""
