"""Asides, by its rules and in words. What small games have in common is in their base."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence

from companion.asides.model import Answer, Aside, Deal, DealEnded, Dealt, Event, Phase, Play, Seat, State, TrickTaken
from companion.core.cards import UNKNOWN, Card, replace, with_seat, without
from companion.core.errors import InputError
from companion.core.i18n import N_, _, ngettext
from companion.core.verdict import Reason
from companion.game.course import GameInProgress, LogLine
from companion.game.equipment import Equipment
from companion.simple.base import SmallGame
from companion.simple.compose import compose
from companion.simple.standard_deck import Suit, pack, rank_of, suit_of

WHERE = N_("Deal {deal} of {count}, trick {trick}")
HAND, KEPT, TRUMP = 7, 5, Suit.SPADES  # cards, of which one is set aside; points for a promise kept to the trick
RESULT = N_("{name} +{points}: promised {promise}, took {tricks}.")
DEALT_HERE = N_("deal. Cuelight shuffles and gives each player {count} cards")
PROMISE = N_("set a card aside, face down. Its suit is your promise of tricks: clubs 0, diamonds 1, hearts 2, spades 3")


class Asides(SmallGame[State, Answer, Event]):
    """The game; `companion/simple/base.py` describes each method."""

    id = "asides"
    title = "Asides"
    pitch = N_("Tricks with plain cards: set one card aside as a promise of how many you take.")
    seats = range(3, 6)
    is_example = True
    cards = pack("6")
    secret = (Aside,)
    lights = {"aside": N_("set a card aside")}
    own_reasons = {"play.not-followed": N_("You can follow: play a card of the suit that was led.")}
    by_rules = {Deal: "AS1", Dealt: "AS1", Aside: "AS2", Play: "AS3 AS4", TrickTaken: "AS5", DealEnded: "AS6 AS7 AS8"}
    fields = {"aside": N_("aside"), "lacks": N_("lacks"), "revoked": N_("revoked"), "leader": N_("leads the trick")}

    def asked(self, state: State) -> tuple[str, Sequence[int]] | None:
        """Ask the dealer, then everybody who has not set a card aside, then the player whose turn it is."""
        match state.phase:
            case Phase.DEAL:
                return state.phase, [state.deals % len(state.seats)]
            case Phase.ASIDE:
                return state.phase, [player for player, seat in enumerate(state.seats) if seat.aside is None]
            case Phase.PLAY:
                return state.phase, still_to_play(state)[:1]
            case Phase.OVER:
                return None

    def forbids(self, state: State, answer: Answer) -> Iterator[Reason]:
        """Forbid another suit while the player holds the suit that was led (AS4)."""
        suit, seat = led(state), state.seats[answer.by]
        held = [suit_of(card) for card in seat.hand if card != UNKNOWN]
        if isinstance(answer, Play) and suit in held and suit_of(answer.card) is not suit:
            why = _("{name} has {suit}, and has to follow.", name=seat.name, suit=suit.words)
            yield Reason("play.not-followed", ("AS4",), why)

    def advance(self, course: GameInProgress[State, Event]) -> None:
        """Cards are dealt; a full trick is taken; when no card is left, promises are turned up."""
        state = course.state
        if state.phase is Phase.ASIDE and not any(seat.hand or seat.aside for seat in state.seats):
            cards = course.chance.shuffle(list(self.cards))
            for player in range(len(state.seats)):
                course.emit(Dealt(player, cards[player * HAND : (player + 1) * HAND]))
        if state.phase is Phase.PLAY and not still_to_play(state):
            course.emit(TrickTaken(winner_of_trick(state)))
        if state.phase is Phase.PLAY and not any(seat.hand or seat.played for seat in course.state.seats):
            course.emit(DealEnded(tuple(map(points, course.state.seats))))

    def evolve(self, state: State, event: Event) -> State:
        """Return the state after an event."""
        match event:
            case Deal(by):
                seats = tuple(Seat(seat.name, points=seat.points) for seat in state.seats)
                return State(seats, Phase.ASIDE, state.deals + 1, by)
            case Dealt(player, hand):
                return with_seat(state, player, hand=hand)
            case Aside(by, card):
                state = with_seat(state, by, hand=without(state.seats[by].hand, card), aside=card)
                return state if any(seat.aside is None for seat in state.seats) else replace(state, phase=Phase.PLAY)
            case Play(by, card):
                seat, suit = state.seats[by], led(state)
                lacks = seat.lacks if suit in (None, suit_of(card), *seat.lacks) else (*seat.lacks, suit)
                revoked = seat.revoked or suit_of(card) in seat.lacks
                return with_seat(state, by, hand=without(seat.hand, card), played=card, lacks=lacks, revoked=revoked)
            case TrickTaken(player):
                gone = (*state.gone, *(seat.played for seat in state.seats if seat.played is not None))
                state = with_seat(state, player, tricks=state.seats[player].tricks + 1)
                seats = tuple(replace(seat, played=None) for seat in state.seats)
                return replace(state, seats=seats, gone=gone, leader=player)
            case DealEnded(gained):
                pairs = zip(state.seats, gained, strict=True)
                seats = tuple(replace(seat, points=seat.points + more, lacks=()) for seat, more in pairs)
                return replace(state, seats=seats, phase=Phase.DEAL if state.deals < len(seats) else Phase.OVER)

    def hides(self, state: State) -> Collection[str]:
        """Hide the hands, and the cards set aside until the deal ends."""
        return ("hand", "aside") if state.phase in (Phase.ASIDE, Phase.PLAY) else ("hand",)

    def faults(self, state: State) -> Iterator[InputError]:
        """Yield an error if a player has fewer cards than the others."""
        aside = state.phase is Phase.ASIDE
        if len({len(s.hand) + (s.played is not None) + (aside and s.aside is not None) for s in state.seats}) > 1:
            yield InputError(_("everybody must have as many cards as the others, with what lies there"), field="seats")

    # --- at the table, and in words

    def placed(self, state: State, player: int) -> str | None:
        """Return the card set aside; once everybody has set one aside, the card played to the trick."""
        return state.seats[player].aside if state.phase is Phase.ASIDE else state.seats[player].played

    def clear_key(self, state: State) -> Hashable:
        """The trick."""
        return state.deals, state.phase, len(state.gone)

    def on_deck(self, state: State) -> int | None:
        """Return the player after the one whose turn it is."""
        return next(iter(still_to_play(state)[1:]), None) if state.phase is Phase.PLAY else None

    def middle(self, known: State) -> Iterator[tuple[str, Card]]:
        """Yield the trick, and after a deal the promises."""
        cards = ((seat.name, seat.played if known.phase is Phase.PLAY else seat.aside) for seat in known.seats)
        yield from ((name, card) for name, card in cards if card is not None and known.phase is not Phase.ASIDE)

    def tags(self, known: State, player: int) -> Iterator[str]:
        """Yield the tricks, the promise if it is known, and the suits that the player did not follow."""
        seat = known.seats[player]
        yield _("tricks: {tricks}", tricks=seat.tricks)
        if promise(seat) is not None:
            yield _("promised {promise}", promise=promise(seat))
        yield from [_("has no {suit}", suit=", ".join(suit.words for suit in seat.lacks))] if seat.lacks else ()

    def where(self, state: State) -> str:
        """Name the deal and the trick."""
        text = WHERE if state.phase is Phase.PLAY else N_("Deal {deal} of {count}")
        return _(text, deal=max(state.deals, 1), count=len(state.seats), trick=len(state.gone) // len(state.seats) + 1)

    def asked_text(self, state: State, kind: str, equipment: Equipment, player: int | None = None) -> str:
        """Say what the players do; on the own phone, whether one can follow."""
        deal = DEALT_HERE if equipment.deals else N_("deal {count} cards to each player")
        asks = {Phase.DEAL: deal, Phase.ASIDE: PROMISE, Phase.PLAY: N_("play the first card")}
        if (suit := led(state)) is None:
            return _(asks[Phase(kind)], count=HAND)
        hand = (UNKNOWN,) if player is None else state.seats[player].hand
        follows = UNKNOWN in hand or suit in map(suit_of, hand)
        return _(
            N_("follow {suit} if you can") if follows else N_("you have no {suit}: play any card"), suit=suit.words
        )

    def happening(self, state: State) -> str | None:
        """Between two deals, return the points of each player with the promise and the tricks."""
        if state.phase is not Phase.DEAL or any(promise(seat) is None for seat in state.seats):
            return None
        told = [_(RESULT, name=s.name, points=points(s), promise=promise(s), tricks=s.tricks) for s in state.seats]
        return " ".join([*told, _("A kept promise counts {count} extra.", count=KEPT)])

    def button_text(self, state: State, answer: Answer) -> str:
        """Say what the player's button does."""
        if isinstance(answer, Aside) and (count := promise(Seat("", aside=answer.card))) is not None:
            return ngettext("set it aside: promise {count} trick", "set it aside: promise {count} tricks", count)
        return _({Deal: N_("deal"), Aside: N_("set it aside"), Play: N_("play it")}[type(answer)])

    def answer_text(self, state: State, answer: Answer) -> str:
        """Describe an answer for its player."""
        name = state.seats[answer.by].name
        if isinstance(answer, Deal):
            return _("{name} has dealt", name=name)
        sentence = N_("{name} sets the {card} aside") if isinstance(answer, Aside) else N_("{name} plays the {card}")
        return _(sentence, name=name, card=self.title_of(answer.card))

    def event_text(self, state: State, event: Event) -> LogLine | None:
        """Return a line of the log for an event."""
        match event:
            case Deal(by) | Play(by, _):
                return LogLine(self.answer_text(state, event), "card", by)
            case Aside(by, _):
                return LogLine(_("{name} has set a card aside", name=state.seats[by].name), "note", by)
            case TrickTaken(player):
                return LogLine(_("{name} takes the trick", name=state.seats[player].name), "score", player)
            case DealEnded(gained):
                gains = (f"{seat.name} {count}" for seat, count in zip(state.seats, gained, strict=True))
                return LogLine(_("The deal brings {told}", told=", ".join(gains)), "score")
            case Dealt():
                return None


