"""The wizard that finds the devices of a table and writes its table file."""
