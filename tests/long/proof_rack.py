"""A bot player at a real table, from the tags up: emulated readers of each kind below the real drivers."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.core.places import TARGET, play_zone, rack_zone
from cuelight.app.table import LiveTable
from hardware.emulator import EmulatedReader, Ntag
from hardware.emulator.keyboard import EmulatedKeyboard, keyboards
from hardware.emulator.spi import EmulatedModule, spi_with
from hardware.fitted_table import FittedTable
from hardware.polling import ReaderSlot, ZoneReaders
from hardware.table_file.layout import TableLayout, full_mat
from tests.support.waiting import until

SLOTS = tuple(rack_zone("seat2", number) for number in range(1, 9))
HAND = ("I.1", "I.2", "I.3", "I.5", "Take the Lead", "Seize", "No Drama")
PATIENCE = 120.0


class Pn532:
    """A slot with a PN532 on a serial port."""

    backend = "nfcpy"

    def __init__(self, path: Path) -> None:
        self.emulated = EmulatedReader(path)
        self.path = self.emulated.path
        self._tag: Ntag | None = None

    def lay(self, uid: str) -> None:
        self._tag = Ntag(bytes.fromhex(uid))
        self.emulated.field.lay(self._tag)

    def lift(self) -> None:
        assert self._tag is not None
        self.emulated.field.lift(self._tag)


class Keyboard:
    """A slot with a USB reader that types the id of a tag placed on it, and nothing when it is lifted."""

    backend = "keyboard"

    def __init__(self, path: Path) -> None:
        self.emulated = EmulatedKeyboard(path)
        self.path = self.emulated.path

    def lay(self, uid: str) -> None:
        self.emulated.type(uid)

    def lift(self) -> None:
        pass


class Rc522(EmulatedModule):
    """A slot with an RC522 on the Pi's SPI."""

    backend = "rc522"


@contextmanager
def slots_of(kinds: Sequence[str], folder: Path) -> Iterator[list[Any]]:
    """Yield the slots of a rack with readers of these kinds; there are five chip selects for RC522."""
    ports = iter(("spidev0.0", "spidev0.1", "spidev1.0", "spidev1.1", "spidev1.2"))
    made: list[Any] = []
    for number, kind in enumerate(kinds):
        if kind == "rc522":
            made.append(Rc522(folder, next(ports)))
        else:
            made.append((Keyboard if kind == "keyboard" else Pn532)(folder / f"slot{number}"))
    modules = [each for each in made if isinstance(each, Rc522)]
    typing = [each.emulated for each in made if isinstance(each, Keyboard)]
    with spi_with(*modules), keyboards(*typing):
        try:
            yield made
        finally:
            for each in made:
                if isinstance(each, Pn532):
                    each.emulated.unplug()


@pytest.mark.parametrize("kinds", [("nfcpy",) * 8, ("keyboard",) * 8, ("rc522",) * 5 + ("keyboard",) * 3])
def test_a_bot_plays_a_scene_from_a_rack_of_readers(kinds: tuple[str, ...], tmp_path: Path) -> None:
    with slots_of(kinds, tmp_path) as slots:
        play_a_scene(slots, tmp_path)
    print(f"promise rack: one scene of Othello against a strong bot, a rack of {kinds[0]} and {kinds[-1]}, 3 PN532")


def play_a_scene(slots: list[Any], tmp_path: Path) -> None:
    places: dict[str, Any] = {zone: Pn532(tmp_path / zone) for zone in (play_zone(0), play_zone(1), TARGET)}
    places |= dict(zip(SLOTS, slots, strict=True))
    uids = {card: (bytes([4]) + card.encode().ljust(6, b".")[:6]).hex().upper() for card in (*HAND, "I.4")}
    names = {uid: card for card, uid in uids.items()}
    stations = [ReaderSlot(zone, each.path, each.backend) for zone, each in places.items()]
    full, clock = full_mat(2), time.monotonic
    layout = TableLayout(full.zones, full.seats, SLOTS)
    readers = ZoneReaders(stations, clock, names.get)
    fitted = FittedTable(layout, [readers], [], clock, names)
    table = LiveTable(tmp_path / "table.db", clock, time.time, fitted=fitted, pace=0.05)

    def lies(zone: str) -> str | None:
        return (fitted.racked() | fitted.zones())[zone]

    def lay(zone: str, card: str) -> None:
        until(lambda: readers.tallies[zone].polled_at is not None, PATIENCE)  # earlier input belongs to no reader
        places[zone].lay(uids[card])
        until(lambda: lies(zone) == card, PATIENCE)

    def move(slot: str, zone: str) -> None:
        card = lies(slot)
        assert card is not None
        places[slot].lift()
        lay(zone, card)
        until(lambda: lies(slot) is None, PATIENCE)

    def board() -> Any:
        return json.loads(table.board())

    def asked(needs: str) -> bool:
        return any(prompt.get("needs") == needs for prompt in board().get("prompter", ()))

    table.start()
    try:
        table.command("start", {"game": "othello", "names": ["Ann", ""], "bots": [None, "strong"]})
        table.command("answer", {"do": "lead", "to": "Ann"})
        for slot, card in zip(SLOTS, HAND, strict=False):
            lay(slot, card)
        has_laid = False

        def go_on() -> bool:
            nonlocal has_laid
            desk = json.loads(table.desk())
            if asked("lay"):
                prompt = desk["board"]["prompter"][0]
                where = TARGET if "on the stage" in prompt["text"] else play_zone(1)
                slot = SLOTS[prompt["slots"][0] - 1]
                if lies(slot) is not None:  # otherwise it has been placed, but is not shown yet
                    move(slot, where)
            elif "Ann" in desk["decision"]["players"] and desk["decision"]["kind"] == "placement" and not has_laid:
                has_laid = True
                lay(play_zone(0), "I.4")
            else:
                passes = [each["answer"] for each in desk["options"] if each["answer"].get("by") == "Ann"]
                for answer in [each for each in passes if each["do"] == "pass"]:
                    table.command("answer", answer)
            return "Feste (bot) reveals" in json.dumps(board()["log"])

        until(go_on, PATIENCE)
    finally:
        table.stop()
        for zone in (play_zone(0), play_zone(1), TARGET):
            places[zone].emulated.unplug()
