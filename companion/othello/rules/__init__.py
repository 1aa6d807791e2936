"""What may be done and what follows from it; `submit` is the way in."""
