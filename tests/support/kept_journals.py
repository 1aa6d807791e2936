"""Journals written by released versions of Cuelight, kept for ever in `tests/data/journals`.

`python kept_journals.py FOLDER` plays games through the public interface of a running table, and writes its
journals with their content after a resume. It is run once for each journal format, by the first version that writes it.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.games import game_of
from companion.journal import Journal
from companion.othello.model.frames import Action
from cuelight.app.devices.tags import names_in, note_name
from hardware.fitted_table import FittedTable
from hardware.table_file.layout import full_mat
from hardware.virtual_mat import VirtualMat
from tests.app.test_own_decks import own_deck
from tests.support import DATA
from tests.support.running_table import House, Json, People, running

FOLDER = DATA / "journals"
LATE_IN_THE_ACT = 3


def unpacked(kept: Path, folder: Path) -> Path:
    """Return a kept journal as a file that a table may open."""
    path = folder / "table.db"
    path.write_bytes(gzip.decompress(kept.read_bytes()))
    return path


def taken_up(path: Path) -> Json:
    """Return the state of a table that resumes a journal: the game to the last card, and the
    table's other knowledge.
    """
    with running(path) as house:
        found: Any = house.table.play.current
        session, desk = found.session, house.desk
        asked = found.game.rules.decision(session.state)
        told = {
            "notices": desk["notices"],
            "position": found.game.types.position_to_json(session.state),
            "asked": asked and [asked.kind, list(asked.players)],
            "events": len(session.play.events),
            "steps": [step.text for step in session.view.record.steps],
            "questions": [question.text for question in session.view.record.questions],
            "irregularities": [entry["code"] for entry in session.view.record.irregularities],
            "hands": desk["hands"],
            "driver": desk["driver"],
            "decks": [
                deck["id"] for deck in house.table.ask("decks", {})["decks"] if deck["game"] == found.game.info.id
            ],
        }
    with closing(Journal.open(path)) as journal:
        told["tags"] = names_in(journal)
        told["names"] = [game.body.get("names") for game in journal.games()]
    return dict(json.loads(json.dumps(told)))


def nested(house: House) -> bool:
    """Whether an action within another one waits for those who have not answered yet; one has."""
    found: Any = house.table.play.current
    frames = found.session.state.frames
    return len(frames) > 2 and type(frames[-1]) is Action and frames[-1].passed > 0


def a_demonstration(path: Path) -> None:
    """Play a demonstration to its end, and a part of the next one."""
    with running(path, demo=True, pace=0) as house:
        acts = [house.board["act"]]
        while acts[-2:] != [5, 1]:
            house.catch_up()
            if house.board["act"] != acts[-1]:
                acts.append(house.board["act"])
        while house.board["scene"] < LATE_IN_THE_ACT:
            house.catch_up()


def an_evening_by_hand(path: Path) -> None:
    """Play with an own deck, tags, undo, questions and slips; the power fails while an answer is being answered."""
    with closing(Journal.open(path)) as journal:
        note_name(journal, "04A1B2C3D4E580", "I.1", 1.0)
        note_name(journal, "04A1B2C3D4E581", "tile:Iago", 2.0)
        note_name(journal, "04A1B2C3D4E580", None, 3.0)
    with running(path, pace=0) as house:
        house.command("deck", text=own_deck("First", id="first"))
        house.command("deck", text=own_deck())
        house.command("start", names=["Gus", "Hal"], edition="2022", level="evil", deck="stand-in")
        People(house, seed=2).play(until=lambda board: board["act"] == 2)
        house.command("start", names=["Ann", "Ben", "Cal", "Dee"], lead=2)
        people = People(house, seed=7)
        people.play(until=lambda board: board["act"] == 2)
        for _ in range(4):
            house.command("undo")
        house.mat("tag", zone="stage.target", thing="uid:04:a2:c3")
        house.mat("tag", zone="stage.target", thing="uid:04:a2:c4")
        house.command("question", id=house.desk["questions"][0]["id"], reply="ignore")
        house.mat("lift", zone="stage.target")
        house.mat("tag", zone="stage.target", thing="coin:Othello")
        house.mat("lift", zone="stage.target")
        people.play(until=lambda _board: nested(house))
        assert nested(house)


def an_edition_of_2022(path: Path) -> None:
    """Let bots play an edition with a level, a variant and a non-default ruling; then people take over."""
    rules = {"edition": "2022", "level": "wicked", "variants": ["extra-lead-villainy"], "rulings": {"J8": "refund"}}
    with running(path, pace=0) as house:
        house.command("start", names=["Ann", "Ben", "Cal"], **rules)
        house.command("drive", driver="bots")
        while (house.board["act"], house.board["scene"]) < (5, 2):
            house.catch_up()
        house.command("undo")


def a_position(path: Path) -> None:
    """Play a game joined in the middle, with a deck inside the position."""
    with running(path, pace=0) as house:
        house.command("deck", text=own_deck("Its own", id="its-own"))
        house.command("start", names=["Ann", "Ben", "Cal"])
        People(house, seed=4).play(until=lambda board: board["act"] == 2 and board["phase"] == "reveal")
        house.command("start", position=house.table.ask("position", {}))
        People(house, seed=5).play(until=lambda board: board["act"] == LATE_IN_THE_ACT)


def a_table_with_readers(path: Path) -> None:
    """Play with unknown hands and piles; cards are placed and turned up, one of them wrongly."""
    names = {f"04A1B2C3D4E5{n:02X}": thing for n, thing in enumerate(["I.1", "I.2", "I.3", "I.4", "Seize"])}
    layout = full_mat(3)
    with closing(Journal.open(path)) as journal:
        for uid, thing in names.items():
            note_name(journal, uid, thing, 1.0)
    mat = VirtualMat(dict.fromkeys([*names.values(), "tile:Iago", "I.5"], 1), lambda: 100.0, layout)
    fitted = FittedTable(layout, [mat], [mat], lambda: 100.0, {})
    with running(path, pace=0, fitted=fitted) as house:
        house.command("start", names=["Ann", "Ben", "Cal"], lead=1)

        def lay(seat: int, card: str) -> None:
            mat.tag(f"seat{seat}.play", card)
            house.catch_up()

        for seat, card in ((1, "I.1"), (2, "I.2"), (3, "I.3")):
            lay(seat, card)
        for _ in range(3):
            for seat in (1, 2, 3):
                mat.hold(f"seat{seat}")
                house.catch_up()
        for seat, card in ((3, "I.3"), (3, "I.5")):
            mat.lift(f"seat{seat}.play")
            lay(seat, card)


def an_evening_of_deathmatch(path: Path) -> None:
    """One game to its end; another of the owners' cards, with a step taken back and the power cut in a scene."""
    deck = game_of("deathmatch").box.decks.text("stand-in")
    with running(path, pace=0) as house:
        house.command("deck", text=deck.replace('id = "stand-in"', 'id = "ours"').replace("made_up = true\n", ""))
        an_evening(house, "deathmatch", ["Ann", "Ben", "Cal", "Dee", "Eve"], 25, deck="ours")


