"""The files that are flashed on the Pico, in plain MicroPython.

The host also imports `matlink` and `pins`.
"""
