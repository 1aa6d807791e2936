"""Texts about events and answers, for the people at the table.

`moment.py` describes open decisions. The texts of events are for everybody, so they never name a card that is not
face up. The text of an answer is for the player who gives it and for the host.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.i18n import N_, _, listed, ngettext
from companion.core.values import asdict
from companion.game.course import LogLine
from companion.othello.model import events as e
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import Pile, Role
from companion.othello.model.frames import NO_CHOICES, Action
from companion.othello.model.state import State
from companion.othello.model.titles import card_title, thing_title
from companion.othello.model.vocabulary import Interrupt, Marker, Protection, Way, WhyEnded, WhyFailed
from companion.othello.rules.script_cards import points_of, role_of
from companion.othello.text import put_right
from companion.othello.text.words import (
    act_name,
    coin_title,
    name,
    pile_card,
    players,
    points,
    times,
    tokens,
)

WHY_FAILED = {
    WhyFailed.NO_HALF_CURTAIN: N_("the half curtain has not fallen yet"),
    WhyFailed.NO_TARGET: N_("there is nobody to aim it at"),
    WhyFailed.NO_INTRIGUE: N_("there is not enough intrigue"),
    WhyFailed.NOBODY_DEAD: N_("nobody is dead"),
    WhyFailed.NO_CARD: N_("no card is left in the hand"),
    WhyFailed.LEAD_ONLY: N_("only the Lead can play it"),
    WhyFailed.OUT_OF_ORDER: N_("it is not the next card of the play"),
}
WHY_ENDED = {
    WhyEnded.FULL_CURTAIN: N_("The full curtain has fallen"),
    WhyEnded.FINAL_SCENE: N_("The last scene is over"),
    WhyEnded.STAGING_EMPTY: N_("The staging pile has run out for the second time"),
}
RAN_OUT = {
    "intrigue": N_("The box has no intrigue tokens left; use something else."),
    "spotlight": N_("The box has no spotlight tokens left; use something else."),
    "wounds": N_("The box has no wound tokens left; use something else."),
}
MARKERS = {
    Marker.ACT_BEGINS: N_("The depletion marker is back at the start."),
    Marker.SCRIPT_EMPTY: N_("The script pile is empty: from now on anyone may play the curtain cards."),
    Marker.STAGING_EMPTY: N_("The staging pile has run out for the first time."),
    Marker.FINAL_SCENE: N_("The staging pile has run out again: the act is about to end."),
}


def event_text(state: State, event: e.Event) -> LogLine | None:
    """Return an event's line for the public log, or None if it is not logged.

    `state` is the one before or after it.
    """
    of_nobody = type(event) in OF_NOBODY and getattr(event, "player", 0) < 0
    narrate = (OF_NOBODY if of_nobody else NARRATORS).get(type(event))
    narrated = narrate(state, event) if narrate else None
    if narrated is None:
        return None
    kind, text = narrated
    seat = getattr(event, "player", -1)
    return LogLine(text, kind, seat if seat >= 0 and kind != "act" else None)


def _failed(state: State, event: e.Failed) -> tuple[str, str]:
    if event.why is WhyFailed.WRONG_ROLE:
        crowned = role_of(state.rules, state.deck.cards[event.card]) is Role.LEAD
        why = _("only the Lead can play it") if crowned else _("only the company can play it")
    else:
        why = _(WHY_FAILED[event.why])
    who, thing = name(state, event.player), thing_title(state, event.card)
    return "card", _("{player}’s {thing} does nothing: {why}.", player=who, thing=thing, why=why)


def _scored(state: State, event: e.Scored) -> tuple[str, str]:
    worth = points(points_of(state.rules, state.deck.cards[event.card], event.role))
    who, card = name(state, event.player), card_title(state, event.card)
    return "score", _("{player} scores {card}: {points}.", player=who, card=card, points=worth)


def _set_aside(state: State, event: e.SetAside) -> tuple[str, str]:
    card = state.deck.cards[event.card]
    second = card.character_1 not in state.dead and card.character_2 in state.dead  # X1
    dead = card.character_2 if second else card.character_1
    title = card_title(state, event.card)
    return "death", _("{character} is dead: {card} is set aside.", character=dead, card=title)


def _died(state: State, event: e.Died) -> tuple[str, str]:
    if not event.wounds:
        return "death", _("{character} dies.", character=event.character)
    who, spoils = name(state, event.player), tokens("wounds", event.wounds)
    text = _("{character} dies. {player} takes {tokens}.", character=event.character, player=who, tokens=spoils)
    return "death", text


def _undone(state: State, event: e.Undone) -> tuple[str, str]:
    if event.what == "handkerchief":
        text = _("{target} is protected and keeps the handkerchief.", target=name(state, event.target))
        return "window", text
    names = {"player": name(state, event.player), "target": name(state, event.target)}
    thing = thing_title(state, event.what)
    return "window", _("{player}’s {thing} comes to nothing: {target} is protected.", thing=thing, **names)


def _handkerchief(state: State, event: e.HandkerchiefTaken) -> tuple[str, str]:
    who = name(state, event.player)
    if event.origin < 0:
        return "token", _("{player} takes the handkerchief.", player=who)
    return "token", _("{player} takes the handkerchief from {origin}.", player=who, origin=name(state, event.origin))


def _traded(state: State, event: e.Traded) -> tuple[str, str]:
    rate = _exchange_rate(state, event.token, event.amount)
    return "token", _("{player} changes {rate}.", player=name(state, event.player), rate=rate)


def _exchange_rate(state: State, token: str, count: int) -> str:
    rate = state.rules.intrigue_per_spotlight
    if token == "intrigue":
        given, got = tokens("intrigue", count), tokens("spotlight", count // rate)
    else:
        given, got = tokens("spotlight", count), tokens("intrigue", count * rate)
    return _("{given} for {got}", given=given, got=got)


def _ended(state: State, event: e.GameEnded) -> tuple[str, str]:
    won = players(state, event.winners)
    if len(event.winners) == 1:
        return "act", _("The play is over. {player} wins.", player=won)
    return "act", _("The play is over. {players} share the win.", players=won)


def _cut(_state: State, event: e.LimitCut) -> tuple[str, str]:
    return "wound", ngettext(
        "In this scene {character} can take {count} wound fewer.",
        "In this scene {character} can take {count} wounds fewer.",
        event.amount,
        character=event.character,
    )


def _protected(state: State, event: e.Protected) -> tuple[str, str]:
    by = "No Drama" if event.way is Protection.NO_DRAMA else coin_title("Desdemona")
    who = name(state, event.player)
    return "window", _("{player} is protected for the rest of the scene by {thing}.", player=who, thing=by)


def _claimed(state: State, event: e.Claimed) -> tuple[str, str]:
    wish = N_("{player} wants to seize.") if event.what is Interrupt.SEIZE else N_("{player} wants to use a spotlight.")
    return "window", _(wish, player=name(state, event.player))


def _seized(state: State, event: e.Seized) -> tuple[str, str]:
    names = {"player": name(state, event.player), "victim": name(state, event.victim)}
    text = _("{player} seizes {victim}’s {card}.", card=card_title(state, event.card), **names)
    return "window", text + _too_late(state, event.player, event.victim)


def _blocked(state: State, event: e.Blocked) -> tuple[str, str]:
    names = {"player": name(state, event.player), "victim": name(state, event.victim)}
    thing = thing_title(state, event.what)
    text = _("{player} blocks {victim}’s {thing} with a spotlight.", thing=thing, **names)
    return "window", text + _too_late(state, event.player, event.victim)


def _too_late(state: State, winner: int, victim: int) -> str:
    """Return who else wanted to interrupt, and why it was the winner's (V1); "" if nobody did."""
    top, order = state.frames[-1], state.clockwise(victim)
    claims = {*top.seizes, *top.spotlights} if type(top) is Action else set()
    others = [player for player in order[order.index(winner) + 1 :] if player in claims]
    if not others:
        return ""
    who, whom = players(state, others), name(state, victim)
    return " " + _("{who} wanted to as well: the first to {whom}’s left does.", who=who, whom=whom)


