"""The steps of the set-up and their texts, which the page and the terminal share.

A step requests an action (hold a card, press a button) or an answer. There are few answers on purpose.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.core.i18n import N_, Worded, _
from companion.core.places import TARGET, place_name


class Topic(Worded):
    """The subject of a step, with its text."""

    LOOK = "look", N_("Looking for devices …")
    NOTHING = "nothing", N_("No card reader answers. Unit RFID2 readers need I2C: `cuelight doctor` checks it.")
    KNOWN = "known", N_("This table has been set up already.")
    SEATS = "seats", N_("How many people can sit at the table?")
    ONE = "one", N_("There is one reader. Does everybody tap their cards on it?")
    PLACE = "place", N_("Hold a card to the reader of {place}.")
    RACK = "rack", N_("There are more readers. Which seat has them in a rack, for the cards of a bot?")
    SLOT = "slot", N_("Hold a card to the reader of {place}. If no reader is left, skip.")
    PANEL = "panel", N_("Are lamps or buttons wired to the pins of this machine?")
    BUTTON = "button", N_("Press the button of {place}.")
    LAMP = "lamp", N_("A lamp may have come on. Press the button of its seat. If no lamp is lit, skip.")
    COLOUR = "colour", N_("Which colour is lit now?")
    TRY = "try", N_("One lamp glows. Press the button beside it. If none glows, skip.")
    NONE = "none", N_("No reader has a place, so nothing was written.")
    DONE = "done", N_("The table is set up.")


QUESTIONS = (Topic.KNOWN, Topic.SEATS, Topic.ONE, Topic.RACK, Topic.PANEL, Topic.COLOUR)
"""Steps that need an answer and no action."""

HANDS = (Topic.PLACE, Topic.SLOT, Topic.BUTTON, Topic.LAMP, Topic.TRY)
"""Steps that wait for an action, and can be skipped."""

KEEP, ANEW, YES, NO = "keep", "anew", "yes", "no"


class SetupStep(NamedTuple):
    """A step: its topic, and its zone, seat or pin."""

    ask: Topic
    what: str = ""


class SetupOutcome(Worded):
    """The outcome of an action, with its text."""

    PLACED = "placed", N_("That is the reader of {what}.")
    OTHERS = "others", N_("That is the reader of {what} already. Hold the card to another one, or skip.")
    BUTTON = "button", N_("That is the button of {what}.")
    OTHER_BUTTON = "other-button", N_("That is the button of {what} already. Press another one, or skip.")
    LAMP = "lamp", N_("That is the lamp of {what}.")
    NO_LAMP = "no-lamp", N_("No lamp is there.")
    RIGHT = "right", N_("Right: {what} glows and answers.")
    WRONG = "wrong", N_("That was the button of {what}, and another lamp glows. Check the wires, or skip.")
    NOT_WRITTEN = "not-written", N_("The table file cannot be written: {what}. Free some space, then continue.")


class SetupNews(NamedTuple):
    """The newest outcome, with its place or words."""

    outcome: SetupOutcome
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
    has_place = step.ask in (Topic.PLACE, Topic.SLOT, Topic.BUTTON)
    return _(step.ask.words, place=place_name(step.what, {})) if has_place else _(step.ask.words)


def news_words(news: SetupNews) -> str:
    """Return the text of an outcome."""
    if news.what == TARGET and news.outcome is SetupOutcome.PLACED:
        return _("That is the reader in the middle of the table.")
    if news.what == TARGET and news.outcome is SetupOutcome.OTHERS:
        return _("That is the reader in the middle already. Hold the card to another one, or skip.")
    if news.outcome is SetupOutcome.NO_LAMP:
        return _(news.outcome.words)
    return _(
        news.outcome.words, what=news.what if news.outcome is SetupOutcome.NOT_WRITTEN else place_name(news.what, {})
    )
