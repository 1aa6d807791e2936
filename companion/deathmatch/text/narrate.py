"""What happens, in words for the people at the table: events and answers. What is open is told in `moment.py`.

The texts of events name nothing that whoever reads them does not see. The text of an answer is for who
gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, assert_never

from companion.deathmatch.model import events as e
from companion.deathmatch.model.answers import NOBODY, Answer, Do
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
)
from companion.deathmatch.model.seen import hidden_in
from companion.deathmatch.model.state import State
from companion.deathmatch.model.unknown import is_unknown
from companion.deathmatch.text.words import card_title, cards, listed, name, players, whose
from companion.play.course import LogLine

Told = tuple[str, str] | None


def event_text(state: State, event: e.Event, viewer: int | None = None) -> LogLine | None:
    """An event in words; None for one not worth telling.

    Args:
        state: the one after the event.
        viewer: who reads it, by seat; None for everybody.
    """
    hidden = hidden_in(state, event, viewer)
    told = TELL[type(event)](state, event, hidden)
    if told is None:
        return None
    kind, text = told
    if text.endswith(("?.", "!.")):  # a card's name may end a sentence of its own
        text = text[:-1]
    return LogLine(text, kind, getattr(event, "player", None))


def _card(state: State, event: Any, hidden: Collection[str]) -> str:
    return "a card" if "card" in hidden else card_title(state, event.card)


def _does(kind: str, deed: str) -> Callable[[State, Any, Collection[str]], Told]:
    """A text that begins with the player; `{card}` is the event's own."""

    def tell(state: State, event: Any, hidden: Collection[str]) -> Told:
        card = _card(state, event, hidden) if "card" in event._fields else ""
        return kind, f"{name(state, event.player)} {deed.format(card=card)}."

    return tell


def _protagonist(state: State, event: e.ProtagonistChanged, _hidden: Collection[str]) -> Told:
    if event.player is None:
        return "lead", "From now on there is no protagonist."
    return "lead", f"{name(state, event.player)} is the protagonist."


def _setting(state: State, event: e.SettingChosen, _hidden: Collection[str]) -> Told:
    face = state.deck.settings.get(event.card)
    hands = f" Hands are of {cards(face.hand_size)}." if face is not None else ""
    chosen = "The setting is" if event.player is None else f"{name(state, event.player)} chooses the setting:"
    return "act", f"{chosen} {event.card}.{hands}"


def _character(state: State, event: e.CharacterDealt, hidden: Collection[str]) -> Told:
    known = "character" not in hidden and not is_unknown(event.character)
    return "note", f"{name(state, event.player)} draws {event.character if known else 'a character'}."


def _carried_out(_state: State, event: e.CarriedOut, _hidden: Collection[str]) -> Told:
    return "note", f"The text of {event.card} is carried out."


def _changed(state: State, event: e.Changed, hidden: Collection[str]) -> Told:
    return "note", _change(state, event.change, hidden)


def _change(state: State, change: Change, hidden: Collection[str]) -> str:
    match change:
        case CardMoved(card, origin, to):
            what = "A card" if "card" in hidden else _begun(card_title(state, card))
            return f"{what} goes from {_place(state, origin)} to {_place(state, to)}."
        case CharacterChanged(of, now):
            known = "now" not in hidden and not is_unknown(now)
            return f"{name(state, of)} is {now if known else 'another character'} now."
        case FaceChanged(of, up):
            return f"{whose(state, of)} character is turned face {'up' if up else 'down'}."
        case LimitChanged(of, suit, points):
            can = f"can take {points} {suit}" if "now" not in hidden else f"can take another number of {suit}"
            return f"{name(state, of)} {can} now."
        case HandSizeChanged(of, count):
            return f"{name(state, of)} has a hand of {cards(count)} until the next act’s setting."
        case SettingChanged(setting):
            return f"The setting changes to {setting}."
        case ProtagonistMoved(player):
            return f"The protagonist card goes to {name(state, player)}."
        case SlainByText(of):
            return f"The text slays {whose(state, of)} character."
        case _:
            assert_never(change)


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


def _place(state: State, place: Place) -> str:
    if place.of is None:
        return "the discard pile" if place.kind is PlaceKind.DISCARD else "the cards that are not in the game"
    things = {PlaceKind.HAND: "hand", PlaceKind.POOL: "damage pool", PlaceKind.PILE: "draw pile"}
    return f"{whose(state, place.of)} {things.get(place.kind, 'place in the scene')}"


def _damaged(state: State, event: e.Damaged, _hidden: Collection[str]) -> Told:
    card = card_title(state, event.card)
    if not state.deck.is_standard(event.card):
        return "wound", f"{name(state, event.player)} lays {card} before {name(state, event.target)}: it harms nobody."
    return "wound", f"{name(state, event.player)} hurts {name(state, event.target)} with {card}."


