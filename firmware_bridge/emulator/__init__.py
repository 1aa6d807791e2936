"""A mat without hardware: the firmware's own files on a MicroPython, the chips around it as models, a cable as a pty.

It is for tests and for trying things out. What it proves is told in `docs/mat-build.md`; it proves nothing about
radio, wiring, power or a real USB.
"""
