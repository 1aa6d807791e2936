"""Check the reported changes of a text (DJ2): try each change on the state after the ones before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice

from companion.core.i18n import N_, _
from companion.core.json_fields import shown
from companion.core.verdict import Reason
from companion.deathmatch.model.accounts import standing_copies
from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.model.cards import CASTLE
from companion.deathmatch.model.changes import (
    CardMoved,
    Change,
    CharacterChanged,
    FaceChanged,
    HandSizeChanged,
    LimitChanged,
    Place,
    PlaceKind,
    ProtagonistMoved,
    SettingChanged,
    SlainByText,
    TurnChanged,
)
from companion.deathmatch.model.events import CarriedOut, Changed, Source
from companion.deathmatch.model.evolve import evolve
from companion.deathmatch.model.places import heap_at
from companion.deathmatch.model.state import IN_SCENE, Phase, State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION, UNKNOWN_CHARACTER, find, is_unknown
from companion.deathmatch.rules.reasons import Code

MOST_NAMED = 24  # most names to list after an unknown one
NOT_THERE = N_("A card is not where the answer has it.")


def check_changes(state: State, answer: Answer) -> list[Reason]:
    """Return the reasons against impossible changes."""
    trial = _after_text(state) if answer.do is Do.CARRY_OUT and not answer.of_setting else state
    found = []
    for change in answer.changes:
        wrong = _not_in_the_deck(state, change) or _why_not(trial, change)
        if wrong is None:
            try:
                trial = evolve(trial, Changed(change))
            except ValueError:
                wrong = Code.CHANGE_NOT_HELD.because(_(NOT_THERE))
        if wrong is not None:
            found.append(wrong)
    return found or _impossible(state, trial)


def check_named(changes: Sequence[Change], state: State, secret: Sequence[int]) -> list[Reason]:
    """Require the character's name in changes that turn up one of these players' characters, so that nothing leaks."""
    named = {change.of for change in changes if isinstance(change, CharacterChanged)}
    turned = [change.of for change in changes if isinstance(change, FaceChanged) and change.now]
    turned += [change.of for change in changes if isinstance(change, SlainByText | LimitChanged)]
    for player in turned:
        if player in secret and player not in named:
            name = state.seats[player].name
            message = _("Name the character of {name}; nobody else may have it.", name=name)
            return [Code.REVEAL_OTHER.because(message)]
    return []


def _not_in_the_deck(state: State, change: Change) -> Reason | None:
    """Return a reason, with the deck's names, if a change names a card that the deck does not have."""
    match change:
        case SettingChanged(name) if name not in state.deck.settings:
            there: Iterable[str] = state.deck.settings
        case CharacterChanged(_, name) if name not in (*state.deck.characters, UNKNOWN_CHARACTER):
            there = state.deck.characters
        case CardMoved(name) if name not in (*state.deck.actions, UNKNOWN_ACTION):
            there = state.deck.actions
        case _:
            return None
    message = _(
        "This deck has no {name}. It has: {there}.", name=shown(name), there=", ".join(islice(there, MOST_NAMED))
    )
    return Code.CHANGE_NOT_HELD.because(message)


def _after_text(state: State) -> State:
    """Return the state with the carried-out card in its place (DJ11)."""
    carrying = state.carrying
    return state if carrying is None else evolve(state, CarriedOut(carrying.by, carrying.card, Source.CARD))


def _impossible(before: State, after: State) -> list[Reason]:
    """Return reasons if all changes together leave too many copies of a card, or one character twice."""
    found = []
    there, now, copies = standing_copies(before), standing_copies(after), after.deck.copies
    too_many = [card for card, count in now.items() if count > max(copies[card], there[card])]
    if too_many:
        message = _("There are not so many copies of {too_many}.", too_many=", ".join(too_many))
        found.append(Code.CHANGE_NOT_HELD.because(message, "DJ2", "DC2"))
    characters = Counter(seat.character for seat in after.seats if seat.knows_character)
    if any(count > 1 for count in characters.values()):
        found.append(Code.CHANGE_NOT_HELD.because(_("There is each character only once."), "DJ2", "DS2"))
    return found


def _why_not(state: State, change: Change) -> Reason | None:
    match change:
        case CardMoved(card, origin, to):
            return _why_not_moved(state, card, origin, to) or _why_not_there(state, card, origin)
        case CharacterChanged(of, _) | HandSizeChanged(of, _) | SlainByText(of):
            return _out(state, of)
        case ProtagonistMoved(player):
            if state.protagonist is None:
                return Code.CHANGE_NO_PROTAGONIST.because(_("There is no protagonist now."))
            return _out(state, player)
        case TurnChanged(player):
            if state.phase is not Phase.ACTION:
                message = _("Whose action it is can be fixed until the card that opens the scene is laid.")
                return Code.CHANGE_NO_SCENE.because(message)
            if state.carrying is not None:  # the text belongs to the action of the player who played it (DT1)
                owner = state.seats[state.carrying.by].name
                message = _("The text that waits is {owner}'s to carry out.", owner=owner)
                return Code.NOT_NOW.because(message, "DP1", "DJ2")
            return _out(state, player)
        case SettingChanged(setting) if state.castle_only and setting != CASTLE:
            rule = "DV2" if state.rules.castle else "DA6"
            return Code.CASTLE_ONLY.because(_("The setting is the castle, and no other."), rule)
        case _:
            return None


def _why_not_there(state: State, card: str, origin: Place) -> Reason | None:
    """Return a reason if a card is known not to have been in a hand, a draw pile or the discard pile."""
    heap = heap_at(state, origin)
    hidden = origin.kind in (PlaceKind.HAND, PlaceKind.PILE, PlaceKind.DISCARD)
    at_an_end = origin.kind is PlaceKind.PILE and card == UNKNOWN_ACTION
    if not hidden or at_an_end or isinstance(heap, int) or find(heap, card) is not None:
        return None
    return Code.CHANGE_NOT_HELD.because(_(NOT_THERE))


def _out(state: State, player: int) -> Reason | None:
    seat = state.seats[player]
    return Code.CHANGE_OUT.because(_("{name} is out of the game.", name=seat.name)) if seat.out else None


def _why_not_moved(state: State, card: str, origin: Place, to: Place) -> Reason | None:
    for place in (origin, to):
        if place.of is not None and state.seats[place.of].out:
            return _out(state, place.of)
        if place.kind is PlaceKind.PLAYED and state.phase not in IN_SCENE:
            return Code.CHANGE_NO_SCENE.because(_("No cards lie before the players now."))
    if to.kind is not PlaceKind.PLAYED:
        return None
    assert to.of is not None
    if is_unknown(card) or (card == UNKNOWN_ACTION):
        return Code.CHANGE_NOT_HELD.because(_("A card that is laid is seen: say which one it is."))
    if state.seats[to.of].played is not None and origin != to:
        return Code.CHANGE_NO_SCENE.because(_("{name} has a card in this scene already.", name=state.seats[to.of].name))
    return None
