"""Events and answers in words for the people at the table. `moment.py` has the words for the open decision.

The text of an event names nothing hidden from its reader. The text of an answer is for the player who gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, assert_never

from companion.core.codec import NOBODY
from companion.core.i18n import N_, _, listed, ngettext
from companion.deathmatch.model import events as e
from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.model.cards import Effect
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
from companion.deathmatch.model.ruleset import SettingChoice
from companion.deathmatch.model.seen import hidden_in
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.model.unknown import is_unknown
from companion.deathmatch.text.words import card_title, cards, damage, name, players
from companion.game.course import LogLine

Narrated = tuple[str, str] | None


def event_text(state: State, event: e.Event, viewer: int | None = None) -> LogLine | None:
    """Describe an event; None for one that needs no line.

    Args:
        state: the state after the event.
        viewer: the reader's seat; None for everybody.
    """
    hidden = hidden_in(state, event, viewer)
    narrated = NARRATORS[type(event)](state, event, hidden)
    if narrated is None:
        return None
    kind, text = narrated
    if text.endswith(("?.", "!.")):  # the title of a card may end with its own punctuation mark
        text = text[:-1]
    return LogLine(text, kind, getattr(event, "player", None))


def _card(state: State, event: Any, hidden: Collection[str]) -> str:
    return _("a card") if "card" in hidden else card_title(state, event.card)


def _does(kind: str, sentence: str) -> Callable[[State, Any, Collection[str]], Narrated]:
    """Return a narrator for a sentence about a player; `{card}` is the event's card."""

    def narrate(state: State, event: Any, hidden: Collection[str]) -> Narrated:
        card = _card(state, event, hidden) if hasattr(event, "card") else ""
        return kind, _(sentence, player=name(state, event.player), card=card)

    return narrate


def _protagonist(state: State, event: e.ProtagonistChanged, _hidden: Collection[str]) -> Narrated:
    if event.player is None:
        return "lead", _("From now on there is no protagonist.")
    return "lead", _("{player} is the protagonist.", player=name(state, event.player))


def _setting(state: State, event: e.SettingChosen, _hidden: Collection[str]) -> Narrated:
    face = state.deck.settings.get(event.card)
    if event.player is None:
        two = N_("With two players there is no protagonist, and the setting is {setting}.")  # DA6
        text = _(two if len(state.alive) == 2 else N_("The setting is {setting}."), setting=event.card)
    elif state.rules.setting_choice is SettingChoice.DRAW:
        text = _("{player} draws the setting: {setting}.", player=name(state, event.player), setting=event.card)
    else:
        text = _("{player} chooses the setting: {setting}.", player=name(state, event.player), setting=event.card)
    if face is None:
        return "act", text
    hands = _("Hands are of {cards}.", cards=cards(face.hand_size))
    return "act", f"{text} {hands}"


def _character(state: State, event: e.CharacterDealt, hidden: Collection[str]) -> Narrated:
    known = "character" not in hidden and not is_unknown(event.character)
    character = event.character if known else _("a character")
    return "note", _("{player} draws {character}.", player=name(state, event.player), character=character)


def _corrected(_state: State, event: e.Corrected, _hidden: Collection[str]) -> Narrated:
    return "note", _("The host puts something right. {because}.", because=_(event.because.words))


def _carried_out(_state: State, event: e.CarriedOut, _hidden: Collection[str]) -> Narrated:
    return "note", _("The text of {card} is carried out.", card=event.card)


def _changed(state: State, event: e.Changed, hidden: Collection[str]) -> Narrated:
    if isinstance(event.change, CardMoved) and event.change.origin == event.change.to:
        return None  # only the order of a draw pile changes
    return "note", _change(state, event.change, hidden)


def _change(state: State, change: Change, hidden: Collection[str]) -> str:
    match change:
        case CardMoved(card, origin, to):
            what = _begun(_("a card") if "card" in hidden else card_title(state, card))
            places = {"origin": _place(state, origin), "to": _place(state, to)}
            return _("{card} goes from {origin} to {to}.", card=what, **places)
        case CharacterChanged(of, now):
            known = "now" not in hidden and not is_unknown(now)
            character = now if known else _("another character")
            return _("{player} is {character} now.", player=name(state, of), character=character)
        case FaceChanged(of, up):
            sentence = (
                N_("{player}’s character is turned face up.") if up else N_("{player}’s character is turned face down.")
            )
            return _(sentence, player=name(state, of))
        case LimitChanged(of, suit, points):
            if "now" not in hidden:
                return _("{player} can take {damage} now.", player=name(state, of), damage=damage(points, suit))
            return _("{player} can take another number of {suit} now.", player=name(state, of), suit=_(suit.words))
        case HandSizeChanged(of, count):
            return _(
                "{player} has a hand of {cards} until the next act’s setting.",
                player=name(state, of),
                cards=cards(count),
            )
        case SettingChanged(setting):
            return _("The setting changes to {setting}.", setting=setting)
        case ProtagonistMoved(player):
            return _("The protagonist card goes to {player}.", player=name(state, player))
        case SlainByText(of):
            return _("{player}’s character is slain.", player=name(state, of))
        case TurnChanged(player):
            return _("It is the action of {player}.", player=name(state, player))
        case _:
            assert_never(change)


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


