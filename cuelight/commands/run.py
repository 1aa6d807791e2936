"""`cuelight run` and `cuelight demo`: the table and its pages, until the program is stopped."""

from __future__ import annotations

import json
import os
import time
from contextlib import closing, nullcontext, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

from companion.core.i18n import N_, _, language_codes
from companion.core.json_fields import as_word
from companion.games import game_ids
from companion.journal import finish_beside, said_time
from cuelight.app.access.closed_table import doors_of
from cuelight.app.access.keeper import AccessControl, PinUnsaid
from cuelight.app.access.network import NAME as NETWORK
from cuelight.app.access.network import network_of
from cuelight.app.devices.assemble import fitted_at
from cuelight.app.games.decks import checked_deck
from cuelight.app.shop.settings import NAME as SHOP
from cuelight.app.speech.voice import speech_program
from cuelight.app.system.control_socket import ControlSocket, Work
from cuelight.app.system.watchdog import (
    PAGES,
    READY,
    SECURE_PAGES,
    STOPPING,
    Watchdog,
    given_sockets,
    notify,
    watchdog_seconds,
)
from cuelight.app.table import LiveTable
from cuelight.commands.shutdown import Ending
from cuelight.commands.text_interface import position_in
from cuelight.history.archive import Archive
from cuelight.terminal.input_files import OutputError, located, read_document, read_text, write_text
from cuelight.terminal.paths import JOURNAL, default_table, default_table_file, elsewhere, journal_at, need_room, say
from hardware.table_file.load import NAME as TABLE
from web.server.certificate import Certificate
from web.server.server import SECURE_OPTION, AddressUnusable, Server, listen

SETTINGS_FILES = (TABLE, SHOP, NETWORK)


def serve(
    host: str,
    port: int,
    *,
    demo: bool,
    journal_file: str | None,
    deck_file: str | None,
    language: str | None,
    closed: bool | None,
    game: str | None = None,
    table_file: str | None = None,
    position_file: str | None = None,
    https: tuple[str, str] | None = None,
    https_port: int = 0,
) -> int:
    """Serve one table in the foreground; prints notices for the host, then the address.

    Args:
        game: the game that a demonstration plays.
        table_file: names the table's devices; by default the usual one, or an on-screen mat if there is none.
        deck_file: an own deck, which the table stores and plays.
        position_file: the position from which a new game starts; after a restart that game resumes instead.
        language: the table's language from now on; by default the one chosen before, or the machine's.
        closed: whether guests only watch, and the host has a PIN; None for as the table was left.
        https: the files of a certificate and its key, for additional pages at the HTTPS port.

    Returns the exit status: 1 if the table ended although nobody stopped it, so that a service manager restarts it. A
    service manager may pass listening sockets, which replace host and ports. It is notified when the table can be
    reached, and then regularly as long as the table works.

    Raises InputErrors with all mistakes in the deck or the position, and JournalError, PortTaken, AddressUnusable,
    CertificateUnusable, TableFileError, DeviceError or NoRoom if it cannot begin.
    """
    journal = journal_at(journal_file, "demo.db" if demo else JOURNAL)
    finish_beside(journal)  # first, because a restore may have brought the table file
    devices = Path(table_file) if table_file else None if demo else default_table_file()
    need_room()
    if game is not None:
        as_word(game, "--game", game_ids())
    fitted = fitted_at(devices, time.monotonic) if devices is not None else None
    if devices is not None:
        say(f"the devices are those of {devices}")
    deck = deck_text_of(deck_file) if deck_file is not None else None
    position = position_in(read_document(position_file)) if position_file is not None else None
    given: dict[str, Any] = {"fitted": fitted, "deck": deck, "position": position, "speech": speech_program()}
    given["table_file"] = None if demo else devices or default_table()
    given["language"] = as_word(language, "--language", language_codes()) if language is not None else None
    table = LiveTable(journal, time.monotonic, time.time, demo=demo, game=game, **given)
    doors = doors_of(table, journal, time.time, closed)
    names, unusable = network_of(journal)
    table.notices += [*unusable, *not_read(journal)]
    history = Archive(journal, lambda: table.game)
    given_ways = given_sockets()
    secure = None
    if https is not None:
        if https_port == port != 0 and not given_ways:
            raise AddressUnusable(f"--port and {SECURE_OPTION} are both {port}. Choose two ports.")
        chain, key = map(Path, https)
        secure = Certificate(chain, key, given_ways.get(SECURE_PAGES) or listen(host, https_port, SECURE_OPTION))
        table.notices += expired(secure)
    server = Server(
        table,
        host,
        port,
        names=names,
        doors=doors,
        history=history,
        listening=given_ways.get(PAGES),
        certificate=secure,
        colours=fitted.colours if fitted is not None else {},
    )
    pulse = Watchdog(table.turns, time.monotonic)
    local: dict[str, Work] = {"enrol": table.enrol, "setup": lambda body: table.command("setup", body)}
    door = ControlSocket(journal, lambda: _standing(table, server, doors), local)
    with Ending() as ending, closing(secure.listening) if secure is not None else nullcontext():
        ending.on_signals()  # before anything runs that has to be ended: what has half begun cannot be
        table.loop.on_end = ending.end
        server.on_end(ending.end)
        with located(position_file) if position_file is not None else nullcontext():
            table.start()
        try:
            server.start()
            door.open()
            if fitted is None and not demo:
                say("no table file names devices: use the on-screen mat, on the page Mat")
            if doors.closed:
                say(_pin_words(doors.first_pin()))
            for notice in table.notices:
                say(notice)
            with suppress(OutputError):  # a table keeps running if the disk of its output is full
                write_text(f"{_greeting(table, journal, demo=demo)} Open {server.address}")
                if (phones := server.where().address) is not None:
                    write_text(f"On a phone: {phones}")
            notify(READY)
            if (seconds := watchdog_seconds()) is not None:
                pulse.start(seconds)
            ending.wait()
        finally:
            notify(STOPPING)
            pulse.stop()
            door.close()
            server.stop()
            table.stop()
    if table.loop.lost:
        say("the table has stopped because of an error. Start it again.")
    elif server.lost:
        say("the web server has stopped because of an error. Start it again.")
    return 1 if table.loop.lost or server.lost else 0


