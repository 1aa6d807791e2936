"""A recorded table for web tests: snapshots to publish, and a log of its commands.

The cards are those of the stand-in deck. Nothing here follows the rules: situations are chosen for their display.
"""

import copy
import json
from collections import defaultdict
from collections.abc import Callable

from companion.core.errors import CuelightError
from companion.othello.game import GAME as OTHELLO
from companion.othello.model.decision import DecisionKind
from companion.othello.table.table_of_gestures import hint
from companion.table.viewer import HOST, Viewer
from tests.support.snapshot_parts import DECK, STAGING, Json, board, card, log, piles, seat, tiles
from web.api.table_port import Channel, Listener, newest


def idle() -> Json:
    """No game is running."""
    return {"v": 1, "seq": 0, "table": {"state": "idle"}, "seats": []}


def pre_placement() -> Json:
    """Four players, the first scene: the first one may play coins."""
    seats = [
        seat(0, lead=True, coins={"Iago": 1}),
        seat(1, up=True, cue="go-on", press="nothing more to do", hold="nothing more to do"),
        seat(2, cue="on-deck"),
        seat(3),
    ]
    entries = log(("act", "Act I begins", None), ("lead", "Ann holds the Iago tile", 0), ("scene", "Scene 1", None))
    return board(
        seats,
        scene=1,
        phase="pre-placement",
        tiles=tiles(1, Iago={"held_by": 0}),
        log=entries,
        headline="Bob may play coins or improvise before the cards are placed",
    )


def placement() -> Json:
    """Two players, the first scene: one has placed a card, the other has not."""
    seats = [
        seat(0, lead=True, hand=7, up=True, cue="lay"),
        seat(1, hand=6, card={"face": "down"}, cue="done"),
    ]
    entries = log(("act", "Act I begins", None), ("scene", "Scene 1", None), ("card", "Bob places a card", 1))
    return board(
        seats,
        scene=1,
        phase="placement",
        tiles=tiles(1, Iago={"held_by": 0}),
        log=entries,
        headline="Everybody places a card face down",
    )


def reveal() -> Json:
    """Four players, a reveal with its window open: two may interrupt."""
    seats = [
        seat(
            0,
            lead=True,
            points=9,
            intrigue=4,
            coins={"Iago": 2},
            card={"face": "down"},
            cue="may-interrupt",
            hand=3,
            scored=[card("III.3"), card("II.2")],
        ),
        seat(
            1,
            points=7,
            spotlight=0,
            handkerchief=True,
            card={"face": "up", "card": card("III.6")},
            done=True,
            cue="done",
            hand=3,
            scored=[card("III.6"), card("I.4")],
        ),
        seat(
            2,
            points=6,
            intrigue=1,
            wounds=1,
            up=True,
            cue="your-turn",
            hand=3,
            card={"face": "up", "card": card("III.4")},
            scored=[card("II.8")],
        ),
        seat(
            3,
            points=11,
            intrigue=5,
            spotlight=2,
            coins={"Cassio": 1, "Desdemona": 1},
            card={"face": "down"},
            cue="may-interrupt",
            hand=3,
            scored=[card("I.9"), card("II.11"), card("III.1")],
        ),
    ]
    window = {
        "id": 17,
        "kind": "window",
        "text": "Cal reveals Desdemona confronts Othello",
        "by": 2,
        "card": card("III.4"),
        "seats": [0, 3],
        "seconds": 5.0,
        "left": 3.2,
    }
    entries = log(
        ("scene", "Scene 2", None),
        ("card", "Bob reveals Emilia conspires", 1),
        ("score", "Bob scores Emilia conspires: 2 points", 1),
        ("token", "Bob takes the handkerchief", 1),
        ("card", "Cal reveals Desdemona confronts Othello", 2),
        ("window", "Ann and Dorothea may interrupt", None),
    )
    return board(
        seats,
        act=3,
        window=window,
        log=entries,
        headline="Ann or Dorothea may seize it, or block it with a spotlight",
        tiles=tiles(3, Iago={"held_by": 0, "wounds": 1}, Othello={"wounds": 2}, Cassio={"wounds": 4}),
        piles=piles(
            script=4,
            script_discard=2,
            staging=9,
            staging_discard=3,
            script_top=card("III.13"),
            staging_top=card("Miscue"),
        ),
    )


