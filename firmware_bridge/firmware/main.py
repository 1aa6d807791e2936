"""What the Pico runs at power-up: the mat, unless somebody wants the prompt instead.

The prompt comes when BOOTSEL or any button of the mat is held at power-up, after the host's QUIT, and after three
starts that went wrong at once. A mat that stops with an exception says so, keeps the text for its next description,
and restarts.
"""

import io
import os
import sys
import time

import machine

PROMPT = "prompt.txt"  # there: the next start goes to the prompt; a watchdog, once started, cannot be stopped
FAULT = "fault.txt"  # what went wrong before this start
FALLS = "falls.txt"  # how many starts in a row went wrong at once: a dot each
MOST_FALLS = 3
AT_ONCE = 10000  # ms


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
    buttons = Buttons(i2c, None)
    try:
        return bool(rp2.bootsel_button()) or (buttons.start() and buttons.any_down())
    except OSError:
        return False


def run():
    """Run the mat; returns only when the prompt is wanted."""
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
    time.sleep_ms(200)  # what was said leaves the USB buffer
    machine.reset()


def wanted():
    """Whether the prompt is wanted."""
    falls = take(FALLS)
    if len(falls) < MOST_FALLS:
        if falls:
            leave(FALLS, falls)
        return bool(take(PROMPT)) or held()
    return True


if not wanted():
    run()