def an_evening_of_asides(path: Path) -> None:
    """Play the example game to its end, and again with an undo and a power cut during a trick."""
    with running(path, pace=0) as house:
        an_evening(house, "asides", ["Ann", "Ben", "Cal", "Dee"], 10)


def an_evening(house: House, game: str, names: list[str], steps: int, **chosen: str) -> None:
    """Let bots play a game, then `steps` steps of another; undo the last one."""
    house.command("start", game=game, names=names)
    house.command("drive", driver="bots")
    while house.desk["decision"] is not None:
        house.catch_up()
    house.command("start", game=game, names=names[:-1], **chosen)
    house.command("drive", driver="bots")
    while max((step["id"] for step in house.desk["steps"]), default=0) < steps:
        house.catch_up()
    house.command("drive", driver="hands")
    house.command("undo")


JOURNALS = (
    a_demonstration,
    an_evening_by_hand,
    an_edition_of_2022,
    a_position,
    a_table_with_readers,
    an_evening_of_deathmatch,
    an_evening_of_asides,
)


def make(folder: Path) -> None:
    """Write each journal and its content, with the same random numbers as before."""
    random.SystemRandom.randrange = lambda _self, _stop: 8  # type: ignore[method-assign, assignment, misc]
    folder.mkdir(parents=True, exist_ok=True)
    for play in JOURNALS:
        name = play.__name__.replace("_", "-")
        with tempfile.TemporaryDirectory() as made:
            path = Path(made) / "table.db"
            play(path)
            (folder / f"{name}.db.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
            (folder / f"{name}.json").write_text(json.dumps(taken_up(path), indent=1) + "\n")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
