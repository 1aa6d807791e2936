"""Readers, lights and buttons: two small interfaces, and one file for each kind of device behind them.

What a device means for the game is not decided here: a reader reports what lies in its zone, a light shows
a cue.
"""
