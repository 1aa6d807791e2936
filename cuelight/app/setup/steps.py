"""The steps of the set-up and their texts, which the page and the terminal share.

A step requests an action (hold a card, press a button) or an answer. There are few answers on purpose.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.core.i18n import N_, _
from companion.core.places import TARGET, place_name


class Topic(StrEnum):
    """The subject of a step."""

    LOOK = "look"  # devices are being identified
    NOTHING = "nothing"  # no device answers
    KNOWN = "known"  # a table file exists already
    SEATS = "seats"
    ONE = "one"  # whether everybody uses the only reader
    PLACE = "place"  # hold a card to the reader of a zone
    RACK = "rack"  # which seat's rack has the remaining readers
    SLOT = "slot"  # hold a card to the reader of a rack's slot
    PANEL = "panel"  # whether something is wired to this machine's pins
    BUTTON = "button"
    LAMP = "lamp"
    COLOUR = "colour"
    TRY = "try"  # one lamp glows; press its button
    NONE = "none"  # all steps are done, and no reader has a place
    DONE = "done"


QUESTIONS = (Topic.KNOWN, Topic.SEATS, Topic.ONE, Topic.RACK, Topic.PANEL, Topic.COLOUR)
"""Steps that need an answer and no action."""

HANDS = (Topic.PLACE, Topic.SLOT, Topic.BUTTON, Topic.LAMP, Topic.TRY)
"""Steps that wait for an action, and can be skipped."""

KEEP, ANEW, YES, NO = "keep", "anew", "yes", "no"


class SetupStep(NamedTuple):
    """A step: its topic, and its zone, seat or pin."""

    ask: Topic
    what: str = ""


class SetupOutcome(StrEnum):
    """The outcome of an action."""

    PLACED = "placed"
    OTHERS = "others"  # the reader belongs to another place
    BUTTON = "button"
    OTHER_BUTTON = "other-button"
    LAMP = "lamp"
    NO_LAMP = "no-lamp"
    RIGHT = "right"
    WRONG = "wrong"
    NOT_WRITTEN = "not-written"


class SetupNews(NamedTuple):
    """The newest outcome, with its place or words."""

    told: SetupOutcome
    what: str = ""


CHOICES = {
    KEEP: N_("Continue with it"),
    ANEW: N_("Set it up again"),
    YES: N_("Yes"),
    NO: N_("No"),
    "red": N_("Red"),
    "green": N_("Green"),
    "blue": N_("Blue"),
}


def step_words(step: SetupStep) -> str:
    """Return the text of a step."""
    if step.ask is Topic.PLACE and step.what == TARGET:
        return _("Hold a card to the reader in the middle of the table.")
    words = {
        Topic.LOOK: N_("Looking for devices …"),
        Topic.NOTHING: N_("No card reader answers."),
        Topic.KNOWN: N_("This table has been set up already."),
        Topic.SEATS: N_("How many people can sit at the table?"),
        Topic.ONE: N_("There is one reader. Does everybody tap their cards on it?"),
        Topic.PLACE: N_("Hold a card to the reader of {place}."),
        Topic.RACK: N_("There are more readers. Which seat has them in a rack, for the cards of a bot?"),
        Topic.SLOT: N_("Hold a card to the reader of {place}. If no reader is left, skip."),
        Topic.PANEL: N_("Are lamps or buttons wired to the pins of this machine?"),
        Topic.BUTTON: N_("Press the button of {place}."),
        Topic.LAMP: N_("A lamp may have come on. Press the button of its seat. If no lamp is lit, skip."),
        Topic.COLOUR: N_("Which colour is lit now?"),
        Topic.TRY: N_("One lamp glows. Press the button beside it. If none glows, skip."),
        Topic.NONE: N_("No reader has a place, so nothing was written."),
        Topic.DONE: N_("The table is set up."),
    }[step.ask]
    has_place = step.ask in (Topic.PLACE, Topic.SLOT, Topic.BUTTON)
    return _(words, place=place_name(step.what, {})) if has_place else _(words)


def news_words(news: SetupNews) -> str:
    """Return the text of an outcome."""
    words = {
        SetupOutcome.PLACED: N_("That is the reader of {what}."),
        SetupOutcome.OTHERS: N_("That is the reader of {what} already. Hold the card to another one, or skip."),
        SetupOutcome.BUTTON: N_("That is the button of {what}."),
        SetupOutcome.OTHER_BUTTON: N_("That is the button of {what} already. Press another one, or skip."),
        SetupOutcome.LAMP: N_("That is the lamp of {what}."),
        SetupOutcome.NO_LAMP: N_("No lamp is there."),
        SetupOutcome.RIGHT: N_("Right: {what} glows and answers."),
        SetupOutcome.WRONG: N_("That was the button of {what}, and another lamp glows. Check the wires, or skip."),
        SetupOutcome.NOT_WRITTEN: N_("The table file cannot be written: {what}. Free some space, then continue."),
    }[news.told]
    if news.what == TARGET and news.told is SetupOutcome.PLACED:
        return _("That is the reader in the middle of the table.")
    if news.what == TARGET and news.told is SetupOutcome.OTHERS:
        return _("That is the reader in the middle already. Hold the card to another one, or skip.")
    if news.told is SetupOutcome.NO_LAMP:
        return _(words)
    return _(words, what=news.what if news.told is SetupOutcome.NOT_WRITTEN else place_name(news.what, {}))
