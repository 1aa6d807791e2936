"""A reader's chip: its driver, for the mat's Pico and for the Pi's own pins, and its model.

`hardware` and `firmware_bridge` both use it and do not know each other.
"""