def _shuffled(_state: State, event: e.Shuffled) -> tuple[str, str]:
    script = event.pile == Pile.SCRIPT
    return "note", _("The script cards are shuffled.") if script else _("The staging cards are shuffled.")


def drew_other(state: State, player: int, pile: str) -> str:
    """Return a sentence: a player has drawn from another pile than was recorded."""
    text = (
        N_("{player} has drawn a script card, not a staging card.")
        if pile == Pile.SCRIPT
        else N_("{player} has drawn a staging card, not a script card.")
    )
    return _(text, player=name(state, player))


def _buried(state: State, event: e.Buried) -> tuple[str, str]:
    script = event.pile == Pile.SCRIPT
    text = (
        N_("{player} puts a card under the script pile.")
        if script
        else N_("{player} puts a card under the staging pile.")
    )
    return "card", _(text, player=name(state, event.player))


def _tokens(sentence: str) -> Callable[[State, Any], tuple[str, str]]:
    """Return a function that formats a sentence about a player and `{tokens}`."""
    return lambda state, event: (
        "token",
        _(sentence, player=name(state, event.player), tokens=tokens(event.token, event.amount)),
    )


def _returned(state: State, event: e.Returned) -> tuple[str, str]:
    if event.player < 0:
        return "wound", _("A wound token is taken off {character}.", character=event.name)
    handkerchief = _("the handkerchief")
    things = {"coin": coin_title(event.name or "?"), "wounds": tokens("wounds", 1), "handkerchief": handkerchief}
    who = name(state, event.player)
    return "token", _("{player} puts {thing} back into the box.", player=who, thing=things[event.what])


