"""Asides: a trick-taking game for three to five players, and the example of how to add a game."""
