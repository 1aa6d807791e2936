"""Taps of a game on phones alone: how many there are, and how many only decline.

Players of phones do what people do. They play a card of their hand, now and then use something, and mostly decline.
Where time ends a question, half of them wait for that. Half of the time they know with their card that they want
nothing more in the scene, and play it so, if the phone offers that. Choosing a card and playing it are two taps.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.goals import Figure
from companion.table.viewer import seat_of
from cuelight.app.access.closed_table import doors_of
from tests.support.running_table import House, running

NAMES = ("Ann", "Ben", "Cal", "Dan")
ACTS = 0.12  # of the times that a player may use something, and nothing is asked for
WAITS = 0.5  # of the times that a player lets the time run out
WANTS_NOTHING = 0.5  # of the cards that are played with a pass for the scene, where the phone offers that
MOST, FEW = 6000, 60  # taps of a game
Json = dict[str, Any]


class PhonePlayers:
    """The players of one game, with nothing but their phones.

    Attributes:
        taps: `play` for taps that do something, `decline` for those that only decline.
    """

    def __init__(self, house: House, seed: int) -> None:
        self.house = house
        self.random = random.Random(seed)
        self.taps: Counter[str] = Counter()
        self._waits: dict[int, int] = {}  # by player, the window that may run out

    def play(self, most: int = MOST) -> None:
        """Play until the game is over, or this many taps. Raises AssertionError if nobody can tap anything."""
        while self.house.board["table"]["state"] == "playing" and self.taps.total() < most:
            self.house.let_the_lights_come_on()
            self.house.catch_up()
            players = [*range(len(self.house.board["seats"]))]
            self.random.shuffle(players)
            if not any(self._tap(player) for player in players):
                assert self.house.board["window"], self.house.desk["decision"]
                self.house.let_the_window_close()

    def _tap(self, player: int) -> bool:
        """Let a player do the one thing that the phone asks for; return whether anything was tapped."""
        found = json.loads(self.house.table.own(player))
        own, board = found["own"], found["board"]
        if own["discard"]:
            return self._discard(player, own)
        options = [option for option in own["options"] if option["look"] not in LEFT_ALONE]
        passes = [option for option in options if option["answer"]["do"] == "pass"]
        acts = [option for option in options if option not in passes]
        is_ahead = own.get("passes", False) and own["ahead"] == ""
        lays = [option for option in acts if option["card"] and option["answer"]["do"] == "place"]
        if lays and not any(option.get("again") for option in lays) and not own["early"]:
            self._answer(player, self._best(own, lays))
            if own.get("ahead") == "" and self.random.random() < WANTS_NOTHING:
                self._send(player, "ahead", {"by": own["name"], "until": "scene"})  # the same tap
            return True
        acts = [option for option in acts if option not in lays]
        if passes or is_ahead:
            if acts and passes and self.random.random() < ACTS:
                return self._answer(player, self.random.choice(acts))
            return self._decline(player, own, board, passes)
        if acts:
            shown = [option for option in acts if not option["card"]] or acts
            reveals = [option for option in shown if option["answer"]["do"] == "reveal"]
            return self._answer(player, reveals[0] if reveals and "no effect" not in reveals[0]["note"] else shown[-1])
        return self._press(player, board["seats"][player], own)

    def _best(self, own: Json, lays: list[Json]) -> Json:
        points = {card["id"]: card.get("points") or 0 for card in own["hand"]}
        return max(lays, key=lambda option: points.get(option["card"], 0) + 2 * self.random.random())

    def _decline(self, player: int, own: Json, board: Json, passes: list[Json]) -> bool:
        window = board["window"]
        if window is not None and window["left"] is not None and player in window["seats"]:
            if self._waits.get(player) == window["id"] or self.random.random() < WAITS:
                self._waits[player] = window["id"]
                return False
        elif not passes:
            return False
        if own.get("passes") and own["ahead"] == "":
            self._send(player, "ahead", {"by": own["name"], "until": self.random.choice(["round", "scene"])})
        else:
            self._send(player, "answer", passes[0]["answer"])
        self.taps["decline"] += 1
        return True

    def _answer(self, player: int, option: Json) -> bool:
        self.taps["play"] += 2 if option["card"] else 1
        self._send(player, "answer", option["answer"])
        return True

    def _discard(self, player: int, own: Json) -> bool:
        cards = [card["id"] for card in own["hand"] if card["kind"] == "staging"][: own["discard"]]
        self.taps["play"] += len(cards) + 1
        self._send(player, "answer", {"by": own["name"], "do": "discard", "cards": cards})
        return True

    def _press(self, player: int, seat: Json, own: Json) -> bool:
        """Press the phone's button for the seat's light, if the phone shows it."""
        is_dealt = seat["cue"] in ("draw-script", "draw-staging")
        if own.get("waits") or is_dealt or seat.get("anothers") or not seat["press"] or seat["cue"] == "done":
            return False
        self.taps["play"] += 1
        self._send(player, "mat", {"do": "press", "button": seat["seat"]})
        return True

    def _send(self, player: int, name: str, body: Json) -> None:
        self.house.table.command(name, body, seat_of(player))
        self.house.catch_up()


LEFT_ALONE = ("besides", "first")
"""The looks of buttons that a player finds only under others, and of those that nobody needs."""


def played(folder: Path, seed: int, most: int = MOST) -> Counter[str]:
    """Return the taps of one Othello on four phones, at most about this many."""
    with running(folder / f"{seed}.db") as house:
        house.command("start", game="othello", names=[*NAMES], lead=seed % len(NAMES))
        doors_of(house.table, house.path, house.clock).make_keys(range(1, len(NAMES) + 1))
        house.catch_up()
        players = PhonePlayers(house, seed)
        players.play(most)
        return players.taps


def figures(short: bool) -> Iterator[Figure]:
    """Yield the rate of taps that only decline."""
    with tempfile.TemporaryDirectory() as folder:
        games = [played(Path(folder), seed, FEW if short else MOST) for seed in range(1 if short else 3)]
    taps = sum(game.total() for game in games)
    declined = sum(game["decline"] for game in games)
    context = f"{declined:,} of {taps:,} taps, {len(games)} games of Othello with {len(NAMES)} players"
    yield Figure("empty-taps", 100 * declined / taps, context)
