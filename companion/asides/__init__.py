"""Asides: a trick-taking game for three to five, and the example of how a game is added."""