def _does(kind: str, sentence: str) -> Callable[[State, Any], tuple[str, str]]:
    """Return a function that formats a sentence about a player.

    The sentence can use the event's own `{card}`, `{coin}` and so on.
    """

    def narrate(state: State, event: Any) -> tuple[str, str]:
        values = asdict(event)
        if "coin" in values:
            values["coin"] = coin_title(values["coin"])
        if "card" in values:
            values["card"] = card_title(state, values["card"])
        for key in ("player", "victim", "target"):
            if key in values:
                values[key] = name(state, values[key])
        return kind, _(sentence, **values)

    return narrate


NARRATORS: dict[type[Any], Callable[[State, Any], tuple[str, str] | None]] = {
    e.ActBegan: lambda _state, event: ("act", _("{act} begins.", act=act_name(event.act))),
    e.LeadChanged: _does("lead", N_("{player} is the Lead.")),
    e.Shuffled: _shuffled,
    e.LeftTheGame: lambda _state, event: ("note", _("Not in this game: {cards}.", cards=times(event.cards))),
    e.Dealt: _does("card", N_("{player} is dealt a card.")),
    e.Drew: lambda state, event: (
        "card",
        _("{player} draws {card}.", player=name(state, event.player), card=pile_card(event.pile)),
    ),
    e.DrewOther: lambda state, event: ("note", drew_other(state, event.player, event.pile)),
    e.SceneBegan: lambda _state, event: ("scene", _("Scene {scene} begins.", scene=event.scene)),
    e.Placed: _does("card", N_("{player} places a card.")),
    e.TakenBack: _does("card", N_("{player} takes the card back.")),
    e.Swapped: _does("card", N_("{player} puts down another card.")),
    e.Miscued: _does("card", N_("{player} must put down another card.")),
    e.Revealed: _does("card", N_("{player} reveals {card}.")),
    e.Showed: _does("card", N_("{player} plays {card} from the hand.")),
    e.Claimed: _claimed,
    e.Paid: _tokens(N_("{player} pays {tokens}.")),
    e.Gained: _tokens(N_("{player} gets {tokens}.")),
    e.RanOut: lambda _state, event: ("note", _(RAN_OUT[event.token])),
    e.CoinGained: _does("token", N_("{player} gets {coin}.")),
    e.CoinMissing: _does("token", N_("{player} should get {coin}, but none is left.")),
    e.CoinUsed: _does("token", N_("{player} uses {coin}.")),
    e.CoinTaken: _does("token", N_("{player} takes {coin} from {victim}.")),
    e.Seized: _seized,
    e.Blocked: _blocked,
    e.Protected: _protected,
    e.Undone: _undone,
    e.Scored: _scored,
    e.SetAside: _set_aside,
    e.Recovered: _does("score", N_("{player} takes {card} into the scoring pile.")),
    e.Failed: _failed,
    e.Exited: _does("card", N_("{player} exits the scene.")),
    e.HandDiscarded: _does("card", N_("{player} discards a card from the hand.")),
    e.Buried: _buried,
    e.ImprovUsed: _does("card", N_("{player} improvises.")),
    e.CardTaken: _does("card", N_("{player} takes a card from {victim}.")),
    e.CardGiven: _does("card", N_("{player} gives {target} a card.")),
    e.Wounded: _does("wound", N_("{player} wounds {character}.")),
    e.LimitCut: _cut,
    e.Died: _died,
    e.Revived: _does("death", N_("{player} brings {character} back.")),
    e.HandkerchiefTaken: _handkerchief,
    e.DrawOwed: _does("card", N_("{player} will draw a staging card more.")),
    e.PickedUp: _does("card", N_("{player} takes {card} back into the hand.")),
    e.TurnedDown: _does("card", N_("{player} turns the card down again.")),
    e.LeftPlay: _does("card", N_("{player} puts {card} out of the game.")),
    e.TakenOver: _does("score", N_("{player} takes {card} over from {victim}.")),
    e.Reordered: lambda state, event: (
        "lead",
        _("{player} now reveals last.", player=name(state, event.order[-1])),
    ),
    e.HalfCurtainFell: lambda _state, _event: ("act", _("The half curtain falls.")),
    e.FullCurtainFell: lambda _state, _event: ("act", _("The full curtain falls.")),
    e.MarkerMoved: lambda _state, event: ("act", _(MARKERS[event.marker])),
    e.LastScene: lambda _state, event: ("act", _("Scene {scene} is the last of this act.", scene=event.scene)),
    e.StagingRanOut: lambda _state, _event: ("act", _("No more cards are played in this act.")),
    e.ActEnded: lambda _state, event: (
        "act",
        _("{why}: {act} ends.", why=_(WHY_ENDED[event.why]), act=act_name(event.act)),
    ),
    e.Traded: _traded,
    e.GameEnded: _ended,
    e.CarriedOut: _does("card", N_("{player} has had {card} carried out.")),
    e.Returned: _returned,
    e.Found: _does("note", N_("{player} has {card} after all.")),
    e.Corrected: put_right.corrected,
    e.PointsSet: put_right.points_set,
    e.ScoredSet: put_right.scored_set,
}  # fmt: skip