def led(state: State) -> Suit | None:
    """Return the suit that was led to this trick; None before its first card."""
    return None if (card := state.seats[state.leader].played) is None else suit_of(card)


def still_to_play(state: State) -> list[int]:
    """Return the players who have not played to this trick yet, in turn order."""
    order = [(state.leader + step) % len(state.seats) for step in range(len(state.seats))]
    return [player for player in order if state.seats[player].played is None]


def winner_of_trick(state: State) -> int:
    """Return the player of the highest trump or, without trumps, of the highest card of the suit led."""
    cards, suit = [seat.played for seat in state.seats if seat.played is not None], led(state)
    best = max(cards, key=lambda card: (suit_of(card) is TRUMP, suit_of(card) is suit, rank_of(card)))
    return cards.index(best)


def promise(seat: Seat) -> int | None:
    """Return the number of tricks that the card set aside promises by its suit; None if the card is unknown."""
    return list(Suit).index(suit_of(seat.aside)) if seat.aside not in (None, UNKNOWN) else None


def points(seat: Seat) -> int:
    """Return the points of a deal: one for each trick, plus `KEPT` for a kept promise unless the player revoked."""
    return seat.tricks + (KEPT if seat.tricks == promise(seat) and not seat.revoked else 0)


GAME = compose(Asides())
