"""A reader's chip: the one driver of it, for the mat's Pico and for the Pi's own pins, and the model of it.

It is below `hardware` and `firmware_bridge`, which both use it and do not know each other.
"""
