"""Who and what an action can be aimed at, as public knowledge has it (A1 to A7, O2 to O7, N1)."""

from __future__ import annotations

from companion.othello.model.cards import Character, Staging
from companion.othello.model.ruleset import Right
from companion.othello.model.state import State

IMPROV = "improv"
TAKE_THE_LEAD = str(Staging.TAKE_THE_LEAD)
EXCHANGE = str(Staging.EXCHANGE)
MISCUE = str(Staging.MISCUE)
VILLAINY = str(Staging.VILLAINY)
REVIVE = str(Staging.REVIVE)
AIMED = frozenset({EXCHANGE, MISCUE, "Emilia"})
# O3, O7, C4: these coins and cards do what another one does
SAME_EFFECT: dict[str, str] = {
    "Othello": TAKE_THE_LEAD,
    "Roderigo": EXCHANGE,
    "Cassio": IMPROV,
    str(Staging.MISSED_ENTRANCE): MISCUE,
}
RULES: dict[str, str] = {
    EXCHANGE: "A1",
    MISCUE: "A2",
    str(Staging.NO_DRAMA): "A3",
    TAKE_THE_LEAD: "A4",
    str(Staging.SEIZE): "A5",
    VILLAINY: "A6",
    REVIVE: "A7",
    "Iago": "O2",
    "Desdemona": "O5",
    "Emilia": "O6",
    IMPROV: "I2",
}


def effect_of(name: str) -> str:
    """What a card, coin or improv does: the name of a staging card, Iago, Emilia, improv, or a script card's id."""
    return SAME_EFFECT.get(name, name)


def needs_target(state: State, player: int, effect: str) -> bool:
    """Whether `player` has to choose another player for this effect."""
    if effect == TAKE_THE_LEAD:  # A4: the Lead gives the tile away
        return state.lead == player
    return effect in AIMED


def targets(state: State, player: int, effect: str) -> list[int]:
    """The other players that this effect can be aimed at, in turn order. Nobody protected is one (N1)."""
    return [other for other in state.clockwise(player) if is_target(state, other, effect)]


def has_target(state: State, player: int, effect: str) -> bool:
    """Whether there is anybody this effect can be aimed at."""
    return any(is_target(state, other, effect) for other in state.clockwise(player))


def is_target(state: State, other: int, effect: str) -> bool:
    """Whether `other` can be chosen: has what the effect is about, and is not protected (N1)."""
    return not state.seats[other].protected and has_object(state, other, effect)


def has_object(state: State, other: int, effect: str) -> bool:
    """Whether `other` has what the effect is about, protected or not."""
    seat = state.seats[other]
    if effect == EXCHANGE:
        return bool(seat.hand)
    if effect == MISCUE:  # A2: only who has not revealed, and can put down another card
        return seat.placed is not None and not seat.revealed and bool(seat.hand)
    if effect == "Emilia":  # O6
        return any(coin not in state.rules.emilia_leaves for coin in seat.coins)
    return True


def why_no_target(state: State, player: int, name: str, other: int) -> tuple[tuple[str, ...], str] | None:
    """The rules by which `name`, played by `player`, cannot be aimed at `other`, and why; None where it can."""
    effect, seat, who = effect_of(name), state.seats[other], state.seats[other].name
    rules = (rule_of(state, name),)
    if other == player:
        return rules, f"{who} cannot be chosen for {name}: it is aimed at another player."
    if not has_object(state, other, effect):
        if effect != MISCUE:
            what = "a coin that can be taken" if effect == "Emilia" else "a card in the hand"
            return rules, f"{who} cannot be chosen for {name}: they do not have {what}."
        if seat.revealed or seat.done:
            return rules, f"{who} cannot be chosen for {name}: they have revealed already."
        what = "no card lies face down there" if seat.placed is None else "they have no other card to put down"
        return rules, f"{who} cannot be chosen for {name}: {what}."
    if seat.protected:
        return ("N1",), f"{who} cannot be chosen for {name}: they are protected for the rest of the scene."
    return None


def rule_of(state: State, name: str) -> str:
    """The rule about what a card or coin does."""
    return RULES.get(effect_of(name), "K2" if name in state.deck.cards else "C11")


def living(state: State) -> list[Character]:
    """The living characters of the act, the lead character among them (W3)."""
    return [character for character in state.stars() if character not in state.dead]


def dead(state: State) -> list[Character]:
    """The dead characters of the act, who can be revived (A7)."""
    return [character for character in state.stars() if character in state.dead]


def can_protect(state: State, player: int) -> bool:
    """Whether the player could, from public knowledge, protect themselves now (N1, V2)."""
    seat = state.seats[player]
    if seat.protected:
        return False
    return "Desdemona" in seat.coins or (bool(seat.hand) and seat.intrigue >= state.rules.prices["no_drama"])


def right(state: State, player: int, card: str) -> Right:
    """What the player's role may do with a Villainy or a Revive (A6, A7)."""
    rules = state.rules
    return (rules.revive if card == REVIVE else rules.villainy)[state.role(player)]


def can_pay(state: State, player: int, card: str) -> bool:
    """Whether the player has a right to the card's full strength that costs intrigue, and the intrigue (A6, A7)."""
    price = state.rules.prices["revive" if card == REVIVE else "villainy"]
    return right(state, player, card) is Right.PAYS and state.seats[player].intrigue >= price