def _discarded(state: State, event: e.Discarded, hidden: Collection[str]) -> Told:
    """What goes after a scene, and with somebody slain, is known by that; it is not told card by card."""
    match event.origin:
        case e.Origin.HAND:
            return "card", f"{name(state, event.player)} discards {_card(state, event, hidden)}."
        case e.Origin.POOL:
            return "card", f"{_begun(card_title(state, event.card))} leaves {whose(state, event.player)} damage pool."
        case e.Origin.SCENE | e.Origin.PILE:
            return None
        case _:
            assert_never(event.origin)


def _won(state: State, event: e.SceneWon, _hidden: Collection[str]) -> Told:
    who = "Nobody" if event.player is None else name(state, event.player)
    return "scene", f"{who} wins the scene."


def _slain(state: State, event: e.Slain, _hidden: Collection[str]) -> Told:
    was = "" if is_unknown(event.character) else f", who was {event.character},"
    return "death", f"{name(state, event.player)}{was} is slain."


def _found(state: State, event: e.Found, hidden: Collection[str]) -> Told:
    if "card" in hidden:
        return None
    if event.card in state.deck.characters:
        return "note", f"{name(state, event.player)} is {event.card}."
    return "note", f"{name(state, event.player)} has {card_title(state, event.card)} after all."


def _ended(state: State, event: e.GameEnded, _hidden: Collection[str]) -> Told:
    verb = "wins" if len(event.winners) == 1 else "share the win"
    return "act", f"The game is over. {players(state, event.winners) or 'Nobody'} {verb}."


TELL: dict[type[Any], Callable[[State, Any, Collection[str]], Told]] = {
    e.ActBegan: lambda _state, event, _hidden: ("act", f"Act {event.act} begins."),
    e.ProtagonistChanged: _protagonist,
    e.SettingChosen: _setting,
    e.CharacterDealt: _character,
    e.Shuffled: lambda _state, event, _hidden: ("note", f"{_begun(cards(event.cards))} are shuffled."),
    e.Dealt: lambda _state, _event, _hidden: None,
    e.LeftOut: lambda state, event, hidden: ("note", f"Not in this game: {_card(state, event, hidden)}."),
    e.Drew: _does("card", "draws {card}"),
    e.SceneBegan: lambda state, event, _hidden: (
        "scene",
        f"Scene {event.scene}: it is {whose(state, event.player)} action.",
    ),
    e.Showed: _does("card", "plays {card} for its text"),
    e.CarriedOut: _carried_out,
    e.Changed: _changed,
    e.Revealed: lambda state, event, _hidden: ("lead", f"{name(state, event.player)} reveals {event.character}."),
    e.Played: _does("card", "plays {card}"),
    e.Sacrificed: _does("card", "sacrifices {card}"),
    e.Led: lambda state, event, _hidden: ("scene", f"{whose(state, event.player)} card is the one to beat."),
    e.SceneWon: _won,
    e.Damaged: _damaged,
    e.Discarded: _discarded,
    e.PassedOver: _does("note", "has no card and is passed over"),
    e.Slain: _slain,
    e.SceneEnded: lambda _state, _event, _hidden: None,
    e.ActEnded: lambda _state, event, _hidden: ("act", f"Act {event.act} ends."),
    e.GameEnded: _ended,
    e.Found: _found,
}


# --- answers


def answer_text(state: State, answer: Answer) -> str:
    """An answer as a short sentence, for a button or the undo of the host; it may name cards."""
    who = name(state, answer.by) if answer.by != NOBODY else ""
    return f"{who} {_deed(state, answer)}".strip()


def _deed(state: State, answer: Answer) -> str:
    card = card_title(state, answer.card) if answer.card is not None else "a card"
    other = next((player for player in (answer.to, answer.target) if player is not None), None)
    of = name(state, other) if other is not None else "nobody"
    character = f" {answer.character}" if answer.character else ""
    match answer.do:
        case Do.PROTAGONIST:
            return f"{of} takes the protagonist card"
        case Do.SETTING:
            return f"chooses the setting {answer.card}"
        case Do.TRICKSTER:
            return f"plays {card} for its text"
        case Do.REVEAL:
            return f"reveals{character or ' the own character'}"
        case Do.PLAY:
            return f"{'sacrifices' if state.deck.is_trickster(answer.card or '') else 'plays'} {card}"
        case Do.WINNER:
            return f"{of} wins the scene"
        case Do.DAMAGE:
            return f"hurts {of} with {card}"
        case Do.DISCARD:
            return f"discards {listed(card_title(state, card) for card in answer.cards)}"
        case Do.CARRY_OUT:
            return _carry_out(state, answer)
        case Do.SLAIN:
            return f"says that{character or ' the own character'} is slain"
        case Do.CHARACTER:
            return f"shows the companion{character or ' the own character'}"
        case _:
            assert_never(answer.do)


def _carry_out(state: State, answer: Answer) -> str:
    carrying = state.carrying
    what = state.setting if answer.of_setting else carrying.card if carrying is not None else None
    deed = f"carries out {what or 'a text'}" if answer.by != NOBODY else f"{what or 'a text'} is carried out"
    told = " ".join(_change(state, change, ()) for change in answer.changes)
    return f"{deed}: {told}" if told else deed