IN_THE_SCENE = N_("{player}’s place in the scene")
PLACES = {
    PlaceKind.HAND: N_("{player}’s hand"),
    PlaceKind.POOL: N_("{player}’s damage pool"),
    PlaceKind.PILE: N_("{player}’s draw pile"),
}


def _place(state: State, place: Place) -> str:
    if place.of is None:
        discarded = place.kind is PlaceKind.DISCARD
        return _("the discard pile") if discarded else _("the cards that are not in the game")
    return _(PLACES.get(place.kind, IN_THE_SCENE), player=name(state, place.of))


def _damaged(state: State, event: e.Damaged, _hidden: Collection[str]) -> Narrated:
    card = card_title(state, event.card)
    if not state.deck.is_standard(event.card):
        sentence = N_("{player} gives {card} to {target}: it harms nobody.")
    else:
        sentence = N_("{player} hurts {target} with {card}.")
        if state.setting is not None and state.deck.settings[state.setting].effect is Effect.LOOK:
            sentence = N_("{player} hurts {target} with {card}, and may look at {target}’s hand.")
    return "wound", _(sentence, player=name(state, event.player), target=name(state, event.target), card=card)


def _discarded(state: State, event: e.Discarded, hidden: Collection[str]) -> Narrated:
    """Describe a discard. Discards after a scene or a death are obvious, so they get no line for each card."""
    who = name(state, event.player)
    match event.origin:
        case e.Origin.HAND:
            return "card", _("{player} discards {card}.", player=who, card=_card(state, event, hidden))
        case e.Origin.POOL:
            card = _begun(card_title(state, event.card))
            return "card", _("{card} leaves {player}’s damage pool.", card=card, player=who)
        case e.Origin.SCENE | e.Origin.PILE:
            return None
        case _:
            assert_never(event.origin)


def _won(state: State, event: e.SceneWon, _hidden: Collection[str]) -> Narrated:
    if event.player is None:
        return "scene", _("Nobody wins the scene.")
    return "scene", _("{player} wins the scene.", player=name(state, event.player))


def _slain(state: State, event: e.Slain, _hidden: Collection[str]) -> Narrated:
    who, character = name(state, event.player), event.character
    if is_unknown(character):
        return "death", _("{player} is slain.", player=who)
    if state.phase is Phase.DAMAGE and state.turn is not None and state.turn != event.player:
        by = name(state, state.turn)
        return "death", _("{by} slays {player}, who was {character}.", by=by, player=who, character=character)
    return "death", _("{player}, who was {character}, is slain.", player=who, character=character)


def _found(state: State, event: e.Found, hidden: Collection[str]) -> Narrated:
    if "card" in hidden:
        return None
    if event.card in state.deck.characters:
        return "note", _("{player} is {character}.", player=name(state, event.player), character=event.card)
    who, card = name(state, event.player), card_title(state, event.card)
    return "note", _("{player} has {card} after all.", player=who, card=card)


def _ended(state: State, event: e.GameEnded, _hidden: Collection[str]) -> Narrated:
    won = players(state, event.winners)
    if not won:
        return "act", _("The game is over. Nobody shares the win.")
    sentence = (
        N_("The game is over. {players} wins.")
        if len(event.winners) == 1
        else N_("The game is over. {players} share the win.")
    )
    return "act", _(sentence, players=won)


def _shuffled(count: int) -> str:
    return (
        ngettext("{count} card is shuffled.", "{count} cards are shuffled.", count)
        if count
        else _("No cards are shuffled.")
    )


