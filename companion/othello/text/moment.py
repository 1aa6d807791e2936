"""Texts about the current moment for everybody: the action in progress and the open decision.

`happening_text` describes the action in progress, `decision_text` the open decision. Both use only public
information, so they never name a card that is not face up. `narrate.py` describes past events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.core.i18n import N_, OR, _, listed, ngettext
from companion.core.values import asdict
from companion.othello.model.answers import Do
from companion.othello.model.decision import Decision, DecisionKind
from companion.othello.model.frames import Action, Choices, PutDown, Steps
from companion.othello.model.state import State
from companion.othello.model.titles import card_title, thing_title
from companion.othello.model.vocabulary import ActionKind, Interrupt, Phase, Protection, Stage
from companion.othello.rules.actions import is_script, threatened
from companion.othello.rules.effects import COINS, effect_of
from companion.othello.text.words import act_name, coin_title, name, players

Words = Callable[[State, Decision], str]


# --- the action in progress


def happening_text(state: State) -> str | None:
    """Return a text for the action that others may answer or its player must complete.

    Return None if there is none.
    """
    top = state.frames[-1]
    if state.lead < 0:
        return _("Deal out the character tiles")
    if type(top) is Steps and top.phase is Phase.PRE_PLACEMENT:
        return _("Everyone lays a card, face down")  # players who place a card use nothing before it (P3)
    if type(top) is not Action:
        return None
    who = name(state, top.player)
    if top.claim is not None:
        return _interrupted(state, top, who)
    whom = _whom(state, top)
    if whom is not None:
        return _aimed(state, top, who, whom)
    if top.kind is ActionKind.COIN:
        return _(COINS[top.name].told, who=who, coin=coin_title(top.name))
    if top.kind is ActionKind.IMPROV:
        return _("{who} improvises, to change a card", who=who)
    card = card_title(state, top.name)
    if top.kind is ActionKind.FROM_HAND:
        return _("{who} plays {card} from the hand", who=who, card=card)
    if top.kind is ActionKind.SEIZED:
        if top.stage is Stage.OFFER:
            return _("{who} has seized {card}", who=who, card=card)
        return _("{who} plays {card}, which was seized", who=who, card=card)
    return _("{who} reveals {card}", who=who, card=card)


def _interrupted(state: State, action: Action, victim: str) -> str:
    assert action.claim is not None
    what, player = action.claim
    who, thing = name(state, player), thing_title(state, action.name)
    if what is Interrupt.SPOTLIGHT:
        told = N_("{who} blocks {whom}’s {thing} with a spotlight")
    elif action.kind is ActionKind.LATE:
        told = N_("{who} seizes {whom}’s {thing}, which was played before")
    else:
        told = N_("{who} seizes {whom}’s {thing}")
    return _(told, who=who, whom=victim, thing=thing)


def _whom(state: State, action: Action) -> str | None:
    """Return the name of the player affected, once that is known and nobody may interrupt."""
    if action.stage not in (Stage.TARGET, Stage.EFFECT):
        return None
    other = action.choices.target
    if other is None and action.stage is Stage.TARGET:
        other = threatened(state, action)
    return name(state, other) if other is not None and other != action.player else None


def _aimed(state: State, action: Action, who: str, whom: str) -> str:
    thing = coin_title(action.name) if action.kind is ActionKind.COIN else card_title(state, action.name)
    if is_script(action):
        told = N_("{who} plays {thing} and takes the handkerchief from {whom}")
    else:
        told = effect_of(action.name).aimed(action)
    return _(told, who=who, whom=whom, thing=thing)


# --- the open decision


def decision_text(state: State, decision: Decision | None) -> str:
    """Return the open decision as a headline for everybody.

    If `decision` is None, the game is over.
    """
    if decision is None:
        return _("The play is over")
    return HEADLINES[decision.kind](state, decision)


def _who(state: State, decision: Decision) -> str:
    return players(state, decision.players, OR)


def _steps(told: tuple[str, str, str, str, str]) -> Words:
    """Return the texts for a step before placement or before the reveals.

    There is a sentence for each case.
    """
    everything, coin, improv, exchange, nothing = told

    def words(state: State, decision: Decision) -> str:
        deeds = {answer.do for answer in decision.options}
        if Do.IMPROV in deeds:
            said = everything if Do.COIN in deeds else improv
        else:
            said = coin if Do.COIN in deeds else exchange if Do.FROM_HAND in deeds else nothing
        return _(said, who=_who(state, decision), price=state.rules.prices["improv"])

    return words


BEFORE_PLACEMENT = (
    N_("{who} may first use a coin, or change a card of the hand (improvise: {price} intrigue)"),
    N_("{who} may first use a coin"),
    N_("{who} may first change a card of the hand (improvise: {price} intrigue)"),
    N_("{who} may first play an Exchange"),
    N_("{who} has nothing to use first"),
)
BEFORE_REVEALS = (
    N_("{who} may use a coin, or change the card laid (improvise: {price} intrigue), before the cards are revealed"),
    N_("{who} may use a coin before the cards are revealed"),
    N_("{who} may change the card laid (improvise: {price} intrigue) before the cards are revealed"),
    N_("{who} may play an Exchange before the cards are revealed"),
    N_("{who} has nothing to use before the cards are revealed, and goes on"),
)


def _all_place(state: State, decision: Decision) -> str:
    if len(decision.players) == len(state.seats):
        return _("Everyone lays a card, face down")
    if len(decision.players) == 1:
        return _("{who} lays a card, face down", who=_who(state, decision))
    return _("{who} lay a card, face down", who=players(state, decision.players))


def _window(state: State, decision: Decision) -> str:
    can = {do: _asked_for(decision, do) for do in (Do.SEIZE, Do.SPOTLIGHT)}
    seizers, blockers = (players(state, who, OR) for who in can.values())
    if not can[Do.SEIZE]:
        return _("{who} may block it with a spotlight", who=blockers)
    if not can[Do.SPOTLIGHT]:
        return _("{who} may seize it", who=seizers)
    if can[Do.SEIZE] == can[Do.SPOTLIGHT]:
        return _("{who} may seize it, or block it with a spotlight", who=seizers)
    return _("{seizers} may seize it, {blockers} may block it with a spotlight", seizers=seizers, blockers=blockers)


def _asked_for(decision: Decision, do: Do) -> tuple[int, ...]:
    """Return the players who may give this answer, in the order in which they are asked."""
    able = {answer.by for answer in decision.options if answer.do is do}
    return tuple(player for player in decision.players if player in able)


def _protect(state: State, decision: Decision) -> str:
    ways = listed(dict.fromkeys(_ways(decision)), OR)
    return _("{who} may answer with {ways}", who=_who(state, decision), ways=ways)


def _ways(decision: Decision) -> Iterator[str]:
    for answer in decision.options:
        if answer.do is Do.PROTECT:
            yield "No Drama" if answer.way is Protection.NO_DRAMA else coin_title("Desdemona")
        elif answer.do is Do.IMPROV:
            yield _("a Seize that is swapped in")


def _choose(state: State, decision: Decision) -> str:
    top = state.frames[-1]
    assert type(top) is Action
    given = decision.options[0].choices if decision.options else Choices()
    field = next((key for key, value in asdict(given).items() if value is not None), "")
    told = effect_of(top.name).asks.get(field) or CHOICES.get(field, N_("{who} chooses"))
    whom = name(state, top.choices.target) if top.choices.target is not None else ""
    return _(told, who=_who(state, decision), whom=whom, card=card_title(state, top.name), **state.rules.prices)


def _swap(state: State, decision: Decision) -> str:
    top = state.frames[-1]
    if type(top) is PutDown and top.reveal:
        return _("{who} reveals another card, or exits with one", who=_who(state, decision))
    return _("{who} puts down another card", who=_who(state, decision))


def _carry_out(state: State, decision: Decision) -> str:
    top = state.frames[-1]
    assert type(top) is Action
    return _("{who} does what {card} says", who=_who(state, decision), card=card_title(state, top.name))


def _discards(state: State, decision: Decision) -> str:
    count = len(decision.options[0].cards) if decision.options else 1
    who = _who(state, decision)
    return ngettext("{who} discards {count} staging card", "{who} discards {count} staging cards", count, who=who)


def _one(told: str) -> Words:
    return lambda state, decision: _(told, who=_who(state, decision))


def _intermission(state: State, _decision: Decision) -> str:
    told = N_("Tokens may be changed before {act} begins: {price} intrigue for 1 spotlight")
    if "intrigue" not in state.rules.tradable:
        told = N_("Tokens may be changed before {act} begins")
    return _(told, act=act_name(state.act + 1), price=state.rules.intrigue_per_spotlight)


CHOICES = {
    "target": N_("{who} chooses a player"),
    "look": N_("{who} may pay {look} intrigue to look at {whom}’s hand first"),
    "take": N_("{who} chooses a card of {whom}’s hand"),
    "give": N_("{who} gives {whom} a card back"),
    "on": N_("{who} chooses whom to wound"),
    "character": N_("{who} chooses who comes back to life"),
    "wounds": N_("{who} chooses whom Villainy harms"),
    "cut": N_("{who} chooses whom Villainy harms"),
    "pay": N_("{who} may pay {villainy} intrigue for a stronger Villainy"),
    "way": N_("{who} chooses how to improvise"),
    "draw": N_("{who} chooses a draw pile"),
    "play": N_("{who} may play {card}, or take a spotlight for it"),
}
HEADLINES: dict[DecisionKind, Words] = {
    DecisionKind.LEAD: lambda state, _decision: _(
        "Whoever gets {character} is the Lead: lay it in your place, or hold the button", character=state.lead_character
    ),
    DecisionKind.PRE_PLACEMENT: _steps(BEFORE_PLACEMENT),
    DecisionKind.PLACEMENT: _all_place,
    DecisionKind.AFTER_PLACEMENT: _steps(BEFORE_REVEALS),
    DecisionKind.REVEAL: _one(N_("{who} reveals the card that lies there, or exits: discards it for an intrigue")),
    DecisionKind.WINDOW: _window,
    DecisionKind.PROTECT: _protect,
    DecisionKind.CHOOSE: _choose,
    DecisionKind.SWAP: _swap,
    DecisionKind.DRAW: _one(N_("{who} draws a script card or a staging card")),
    DecisionKind.AFTER_REVEAL: _one(N_("{who} may still use a coin")),
    DecisionKind.INTERMISSION: _intermission,
    DecisionKind.DISCARD: _discards,
    DecisionKind.CARRY_OUT: _carry_out,
}
