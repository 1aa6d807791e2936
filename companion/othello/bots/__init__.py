"""Players that are programs, and games among them."""
