"""Damage and its causes: each point in a damage pool and each death, with the events behind it.

The entries of a player add up to that player's score. All of it is public. If a game was continued from a position,
damage from before it has no events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.core.i18n import N_, _
from companion.deathmatch.model import events as e
from companion.deathmatch.model.cards import Suit
from companion.deathmatch.model.changes import CardMoved, Place, PlaceKind, SlainByText
from companion.deathmatch.model.state import State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION
from companion.deathmatch.rules.harm import score
from companion.deathmatch.text.narrate import event_text
from companion.deathmatch.text.words import card_title, name

PARTS = {str(suit): suit.words for suit in Suit} | {"harmless": N_("harms nobody")}
BEFORE = N_("lay there before the record of this game begins")
RULES = {
    "DP4": N_("the winner of a scene places one of its cards in another player's damage pool"),
    "DJ2": N_("the text of a card says so"),
    "DE1": N_("a character is slain when the pool reaches its points"),
}


class Entry(NamedTuple):
    """A card in a damage pool and its origin.

    `part` is its suit, or `harmless` for a card without one; `by` is the player who placed it, None if no player did.
    `act`, `scene` and `events` (indices, oldest first) give the time; they are None and empty for cards from before the
    events.
    """

    card: str
    points: int
    part: str
    text: str
    rules: tuple[str, ...] = ()
    by: int | None = None
    act: int | None = None
    scene: int | None = None
    events: tuple[int, ...] = ()


class Death(NamedTuple):
    """The death of a player: the character, the time, the event, and the cards in the pool."""

    character: str
    text: str
    rules: tuple[str, ...]
    act: int | None
    scene: int | None
    events: tuple[int, ...]
    entries: tuple[Entry, ...]


class Wounds(NamedTuple):
    """Everything a player has suffered: the cards in the pool, and the death."""

    entries: tuple[Entry, ...]
    slain: Death | None


def explain(state: State, events: Sequence[e.Event]) -> tuple[Wounds, ...]:
    """Return everything the players have suffered, in seat order.

    Args:
        state: the current game.
        events: the events that led to it, the newest last; all of them, or those since the record begins.

    Raises ValueError if these events cannot have led to this state.
    """
    return tuple(Wounds(tuple(pool), death) for pool, death in _Walk(state, events).walked())


class _Walk:
    """Follow the events with every pool, card by card."""

    def __init__(self, state: State, events: Sequence[e.Event]) -> None:
        self.state = state
        self.events = events
        self.pools = [[self._entry(card, _(BEFORE)) for card in pool] for pool in _pools_before(state, events)]
        self.deaths: list[Death | None] = [None] * len(state.seats)
        self.act, self.scene = _moment_before(state, events)

    def walked(self) -> Iterator[tuple[list[Entry], Death | None]]:
        """Yield every player's final pool and death."""
        for index, event in enumerate(self.events):
            if isinstance(event, e.ActBegan):
                self.act, self.scene = event.act, None
            elif isinstance(event, e.SceneBegan):
                self.scene = event.scene
            elif isinstance(event, e.Slain):
                self.deaths[event.player] = self._death(index, event)
            for player, card, came in _moves(event):
                if came:
                    self.pools[player].append(self._came(index, event, card))
                else:
                    _take_out(self.pools[player], card)
        yield from zip(self.pools, self.deaths, strict=True)

    def _cause(self, index: int) -> e.Event | None:
        """Return the last event before this one, without automatic consequences."""
        return next((event for event in reversed(self.events[:index]) if not isinstance(event, FOLLOWING)), None)

    def _came(self, index: int, event: e.Event, card: str) -> Entry:
        by = event.player if isinstance(event, e.Damaged) else None
        rule = "DP4" if by is not None else "DJ2"
        text = _("placed by {player}", player=name(self.state, by)) if by is not None else _("put there by a text")
        return self._entry(card, text, (rule,), by, (index,))

    def _entry(
        self, card: str, text: str, rules: tuple[str, ...] = (), by: int | None = None, events: tuple[int, ...] = ()
    ) -> Entry:
        face = self.state.deck.actions.get(card)
        points, part = (face.points, str(face.suit)) if face is not None and face.suit is not None else (0, "harmless")
        when = (self.act, self.scene) if events else (None, None)
        return Entry(
            card,
            points,
            part,
            _("{card}, {how}", card=card_title(self.state, card), how=text),
            rules,
            by,
            *when,
            events,
        )

    def _death(self, index: int, event: e.Slain) -> Death:
        cause = self._cause(index)
        text = _("slain as {character}", character=event.character)
        rules: tuple[str, ...] = ("DE1",)
        if isinstance(cause, e.Damaged) and cause.target == event.player:
            who, card = name(self.state, cause.player), card_title(self.state, cause.card)
            text = _("slain as {character}, by {player} with {card}", character=event.character, player=who, card=card)
        elif isinstance(cause, e.Changed):
            changed = [before.change for before in self.events[:index] if isinstance(before, e.Changed)]
            text = _("slain as {character}, by a text", character=event.character)
            rules = ("DJ2",) if SlainByText(event.player) in changed else ("DJ2", "DE1")
        entries = tuple(self.pools[event.player])
        return Death(event.character, text, rules, self.act, self.scene, (index,), entries)


