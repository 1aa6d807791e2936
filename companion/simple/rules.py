"""Base for the rules of small card games. It holds what they share, so a game defines only what is its own.

State, answers and events are records (`companion.simple.formats`). The state has `seats`, each with at least `name`,
`hand` and `points`, and has every card once. An answer is `by` a player and has at most one `card` of the hand. Its
kind has the same word as the question: an answer `Play` is given when `asked` returns "play". A game that needs more
overrides the method concerned, or implements the game interface without this base.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Generic, get_args, get_type_hints

from companion.core.cards import UNKNOWN, Card, cards_of, players_of, with_cards, with_seats
from companion.core.codec import write_value
from companion.core.errors import InputError
from companion.core.i18n import N_, _, listed
from companion.core.json_fields import check_seat_numbers
from companion.core.values import defaults_of, fields_of, replace
from companion.core.verdict import Forbidden, Reason
from companion.game.course import Dealer, Decision, GameInProgress, LogLine
from companion.game.help import in_words, read_rules
from companion.game.rules import E, Json
from companion.simple.corrections import Correct, PutRight, as_put_right, event_words, put_right
from companion.simple.formats import A, S, SmallRecords, word_of
from companion.simple.standard_deck import SUITS

FIELDS = {"hand": N_("hand"), "points": N_("points"), "played": N_("played"), "tricks": N_("tricks")}


class SmallRules(SmallRecords[S, A, E], Generic[S, A, E]):
    """The rules of a small game, based on its records."""

    # --- defined by each game

    @abstractmethod
    def asked(self, state: S) -> tuple[str, Sequence[int]] | None:
        """Return the question (the word of its answer) and the seats asked, in turn order; None after the end."""

    def forbids(self, state: S, answer: A) -> Iterator[Reason]:
        """Yield the reasons against a card of the hand of a player who is asked, based on what this state knows."""
        return iter(())

    def apply(self, course: GameInProgress[S, Any], answer: A) -> None:
        """Emit the event of an allowed answer. By default this is the answer itself."""
        course.emit(answer)

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """Return the state after an event."""

    @abstractmethod
    def hides(self, state: S) -> Collection[str]:
        """Return the seat fields whose cards only that seat's player sees."""

    # --- start of a game

    def begin(self, names: Sequence[str], chosen: Mapping[str, Any]) -> S:
        """Return the state of a new game with these players, before the first deal."""
        if len(names) not in self.seats or len(set(names)) != len(names):
            raise InputError(self._who_can_play(), field="names")
        seat = get_args(get_type_hints(self.state)["seats"])[0]
        begun: S = self.state(tuple(seat(name) for name in names))
        return begun

    # --- knowledge of players

    def as_known(self, state: S, player: int | None) -> S:
        """Return the state with the cards hidden from `player` replaced by unknown ones."""
        hidden = self.hides(state)
        seats = [
            seat if number == player else replace(seat, **{key: _turned(getattr(seat, key)) for key in hidden})
            for number, seat in enumerate(state.seats)
        ]
        return with_seats(state, seats)

    def after_table(self, state: S) -> S:
        """Return the state without contradictions: a hidden card that is also visible, or in two hands, becomes
        unknown.
        """
        taken = {*cards_of(self.as_known(state, None))} - {UNKNOWN}

        def once(card: str) -> str:
            double = card in taken
            taken.add(card)
            return UNKNOWN if double else card

        return _with_hidden(state, self.hides(state), once)

    # --- playing

    def decision(self, state: S) -> Decision | None:
        """Return the current question with every answer that is allowed, based on what this state knows."""
        asked = self.asked(state)
        if asked is None:
            return None
        kind, players = asked
        options = (option for player in players for option in self._answers(state, kind, player))
        return Decision(
            kind, tuple(players), tuple(option for option in options if not any(self.forbids(state, option)))
        )

    def _answers(self, state: S, kind: str, player: int) -> list[Any]:
        answer = self.kinds()[kind]
        return (
            [answer(player, card) for card in self.could_hold(state, player)] if has_card(answer) else [answer(player)]
        )

    def could_hold(self, state: S, player: int) -> list[Card]:
        """Return the cards in a player's hand; if some of it is unknown, all cards that may be in it."""
        hand, lying = state.seats[player].hand, {*cards_of(state)}
        return [card for card in self.cards if card in hand or (UNKNOWN in hand and card not in lying)]

    def check(self, state: S, answer: A) -> None:
        """Check that an answer is allowed, based on what this state knows.

        Raises Forbidden, or InputError for a seat that does not exist.
        """
        check_seat_numbers(len(state.seats), **players_of(answer))
        if isinstance(answer, Correct):
            return  # checked when it was read; a correction of the real table is always allowed
        asked, word, name = self.asked(state), word_of(type(answer)), state.seats[answer.by].name
        reasons, rules = list[Reason](), tuple(self.because(answer))
        if asked is None or asked[0] != word:
            reasons.append(
                Reason(
                    f"{word}.not-now",
                    rules,
                    _("This is not the moment for that: {headline}.", headline=self.headline(state)),
                )
            )
        elif answer.by not in asked[1]:
            reasons.append(
                Reason(
                    f"{word}.not-asked",
                    rules,
                    _("{name} is not asked: {headline}.", name=name, headline=self.headline(state)),
                )
            )
        elif not {*cards_of(answer)} <= {*self.could_hold(state, answer.by)}:
            reasons.append(
                Reason(f"{word}.not-held", rules, _("{name} cannot have that card: it is elsewhere.", name=name))
            )
        else:
            reasons += self.forbids(state, answer)
        if reasons:
            raise Forbidden(tuple(reasons))

    def dealer(self, seed: int) -> Dealer:
        """Return a dealer who knows every card."""
        return Dealer(seed)

    def course(self, state: S, chance: Any) -> GameInProgress[S, E]:
        """Return a game in progress from this state."""
        return GameInProgress(state, chance, self.happen)

    def after(self, state: S, event: E) -> S:
        """Return the state after an event of the game or a correction."""
        right: S = as_put_right(state, event) if isinstance(event, PutRight) else self.evolve(state, event)
        return right

    def happen(self, state: S, event: E) -> S:
        """Return the state after an event.

        At a table with hidden cards, an answer may name a wrong card. The mistake shows when that card becomes visible:
        then the wrongly named one becomes unknown.
        """
        after, hidden = self.after(state, event), self.hides(state)
        twice = {card for card, count in Counter(cards_of(after)).items() if count > 1} - {UNKNOWN}
        if not twice:
            return after
        in_sight = {*cards_of(_with_hidden(after, hidden))}
        for key in hidden:
            wrong = twice if key not in self.hides(after) else twice & in_sight
            after = _with_hidden(after, [key], lambda card, wrong=wrong: UNKNOWN if card in wrong else card)
        return after

    def submit(self, course: GameInProgress[S, E], answer: A) -> None:
        """Check an answer against everything that is known, then play it."""
        self.check(course.state, answer)
        self.play_out(course, answer)

    def play_out(self, course: GameInProgress[S, Any], answer: A) -> None:
        """Play an allowed answer and its automatic consequences."""
        if isinstance(answer, Correct):
            course.emit(put_right(course.state, answer))
        else:
            self.apply(course, answer)
        self.settle(course)

    # --- points and words

    def scores(self, state: S) -> list[Json]:
        """Return the name and total of each player."""
        return [{"name": seat.name, "total": seat.points} for seat in state.seats]

    def winners(self, state: S) -> list[str] | None:
        """Return the names of the players with most points; None before the end."""
        most = max(seat.points for seat in state.seats)
        return [seat.name for seat in state.seats if seat.points == most] if self.asked(state) is None else None

    def why(self, state: S, events: Sequence[E]) -> list[Json]:
        """Return each player's total and the entries behind it. An event with `points` contributes its value for each
        player.
        """
        brought = [event for event in events if hasattr(event, "points")]
        players = []
        for player, name in enumerate(self.names(state)):
            total = int(self.scores(state)[player]["total"])
            own = [self._entry(state, event.points[player], self._brought(state, event), event) for event in brought]
            before = total - sum(entry["points"] for entry in own)
            entries = [self._entry(state, before, _("had before")), *own]
            players.append({"name": name, "total": total, "entries": [each for each in entries if each["points"]]})
        return players

    def _brought(self, state: S, event: Any) -> str:
        """Describe the source of points in words."""
        if isinstance(event, PutRight):
            return event_words(event)
        told = self.event_text(state, event)
        return _("points") if told is None else told.text

    def _entry(self, state: S, points: int, text: str, event: Any = None) -> Json:
        """Return an entry of points in the format that all games share."""
        rules = self.because(event)
        words = list(self.rules_in_words(state, rules).values())
        place = {"act": 0, "scene": 0, "part": "points", "part_words": _("points"), "events": []}
        return {"points": points, "text": text, "told": [], "rules": rules, "rules_words": words, **place}

    def explained(self, state: S, events: Sequence[E], player: int) -> str:
        """Explain one player's points as text."""
        why = self.why(state, events)[player]
        lines = (f"  {entry['points']:4}  {entry['text']}" for entry in why["entries"])
        return "\n".join([f"{why['name']}: {why['total']}", *lines])

    def because(self, event: Any) -> Sequence[str]:
        """Return the ids of the rules behind an event or an answer, by its kind."""
        return tuple(self.by_rules.get(type(event), "").split())

    def asked_by(self, state: S) -> Sequence[str]:
        """Return the ids of the rules behind the current question."""
        asked = self.asked(state)
        return () if asked is None else tuple(self.by_rules.get(self.kinds()[asked[0]], "").split())

    def rules_in_words(self, state: S, ids: Iterable[str]) -> Json:
        """Return the texts of these rules by id."""
        return in_words(ids, self._rules())

    def every_rule(self) -> Json:
        """Return the text of each rule of the game by id."""
        return in_words(self._rules(), self._rules())

    def _rules(self) -> dict[str, str]:
        return _rules_of(type(self).__module__.rpartition(".")[0])

    @abstractmethod
    def asked_text(self, state: S, kind: str, who: str) -> str:
        """Phrase the current question; `kind` is the word from `asked`, and `who` names the players asked."""

    def headline(self, state: S) -> str:
        """Phrase the current question, or name the winners at the end."""
        asked = self.asked(state)
        if asked is None:
            return _("{names} won", names=listed(self.winners(state) or ()))
        kind, players = asked
        return self.asked_text(state, kind, listed(state.seats[player].name for player in players))

    def decision_text(self, state: S, asked: Any) -> str:
        """Return the headline."""
        return self.headline(state)

    @abstractmethod
    def event_text(self, state: S, event: E) -> LogLine | None:
        """Describe an event in words that everybody may read; None for an event that needs no line."""

    def describe(self, state: S) -> str:
        """Describe the position: one line for each player, with everything that differs from the start.

        While the players are asked for cards, lines for the game's own state fields precede them.
        """
        words, of_all = FIELDS | dict(self.fields), write_value(state, self.names(state))
        asked = self.asked(state)
        laid = asked is not None and has_card(self.kinds()[asked[0]])
        lines = [f"{_(words[key])}: {_listed(of_all[key])}" for key in of_all if laid and key in words]
        for seat in state.seats:
            told = write_value(with_cards(seat, self.title_of), None)
            usual = {"name": seat.name, **defaults_of(type(seat))}
            parts = (
                f"{_(words.get(key, key))}: {_listed(value)}"
                for key, value in told.items()
                if getattr(seat, key) != usual.get(key)
            )
            lines.append(f"{seat.name}  " + "; ".join(parts))
        return "\n".join(lines)


@cache
def _rules_of(package: str) -> dict[str, str]:
    """Return the text of each rule of a game by id; empty if its folder has no such file."""
    file = files(package) / "rules.json"
    return read_rules(file) if file.is_file() else {}


def has_card(answer: type[Any]) -> bool:
    """Return True if answers of this kind have a card."""
    return "card" in fields_of(answer)


def _with_hidden(state: S, keys: Collection[str], change: Any = lambda _card: UNKNOWN) -> S:
    """Return the state with each card in these seat fields changed; by default to an unknown card."""
    seats = [replace(seat, **{key: _turned(getattr(seat, key), change) for key in keys}) for seat in state.seats]
    return with_seats(state, seats)


def _turned(cards: Any, change: Any = lambda _card: UNKNOWN) -> Any:
    """Change one card, several or none; by default to unknown cards."""
    if cards is None:
        return None
    return tuple(map(change, cards)) if isinstance(cards, tuple) else change(cards)


def _listed(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        counted = Counter(map(_listed, value))
        return ", ".join(each if count == 1 else f"{count} × {each}" for each, count in counted.items())
    return _(SUITS.get(value, str(value)))
