"""Check that the deck has the cards, characters and settings that an answer names."""

from __future__ import annotations

from companion.core.errors import InputError
from companion.core.json_fields import as_word, shown
from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.model.changes import CardMoved, CharacterChanged, SettingChanged
from companion.deathmatch.model.deck import Deck
from companion.deathmatch.model.state import State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION, UNKNOWN_CHARACTER


def check_names(answer: Answer, state: State) -> None:
    """Check that the deck has every name in an answer.

    Raises InputError that names the field.
    """
    deck = state.deck
    if answer.do is Do.SETTING:
        _check_setting(answer.card, "card", deck)
    elif answer.card is not None:
        _check_action(answer.card, "card", deck, unknown=False)
    for index, card in enumerate(answer.cards):
        _check_action(card, f"cards[{index}]", deck, unknown=True)
    if answer.character is not None:
        _check_character(answer.character, "character", deck)
    for index, change in enumerate(answer.changes):
        match change:
            case CardMoved(card):
                _check_action(card, f"changes[{index}].card", deck, unknown=True)
            case CharacterChanged(_, now):
                _check_character(now, f"changes[{index}].now", deck)
            case SettingChanged(setting):
                _check_setting(setting, f"changes[{index}].now", deck)
            case _:
                pass  # the others name players, suits and numbers, which were checked when they were read


def _check_action(card: str, field: str, deck: Deck, *, unknown: bool) -> None:
    if card in deck.actions or (unknown and card == UNKNOWN_ACTION):
        return
    if card == UNKNOWN_ACTION:
        raise InputError("must be the card that was seen, not an unknown one", field=field)
    known = ", ".join(list(deck.actions)[:3])
    raise InputError(f"there is no action card {shown(card)} in this deck; write one such as {known}", field=field)


def _check_character(character: str, field: str, deck: Deck) -> None:
    as_word(character, field, (*deck.characters, UNKNOWN_CHARACTER))


def _check_setting(setting: str | None, field: str, deck: Deck) -> None:
    as_word(setting, field, tuple(deck.settings))
