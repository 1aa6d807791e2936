"""Explanations of scores: every point with its events and rules.

This module does not count points again. It traces each point that `scoring.score` counts to its events, so the
entries of a player always add up to that player's score. Tokens are interchangeable: the oldest count as spent
first. If the record begins in the middle of the game, points from before are explained as such.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.core.i18n import N_, _, listed
from companion.othello.model import events as e
from companion.othello.model.cards import CardName, Role, Staging, is_staging
from companion.othello.model.events import Event
from companion.othello.model.state import Scored, State
from companion.othello.model.titles import card_title, thing_title
from companion.othello.rules.scoring import Score, counts_for_lead, score
from companion.othello.rules.script_cards import points_of
from companion.othello.text.words import act_name, name

TOKENS = ("intrigue", "spotlight", "wounds")
BEFORE = N_("held before the record of this game begins")
SEIZED = N_("{played}, seized from {player}")
PLAYED = {Role.LEAD: N_("{card} ({id}), played as the Lead"), Role.COMPANY: N_("{card} ({id}), played as company")}


class Entry(NamedTuple):
    """Some of a player's points that have one reason.

    `part` is the field of `Score` that they count in, `text` the reason in words, `rules` the ids of the rules.
    `act`, `scene` and `events` (indices, oldest first) say when it happened; they are None and empty for points
    from before the events.
    """

    points: int
    part: str
    text: str
    rules: tuple[str, ...]
    act: int | None = None
    scene: int | None = None
    events: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the entry as an object, for a page or a file."""
        return {**self._asdict(), "rules": list(self.rules), "events": list(self.events)}


class Source(NamedTuple):
    """The origin of a token."""

    text: str
    rules: tuple[str, ...] = ()
    event: int | None = None


Tokens = dict[tuple[int, str], deque[Source]]
Moment = tuple[int | None, int | None]


def explain(state: State, events: Sequence[Event]) -> tuple[tuple[Entry, ...], ...]:
    """Return the reasons of all players' current points, in seat order.

    Args:
        state: the current state.
        events: the events that led to it, the newest last; all of them, or those since the record began.

    Raises ValueError if these events cannot have led to this state.
    """
    when = moments(state, events)
    tokens = token_sources(state, events)
    return tuple(
        tuple(entry for entry in _entries(state, events, tokens, player, when) if entry.points)
        for player in range(len(state.seats))
    )


def _entries(state: State, events: Sequence[Event], tokens: Tokens, player: int, when: list[Moment]) -> Iterator[Entry]:
    found = score(state, player)
    for entry in (
        *_script(state, events, player),
        *_intrigue(state, list(tokens[player, "intrigue"])),
        *_of_one_source(list(tokens[player, "spotlight"]), "spotlight"),
        *_of_one_source(list(tokens[player, "wounds"]), "wounds"),
        *_handkerchief(state, events, player, found.handkerchief),
        *_bonuses(state, events, player, found),
    ):
        act, scene = when[entry.events[-1]] if entry.events else (None, None)
        yield entry._replace(act=act, scene=scene)


def moments(state: State, events: Sequence[Event]) -> list[Moment]:
    """Return the act and the scene of each event, None where unknown."""
    begun = [event for event in events if isinstance(event, (e.ActBegan, e.SceneBegan))]
    acts = [event.act for event in begun if isinstance(event, e.ActBegan)]
    act: int | None = max(1, acts[0] - 1) if acts else state.act
    scene: int | None = None if begun else state.scene
    if begun and isinstance(begun[0], e.SceneBegan) and begun[0].scene > 1:
        scene = begun[0].scene - 1
    found = []
    for event in events:
        if isinstance(event, e.ActBegan):
            act, scene = event.act, None
        elif isinstance(event, e.SceneBegan):
            scene = event.scene
        found.append((act, scene))
    return found


# --- tokens


def changes(state: State, event: Event) -> Iterator[tuple[str, int]]:
    """Yield the tokens that an event gives to its player, or takes (negative)."""
    if isinstance(event, e.Gained):
        yield event.token, event.amount
    elif isinstance(event, e.Paid):
        yield event.token, -event.amount
    elif isinstance(event, e.Died):
        yield "wounds", event.wounds
    elif isinstance(event, e.Returned) and event.what == "wounds" and event.player >= 0:
        yield "wounds", -1
    elif isinstance(event, e.Traded):
        rate = state.rules.intrigue_per_spotlight
        got = event.amount // rate if event.token == "intrigue" else event.amount * rate
        yield event.token, -event.amount
        yield "spotlight" if event.token == "intrigue" else "intrigue", got