OF_NOBODY: dict[type[Any], Callable[[State, Any], tuple[str, str]]] = {
    e.Wounded: put_right.wounded,
    e.Revived: put_right.revived,
}
"""The texts of events that no player caused."""


def answer_text(state: State, answer: Answer) -> str:
    """Return an answer as a short sentence, for a button or the host's undo.

    It may name cards.
    """
    if answer.do is Do.CORRECT:
        return put_right.correction_text(state, answer)
    if answer.do is Do.LEAD and answer.to is not None:
        return _("{player} has {character}", player=name(state, answer.to), character=state.lead_character)
    if answer.do is Do.NEXT_ACT:
        return _("{act} begins", act=act_name(state.act + 1))
    said = _SAID.get(answer.do)
    phrases = [] if said is None else [said(state, answer)]
    if answer.choices is not NO_CHOICES:
        phrases += _chosen(state, answer)
    phrase = phrases[0] if len(phrases) == 1 else listed(phrases) or _("chooses")
    return _("{player} {deed}", player=state.seats[answer.by].name, deed=phrase) if answer.by >= 0 else phrase


def _card(state: State, answer: Answer) -> str:
    return card_title(state, answer.card) if answer.card is not None else _("a card")


def _reveals(state: State, answer: Answer) -> str:
    return _("reveals {card}", card=_card(state, answer)) if answer.card is not None else _("reveals")


