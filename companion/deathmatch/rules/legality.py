"""Check that an answer is allowed; collect all reasons against it with their rules. Nothing here changes a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from companion.core.codec import NOBODY
from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.json_fields import check_seat_numbers
from companion.core.verdict import Reason, Verdict
from companion.deathmatch.model.accounts import could_be, possible_characters, standing_copies
from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.model.cards import CASTLE
from companion.deathmatch.model.changes import seats_of
from companion.deathmatch.model.ruleset import Sacrifice, SecretDeath, SettingChoice
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION, UNKNOWN_CHARACTER
from companion.deathmatch.rules.harm import is_reached, would_be_reached
from companion.deathmatch.rules.legality_changes import check_changes, check_named
from companion.deathmatch.rules.reasons import Code, by_weight
from companion.deathmatch.rules.scene import cards_of_scene, may_be_placed

LEGAL, UNKNOWN = Verdict(), Verdict(unknown=True)


def legality(state: State, answer: Answer) -> Verdict:
    """Return the verdict on an answer to the open decision, or on one that is allowed at any time.

    Raises InputError if the answer names a seat that does not exist, or lacks a required seat.
    """
    _check_form(state, answer)
    if state.phase is Phase.OVER:
        return Verdict((Code.OVER.because(_("The game is over.")),))
    reasons = [*_at_all(state, answer), *CHECKS[answer.do](state, answer)]
    if reasons:
        return Verdict(by_weight(reasons))
    return UNKNOWN if _hangs_on_hidden(state, answer) else LEGAL


def _check_form(state: State, answer: Answer) -> None:
    by = None if answer.by == NOBODY else answer.by
    check_seat_numbers(len(state.seats), by=by, to=answer.to, target=answer.target)
    if answer.do is Do.PROTAGONIST and answer.to is None:
        raise InputError("must be a seat", field="to")
    for number, change in enumerate(answer.changes):
        for field, seat in seats_of(change).items():
            where = f"changes[{number}].{field}"
            check_seat_numbers(len(state.seats), **{where: seat})
            if seat is None:
                raise InputError("must be a seat", field=where)


def _at_all(state: State, answer: Answer) -> list[Reason]:
    """Return reasons against any answer of this player: out of the game, or something comes first (DE2, DH3)."""
    found = []
    if answer.by != NOBODY and state.seats[answer.by].out:
        found.append(Code.OUT.because(_("{name} is out of the game.", name=state.seats[answer.by].name)))
    too_many = [state.seats[player].name for player in state.alive if state.excess(player)]
    if too_many and answer.do not in (Do.DISCARD, Do.SLAIN, Do.CORRECT) and not answer.of_setting:
        message = _(
            "First there are cards to discard, down to the hand size, by: {too_many}.", too_many=", ".join(too_many)
        )
        found.append(Code.DISCARD_FIRST.because(message))
    return found


def _check_protagonist(state: State, answer: Answer) -> list[Reason]:
    """DS5."""
    found = []
    if state.phase is not Phase.CASTING:
        found.append(Code.NOT_NOW.because(_("Name who begins before the first act."), "DP1", "DS5"))
    if answer.to is not None and state.seats[answer.to].out:
        found.append(Code.OUT.because(_("{name} is out of the game.", name=state.seats[answer.to].name)))
    return found


def _check_setting(state: State, answer: Answer) -> list[Reason]:
    """DA1, DA6, DV2, DJ13."""
    if state.castle_only and answer.card != CASTLE:
        rule = "DV2" if state.rules.castle else "DA6"
        return [Code.CASTLE_ONLY.because(_("The setting is the castle; nobody chooses another."), rule)]
    found = []
    if state.protagonist is None or answer.by != state.protagonist:
        found.append(Code.SETTING_NOT_PROTAGONIST.because(_("Only the protagonist chooses the setting.")))
    if state.phase is not Phase.SETTING or state.waiting or not _plays_on(state, answer):
        found.append(Code.SETTING_NOT_NOW.because(_("The setting is chosen when an act begins.")))
    elif answer.card not in allowed_settings(state):
        found.append(
            Code.NOT_AGAIN.because(_("The setting {card} was that of the last act; choose another.", card=answer.card))
        )
    return found


def allowed_settings(state: State) -> list[str]:
    """Return the settings that can be chosen (DJ13); without an alternative, the last one again."""
    settings = list(state.deck.settings)
    others = [setting for setting in settings if setting != state.setting]
    return others if state.rules.setting_choice is SettingChoice.NOT_AGAIN and others else settings


def _plays_on(state: State, answer: Answer) -> bool:
    """Return True if no text has to be carried out first: none waits, or it is the own one, which changed nothing
    (DJ2).
    """
    return state.carrying is None or state.carrying.by == answer.by


def is_own_action(state: State, player: int) -> bool:
    """Return True during a player's action, before the opening card (DT1)."""
    return state.phase is Phase.ACTION and player == state.opener


