"""The files that are flashed on the Pico, in plain MicroPython. `matlink` and `pins` are read by the host, too."""
