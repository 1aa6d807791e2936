"""What happens, in words for the people at the table: events and answers. What is open is told in `moment.py`.

The texts of events are for everybody, so they never name a card that does not lie face up. The text of an answer is for
who gives it and for the host.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.othello.model import events as e
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import Role
from companion.othello.model.state import State
from companion.othello.model.titles import card_title, thing_title
from companion.othello.model.vocabulary import Interrupt, Marker, Protection, Way, WhyEnded, WhyFailed
from companion.othello.rules.script_cards import points_of, role_of
from companion.othello.text.words import (
    TOKENS,
    act_name,
    coin_title,
    listed,
    name,
    pile_card,
    players,
    points,
    times,
    tokens,
    whose,
)
from companion.play.course import LogLine

WHY_FAILED = {
    WhyFailed.NO_HALF_CURTAIN: "the half curtain has not fallen yet",
    WhyFailed.NO_TARGET: "there is nobody to aim it at",
    WhyFailed.NO_INTRIGUE: "there is not enough intrigue",
    WhyFailed.NOBODY_DEAD: "nobody is dead",
    WhyFailed.NO_CARD: "no card is left in the hand",
    WhyFailed.LEAD_ONLY: "only the Lead can play it",
    WhyFailed.OUT_OF_ORDER: "it is not the next card of the play",
}
WHY_ENDED = {
    WhyEnded.FULL_CURTAIN: "The full curtain has fallen",
    WhyEnded.FINAL_SCENE: "The last scene is over",
    WhyEnded.STAGING_EMPTY: "The staging pile has run out for the second time",
}
MARKERS = {
    Marker.ACT_BEGINS: "The depletion marker is back at the start.",
    Marker.SCRIPT_EMPTY: "The script pile is empty: from now on anyone may play the curtain cards.",
    Marker.STAGING_EMPTY: "The staging pile has run out for the first time.",
    Marker.FINAL_SCENE: "The staging pile has run out again: the act is about to end.",
}


def event_text(state: State, event: e.Event) -> LogLine | None:
    """An event for the public log; None for one not worth telling. `state` is the one before or after it."""
    tell = TELL.get(type(event))
    told = tell(state, event) if tell else None
    if told is None:
        return None
    kind, text = told
    seat = getattr(event, "player", -1)
    return LogLine(text, kind, seat if seat >= 0 and kind != "act" else None)


def _failed(state: State, event: e.Failed) -> tuple[str, str]:
    if event.why is WhyFailed.WRONG_ROLE:
        crowned = role_of(state.rules, state.deck.cards[event.card]) is Role.LEAD
        why = f"only {'the Lead' if crowned else 'the company'} can play it"
    else:
        why = WHY_FAILED[event.why]
    return "card", f"{whose(state, event.player)} {thing_title(state, event.card)} does nothing: {why}."


def _scored(state: State, event: e.Scored) -> tuple[str, str]:
    worth = points(points_of(state.rules, state.deck.cards[event.card], event.role))
    return "score", f"{name(state, event.player)} scores {card_title(state, event.card)}: {worth}."


def _set_aside(state: State, event: e.SetAside) -> tuple[str, str]:
    card = state.deck.cards[event.card]
    second = card.character_1 not in state.dead and card.character_2 in state.dead  # X1
    dead = card.character_2 if second else card.character_1
    return "death", f"{dead} is dead: {card_title(state, event.card)} is set aside."


def _died(state: State, event: e.Died) -> tuple[str, str]:
    spoils = f" {name(state, event.player)} takes {tokens('wounds', event.wounds)}." if event.wounds else ""
    return "death", f"{event.character} dies.{spoils}"


def _undone(state: State, event: e.Undone) -> tuple[str, str]:
    if event.what == "handkerchief":
        return "window", f"{name(state, event.target)} is protected and keeps the handkerchief."
    thing = f"{whose(state, event.player)} {thing_title(state, event.what)}"
    return "window", f"{thing} comes to nothing: {name(state, event.target)} is protected."


def _handkerchief(state: State, event: e.HandkerchiefTaken) -> tuple[str, str]:
    origin = f" from {name(state, event.origin)}" if event.origin >= 0 else ""
    return "token", f"{name(state, event.player)} takes the handkerchief{origin}."


def _traded(state: State, event: e.Traded) -> tuple[str, str]:
    return "token", f"{name(state, event.player)} changes {_exchange_rate(state, event.token, event.amount)}."


def _exchange_rate(state: State, token: str, count: int) -> str:
    rate = state.rules.intrigue_per_spotlight
    if token == "intrigue":
        return f"{tokens('intrigue', count)} for {tokens('spotlight', count // rate)}"
    return f"{tokens('spotlight', count)} for {tokens('intrigue', count * rate)}"


def _ended(state: State, event: e.GameEnded) -> tuple[str, str]:
    if len(event.winners) == 1:
        return "act", f"The play is over. {players(state, event.winners)} wins."
    return "act", f"The play is over. {players(state, event.winners)} share the win."


def _cut(_state: State, event: e.LimitCut) -> tuple[str, str]:
    wounds = f"{event.amount} wound{'' if event.amount == 1 else 's'}"
    return "wound", f"In this scene {event.character} can take {wounds} fewer."


def _protected(state: State, event: e.Protected) -> tuple[str, str]:
    by = "No Drama" if event.way is Protection.NO_DRAMA else coin_title("Desdemona")
    return "window", f"{name(state, event.player)} is protected for the rest of the scene by {by}."


def _claimed(state: State, event: e.Claimed) -> tuple[str, str]:
    wish = "seize" if event.what is Interrupt.SEIZE else "use a spotlight"
    return "window", f"{name(state, event.player)} wants to {wish}."


def _seized(state: State, event: e.Seized) -> tuple[str, str]:
    seized = f"{whose(state, event.victim)} {card_title(state, event.card)}"
    return "window", f"{name(state, event.player)} seizes {seized}."


def _blocked(state: State, event: e.Blocked) -> tuple[str, str]:
    stopped = f"{whose(state, event.victim)} {thing_title(state, event.what)}"
    return "window", f"{name(state, event.player)} stops {stopped} with a spotlight."


def _returned(state: State, event: e.Returned) -> tuple[str, str]:
    things = {"coin": coin_title(event.name or "?"), "wounds": tokens("wounds", 1), "handkerchief": "the handkerchief"}
    if event.player < 0:
        return "wound", f"A wound token is taken off {event.name}."
    return "token", f"{name(state, event.player)} puts {things[event.what]} back into the box."


def _does(kind: str, deed: str) -> Callable[[State, Any], tuple[str, str]]:
    """A text that begins with the player; `{card}`, `{coin}` and the like are the event's own."""

    def tell(state: State, event: Any) -> tuple[str, str]:
        values = event._asdict()
        if "coin" in values:
            values["coin"] = coin_title(values["coin"])
        if "card" in values:
            values["card"] = card_title(state, values["card"])
        for key in ("victim", "target"):
            if key in values:
                values[key] = name(state, values[key])
        return kind, f"{name(state, event.player)} {deed.format(**values)}."

    return tell


