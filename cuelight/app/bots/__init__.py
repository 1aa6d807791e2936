"""Programs that play seats of a running table."""
