"""A position as a few lines of text for the command line. It shows hands, so it is not for the public."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.core.i18n import N_, _, together
from companion.deathmatch.model.state import IN_SCENE, Phase, State
from companion.deathmatch.model.unknown import size
from companion.deathmatch.rules.harm import points
from companion.deathmatch.text.words import cards, damage, name


def describe(state: State) -> str:
    """Return the act, the setting, the piles and every seat, one line each."""
    return "\n".join([_headline(state), _stage(state), *(_seat(state, player) for player in range(len(state.seats)))])


def _headline(state: State) -> str:
    act, phase = state.act, _(state.phase.words)
    moment = (
        _("Act {act}, scene {scene}: {phase}.", act=act, scene=state.scene, phase=phase)
        if state.scene
        else _("Act {act}: {phase}.", act=act, phase=phase)
    )
    who = (
        [_("{name} is the protagonist.", name=name(state, state.protagonist))] if state.protagonist is not None else []
    )
    if state.first is not None and state.phase is not Phase.OVER:
        who.append(_("{name} has the first action of the act.", name=name(state, state.first)))
    if state.opener is not None and state.phase in IN_SCENE:
        who.append(_("{name} has opened the scene.", name=name(state, state.opener)))
    if state.trickster_played:
        who.append(_("A trickster was played for its text in this action."))
    return together([moment, *who])


def _stage(state: State) -> str:
    parts = [
        _("The setting is {setting}", setting=state.setting) if state.setting else _("There is no setting yet"),
        _("{cards} in the discard pile", cards=cards(size(state.discard))),
    ]
    parts += [_("{cards} with the scene", cards=_counted(state.scene_cards))] if state.scene_cards else []
    if state.carrying:
        who = name(state, state.carrying.by)
        parts.append(_("{name} carries out {card}", name=who, card=state.carrying.card))
    return f"{'; '.join(parts)}."


def _seat(state: State, player: int) -> str:
    seat = state.seats[player]
    if seat.out:
        return _("{name}: {character}; slain", name=seat.name, character=seat.character)
    head = N_("{name}: {character} (face up)") if seat.revealed else N_("{name}: {character}")
    parts = [_(head, name=seat.name, character=seat.character)]
    parts += [_("hand {cards}", cards=_counted(seat.hand))] if seat.hand else []
    parts += [_("a hand of {cards} by a text", cards=cards(seat.hand_size))] if seat.hand_size is not None else []
    parts += [_("can take {damage} by a text", damage=damage(count, suit)) for suit, count in seat.limits]
    parts.append(_("draw pile {count}", count=size(seat.pile)))
    if seat.pool:
        total = ", ".join(damage(count, suit) for suit, count in points(state, player).items() if count)
        pool = _counted(seat.pool)
        parts.append(_("damage pool {cards} ({total})", cards=pool, total=total or _("no points")))
    parts += [_("has laid {card}", card=seat.played)] if seat.played is not None else []
    return "; ".join(parts)


def _counted(names: Iterable[str]) -> str:
    """List cards that may repeat: `blades.3 twice, ?action`."""
    multiples = {2: N_("{card} twice")}
    often = N_("{card} {count} times")
    counted = Counter(names)
    return ", ".join(
        card if count == 1 else _(multiples.get(count, often), card=card, count=count)
        for card, count in counted.items()
    )