def _check_trickster(state: State, answer: Answer) -> list[Reason]:
    """DT1, DT2."""
    found = []
    card, name = answer.card or "", _name(state, answer)
    if not is_own_action(state, answer.by):
        message = _("{name} may play a trickster only on their own action, before the card that opens.", name=name)
        found.append(Code.TRICKSTER_NOT_YOUR_ACTION.because(message))
    if state.trickster_played:
        found.append(
            Code.TRICKSTER_SECOND.because(_("A trickster was played in this scene; there is only one in each."))
        )
    if not state.deck.is_trickster(card):
        found.append(Code.NOT_A_TRICKSTER.because(_("The card {card} is no trickster.", card=_called(state, card))))
    if not holds(state, answer.by, card):
        found.append(
            Code.TRICKSTER_NOT_HELD.because(_("{name} does not hold {card}.", name=name, card=_called(state, card)))
        )
    return found


def _check_reveal(state: State, answer: Answer) -> list[Reason]:
    """DT1, DR1."""
    found = []
    seat = state.seats[answer.by]
    if not is_own_action(state, answer.by):
        message = _("{name} may reveal only on their own action, before the card that opens.", name=seat.name)
        found.append(Code.REVEAL_NOT_YOUR_ACTION.because(message))
    if seat.revealed:
        found.append(Code.REVEAL_ALREADY.because(_("The character of {name} is face up already.", name=seat.name)))
    if not _is_own_character(state, answer):
        message = _("Name the character of {name}; nobody else may have it.", name=seat.name)
        other_character = _("The character of {name} is not {character}.", name=seat.name, character=answer.character)
        found.append(Code.REVEAL_OTHER.because(other_character if seat.knows_character else message))
    return found


def _is_own_character(state: State, answer: Answer) -> bool:
    """Return True if the character named in an answer may be the player's own; a known one need not be named."""
    seat = state.seats[answer.by]
    named = None if answer.character == UNKNOWN_CHARACTER else answer.character
    if seat.knows_character:
        return named in (None, seat.character)
    return named in possible_characters(state)


def _check_play(state: State, answer: Answer) -> list[Reason]:
    """DP1, DP2, DT3."""
    found = []
    card, name = answer.card or "", _name(state, answer)
    if state.phase not in (Phase.ACTION, Phase.SCENE):
        found.append(Code.NOT_NOW.because(_("No card is to be played now."), "DP1", "DP2"))
    elif answer.by != state.turn:
        rule = "DP1" if state.phase is Phase.ACTION else "DP2"
        found.append(Code.PLAY_NOT_YOUR_TURN.because(_("It is not {name}'s turn to play a card.", name=name), rule))
    if not holds(state, answer.by, card):
        rule = "DP2" if state.phase is Phase.SCENE else "DP1"
        found.append(
            Code.PLAY_NOT_HELD.because(_("{name} does not hold {card}.", name=name, card=_called(state, card)), rule)
        )
    if state.deck.is_trickster(card) and must_play_standard(state, answer.by):
        message = _("{name} has a standard card, and so cannot sacrifice a trickster.", name=name)
        found.append(Code.PLAY_BY_CHOICE.because(message))
    return found


