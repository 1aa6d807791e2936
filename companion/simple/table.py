"""A base for small card games at a table: what is laid, lit, shown and hosted alike in all of them.

It stands on `companion.simple.rules`. A player lays a card at the own place, or presses the own button where no card is
asked for. The companion knows no hand; what is laid, it reads. What is for everybody is made of what everybody sees.
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
from companion.game.course import Decision, GameInProgress, LogLine, Unseen
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
    """A small game in the door. What a game has to say itself stands in `SmallRules`."""

    of_all = (CORRECT,)
    follow_ups = ()

    @property
    def answers(self) -> Collection[str]:  # type: ignore[override]
        """The kinds of its answers."""
        return tuple(map(word_of, self.answer_kinds))

    # --- what lies there, and what it means

    def unseen(self) -> Unseen:
        """Nobody knows the cards."""
        return Unseen()

    def check_thing(self, state: S, thing: str) -> None:
        """A card, or a tag that no deck knows."""
        if split_thing(thing)[0] is not TagKind.UID:
            as_word(thing, "card", tuple(self.cards))

    def no_readings(self) -> Pending:
        """Nothing has been seen."""
        return Pending()

    def read(self, seen: TableView[S, Pending], observation: Observation, pushed: A | None) -> Interpretation[Pending]:
        """A card that is laid at a place is its player's answer, and a button means what its light offers."""
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
        """What is asked for is what a laid card answers, whoever lays it; the rules say whether it may be."""
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
        """The card that lies in a player's zone by what the companion knows: laid back, it lies where it lay."""
        player = player_at(zone, len(state.seats)) if is_play_zone(zone) else None
        return None if player is None else self.placed(state, player)

    def refused(self, seen: TableView[S, Pending], answer: A, forbidden: Forbidden) -> Interpretation[Pending]:
        """It is noted, and the seat is told."""
        return Interpretation(
            seen.readings, [RecordViolation(forbidden), NotifySeat(answer.by, forbidden.words, refuses=True)]
        )

    def rewound(self, readings: Pending, was: S, now: S) -> Pending:
        """What rests still rests."""
        return readings

    def rested(self, state: S, readings: Pending, lying: Mapping[str, str]) -> Pending:
        """That the cards before the players are reported is no gesture."""
        placed = {play_zone(player): self.placed(state, player) for player in range(len(state.seats))}
        return Pending({**lying, **{zone: card for zone, card in placed.items() if card is not None}})

    # --- who may know what

    def submit_as_known(self, course: GameInProgress[S, E], answer: A, player: int | None) -> None:
        """Play an answer that is allowed by what a player, or everybody, knows."""
        self.judge(course.state, answer, player)
        self.play_out(course, answer)

    def judge(self, state: S, answer: A, player: int | None) -> None:
        """Try an answer on that."""
        self.check(self.as_known(state, player), answer)

    def lies_face_down(self, state: S, answer: A) -> bool:
        """Where only its player knows the card."""
        return type(answer) in self.secret

    def told(self, state: S, answer: A) -> str:
        """Without the card, where only its player knows it."""
        if isinstance(answer, Correct):
            return answer_words(state, answer)
        return self.answer_text(
            state, with_cards(answer, lambda _card: UNKNOWN) if self.lies_face_down(state, answer) else answer
        )

    def remember(self, memory: RecentEvents, state: S, event: E) -> None:
        """An event in words; also that something was put right."""
        if isinstance(event, PutRight):
            memory.tell(LogLine(event_words(event), "note"), None, ())
        else:
            super().remember(memory, state, event)

    # --- lights

    def offers(self, seen: TableView[S, Pending]) -> list[Offer]:
        """A light for whoever is asked: one for a card, another for the button; and one for whoever is next."""
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
        """Who is asked after whoever is asked now; None where nobody is."""
        return None

    def question_to(self, state: S, asked: Decision | None, player: int | None) -> Hashable:
        """One question to each round of cards."""
        if asked is None:
            return None
        return asked.kind, self.round_of_cards(state), asked.players if player is None else player in asked.players

    def has_turn(self, answer: Mapping[str, Any]) -> bool:
        """A card that is laid waits for its turn."""
        return "card" in answer

    def has_others(self, answer: Mapping[str, Any]) -> bool:
        """Where the card lies open."""
        kind = self.kinds().get(answer["do"])
        return kind is not None and has_card(kind) and kind not in self.secret

    def others(self, state: S, answer: A) -> Sequence[A]:
        """Every card that the hand may have had, and that could be laid then."""
        asked = self.decision(self.as_known(state, None))
        fits: Sequence[A] = asked.options if asked is not None else ()
        return [each for each in fits if each.by == answer.by and each != answer]

    # --- tables of other kinds

    def is_awaited(self, state: S, zone: str) -> bool:
        """A card of whoever is asked for one."""
        asked, player = self.asked(state), player_at(zone, len(state.seats)) if is_play_zone(zone) else None
        return asked is not None and player in asked[1] and has_card(self.kinds()[asked[0]])

    def taps(self, state: S, tap: Tag) -> list[Observation]:
        """A tap is a gesture of whose turn it is."""
        asked = self.asked(state)
        return [Tag(tap.at, play_zone(asked[1][0]), tap.thing)] if asked is not None and len(asked[1]) == 1 else []

    def by_hand(self, state: S, players: Collection[int]) -> list[Json]:
        """The cards that can be laid."""
        known = self.as_known(state, None)
        return [
            self._button(known, each, "by-hand")
            for each in self._open(known)
            if each.by in players and has_card(type(each))
        ]

    # --- pages

    def options(self, state: S) -> list[Json]:
        """The answers as buttons, but for cards, which are laid on the mat."""
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
        """Every seat with its points, what lies before it, and what else everybody knows of it."""
        return self._board(self.as_known(seen.state, None))

    def view(self, state: S, player: int) -> Json:
        """The own hand, and the answers of which the companion knows what they are made of."""
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
        """The cards in the middle of the board, each with a few words."""
        return iter(())

    def tags(self, known: S, player: int) -> Iterator[str]:
        """What a page tells of a player besides points and cards, in a few words each, of what its reader knows."""
        return iter(())

    def help(self, known: S, player: int | None) -> Json:
        """What is open, with its rules."""
        rules = self.asked_by(known)
        return help_to_json(Help(self.headline(known), rules), self.rules_in_words(known, rules))

    def hint(self, state: S, asked: Decision | None) -> str:
        """Tell the player to play a card, or to press a button."""
        if asked is None:
            return ""
        has_to_lay = has_card(self.kinds()[asked.kind])
        return _("Lay a card in your place.") if has_to_lay else _("Press the button at your seat.")

    def asked_besides(self, state: S, asked: Decision | None) -> Json:
        """Return the places where a card can be played."""
        laid = asked is not None and has_card(self.kinds()[asked.kind])
        return {"goes": {"card": [Goes.ASKED]} if laid else {}}

    def details(self, state: S) -> list[Json]:
        """What is played with, and every rule: there is no other book of it on the table."""
        told = {_("Cards"): _("{count} cards, each of them once", count=len(self.cards)), **self.every_rule()}
        return [{"name": name, "value": value, "usual": True} for name, value in told.items()]


def _without(readings: Pending, zone: str) -> Pending:
    """The readings once something else lies in a zone, or nothing."""
    return Pending({each: thing for each, thing in readings.resting.items() if each != zone})
