"""Emulated mat: the firmware's own files on a MicroPython, models of the chips around it, and a pty as its cable.

It serves tests and trials. `docs/mat-build.md` says what it proves. It proves nothing about radio, wiring, power or
real USB.
"""
