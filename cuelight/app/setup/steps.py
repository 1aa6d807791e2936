"""The steps of setting a table up, and how each is said; the page and the terminal say the same.

A step asks hands for something (hold a card, press a button) or a person for an answer. Answers are few on purpose.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.core.i18n import N_, _
from companion.core.places import TARGET, place_name


class Topic(StrEnum):
    """What a step is about."""

    LOOK = "look"  # devices are asked what they are
    NOTHING = "nothing"  # none answers
    KNOWN = "known"  # a table file is there already
    SEATS = "seats"
    ONE = "one"  # whether the only reader is tapped by everybody
    PLACE = "place"  # a card is held to the reader of a zone
    RACK = "rack"  # at which seat the readers that are left stand in a rack
    SLOT = "slot"  # a card is held to the reader of a rack's slot
    PANEL = "panel"  # whether anything is wired to this machine's pins
    BUTTON = "button"
    LAMP = "lamp"
    COLOUR = "colour"
    TRY = "try"  # one lamp glows, and its button is pressed
    NONE = "none"  # all is asked, and no reader has a place
    DONE = "done"


QUESTIONS = (Topic.KNOWN, Topic.SEATS, Topic.ONE, Topic.RACK, Topic.PANEL, Topic.COLOUR)
"""The steps that want an answer and no hand."""

HANDS = (Topic.PLACE, Topic.SLOT, Topic.BUTTON, Topic.LAMP, Topic.TRY)
"""The steps that wait for a hand, and can be skipped."""

KEEP, ANEW, YES, NO = "keep", "anew", "yes", "no"


class SetupStep(NamedTuple):
    """A step: what it asks, and of what: a zone, a seat, or a pin."""

    ask: Topic
    what: str = ""


class SetupOutcome(StrEnum):
    """What became of what a hand did."""

    PLACED = "placed"
    OTHERS = "others"  # that reader has its place already
    BUTTON = "button"
    OTHER_BUTTON = "other-button"
    LAMP = "lamp"
    NO_LAMP = "no-lamp"
    RIGHT = "right"
    WRONG = "wrong"
    NOT_WRITTEN = "not-written"


class SetupNews(NamedTuple):
    """The newest thing that happened, and the place or the words that it is about."""

    told: SetupOutcome
    what: str = ""


CHOICES = {
    KEEP: N_("Go on with it"),
    ANEW: N_("Set it up anew"),
    YES: N_("Yes"),
    NO: N_("No"),
    "red": N_("Red"),
    "green": N_("Green"),
    "blue": N_("Blue"),
}


def step_words(step: SetupStep) -> str:
    """What a step asks for."""
    if step.ask is Topic.PLACE and step.what == TARGET:
        return _("Hold a card to the reader in the middle of the table.")
    words = {
        Topic.LOOK: N_("Looking at what is plugged in …"),
        Topic.NOTHING: N_("Nothing that reads cards answers."),
        Topic.KNOWN: N_("This table has been set up already."),
        Topic.SEATS: N_("How many people can sit at the table?"),
        Topic.ONE: N_("There is one reader. Does everybody tap their cards on it?"),
        Topic.PLACE: N_("Hold a card to the reader of {place}."),
        Topic.RACK: N_("There are more readers. At which seat do they stand in a rack, for the cards of a bot?"),
        Topic.SLOT: N_("Hold a card to the reader of {place}. When there are no more, skip."),
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
    """What happened, in words."""
    words = {
        SetupOutcome.PLACED: N_("That is the reader of {what}."),
        SetupOutcome.OTHERS: N_("That is the reader of {what} already. Hold the card to another one, or skip."),
        SetupOutcome.BUTTON: N_("That is the button of {what}."),
        SetupOutcome.OTHER_BUTTON: N_("That is the button of {what} already. Press another one, or skip."),
        SetupOutcome.LAMP: N_("That is the lamp of {what}."),
        SetupOutcome.NO_LAMP: N_("No lamp is there."),
        SetupOutcome.RIGHT: N_("Right: {what} glows and answers."),
        SetupOutcome.WRONG: N_("That was the button of {what}, and another lamp glows. Look at the wires, or skip."),
        SetupOutcome.NOT_WRITTEN: N_("The table file cannot be written: {what}. Make room, then go on."),
    }[news.told]
    if news.what == TARGET and news.told is SetupOutcome.PLACED:
        return _("That is the reader in the middle of the table.")
    if news.what == TARGET and news.told is SetupOutcome.OTHERS:
        return _("That is the reader in the middle already. Hold the card to another one, or skip.")
    if news.told is SetupOutcome.NO_LAMP:
        return _(words)
    return _(words, what=news.what if news.told is SetupOutcome.NOT_WRITTEN else place_name(news.what, {}))
