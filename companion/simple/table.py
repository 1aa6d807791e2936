"""Base for small card games at a table: cards, lights, pages and hosting that they share.

It builds on `companion.simple.rules`. A player plays a card at the own place, or presses the own button if no card is
asked for. The companion does not know the hands; it reads the cards when they are played. Public output depends only on
public knowledge.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any, Generic

from companion.core.cards import UNKNOWN, Card, cards_of, with_cards
from companion.core.cues import Cue
from companion.core.i18n import _
from companion.core.json_fields import as_word
from companion.core.observation import Hold, Lift, Observation, Press, Tag, TagKind, split_thing
from companion.core.places import Goes, is_play_zone, place_in_words, play_zone, player_at
from companion.core.verdict import Forbidden
from companion.game.corrections import CORRECT
from companion.game.course import GameInProgress, LogLine, Unseen
from companion.game.help import Help, help_to_json
from companion.game.interpretation import (
    AS_BEFORE,
    AskHost,
    ButtonMeaning,
    Interpretation,
    NotifySeat,
    Offer,
    PlayAnswer,
    RecordViolation,
    TableView,
    UnexpectedPlacement,
    unknown_tag,
)
from companion.game.recent import RecentEvents
from companion.game.rules import E, Json
from companion.simple.corrections import Correct, PutRight, answer_words, event_words
from companion.simple.formats import A, S, word_of
from companion.simple.host import EDITION, Pending, SmallHosted
from companion.simple.rules import has_card


class SmallGame(SmallHosted[S, A, E], Generic[S, A, E]):
    """A small game that implements the game interface. `SmallRules` lists what a game must define."""

    of_all = (CORRECT,)
    follow_ups = ()

    @property
    def answers(self) -> Collection[str]:  # type: ignore[override]
        """The words of its kinds of answers."""
        return tuple(map(word_of, self.answer_kinds))

    # --- cards on the mat and their interpretation

    def unseen(self) -> Unseen:
        """Return chance that knows no cards."""
        return Unseen()

    def check_thing(self, state: S, thing: str) -> None:
        """Raise InputError unless the thing is a card of the game or an unknown tag."""
        if split_thing(thing)[0] is not TagKind.UID:
            as_word(thing, "card", tuple(self.cards))

    def no_readings(self) -> Pending:
        """Return empty pending input."""
        return Pending()

    def read(self, seen: TableView[S, Pending], observation: Observation, pushed: A | None) -> Interpretation[Pending]:
        """Interpret an observation: a card on a place answers for its player, a button press gives what its light
        offers.
        """
        readings = seen.readings
        match observation:
            case Tag(_, zone, thing):
                rests = thing == readings.resting.get(zone)
                readings = _without(readings, zone)
                if not rests and thing == self._placed_at(seen.state, zone):
                    return Interpretation(readings, [NotifySeat(player_at(zone, len(seen.state.seats)), _(AS_BEFORE))])
                return (
                    Interpretation(readings)
                    if rests
                    else Interpretation(readings, [self._laid(seen.state, zone, thing)])
                )
            case Lift(_, zone):
                return Interpretation(_without(readings, zone))
            case Press() | Hold() if pushed is not None:
                return Interpretation(readings, [PlayAnswer(pushed)])
            case _:
                return Interpretation(readings)

    def _laid(self, state: S, zone: str, thing: str) -> PlayAnswer | AskHost:
        """Interpret a played card as the answer that is asked for, from any player. The rules check it later."""
        player = player_at(zone, len(state.seats)) if is_play_zone(zone) else None
        if player is None or thing not in self.cards:
            names = [seat.name for seat in state.seats]
            sort, name = split_thing(thing)
            if sort is TagKind.UID:
                return AskHost(unknown_tag(name, zone, names))
            where = place_in_words(zone, names)
            words = (
                _("A card lies {where}, where nobody plays one. Take it away.", where=where)
                if thing in self.cards
                else _("Something that is no card lies {where}. Take it away.", where=where)
            )
            return AskHost(UnexpectedPlacement(words, player))
        asked = self.asked(state)
        kinds = [kind for kind in self.answer_kinds if has_card(kind)]
        now = [kind for kind in kinds if asked is not None and word_of(kind) == asked[0]]
        return PlayAnswer((now or kinds)[0](player, thing))

    def _placed_at(self, state: S, zone: str) -> str | None:
        """Return the card recorded in a player's zone, so that putting it back there is no gesture."""
        player = player_at(zone, len(state.seats)) if is_play_zone(zone) else None
        return None if player is None else self.placed(state, player)

    def refused(self, seen: TableView[S, Pending], answer: A, forbidden: Forbidden) -> Interpretation[Pending]:
        """Record the violation and notify the seat."""
        return Interpretation(
            seen.readings, [RecordViolation(forbidden), NotifySeat(answer.by, forbidden.words, refuses=True)]
        )

    def rewound(self, readings: Pending, was: S, now: S) -> Pending:
        """Return the pending input unchanged: an undo moves no card on the mat."""
        return readings

    def rested(self, state: S, readings: Pending, lying: Mapping[str, str]) -> Pending:
        """Return pending input with the cards in front of the players, so that reporting them is no gesture."""
        placed = {play_zone(player): self.placed(state, player) for player in range(len(state.seats))}
        return Pending({**lying, **{zone: card for zone, card in placed.items() if card is not None}})

    # --- knowledge of players

    def submit_as_known(self, course: GameInProgress[S, E], answer: A, player: int | None) -> None:
        """Play an answer that is allowed by what a player, or everybody, knows."""
        self.judge(course.state, answer, player)
        self.play_out(course, answer)

    def judge(self, state: S, answer: A, player: int | None) -> None:
        """Check an answer against what a player, or everybody, knows."""
        self.check(self.as_known(state, player), answer)

    def lies_face_down(self, state: S, answer: A) -> bool:
        """Return True if only the answering player knows the card."""
        return type(answer) in self.secret

    def told(self, state: S, answer: A) -> str:
        """Describe an answer in words, without its card if only the player knows it."""
        if isinstance(answer, Correct):
            return answer_words(state, answer)
        return self.answer_text(
            state, with_cards(answer, lambda _card: UNKNOWN) if self.lies_face_down(state, answer) else answer
        )

    def remember(self, memory: RecentEvents, state: S, event: E) -> None:
        """Add the words of an event, or of a correction, to the recent events."""
        if isinstance(event, PutRight):
            memory.tell(LogLine(event_words(event), "note"), None, ())
        else:
            super().remember(memory, state, event)

    # --- lights

    def offers(self, seen: TableView[S, Pending]) -> list[Offer]:
        """Return the light of each seat: one for a card, one for the button, one for the next player."""
        state = self.as_known(seen.state, None)
        asked, moment = self.decision(state), self.round_of_cards(state)
        if asked is None:
            return [Offer(Cue.DONE)] * len(state.seats)
        offers = [
            Offer(Cue.ON_DECK if player == self.on_deck(state) else Cue.IDLE) for player in range(len(state.seats))
        ]
        for player in asked.players:
            own = [option for option in asked.options if option.by == player]
            pressed = own[0] if own and not has_card(type(own[0])) else None
            words = "" if pressed is None else self.answer_text(state, pressed)
            cue = Cue.LAY if pressed is None else Cue.YOUR_TURN if len(asked.players) == 1 else Cue.GO_ON
            offers[player] = Offer(cue, pressed, pressed, ButtonMeaning(words, words), moment)
        return offers

    def on_deck(self, state: S) -> int | None:
        """Return the player who is asked next; None if there is none."""
        return None

    def question_to(self, state: S, player: int | None) -> Hashable:
        """Return a key of the current question, which changes with each round of cards."""
        asked = self.asked(state)
        if asked is None:
            return None
        kind, players = asked
        return kind, self.round_of_cards(state), tuple(players) if player is None else player in players

    def has_turn(self, answer: Mapping[str, Any]) -> bool:
        """Return True if the answer has a card: it waits for the player's turn."""
        return "card" in answer

    def has_others(self, answer: Mapping[str, Any]) -> bool:
        """Return True if the answer plays a card face up."""
        kind = self.kinds().get(answer["do"])
        return kind is not None and has_card(kind) and kind not in self.secret

    def others(self, state: S, answer: A) -> Sequence[A]:
        """Return the player's other allowed cards at that moment, based on public knowledge."""
        asked = self.decision(self.as_known(state, None))
        fits: Sequence[A] = asked.options if asked is not None else ()
        return [each for each in fits if each.by == answer.by and each != answer]

    # --- other kinds of tables

    def is_awaited(self, state: S, zone: str) -> bool:
        """Return True if the zone belongs to a player who is asked for a card."""
        asked, player = self.asked(state), player_at(zone, len(state.seats)) if is_play_zone(zone) else None
        return asked is not None and player in asked[1] and has_card(self.kinds()[asked[0]])

    def taps(self, state: S, tap: Tag) -> list[Observation]:
        """Assign a tap to the player whose turn it is, if only one is asked."""
        asked = self.asked(state)
        return [Tag(tap.at, play_zone(asked[1][0]), tap.thing)] if asked is not None and len(asked[1]) == 1 else []

    def by_hand(self, state: S, players: Collection[int]) -> list[Json]:
        """Return the cards that the players can play now, as buttons."""
        known = self.as_known(state, None)
        return [
            self._button(known, each, "by-hand")
            for each in self._open(known)
            if each.by in players and has_card(type(each))
        ]

    # --- pages

    def options(self, state: S) -> list[Json]:
        """Return the answers as buttons, except cards, which are played on the mat."""
        known = self.as_known(state, None)
        return [self._button(known, each, "decision") for each in self._open(known) if not has_card(type(each))]

    def _open(self, known: S) -> Sequence[A]:
        asked = self.decision(known)
        return asked.options if asked is not None else ()

    def _button(self, state: S, answer: A, group: str) -> Json:
        words = self.answer_text(state, answer)
        return {
            "answer": self.answer_to_json(answer, self.names(state)),
            "text": words,
            "seat": answer.by,
            "group": group,
        }

    def board(self, seen: TableView[S, Pending]) -> Json:
        """Return each seat with its points, its card on the table and other public knowledge."""
        return self._board(self.as_known(seen.state, None))

    def view(self, state: S, player: int) -> Json:
        """Return the own hand and the answers whose cards the companion knows."""
        known = self.as_known(state, player)
        hand = known.seats[player].hand
        own = [each for each in self._open(known) if each.by == player and {*cards_of(each)} <= {*hand}]
        buttons = [self._button(known, each, "decision") | {"card": next(iter(cards_of(each)), None)} for each in own]
        return {"options": buttons, "hand": [self.card_view(known, card) for card in hand]}

    def _board(self, known: S) -> Json:
        asked, scores = self.asked(known), self.scores(known)
        seats = [
            {
                "name": seat.name,
                "up": asked is not None and player in asked[1],
                "points": scores[player]["total"],
                "card": self._lying(known, player),
                "tags": list(self.tags(known, player)),
                "hand": len(seat.hand),
            }
            for player, seat in enumerate(known.seats)
        ]
        deck = self.stand_in(EDITION)
        table = {"edition": EDITION, "deck": deck.id, "deck_title": deck.title, "made_up": deck.made_up}
        cards = [[words, self.card_view(known, card)] for words, card in self.middle(known)]
        board = {"table": {**table, "variants": [], "rulings": {}}, "seats": seats, "cards": cards}
        return board | {"winners": self.winners(known)}

    def _lying(self, known: S, player: int) -> Json | None:
        card = self.placed(known, player)
        face = "down" if card == UNKNOWN else "up"
        return None if card is None else {"face": face, "card": self.card_view(known, card)}

    def middle(self, known: S) -> Iterator[tuple[str, Card]]:
        """Yield the cards in the middle of the board, each with a few words."""
        return iter(())

    def tags(self, known: S, player: int) -> Iterator[str]:
        """Yield short texts about a player for a page, beyond points and cards, based on what its reader knows."""
        return iter(())

    def help(self, known: S, player: int | None) -> Json:
        """Return the current question with its rules."""
        rules = self.asked_by(known)
        return help_to_json(Help(self.headline(known), rules), self.rules_in_words(known, rules))

    def hint(self, state: S) -> str:
        """Say how to answer: play a card, or press the button."""
        asked = self.asked(state)
        if asked is None:
            return ""
        return (
            _("Lay a card in your place.") if has_card(self.kinds()[asked[0]]) else _("Press the button at your seat.")
        )

    def asked_besides(self, state: S) -> Json:
        """Return the places where a card can be played."""
        asked = self.asked(state)
        laid = asked is not None and has_card(self.kinds()[asked[0]])
        return {"goes": {"card": [Goes.ASKED]} if laid else {}}

    def details(self, state: S) -> list[Json]:
        """Return the cards and every rule: the table has no other rulebook of this game."""
        told = {_("Cards"): _("{count} cards, each of them once", count=len(self.cards)), **self.every_rule()}
        return [{"name": name, "value": value, "usual": True} for name, value in told.items()]


def _without(readings: Pending, zone: str) -> Pending:
    """Return the pending input without the thing that rested in a zone."""
    return Pending({each: thing for each, thing in readings.resting.items() if each != zone})
