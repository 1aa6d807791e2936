"""The words of each moment, in one table of every kind of decision: the action, its players, and the possible answers.

It is also for reading: a stranger to the game must understand each line.
"""

import re
from typing import Any, NamedTuple

import pytest

from companion.deathmatch.model.decision import DecisionKind as DeathmatchKind
from companion.deathmatch.notation.read import position_from_json as deathmatch_position
from companion.deathmatch.rules.options import decision as deathmatch_decision
from companion.deathmatch.text.moment import decision_text as deathmatch_headline
from companion.deathmatch.text.moment import happening_text as deathmatch_happening
from companion.game.equipment import ON_PHONES
from companion.othello.model.decision import DecisionKind
from companion.othello.model.frames import Action, Choices, Discards, Frame, PutDown, Steps
from companion.othello.model.game import Dealer, Game
from companion.othello.model.state import State
from companion.othello.model.vocabulary import ActionKind, Interrupt, Owed, Phase, Stage, Way
from companion.othello.notation.read import position_from_json
from companion.othello.rules.options import decision
from companion.othello.rules.submit import settle
from companion.othello.text.moment import decision_text, happening_text
from tests.games.deathmatch.positions import position
from tests.games.othello.rules.table import DECK, Table

ANN, BEN, CAL = range(3)
CARD, COIN, FROM_HAND, IMPROV = ActionKind.CARD, ActionKind.COIN, ActionKind.FROM_HAND, ActionKind.IMPROV
TARGET, EFFECT, CLAIM = Stage.TARGET, Stage.EFFECT, Stage.CLAIM
SHOWN = "III.4"  # Desdemona confronts Othello
HAND = ["III.1", "III.2", "Seize"]
HANDS: dict[str, dict[str, Any]] = {"Ann": {"hand": ["III.1"]}, "Ben": {"hand": ["?"]}, "Cal": {"hand": ["?"]}}
REVEALS: dict[str, dict[str, Any]] = {"Ann": {"hand": HAND}, "Ben": {"placed": SHOWN}, "Cal": {"hand": ["?"]}}
COINS = {"coins": {"Iago": 1}, "intrigue": 0}


def state_of(*frames: Frame, of: dict[str, dict[str, Any]] = REVEALS, **keys: Any) -> State:
    """Return a settled state of Act III with three players, Ann as the Lead, and these frames on top."""
    seats = [{"name": name, **of[name]} for name in ("Ann", "Ben", "Cal")]
    data = {"edition": "2024", "act": 3, "scene": 2, "lead": "Ann", "phase": "reveal", "seats": seats, **keys}
    game = Game(position_from_json(data), Dealer(0))
    settle(game)
    game.state.frames = (*game.state.frames, *frames)
    return game.state


def with_seats(**more: Any) -> dict[str, dict[str, Any]]:
    """Return the seats in a reveal, some with more keys."""
    return {name: {**seat, **more.get(name, {})} for name, seat in REVEALS.items()}


def before(phase: str, **more: Any) -> State:
    """Return a state before or after placement."""
    of = {name: {**seat, **more.get(name, {})} for name, seat in HANDS.items()}
    if phase == "after-placement":
        of = {name: {**seat, "placed": "?"} for name, seat in of.items()}
    return state_of(of=of, phase=phase)


def own_card_of_ben() -> State:
    masque = {"id": "Masque", "kind": "staging", "text": "Everybody bows.", "changes": ["lead"]}
    table = Table(deck=[*DECK, masque], turn="Ben", Ben={"placed": "Masque"}, Cal={"placed": "I.4"})
    table.play("Ben", "reveal")
    return table.state


class Moment(NamedTuple):
    """A state, its question, and the two sentences."""

    kind: DecisionKind
    state: State
    happening: str | None
    headline: str


SAFE = {"coins": {"Desdemona": 1}, "intrigue": 0}
RICH = {"intrigue": 3, "hand": ["?", "?"]}