def must_play_standard(state: State, player: int) -> bool:
    """Return True if a player cannot sacrifice a trickster because the hand has a known standard card (DT3, DJ15)."""
    if state.rules.sacrifice is Sacrifice.YES:
        return False
    return any(state.deck.is_standard(card) for card in state.seats[player].hand)


def holds(state: State, player: int, card: str) -> bool:
    """Return True if a card is in a player's hand, or may be one of its unknown cards."""
    hand = state.seats[player].hand
    return card in hand or (UNKNOWN_ACTION in hand and could_be(state, card))


def _check_winner(state: State, answer: Answer) -> list[Reason]:
    """DJ1, DP3, DT3."""
    assert answer.to is not None
    found = []
    seat = state.seats[answer.to]
    if state.phase is not Phase.WINNER:
        found.append(
            Code.WINNER_NOT_NOW.because(_("Name the winner when all have played and the rules do not decide."))
        )
    if seat.played is None:
        found.append(Code.WINNER_NOT_IN_SCENE.because(_("{name} has no card in this scene.", name=seat.name)))
    elif not state.deck.is_standard(seat.played):
        found.append(
            Code.WINNER_SACRIFICED.because(_("{name} sacrificed a trickster, which cannot win.", name=seat.name))
        )
    return found


def _check_damage(state: State, answer: Answer) -> list[Reason]:
    """DP4, DE2, DJ10."""
    assert answer.target is not None
    if state.phase is not Phase.DAMAGE:
        return [Code.NOT_NOW.because(_("Damage is placed by the winner at the end of a scene."), "DP1", "DP4")]
    found = []
    card, name = answer.card or "", _name(state, answer)
    if answer.by != state.turn:
        found.append(Code.DAMAGE_NOT_WINNER.because(_("{name} has not won this scene.", name=name)))
    if card not in cards_of_scene(state):
        found.append(
            Code.DAMAGE_NOT_IN_SCENE.because(_("The card {card} is not in this scene.", card=_called(state, card)))
        )
    if answer.target == answer.by:
        found.append(Code.DAMAGE_SELF.because(_("{name} places damage in the pool of another player.", name=name)))
    if state.seats[answer.target].out:
        found.append(Code.DAMAGE_OUT.because(_("{name} is out of the game.", name=state.seats[answer.target].name)))
    if not may_be_placed(state, card):
        found.append(
            Code.DAMAGE_HARMLESS.because(
                _("The card {card} is no damage; choose a standard card.", card=_called(state, card))
            )
        )
    return found


def _check_discard(state: State, answer: Answer) -> list[Reason]:
    """DH3."""
    found = []
    name, excess = _name(state, answer), state.excess(answer.by)
    if not excess:
        found.append(Code.DISCARD_NOT_NOW.because(_("{name} has no card too many.", name=name)))
    elif len(answer.cards) != excess:
        message = _(
            "{name} discards {excess}, not {count}, down to the hand size.",
            name=name,
            excess=excess,
            count=len(answer.cards),
        )
        found.append(Code.DISCARD_COUNT.because(message))
    if not _holds_all(state, answer.by, answer.cards):
        cards = ", ".join(_called(state, card) for card in answer.cards)
        found.append(Code.DISCARD_NOT_HELD.because(_("{name} does not hold {cards}.", name=name, cards=cards)))
    return found


def _holds_all(state: State, player: int, cards: tuple[str, ...]) -> bool:
    """Return True if all these cards are in a hand, or may be its unknown cards."""
    hand = Counter(state.seats[player].hand)
    missing = Counter(cards) - hand
    unknown = hand[UNKNOWN_ACTION] - Counter(cards)[UNKNOWN_ACTION]
    if not missing:
        return True
    standing = standing_copies(state)
    free = all(standing[card] + count <= state.deck.copies[card] for card, count in missing.items())
    return free and missing.total() <= unknown


