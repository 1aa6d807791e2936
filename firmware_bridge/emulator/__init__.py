"""Emulated mat: the firmware's own files on a MicroPython, with chip models and a pty as cable.

It serves tests and trials. `docs/mat-build.md` says what it proves. It proves nothing about radio, wiring, power or
real USB.
"""