MOMENTS = [
    # --- no action
    Moment(
        DecisionKind.LEAD,
        state_of(act=1, phase="casting", lead=None),
        "Deal the character tiles",
        "Who got Iago? Put the tile on your spot, or hold your button",
    ),
    Moment(
        DecisionKind.PRE_PLACEMENT,
        before("pre-placement", Ben={"intrigue": 0}, Cal={"protected": True}, Ann={"protected": True}),
        None,
        "Everyone: play one card face down",
    ),
    Moment(
        DecisionKind.PRE_PLACEMENT,
        before("pre-placement", Ben=COINS),
        None,
        "Everyone: play one card face down. Ben may first use a coin or play an Exchange",
    ),
    Moment(
        DecisionKind.PRE_PLACEMENT,
        before("pre-placement", Ben={"intrigue": 1}),
        None,
        "Everyone: play one card face down. Ben may first play an Exchange or swap a hand card (1 intrigue)",
    ),
    Moment(
        DecisionKind.PRE_PLACEMENT,
        before("pre-placement", Ben={**COINS, "intrigue": 1}),
        None,
        "Everyone: play one card face down. "
        "Ben may first use a coin, play an Exchange or swap a hand card (1 intrigue)",
    ),
    Moment(DecisionKind.PLACEMENT, state_of(phase="placement", of=HANDS), None, "Everyone: play one card face down"),
    Moment(
        DecisionKind.PLACEMENT,
        state_of(phase="placement", of={**HANDS, "Ben": {"placed": "?"}}),
        None,
        "Waiting for Cal and Ann: play one card face down",
    ),
    Moment(
        DecisionKind.PLACEMENT,
        state_of(phase="placement", of={**HANDS, "Ben": {"placed": "?"}, "Cal": {"placed": "?"}}),
        None,
        "Waiting for Ann: play one card face down",
    ),
    Moment(
        DecisionKind.AFTER_PLACEMENT,
        before("after-placement", Ben=COINS),
        None,
        "Ben: reveal your card or exit. You may first use a coin or play an Exchange",
    ),
    Moment(
        DecisionKind.REVEAL,
        state_of(),
        None,
        "Ben: reveal your card, or exit (discard it, gain 1 intrigue)",
    ),
    Moment(
        DecisionKind.AFTER_REVEAL,
        state_of(Steps(Phase.AFTER_REVEAL, (BEN,)), of=with_seats(Ben=COINS)),
        None,
        "Ben: use a coin, or pass",
    ),
    Moment(
        DecisionKind.DRAW,
        state_of(phase="draw", of={name: {**seat, "owes": Owed.CHOICE} for name, seat in HANDS.items()}),
        None,
        "Ann: draw a script card or a staging card",
    ),
    Moment(
        DecisionKind.INTERMISSION,
        state_of(phase="intermission"),
        "Ben will be the Lead (a tie for the fewest points: first to the left of Ann)",
        "Before Act IV: exchange tokens if you like (3 intrigue = 1 spotlight). Press when you are done",
    ),
    Moment(
        DecisionKind.INTERMISSION,
        state_of(phase="intermission", of={**HANDS, "Ann": {"spotlight": 3}, "Ben": {"spotlight": 3}}),
        "Cal has the fewest points and will be the Lead",
        "Before Act IV: exchange tokens if you like (3 intrigue = 1 spotlight). Press when you are done",
    ),
    # --- an action that others may answer
    Moment(
        DecisionKind.WINDOW,
        state_of(Action(CARD, BEN, SHOWN, taker=BEN)),
        "Ben reveals “Desdemona confronts Othello”",
        "Cal or Ann may block it (1 spotlight)",
    ),
    Moment(
        DecisionKind.WINDOW,
        state_of(Action(CARD, BEN, SHOWN, taker=BEN), of=with_seats(Cal={"placed": "?", "intrigue": 1})),
        "Ben reveals “Desdemona confronts Othello”",
        "Cal may seize it (1 intrigue); Cal or Ann may block it (1 spotlight)",
    ),
    Moment(
        DecisionKind.WINDOW,
        state_of(
            Action(CARD, BEN, SHOWN, taker=BEN),
            of=with_seats(Cal={"placed": "?", "intrigue": 1, "spotlight": 0}, Ann={"spotlight": 0}),
        ),
        "Ben reveals “Desdemona confronts Othello”",
        "Cal may seize it (1 intrigue)",
    ),
    *(
        Moment(DecisionKind.WINDOW, state_of(Action(COIN, BEN, coin)), told, "Cal or Ann may block it (1 spotlight)")
        for coin, told in (
            ("Iago", "Ben uses an Iago coin to wound a character"),
            ("Othello", "Ben uses an Othello coin to take or give away the Lead"),
            ("Cassio", "Ben uses a Cassio coin to improvise"),
            ("Emilia", "Ben uses an Emilia coin to take a coin from another player"),
            ("Roderigo", "Ben uses a Roderigo coin to exchange a card"),
        )
    ),
    Moment(
        DecisionKind.WINDOW,
        state_of(Action(IMPROV, BEN, "improv")),
        "Ben improvises, to swap a card",
        "Cal or Ann may block it (1 spotlight)",
    ),
    Moment(
        DecisionKind.WINDOW,
        state_of(Action(FROM_HAND, BEN, "Exchange")),
        "Ben plays Exchange from the hand",
        "Cal or Ann may block it (1 spotlight)",
    ),
    Moment(
        DecisionKind.WINDOW,
        state_of(Action(ActionKind.SEIZED, ANN, "Revive")),
        "Ann plays Revive, which was seized",
        "Ben or Cal may block it (1 spotlight)",
    ),
    # --- a player is hit and may have protection
    Moment(
        DecisionKind.PROTECT,
        state_of(
            Action(CARD, BEN, SHOWN, stage=CLAIM, claim=(Interrupt.SPOTLIGHT, ANN), taker=BEN), of=with_seats(Ben=SAFE)
        ),
        "Ann blocks Ben’s “Desdemona confronts Othello” with a spotlight",
        "Ben may stop it with a Desdemona coin",
    ),
    Moment(
        DecisionKind.PROTECT,
        state_of(Action(COIN, BEN, "Othello", stage=CLAIM, claim=(Interrupt.SPOTLIGHT, ANN)), of=with_seats(Ben=SAFE)),
        "Ann blocks Ben’s Othello coin with a spotlight",
        "Ben may stop it with a Desdemona coin",
    ),
    Moment(
        DecisionKind.PROTECT,
        state_of(
            Action(CARD, BEN, "Villainy", stage=CLAIM, claim=(Interrupt.SEIZE, CAL), taker=BEN),
            of=with_seats(Ben={**SAFE, **RICH}),
        ),
        "Cal seizes Ben’s Villainy",
        "Ben may stop it with a Desdemona coin or a No Drama card (1 intrigue)",
    ),
    Moment(
        DecisionKind.PROTECT,
        state_of(
            Action(ActionKind.LATE, BEN, SHOWN, stage=CLAIM, claim=(Interrupt.SEIZE, CAL)), of=with_seats(Ben=SAFE)
        ),
        "Cal seizes Ben’s “Desdemona confronts Othello”, which was played before",
        "Ben may stop it with a Desdemona coin",
    ),
    *(
        Moment(
            DecisionKind.PROTECT,
            state_of(Action(kind, BEN, name, Choices(target=CAL), TARGET, taker=BEN), of=with_seats(Cal=SAFE)),
            told,
            "Cal may stop it with a Desdemona coin",
        )
        for kind, name, told in (
            (CARD, "Exchange", "Ben uses Exchange to exchange a card with Cal"),
            (COIN, "Roderigo", "Ben uses a Roderigo coin to exchange a card with Cal"),
            (COIN, "Emilia", "Ben uses an Emilia coin to take a coin from Cal"),
            (CARD, "Miscue", "Ben uses Miscue: Cal must swap the face-down card"),
        )
    ),
    Moment(
        DecisionKind.PROTECT,
        state_of(
            Action(CARD, BEN, "Miscue", Choices(target=CAL), TARGET, taker=BEN),
            of=with_seats(Cal={"placed": "?", **RICH}),
        ),
        "Ben uses Miscue: Cal must swap the face-down card",
        "Cal may stop it with a Seize from the hand (1 intrigue) or a No Drama card (1 intrigue)",
    ),
    Moment(
        DecisionKind.PROTECT,
        state_of(
            Action(CARD, BEN, "Missed Entrance", Choices(target=CAL), TARGET, taker=BEN),
            of=with_seats(Cal=SAFE),
            edition="2024-first",
        ),
        "Ben uses Missed Entrance: Cal must swap the face-down card",
        "Cal may stop it with a Desdemona coin",
    ),
    Moment(
        DecisionKind.PROTECT,
        state_of(Action(CARD, BEN, "Take the Lead", stage=TARGET, taker=BEN), of=with_seats(Ann=SAFE)),
        "Ben uses Take the Lead to take the Lead from Ann",
        "Ann may stop it with a Desdemona coin",
    ),
    Moment(
        DecisionKind.PROTECT,
        state_of(Action(CARD, ANN, "Take the Lead", Choices(target=BEN), TARGET, taker=ANN), of=with_seats(Ben=SAFE)),
        "Ann uses Take the Lead to give Ben the Lead",
        "Ben may stop it with a Desdemona coin",
    ),
    Moment(
        DecisionKind.PROTECT,
        state_of(
            Action(CARD, BEN, "III.6", stage=TARGET, taker=BEN), of=with_seats(Cal={**SAFE, "handkerchief": True})
        ),
        "Ben plays “Emilia conspires” and takes the handkerchief from Cal",
        "Cal may stop it with a Desdemona coin",
    ),
    # --- a choice
    *(
        Moment(DecisionKind.CHOOSE, state_of(action), told, headline)
        for action, told, headline in (
            (
                Action(CARD, BEN, "Exchange", stage=TARGET, taker=BEN),
                "Ben reveals Exchange",
                "Ben names a player to exchange a card with. That player presses",
            ),
            (
                Action(COIN, BEN, "Roderigo", stage=TARGET),
                "Ben uses a Roderigo coin to exchange a card",
                "Ben names a player to exchange a card with. That player presses",
            ),
            (
                Action(CARD, ANN, "Take the Lead", stage=TARGET, taker=ANN),
                "Ann reveals Take the Lead",
                "Ann names the new Lead. That player presses",
            ),
            (
                Action(CARD, BEN, "Exchange", Choices(target=ANN), EFFECT, taker=BEN),
                "Ben uses Exchange to exchange a card with Ann",
                "Ben may pay 3 intrigue to look at Ann’s hand, or takes a card unseen",
            ),
            (
                Action(CARD, BEN, "Exchange", Choices(target=ANN, look=True), EFFECT, taker=BEN, done=1),
                "Ben uses Exchange to exchange a card with Ann",
                "Ben: take a card from Ann’s hand",
            ),
            (
                Action(CARD, ANN, "Exchange", Choices(target=CAL, take="?"), EFFECT, taker=ANN, done=2),
                "Ann uses Exchange to exchange a card with Cal",
                "Ann: give Cal a hand card in return",
            ),
            (
                Action(FROM_HAND, ANN, "Exchange", Choices(target=CAL, take="?"), EFFECT, done=2),
                "Ann uses Exchange to exchange a card with Cal",
                "Ann: give Cal a hand card in return",
            ),
            (
                Action(COIN, BEN, "Iago", stage=EFFECT),
                "Ben uses an Iago coin to wound a character",
                "Ben chooses a character to wound: put the tile in the circle",
            ),
            (
                Action(IMPROV, ANN, "improv", Choices(way=Way.HAND), EFFECT),
                "Ann improvises, to swap a card",
                "Ann: put a hand card under its pile, script or staging",
            ),
            (
                Action(IMPROV, ANN, "improv", Choices(way=Way.HAND, give="III.1"), EFFECT),
                "Ann improvises, to swap a card",
                "Ann: draw a script card or a staging card",
            ),
            (
                Action(COIN, ANN, "Cassio", Choices(way=Way.HAND), EFFECT),
                "Ann uses a Cassio coin to improvise",
                "Ann: put a hand card under its pile, script or staging",
            ),
            (
                Action(CARD, ANN, "Villainy", stage=EFFECT, taker=ANN),
                "Ann reveals Villainy",
                "Ann may pay 3 intrigue, to lower a wound limit by 2",
            ),
            (
                Action(CARD, ANN, "Villainy", Choices(pay=False), EFFECT, taker=ANN),
                "Ann reveals Villainy",
                "Ann: put a tile in the circle to lower its wound limit by 2",
            ),
            (
                Action(ActionKind.SEIZED, ANN, "Exchange", stage=Stage.OFFER),
                "Ann has seized Exchange",
                "Ann plays Exchange, or takes a spotlight for it",
            ),
        )
    ),
    Moment(
        DecisionKind.CHOOSE,
        state_of(Action(CARD, ANN, "Villainy", stage=EFFECT, taker=ANN), of=with_seats(Ann={"coins": {"Iago": 2}})),
        "Ann reveals Villainy",
        "Ann may pay 3 intrigue, for up to 2 wounds or to lower a wound limit by 2",
    ),
    Moment(
        DecisionKind.CHOOSE,
        state_of(
            Action(COIN, BEN, "Emilia", Choices(target=CAL), EFFECT),
            of=with_seats(Cal={"coins": {"Iago": 1, "Cassio": 1}}),
        ),
        "Ben uses an Emilia coin to take a coin from Cal",
        "Ben chooses a coin of Cal",
    ),
    Moment(
        DecisionKind.CHOOSE,
        state_of(
            Action(CARD, ANN, "Revive", stage=EFFECT, taker=ANN),
            tiles={"Bianca": {"dead": True}, "Cassio": {"dead": True}},
        ),
        "Ann reveals Revive",
        "Ann chooses who comes back to life: put the tile in the circle",
    ),
    Moment(
        DecisionKind.SWAP,
        state_of(PutDown(ANN, True)),
        None,
        "Ann: discard your card and draw a staging card. Then play another face up, or exit (+1 intrigue)",
    ),
    Moment(
        DecisionKind.SWAP,
        state_of(PutDown(ANN, False)),
        None,
        "Ann: take your card back and put another on your spot, face down",
    ),
    Moment(
        DecisionKind.DISCARD,
        state_of(
            Discards((BEN, CAL, ANN)), of=with_seats(Ben={"hand": ["Seize", "Revive", "Exchange", "Miscue", "III.5"]})
        ),
        None,
        "Ben: discard 1 staging card",
    ),
    Moment(
        DecisionKind.DISCARD,
        state_of(
            Discards((BEN, CAL, ANN)),
            of=with_seats(Ben={"hand": ["Seize", "Revive", "Exchange", "Miscue", "Villainy"]}),
        ),
        None,
        "Ben: discard 2 staging cards",
    ),
    Moment(DecisionKind.CARRY_OUT, own_card_of_ben(), "Ben reveals Masque", "Ben: do what Masque says"),
]


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.headline)
def test_a_moment_is_told_as_who_does_what_and_what_may_be_answered(moment: Moment) -> None:
    asked = decision(moment.state)
    assert asked is not None
    told = (asked.kind, happening_text(moment.state), decision_text(moment.state, asked))
    assert told == (moment.kind, moment.happening, moment.headline)


