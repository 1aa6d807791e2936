"""Readers, lights and buttons: two small interfaces, and one file for each kind of device.

This package does not interpret anything for the game: a reader reports the content of its zone, a light shows a cue.
"""
