"""Othello at a table: interpretation of gestures, lights and buttons, and each player's knowledge."""
