"""Deathmatch at a table: what laid things mean, who knows what, what lights and pages show."""
