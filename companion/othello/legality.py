"""Whether an answer is allowed, with all reasons why not and the rules that say so. Nothing here changes a state.

A reason whose code ends in `.not-now` is about the moment only: the answer may fit once those who are asked
have passed.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.othello.acts import staging_excess
from companion.othello.answers import Answer, Do, choices_to_json
from companion.othello.cards import STAGING_NAMES, Pile, Staging, is_unknown, pile_of
from companion.othello.declare import has_just_revealed, improv_way, is_turn, no_target, unplayable
from companion.othello.draws import can_draw
from companion.othello.effects import awaited, could_counter, merged
from companion.othello.evolve import find_in_hand
from companion.othello.frames import (
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
    Steps,
)
from companion.othello.needs import fits, needed, possible_target
from companion.othello.state import State
from companion.othello.targets import effect_of
from companion.othello.windows import comes_later, is_blockable, is_seizable, promised
from companion.play.verdict import Reason, Verdict

LEGAL, UNKNOWN = Verdict(), Verdict(unknown=True)
SCENE_FRAMES = (Steps, Placement, Reveals, Draws)


def legality(state: State, answer: Answer) -> Verdict:
    """The verdict on an answer to what is open, or on an initiative."""
    if answer.by < 0 and answer.do not in (Do.LEAD, Do.NEXT_ACT):
        return Verdict((Reason("answer.nobody", ("P6",), "It must be said who does this."),))
    reasons = CHECKS[answer.do](state, answer)
    if reasons:
        return Verdict(tuple(reasons))
    return UNKNOWN if _hangs_on_hidden(state, answer) else LEGAL


def _hangs_on_hidden(state: State, answer: Answer) -> bool:
    if answer.do is Do.SEIZE:
        placed = state.seats[answer.by].placed
        return placed is not None and is_unknown(placed)
    card = _card_of(answer)
    if card is None:
        return False
    seat = state.seats[answer.by]
    return card not in seat.hand and card != seat.placed


def _card_of(answer: Answer) -> str | None:
    if answer.do is Do.PROTECT:
        return str(Staging.NO_DRAMA) if answer.way == "no-drama" else None
    return answer.card or answer.choices.give if answer.do is not Do.EXIT else answer.card


def _not_now(code: str, rules: tuple[str, ...], message: str) -> Reason:
    return Reason(f"{code}.not-now", rules, message)


def _action(state: State) -> Action | None:
    top = state.frames[-1]
    return top if type(top) is Action else None


def _name(state: State, player: int) -> str:
    return state.seats[player].name


def _is_card(state: State, card: str) -> bool:
    return card in STAGING_NAMES or card in state.deck.cards or is_unknown(card)


def _card_reasons(state: State, by: int, card: str, code: str) -> list[Reason]:
    """Why `card` cannot come from the hand of `by`."""
    if not _is_card(state, card):
        return [Reason(f"{code}.no-such-card", ("C2", "C4"), f"There is no card {card} in this deck.")]
    hand = state.seats[by].hand
    if card in hand:
        return []
    if find_in_hand(hand, card) is None:
        return [Reason(f"{code}.not-in-hand", ("P3",), f"{_name(state, by)} does not hold {card}.")]
    where = known_place(state, card)
    if where is not None and state.seats[by].placed != card:
        return [Reason(f"{code}.elsewhere", ("C2",), f"{card} is {where}.")]
    return []


def known_place(state: State, card: str) -> str | None:
    """Where a script card, of which there is only one, is known to be; None when that is not known."""
    if card not in state.deck.cards:
        return None
    if state.deck.act_of(card) != state.act:
        return "a card of another act"
    for seat in state.seats:
        if any(card == scored for scored, _role in seat.scored):
            return f"in the scoring pile of {seat.name}"
        if card in seat.hand or card == seat.placed:
            return f"with {seat.name}"
    if any(card == aside for aside, _role in state.set_aside):
        return "set aside"
    if card in state.script_discard:
        return "in the discard pile"
    return "in the draw pile" if card in state.script else None


def check_lead(state: State, answer: Answer) -> list[Reason]:
    """S3."""
    if type(state.frames[-1]) is not Casting:
        return [_not_now("lead", ("S3",), "The lead tile is dealt only before Act I.")]
    return []


def check_place(state: State, answer: Answer) -> list[Reason]:
    """P3: from the hand; until all have placed, another card may be placed instead."""
    found = _card_reasons(state, answer.by, answer.card or "?", "place")
    if type(state.frames[-1]) is not Placement:
        found.append(_not_now("place", ("P3",), "Cards are placed in the placement phase."))
    return found


def _turn_reasons(state: State, answer: Answer, code: str) -> list[Reason]:
    seat = state.seats[answer.by]
    found = []
    if seat.done and type(state.frames[0]) is Reveals:
        found.append(Reason(f"{code}.done", ("P6", "Z4"), f"The turn of {seat.name} is over in this scene."))
    elif type(state.frames[0]) is Reveals and seat.placed is None and not is_turn(state, answer.by):
        found.append(Reason(f"{code}.nothing-placed", ("P3",), f"{seat.name} has no card in front."))
    elif not is_turn(state, answer.by):
        found.append(_not_now(code, ("P5", "P6"), f"It is not {seat.name}'s turn to reveal."))
    if seat.placed is not None and answer.card is not None and find_in_hand([seat.placed], answer.card) is None:
        found.append(Reason(f"{code}.other-card", ("P6",), f"{answer.card} is not the card that {seat.name} placed."))
    return found


def check_reveal(state: State, answer: Answer) -> list[Reason]:
    """P6, and what the card asks for."""
    found = _turn_reasons(state, answer, "reveal")
    placed = state.seats[answer.by].placed
    card = answer.card or placed
    if card is None:
        return found
    if is_unknown(card):
        return [*found, Reason("reveal.which-card", ("P6",), "It must be said which card was revealed.")]
    if not _is_card(state, card):
        return [*found, Reason("reveal.no-such-card", ("C2", "C4"), f"There is no card {card} in this deck.")]
    where = known_place(state, card)
    if where is not None and where != f"with {state.seats[answer.by].name}":
        found.append(Reason("reveal.elsewhere", ("C2", "G4"), f"{card} is {where}."))
    return found + unplayable(state, answer.by, card) + _choice_reasons(state, answer, card)


def check_exit(state: State, answer: Answer) -> list[Reason]:
    """E1: never with a curtain card."""
    found = _turn_reasons(state, answer, "exit")
    card = state.deck.cards.get(answer.card or state.seats[answer.by].placed or "")
    if card is not None and card.curtain is not None:
        found.append(Reason("exit.curtain", ("E1", "T3"), "Nobody exits with a curtain card; it must be revealed."))
    return found


def check_seize(state: State, answer: Answer) -> list[Reason]:
    """Z1."""
    seat, action = state.seats[answer.by], _action(state)
    found = []
    if seat.intrigue < state.rules.prices["seize"]:
        found.append(
            Reason("seize.no-intrigue", ("Z1",), f"A Seize costs an intrigue token, and {seat.name} has none.")
        )
    if seat.placed is None or seat.revealed or seat.done:
        message = f"{seat.name} has no face-down card left in this scene."
        found.append(Reason("seize.nothing-face-down", ("Z1", "Z4"), message))
    elif not is_unknown(seat.placed) and seat.placed != Staging.SEIZE:
        found.append(Reason("seize.not-a-seize", ("Z1",), f"The face-down card of {seat.name} is not a Seize."))
    if action is None or action.stage != "window":
        return [*found, _not_now("seize", ("Z1", "J11"), "There is no card that could be seized now.")]
    if answer.by == action.player:
        found.append(Reason("seize.own-card", ("Z1",), "Nobody seizes what they play themselves."))
    elif not is_seizable(state, action):
        found.append(Reason("seize.exempt", ("Z1",), f"{action.name} cannot be seized."))
    elif not comes_later(state, answer.by, action.player):
        message = f"Only those who reveal after {_name(state, action.player)} may seize."
        found.append(Reason("seize.earlier-in-order", ("Z1",), message))
    return found + _closed_to(state, action, answer.by, "seize")


def _closed_to(state: State, action: Action, by: int, code: str) -> list[Reason]:
    """Reasons that hold for both interrupts: a protected player, a window already answered, somebody closer."""
    if state.seats[action.player].protected:
        message = f"{_name(state, action.player)} is protected for the rest of the scene."
        return [Reason(f"{code}.protected", ("N1", "J12"), message)]
    if action.passed >> by & 1:
        return [Reason(f"{code}.answered", ("V2",), f"{_name(state, by)} has already answered.")]
    return []


def check_spotlight(state: State, answer: Answer) -> list[Reason]:
    """L1."""
    seat, action = state.seats[answer.by], _action(state)
    found = []
    if not seat.spotlight:
        found.append(Reason("spotlight.no-token", ("L1",), f"{seat.name} has no spotlight token."))
    if action is None or action.stage != "window":
        return [*found, _not_now("spotlight", ("L1",), "There is nothing that a spotlight could block now.")]
    if answer.by == action.player:
        found.append(Reason("spotlight.own-action", ("L1",), "Nobody blocks what they do themselves."))
    elif not is_blockable(state, action):
        found.append(Reason("spotlight.exempt", ("L1",), f"{action.name} cannot be blocked by a spotlight."))
    return found + _closed_to(state, action, answer.by, "spotlight")


def check_pass(state: State, answer: Answer) -> list[Reason]:
    """V2: whoever is asked may pass; a pass of somebody else in an open window changes nothing."""
    top = state.frames[-1]
    if type(top) is Steps and top.order[top.at] == answer.by:
        return []
    if type(top) is Action and (top.stage == "window" or answer.by in awaited(state, top)):
        return []
    return [_not_now("pass", ("V2",), f"{_name(state, answer.by)} is not asked now.")]


def check_protect(state: State, answer: Answer) -> list[Reason]:
    """N1, A3, O5: at any moment of a scene, by who is not protected yet."""
    seat = state.seats[answer.by]
    found = []
    if seat.protected:
        found.append(Reason("protect.already", ("N1",), f"{seat.name} is protected already."))
    if answer.way == "desdemona":
        if "Desdemona" not in seat.coins:
            found.append(Reason("protect.no-coin", ("O5",), f"{seat.name} has no Desdemona coin."))
    else:
        if seat.intrigue < state.rules.prices["no_drama"] + promised(state, answer.by):
            message = f"No Drama costs an intrigue token, and {seat.name} has none to spare."
            found.append(Reason("protect.no-intrigue", ("A3",), message))
        found += _card_reasons(state, answer.by, str(Staging.NO_DRAMA), "protect")
    if type(state.frames[0]) not in SCENE_FRAMES or type(state.frames[-1]) is PutDown:
        found.append(_not_now("protect", ("N1",), "There is nothing to protect oneself against now."))
    return found


def _own_moment(state: State, by: int, code: str, rule: str, after_reveal: bool = False) -> list[Reason]:
    """O1: in one's step before or after placement, or in one's own turn; coins also right after it."""
    top = state.frames[-1]
    if is_turn(state, by) or (after_reveal and has_just_revealed(state, by)):
        return []
    if type(top) is Steps and top.order[top.at] == by and (after_reveal or top.phase != "after-reveal"):
        return []
    return [
        _not_now(code, (rule,), f"It is not the moment for this: {_name(state, by)} may do it in a turn of their own.")
    ]


def check_coin(state: State, answer: Answer) -> list[Reason]:
    """O1 to O7."""
    seat, name = state.seats[answer.by], answer.coin or ""
    found = []
    if name not in state.rules.coins:
        return [Reason("coin.no-such-coin", ("C6",), f"There are no coins of {name}.")]
    if name not in seat.coins:
        found.append(Reason("coin.none", ("C6",), f"{seat.name} has no {name} coin."))
    if name == "Desdemona":
        return [*found, Reason("coin.protects", ("O5",), "A Desdemona coin is used to protect: say protect.")]
    if name == "Iago" and seat.iago_coin_used:
        found.append(Reason("coin.iago-used", ("O2",), f"{seat.name} has used an Iago coin in this scene."))
    if name == "Cassio":
        found += _improv_reasons(state, answer)
    if name in ("Othello", "Roderigo", "Emilia"):
        found += no_target(state, answer.by, effect_of(name), "O1")
    found += _own_moment(state, answer.by, "coin", "O1", after_reveal=True)
    return found + _choice_reasons(state, answer, name)


def _improv_reasons(state: State, answer: Answer) -> list[Reason]:
    seat, way = state.seats[answer.by], answer.choices.way or improv_way(state, answer.by)
    found = []
    if seat.improv_used:
        found.append(Reason("improv.used", ("I1", "J9"), f"{seat.name} has improvised in this scene."))
    if answer.choices.give is not None:
        found += _card_reasons(state, answer.by, answer.choices.give, "improv")
    elif not seat.hand:
        found.append(Reason("improv.no-card", ("I2",), f"{seat.name} has no card in hand."))
    if way == "face-down" and seat.miscued and not _answers_miscue(state, answer.by):
        message = f"{seat.name} was hit by a Miscue and cannot improvise the new card away."
        found.append(Reason("improv.miscued", ("A2",), message))
    if way == "face-down" and (seat.placed is None or seat.revealed or seat.done):
        found.append(Reason("improv.nothing-face-down", ("I3",), f"{seat.name} has no face-down card to change."))
    top = state.frames[-1]
    if way == "hand" and type(top) is Steps and top.phase == "after-placement":
        found.append(_not_now("improv", ("I2",), "The draw piles are open before placement and in one's own turn."))
    return found


def _answers_miscue(state: State, by: int) -> bool:
    """Whether a Miscue is aimed at `by`, who may still answer it (A2)."""
    action = _action(state)
    aimed = action is not None and action.name == Staging.MISCUE and action.stage == "target"
    return action is not None and aimed and by in awaited(state, action)


def check_improv(state: State, answer: Answer) -> list[Reason]:
    """I1 to I3, and A2 for a Seize swapped in against a Miscue."""
    seat, action = state.seats[answer.by], _action(state)
    found = _improv_reasons(state, answer)
    if seat.intrigue < state.rules.prices["improv"]:
        found.append(
            Reason("improv.no-intrigue", ("I1",), f"Improv costs an intrigue token, and {seat.name} has none.")
        )
    if action is not None and _answers_miscue(state, answer.by):
        if answer.choices.way != "face-down" or answer.choices.give not in (Staging.SEIZE, "?staging", "?"):
            found.append(
                Reason("improv.against-miscue", ("A2", "I4"), "Against a Miscue only a Seize can be swapped in.")
            )
        elif not could_counter(state, action, answer.by):
            both = state.rules.prices["improv"] + state.rules.prices["seize"]
            message = f"{seat.name} needs {both} intrigue tokens for it."
            found.append(Reason("improv.cannot-seize", ("A2", "Z1"), message))
        return found
    top = state.frames[-1]
    if answer.choices.way == "hand":
        if all(reason.code != "improv.not-now" for reason in found):
            found += _own_moment(state, answer.by, "improv", "I2")
    elif type(top) not in (Steps, Reveals) or type(state.frames[0]) not in (Steps, Reveals):
        found.append(_not_now("improv", ("I3", "J10"), "Something else is under way."))
    return found


def check_from_hand(state: State, answer: Answer) -> list[Reason]:
    """A1, J5."""
    if answer.card not in (Staging.EXCHANGE, "?staging", "?"):
        return [
            Reason(
                "from-hand.exchange-only", ("A1",), f"{answer.card} is not played from the hand; only an Exchange is."
            )
        ]
    found = _card_reasons(state, answer.by, answer.card or "", "from-hand")
    found += no_target(state, answer.by, str(Staging.EXCHANGE), "A1")
    found += _own_moment(state, answer.by, "from-hand", "J5")
    return found + _choice_reasons(state, answer, str(Staging.EXCHANGE))


def _choice_reasons(state: State, answer: Answer, name: str) -> list[Reason]:
    """What is wrong with the choices given ahead: those that can be judged already."""
    given, found = answer.choices, list[Reason]()
    if given == NO_CHOICES:
        return found
    code = effect_of(name).lower().replace(" ", "-")
    if given.target is not None and not possible_target(state, answer.by, name, given.target):
        found.append(
            Reason(f"{code}.target", ("N1", "A1"), f"{_name(state, given.target)} cannot be chosen for {name}.")
        )
    if given.look and state.seats[answer.by].intrigue < state.rules.prices["look"]:
        message = f"To look costs {state.rules.prices['look']} intrigue tokens."
        found.append(Reason(f"{code}.no-intrigue", ("A1",), message))
    if given.pay and state.seats[answer.by].intrigue < state.rules.prices["villainy"]:
        message = f"The stronger Villainy costs {state.rules.prices['villainy']} intrigue tokens."
        found.append(Reason(f"{code}.no-intrigue", ("A6",), message))
    if given.wounds is not None and given.cut is not None:
        found.append(Reason(f"{code}.both", ("A6",), f"{name} wounds or lowers a limit, not both."))
    probe = Action("probe", answer.by, name, Choices(target=given.target, pay=bool(given.pay)), stage="effect")
    for field, rules in (("on", ("O2", "W3")), ("character", ("A7",)), ("wounds", ("A6", "W3")), ("cut", ("A6",))):
        value = getattr(given, field)
        if value is not None and not fits(state, probe, field, value):
            found.append(Reason(f"{code}.{field}", rules, f"{_shown(value)} cannot be chosen for {name} now."))
    return found


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def check_swap(state: State, answer: Answer) -> list[Reason]:
    """A2."""
    top = state.frames[-1]
    found = _card_reasons(state, answer.by, answer.card or "?", "swap")
    if type(top) is not PutDown or top.player != answer.by:
        found.append(_not_now("swap", ("A2",), f"{_name(state, answer.by)} is not asked to put down another card."))
    elif top.reveal and answer.card is not None and is_unknown(answer.card):
        found.append(Reason("swap.which-card", ("A2",), "It must be said which card was revealed."))
    return found


def check_draw(state: State, answer: Answer) -> list[Reason]:
    """P7, Z6."""
    top = state.frames[-1]
    if type(top) is not Draws or top.order[top.at] != answer.by:
        return [_not_now("draw", ("P7", "Z6"), f"{_name(state, answer.by)} has nothing to choose about drawing.")]
    if not can_draw(state, Pile(answer.pile or "")):
        return [Reason("draw.empty", ("P7",), f"There are no {answer.pile} cards left to draw.")]
    return []


def check_trade(state: State, answer: Answer) -> list[Reason]:
    """G1."""
    seat, rate, token = state.seats[answer.by], state.rules.intrigue_per_spotlight, answer.token or ""
    found = []
    if getattr(seat, token) < (rate if token == "intrigue" else 1):
        found.append(Reason("trade.too-few", ("G1",), f"{seat.name} has too few {token} tokens to trade."))
    if type(state.frames[-1]) is not Intermission:
        found.append(_not_now("trade", ("G1",), "Tokens are traded between acts."))
    return found


def check_discard(state: State, answer: Answer) -> list[Reason]:
    """G4."""
    top = state.frames[-1]
    if type(top) is not Discards or top.order[top.at] != answer.by:
        return [_not_now("discard", ("G4",), f"{_name(state, answer.by)} has no cards to discard now.")]
    count = staging_excess(state, answer.by)
    found = []
    if len(answer.cards) != count:
        found.append(
            Reason(
                "discard.count", ("G4",), f"{_name(state, answer.by)} must discard {count}, not {len(answer.cards)}."
            )
        )
    hand = list(state.seats[answer.by].hand)
    for card in answer.cards:
        index = find_in_hand(hand, card)
        if index is None or pile_of(card) is not Pile.STAGING:
            message = f"{card} is no staging card that {_name(state, answer.by)} holds."
            found.append(Reason("discard.not-in-hand", ("G4",), message))
        else:
            hand.pop(index)
    return found


def check_next_act(state: State, answer: Answer) -> list[Reason]:
    """G4."""
    if type(state.frames[-1]) is not Intermission:
        return [_not_now("next-act", ("G4",), "The act is not over.")]
    return []


def check_choose(state: State, answer: Answer) -> list[Reason]:
    """A choice that was still missing, by its field."""
    action = _action(state)
    if action is None or action.player != answer.by or awaited(state, action):
        return [_not_now("choose", ("V1",), f"{_name(state, answer.by)} has nothing to choose now.")]
    if answer.choices in needed(state, action):
        return []
    given = {key: value for key, value in answer.choices._asdict().items() if value is not None}
    if not given:
        return [Reason("choose.nothing", ("V1",), "It must be said what is chosen.")]
    if any(_fits_now(state, action, answer.choices, field) for field in given):
        return []  # the others are looked at when their turn comes
    return [
        Reason(f"choose.{field}", ("V1",), f"{_shown(value)} cannot be chosen for {field} now.")
        for field, value in choices_to_json(answer.choices, [seat.name for seat in state.seats]).items()
    ]


def _fits_now(state: State, action: Action, given: Choices, field: str) -> bool:
    value = getattr(given, field)
    if field in ("take", "give") and not _is_card(state, value) and value not in state.rules.coins:
        return False
    probe = merged(action.choices, given)._replace(**{field: None})
    return fits(state, action._replace(choices=probe), field, getattr(given, field))


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
}
