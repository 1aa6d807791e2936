"""Othello's part of the page snapshots: public view, open window, and buttons.

Of cards in hands and face-down cards it contains only the backs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from companion.core.i18n import _
from companion.core.places import TARGET, play_zone
from companion.game.display import button, cards_detail, detail
from companion.othello.model.answers import Answer, Do, answer_to_json
from companion.othello.model.decision import Decision, DecisionKind
from companion.othello.model.frames import Action
from companion.othello.model.hidden_cards import looks_at
from companion.othello.model.state import State
from companion.othello.model.vocabulary import ActionKind, Phase, Way
from companion.othello.rules.options import decision, permitted
from companion.othello.table.knowledge import as_known, backs_alone, may_fit
from companion.othello.table.pending import Seen
from companion.othello.text.moment import decision_text, happening_text
from companion.othello.text.narrate import answer_text
from companion.othello.text.views import board_view, card_view

_LAID_DOWN = (DecisionKind.PLACEMENT, DecisionKind.SWAP)


def board(seen: Seen) -> dict[str, Any]:
    """Return the public view of the game."""
    state, memory = seen.state, seen.memory
    asked: Decision | None = seen.asked
    view = board_view(state)
    for player, seat in enumerate(view["seats"]):
        seat["up"] = asked is not None and player in asked.players and asked.kind is not DecisionKind.WINDOW
        if seat["card"] is None and player in seen.readings.early and state.phase is Phase.PRE_PLACEMENT:
            seat["card"] = {"face": "down", "early": True}  # it is already in place, as everybody can see
        if seat["card"] is None and player in memory.shown:
            seat["card"] = {"face": "up", "card": card_view(state.deck, memory.shown[player], state.rules)}
    return {
        "table": {
            "edition": state.rules.edition,
            "level": state.rules.level,
            "edition_title": _(state.rules.title),
            "variants": list(state.rules.variants),
            "variant_titles": [_(state.rules.variant_titles[each]) for each in state.rules.variants],
            "rulings": state.rules.other_rulings,
            "deck": state.deck.id,
            "deck_title": state.deck.title,
            "made_up": state.deck.made_up,
            "guessed": state.deck.guessed,
            "cards": len(state.deck.cards),
        },
        **view,
        "newest": card_view(state.deck, memory.newest, state.rules) if memory.newest else None,
    }


def window(state: State, asked: Decision | None) -> dict[str, Any]:
    """Return the open window: its text, the player who acts, and the card."""
    top = state.frames[-1]
    if type(top) is not Action:
        return {"text": decision_text(state, asked), "by": None, "card": None}
    card = top.name if top.kind in (ActionKind.CARD, ActionKind.FROM_HAND) else None
    return {
        "text": happening_text(state),
        "by": top.player,
        "card": card_view(state.deck, card, state.rules) if card else None,
    }


def carried_out(state: State, asked: Decision | None) -> dict[str, Any] | None:
    """The owners' card whose text the table carries out, and what it may change (C11)."""
    top = state.frames[-1]
    if asked is None or asked.kind is not DecisionKind.CARRY_OUT or type(top) is not Action:
        return None
    own = state.deck.staging[top.name]
    return {
        "card": card_view(state.deck, own.id, state.rules),
        "changes": list(own.changes),
        "coins": list(state.rules.coins),
    }


def options(seen: Seen) -> list[dict[str, Any]]:
    """Return as buttons the answers that public knowledge allows.

    Cards of a hand appear only by their backs. Answers given by placing a card are left to the mat.
    """
    state, asked = seen.state, seen.asked
    known, names = as_known(state, None), state.names
    answers = () if asked is None or asked.kind in _LAID_DOWN else asked.options
    # sort: the original order would reveal the position of a card in the hand
    open_now = sorted([backs_alone(state, answer) for answer in answers], key=_hand_card)
    found = [(item, "decision") for item in open_now] + [(item, "permitted") for item in permitted(state)]
    return [_option(state, names, answer, group) for answer, group in dict.fromkeys(found) if may_fit(known, answer)]


def from_hands(state: State, player: int, closed: Collection[int]) -> list[dict[str, Any]]:
    """Return a player's choices of a card to take or give (A1), without cards of `closed` hands, or to discard (G4)."""
    known, names = as_known(state, player), state.names
    asked, looks, top = decision(known), looks_at(known, player), known.frames[-1]
    is_own = type(top) is Action and top.player == player  # who carries out an action chooses
    is_asked = asked is not None and (
        asked.kind is DecisionKind.DISCARD or (is_own and asked.kind is DecisionKind.CHOOSE)
    )
    answers = asked.options if asked is not None and is_asked else ()
    mine = [answer for answer in answers if answer.by == player and backs_alone(known, answer) != answer]
    shown = [answer for answer in mine if answer.choices.take is None or looks not in closed]
    return [_option(known, names, answer, "decision") | _laid(known, answer) for answer in dict.fromkeys(shown)]


def _laid(known: State, answer: Answer) -> dict[str, Any]:
    """Return the equivalent of an answer on the on-screen mat.

    A card for another player is placed in front of them, a hand card that is swapped in the circle (I2).
    """
    top, chosen = known.frames[-1], answer.choices
    if type(top) is Action and top.choices.way is Way.HAND:
        hint = _("Put the card that you swap in the circle.")
        return {"lay": {"thing": chosen.give, "zone": TARGET}, "hint": hint}
    if type(top) is not Action or top.choices.target is None:
        return {}
    taker = top.choices.target if chosen.take is None else answer.by
    return {"lay": {"thing": chosen.take or chosen.give, "zone": play_zone(taker)}}


def _option(state: State, names: Sequence[str], answer: Answer, group: str) -> dict[str, Any]:
    return button(answer_to_json(answer, names), answer_text(state, answer), answer.by, group)


def _hand_card(answer: Answer) -> str:
    return answer.choices.give or answer.choices.take or ""


def other_leads(state: State, answer: Mapping[str, Any]) -> list[tuple[dict[str, Any], str]]:
    """Return the answers that name another player as the Lead, with their texts."""
    others = [seat.name for seat in state.seats if seat.name != answer["to"]]
    return [({"do": str(Do.LEAD), "to": name}, _("{name} is the Lead", name=name)) for name in others]


def details(state: State) -> list[dict[str, Any]]:
    """Return edition, level, cards, variants, and every ruling (J1 to J13) with its chosen answer."""
    rules = state.rules
    found = [detail(_("Edition"), _(rules.title)), cards_detail(state.deck.title, state.deck.made_up)]
    found += [detail(_("Variant"), _(rules.variant_titles[variant]), usual=False) for variant in rules.variants]
    for ruling, chosen in rules.rulings.items():
        usual, words = chosen == rules.answers[ruling][0], _(rules.answer_words[ruling][chosen])
        found.append(detail(f"{ruling}: {_(rules.questions[ruling])}", words, usual))
    return found
