"""The checks of answers: all reasons why an answer is not allowed, with rule ids.

They never change a state. A reason whose code ends in `.not-now` concerns only the moment: the answer may be
allowed after the players asked have passed.

Reasons that depend on a face-down card are given only if nothing public is wrong: then the card would be turned up now.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.core.i18n import _
from companion.core.values import asdict, replace
from companion.core.verdict import Reason, Verdict
from companion.othello.model.answers import Answer, Do, choices_to_json
from companion.othello.model.cards import Pile, Staging, is_staging, is_unknown
from companion.othello.model.evolve_cards import find_in_hand
from companion.othello.model.frames import (
    NO_CHOICES,
    Action,
    Casting,
    Choices,
    Discards,
    Draws,
    Intermission,
    Placement,
    PutDown,
    Reveals,
    merged,
)
from companion.othello.model.ruleset import EXIT_ONLY
from companion.othello.model.state import State
from companion.othello.model.vocabulary import ActionKind, Protection
from companion.othello.rules.actions import awaited
from companion.othello.rules.acts import staging_excess
from companion.othello.rules.corrections import check_correct
from companion.othello.rules.declare import is_turn, only_card, puts_down_anew
from companion.othello.rules.draws import can_draw
from companion.othello.rules.effects import effect_of, needed, no_target
from companion.othello.rules.legality.choices import choice_reasons
from companion.othello.rules.legality.codes import Code
from companion.othello.rules.legality.improv import check_improv, improv_reasons
from companion.othello.rules.legality.interrupts import check_pass, check_protect, check_seize, check_spotlight
from companion.othello.rules.legality.reasons import (
    TOKENS,
    action_on_top,
    card_reasons,
    elsewhere,
    is_card,
    name_of,
    no_cards_left,
    not_held,
    own_moment,
    shown,
)
from companion.othello.rules.own_cards import check_carry_out
from companion.othello.rules.playable import unplayable
from companion.othello.rules.staging.exchange import EXCHANGE

LEGAL, UNKNOWN = Verdict(), Verdict(unknown=True)
SEIZE, PROTECT, COIN, FROM_HAND = Do.SEIZE, Do.PROTECT, Do.COIN, Do.FROM_HAND


def legality(state: State, answer: Answer) -> Verdict:
    """Return the verdict on an answer to the open decision, or on an initiative."""
    if answer.by < 0 and answer.do not in (Do.LEAD, Do.NEXT_ACT, Do.CORRECT):
        return Verdict((Code.ANSWER_NOBODY.because(_("It must be said who does this.")),))
    reasons = CHECKS[answer.do](state, answer)
    if reasons:
        return Verdict(tuple(reasons))
    do, card = answer.do, answer.card
    if do is SEIZE:
        placed = state.seats[answer.by].placed
        return UNKNOWN if placed is not None and is_unknown(placed) else LEGAL
    if do is PROTECT:
        card = str(Staging.NO_DRAMA) if answer.way is Protection.NO_DRAMA else None
    elif card is None:
        card = answer.choices.give
    if card is None:
        return LEGAL
    seat = state.seats[answer.by]
    return LEGAL if card in seat.hand or card == seat.placed else UNKNOWN


def check_lead(state: State, answer: Answer) -> list[Reason]:
    """Check the dealing of the lead tile (S3)."""
    if type(state.frames[-1]) is not Casting:
        return [Code.LEAD_NOT_NOW.because(_("The lead tile is dealt only before Act I."))]
    return []


def check_place(state: State, answer: Answer) -> list[Reason]:
    """Check a placement from the hand; a card may be replaced until all have placed (P3)."""
    found = card_reasons(state, answer.by, answer.card or "?", Do.PLACE)
    if type(state.frames[-1]) is not Placement:
        found.append(Code.PLACE_NOT_NOW.because(_("Cards are placed in the placement phase.")))
    return found


def _turn_reasons(state: State, answer: Answer, do: Do) -> list[Reason]:
    seat = state.seats[answer.by]
    found = []
    if seat.done and type(state.frames[0]) is Reveals:
        found.append(Code.of(do, "done").because(_("The turn of {name} is over in this scene.", name=seat.name)))
    elif type(state.frames[0]) is Reveals and seat.placed is None and not is_turn(state, answer.by):
        found.append(Code.of(do, "nothing-placed").because(_("{name} has no card in front.", name=seat.name)))
    elif not is_turn(state, answer.by):
        found.append(Code.of(do, "not-now").because(_("It is not {name}'s turn to reveal.", name=seat.name)))
    return found


def _other_card(state: State, answer: Answer, do: Do) -> list[Reason]:
    """Return the reason why the face-down card is not the named one."""
    seat = state.seats[answer.by]
    is_any = answer.card is not None and (is_unknown(answer.card) or is_card(state, answer.card))
    if seat.placed is None or not is_any or find_in_hand([seat.placed], answer.card or "") is not None:
        return []
    message = _("{card} is not the card that {name} placed.", card=answer.card, name=seat.name)
    return [Code.of(do, "other-card").because(message)]


def check_reveal(state: State, answer: Answer) -> list[Reason]:
    """Check the reveal of a card and the choices for it (P6)."""
    if found := _turn_reasons(state, answer, Do.REVEAL):
        return found
    found = _other_card(state, answer, Do.REVEAL)
    placed = state.seats[answer.by].placed
    card = answer.card or placed
    if card is None:
        return found
    if is_unknown(card):
        return [*found, Code.REVEAL_WHICH_CARD.because(_("It must be said which card was revealed."))]
    if not is_card(state, card):
        return [*found, Code.REVEAL_NO_SUCH_CARD.because(_("There is no card {card} in this deck.", card=card))]
    found += _turned_up(state, answer.by, card, Do.REVEAL)
    if EXIT_ONLY in state.rules.chosen or answer.choices != NO_CHOICES:  # J14: otherwise any card may be revealed
        found += unplayable(state, answer.by, card, aimed=answer.choices.target is not None)
    if answer.choices == NO_CHOICES:
        return found
    hand = _hand_after(state, answer.by, card)
    return found + choice_reasons(state, Action(ActionKind.CARD, answer.by, card), answer.choices, hand)


def _turned_up(state: State, by: int, card: str, do: Do) -> list[Reason]:
    """Return the reasons why the face-down card of `by` cannot be this card (C2, C4).

    A card that the record has in the hand is accepted: the player may have placed it unseen.
    """
    seat = state.seats[by]
    there = card == seat.placed or card in seat.hand
    of_act = card not in state.deck.cards or state.deck.act_of(card) == state.act
    return [] if there and of_act else elsewhere(state, card, do)


def _hand_after(state: State, by: int, card: str) -> list[str]:
    """Return the hand of `by` after `card` is turned up.

    If the record had `card` in the hand, the hand keeps the unknown card instead.
    """
    hand, placed = list(state.seats[by].hand), state.seats[by].placed
    if placed is not None and is_unknown(placed) and card in hand:
        hand[hand.index(card)] = placed
    return hand


def _without(hand: list[str], card: str) -> list[str]:
    """Return a hand without `card`."""
    index = find_in_hand(hand, card)
    return hand if index is None else hand[:index] + hand[index + 1 :]


def check_exit(state: State, answer: Answer) -> list[Reason]:
    """Check an exit (E1, A2).

    A curtain card never exits. After a Miscue, the player exits with a card of the hand.
    """
    after_miscue = puts_down_anew(state, answer.by)
    if not after_miscue and (found := _turn_reasons(state, answer, Do.EXIT)):
        return found
    found, placed = [] if after_miscue else _other_card(state, answer, Do.EXIT), state.seats[answer.by].placed
    if after_miscue:
        placed = answer.card or only_card(state, answer.by)
        if placed is None or is_unknown(placed):
            return [Code.EXIT_WHICH_CARD.because(_("Name the card to exit with."))]
        found += card_reasons(state, answer.by, placed, Do.EXIT)
    elif answer.card is not None and answer.card != placed:
        if not is_card(state, answer.card):
            return [
                *found,
                Code.EXIT_NO_SUCH_CARD.because(_("There is no card {card} in this deck.", card=answer.card)),
            ]
        found += _turned_up(state, answer.by, answer.card, Do.EXIT)
    card = state.deck.cards.get(answer.card or placed or "")
    if card is not None and card.curtain is not None:
        found.append(Code.EXIT_CURTAIN.because(_("Nobody exits with a curtain card; it must be revealed.")))
    elif card is not None and not state.rules.exit_with_script:
        found.append(Code.EXIT_SCRIPT_CARD.because(_("Nobody exits with a script card; it must be revealed.")))
    return found


def check_coin(state: State, answer: Answer) -> list[Reason]:
    """Check the use of a coin (O1 to O7)."""
    seat, name = state.seats[answer.by], answer.coin or ""
    found = []
    if name not in state.rules.coins:
        return [Code.COIN_NO_SUCH_COIN.because(_("There are no coins of {name}.", name=name))]
    if name not in seat.coins:
        found.append(Code.COIN_NONE.because(_("{name} has no {coin} coin.", name=seat.name, coin=name)))
    if name == "Desdemona":
        return [*found, Code.COIN_PROTECTS.because(_("A Desdemona coin is used to protect oneself."))]
    if name == "Iago" and seat.iago_coin_used:
        found.append(Code.COIN_IAGO_USED.because(_("{name} has used an Iago coin in this scene.", name=seat.name)))
    if name == "Cassio":
        found += improv_reasons(state, answer)
    if name in ("Othello", "Roderigo", "Emilia"):
        found += no_target(state, answer.by, name) if answer.choices.target is None else []
    found += choice_reasons(state, Action(ActionKind.COIN, answer.by, name), answer.choices)
    return found + own_moment(state, answer.by, Do.COIN, "O1", after_reveal=True)


def check_from_hand(state: State, answer: Answer) -> list[Reason]:
    """Check an Exchange played from the hand (A1, J5)."""
    if answer.card not in (EXCHANGE.name, "?staging", "?"):
        return [
            Code.FROM_HAND_EXCHANGE_ONLY.because(
                _("{card} is not played from the hand; only an Exchange is.", card=answer.card)
            )
        ]
    found = card_reasons(state, answer.by, EXCHANGE.name, FROM_HAND)
    if not state.rules.exchange_from_hand:
        message = _("In this edition an Exchange is played from its place in front only.")
        found.append(Code.FROM_HAND_PLACED_ONLY.because(message))
    if answer.choices.target is None:
        found += no_target(state, answer.by, EXCHANGE.name)
    if answer.choices != NO_CHOICES:
        hand = _without(state.seats[answer.by].hand, EXCHANGE.name)
        found += choice_reasons(state, Action(ActionKind.FROM_HAND, answer.by, EXCHANGE.name), answer.choices, hand)
    return found + own_moment(state, answer.by, FROM_HAND, "J5")


def check_swap(state: State, answer: Answer) -> list[Reason]:
    """Check the new card of a Miscue (A2)."""
    top = state.frames[-1]
    found = card_reasons(state, answer.by, answer.card or "?", Do.SWAP)
    if type(top) is not PutDown or top.player != answer.by:
        found.append(
            Code.SWAP_NOT_NOW.because(
                _("{player} is not asked to put down another card.", player=name_of(state, answer.by))
            )
        )
    elif top.reveal and answer.card is not None and is_unknown(answer.card):
        found.append(Code.SWAP_WHICH_CARD.because(_("It must be said which card was revealed.")))
    if type(top) is not PutDown or answer.choices == NO_CHOICES or found:
        return found
    if not top.reveal:
        message = _("The new card lies face down: nothing is chosen for it yet.")
        return [Code.SWAP_FACE_DOWN.because(message)]
    card = answer.card or "?"
    if without_target := unplayable(state, answer.by, card, aimed=answer.choices.target is not None):
        return [
            *without_target,
            Code.SWAP_EXITS.because(_("{card} can do nothing: there is nothing to choose.", card=card)),
        ]
    hand = _without(state.seats[answer.by].hand, card)
    return choice_reasons(state, Action(ActionKind.CARD, answer.by, card), answer.choices, hand)


def check_draw(state: State, answer: Answer) -> list[Reason]:
    """Check the choice of a draw pile (P7, Z6)."""
    top = state.frames[-1]
    if type(top) is not Draws or top.order[top.at] != answer.by:
        return [
            Code.DRAW_NOT_NOW.because(
                _("{player} has nothing to choose about drawing.", player=name_of(state, answer.by))
            )
        ]
    if not can_draw(state, Pile(answer.pile or "")):
        return [Code.DRAW_EMPTY.because(no_cards_left(answer.pile))]
    return []


def check_trade(state: State, answer: Answer) -> list[Reason]:
    """Check a trade of tokens at intermission (G1)."""
    seat, rate, token = state.seats[answer.by], state.rules.intrigue_per_spotlight, answer.token or ""
    found = []
    if getattr(seat, token) < (rate if token == "intrigue" else 1):
        found.append(
            Code.TRADE_TOO_FEW.because(
                _("{name} has too few {token} tokens to change.", name=seat.name, token=_(TOKENS[token]))
            )
        )
    if token not in state.rules.tradable:
        found.append(Code.TRADE_ONE_WAY.because(_("In this edition only intrigue is changed, for spotlights.")))
    if type(state.frames[-1]) is not Intermission:
        found.append(Code.TRADE_NOT_NOW.because(_("Tokens are changed between acts.")))
    return found


def check_discard(state: State, answer: Answer) -> list[Reason]:
    """Check the discards before an act (G4)."""
    top = state.frames[-1]
    if type(top) is not Discards or top.order[top.at] != answer.by:
        return [
            Code.DISCARD_NOT_NOW.because(_("{player} has no cards to discard now.", player=name_of(state, answer.by)))
        ]
    count = staging_excess(state, answer.by)
    found = []
    if len(answer.cards) != count:
        found.append(
            Code.DISCARD_COUNT.because(
                _(
                    "{player} must discard {count}, not {given}.",
                    player=name_of(state, answer.by),
                    count=count,
                    given=len(answer.cards),
                )
            )
        )
    hand = list(state.seats[answer.by].hand)
    for card in answer.cards:
        index = find_in_hand(hand, card)
        if index is None or not is_staging(card):
            message = _("{card} is no staging card that {player} holds.", card=card, player=name_of(state, answer.by))
            if is_unknown(card):
                message = not_held(state, answer.by, "?staging")
            found.append(Code.DISCARD_NOT_IN_HAND.because(message))
        else:
            hand.pop(index)
    return found


def check_next_act(state: State, answer: Answer) -> list[Reason]:
    """Check the start of the next act (G4)."""
    if type(state.frames[-1]) is not Intermission:
        return [Code.NEXT_ACT_NOT_NOW.because(_("The act is not over."))]
    return []


def check_choose(state: State, answer: Answer) -> list[Reason]:
    """Check a choice that was still missing, field by field."""
    action = action_on_top(state)
    if action is None or action.player != answer.by or awaited(state, action):
        return [Code.CHOOSE_NOT_NOW.because(_("{player} has nothing to choose now.", player=name_of(state, answer.by)))]
    if answer.choices in needed(state, action):
        return []
    given = {key: value for key, value in asdict(answer.choices).items() if value is not None}
    if not given:
        return [Code.CHOOSE_NOTHING.because(_("It must be said what is chosen."))]
    found = choice_reasons(state, action, answer.choices, code="choose")
    if found or any(_fits_now(state, action, answer.choices, field) for field in given):
        return found
    return [
        Reason(f"choose.{field}", ("V1",), _("Now “{field}” cannot be {shown}.", field=field, shown=shown(value)))
        for field, value in choices_to_json(answer.choices, state.names).items()
    ]


def _fits_now(state: State, action: Action, given: Choices, field: str) -> bool:
    probe = replace(merged(action.choices, given), **{field: None})
    return effect_of(action.name).fits(state, replace(action, choices=probe), field, getattr(given, field))


CHECKS: dict[Do, Callable[[State, Answer], list[Reason]]] = {
    Do.LEAD: check_lead,
    Do.PLACE: check_place,
    Do.REVEAL: check_reveal,
    Do.EXIT: check_exit,
    Do.SEIZE: check_seize,
    Do.SPOTLIGHT: check_spotlight,
    Do.PASS: check_pass,
    Do.PROTECT: check_protect,
    Do.COIN: check_coin,
    Do.IMPROV: check_improv,
    Do.FROM_HAND: check_from_hand,
    Do.SWAP: check_swap,
    Do.DRAW: check_draw,
    Do.TRADE: check_trade,
    Do.DISCARD: check_discard,
    Do.NEXT_ACT: check_next_act,
    Do.CHOOSE: check_choose,
    Do.CARRY_OUT: check_carry_out,
    Do.CORRECT: check_correct,
}
