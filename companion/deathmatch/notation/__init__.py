"""A situation of Deathmatch as JSON: reading, writing and comparing."""