BY_HAND = re.compile(r"\b(circle|spot|press|presses|hold|button)\b", re.IGNORECASE)


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.headline)
def test_a_headline_in_a_game_on_phones_names_no_button_and_no_place_of_a_mat(moment: Moment) -> None:
    if moment.kind is DecisionKind.LEAD:
        return  # the companion deals the tiles, and asks nobody
    headline = decision_text(moment.state, decision(moment.state), ON_PHONES)
    assert BY_HAND.search(headline) is None


@pytest.mark.parametrize(("hand", "is_offered"), [(["III.2"], False), (["Exchange"], True), (["?staging"], True)])
def test_an_exchange_is_offered_on_a_phone_only_to_who_may_hold_one_and_on_the_screen_to_everybody(
    hand: list[str], is_offered: bool
) -> None:
    state = before("pre-placement", Ben={**COINS, "hand": hand})
    asked = decision(state)
    assert asked is not None and asked.players == (BEN,)
    assert ("play an Exchange" in decision_text(state, asked, player=BEN)) == is_offered
    everybody = "Everyone: play one card face down. Ben may first use a coin or play an Exchange"
    assert decision_text(state, asked) == decision_text(state, asked, player=CAL) == everybody


def test_every_kind_of_decision_is_among_them() -> None:
    assert {moment.kind for moment in MOMENTS} == set(DecisionKind)


