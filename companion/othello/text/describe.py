"""A position as a few lines of text, for people at a command line. It shows hands: it is not for the public."""

from __future__ import annotations

from companion.othello.model.cards import CardName, pile_of
from companion.othello.model.state import State
from companion.othello.model.titles import card_title
from companion.othello.rules.scoring import score
from companion.othello.text.words import PHASES, act_name, name, points, times
from companion.play.tongue import _, listed


def describe(state: State) -> str:
    """The act, the piles, the stage and every seat, a line each."""
    lines = [_headline(state), _piles(state), _stage(state)]
    if state.set_aside:
        lines.append(f"Set aside: {listed(card_title(state, card) for card, _role in state.set_aside)}.")
    lines += [_seat(state, player) for player in range(len(state.seats))]
    return "\n".join(lines)


def _headline(state: State) -> str:
    scene = f", scene {state.scene}" if state.scene else ""
    lead = f" {name(state, state.lead)} is the Lead." if state.lead >= 0 else ""
    return f"{act_name(state.act)}{scene}: {_(PHASES[state.phase]) if state.phase in PHASES else state.phase}.{lead}"


def _piles(state: State) -> str:
    curtain = "The half curtain has fallen." if state.half_curtain else "No curtain has fallen."
    return (
        f"Script pile {len(state.script)} and {len(state.script_discard)} discarded, "
        f"staging pile {len(state.staging)} and {len(state.staging_discard)} discarded; "
        f"the marker is at {state.marker}. {curtain}"
    )


def _stage(state: State) -> str:
    tiles = [
        f"{character} {'dead' if character in state.dead else f'{state.wounds[character]}/{state.limit(character)}'}"
        for character in state.stars()
    ]
    return f"Wounds: {', '.join(tiles)}."


def _seat(state: State, player: int) -> str:
    seat = state.seats[player]
    parts = [points(score(state, player).total), f"intrigue {seat.intrigue}", f"spotlight {seat.spotlight}"]
    parts += [f"wounds {seat.wounds}"] if seat.wounds else []
    if seat.coins:
        parts.append(f"coins {', '.join(f'{coin} {count}' for coin, count in seat.coins.items())}")
    parts += ["the handkerchief"] if state.handkerchief == player else []
    parts += ["protected"] if seat.protected else []
    lines = [f"{seat.name}{' (the Lead)' if player == state.lead else ''}: {', '.join(parts)}"]
    lines += [f"hand {_cards(seat.hand)}"] if seat.hand else []
    if seat.placed is not None:
        lines.append(f"{'shows' if seat.revealed else 'has placed'} {seat.placed}")
    lines += [f"face up {_cards(seat.face_up)}"] if seat.face_up else []
    lines += [f"scored {_cards([card for card, _role in seat.scored])}"] if seat.scored else []
    return "; ".join(lines)


def _cards(cards: list[CardName]) -> str:
    return times(sorted(cards, key=lambda card: (str(pile_of(card)), cards.index(card))))