def crowded() -> Json:
    """Six players late in a long act: many tokens, coins and scored cards, every cue somewhere, deaths."""
    scripts = sorted(name for name in DECK if name.split(".")[0] in ("I", "II", "III", "IV"))
    scored = [[card(name) for name in scripts[i::6]][: 6 + i % 3] for i in range(6)]
    full = {"Iago": 4, "Othello": 1, "Cassio": 2, "Emilia": 1, "Roderigo": 1, "Desdemona": 1}
    seats = [
        seat(
            0,
            points=23,
            intrigue=7,
            spotlight=3,
            wounds=4,
            coins=full,
            card={"face": "up", "card": card("IV.12")},
            done=True,
            cue="draw-script",
            scored=scored[0],
            hand=3,
        ),
        seat(
            1,
            points=19,
            intrigue=12,
            spotlight=0,
            handkerchief=True,
            card={"face": "up", "card": card("Seize")},
            done=True,
            cue="draw-staging",
            scored=scored[1],
            hand=3,
        ),
        seat(
            2,
            points=14,
            intrigue=0,
            spotlight=1,
            lead=True,
            coins={"Iago": 5},
            card={"face": "down"},
            cue="choose",
            scored=scored[2],
            hand=3,
            protected=True,
        ),
        seat(
            3,
            points=28,
            intrigue=2,
            spotlight=5,
            wounds=2,
            coins={"Cassio": 1},
            up=True,
            card={"face": "up", "card": card("IV.15")},
            cue="your-turn",
            scored=scored[3],
            hand=3,
        ),
        seat(4, points=17, intrigue=3, card={"face": "down"}, cue="on-deck", scored=scored[4], hand=3),
        seat(
            5,
            points=21,
            intrigue=10,
            spotlight=2,
            wounds=1,
            card={"face": "down"},
            cue="attention",
            scored=scored[5],
            hand=3,
        ),
    ]
    entries = log(
        ("scene", "Scene 6, the last of the act", None),
        ("wound", "Othello wounds Desdemona: 5 of 5", None),
        ("death", "Desdemona dies; Ann takes five wounds", 0),
        ("card", "Bob seizes Iago convinces Othello", 1),
        ("score", "Bob scores 2 points and an Iago coin", 1),
        ("lead", "Cal takes the Iago tile", 2),
        ("token", "Cal is protected for the rest of the scene", 2),
        ("card", "Dorothea reveals Desdemona confronts Emilia", 3),
    )
    return board(
        seats,
        act=4,
        scene=6,
        half_curtain=True,
        last_scene=True,
        marker="final-scene",
        log=entries,
        headline="Dorothea plays the full curtain",
        newest=card("IV.15"),
        irregularities=1,
        tiles=tiles(
            4,
            Iago={"held_by": 2, "wounds": 3},
            Othello={"wounds": 5},
            Desdemona={"wounds": 5, "dead": True},
            Roderigo={"wounds": 4, "dead": True},
            Bianca={"wounds": 1},
            Cassio={"wounds": 3},
        ),
        piles=piles(
            script=0,
            script_discard=7,
            staging=2,
            staging_discard=11,
            script_top=card("IV.4"),
            staging_top=card("Villainy"),
        ),
        set_aside=[card("IV.11"), card("IV.13")],
    )


def many_dead() -> Json:
    """The last act of six players, with the tiles of those who died in earlier ones on the stage too."""
    dead = {"dead": True, "held_by": None}
    fallen = [
        {"character": "Brabantio", "wounds": 2, "limit": 2, **dead},
        {"character": "Montano", "wounds": 1, "limit": 1, **dead},
    ]
    last = crowded()
    return {**last, "act": 5, "tiles": [*last["tiles"], *fallen]}


