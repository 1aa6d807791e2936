"""Othello at a table: gestures, lights, buttons, and each player's knowledge."""
