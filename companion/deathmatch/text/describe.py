"""A position as a few lines of text, for people at a command line. It shows hands: it is not for the public."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.deathmatch.model.state import State
from companion.deathmatch.model.unknown import size
from companion.deathmatch.rules.harm import score
from companion.deathmatch.text.words import PHASES, cards, name
from companion.play.tongue import _


def describe(state: State) -> str:
    """The act, the setting, the piles and every seat, a line each."""
    return "\n".join([_headline(state), _stage(state), *(_seat(state, player) for player in range(len(state.seats)))])


def _headline(state: State) -> str:
    scene = f", scene {state.scene}" if state.scene else ""
    protagonist = f" {name(state, state.protagonist)} is the protagonist." if state.protagonist is not None else ""
    return f"Act {state.act}{scene}: {_(PHASES[state.phase])}.{protagonist}"


def _stage(state: State) -> str:
    setting = f"The setting is {state.setting}" if state.setting else "There is no setting yet"
    lie = f"; {_counted(state.scene_cards)} with the scene" if state.scene_cards else ""
    text = f"; {name(state, state.carrying.by)} carries out {state.carrying.card}" if state.carrying else ""
    return f"{setting}; {cards(size(state.discard))} in the discard pile{lie}{text}."


def _seat(state: State, player: int) -> str:
    seat = state.seats[player]
    face = " (face up)" if seat.revealed and not seat.out else ""
    parts = [f"{seat.name}: {seat.character}{face}"]
    if seat.out:
        return f"{parts[0]}; slain"
    parts += [f"hand {_counted(seat.hand)}"] if seat.hand else []
    parts.append(f"draw pile {size(seat.pile)}")
    if seat.pool:
        total = ", ".join(f"{points} {suit}" for suit, points in score(state, player)._asdict().items() if points)
        parts.append(f"damage pool {_counted(seat.pool)} ({total or 'no points'})")
    parts += [f"has laid {seat.played}"] if seat.played is not None else []
    return "; ".join(parts)


def _counted(names: Iterable[str]) -> str:
    """Cards that may repeat: `blades.3 twice, ?action`."""
    words = {1: "", 2: " twice"}
    counted = Counter(names)
    return ", ".join(f"{card}{words.get(count, f' {count} times')}" for card, count in counted.items())
