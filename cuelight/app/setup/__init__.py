"""The set-up wizard, which finds the devices of a table and writes its table file."""