FOLLOWING = (e.Discarded, e.Drew, e.Slain, e.Shuffled, e.Dealt)  # automatic consequences between a cause and a death


def _moves(event: e.Event) -> list[tuple[int, str, bool]]:
    """Return the cards that an event puts into a pool (True) or takes out of one, with the pool's player."""
    match event:
        case e.Damaged(_, target, card):
            return [(target, card, True)]
        case e.Discarded(player, card, e.Origin.POOL):
            return [(player, card, False)]
        case e.Changed(CardMoved(card, origin, to)):
            return [(of, card, came) for place, came in ((origin, False), (to, True)) for of in _pool_of(place)]
        case _:
            return []


def _pool_of(place: Place) -> list[int]:
    return [place.of] if place.kind is PlaceKind.POOL and place.of is not None else []


def _pools_before(state: State, events: Sequence[e.Event]) -> list[list[str]]:
    """Return the pools before the events by undoing them, the newest first."""
    pools = [list(seat.pool) for seat in state.seats]
    for event in reversed(events):
        for player, card, came in reversed(_moves(event)):
            if not came:
                pools[player].insert(0, card)
            elif card in pools[player]:
                del pools[player][len(pools[player]) - 1 - pools[player][::-1].index(card)]
            elif card == UNKNOWN_ACTION and pools[player]:
                del pools[player][0]  # its name became known when it was taken out again
            else:
                raise ValueError("the events bring more cards than lie in the pools")
    return pools


def _take_out(pool: list[Entry], card: str) -> None:
    """Remove the oldest entry of a card, or else the oldest unknown one."""
    for wanted in (card, UNKNOWN_ACTION):
        for entry in pool:
            if entry.card == wanted:
                pool.remove(entry)
                return
    raise ValueError("the events take cards that are not in the pools")


def _moment_before(state: State, events: Sequence[e.Event]) -> tuple[int | None, int | None]:
    """Return the act and the scene before the events, if known."""
    boundaries = [event for event in events if isinstance(event, (e.ActBegan, e.SceneBegan, e.SceneEnded))]
    acts = [event.act for event in boundaries if isinstance(event, e.ActBegan)]
    act = max(1, acts[0] - 1) if acts else state.act
    match boundaries[0] if boundaries else None:
        case None:
            return act, state.scene
        case e.SceneEnded(scene):
            return act, scene
        case e.SceneBegan(scene) if scene > 1:
            return act, scene - 1
        case _:
            return act, None


# --- for a page or a file


def why(state: State, events: Sequence[e.Event]) -> list[dict[str, Any]]:
    """Return everything the players have suffered as objects, in seat order.

    Raises ValueError if these events cannot have led to this state.
    """
    return [
        {
            "name": state.seats[player].name,
            "total": score(state, player).total,
            "entries": [_entry_to_json(state, events, entry) for entry in wounds.entries],
            "slain": _death_to_json(state, events, wounds.slain),
        }
        for player, wounds in enumerate(explain(state, events))
    ]


def _entry_to_json(state: State, events: Sequence[e.Event], entry: Entry) -> dict[str, Any]:
    by = None if entry.by is None else name(state, entry.by)
    return {**entry._asdict(), "part_words": _(PARTS[entry.part]), "by": by, **_explained(state, events, entry)}


def _death_to_json(state: State, events: Sequence[e.Event], death: Death | None) -> dict[str, Any] | None:
    if death is None:
        return None
    entries = [_entry_to_json(state, events, entry) for entry in death.entries]
    return {**death._asdict(), **_explained(state, events, death), "entries": entries}


def _explained(state: State, events: Sequence[e.Event], item: Entry | Death) -> dict[str, Any]:
    lines = (event_text(state, events[index]) for index in item.events)
    return {
        "rules": list(item.rules),
        "events": list(item.events),
        "told": [line.text for line in lines if line is not None],
        "rules_words": [_(RULES[rule]) for rule in item.rules],
    }


def explained(state: State, events: Sequence[e.Event], player: int) -> str:
    """Explain a player's damage as text: one line for each card, under its suit, and the death.

    Raises ValueError if these events cannot have led to this state.
    """
    wounds = explain(state, events)[player]
    total = score(state, player).total
    if wounds.slain is not None:  # the pool at that time; it was discarded with all other cards (DE2)
        total = sum(entry.points for entry in wounds.slain.entries)
    lines = [f"{name(state, player)}: {total} point{'' if total == 1 else 's'} of damage"]
    lines += _by_part(wounds.entries)
    if wounds.slain is not None:
        lines.append(f"\n  {wounds.slain.text}  [{_when(wounds.slain)}; {', '.join(wounds.slain.rules)}]")
        lines += _by_part(wounds.slain.entries)
    return "\n".join(lines)


def _by_part(entries: Sequence[Entry]) -> Iterator[str]:
    for part in (*map(str, Suit), "harmless"):
        mine = [entry for entry in entries if entry.part == part]
        if mine:
            yield f"\n  {part}: {sum(entry.points for entry in mine)}"
            yield from (f"  {entry.points:4}  {entry.text}  [{_when(entry)}]" for entry in mine)


def _when(item: Entry | Death) -> str:
    scene = f", scene {item.scene}" if item.scene else ""
    return f"act {item.act}{scene}" if item.act is not None else "before"
