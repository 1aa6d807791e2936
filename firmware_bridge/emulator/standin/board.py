"""Power-up of the emulated board: it runs main.py and then shows a MicroPython prompt.

Of the prompt it implements the raw mode that programs such as mpremote use to send files; other features of a prompt
are missing.
"""

import io
import os
import sys


def start():
    """Run main.py without leftovers of an earlier run."""
    for file in os.listdir():
        sys.modules.pop(file[:-3], None)
    with open("main.py") as file:
        exec(file.read(), {"__name__": "__main__"})


def raw_mode():
    """Execute chunks of code that end with Ctrl-D.

    Returns at Ctrl-B, or at a Ctrl-D without code.
    """
    say(b"raw REPL; CTRL-B to exit\r\n>")
    names = {"__name__": "__main__"}
    code = b""
    while True:
        byte = hear()
        if byte == b"\x02":
            return
        if byte == b"\x01":
            code = b""
            say(b"raw REPL; CTRL-B to exit\r\n>")
        elif byte == b"\x05" and not code:
            hear(), hear()
            say(b"R\x00")  # request the plain mode instead of paste mode
        elif byte == b"\x03":
            code = b""
        elif byte == b"\x04" and not code:
            say(b"OK\r\nMPY: soft reboot\r\nraw REPL; CTRL-B to exit\r\n>")
        elif byte == b"\x04":
            say(b"OK")
            execute(code, names)
            code = b""
        else:
            code += byte


def execute(code, names):
    """Execute code; send its output at once, then any exception."""
    fault = io.StringIO()
    try:
        exec(code.decode().replace("sys.implementation._machine", repr(os.getenv("MAT_BOARD"))), names)
    except SystemExit:
        raise
    except BaseException as error:
        sys.print_exception(error, fault)
    say(b"\x04" + fault.getvalue().encode() + b"\x04>")


def say(data):
    """Send data to the host."""
    sys.stdout.buffer.write(data)


def hear():
    """Return the next byte from the host."""
    byte = sys.stdin.buffer.read(1)
    if not byte:
        sys.exit(0)
    return byte


start()
say(b"MicroPython\r\n>>> ")
while True:
    byte = hear()
    if byte == b"\x01":
        raw_mode()
        say(b"\r\n>>> ")
    elif byte in b"\r\n\x02\x03":
        say(b"\r\n>>> ")
    elif byte == b"\x04":
        say(b"MPY: soft reboot\r\n")
        start()
        say(b"MicroPython\r\n>>> ")