TELL: dict[type[Any], Callable[[State, Any], tuple[str, str] | None]] = {
    e.ActBegan: lambda _state, event: ("act", f"{act_name(event.act)} begins."),
    e.LeadChanged: _does("lead", "is the Lead"),
    e.Shuffled: lambda _state, event: ("note", f"The {event.pile} cards are shuffled."),
    e.LeftTheGame: lambda _state, event: ("note", f"Not in this game: {times(event.cards)}."),
    e.Dealt: _does("card", "is dealt a card"),
    e.Drew: lambda state, event: ("card", f"{name(state, event.player)} draws {pile_card(event.pile)}."),
    e.SceneBegan: lambda _state, event: ("scene", f"Scene {event.scene} begins."),
    e.Placed: _does("card", "places a card"),
    e.TakenBack: _does("card", "takes the card back"),
    e.Swapped: _does("card", "puts down another card"),
    e.Miscued: _does("card", "must put down another card"),
    e.Revealed: _does("card", "reveals {card}"),
    e.Showed: _does("card", "plays {card} from the hand"),
    e.Claimed: _claimed,
    e.Paid: lambda state, event: ("token", f"{name(state, event.player)} pays {tokens(event.token, event.amount)}."),
    e.Gained: lambda state, event: ("token", f"{name(state, event.player)} gets {tokens(event.token, event.amount)}."),
    e.RanOut: lambda _state, event: ("note", f"The box has no {TOKENS[event.token]}s left; use something else."),
    e.CoinGained: _does("token", "gets {coin}"),
    e.CoinMissing: _does("token", "should get {coin}, but none is left"),
    e.CoinUsed: _does("token", "uses {coin}"),
    e.CoinTaken: _does("token", "takes {coin} from {victim}"),
    e.Seized: _seized,
    e.Blocked: _blocked,
    e.Protected: _protected,
    e.Undone: _undone,
    e.Scored: _scored,
    e.SetAside: _set_aside,
    e.Recovered: _does("score", "takes {card} into the scoring pile"),
    e.Failed: _failed,
    e.Exited: _does("card", "exits the scene"),
    e.HandDiscarded: _does("card", "discards a card from the hand"),
    e.Buried: lambda state, event: ("card", f"{name(state, event.player)} puts a card under the {event.pile} pile."),
    e.ImprovUsed: _does("card", "improvises"),
    e.CardTaken: _does("card", "takes a card from {victim}"),
    e.CardGiven: _does("card", "gives {target} a card"),
    e.Wounded: _does("wound", "wounds {character}"),
    e.LimitCut: _cut,
    e.Died: _died,
    e.Revived: _does("death", "brings {character} back"),
    e.HandkerchiefTaken: _handkerchief,
    e.DrawOwed: _does("card", "will draw a staging card more"),
    e.PickedUp: _does("card", "takes {card} back into the hand"),
    e.TurnedDown: _does("card", "turns the card down again"),
    e.LeftPlay: _does("card", "puts {card} out of the game"),
    e.TakenOver: _does("score", "takes {card} over from {victim}"),
    e.Reordered: lambda state, event: ("lead", f"{name(state, event.order[-1])} now reveals last."),
    e.HalfCurtainFell: lambda _state, _event: ("act", "The half curtain falls."),
    e.FullCurtainFell: lambda _state, _event: ("act", "The full curtain falls."),
    e.MarkerMoved: lambda _state, event: ("act", MARKERS[event.marker]),
    e.LastScene: lambda _state, event: ("act", f"Scene {event.scene} is the last of this act."),
    e.StagingRanOut: lambda _state, _event: ("act", "No more cards are played in this act."),
    e.ActEnded: lambda _state, event: ("act", f"{WHY_ENDED[event.why]}: {act_name(event.act)} ends."),
    e.Traded: _traded,
    e.GameEnded: _ended,
    e.CarriedOut: _does("card", "has had {card} carried out"),
    e.Returned: _returned,
    e.Found: _does("note", "has {card} after all"),
}  # fmt: skip