def protect() -> Json:
    """Three players: one is asked for protection against a spotlight."""
    seats = [
        seat(0, lead=True, points=5, card={"face": "down"}, hand=3),
        seat(
            1,
            points=4,
            up=True,
            card={"face": "up", "card": card("I.8")},
            cue="choose",
            coins={"Desdemona": 1},
            hand=3,
        ),
        seat(2, points=6, spotlight=0, card={"face": "down"}, cue="on-deck", hand=3),
    ]
    window = {
        "id": 21,
        "kind": "protect",
        "text": "Cal turns a spotlight on “Othello convinces the senate”",
        "by": 2,
        "card": None,
        "seats": [1],
        "seconds": 5.0,
        "left": 5.0,
    }
    entries = log(("card", "Bob reveals Othello convinces the senate", 1), ("token", "Cal turns a spotlight on it", 2))
    return board(
        seats,
        window=window,
        log=entries,
        headline="Bob may use a Desdemona coin",
        tiles=tiles(1, Iago={"held_by": 0}),
    )


def intermission() -> Json:
    """Five players between the second and the third act."""
    points = (9, 4, 12, 7, 7)
    seats = [seat(i, points=n, cue="choose", scored=[card("I.1"), card("II.5")]) for i, n in enumerate(points)]
    seats[2]["lead"] = True
    entries = log(("act", "The curtain falls on Act II", None), ("lead", "Bob leads Act III", 1))
    return board(
        seats,
        act=2,
        scene=5,
        phase="intermission",
        log=entries,
        asked="intermission",
        headline="Before Act III: exchange tokens if you like. Press when you are done",
    )


def over() -> Json:
    """The end of a game of four."""
    table = (
        (33, 20, 1, 3, 2, 0, 7, 0),
        (31, 22, 2, 1, 1, 3, 0, 2),
        (19, 15, 0, 2, 0, 0, 0, 2),
        (25, 17, 1, 0, 3, 0, 2, 2),
    )
    keys = ("script", "intrigue", "spotlight", "wounds", "handkerchief", "lead_bonus", "company_bonus")
    seats = [
        seat(i, points=row[0], breakdown=dict(zip(keys, row[1:], strict=True)), handkerchief=row[5] > 0, hand=0)
        for i, row in enumerate(table)
    ]
    seats[0]["lead"] = True
    dead = {"wounds": 5, "dead": True}
    result = board(
        seats,
        act=5,
        scene=7,
        phase="over",
        half_curtain=True,
        winners=["Ann"],
        headline="Ann wins the play",
        tiles=tiles(5, Desdemona=dead, Emilia={"wounds": 4, "dead": True}, Othello={"wounds": 6, "dead": True}),
        log=log(("card", "Ann reveals Iago watches Othello kill himself", 0), ("act", "The play is over", None)),
    )
    result["table"]["state"] = "over"
    return result


def shared() -> Json:
    """The end of a game of six won by two."""
    points = (17, 8, 17, 14, 11, 11)
    seats = [seat(i, points=n, hand=0) for i, n in enumerate(points)]
    return {**over(), "seats": seats, "winners": ["Ann", "Cal"], "headline": "Ann and Cal win the play"}


BOARDS: dict[str, Callable[[], Json]] = {
    "idle": idle,
    "pre-placement": pre_placement,
    "placement": placement,
    "reveal": reveal,
    "crowded": crowded,
    "many-dead": many_dead,
    "protect": protect,
    "intermission": intermission,
    "over": over,
    "shared": shared,
}