def token_sources(state: State, events: Sequence[Event]) -> Tokens:
    """Return the sources of each player's tokens, by player and kind, the oldest first.

    Raises ValueError if the events cannot have led to this state.
    """
    held: Counter[tuple[int, str]] = Counter()
    for player, seat in enumerate(state.seats):
        for token in TOKENS:
            held[player, token] = getattr(seat, token)
    moved = [
        (index, (event.player, token), count)  # type: ignore[attr-defined]  # events that change tokens have a player
        for index, event in enumerate(events)
        for token, count in changes(state, event)
    ]
    at_first = held.copy()
    for _index, key, count in moved:
        at_first[key] -= count
    if any(count < 0 for count in at_first.values()):
        raise ValueError("the events bring more tokens than there are")
    sources: Tokens = {key: deque([Source(_(BEFORE))] * at_first[key]) for key in held}
    causes = _causes(events)
    for index, key, count in moved:
        if count > 0:
            event = events[index]
            if isinstance(event, e.Died):
                text, rules = _("{character}’s wounds", character=event.character), _death_rules(events[:index], event)
            else:
                text, rules = _reason(state, causes[index])
            sources[key].extend([Source(text, rules, index)] * count)
        for _each in range(-count):
            if not sources[key]:
                raise ValueError("the events spend tokens that are not there")
            sources[key].popleft()
    return sources


CAUSES = (
    e.Dealt,
    e.Succeeded,
    e.Exited,
    e.Failed,
    e.Seized,
    e.Undone,
    e.Traded,
    e.CarriedOut,
    e.Corrected,
)


def _causes(events: Sequence[Event]) -> list[Event | None]:
    """Return for each event the last one up to it that can be the reason for tokens."""
    last: Event | None = None
    found = []
    for event in events:
        if isinstance(event, CAUSES):
            wrong = isinstance(event, e.Exited) and isinstance(last, e.Failed) and last.card == event.card
            last = last if wrong else event
        found.append(last)
    return found


def _reason(state: State, cause: Event | None) -> tuple[str, tuple[str, ...]]:
    """Return the reason why a player got tokens, in words and rule ids."""
    match cause:
        case e.Dealt():
            return _("the start of the game"), ("S2",)
        case e.Succeeded():
            seized = ("Z2",) if cause.player != cause.source else ()
            return _("reward of {card} ({id})", card=card_title(state, cause.card), id=cause.card), ("K2", *seized)
        case e.Exited():
            return _("exit with {card}", card=card_title(state, cause.card)), ("E1",)
        case e.Failed():
            return _("exit with {card}, which failed", card=card_title(state, cause.card)), ("K8", "E1")
        case e.Seized():
            rules = ("Z3",) if is_staging(cause.card) else ("Z2", "J11")
            whose, thing = name(state, cause.victim), thing_title(state, cause.card)
            return _("seizing {player}’s {thing}", player=whose, thing=thing), rules
        case e.CarriedOut():
            return _("the text of {card}", card=card_title(state, cause.card)), ("C11",)
        case e.Undone():
            return _("back after {thing} was undone", thing=thing_title(state, cause.what)), ("J8",)
        case e.Traded():
            return _("tokens changed between acts"), ("G1",)
        case e.Corrected():
            return _("put right by the host: {because}", because=_(cause.because.words)), ()
        case _:
            return _("tokens taken from the box"), ()


def _intrigue(state: State, sources: list[Source]) -> Iterator[Entry]:
    """Yield one point for each complete set of intrigue tokens (G2)."""
    rate = state.rules.intrigue_per_point
    for start in range(0, len(sources) - rate + 1, rate):
        yield _of_tokens(1, "intrigue", sources[start : start + rate])


def _of_one_source(sources: list[Source], part: str) -> Iterator[Entry]:
    """Yield one point for each spotlight or wound token (G2).

    Tokens with the same source share an entry.
    """
    for source in dict.fromkeys(sources):
        same = [each for each in sources if each == source]
        yield _of_tokens(len(same), part, same)


def _of_tokens(points: int, part: str, sources: list[Source]) -> Entry:
    rules = tuple(dict.fromkeys(rule for source in sources for rule in source.rules))
    indices = tuple(dict.fromkeys(source.event for source in sources if source.event is not None))
    counted = Counter(source.text for source in sources)
    several = N_("{source} ({count} tokens)")
    text = listed(_(several, source=text, count=count) if count > 1 else text for text, count in counted.items())
    return Entry(points, part, text, (*rules, "G2"), events=indices)


# --- cards, wounds, the handkerchief


def _script(state: State, events: Sequence[Event], player: int) -> Iterator[Entry]:
    """Yield an entry for each card of the scoring pile (K2, C8)."""
    for item in state.seats[player].scored:
        yield _card_entry(state, events, player, item)
    yield _unnamed(state, events, player)


def _unnamed(state: State, events: Sequence[Event], player: int) -> Entry:
    """Return the points that no card explains.

    They are from before the record began, or the host corrected them.
    """
    points = state.seats[player].points_before
    index = _last(events, lambda event: isinstance(event, e.PointsSet) and event.player == player)
    if index is None:
        unnamed = _("script cards that nobody named, {before}", before=_(BEFORE))
        return Entry(points, "script", unnamed, ("K2", "G2"))
    return Entry(points, "script", _("put right by the host"), ("G2",), events=(index,))