def test_the_end_of_the_play_is_told() -> None:
    state = state_of(phase="over")
    assert (happening_text(state), decision_text(state, decision(state))) == (None, "The play is over")


# --- Deathmatch

PLAYED: list[dict[str, Any]] = [{"played": f"coins.{points}"} for points in (1, 2, 3)]
SCENES: list[tuple[DeathmatchKind, dict[str, Any], str | None, str]] = [
    (
        DeathmatchKind.PROTAGONIST,
        position(protagonist=None, setting=None),
        "Who starts: birthday closest to April 23. Take the protagonist card",
        "Everyone: put your character face down on your spot, and take it back. Who starts holds the button",
    ),
    (
        DeathmatchKind.SETTING,
        position(setting=None),
        None,
        "Ann: choose where act 1 plays, and put that setting in the circle",
    ),
    (
        DeathmatchKind.SETTING,
        position(setting=None, rulings={"DJ13": "draw"}),
        None,
        "Ann: turn up the top setting of the pile, and put it in the circle",
    ),
    (
        DeathmatchKind.ACTION,
        position({"hand": ["coins.1"]}),
        None,
        "Ann: open the scene with a card, face up on your spot",
    ),
    (
        DeathmatchKind.ANSWER,
        position(PLAYED[0], phase="scene"),
        "Card to beat: a lost wager (1 coin) of Ann",
        "Ben: answer with a card, face up on your spot",
    ),
    (
        DeathmatchKind.CARRY_OUT,
        position(carrying={"by": "Ann", "card": "One Fell Swoop"}),
        "Ann shows One Fell Swoop",
        "Ann: do what “One Fell Swoop” says",
    ),
    (DeathmatchKind.WINNER, position(*PLAYED, phase="winner"), None, "Agree who won the scene. That player presses"),
    (
        DeathmatchKind.DAMAGE,
        position(*PLAYED, phase="damage", turn="Cal"),
        None,
        "Cal won: put one of the played cards on another player’s spot, as damage",
    ),
    (
        DeathmatchKind.DISCARD,
        position({"hand": ["?action"] * 4}),
        None,
        "Ann: discard down to 3 cards",
    ),
    (
        DeathmatchKind.DISCARD,
        position({"hand": ["?action"] * 4}, {"hand": ["?action"] * 5}),
        None,
        "Ann and Ben: discard down to 3 cards",
    ),
    (
        DeathmatchKind.DISCARD,
        position(*[{"hand": ["?action"] * 4}] * 3),
        None,
        "Everyone: discard down to 3 cards",
    ),
]


@pytest.mark.parametrize(("kind", "found", "happening", "headline"), SCENES)
def test_a_moment_of_deathmatch_is_told(
    kind: DeathmatchKind, found: dict[str, Any], happening: str | None, headline: str
) -> None:
    state = deathmatch_position(found)
    asked = deathmatch_decision(state)
    assert asked is not None
    assert (asked.kind, deathmatch_happening(state), deathmatch_headline(state, asked)) == (kind, happening, headline)
    assert deathmatch_headline(state, None) == "The game is over"


def test_every_kind_of_decision_of_deathmatch_is_among_them() -> None:
    assert {kind for kind, *_ in SCENES} == set(DeathmatchKind)