def _standing(table: LiveTable, server: Server, doors: AccessControl) -> dict[str, Any]:
    """Return the status for `cuelight status` and `cuelight doctor`; it has nothing of the game."""
    table.look_at_update()
    desk = json.loads(table.desk())
    network, missing = server.where()
    return {
        "process": os.getpid(),
        "version": version("cuelight"),
        "address": server.address,
        "network": network,
        "missing": missing,
        "closed": doors.closed,
        "pin": doors.first_pin() if doors.closed else None,
        "table_file": str(table.devices.table_file) if table.devices.fitted is not None else None,
        "setup_file": str(table.devices.table_file) if table.devices.table_file is not None else None,
        "devices": desk.get("devices", []),
    }


def not_read(journal: Path) -> list[str]:
    """Return a message for each settings file to whose name a Windows editor has added .txt."""
    said = N_("{file} is not read, because its name ends in .txt. Rename it to {name}, then restart the table.")
    names = [name for name in SETTINGS_FILES if not journal.with_name(name).exists()]
    files = [(journal.with_name(f"{name}.txt"), name) for name in names]
    return [_(said, file=str(file), name=name) for file, name in files if file.exists()]


def expired(certificate: Certificate) -> list[str]:
    """Return a message if the certificate of the pages has expired."""
    said = N_(
        "The certificate for HTTPS has expired ({when}), and browsers refuse its pages. "
        "Give the table the renewed one: sudo cuelight https CERTIFICATE KEY"
    )
    ends = certificate.ends()
    return [] if ends is None or ends > time.time() else [_(said, when=said_time(ends))]


def deck_text_of(file: str) -> str:
    """Return the text of a deck file that a table may use.

    Raises InputErrors with all mistakes in it.
    """
    text = read_text(file)
    with located(file):
        checked_deck(text)
    return text


def _greeting(table: LiveTable, journal: Path, *, demo: bool) -> str:
    """Return a sentence about the state of the table."""
    board = json.loads(table.board())
    names = ", ".join(seat["name"] for seat in board["seats"])
    if board["table"]["state"] == "idle":
        return f"No game has begun in {journal}.{elsewhere(journal)}"
    if demo:
        return f"A demonstration: bots play on the on-screen mat ({names})."
    if board["table"]["state"] == "over":
        return f"The game of {names} is over."
    return f"The game of {names} resumes in {board['where']}."


def _pin_words(pin: str | None) -> str:
    if pin is None:
        return "the table is closed; if the host's PIN is lost, set another one with `cuelight pin`"
    return f"the table is closed; the host's PIN is {pin} until it is changed at the desk"


def new_pin(journal: str | None) -> int:
    """Run `cuelight pin`: set and print a new PIN for the table of this journal, also while it runs."""
    said = "The host's PIN is {pin}. All hosts are logged out."
    keeper = AccessControl(journal_at(journal), time.time, lambda: None)
    try:
        keeper.reset(lambda pin: write_text(said.format(pin=pin)))
    except PinUnsaid:
        raise
    except OSError:
        say("the host's PIN stays as it was")
        raise
    return 0
