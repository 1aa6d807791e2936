"""A base for the rules of small card games: what all of them have in common, so that a game says what is its own.

Its state, answers and events are records (`companion.simple.formats`). The state has `seats`, each with at least
`name`, `hand` and `points`, and every card is there once. An answer is `by` a player, has at most a `card` of the hand,
and the same word as what is asked: an answer `Play` is given when `asked` says "play". A game that needs more says so
in the method concerned, or stands in the door without this base.
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
    """The rules of a small game, made of its records."""

    # --- what a game says itself

    @abstractmethod
    def asked(self, state: S) -> tuple[str, Sequence[int]] | None:
        """What is asked, in the word of its answer, and whom, in turn order; None at the end of the game."""

    def forbids(self, state: S, answer: A) -> Iterator[Reason]:
        """Why a card of the hand cannot be given now by who is asked, as far as this state knows."""
        return iter(())

    def apply(self, course: GameInProgress[S, Any], answer: A) -> None:
        """Emit what an answer is that is allowed: the answer itself, unless the game says otherwise."""
        course.emit(answer)

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """The state after an event."""

    @abstractmethod
    def hides(self, state: S) -> Collection[str]:
        """The fields of a seat whose cards only its player sees."""

    # --- a game that begins

    def begin(self, names: Sequence[str], chosen: Mapping[str, Any]) -> S:
        """A game of these players before the first deal."""
        if len(names) not in self.seats or len(set(names)) != len(names):
            raise InputError(self._who_can_play(), field="names")
        seat = get_args(get_type_hints(self.state)["seats"])[0]
        begun: S = self.state(tuple(seat(name) for name in names))
        return begun

    # --- who knows what

    def as_known(self, state: S, player: int | None) -> S:
        """The state with unknown cards for those that others hide."""
        hidden = self.hides(state)
        seats = [
            seat if number == player else replace(seat, **{key: _turned(getattr(seat, key)) for key in hidden})
            for number, seat in enumerate(state.seats)
        ]
        return with_seats(state, seats)

    def after_table(self, state: S) -> S:
        """No card that is hidden is also in sight, or hidden in two hands."""
        taken = {*cards_of(self.as_known(state, None))} - {UNKNOWN}

        def once(card: str) -> str:
            double = card in taken
            taken.add(card)
            return UNKNOWN if double else card

        return _with_hidden(state, self.hides(state), once)

    # --- playing

    def decision(self, state: S) -> Decision | None:
        """What is open, with every answer that fits by what this state knows."""
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
        """The cards that a player has in the hand or, where some of it is unknown, may have."""
        hand, lying = state.seats[player].hand, {*cards_of(state)}
        return [card for card in self.cards if card in hand or (UNKNOWN in hand and card not in lying)]

    def check(self, state: S, answer: A) -> None:
        """Whether an answer is allowed by what this state knows.

        Raises Forbidden, or InputError for a seat that is not there.
        """
        check_seat_numbers(len(state.seats), **players_of(answer))
        if isinstance(answer, Correct):
            return  # it was looked at when it was read: what has happened at the table has happened
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
        """A dealer who knows every card."""
        return Dealer(seed)

    def course(self, state: S, chance: Any) -> GameInProgress[S, E]:
        """A game that goes on."""
        return GameInProgress(state, chance, self.happen)

    def after(self, state: S, event: E) -> S:
        """The state after an event of the game, or one that every small game has."""
        right: S = as_put_right(state, event) if isinstance(event, PutRight) else self.evolve(state, event)
        return right

    def happen(self, state: S, event: E) -> S:
        """The state after an event.

        Who names a wrong card at a table that lies hidden is found out once that card comes to light: nobody knows it.
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
        """Play an answer that is allowed by all that is known."""
        self.check(course.state, answer)
        self.play_out(course, answer)

    def play_out(self, course: GameInProgress[S, Any], answer: A) -> None:
        """Play an answer that is allowed, and what follows from it by itself."""
        if isinstance(answer, Correct):
            course.emit(put_right(course.state, answer))
        else:
            self.apply(course, answer)
        self.settle(course)

    # --- points and words

    def scores(self, state: S) -> list[Json]:
        """The points."""
        return [{"name": seat.name, "total": seat.points} for seat in state.seats]

    def winners(self, state: S) -> list[str] | None:
        """Who has most."""
        most = max(seat.points for seat in state.seats)
        return [seat.name for seat in state.seats if seat.points == most] if self.asked(state) is None else None

    def why(self, state: S, events: Sequence[E]) -> list[Json]:
        """Everybody's points, as far as these events tell: an event brings the `points` that it has, one for each."""
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
        """What has brought points, in words."""
        if isinstance(event, PutRight):
            return event_words(event)
        told = self.event_text(state, event)
        return _("points") if told is None else told.text

    def _entry(self, state: S, points: int, text: str, event: Any = None) -> Json:
        """A reason for points, in the form that every game's reasons have."""
        rules = self.because(event)
        words = list(self.rules_in_words(state, rules).values())
        place = {"act": 0, "scene": 0, "part": "points", "part_words": _("points"), "events": []}
        return {"points": points, "text": text, "told": [], "rules": rules, "rules_words": words, **place}

    def explained(self, state: S, events: Sequence[E], player: int) -> str:
        """The same of one player, as text."""
        why = self.why(state, events)[player]
        lines = (f"  {entry['points']:4}  {entry['text']}" for entry in why["entries"])
        return "\n".join([f"{why['name']}: {why['total']}", *lines])

    def because(self, event: Any) -> Sequence[str]:
        """The ids of the rules by which something has happened, or is answered: those of its kind."""
        return tuple(self.by_rules.get(type(event), "").split())

    def asked_by(self, state: S) -> Sequence[str]:
        """The ids of the rules of what is open: those of its answer."""
        asked = self.asked(state)
        return () if asked is None else tuple(self.by_rules.get(self.kinds()[asked[0]], "").split())

    def rules_in_words(self, state: S, ids: Iterable[str]) -> Json:
        """What these rules say, by their ids."""
        return in_words(ids, self._rules())

    def every_rule(self) -> Json:
        """What each rule of the game says, by its id."""
        return in_words(self._rules(), self._rules())

    def _rules(self) -> dict[str, str]:
        return _rules_of(type(self).__module__.rpartition(".")[0])

    @abstractmethod
    def asked_text(self, state: S, kind: str, who: str) -> str:
        """What is open in words; `kind` is that of `asked`, and `who` are the names of whom it asks."""

    def headline(self, state: S) -> str:
        """What is open in words, or who has won."""
        asked = self.asked(state)
        if asked is None:
            return _("{names} won", names=listed(self.winners(state) or ()))
        kind, players = asked
        return self.asked_text(state, kind, listed(state.seats[player].name for player in players))

    def decision_text(self, state: S, asked: Any) -> str:
        """The headline."""
        return self.headline(state)

    @abstractmethod
    def event_text(self, state: S, event: E) -> LogLine | None:
        """An event in words that everybody may hear; None for one not worth telling."""

    def describe(self, state: S) -> str:
        """A line for each player, with what is not as in the beginning; before them what else the game has words for.

        That is told while cards are laid.
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
    """The words of each rule of a game, by its id; none where its folder has no such file."""
    file = files(package) / "rules.json"
    return read_rules(file) if file.is_file() else {}


def has_card(answer: type[Any]) -> bool:
    """Whether answers of this kind have a card."""
    return "card" in fields_of(answer)


def _with_hidden(state: S, keys: Collection[str], change: Any = lambda _card: UNKNOWN) -> S:
    """The state with each card in these fields of its seats changed: without more, to an unknown one."""
    seats = [replace(seat, **{key: _turned(getattr(seat, key), change) for key in keys}) for seat in state.seats]
    return with_seats(state, seats)


def _turned(cards: Any, change: Any = lambda _card: UNKNOWN) -> Any:
    """One card, several or none, each changed: without more, to an unknown one."""
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
