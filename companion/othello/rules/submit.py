"""The entry points of the rules: create a game, and submit answers.

`legality` checks an answer, events apply it to the game, and the automatic steps that follow are performed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.core.errors import InputError
from companion.core.json_fields import check_seat_numbers
from companion.core.values import replace
from companion.core.verdict import Forbidden, Reason
from companion.othello.model import events as e
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import Pile, Staging
from companion.othello.model.deck import STAND_IN, Deck, deck_for
from companion.othello.model.frames import Action, Discards, Draws, Frame, Reveals, Steps, merged
from companion.othello.model.game import Chance, Game, Unseen
from companion.othello.model.ruleset import load_edition
from companion.othello.model.state import State, new_state
from companion.othello.model.vocabulary import Interrupt, Phase
from companion.othello.rules import declare
from companion.othello.rules.actions import awaited
from companion.othello.rules.acts import begin_game, begin_next_act
from companion.othello.rules.corrections import NOBODY, put_right
from companion.othello.rules.draws import draw_owed
from companion.othello.rules.flow import go_on, pass_silently, settle
from companion.othello.rules.late_seizes import seize_late
from companion.othello.rules.legality.check import legality
from companion.othello.rules.own_cards import carry_out
from companion.othello.rules.tokens import pay
from companion.othello.rules.windows import claim, take_claim

SEATS = range(2, 7)  # S1
__all__ = ["SEATS", "apply", "lapse", "new_game", "settle", "submit"]


def new_game(
    names: Sequence[str],
    chance: Chance,
    edition: str = "2024",
    deck: str | Deck = STAND_IN,
    level: str | None = None,
    variants: Sequence[str] = (),
    rulings: Mapping[str, str] | None = None,
) -> Game:
    """Create a game before the lead tile is dealt (S1 to S3).

    Args:
        names: the players, clockwise; their number must be in `SEATS`, their names distinct.
        chance: the source of shuffles.
        deck: a deck or its name; `stand-in` is the made-up deck that fits the edition.
        level: for an edition that has levels; by default the most complete one.
        rulings: ids of rulings and the names of answers that replace the defaults.

    Raises ValueError for another number of players, InputError for an unknown edition, deck, level, variant or
    ruling.
    """
    if len(names) not in SEATS or len(set(names)) != len(names):
        raise ValueError(f"the game is for {SEATS[0]} to {SEATS[-1]} players with different names (S1)")
    rules = load_edition(edition, level, variants, rulings)
    return Game(new_state(rules, deck if isinstance(deck, Deck) else deck_for(rules, deck), names), chance)


def submit(game: Game, answer: Answer, seen: Callable[[State], State] | None = None) -> None:
    """Play an answer. Players who are asked before it would fit are passed for (V2).

    Args:
        seen: maps the state to the part of it that the check of the answer may use. An answer that does not fit yet is
            first tried on that part alone, so that a refusal does not depend on anything else.

    Raises Forbidden, with the game unchanged, if the rules do not allow the answer, InputError for a seat that does
    not exist.
    """
    _check_seats(game.state, answer)
    verdict = legality(game.state if seen is None else seen(game.state), answer)
    if verdict.legal:
        apply(game, answer)
        return
    if seen is not None:
        submit(Game(seen(game.state), Unseen()), answer)
    trial = game.trial()
    reasons = verdict.reasons
    while any(reason.is_timing for reason in verdict.reasons):
        if not pass_silently(trial):
            break
        go_on(trial)
        verdict = legality(trial.state if seen is None else seen(trial.state), answer)
        if verdict.legal:
            with game:
                game.adopt(trial)
                PLAY[answer.do](game, answer)
                go_on(game)
            return
        if any(reason.is_timing for reason in reasons):
            reasons = _weightier(reasons, verdict.reasons)
    raise Forbidden(reasons)


def _check_seats(state: State, answer: Answer) -> None:
    count, by = len(state.seats), None if answer.by == NOBODY else answer.by
    check_seat_numbers(count, by=by, to=answer.to, target=answer.choices.target)
    if answer.do is Do.LEAD and answer.to is None:
        raise InputError("must be a seat", field="to")
    for number, change in enumerate(answer.changes):
        for field, seat in (("of", change.of), ("to", change.to)):
            check_seat_numbers(count, **{f"changes[{number}].{field}": None if seat == NOBODY else seat})


def lapse(game: Game) -> None:
    """Pass for everybody who is asked, because the time of the open decision is up (V2)."""
    height, top = len(game.state.frames), game.state.frames[-1]
    with game:
        while len(game.state.frames) == height and _same_moment(game.state.frames[-1], top):
            if not pass_silently(game):
                break
            go_on(game)


def _same_moment(now: Frame, then: Frame) -> bool:
    """Return True if the same decision is still open, even if some players have answered since."""
    if type(now) is Steps and type(then) is Steps and now.phase is Phase.AFTER_PLACEMENT:  # one window on phones (P4)
        return then.phase is now.phase
    if type(now) is Action and type(then) is Action:
        return (now.kind, now.player, now.name, now.stage) == (then.kind, then.player, then.name, then.stage)
    return now == then


def _weightier(first: tuple[Reason, ...], later: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """Return the reasons of the moment when the answer would have been due, if known."""
    return first if any(reason.is_timing for reason in later) else later


def apply(game: Game, answer: Answer) -> None:
    """Play an answer known to be legal, and perform the automatic steps that follow."""
    before = game.state.frames
    PLAY[answer.do](game, answer)
    go_on(game)
    game.record_flow(before)


def _lead(game: Game, answer: Answer) -> None:
    assert answer.to is not None
    game.pop()
    begin_game(game, answer.to)


def _place(game: Game, answer: Answer) -> None:
    assert answer.card is not None
    if game.state.seats[answer.by].placed is not None:
        game.emit(e.TakenBack(answer.by))
    game.emit(e.Placed(answer.by, answer.card))


def _card(game: Game, answer: Answer) -> str:
    """Return the card in front of the player: as given, else as recorded, else unknown."""
    return answer.card or game.state.seats[answer.by].placed or "?"


def _reveal(game: Game, answer: Answer) -> None:
    declare.reveal(game, answer.by, _card(game, answer), answer.choices)


def _exit(game: Game, answer: Answer) -> None:
    if declare.puts_down_anew(game.state, answer.by):
        declare.exit_anew(game, answer.by, answer.card or declare.only_card(game.state, answer.by) or "?")
    else:
        declare.leave(game, answer.by, _card(game, answer))


def _top(game: Game) -> Action:
    top = game.state.frames[-1]
    assert type(top) is Action
    return top


def _interrupt(game: Game, answer: Answer) -> None:
    if answer.card is not None:
        seize_late(game, answer.by, answer.card)  # J11
        return
    claim(game, _top(game), answer.by, Interrupt(answer.do))


def _pass(game: Game, answer: Answer) -> None:
    top = game.state.frames[-1]
    if type(top) is Steps:
        game.emit(e.Passed(answer.by, inferred=False))
        game.replace(top.next())
    elif type(top) is Action and answer.by in awaited(game.state, top):
        game.emit(e.Passed(answer.by, inferred=False))
        game.replace(top.answered(answer.by))
    elif type(top) is Reveals:  # O1
        game.replace(replace(top, last=-1))


def _improv(game: Game, answer: Answer) -> None:
    top = game.state.frames[-1]
    if type(top) is not Action:
        declare.improv(game, answer.by, answer.choices)
        return
    # A2: the Seize swapped in against a Miscue seizes it at once
    pay(game, answer.by, "intrigue", game.state.rules.prices["improv"])
    game.emit(e.ImprovUsed(answer.by))
    game.emit(e.Swapped(answer.by, str(Staging.SEIZE)))
    take_claim(game, top, answer.by, Interrupt.SEIZE)


def _swap(game: Game, answer: Answer) -> None:
    top = game.state.frames[-1]
    assert answer.card is not None
    if getattr(top, "reveal", False):
        declare.put_down_anew(game, answer.by, answer.card, answer.choices)
    else:
        game.pop()
        game.emit(e.Swapped(answer.by, answer.card))


def _draw(game: Game, answer: Answer) -> None:
    top = game.state.frames[-1]
    assert type(top) is Draws
    draw_owed(game, answer.by, Pile(answer.pile or ""))
    game.replace(top.next())


def _trade(game: Game, answer: Answer) -> None:
    token = answer.token or ""
    game.emit(e.Traded(answer.by, token, game.state.rules.intrigue_per_spotlight if token == "intrigue" else 1))


def _discard(game: Game, answer: Answer) -> None:
    top = game.state.frames[-1]
    assert type(top) is Discards
    for card in answer.cards:
        game.emit(e.HandDiscarded(answer.by, card))
    game.replace(top.next())


def _choose(game: Game, answer: Answer) -> None:
    top = _top(game)
    game.replace(top.choosing(merged(top.choices, answer.choices)))


def _carry_out(game: Game, answer: Answer) -> None:
    carry_out(game, _top(game), answer.changes)


PLAY: dict[Do, Callable[[Game, Answer], None]] = {
    Do.LEAD: _lead,
    Do.PLACE: _place,
    Do.REVEAL: _reveal,
    Do.EXIT: _exit,
    Do.SEIZE: _interrupt,
    Do.SPOTLIGHT: _interrupt,
    Do.PASS: _pass,
    Do.PROTECT: declare.protect,
    Do.COIN: declare.coin,
    Do.IMPROV: _improv,
    Do.FROM_HAND: declare.from_hand,
    Do.SWAP: _swap,
    Do.DRAW: _draw,
    Do.TRADE: _trade,
    Do.DISCARD: _discard,
    Do.NEXT_ACT: lambda game, _answer: begin_next_act(game),
    Do.CHOOSE: _choose,
    Do.CARRY_OUT: _carry_out,
    Do.CORRECT: put_right,
}
