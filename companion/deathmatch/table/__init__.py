"""Deathmatch at a table: interpretation of cards on the mat, knowledge of players, lights and pages."""
