"""Emulated readers below the real software, for tests: unmodified nfcpy on pseudo terminals."""

from __future__ import annotations

import json
import queue
import time
from binascii import crc_hqx
from pathlib import Path
from typing import Any, TypeVar

import ndef

from companion.presence.filter import Resumed
from cuelight.app.table import LiveTable
from hardware.emulator import EmulatedReader, Model, Ntag, Timing
from hardware.faults import Condition
from hardware.fitted_table import FittedTable
from hardware.polling import ReaderSlot, ZoneReaders
from hardware.reader import Notice, Report
from hardware.table_file.layout import full_mat
from hardware.tag_hint import TYPE, VERSION
from tests.support.waiting import PATIENCE, until

Said = Report | Notice
T = TypeVar("T", bound=Said)
OfZone = TypeVar("OfZone", Condition, Resumed)


def clear_hint(tag: Ntag, thing: str) -> bytes:
    """Return the NDEF message of an older Cuelight, with the name of the thing in clear text."""
    head, text = bytes([VERSION]), thing.encode()
    payload = head + crc_hqx(head + tag.uid + text, 0xFFFF).to_bytes(2, "big") + text
    return b"".join(ndef.message_encoder([ndef.Record(TYPE, "", payload)]))


def hinted(thing: str, model: Model = Model.NTAG213) -> Ntag:
    """Return a tag on which an older Cuelight has written the name of its thing."""
    tag = Ntag(model=model)
    tag.load(clear_hint(tag, thing))
    return tag


RESTING_LOOKS, RESTING_SECONDS = 12, 0.2


def rests_at(readers: ZoneReaders, zone: str) -> None:
    """Leave the tag in a zone for some polls, as a person would at least."""
    tally = readers.tallies[zone]
    looks = tally.looks + RESTING_LOOKS
    until(lambda: tally.looks >= looks)
    time.sleep(RESTING_SECONDS)


class Readers:
    """This many readers, each in a seat's zone; `names` maps uids to things."""

    def __init__(self, folder: Path, count: int = 2) -> None:
        self.names: dict[str, str] = {}
        self.emulated = [EmulatedReader(folder / f"reader-{n + 1}") for n in range(count)]
        self.said: queue.SimpleQueue[Said] = queue.SimpleQueue()
        stations = [ReaderSlot(f"seat{n + 1}.play", reader.path) for n, reader in enumerate(self.emulated)]
        self.readers = ZoneReaders(stations, time.monotonic, self.names.get)
        self.readers.start(self.said.put)

    def card(self, thing: str | None = None, message: bytes = b"") -> Ntag:
        """Return a tag; a known one if a name is given."""
        tag = Ntag(message=message)
        if thing is not None:
            self.names[uid_of(tag)] = thing
        return tag

    def next(self, kind: type[T]) -> T:
        """Return the next report of a kind; skip others before it."""
        while True:
            said = self.said.get(timeout=PATIENCE)
            if isinstance(said, kind):
                return said

    def of(self, kind: type[OfZone], zone: str) -> OfZone:
        """Return the next report of a kind about a zone; on a busy machine the other reader may be late."""
        while True:
            said = self.next(kind)
            if zone in (said.zones if isinstance(said, Condition) else (said.zone,)):
                return said

    def until_well(self, zone: str) -> None:
        """Wait until the reader of a zone has no fault."""
        while self.of(Condition, zone).reason is not None:
            pass

    def rests(self, zone: str) -> None:
        """Leave the tag there for some polls, as a person would at least."""
        rests_at(self.readers, zone)

    def close(self) -> None:
        self.readers.stop()
        for reader in self.emulated:
            reader.unplug()


class SeatTable:
    """Two seats with readers, on the machine's clock."""

    def __init__(self, folder: Path, timing: Timing | None = None) -> None:
        self.emulated = [EmulatedReader(folder / f"reader-{n}", timing) for n in (1, 2)]
        self.names: dict[str, str] = {}
        stations = [ReaderSlot(f"seat{n + 1}.play", reader.path) for n, reader in enumerate(self.emulated)]
        self.readers = readers = ZoneReaders(stations, time.monotonic, self.names.get)
        self.fitted = FittedTable(full_mat(2), [readers], [], time.monotonic, self.names)
        self.path = folder / "table.db"
        self.table = LiveTable(self.path, time.monotonic, time.time, fitted=self.fitted)
        self.table.start()
        until(lambda: all(tally.looks for tally in readers.tallies.values()))

    @property
    def board(self) -> Any:
        return json.loads(self.table.board())

    @property
    def desk(self) -> Any:
        return json.loads(self.table.desk())

    def card(self, thing: str) -> Ntag:
        tag = Ntag()
        self.names[tag.uid.hex().upper()] = thing
        return tag

    def face(self, seat: int) -> str | None:
        card = self.board["seats"][seat]["card"]
        return str(card["face"]) if card else None

    def close(self) -> None:
        self.table.stop()
        for reader in self.emulated:
            reader.unplug()


def uid_of(tag: Ntag) -> str:
    return tag.uid.hex().upper()
