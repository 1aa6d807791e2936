"""Meanings of a press and a hold: one pair for each light, and always some effect while the light invites it.

People play whole random evenings. The effects of the buttons are read from the record and from the table's output.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from companion.core.observation import Hold, Observation, Press
from companion.game.interpretation import Offer
from companion.othello.model.answers import Do
from companion.othello.model.cards import Staging
from companion.othello.rules.options import decision
from companion.othello.table.cues import PAIRS
from companion.table.lights import HARMLESS, LATE_SECONDS
from companion.table.record import NothingToUndo
from tests.games.othello.test_table_hidden import TurnedUp, Twins

EVENINGS = (2, 13)  # seeds in which every meaning occurs: the smallest such set below 16
WANTED = {
    (cue, push, getattr(pair, push)) for cue, pair in PAIRS.items() for push in ("press", "hold") if getattr(pair, push)
}
NOT_NOW = ("exit.curtain", "exit.script-card")  # E1, R2: it is shown first, and counts after that


class Watched(Twins):
    """Two equal tables; people press more than necessary, and each light and button is checked."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.daring = 0.0
        self.deeds |= {"choose": Watched.choose_by_button, "window": Watched.seize_or_not}
        self.meant: Counter[tuple[str, str, str]] = Counter()  # light, press or hold, and its meaning
        self.lit: dict[int, Offer] = {}
        self.darkened: dict[int, float] = {}  # time at which a seat's last question ended

    def look(self) -> None:
        """Check that a light means the same as long as it shows the same, and is dark between two questions."""
        session = self.sessions[0]
        for player, offer in enumerate(session.view.offers):
            before = self.lit.get(player)
            if before is not None and before.invites and (offer.cue, offer.says) != (before.cue, before.says):
                self.darkened[player] = session.view.now
            new = before is not None and offer.invites and offer.says != before.says
            if new and offer.cue not in HARMLESS:
                since = session.view.now - self.darkened.get(player, -LATE_SECONDS)
                assert since >= LATE_SECONDS - 1e-9, (session.view.now, before, offer)
            self.lit[player] = offer

    def let_pass(self, seconds: float) -> None:
        """Let time pass, and check every light at each change."""
        until, session = self.at + seconds, self.sessions[0]
        while (due := session.view.due) is not None and due <= until:
            for each in self.sessions:
                each.tick(due)
            self.look()
        super().let_pass(seconds)

    def observe(self, *observations: Observation) -> None:
        if isinstance(observations[0], Press | Hold):
            self.push(observations[0])
        else:
            super().observe(*observations)

    def push(self, observation: Press | Hold) -> None:
        session, records = self.sessions[0], self.books[0].records
        player = int(observation.button.removeprefix("seat")) - 1
        offer, asked, written = session.view.offers[player], decision(self.state), len(records)
        told = (
            len(session.view.record.questions),
            len(session.view.record.irregularities),
            session.view.message(player),
            session.view.due,
        )
        drew = player in session.view.table.memory.drew
        deadline = session.view.timing.countdown.deadline
        super().observe(observation)
        assert asked is not None
        answers = [body["answer"] for kind, body in records[written:] if kind == "answer" and "answer" in body]
        odd = [body["code"] for kind, body in records[written:] if kind == "irregularity"]
        if (
            drew
            and player not in session.view.table.memory.drew
            and all(answer["do"] == "pass" for answer in answers[:1])
        ):
            meant = "drawn"
        elif answers:
            meant = meaning(answers[0], asked.kind)
        elif session.view.timing.countdown.deadline != deadline:
            meant = "interrupt"
        elif asked.kind == "intermission" and offer.invites and not session.view.offers[player].invites:
            meant = "go on"
        else:
            meant = ""
        if any(code in NOT_NOW for code in odd):
            meant = "exit"
        pair = PAIRS[offer.cue]
        push = "hold" if isinstance(observation, Hold) else "press"
        if not offer.invites or not getattr(offer, push):
            may = "lead" if asked.kind == "lead" and push == "hold" else ""  # no light before the deal
            assert meant in ("", may), (offer, push, meant)
            return
        after = (
            len(session.view.record.questions),
            len(session.view.record.irregularities),
            session.view.message(player),
            session.view.due,
        )
        assert meant or after != told, f"{push} under {offer} was dropped in silence"
        if meant:
            assert meant == getattr(pair, push), (offer, push, meant)
            self.meant[offer.cue, push, meant] += 1

    def choose_by_button(self, players: Sequence[int]) -> None:
        if self.random.random() < 0.5 or not self.say_something():
            self.by_button(players)

    def seize_or_not(self, players: Sequence[int]) -> None:
        player = next((one for one in players if self.placed(one)[0] == Staging.SEIZE), None)
        if player is not None:
            self.lay(f"seat{player + 1}.play", Staging.SEIZE)
        else:
            self.answer_a_window(players)

    def press_anything(self) -> None:
        """Press or hold any button, independent of its light."""
        player = self.random.randrange(len(self.names))
        self.observe(self.random.choice((Press, Hold))(self.at, f"seat{player + 1}"))

    def take_back(self) -> None:
        """Undo. A button may have turned up the cards that differ, so each table undoes its own steps."""
        if self.random.random() < 0.3:
            for session in self.sessions:
                with suppress(NothingToUndo):
                    session.undo(self.at)
            self.look()

    def fiddle(self) -> None:
        self.random.choice((self.peep, self.press_anything, self.press_anything, self.wait, self.take_back))()


def meaning(answer: dict[str, object], kind: str) -> str:
    """Return an answer in the table's words."""
    match Do(str(answer["do"])):
        case Do.REVEAL:
            return "reveal"
        case Do.EXIT:
            return "exit"
        case Do.SPOTLIGHT | Do.PROTECT | Do.SEIZE:
            return "interrupt"
        case Do.PASS:
            return "let it happen" if kind in ("window", "protect") else "go on"
        case Do.DRAW:
            return f"{answer['from']} card"
        case Do.DISCARD | Do.CARRY_OUT | Do.NEXT_ACT | Do.TRADE | Do.IMPROV:
            return "go on"
        case Do.CHOOSE:
            if "draw" in answer:
                return f"{answer['draw']} card"
            if answer.get("give", answer.get("take")) == "?staging":  # by its back
                return "no"
            refused = "cut" in answer or False in (answer.get("look"), answer.get("pay"), answer.get("play"))
            return "no" if refused else "yes"
        case other:
            return str(other)


def an_evening(seed: int) -> Watched:
    watched = Watched(seed)
    with suppress(TurnedUp):
        watched.play()
    return watched


def test_a_press_and_a_hold_mean_what_the_table_of_lights_says_and_all_of_it_is_meant() -> None:
    meant: Counter[tuple[str, str, str]] = sum((an_evening(seed).meant for seed in EVENINGS), Counter())
    assert set(meant) == WANTED, (WANTED - set(meant), set(meant) - WANTED)