def _seizes(state: State, answer: Answer) -> str:
    return _("seizes {card}", card=_card(state, answer)) if answer.card is not None else _("seizes")


def _protects(_state: State, answer: Answer) -> str:
    if answer.way is Protection.NO_DRAMA:
        return _("plays No Drama")
    return _("uses {coin}", coin=coin_title("Desdemona"))


def _discards(state: State, answer: Answer) -> str:
    thrown = times([card_title(state, each) for each in answer.cards])
    return _("discards {cards}", cards=thrown) if thrown else _("discards nothing")


def _trades(state: State, answer: Answer) -> str:
    count = state.rules.intrigue_per_spotlight if answer.token == "intrigue" else 1
    return _("changes {rate}", rate=_exchange_rate(state, answer.token or "", count))


_SAID: dict[Do, Callable[[State, Answer], str]] = {
    Do.PLACE: lambda state, answer: _("places {card}", card=_card(state, answer)),
    Do.REVEAL: _reveals,
    Do.EXIT: lambda _state, _answer: _("exits"),
    Do.SEIZE: _seizes,
    Do.SPOTLIGHT: lambda _state, _answer: _("blocks with a spotlight"),
    Do.PASS: lambda _state, _answer: _("passes"),
    Do.PROTECT: _protects,
    Do.COIN: lambda _state, answer: _("uses {coin}", coin=coin_title(answer.coin or "?")),
    Do.IMPROV: lambda _state, _answer: _("improvises"),
    Do.FROM_HAND: lambda state, answer: _("plays {card} from the hand", card=_card(state, answer)),
    Do.SWAP: lambda state, answer: _("puts down {card}", card=_card(state, answer)),
    Do.CARRY_OUT: lambda _state, answer: _("tells what changed") if answer.changes else _("tells that nothing changed"),
    Do.DRAW: lambda _state, answer: _("draws {card}", card=pile_card(answer.pile or "")),
    Do.DISCARD: _discards,
    Do.TRADE: _trades,
}


def _chosen(state: State, answer: Answer) -> list[str]:
    """Return the choices that came with an answer, each as a verb phrase about the player."""
    chosen, rules = answer.choices, state.rules
    phrases: list[str] = []
    if chosen.target is not None:
        phrases.append(_("chooses {player}", player=name(state, chosen.target)))
    if chosen.look is not None:
        phrases.append(_("looks at the hand") if chosen.look else _("takes a card unseen"))
    if chosen.take is not None:
        taken = coin_title(chosen.take) if chosen.take in rules.coins else card_title(state, chosen.take)
        phrases.append(_("takes {thing}", thing=taken))
    if chosen.way is not None:
        phrases.append(
            _("changes the face-down card") if chosen.way is Way.FACE_DOWN else _("changes a card of the hand")
        )
    if chosen.give is not None:
        phrases.append(_("gives {card}", card=card_title(state, chosen.give)))
    phrases += [_("wounds {character}", character=chosen.on)] if chosen.on is not None else []
    phrases += [_("brings {character} back", character=chosen.character)] if chosen.character is not None else []
    if chosen.pay is not None:
        price = tokens("intrigue", rules.prices["villainy"])
        phrases.append(_("pays {tokens}", tokens=price) if chosen.pay else _("pays nothing"))
    if chosen.wounds is not None:
        wounded = times(chosen.wounds)
        phrases.append(_("wounds {character}", character=wounded) if wounded else _("wounds nobody"))
    lowered = N_("lowers {character}’s limit by {count}")
    phrases += [_(lowered, character=character, count=count) for character, count in chosen.cut or ()]
    phrases += [_("draws {card}", card=pile_card(chosen.draw))] if chosen.draw is not None else []
    if chosen.play is not None:
        phrases.append(_("plays the seized card") if chosen.play else _("takes a spotlight token for it"))
    return phrases
