"""What a rack needs of people: the steps, the cards that leave it or come into it, and the same as sentences.

No sentence names a card: what is said hangs on slots, on backs and on what everybody has heard.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from companion.core.i18n import _
from companion.core.places import TARGET

KIND = "rack"


class RackStep(StrEnum):
    """What a rack needs of people, the most urgent first."""

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
    """What the reader of a slot tells now."""

    ALL = "all"
    LAID = "laid"  # and never that a card was taken
    NOTHING = "nothing"


class RackPrompt(NamedTuple):
    """A card that people are asked to lay for a bot.

    Args:
        slot: where it lies.
        zone: where it is laid, face down or up.
        instead: whether it takes the place of a card there, which goes into the slot.
        answer: what it says, to a question of this `kind`.
    """

    slot: int
    card: str
    zone: str
    face_down: bool
    instead: bool
    answer: Any
    kind: str


class Leaving(NamedTuple):
    """A card that leaves a hand by what its bot has said.

    Args:
        card: which one.
        words: where it goes, or what was said.
        at: how many events the game had then; with fewer, that was taken back.
        given_at: what the bot was asked when it gave the card away for another one, and is asked until all of that is
            chosen; None for a card that has left already.
    """

    card: str
    words: str
    at: int
    given_at: str | None


class Trade(NamedTuple):
    """A card that goes from another hand into the rack, or from the rack into that hand.

    Args:
        at: how many events the game had then.
        whom: whose hand it is, by the name.
        back: of the card.
        is_in: whether it comes in.
        chosen: whether whoever gives it chooses it.
    """

    at: int
    whom: str
    back: str
    is_in: bool
    chosen: bool


class Need(NamedTuple):
    """What a rack needs now: the step, the slots that it is about, and the cards by their backs.

    `partly` says that other slots would do as well, if their readers told anything just now; `unheard` that cards may
    lie in the slots already, at readers that tell of a card only when it is laid.
    """

    step: RackStep
    slots: tuple[int, ...] = ()
    backs: tuple[tuple[str, int], ...] = ()
    trade: Trade | None = None
    partly: bool = False
    unheard: bool = False


def sentence(need: Need, name: str, cards: str, told: str, asked: RackPrompt | None) -> dict[str, str]:
    """What is said to whoever stands at the table.

    Args:
        name: whose rack it is.
        cards: those that are needed, by their backs.
        told: where the card goes that leaves, or what was said.
        asked: the card that the bot wants laid.
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
            return {"text": _("Take the card out of slot {slot} of {name}.", slot=slot, name=name), "why": told}
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
