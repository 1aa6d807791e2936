"""Startup of the Pico: it runs the mat, or shows the prompt on request.

The prompt appears if BOOTSEL is pressed while the light of the Pico blinks after power-up, or if a button of the mat is
held meanwhile; after the host's QUIT; and after three starts in a row that lasted less than ten seconds, whether they
ended with an exception or with the watchdog. (BOOTSEL that is already held at power-up never gets here: the boot ROM
then shows the drive RPI-RP2.) A mat that stops with an exception reports it, keeps the text for its next description,
and restarts.
"""

import io
import os
import sys
import time

import machine

PROMPT = "prompt.txt"  # if it exists, the next start shows the prompt; a running watchdog cannot be stopped
FAULT = "fault.txt"  # the error before this start
FALLS = "falls.txt"  # number of consecutive starts that have not lasted yet, as dots
MOST_FALLS = 3
BLINKS, BLINK_MS = 15, 100


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


def asked():
    """Blink after power-up; return whether BOOTSEL or a button of the mat is pressed meanwhile."""
    import rp2
    from buses import open_i2c
    from buttons import Buttons

    buttons = Buttons(open_i2c, None)
    light = machine.Pin("LED", machine.Pin.OUT, value=0)
    try:
        if buttons.start() and buttons.any_down():
            return True
    except OSError:
        pass
    for blink in range(BLINKS):
        light(blink & 1)
        time.sleep_ms(BLINK_MS)
        if rp2.bootsel_button():
            return True
    return False


def run():
    """Run the mat; return only if the prompt is wanted."""
    mat = None
    try:
        import matlink
        from mat import Mat

        mat = Mat(take(FAULT))
        ended = mat.run(lambda: take(FALLS))
        take(FALLS)
        if ended == matlink.QUIT:
            leave(PROMPT, "once")
    except KeyboardInterrupt:
        take(FALLS)
        return
    except Exception as error:
        text = io.StringIO()
        sys.print_exception(error, text)
        leave(FAULT, text.getvalue()[-600:])
        if mat is not None:
            mat.send_fault(text.getvalue())
    time.sleep_ms(200)  # wait until the USB buffer is sent
    machine.reset()


def wanted():
    """Return whether the prompt is wanted; if not, count this start until it has lasted."""
    is_cold = machine.reset_cause() == machine.PWRON_RESET
    falls = take(FALLS)
    if is_cold:
        falls = ""  # plugging in several times is no failure
    if len(falls) >= MOST_FALLS or take(PROMPT) or (is_cold and asked()):
        return True
    leave(FALLS, falls + ".")
    return False


if not wanted():
    run()
