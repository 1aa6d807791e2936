"""A bot in a chair of a real table, from the tags up: emulated readers on ptys, unmodified nfcpy above them."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from waiting import until

from companion.play.places import TARGET, play_zone, rack_zone
from cuelight.live.table import LiveTable
from hardware.emulator import EmulatedReader, Ntag
from hardware.fitted_table import FittedTable
from hardware.table_layout import TableLayout, full_mat
from hardware.zone_readers import Station, ZoneReaders

SLOTS = tuple(rack_zone("seat2", number) for number in range(1, 9))
HAND = ("I.1", "I.2", "I.3", "I.5", "Take the Lead", "Seize", "No Drama")
PATIENCE = 120.0


def test_a_bot_plays_a_scene_from_a_rack_of_readers(tmp_path: Path) -> None:
    emulated = {zone: EmulatedReader(tmp_path / zone) for zone in (play_zone(0), play_zone(1), TARGET, *SLOTS)}
    names: dict[str, str] = {}
    stations = [Station(zone, reader.path) for zone, reader in emulated.items()]
    full, clock = full_mat(2), time.monotonic
    layout = TableLayout(full.zones, full.seats, SLOTS)
    fitted = FittedTable(layout, [ZoneReaders(stations, clock, names.get)], [], clock, names)
    table = LiveTable(tmp_path / "table.db", clock, time.time, fitted=fitted, pace=0.05)
    lying: dict[str, Ntag] = {}

    def lies(zone: str) -> bool:
        return (fitted.racked() | fitted.zones())[zone] is not None

    def lay(zone: str, thing: str | Ntag) -> None:
        tag = Ntag() if isinstance(thing, str) else thing
        if isinstance(thing, str):
            names[tag.uid.hex().upper()] = thing
        emulated[zone].field.lay(tag)
        lying[zone] = tag
        until(lambda: lies(zone), PATIENCE)

    def lift(zone: str) -> Ntag:
        emulated[zone].field.lift(lying[zone])
        until(lambda: not lies(zone), PATIENCE)
        return lying.pop(zone)

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
                where = TARGET if "round zone" in prompt["text"] else play_zone(1)
                lay(where, lift(SLOTS[prompt["slots"][0] - 1]))
            elif "Ann" in desk["decision"]["players"] and desk["decision"]["kind"] == "placement" and not has_laid:
                has_laid = True
                lay(play_zone(0), "I.4")
            else:
                passes = [each["answer"] for each in desk["options"] if each["answer"].get("by") == "Ann"]
                for answer in [each for each in passes if each["do"] == "pass"]:
                    table.command("answer", answer)
            return "Feste (bot) reveals" in json.dumps(board()["log"])

        until(go_on, PATIENCE)
        print("promise rack: one scene of Othello against a strong bot, 11 emulated PN532, nfcpy unmodified")
    finally:
        table.stop()
        for reader in emulated.values():
            reader.unplug()