def _check_carry_out(state: State, answer: Answer) -> list[Reason]:
    """DJ2."""
    if answer.of_setting:
        if state.setting is None or not state.deck.settings[state.setting].text:
            return [Code.NOT_NOW.because(_("No setting with a text is active."), "DP1", "DC4")]
    elif state.carrying is None:
        return [Code.NOT_NOW.because(_("No text waits to be carried out."), "DP1", "DJ2")]
    elif state.carrying.by != answer.by:
        owner = state.seats[state.carrying.by].name
        return [Code.NOT_NOW.because(_("The text that waits is {owner}'s to carry out.", owner=owner), "DP1", "DJ2")]
    return check_changes(state, answer)


def _check_correct(state: State, answer: Answer) -> list[Reason]:
    """Check a correction by the host, which has the same changes as a text."""
    if state.phase is Phase.CASTING:
        message = _("Nothing can be fixed before the first player is named.")
        return [Code.NOT_NOW.because(message, "DP1", "DS5")]
    secret = [player for player, seat in enumerate(state.seats) if not seat.knows_character]
    return check_named(answer.changes, state, secret) or check_changes(state, answer)


def _check_slain(state: State, answer: Answer) -> list[Reason]:
    """DE1, DJ3."""
    seat = state.seats[answer.by]
    announced = state.rules.secret_death is SecretDeath.ANNOUNCE
    if state.is_new or (seat.knows_character and announced):
        return [Code.SLAIN_NOT_NOW.because(_("The companion itself reports when a character that it knows is slain."))]
    if not _is_own_character(state, answer):
        message = _("It must be said which character {name} has, and it must be the own one.", name=seat.name)
        return [Code.SLAIN_NOT_REACHED.because(message)]
    character = answer.character or seat.character
    reached = is_reached(state, answer.by) if seat.knows_character else would_be_reached(state, answer.by, character)
    if reached:
        return []
    message = _("The cards in the pool of {name} do not reach the points of that character.", name=seat.name)
    return [Code.SLAIN_NOT_REACHED.because(message)]


def _check_character(state: State, answer: Answer) -> list[Reason]:
    """DS2: a player shows the own character to the companion. Showing another one corrects a mistake."""
    assert answer.by is not None
    seat = state.seats[answer.by]
    if state.is_new:
        return [Code.NOT_NOW.because(_("Characters are dealt when the first player is named."), "DP1", "DS2")]
    if answer.character == seat.character:
        return []
    if seat.revealed and seat.knows_character:
        return [Code.REVEAL_ALREADY.because(_("The character of {name} is face up already.", name=seat.name))]
    if answer.character in possible_characters(state):
        return []
    return [
        Code.REVEAL_OTHER.because(
            _("{character} is not the character of {name}.", character=answer.character, name=seat.name)
        )
    ]


CHECKS: dict[Do, Callable[[State, Answer], list[Reason]]] = {
    Do.PROTAGONIST: _check_protagonist,
    Do.SETTING: _check_setting,
    Do.TRICKSTER: _check_trickster,
    Do.REVEAL: _check_reveal,
    Do.PLAY: _check_play,
    Do.WINNER: _check_winner,
    Do.DAMAGE: _check_damage,
    Do.DISCARD: _check_discard,
    Do.CARRY_OUT: _check_carry_out,
    Do.CORRECT: _check_correct,
    Do.SLAIN: _check_slain,
    Do.CHARACTER: _check_character,
}


def _hangs_on_hidden(state: State, answer: Answer) -> bool:
    """Return True if an allowed answer is trusted because the card or character is unknown."""
    if answer.by == NOBODY:
        return False
    seat = state.seats[answer.by]
    match answer.do:
        case Do.PLAY | Do.TRICKSTER:
            return answer.card not in seat.hand
        case Do.DISCARD:
            return bool(Counter(answer.cards) - Counter(seat.hand))
        case Do.REVEAL | Do.SLAIN:
            return not seat.knows_character
        case _:
            return False


def _name(state: State, answer: Answer) -> str:
    return state.seats[answer.by].name if answer.by != NOBODY else "Nobody"


def _called(state: State, card: str) -> str:
    """Return the title on a card, because players cannot see its id."""
    face = state.deck.actions.get(card)
    return f"“{face.title}”" if face is not None and face.title else card
