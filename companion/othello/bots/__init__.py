"""Bot players, and games among them."""
