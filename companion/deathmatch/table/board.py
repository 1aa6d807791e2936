"""Deathmatch's part of the pages' snapshots: public knowledge, and the answers as buttons for the host."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.core.i18n import N_, _
from companion.core.places import play_zone
from companion.deathmatch.model.answers import Answer, Do, answer_to_json
from companion.deathmatch.model.decision import Decision, DecisionKind
from companion.deathmatch.model.ruleset import RULINGS
from companion.deathmatch.model.seen import as_seen
from companion.deathmatch.model.state import State
from companion.deathmatch.rules.options import decision, permitted
from companion.deathmatch.rules.scene import standard_cards
from companion.deathmatch.table import effects
from companion.deathmatch.table.pending import Seen
from companion.deathmatch.text.narrate import answer_text
from companion.deathmatch.text.views import board_view
from companion.deathmatch.text.words import card_title, name
from companion.game.display import button, cards_detail, detail

Json = dict[str, Any]
BEFORE_OPENING = (Do.TRICKSTER, Do.REVEAL)  # allowed before the opening card; all candidates of unknown cards
OF_THE_MAT = (Do.PLAY, Do.SLAIN)  # placed on the mat, or answered on the player's own page


def board(state: State, asked: Decision | None) -> Json:
    """Return the public view of the game."""
    view = board_view(state)
    for player, seat in enumerate(view["seats"]):
        seat["up"] = asked is not None and player in asked.players
    if view["carrying"] is not None:
        found = effects.ways(as_seen(state, None))
        view["carrying"]["asked"] = found.question if found is not None else None
    rules, deck = state.rules, state.deck
    table = {
        "edition": "2021",
        "variants": sorted(map(str, rules.variants)),
        "rulings": rules.other_rulings,
        "deck": deck.id,
        "deck_title": deck.title,
        "made_up": deck.made_up,
        "guessed": deck.guessed,
        "cards": len(deck.cards),
    }
    return {"table": table, **view}


def options(seen: Seen) -> list[Json]:
    """Return the answers as buttons, based on public knowledge; cards are played on the mat instead."""
    known = as_seen(seen.state, None)
    asked = decision(known)
    options = asked.options if asked is not None else ()
    text = effects.ways(known) if asked is not None and asked.kind is DecisionKind.CARRY_OUT else None
    if text is not None:
        ways = [
            button(answer_to_json(way.answer, known.names), way.text, way.answer.by, "decision") for way in text.ways
        ]
        return [
            *ways,
            *(_button(known, answer, "permitted") for answer in permitted(known) if answer.do not in OF_THE_MAT),
        ]
    found = [(item, "permitted" if item.do in BEFORE_OPENING else "decision") for item in options]
    found += [(item, "permitted") for item in permitted(known)]
    return [_button(known, answer, group) for answer, group in found if answer.do not in OF_THE_MAT]


def from_hands(state: State, player: int) -> list[Json]:
    """Return the answers of a player that name cards of a hand which lies open on an on-screen mat.

    Args:
        state: the state with the cards of this hand.
    """
    known = as_seen(state, player)
    asked = decision(known)
    if asked is None or player not in asked.players:
        return []
    if asked.kind is DecisionKind.DISCARD:
        hint = _("Put the card that you discard on your spot, or choose it under “Or say it here”.")
        return [
            _button(known, answer, "decision") | _laid(answer, hint) for answer in asked.options if answer.by == player
        ]
    found = effects.ways(known) if asked.kind is DecisionKind.CARRY_OUT else None
    return [
        button(answer_to_json(way.answer, known.names), way.text, player, "decision")
        | {"under": card_title(known, way.card)}
        for way in (found.ways if found is not None else ())
        if way.card is not None
    ]


def _laid(answer: Answer, hint: str) -> Json:
    """Return the gesture of discarding one card on an on-screen mat."""
    if len(answer.cards) != 1:
        return {}
    return {"lay": {"thing": answer.cards[0], "zone": play_zone(answer.by)}, "hint": hint}


def by_hand(state: State, players: Collection[int]) -> list[Json]:
    """Return the cards that the host can enter for a player whose reader fails, on that player's turn."""
    known = as_seen(state, None)
    asked = decision(known)
    if asked is None or asked.kind not in (DecisionKind.ACTION, DecisionKind.ANSWER):
        return []
    plays = [answer for answer in asked.options if answer.do is Do.PLAY and answer.by in players]
    return [_button(known, answer, "by-hand") for answer in plays]


def _button(state: State, answer: Answer, group: str) -> Json:
    found = button(answer_to_json(answer, state.names), answer_text(state, answer), answer.by, group)
    if answer.do is Do.DAMAGE and answer.target is not None:  # grouped under their cards, because there are many
        found |= {
            "under": card_title(state, answer.card or ""),
            "text": _("damage for {player}", player=name(state, answer.target)),
        }
    return found


def other_players(state: State, answer: Mapping[str, Any]) -> list[tuple[Json, str]]:
    """Return the other players who may have been meant, as starter or as winner with a card in the scene (DP3, DT3)."""
    won = answer["do"] == Do.WINNER
    sentence = N_("{player} wins the scene") if won else N_("{player} takes the protagonist card")
    among = sorted(player for player, _card in standard_cards(state)) if won else state.alive
    others = [who for who in (name(state, player) for player in among) if who != answer["to"]]
    return [({"do": answer["do"], "to": who}, _(sentence, player=who)) for who in others]


def details(state: State) -> list[Json]:
    """Return the cards, variants, and every ruling with its chosen answer."""
    rules = state.rules
    found = [cards_detail(state.deck.title, state.deck.made_up)]
    found += [detail(_("Variant"), _(variant.words), usual=False) for variant in sorted(rules.variants)]
    for ruling, (field, answers) in RULINGS.items():
        usual, chosen = ruling not in rules.other_rulings, getattr(rules, field)
        found.append(detail(f"{ruling}: {_(answers.asks)}", _(chosen.words), usual))
    return found