NARRATORS: dict[type[Any], Callable[[State, Any, Collection[str]], Narrated]] = {
    e.ActBegan: lambda _state, event, _hidden: ("act", _("Act {act} begins.", act=event.act)),
    e.ProtagonistChanged: _protagonist,
    e.SettingChosen: _setting,
    e.CharacterDealt: _character,
    e.Shuffled: lambda _state, event, _hidden: ("note", _shuffled(event.cards)),
    e.Dealt: lambda _state, _event, _hidden: None,
    e.LeftOut: lambda state, event, hidden: (
        "note",
        _("Not in this game: {cards}.", cards=_card(state, event, hidden)),
    ),
    e.Drew: _does("card", N_("{player} draws {card}.")),
    e.SceneBegan: lambda state, event, _hidden: (
        "scene",
        _("Scene {scene}: it is {player}’s action.", scene=event.scene, player=name(state, event.player)),
    ),
    e.Showed: _does("card", N_("{player} plays {card} for its text.")),
    e.CarriedOut: _carried_out,
    e.Corrected: _corrected,
    e.Changed: _changed,
    e.Revealed: lambda state, event, _hidden: (
        "lead",
        _("{player} reveals {character}.", player=name(state, event.player), character=event.character),
    ),
    e.Played: _does("card", N_("{player} plays {card}.")),
    e.Sacrificed: _does("card", N_("{player} sacrifices {card}.")),
    e.Led: lambda state, event, _hidden: (
        "scene",
        _("{player}’s card is the one to beat.", player=name(state, event.player)),
    ),
    e.SceneWon: _won,
    e.Damaged: _damaged,
    e.Discarded: _discarded,
    e.PassedOver: _does("note", N_("{player} has no card and is passed over.")),
    e.Slain: _slain,
    e.SceneEnded: lambda _state, _event, _hidden: None,
    e.ActEnded: lambda _state, event, _hidden: ("act", _("Act {act} ends.", act=event.act)),
    e.GameEnded: _ended,
    e.Found: _found,
}


# --- answers


def answer_text(state: State, answer: Answer) -> str:
    """Describe an answer as a short sentence for a button or the host's undo; it may name cards."""
    who = name(state, answer.by) if answer.by != NOBODY else ""
    action = _action_text(state, answer)
    return _("{player} {deed}", player=who, deed=action) if who else action


def _action_text(state: State, answer: Answer) -> str:
    card = card_title(state, answer.card) if answer.card is not None else _("a card")
    other = next((player for player in (answer.to, answer.target) if player is not None), None)
    of = name(state, other) if other is not None else _("nobody")
    character = answer.character or _("the own character")
    match answer.do:
        case Do.PROTAGONIST:
            return _("{player} takes the protagonist card", player=of)
        case Do.SETTING if state.rules.setting_choice is SettingChoice.DRAW:
            return _("draws the setting {setting}", setting=answer.card)
        case Do.SETTING:
            return _("chooses the setting {setting}", setting=answer.card)
        case Do.TRICKSTER:
            return _("plays {card} for its text", card=card)
        case Do.REVEAL:
            return _("reveals {character}", character=character)
        case Do.PLAY:
            given_up = state.deck.is_trickster(answer.card or "")
            return _("sacrifices {card}", card=card) if given_up else _("plays {card}", card=card)
        case Do.WINNER:
            return _("{player} wins the scene", player=of)
        case Do.DAMAGE:
            return _("hurts {player} with {card}", player=of, card=card)
        case Do.DISCARD:
            return _("discards {cards}", cards=listed(card_title(state, card) for card in answer.cards))
        case Do.CARRY_OUT:
            return _carry_out(state, answer)
        case Do.CORRECT:
            return _put_right(_change(state, change, ()) for change in answer.changes)
        case Do.SLAIN:
            return _("says that {character} is slain", character=character)
        case Do.CHARACTER:
            return _("shows the companion {character}", character=character)
        case _:
            assert_never(answer.do)


def put_right_openly(state: State, answer: Answer) -> str:
    """Describe the host's correction for everybody; `state` is the one before it.

    A character that the same correction turns face down is no longer named.
    """
    covered = {change.of for change in answer.changes if isinstance(change, FaceChanged) and not change.now}
    seats = (seat._replace(revealed=seat.revealed and n not in covered) for n, seat in enumerate(state.seats))
    seen = state._replace(seats=tuple(seats))
    return _put_right(_change(seen, each, hidden_in(seen, e.Changed(each), None)) for each in answer.changes)


def _put_right(changes: Iterable[str]) -> str:
    return _("Put right: {changes}", changes=" ".join(changes))


def _carry_out(state: State, answer: Answer) -> str:
    carrying = state.carrying
    of = state.setting if answer.of_setting else carrying.card if carrying is not None else None
    what = of or _("a text")
    action = _("carries out {text}", text=what) if answer.by != NOBODY else _("{text} is carried out", text=what)
    changes = " ".join(_change(state, change, ()) for change in answer.changes)
    return f"{action}: {changes}" if changes else action
