"""The game and the table's memory. No hardware, no web, and no clock of its own: times are passed in."""
