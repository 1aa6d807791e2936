"""A host in random trouble: in whole games of bots at an on-screen mat, the host undoes, redoes, corrects, enters late
answers, pauses and hurries. Now and then the table is resumed from its records.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from companion.core.errors import CuelightError
from companion.table.clocks import Pace
from companion.table.session import Session
from companion.table.snapshot import timeline
from tests.support.all_games import Json, Table

MOVES = 4000  # moves of bots before a game counts as endless
COUNTED = (0, 0, 1, 2, 3, 7, 999)


class Host:
    """One game and its host; `done` counts the actions, and how many of them were refused."""

    def __init__(self, game: str, players: int, seed: int) -> None:
        self.table = Table(game, players, seed)
        self.rng = random.Random(f"{game} {players} {seed}")
        self.done: Counter[str] = Counter()

    @property
    def session(self) -> Session:
        return self.table.session

    def plays(self, deeds: int) -> Counter[str]:
        """Take this number of actions among the bots' moves, then finish the game. Raises AssertionError."""
        for _ in range(deeds):
            self._does(self.rng.choice(DEEDS))
            for _ in range(self.rng.randint(0, 4)):
                self.table.step()
        self.session.pause(False, self.table.now)
        self.session.set_pace(Pace.BRISK, self.table.now)
        moves = 0
        while self.session.play.asked is not None:
            self.table.step()
            moves += 1
            assert moves < MOVES, f"{self.session.play.headline}: the game does not go on"
        self._is_explained()
        self.done["games"] += 1
        return self.done

    def _does(self, deed: Callable[[Host], None]) -> None:
        name, before, records = deed.__name__, self._told(self.session), len(self.table.papers.records)
        try:
            deed(self)
            self.done[name] += 1
        except CuelightError:
            assert self._told(self.session) == before, f"{name} was refused, and something has changed"
            assert len(self.table.papers.records) == records, f"{name} was refused, and it is in the book"
            self.done[f"{name} refused"] += 1
        self.table.round.follow()
        self._is_taken_up_the_same(name)
        self._is_explained()

    def _is_taken_up_the_same(self, name: str) -> None:
        """Check that a table resumed from its records alone knows the same, with no extra time passed."""
        again, ours = self.table.taken_up(), self.session
        again.resume(self.table.papers.records, self.table.now)
        assert self._told(again.session) == self._told(ours), name
        self.table.round.truth.follow(ours.play.events)
        write = ours.game.types.position_to_json
        assert write(again.truth.state) == write(self.table.round.truth.state), name
        stands = ours.view.timing.paused or ours.view.timing.pace is Pace.UNTIMED
        if ours.view.timing.countdown.deadline is not None and not stands:
            left = again.session.view.timing.countdown.left(self.table.now)
            assert left is not None and abs(left - ours.view.timing.window_seconds) < 1e-6, name
        if stands:
            again.session.tick(self.table.now + 1e6)
            assert len(again.session.view.record.steps) == len(ours.view.record.steps), (
                f"{name}: a window closed that no time closes"
            )

    def _told(self, session: Session) -> str:
        game = session.game
        position, public = map(
            game.types.position_to_json, (session.state, game.secrets.visible_to(session.state, None))
        )
        assert game.types.position_to_json(game.types.position_from_json(json.loads(json.dumps(public)))) == public
        events = [[game.types.event_to_json(event) for event in undone.events] for undone in session.view.undone]
        stands = (
            session.view.timing.pace,
            session.view.timing.paused,
            session.view.timing.countdown.deadline is not None,
            session.view.table.readings.lying,
        )
        told = [
            position,
            timeline(session.view),
            events,
            stands,
            session.view.record.questions,
            len(session.play.events),
        ]
        return json.dumps(told, sort_keys=True, default=list)

    def _is_explained(self) -> None:
        for each in self.session.game.rules.points(self.session.state, self.session.play.events):
            assert each["total"] == sum(entry["points"] for entry in each["entries"]), each

    # --- actions of the host

    def undo(self) -> None:
        """All from one of the last steps on; or the last answer."""
        number = len(self.session.view.record.steps) - self.rng.randint(1, 6)
        self.session.undo(self.table.now, number if self.rng.random() < 0.5 else None)
        self.table.round.lay_again()

    def undo_and_redo(self) -> None:
        """Check that a redo restores the previous state."""
        before = self._told(self.session)
        undone = len(self.session.view.undone)
        self.undo()
        count = len(self.session.view.undone) - undone
        for steps in [count] if self.rng.random() < 0.5 else [1] * count:
            self.session.redo(self.table.now, steps)
            self.table.round.lay_on()
        after = self._told(self.session)
        assert json.loads(after)[0] == json.loads(before)[0], "what was brought back is something else"
        assert json.loads(after)[1]["steps"] == json.loads(before)[1]["steps"]

    def redo(self) -> None:
        self.session.redo(self.table.now)
        self.table.round.lay_on()

    def pause(self) -> None:
        self.session.pause(not self.session.view.timing.paused, self.table.now)

    def set_pace(self) -> None:
        self.session.set_pace(self.rng.choice(list(Pace)), self.table.now)

    def close(self) -> None:
        self.session.close_window(self.session.view.timing.countdown.number, self.table.now)

    def put_right(self) -> None:
        """Anything at all, whether it can be or not."""
        change = CHANGES[self.session.game.info.id](self)
        self.session.say({"do": "correct", "changes": [change], "because": "late"}, self.table.now)
        self.table.round.show_said()

    def say_late(self) -> None:
        """Replace one of the last steps, or insert an answer before it."""
        known = list(self._late())
        if known:
            number, answer, before = self.rng.choice(known[-12:])
            self.session.correct(number, answer, self.table.now, before)
            self.table.round.lay_again()

    def _late(self) -> Iterator[tuple[int, Json, bool]]:
        for number, step in enumerate(self.session.view.record.steps):
            yield from ((number, option["answer"], False) for option in step.instead)
            yield from ((number, option["answer"], True) for option in step.missed)


