"""Access to a table: PIN, seat keys and permissions."""
