"""Startup of the Pico: it runs the mat, or shows the prompt on request.

The prompt appears if BOOTSEL or a button of the mat is held at power-up, after the host's QUIT, and after three starts
that failed immediately. A mat that stops with an exception reports it, keeps the text for its next description, and
restarts.
"""

import io
import os
import sys
import time

import machine

PROMPT = "prompt.txt"  # if it exists, the next start shows the prompt; a running watchdog cannot be stopped
FAULT = "fault.txt"  # the error before this start
FALLS = "falls.txt"  # number of consecutive failed starts, as dots
MOST_FALLS = 3
AT_ONCE = 10000  # ms


def take(name):
    """Return the content of a file and delete it; "" if there is none."""
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
    """Return whether BOOTSEL or a button is held down."""
    import pins
    import rp2
    from buttons import Buttons

    number, clock, data = pins.EXPANDER
    i2c = machine.I2C(number, scl=machine.Pin(clock), sda=machine.Pin(data), freq=pins.I2C_BAUD)
    buttons = Buttons(i2c, None)
    try:
        return bool(rp2.bootsel_button()) or (buttons.start() and buttons.any_down())
    except OSError:
        return False


def run():
    """Run the mat; return only if the prompt is wanted."""
    mat = None
    begun = time.ticks_ms()
    try:
        import matlink
        from mat import Mat

        mat = Mat(take(FAULT))
        if mat.run() == matlink.QUIT:
            leave(PROMPT, "once")
    except KeyboardInterrupt:
        return
    except Exception as error:
        text = io.StringIO()
        sys.print_exception(error, text)
        leave(FAULT, text.getvalue()[-600:])
        if time.ticks_diff(time.ticks_ms(), begun) < AT_ONCE:
            leave(FALLS, take(FALLS) + ".")
        if mat is not None:
            mat.tell_fault(text.getvalue())
    time.sleep_ms(200)  # wait until the USB buffer is sent
    machine.reset()


def wanted():
    """Return whether the prompt is wanted."""
    falls = take(FALLS)
    if len(falls) < MOST_FALLS:
        if falls:
            leave(FALLS, falls)
        return bool(take(PROMPT)) or held()
    return True


if not wanted():
    run()
