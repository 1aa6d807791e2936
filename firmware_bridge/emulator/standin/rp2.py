"""Stands in for the Pico's `rp2`."""

import os


def bootsel_button():
    """Whether BOOTSEL is held."""
    return int(os.getenv("MAT_BOOTSEL"))