DEEDS = (Host.undo, Host.undo_and_redo, Host.redo, Host.pause, Host.set_pace, Host.close, Host.put_right, Host.say_late)


def _of_othello(host: Host) -> Json:
    rng, state = host.rng, host.session.state
    whose, tile = rng.choice(host.table.names), rng.choice([*state.wounds, "Hamlet"])
    hand = rng.choice(state.seats).hand or ["?script"]
    lying = [card for seat in state.seats for card, _role in seat.scored] + state.script_discard or ["I.4"]
    changes: list[Json] = [
        {"what": rng.choice(["intrigue", "spotlight", "points", "wounds"]), "of": whose, "now": rng.choice(COUNTED)},
        {"what": "coin", "of": whose, "name": "Cassio", "now": rng.choice(COUNTED)},
        {"what": "wounds", "name": tile, "now": rng.choice(COUNTED)},
        {"what": "life", "name": tile, "now": rng.random() < 0.5, "of": whose},
        {"what": rng.choice(["lead", "handkerchief"]), "of": whose},
        {"what": "hand", "from": whose, "to": rng.choice(host.table.names), "card": rng.choice(hand)},
        {"what": "scored", "card": rng.choice(lying), "of": rng.choice([whose, None])},
    ]
    return rng.choice(changes)


def _of_deathmatch(host: Host) -> Json:
    rng, state = host.rng, host.session.state
    whose, seat = rng.choice(host.table.names), rng.choice(state.seats)
    places: list[Any] = ["discard", "removed", *({kind: whose} for kind in ("hand", "pool", "pile", "played"))]
    changes: list[Json] = [
        {"what": "card", "card": "?action", "from": {"hand": seat.name}, "to": rng.choice(places)},
        {"what": "card", "card": (seat.pool or ("?action",))[0], "from": {"pool": seat.name}, "to": rng.choice(places)},
        {"what": "revealed", "of": whose, "now": rng.random() < 0.5},
        {"what": "limit", "of": whose, "suit": rng.choice(["blades", "coins", "letters", "poison"]), "now": 5},
        {"what": rng.choice(["turn", "protagonist"]), "now": whose},
        {"what": "slain", "of": whose},
    ]
    return rng.choice(changes)


CHANGES: dict[str, Callable[[Host], Json]] = {"othello": _of_othello, "deathmatch": _of_deathmatch}
"""Something to put right, for each game in which anything can be."""