def desk(public: Json) -> Json:
    """The host's snapshot around a public one: a virtual mat with hands for every seat."""
    act = public.get("act", 1)
    names = [name for name in DECK if DECK[name]["act"] == act]
    kinds = list(STAGING)
    hands: dict[str, list[str]] = {}
    zones: dict[str, str | None] = {"stage.target": None} if public["seats"] else {}
    for i, one in enumerate(public["seats"]):
        half = (one["hand"] + 1) // 2
        mine = [names.pop(0) for _ in range(half) if names]
        hands[one["seat"]] = mine + [kinds[(i + n) % len(kinds)] for n in range(one["hand"] - len(mine))]
        placed = one["card"]
        lies = None if placed is None else placed["card"]["id"] if placed["face"] == "up" else names.pop(0)
        zones[f"{one['seat']}.play"] = lies
    mentioned = {
        *names,
        *kinds,
        *(n for hand in hands.values() for n in hand),
        *(n for n in zones.values() if n),
    }
    up = next((i for i, one in enumerate(public["seats"]) if one["up"]), None)
    who = public["seats"][up]["name"] if up is not None else None
    options = [
        {"answer": {"by": who, "do": "reveal"}, "text": f"{who} reveals", "seat": up, "group": "decision"},
        {"answer": {"by": who, "do": "exit"}, "text": f"{who} exits", "seat": up, "group": "decision"},
        {
            "answer": {"by": "Ann", "do": "coin", "coin": "Iago", "on": "Cassio"},
            "text": "Ann plays an Iago coin on Cassio",
            "seat": 0,
            "group": "permitted",
        },
    ]
    return {
        "board": public,
        "driver": "hands",
        "zones": zones,
        "lights": {one["seat"]: one["cue"] for one in public["seats"]},
        "hands": hands,
        "box": [*names, *kinds],
        "cards": {name: card(name) for name in sorted(mentioned)},
        "options": options if who else [],
        "decision": {"kind": "reveal", "players": [who], "text": f"{who} reveals or exits"} if who else None,
        "questions": [],
        "irregularities": [],
        "can_undo": bool(public["seats"]),
        "undo_text": "Bob reveals Emilia conspires" if public["seats"] else "",
        "steps": [],
        "notices": [],
    }


def asking(public: Json, kind: str, text: str, **deeds: list[Json]) -> Json:
    """Return the host's snapshot with a decision that offers the named players one of these answers each."""
    seats = {one["name"]: index for index, one in enumerate(public["seats"])}
    options = [
        {"answer": {"by": name, **deed}, "text": f"{name}: {deed['do']}", "seat": seats[name], "group": "decision"}
        for name, answers in deeds.items()
        for deed in answers
    ]
    return {
        **desk(public),
        "options": options,
        "decision": {"kind": kind, "players": list(deeds), "text": text, "hint": hint(DecisionKind(kind))},
    }


STAND_IN = {"id": "stand-in", "title": "Stand-in deck", "made_up": True, "editions": sorted(OTHELLO.info.editions)}


NO_RACE: Json = {"places": [], "players": []}


class Refusal(CuelightError, RuntimeError):
    """The error of the recorded table when it is set to refuse."""


class RecordedTable:
    """A table that publishes given snapshots and logs its commands."""

    def __init__(self, public: Json | None = None, host: Json | None = None) -> None:
        self.commands: list[tuple[str, Json]] = []
        self.refuse: str | None = None
        self.answers: dict[str, Json] = {
            "decks": {"decks": [STAND_IN]},
            "explain": {"players": []},
            "sheet": {"sheet": {"columns": ["Act I"], "parts": [], "over": False, "players": []}, "race": NO_RACE},
        }
        self._listeners: defaultdict[Channel, list[Listener]] = defaultdict(list)
        self._set(public or idle(), host)

    def _set(self, public: Json, host: Json | None) -> None:
        self.public = copy.deepcopy(public)
        self.host = copy.deepcopy(host) if host is not None else desk(self.public)

    def publish(self, public: Json, host: Json | None = None) -> None:
        """Show a new situation to all listeners."""
        self._set(public, host)
        for callback in self._listeners["board"]:
            callback(self.board())
        for channel, listeners in self._listeners.items():
            if channel != "board":
                for callback in listeners:
                    callback(newest(self, channel))

    def board(self) -> bytes:
        return json.dumps(self.public, ensure_ascii=False).encode()

    def desk(self) -> bytes:
        return json.dumps(self.host, ensure_ascii=False).encode()

    def own(self, player: int) -> bytes:
        return json.dumps({"board": self.public, "own": {"of": player}}).encode()

    def listen(self, channel: Channel, callback: Listener) -> None:
        self._listeners[channel].append(callback)
        if channel != "board":
            callback(newest(self, channel))

    def stop_listening(self, channel: Channel, callback: Listener) -> None:
        self._listeners[channel].remove(callback)

    def ask(self, name: str, body: Json, asker: Viewer = HOST) -> Json:
        return copy.deepcopy(self.answers[name])

    def command(self, name: str, body: Json, asker: Viewer = HOST) -> Json:
        if self.refuse is not None:
            raise Refusal(self.refuse)
        self.commands.append((name, body))
        return {"ok": True}