def _card_entry(state: State, events: Sequence[Event], player: int, item: Scored) -> Entry:
    name_of, role = item
    card = state.deck.cards[name_of]
    index = _last(events, lambda event: _brought(event, player, name_of))
    event = events[index] if index is not None else None
    text = _(PLAYED[role], card=card_title(state, name_of), id=name_of)
    rules: tuple[str, ...] = ("K2",)
    if card.curtain is not None:
        rules = (*rules, "C8")
    if isinstance(event, e.Scored) and event.source != player:
        text, rules = _(SEIZED, played=text, player=name(state, event.source)), (*rules, "Z2")
    elif isinstance(event, e.TakenOver):
        text, rules = _(SEIZED, played=text, player=name(state, event.victim)), (*rules, "J11")
    elif isinstance(event, e.Recovered):
        text, rules = _("{played}, taken with Revive", played=text), (*rules, "A7")
    elif isinstance(event, e.ScoredSet):
        text = _("{played}, put right by the host", played=text)
    elif event is None:
        text = _("{played}, {before}", played=text, before=_(BEFORE))
    worth = points_of(state.rules, card, role)
    return Entry(worth, "script", text, (*rules, "G2"), events=() if index is None else (index,))


def _brought(event: Event, player: int, card: CardName) -> bool:
    if isinstance(event, (e.Scored, e.Recovered, e.TakenOver, e.ScoredSet)):
        return (event.player, event.card) == (player, card)
    return False


def _death_rules(before: Sequence[Event], died: e.Died) -> tuple[str, ...]:
    """Return K6 for a killing card, else W4 and the rule of the last wound."""
    last = before[-1] if before else None
    wounded = isinstance(last, e.Wounded) and (last.player, last.character) == (died.player, died.character)
    for event in reversed(before):
        if isinstance(event, e.CarriedOut):
            return "C11", "W4"
        if isinstance(event, e.Corrected):
            return ("K6",)
        if isinstance(event, e.IagoCoinUsed):
            return "O2", "W4"
        if isinstance(event, e.Revealed) and event.card == Staging.VILLAINY:
            return "A6", "W4"
        if isinstance(event, e.Recovered):
            return ("A7", "W4") if wounded else ("A7", "K6")
        if isinstance(event, e.Scored):
            return ("K5", "W4") if wounded else ("K6",)
    return ("W4",)


def _handkerchief(state: State, events: Sequence[Event], player: int, points: int) -> Iterator[Entry]:
    """Yield an entry for the last time the player took the handkerchief (K9)."""
    index = _last(events, lambda event: isinstance(event, e.HandkerchiefTaken) and event.player == player)
    if index is None:
        yield Entry(points, "handkerchief", _("the handkerchief, {before}", before=_(BEFORE)), ("G2",))
        return
    origin = events[index].origin  # type: ignore[attr-defined]  # it is a HandkerchiefTaken
    taken = _("the handkerchief, taken from {player}", player=name(state, origin)) if origin >= 0 else ""
    yield Entry(points, "handkerchief", taken or _("the handkerchief"), ("K9", "G2"), events=(index,))


def _last(events: Sequence[Event], fits: Any) -> int | None:
    return next((index for index in range(len(events) - 1, -1, -1) if fits(events[index])), None)


# --- the end


def _bonuses(state: State, events: Sequence[Event], player: int, found: Score) -> Iterator[Entry]:
    """Yield the two final bonuses, with the cards that count for them (G5)."""
    if not (found.lead_bonus or found.company_bonus):
        return
    rules, of = state.rules, state.deck.cards
    by_character: dict[str, list[Scored]] = {}
    for item in state.seats[player].scored:
        by_character.setdefault(of[item[0]].character_1, []).append(item)
    if found.lead_bonus:
        cards = [item for item in state.seats[player].scored if counts_for_lead(rules, of[item[0]], item[1])]
        acts = sorted({of[card].act for card, _role in cards})
        leads = dict.fromkeys(rules.lead_characters[act - 1] for act in acts)
        text = _("{characters} in {acts}", characters=listed(leads), acts=listed(act_name(act) for act in acts))
        yield Entry(found.lead_bonus, "lead_bonus", text, ("G5",), events=_when(events, player, cards))
    for character, cards in by_character.items():
        if character in rules.company_characters and len(cards) >= rules.company_bonus_cards:
            text = _("{count} cards of {character}", count=len(cards), character=character)
            points = rules.company_bonus_points
            yield Entry(points, "company_bonus", text, ("G5",), events=_when(events, player, cards))


def _when(events: Sequence[Event], player: int, cards: list[Scored]) -> tuple[int, ...]:
    found = (_last(events, lambda event, card=card: _brought(event, player, card)) for card, _role in cards)
    return tuple(sorted(index for index in found if index is not None))
