"""A small game on the mat: a card that is laid at a place is its player's answer, a button gives the others.

The companion knows no hand; it learns a card when the card is laid.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Generic, NamedTuple

from companion.core.cards import UNKNOWN, cards_of
from companion.core.cues import Cue
from companion.core.i18n import _
from companion.core.observation import Hold, Lift, Observation, Press, Tag, TagKind, split_thing
from companion.core.places import place_in_words, play_zone, player_at, player_of_play_zone
from companion.core.verdict import Forbidden
from companion.game import TableRules
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
    without_resting,
)
from companion.game.rules import E, Json
from companion.simple.base import A, S, SmallGame, has_card, names_of, with_hidden, word_of
from companion.simple.display import button, open_answers


class Pending(NamedTuple):
    """The thing that rests in each zone, so that its tag is no gesture when the reader reports it."""

    resting: Mapping[str, str] = {}

    @property
    def lying(self) -> Mapping[str, str]:
        """None: a card that is laid counts at once."""
        return {}

    @property
    def owed(self) -> Mapping[str, int]:
        """None: no recorded card still has to be laid."""
        return {}


class SmallTable(TableRules[S, A, E, Pending], Generic[S, A, E]):
    """Tags, buttons and lights of a small game."""

    pending = Pending()

    def __init__(self, game: SmallGame[S, A, E]) -> None:
        self._game = game

    def interpret(
        self, view: TableView[S, Pending], observation: Observation, prompted: A | None
    ) -> Interpretation[Pending]:
        """Return a laid card as its player's answer, and a button as what its light offers."""
        pending = view.readings
        match observation:
            case Tag(_, zone, thing):
                rests = thing == pending.resting.get(zone)
                pending = without_resting(pending, zone)
                if rests:
                    return Interpretation(pending)
                if thing == self._placed_at(view.state, zone):
                    return Interpretation(pending, [NotifySeat(player_at(zone, len(view.state.seats)), _(AS_BEFORE))])
                return Interpretation(pending, [self._laid(view.state, zone, thing)])
            case Lift(_, zone):
                return Interpretation(without_resting(pending, zone))
            case Press() | Hold() if prompted is not None:
                return Interpretation(pending, [PlayAnswer(prompted)])
            case _:
                return Interpretation(pending)

    def _laid(self, state: S, zone: str, thing: str) -> PlayAnswer | AskHost:
        """Return a laid card as an answer to the open question; the rules check who may give it."""
        player = player_of_play_zone(zone, len(state.seats))
        if player is None or thing not in self._game.cards:
            names = names_of(state)
            kind, name = split_thing(thing)
            if kind is TagKind.UID:
                return AskHost(unknown_tag(name, zone, names))
            where = place_in_words(zone, names)
            words = (
                _("A card lies {where}, where nobody plays one. Take it away.", where=where)
                if thing in self._game.cards
                else _("Something that is no card lies {where}. Take it away.", where=where)
            )
            return AskHost(UnexpectedPlacement(words, player))
        asked = self._game.asked(state)
        kinds = [kind for kind in self._game.answer_classes if has_card(kind)]
        now = [kind for kind in kinds if asked is not None and word_of(kind) == asked[0]]
        return PlayAnswer((now or kinds)[0](player, thing))

    def _placed_at(self, state: S, zone: str) -> str | None:
        player = player_of_play_zone(zone, len(state.seats))
        return None if player is None else self._game.placed(state, player)

    def prompts(self, view: TableView[S, Pending]) -> list[Offer]:
        """Return a light for each player who is asked, to lay a card or to press; and one for the next player."""
        state = self._game.visible_to(view.state, None)
        asked, moment = self._game.decision(state), self._game.clear_key(state)
        if asked is None:
            return [Offer(Cue.DONE)] * len(state.seats)
        next_player = self._game.on_deck(state)
        offers = [Offer(Cue.ON_DECK if player == next_player else Cue.IDLE) for player in range(len(state.seats))]
        for player in asked.players:
            own = [option for option in asked.options if option.by == player]
            pressed = own[0] if own and not has_card(type(own[0])) else None
            words = "" if pressed is None else self._game.button_text(state, pressed)
            cue = Cue.LAY if pressed is None else Cue.YOUR_TURN if len(asked.players) == 1 else Cue.GO_ON
            offers[player] = Offer(cue, pressed, pressed, ButtonMeaning(words, words), moment)
        return offers

    def placed(self, state: S, player: int) -> str | None:
        """Return the card in front of a player."""
        return self._game.placed(state, player)

    def refused(self, view: TableView[S, Pending], answer: A, forbidden: Forbidden) -> Interpretation[Pending]:
        """Record the violation and notify the seat."""
        notice = NotifySeat(answer.by, forbidden.words, refuses=True)
        return Interpretation(view.readings, [RecordViolation(forbidden), notice])

    def after_rewind(self, pending: Pending, was: S, now: S) -> Pending:
        """Return the same pending input: things that rest still rest."""
        return pending

    def is_awaited(self, state: S, zone: str) -> bool:
        """Return whether the zone's player is asked for a card."""
        asked, player = self._game.asked(state), player_of_play_zone(zone, len(state.seats))
        return asked is not None and player in asked[1] and has_card(self._game.kinds()[asked[0]])

    def one_reader_gestures(self, state: S, tap: Tag) -> list[Observation]:
        """Return a tap as a gesture of the only player who is asked."""
        asked = self._game.asked(state)
        return [Tag(tap.at, play_zone(asked[1][0]), tap.thing)] if asked is not None and len(asked[1]) == 1 else []

    def host_entries(self, state: S, players: Collection[int]) -> list[Json]:
        """Return the cards that can be laid."""
        known = self._game.visible_to(state, None)
        return [
            button(self._game, known, each, "by-hand")
            for each in open_answers(self._game, known)
            if each.by in players and has_card(type(each))
        ]

    def is_unique(self, thing: str) -> bool:
        """Return True for every card."""
        return thing in self._game.cards

    def other_cards(self, state: S, answer: A) -> Sequence[A]:
        """Return the answer with each other card that the hand may have had and that fitted."""
        fits: Sequence[A] = open_answers(self._game, self._game.visible_to(state, None))
        return [each for each in fits if each.by == answer.by and each != answer]

    def after_table(self, state: S) -> S:
        """Return the state without a hidden card that is also in sight, or hidden twice."""
        taken = {*cards_of(self._game.visible_to(state, None))} - {UNKNOWN}

        def once(card: str) -> str:
            double = card in taken
            taken.add(card)
            return UNKNOWN if double else card

        return with_hidden(state, self._game.hides(state), once)
