"""Stand-in for the Pico's `rp2`."""

import machine


def bootsel_button():
    """Return whether BOOTSEL is pressed."""
    return machine.is_bootsel_pressed()
