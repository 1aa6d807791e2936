"""A situation of Deathmatch as JSON: read, written, and compared with another."""
