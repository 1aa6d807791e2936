"""The ids of the rules behind each event.

They follow from the event itself, as everybody sees it. If an event may have several causes and does not record its
own (for example gained tokens), the ids follow from the events before it. docs/rules.md has the text of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.othello.model import events as e
from companion.othello.model.cards import Staging, is_staging
from companion.othello.model.vocabulary import Interrupt, Marker, Protection, WhyEnded, WhyFailed
from companion.othello.rules.coins import COINS

Rules = tuple[str, ...]

SHOWED: dict[str, Rules] = {Staging.EXCHANGE: ("A1",), Staging.NO_DRAMA: ("A3", "N1")}
CLAIMED = {Interrupt.SEIZE: ("Z1", "V1"), Interrupt.SPOTLIGHT: ("L1", "V1")}
PROTECTED = {Protection.NO_DRAMA: ("A3", "N1"), Protection.DESDEMONA: ("O5", "N1")}
FAILED: dict[WhyFailed, Rules] = {
    WhyFailed.WRONG_ROLE: ("K1", "K8"),
    WhyFailed.NO_HALF_CURTAIN: ("T1",),
    WhyFailed.OUT_OF_ORDER: ("R2",),
    WhyFailed.NOBODY_DEAD: ("A7",),
    WhyFailed.NO_CARD: ("I2",),
}
MARKERS = {Marker.ACT_BEGINS: ("G4",), Marker.SCRIPT_EMPTY: ("D2", "T2")}
ENDED = {WhyEnded.FULL_CURTAIN: ("T5", "T6"), WhyEnded.FINAL_SCENE: ("T4", "T6"), WhyEnded.STAGING_EMPTY: ("T4",)}

ALWAYS: dict[type[Any], Rules] = {
    e.ActBegan: ("G4",),
    e.Shuffled: ("P8", "J2"),
    e.LeftTheGame: ("S7",),
    e.Dealt: ("S2",),
    e.Placed: ("P3",),
    e.TakenBack: ("P3",),
    e.Miscued: ("A2",),
    e.Revealed: ("P5", "P6"),
    e.RanOut: ("C5",),
    e.CoinGained: ("K2",),
    e.CoinMissing: ("C6",),
    e.CoinTaken: ("O6",),
    e.Blocked: ("L1", "L2"),
    e.Undone: ("N1", "J8"),
    e.Scored: ("K1", "K2"),
    e.SetAside: ("X1",),
    e.Recovered: ("A7", "X2"),
    e.Exited: ("E1",),
    e.HandDiscarded: ("G4",),
    e.Buried: ("I2",),
    e.ImprovUsed: ("I1",),
    e.CardTaken: ("A1",),
    e.CardGiven: ("A1",),
    e.LimitCut: ("A6",),
    e.Revived: ("A7",),
    e.HandkerchiefTaken: ("K9",),
    e.PickedUp: ("J8",),
    e.TurnedDown: ("J8",),
    e.LeftPlay: ("R2",),
    e.TakenOver: ("J11",),
    e.Reordered: ("J1",),
    e.HalfCurtainFell: ("T1",),
    e.FullCurtainFell: ("T1", "T5"),
    e.LastScene: ("T4",),
    e.StagingRanOut: ("T4",),
    e.Traded: ("G1",),
    e.GameEnded: ("G5", "G7"),
    e.SceneBegan: ("P1",),
    e.CarriedOut: ("C11",),
    e.Returned: ("C11",),
}
BY_WHAT: dict[type[Any], Callable[[Any], Rules]] = {
    e.Showed: lambda event: SHOWED.get(event.card, ()),
    e.Claimed: lambda event: CLAIMED[event.what],
    e.CoinUsed: lambda event: (COINS[event.coin].rule, "O1"),
    e.Seized: lambda event: ("Z1", "Z3" if is_staging(event.card) else "Z2"),
    e.Protected: lambda event: PROTECTED[event.way],
    e.Failed: lambda event: FAILED.get(event.why, ()),
    e.Died: lambda event: ("W4",) if event.wounds else ("K6",),  # a wound leaves at least its own token
    e.MarkerMoved: lambda event: MARKERS.get(event.marker, ("D3", "T4")),
    e.ActEnded: lambda event: ENDED[event.why],
}

Causes = dict[type[Any], Callable[[Any], Rules | None]]
"""The possible causes of an event, with its rules then: empty for the host, None if this is not the cause."""


def _always(*rules: str) -> Callable[[Any], Rules]:
    return lambda _cause: rules


def _of_card(card: str, rule: str) -> Callable[[Any], Rules | None]:
    return lambda cause: (rule,) if cause.card == card else None


FOLLOWS: dict[type[Any], Causes] = {
    e.Gained: {
        e.Dealt: _always("S2"),
        e.Succeeded: lambda cause: ("K2", "Z2") if cause.player != cause.source else ("K2",),
        e.Exited: _always("E1"),
        e.Seized: lambda cause: ("Z3",) if is_staging(cause.card) else ("Z2", "J11"),
        e.Undone: _always("J8"),
    },
    e.Drew: {
        e.ActBegan: _always("S6", "G4"),
        e.ImprovUsed: _always("I2"),
        e.Protected: _always("A3"),
        e.Miscued: _always("A2"),
        e.FaceUpDiscarded: _of_card(Staging.EXCHANGE, "J5"),
        e.TurnEnded: _always("P7"),
    },
    e.DrawOwed: {e.Protected: _always("A3"), e.Showed: _of_card(Staging.EXCHANGE, "J5")},
    e.Swapped: {e.ImprovUsed: _always("I3"), e.Miscued: _always("A2")},
    e.LeadChanged: {
        e.ActBegan: _always("G3"),
        e.CoinUsed: lambda cause: ("O3",) if cause.coin == "Othello" else None,
        e.Revealed: _of_card(Staging.TAKE_THE_LEAD, "A4"),
    },
    e.Wounded: {
        e.IagoCoinUsed: _always("O2"),
        e.Revealed: _of_card(Staging.VILLAINY, "A6"),
        e.Scored: _always("K5"),
        e.Recovered: _always("A7", "K5"),
    },
}
OF_THE_TABLE: Causes = {e.Corrected: _always(), e.CarriedOut: _always("C11")}
"""The possible causes of any event."""


def because(event: e.Event, before: Iterable[e.Event] = ()) -> Rules:
    """Return the ids of the rules behind an event.

    The result is empty if they are unknown or the host caused the event.

    Args:
        before: the earlier events that are still known, the newest first.
    """
    if getattr(event, "player", 0) < 0:
        return ()
    named = BY_WHAT.get(type(event))
    if named is not None:
        return named(event)
    return ALWAYS.get(type(event)) or next(_from(event, before), ())


def _from(event: e.Event, before: Iterable[e.Event]) -> Iterator[Rules]:
    """Yield the rules of each possible cause, the newest first.

    A payment's cause is the event just before it.
    """
    earlier = list(before)
    if type(event) is e.Paid:
        yield from (CLAIMED[each.what][:1] for each in earlier[:1] if isinstance(each, e.Claimed))
        return
    causes = FOLLOWS.get(type(event), {})
    for each in earlier if causes else ():
        follows = (causes | OF_THE_TABLE).get(type(each))
        rules = follows(each) if follows is not None else None
        if rules is not None:
            yield rules
