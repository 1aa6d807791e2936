"""Othello at a table: what gestures mean in it, what lights show, and what somebody there may know."""
