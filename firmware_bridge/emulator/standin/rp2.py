"""Stand-in for the Pico's `rp2`."""

import os


def bootsel_button():
    """Return whether BOOTSEL is held."""
    return int(os.getenv("MAT_BOOTSEL"))
