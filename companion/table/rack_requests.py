"""The needs of a rack: steps for people, cards that enter or leave it, and the same as sentences.

No sentence names a card; sentences use slots, backs and what was said aloud.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from companion.core.i18n import _
from companion.core.places import TARGET

KIND = "rack"


class RackStep(StrEnum):
    """Steps for people at a rack, the most urgent first."""

    UNKNOWN = "unknown"
    UNFIT = "unfit"
    TOO_SMALL = "too-small"
    HANDS_OVER = "hands-over"
    TAKES_IN = "takes-in"
    LEAVES = "leaves"
    WRONG = "wrong"
    BACK = "back"
    LAY = "lay"
    SURPLUS = "surplus"
    MISSING = "missing"


class Sees(StrEnum):
    """Abilities of the reader of a slot."""

    ALL = "all"
    LAID = "laid"  # and never that a card was taken
    NOTHING = "nothing"


class RackPrompt(NamedTuple):
    """A card that people are asked to play for a bot.

    Args:
        slot: where the card is.
        card: the card.
        zone: where it is played.
        face_down: whether it is played face down.
        instead: whether it replaces a card there, which goes into the slot.
        answer: the bot's answer to a question of this `kind`.
        kind: the kind of the question.
    """

    slot: int
    card: str
    zone: str
    face_down: bool
    instead: bool
    answer: Any
    kind: str


class Leaving(NamedTuple):
    """A card that leaves a hand by what its bot said.

    Args:
        card: the card.
        words: where it goes, or what was said.
        at: how many events the game had then; with fewer, the answer was undone.
        given_at: what the bot is asked until the exchange of the card is complete; None if the card has left already.
    """

    card: str
    words: str
    at: int
    given_at: str | None


class Trade(NamedTuple):
    """A card that moves between another hand and the rack.

    Args:
        at: how many events the game had then.
        whom: the name of the other player.
        back: the back of the card.
        is_in: whether it enters the rack.
        chosen: whether its owner chooses it.
    """

    at: int
    whom: str
    back: str
    is_in: bool
    chosen: bool


class Need(NamedTuple):
    """Current need of a rack: the step, its slots, and the cards by their backs.

    `partly` says that other slots are possible too, but their readers report nothing now. `unheard` says that cards may
    be in the slots already, because the readers report a card only when it is placed.
    """

    step: RackStep
    slots: tuple[int, ...] = ()
    backs: tuple[tuple[str, int], ...] = ()
    trade: Trade | None = None
    partly: bool = False
    unheard: bool = False


def sentence(need: Need, name: str, cards: str, reason: str, asked: RackPrompt | None) -> dict[str, str]:
    """Return a need as sentences for the people at the table.

    Args:
        need: the need.
        name: the player of the rack.
        cards: the needed cards, by their backs.
        reason: where the leaving card goes, or what was said.
        asked: the card that the bot wants to play.
    """
    slot = need.slots[0] if need.slots else 0
    whom = need.trade.whom if need.trade is not None else ""
    match need.step:
        case RackStep.UNKNOWN:
            return {
                "text": _("Slot {slot} of {name}: the tag of that card has no name yet.", slot=slot, name=name),
                "why": _("Lay another card there, face down, or let the host go through the box at the desk."),
            }
        case RackStep.UNFIT:
            return {
                "text": _("Slot {slot} of {name}: that card is not of this hand.", slot=slot, name=name),
                "why": _("Put it aside, face down, and lay another one there."),
            }
        case RackStep.TOO_SMALL:
            return {
                "text": _("{name} has more cards than the rack has slots.", name=name),
                "why": _("Let a person play this chair: the host says so at the desk."),
            }
        case RackStep.LEAVES:
            return {"text": _("Take the card out of slot {slot} of {name}.", slot=slot, name=name), "why": reason}
        case RackStep.HANDS_OVER:
            return {
                "text": _("{whom} takes {cards} out of the rack of {name}.", whom=whom, cards=cards, name=name),
                "why": _("Out of one of these slots, and nobody else sees it: {slots}.", slots=_listed(need.slots))
                if need.partly
                else _("Out of any slot, and nobody else sees it."),
            }
        case RackStep.TAKES_IN:
            chosen = need.trade is not None and need.trade.chosen
            return {
                "text": _(
                    "Lay {cards} of {whom} face down into the rack of {name}.", cards=cards, whom=whom, name=name
                ),
                "why": _("{whom} chooses it.", whom=whom) if chosen else _("It is drawn from that hand, unseen."),
            }
        case RackStep.WRONG:
            return {
                "text": _("That was another card: {name} plays the one in slot {slot}.", slot=slot, name=name),
                "why": _("Put it back where it was, unseen."),
            }
        case RackStep.BACK:
            return {
                "text": _("Put the card back into slot {slot} of {name}, unseen.", slot=slot, name=name),
                "why": _("Two cards were taken out of that rack; only one is to be played."),
            }
        case RackStep.LAY:
            return {"text": _laying(asked, slot, name) if asked is not None else ""}
        case RackStep.SURPLUS:
            return {
                "text": _("Take {cards} out of the rack of {name}.", cards=cards, name=name),
                "why": _("There is more in it than this hand has."),
            }
        case RackStep.MISSING:
            return {
                "text": _("Lay {cards} face down into the rack of {name}, one in a slot.", cards=cards, name=name),
                "why": _("Nobody looks at them. Where a card lies already, lift it and lay it there again.")
                if need.unheard
                else _("Nobody looks at them. Where a step was taken back, its card goes back into the rack."),
            }


def _listed(slots: tuple[int, ...]) -> str:
    return ", ".join(map(str, slots))


def _laying(asked: RackPrompt, slot: int, name: str) -> str:
    if asked.zone == TARGET:
        return _("{name}: take the card in slot {slot} and lay it face up on the stage.", slot=slot, name=name)
    if asked.instead:
        return _(
            "{name}: take the card in slot {slot} and lay it face down in place of the card before {name}, "
            "which goes into that slot, unseen.",
            slot=slot,
            name=name,
        )
    if asked.face_down:
        return _("{name}: take the card in slot {slot} and lay it face down before {name}.", slot=slot, name=name)
    return _("{name}: take the card in slot {slot} and lay it face up before {name}.", slot=slot, name=name)