def answer_text(state: State, answer: Answer) -> str:
    """An answer as a short sentence, for a button or the undo of the host; it may name cards."""
    who = name(state, answer.by) if answer.by >= 0 else ""
    deeds = [*_deed(state, answer), *_chosen(state, answer)]
    if answer.do is Do.LEAD and answer.to is not None:
        return f"{name(state, answer.to)} has {state.lead_character}"
    if answer.do is Do.NEXT_ACT:
        return f"{act_name(state.act + 1)} begins"
    return f"{who} {listed(deeds) or 'chooses'}".strip()


def _deed(state: State, answer: Answer) -> list[str]:
    card = card_title(state, answer.card) if answer.card is not None else "a card"
    deeds = {
        Do.PLACE: f"places {card}",
        Do.REVEAL: f"reveals {card}" if answer.card is not None else "reveals",
        Do.EXIT: "exits",
        Do.SEIZE: f"seizes {card}" if answer.card is not None else "seizes",
        Do.SPOTLIGHT: "blocks with a spotlight",
        Do.PASS: "passes",
        Do.PROTECT: "plays No Drama" if answer.way is Protection.NO_DRAMA else f"uses {coin_title('Desdemona')}",
        Do.COIN: f"uses {coin_title(answer.coin or '?')}",
        Do.IMPROV: "improvises",
        Do.FROM_HAND: f"plays {card} from the hand",
        Do.SWAP: f"puts down {card}",
        Do.CARRY_OUT: "tells what changed" if answer.changes else "tells that nothing changed",
        Do.DRAW: f"draws {pile_card(answer.pile or '')}",
        Do.DISCARD: f"discards {times([card_title(state, each) for each in answer.cards]) or 'nothing'}",
    }
    if answer.do is Do.TRADE:
        count = state.rules.intrigue_per_spotlight if answer.token == "intrigue" else 1
        return [f"changes {_exchange_rate(state, answer.token or '', count)}"]
    return [deeds[answer.do]] if answer.do in deeds else []


def _chosen(state: State, answer: Answer) -> list[str]:
    """The choices that came with an answer, each as what the player does."""
    chosen, rules = answer.choices, state.rules
    deeds: list[str] = []
    if chosen.target is not None:
        deeds.append(f"chooses {name(state, chosen.target)}")
    if chosen.look is not None:
        deeds.append("looks at the hand" if chosen.look else "takes a card unseen")
    if chosen.take is not None:
        taken = coin_title(chosen.take) if chosen.take in rules.coins else card_title(state, chosen.take)
        deeds.append(f"takes {taken}")
    if chosen.way is not None:
        deeds.append("changes the face-down card" if chosen.way is Way.FACE_DOWN else "changes a card of the hand")
    if chosen.give is not None:
        deeds.append(f"gives {card_title(state, chosen.give)}")
    deeds += [f"wounds {chosen.on}"] if chosen.on is not None else []
    deeds += [f"brings {chosen.character} back"] if chosen.character is not None else []
    if chosen.pay is not None:
        deeds.append(f"pays {tokens('intrigue', rules.prices['villainy'])}" if chosen.pay else "pays nothing")
    if chosen.wounds is not None:
        deeds.append(f"wounds {times(chosen.wounds) or 'nobody'}")
    deeds += [f"lowers {character}’s limit by {count}" for character, count in chosen.cut or ()]
    deeds += [f"draws {pile_card(chosen.draw)}"] if chosen.draw is not None else []
    if chosen.play is not None:
        deeds.append("plays the seized card" if chosen.play else "takes a spotlight token for it")
    return deeds
