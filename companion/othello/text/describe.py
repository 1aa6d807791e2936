"""A position as a few lines of text for the command line.

The text shows hands, so it is not for the public.
"""

from __future__ import annotations

from companion.core.i18n import N_, _, listed, together
from companion.othello.model.cards import CardName, Role, pile_of
from companion.othello.model.state import State
from companion.othello.model.titles import card_title
from companion.othello.model.vocabulary import Marker
from companion.othello.rules.scoring import score
from companion.othello.rules.targets import has_limit
from companion.othello.text.words import PHASES, act_name, name, points, times

MARKERS = {
    Marker.ACT_BEGINS: N_("act-begins"),
    Marker.SCRIPT_EMPTY: N_("script-empty"),
    Marker.STAGING_EMPTY: N_("staging-empty"),
    Marker.FINAL_SCENE: N_("final-scene"),
}
"""The places of the marker; the English words are those of a position file."""

SCORED = {Role.LEAD: N_("scored as the Lead {cards}"), Role.COMPANY: N_("scored {cards}")}
"""Headings of scored cards, by the role in which they were played (C8, G5)."""


def describe(state: State) -> str:
    """Return the act, the piles, the stage and every seat, one line each."""
    lines = [_headline(state), _piles(state), _stage(state)]
    if state.set_aside:
        lines.append(_("Set aside: {cards}.", cards=listed(card_title(state, card) for card, _role in state.set_aside)))
    lines += [_seat(state, player) for player in range(len(state.seats))]
    return "\n".join(lines)


def _headline(state: State) -> str:
    act = act_name(state.act)
    where = _("{act}, scene {scene}", act=act, scene=state.scene) if state.scene else act
    moment = _("{where}: {phase}.", where=where, phase=_(PHASES[state.phase]) if state.phase in PHASES else state.phase)
    lead = [_("{name} is the Lead.", name=name(state, state.lead))] if state.lead >= 0 else []
    return together([moment, *lead])


def _piles(state: State) -> str:
    piles = _(
        "Script pile {script} and {script_gone} discarded, staging pile {staging} and {staging_gone} discarded; "
        "the marker is at {marker}.",
        script=len(state.script),
        script_gone=len(state.script_discard),
        staging=len(state.staging),
        staging_gone=len(state.staging_discard),
        marker=_(MARKERS[state.marker]),
    )
    curtain = _("The half curtain has fallen.") if state.half_curtain else _("No curtain has fallen.")
    last = [_("Scene {scene} is the last of this act.", scene=state.last_scene)] if state.last_scene else []
    return together([piles, curtain, *last])


def _stage(state: State) -> str:
    stars = state.stars()
    marked = [name for name in state.rules.wound_limits if name in state.dead or state.wounds[name]]
    absent = [name for name in marked if name not in stars]  # their wound tokens stay there
    sentences = [_("Wounds: {tiles}.", tiles=", ".join(_tile(state, name) for name in stars))]
    sentences += [_("Not on stage: {tiles}.", tiles=", ".join(_tile(state, name) for name in absent))] if absent else []
    return together(sentences)


def _tile(state: State, character: str) -> str:
    """Return a character's wounds and limit, or only the wounds if there is no limit (C7)."""
    if character in state.dead:
        return _("{character} dead", character=character)
    limit = f"/{state.limit(character)}" if has_limit(state, character) else ""
    return f"{character} {state.wounds[character]}{limit}"


def _seat(state: State, player: int) -> str:
    seat = state.seats[player]
    parts = [
        points(score(state, player).total),
        _("intrigue {count}", count=seat.intrigue),
        _("spotlight {count}", count=seat.spotlight),
    ]
    parts += [_("wounds {count}", count=seat.wounds)] if seat.wounds else []
    if seat.coins:
        parts.append(_("coins {coins}", coins=", ".join(f"{coin} {count}" for coin, count in seat.coins.items())))
    parts += [_("the handkerchief")] if state.handkerchief == player else []
    parts += [_("protected")] if seat.protected else []
    parts += [_("besides the cards {points}", points=points(seat.points_before))] if seat.points_before else []
    parts += [_("has improvised in this scene")] if seat.improv_used else []
    parts += [_("has used the Iago coin in this scene")] if seat.iago_coin_used else []
    who = _("{name} (the Lead)", name=seat.name) if player == state.lead else seat.name
    lines = [f"{who}: {', '.join(parts)}"]
    lines += [_("hand {cards}", cards=_cards(seat.hand))] if seat.hand else []
    if seat.placed is not None:
        placed = N_("shows {card}") if seat.revealed else N_("has placed {card}")
        lines.append(_(placed, card=seat.placed))
    lines += [_("face up {cards}", cards=_cards(seat.face_up))] if seat.face_up else []
    for role, label in SCORED.items():
        scored = [card for card, played_as in seat.scored if played_as is role]
        lines += [_(label, cards=_cards(scored))] if scored else []
    return "; ".join(lines)


def _cards(cards: list[CardName]) -> str:
    return times(sorted(cards, key=lambda card: (str(pile_of(card)), cards.index(card))))
