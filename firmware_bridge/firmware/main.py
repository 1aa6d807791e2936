"""What the Pico runs at power-up: the mat, unless somebody wants the prompt instead.

The prompt comes when BOOTSEL or any button of the mat is held at power-up, and after the host's QUIT. A mat that stops
with an exception says so, keeps the text for its next description, and restarts.
"""

import io
import os
import sys
import time

import machine

PROMPT = "prompt.txt"  # there: the next start goes to the prompt; a watchdog, once started, cannot be stopped
FAULT = "fault.txt"  # what went wrong before this start


def take(name):
    """What a file says, and the file is gone; an empty text when there is none."""
    try:
        with open(name) as file:
            text = file.read()
        os.remove(name)
        return text
    except OSError:
        return ""


def leave(name, text):
    """Write a file for the next start."""
    with open(name, "w") as file:
        file.write(text)


def held():
    """Whether BOOTSEL or a button is held down."""
    import pins
    import rp2
    from buttons import Buttons

    number, clock, data = pins.EXPANDER
    i2c = machine.I2C(number, scl=machine.Pin(clock), sda=machine.Pin(data), freq=pins.I2C_BAUD)
    buttons = Buttons(i2c, pins.EXPANDER_ADDRESS, pins.BUTTONS, None)
    try:
        return bool(rp2.bootsel_button()) or (buttons.start() and buttons.any_down())
    except OSError:
        return False


def run():
    """Run the mat; returns only when the prompt is wanted."""
    import matlink
    import usb
    from mat import Mat

    mat = None
    try:
        mat = Mat(take(FAULT))
        if mat.run() == matlink.QUIT:
            leave(PROMPT, "once")
    except KeyboardInterrupt:
        usb.interrupt_on(3)
        return
    except Exception as error:
        text = io.StringIO()
        sys.print_exception(error, text)
        leave(FAULT, text.getvalue()[-600:])
        if mat is not None:
            mat.tell_fault(text.getvalue())
    time.sleep_ms(200)  # what was said leaves the USB buffer
    machine.reset()


if not take(PROMPT) and not held():
    run()
