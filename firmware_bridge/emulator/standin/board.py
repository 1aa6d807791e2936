"""What the board does at power-up: it runs main.py, and when that ends it gives the prompt of a MicroPython.

Of the prompt there is the raw mode, by which programs (mpremote) send files; enough of it for them.
"""

import io
import os
import sys


def start():
    """Run main.py, with nothing left of an earlier run."""
    for file in os.listdir():
        sys.modules.pop(file[:-3], None)
    with open("main.py") as file:
        exec(file.read(), {"__name__": "__main__"})


def raw_mode():
    """Run what is sent, each piece ended by a Ctrl-D; returns at Ctrl-B, or at a Ctrl-D alone."""
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
            say(b"R\x00")  # no paste mode; the plain one, please
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
    """Run the code; what it prints goes out as it is printed, what it raises after that."""
    fault = io.StringIO()
    try:
        exec(code.decode(), names)
    except SystemExit:
        raise
    except BaseException as error:
        sys.print_exception(error, fault)
    say(b"\x04" + fault.getvalue().encode() + b"\x04>")


def say(data):
    """To the host."""
    sys.stdout.buffer.write(data)


def hear():
    """The host's next byte."""
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
