"""The words for the table: they report the events, and never a card that nobody has shown."""

import json
import random
from collections.abc import Callable

import pytest

from companion.core.i18n import speak
from companion.core.values import replace
from companion.game.corrections import Because
from companion.game.course import LogLine
from companion.othello.model import events as e
from companion.othello.model.answers import Answer, Do, Token
from companion.othello.model.cards import Pile, Role, Staging
from companion.othello.model.changes import Change
from companion.othello.model.events import EVENTS, Event, event_from_json, event_to_json
from companion.othello.model.frames import Action, Choices, PutDown, Reveals, Steps
from companion.othello.model.game import Dealer, Game
from companion.othello.model.state import State
from companion.othello.model.vocabulary import (
    ActionKind,
    Interrupt,
    Marker,
    Phase,
    Protection,
    Stage,
    Way,
    WhyEnded,
    WhyFailed,
)
from companion.othello.notation.read import position_from_json
from companion.othello.rules.legality.check import legality
from companion.othello.rules.options import decision, permitted
from companion.othello.rules.submit import new_game, settle, submit
from companion.othello.text.describe import describe
from companion.othello.text.moment import decision_text
from companion.othello.text.narrate import NARRATORS, answer_text, event_text
from tests.games.othello.rules.table import Table

ANN, BEN, CAL = range(3)
HAND = ["III.1", "III.2", "Seize"]


def state_of(**keys: object) -> State:
    """Return a settled state of Act III with three players, Ann as the Lead."""
    seats = [
        {"name": "Ann", "hand": HAND},
        {"name": "Ben", "placed": "III.4"},
        {"name": "Cal", "hand": ["?"]},
    ]
    data = {"edition": "2024", "act": 3, "scene": 2, "lead": "Ann", "phase": "reveal", "seats": seats, **keys}
    game = Game(position_from_json(data), Dealer(0))
    settle(game)
    return game.state


STATE = state_of()

TOLD: list[tuple[Event, str, str, int | None]] = [
    (e.ActBegan(3), "act", "Act III begins.", None),
    (e.LeadChanged(BEN), "lead", "Ben is the Lead.", BEN),
    (e.Shuffled("staging", ("Seize",)), "note", "The staging cards are shuffled.", None),
    (e.LeftTheGame(("Take the Lead",) * 2), "note", "Not in this game: Take the Lead twice.", None),
    (e.LeftTheGame(("Seize", "Seize", "Revive", "Seize")), "note", "Not in this game: Seize 3 times and Revive.", None),
    (e.Dealt(BEN, "III.1"), "card", "Ben is dealt a card.", BEN),
    (e.Drew(ANN, "script", "III.1"), "card", "Ann draws a script card.", ANN),
    (e.Drew(BEN, "staging", "Seize"), "card", "Ben draws a staging card.", BEN),
    (e.DrewOther(BEN, "script"), "note", "Ben has drawn a script card, not a staging card.", BEN),
    (e.DrewOther(BEN, "staging"), "note", "Ben has drawn a staging card, not a script card.", BEN),
    (e.SceneBegan(2), "scene", "Scene 2 begins.", None),
    (e.Placed(ANN, "III.1"), "card", "Ann places a card.", ANN),
    (e.TakenBack(BEN), "card", "Ben takes the card back.", BEN),
    (e.Swapped(ANN, "III.1"), "card", "Ann puts down another card.", ANN),
    (e.Miscued(CAL), "card", "Cal must put down another card.", CAL),
    (e.Revealed(ANN, "III.4"), "card", "Ann reveals “Desdemona confronts Othello”.", ANN),
    (e.Revealed(ANN, "Seize"), "card", "Ann reveals Seize.", ANN),
    (e.Showed(BEN, "Exchange"), "card", "Ben plays Exchange from the hand.", BEN),
    (e.Claimed(BEN, Interrupt.SEIZE), "window", "Ben wants to seize.", BEN),
    (e.Claimed(BEN, Interrupt.SPOTLIGHT), "window", "Ben wants to use a spotlight.", BEN),
    (e.Paid(ANN, "intrigue", 3), "token", "Ann pays 3 intrigue tokens.", ANN),
    (e.Gained(ANN, "spotlight", 1), "token", "Ann gets 1 spotlight token.", ANN),
    (e.RanOut("wounds"), "note", "The box has no wound tokens left; use something else.", None),
    (e.CoinGained(ANN, "Iago"), "token", "Ann gets an Iago coin.", ANN),
    (e.CoinMissing(ANN, "Cassio"), "token", "Ann should get a Cassio coin, but none is left.", ANN),
    (e.CoinUsed(BEN, "Emilia"), "token", "Ben uses an Emilia coin.", BEN),
    (e.CoinTaken(ANN, CAL, "Othello"), "token", "Ann takes an Othello coin from Cal.", ANN),
    (e.Seized(CAL, BEN, "III.4"), "window", "Cal seizes Ben’s “Desdemona confronts Othello”.", CAL),
    (e.Blocked(CAL, BEN, "Villainy"), "window", "Cal blocks Ben’s Villainy with a spotlight.", CAL),
    (e.Blocked(CAL, BEN, "Iago"), "window", "Cal blocks Ben’s Iago coin with a spotlight.", CAL),
    (e.Blocked(CAL, BEN, "improv"), "window", "Cal blocks Ben’s improv with a spotlight.", CAL),
    (e.Protected(CAL, Protection.NO_DRAMA), "window", "Cal is protected for the rest of the scene by No Drama.", CAL),
    (
        e.Protected(BEN, Protection.DESDEMONA),
        "window",
        "Ben is protected for the rest of the scene by a Desdemona coin.",
        BEN,
    ),
    (e.Undone(ANN, CAL, "seize"), "window", "Ann’s Seize comes to nothing: Cal is protected.", ANN),
    (e.Undone(BEN, ANN, "spotlight"), "window", "Ben’s spotlight comes to nothing: Ann is protected.", BEN),
    (e.Undone(ANN, CAL, "handkerchief"), "window", "Cal is protected and keeps the handkerchief.", ANN),
    (e.Scored(CAL, BEN, "III.7", Role.LEAD), "score", "Cal scores “Iago conspires”: 3 points.", CAL),
    (e.Scored(CAL, BEN, "III.7", Role.COMPANY), "score", "Cal scores “Iago conspires”: 1 point.", CAL),
    (
        e.SetAside(ANN, ANN, "III.15", Role.COMPANY),
        "death",
        "Bianca is dead: “Bianca confronts Cassio” is set aside.",
        ANN,
    ),
    (
        e.Failed(BEN, "III.7", WhyFailed.WRONG_ROLE),
        "card",
        "Ben’s “Iago conspires” does nothing: only the Lead can play it.",
        BEN,
    ),
    (
        e.Failed(ANN, "III.15", WhyFailed.NO_HALF_CURTAIN),
        "card",
        "Ann’s “Bianca confronts Cassio” does nothing: the half curtain has not fallen yet.",
        ANN,
    ),
    (
        e.Failed(BEN, "III.4", WhyFailed.WRONG_ROLE),
        "card",
        "Ben’s “Desdemona confronts Othello” does nothing: only the company can play it.",
        BEN,
    ),
    (
        e.Failed(BEN, "III.4", WhyFailed.OUT_OF_ORDER),
        "card",
        "Ben’s “Desdemona confronts Othello” does nothing: it is not the next card of the play.",
        BEN,
    ),
    (
        e.Failed(CAL, "Miscue", WhyFailed.NO_TARGET),
        "card",
        "Cal’s Miscue does nothing: there is nobody to aim it at.",
        CAL,
    ),
    (
        e.Failed(CAL, "No Drama", WhyFailed.NO_INTRIGUE),
        "card",
        "Cal’s No Drama does nothing: there is not enough intrigue.",
        CAL,
    ),
    (e.Failed(CAL, "Revive", WhyFailed.NOBODY_DEAD), "card", "Cal’s Revive does nothing: nobody is dead.", CAL),
    (
        e.Failed(CAL, "improv", WhyFailed.NO_CARD),
        "card",
        "Cal’s improv does nothing: no card is left in the hand.",
        CAL,
    ),
    (
        e.Failed(CAL, "Villainy", WhyFailed.LEAD_ONLY),
        "card",
        "Cal’s Villainy does nothing: only the Lead can play it.",
        CAL,
    ),
    (
        e.Recovered(BEN, "III.4", Role.LEAD),
        "score",
        "Ben takes “Desdemona confronts Othello” into the scoring pile.",
        BEN,
    ),
    (e.TakenOver(ANN, BEN, "III.4", Role.LEAD), "score", "Ann takes “Desdemona confronts Othello” over from Ben.", ANN),
    (e.Exited(BEN, "III.4"), "card", "Ben exits the scene.", BEN),
    (e.HandDiscarded(BEN, "Seize"), "card", "Ben discards a card from the hand.", BEN),
    (e.ImprovUsed(BEN), "card", "Ben improvises.", BEN),
    (e.DrawOwed(BEN), "card", "Ben will draw a staging card more.", BEN),
    (e.PickedUp(BEN, "Exchange"), "card", "Ben takes Exchange back into the hand.", BEN),
    (e.TurnedDown(BEN), "card", "Ben turns the card down again.", BEN),
    (e.LeftPlay(BEN, "III.4"), "card", "Ben puts “Desdemona confronts Othello” out of the game.", BEN),
    (e.Found(BEN, "III.4"), "note", "Ben has “Desdemona confronts Othello” after all.", BEN),
    (
        e.Corrected(Because.MISCOUNTED),
        "note",
        "The host puts something right. It was counted wrongly.",
        None,
    ),
    (e.PointsSet(BEN, 1), "score", "Ben has 1 point besides the cards.", BEN),
    (
        e.ScoredSet(BEN, "III.4", Role.LEAD),
        "score",
        "“Desdemona confronts Othello” is in the scoring pile of Ben.",
        BEN,
    ),
    (
        e.ScoredSet(-1, "III.4", Role.LEAD),
        "score",
        "“Desdemona confronts Othello” lies on the discard pile.",
        None,
    ),
    (e.Wounded(-1, "Cassio"), "wound", "A wound token is put on Cassio.", None),
    (e.Revived(-1, "Cassio"), "death", "Cassio is alive.", None),
    (e.CarriedOut(BEN, "Masque"), "card", "Ben has had Masque carried out.", BEN),
    (e.Reordered((BEN, ANN, CAL)), "lead", "Cal now reveals last.", None),
    (e.Buried(BEN, "script", "III.4"), "card", "Ben puts a card under the script pile.", BEN),
    (e.CardTaken(ANN, BEN, "III.4"), "card", "Ann takes a card from Ben.", ANN),
    (e.CardGiven(ANN, BEN, "III.4"), "card", "Ann gives Ben a card.", ANN),
    (e.Wounded(ANN, "Cassio"), "wound", "Ann wounds Cassio.", ANN),
    (e.LimitCut(ANN, "Cassio", 2), "wound", "In this scene Cassio can take 2 wounds fewer.", ANN),
    (e.LimitCut(ANN, "Cassio", 1), "wound", "In this scene Cassio can take 1 wound fewer.", ANN),
    (e.Died(ANN, "Cassio", 5), "death", "Cassio dies. Ann takes 5 wound tokens.", ANN),
    (e.Died(ANN, "Cassio", 0), "death", "Cassio dies.", ANN),
    (e.Revived(ANN, "Cassio"), "death", "Ann brings Cassio back.", ANN),
    (e.HandkerchiefTaken(ANN, -1), "token", "Ann takes the handkerchief.", ANN),
    (e.HandkerchiefTaken(ANN, CAL), "token", "Ann takes the handkerchief from Cal.", ANN),
    (e.HandkerchiefTaken(BEN, ANN), "token", "Ben takes the handkerchief from Ann.", BEN),
    (e.Returned("handkerchief", ANN, ""), "token", "Ann puts the handkerchief back into the box.", ANN),
    (e.Returned("wounds", BEN, ""), "token", "Ben puts 1 wound token back into the box.", BEN),
    (e.Returned("coin", BEN, "Iago"), "token", "Ben puts an Iago coin back into the box.", BEN),
    (e.HalfCurtainFell(ANN), "act", "The half curtain falls.", None),
    (e.FullCurtainFell(ANN), "act", "The full curtain falls.", None),
    (e.MarkerMoved(Marker.STAGING_EMPTY), "act", "The staging pile has run out for the first time.", None),
    (e.MarkerMoved(Marker.ACT_BEGINS), "act", "The depletion marker is back at the start.", None),
    (
        e.MarkerMoved(Marker.SCRIPT_EMPTY),
        "act",
        "The script pile is empty: from now on anyone may play the curtain cards.",
        None,
    ),
    (
        e.MarkerMoved(Marker.FINAL_SCENE),
        "act",
        "The staging pile has run out again: the act is about to end.",
        None,
    ),
    (e.StagingRanOut(4), "act", "No more cards are played in this act.", None),
    (e.LastScene(4), "act", "Scene 4 is the last of this act.", None),
    (e.ActEnded(3, WhyEnded.FULL_CURTAIN), "act", "The full curtain has fallen: Act III ends.", None),
    (e.ActEnded(4, WhyEnded.FINAL_SCENE), "act", "The last scene is over: Act IV ends.", None),
    (
        e.ActEnded(4, WhyEnded.STAGING_EMPTY),
        "act",
        "The staging pile has run out for the second time: Act IV ends.",
        None,
    ),
    (e.Traded(BEN, "intrigue", 6), "token", "Ben changes 6 intrigue tokens for 2 spotlight tokens.", BEN),
    (e.Traded(ANN, "intrigue", 3), "token", "Ann changes 3 intrigue tokens for 1 spotlight token.", ANN),
    (e.Traded(ANN, "spotlight", 1), "token", "Ann changes 1 spotlight token for 3 intrigue tokens.", ANN),
    (e.GameEnded((ANN,)), "act", "The play is over. Ann wins.", None),
    (e.GameEnded((ANN, CAL)), "act", "The play is over. Ann and Cal share the win.", None),
]

NOT_TOLD = {
    "Discarded",
    "FaceUpDiscarded",
    "Flow",
    "IagoCoinUsed",
    "Passed",
    "SceneEnded",
    "Succeeded",
    "TurnEnded",
}

HIDDEN: dict[str, Callable[[str], Event]] = {
    "Drew": lambda card: e.Drew(BEN, "script", card),
    "Dealt": lambda card: e.Dealt(BEN, card),
    "Placed": lambda card: e.Placed(BEN, card),
    "TakenBack": lambda _card: e.TakenBack(BEN),
    "Swapped": lambda card: e.Swapped(BEN, card),
    "Buried": lambda card: e.Buried(BEN, "staging", card),
    "CardTaken": lambda card: e.CardTaken(BEN, CAL, card),
    "CardGiven": lambda card: e.CardGiven(BEN, CAL, card),
    "HandDiscarded": lambda card: e.HandDiscarded(BEN, card),
}


@pytest.mark.parametrize(("event", "kind", "text", "seat"), TOLD)
def test_an_event_is_told(event: Event, kind: str, text: str, seat: int | None) -> None:
    assert event_text(STATE, event) == LogLine(text, kind, seat)


UNDER_WAY = e.Flow(
    (
        Reveals((1, 2, 0), 1),
        Steps(Phase.AFTER_REVEAL, (2, 0, 1), 2, True),
        Action(
            ActionKind.CARD,
            CAL,
            "Villainy",
            Choices(wounds=("Cassio", "Iago"), cut=(("Cassio", 2),)),
            claim=(Interrupt.SEIZE, 0),
        ),
        PutDown(ANN, True),
    )
)


@pytest.mark.parametrize(
    "event", [*(told[0] for told in TOLD), *(make("?script") for make in HIDDEN.values()), e.Flow(()), UNDER_WAY]
)
def test_an_event_that_was_written_down_is_read_as_it_was(event: Event) -> None:
    read = event_from_json(json.loads(json.dumps(event_to_json(event))))
    assert (read, repr(read)) == (event, repr(event))  # a role is an enum member, not only a word


def test_every_kind_of_event_is_told_or_is_not_worth_telling() -> None:
    assert {kind.__name__ for kind in NARRATORS} == EVENTS.keys() - NOT_TOLD
    assert {type(event) for event, *_more in TOLD} == NARRATORS.keys()


def test_a_wound_taken_off_a_tile_is_told() -> None:
    line = event_text(STATE, e.Returned("wounds", -1, "Cassio"))
    assert line == LogLine("A wound token is taken off Cassio.", "wound", None)


def test_v1_who_wanted_to_interrupt_too_reads_why_it_was_another() -> None:
    window = Action(ActionKind.CARD, ANN, "III.4", stage=Stage.CLAIM, taker=ANN, seizes=(CAL,), spotlights=(BEN,))
    state = replace(STATE, frames=(*STATE.frames[:1], window))
    lost = " Cal wanted to as well: the first to Ann’s left does."
    line = event_text(state, e.Blocked(BEN, ANN, "III.4"))
    assert line == LogLine(f"Ben blocks Ann’s “Desdemona confronts Othello” with a spotlight.{lost}", "window", BEN)
    line = event_text(state, e.Seized(CAL, ANN, "III.4"))  # J27: a Seize first
    assert line == LogLine("Cal seizes Ann’s “Desdemona confronts Othello”.", "window", CAL)


@pytest.mark.parametrize(("dead", "told"), [("Bianca", "Bianca"), ("Cassio", "Cassio"), ("Bianca Cassio", "Bianca")])
def test_x1_who_of_the_two_on_a_card_is_dead_is_told(dead: str, told: str) -> None:
    state = state_of(tiles={name: {"dead": True} for name in dead.split()})
    line = event_text(state, e.SetAside(ANN, ANN, "III.15", Role.COMPANY))
    assert line == LogLine(f"{told} is dead: “Bianca confronts Cassio” is set aside.", "death", ANN)


@pytest.mark.parametrize("kind", HIDDEN)
def test_a_hidden_card_is_told_in_the_same_words_whatever_it_is(kind: str) -> None:
    every = [*STATE.deck.cards, *map(str, Staging), "?script", "?staging", "?"]
    texts = {event_text(STATE, HIDDEN[kind](card)) for card in every}
    assert len(texts) == 1


ANSWERS: list[tuple[Answer, str]] = [
    (Answer(Do.LEAD, to=CAL), "Cal has Iago"),
    (Answer(Do.PLACE, ANN, "III.4"), "Ann places “Desdemona confronts Othello”"),
    (Answer(Do.PLACE, ANN, "?staging"), "Ann places a staging card"),
    (Answer(Do.PLACE, ANN, "?script"), "Ann places a script card"),
    (Answer(Do.PLACE, ANN, "?"), "Ann places a card"),
    (Answer(Do.REVEAL, CAL), "Cal reveals"),
    (Answer(Do.REVEAL, CAL, "Seize"), "Cal reveals Seize"),
    (Answer(Do.EXIT, CAL), "Cal exits"),
    (Answer(Do.SEIZE, ANN), "Ann seizes"),
    (Answer(Do.SEIZE, ANN, "III.4"), "Ann seizes “Desdemona confronts Othello”"),
    (Answer(Do.SPOTLIGHT, ANN), "Ann blocks with a spotlight"),
    (Answer(Do.PASS, ANN), "Ann passes"),
    (Answer(Do.PROTECT, BEN, way=Protection.NO_DRAMA), "Ben plays No Drama"),
    (Answer(Do.PROTECT, BEN, way=Protection.DESDEMONA), "Ben uses a Desdemona coin"),
    (
        Answer(Do.COIN, BEN, coin="Iago", choices=Choices(on="Cassio")),
        "Ben uses an Iago coin and wounds Cassio",
    ),
    (
        Answer(Do.COIN, BEN, coin="Emilia", choices=Choices(target=ANN, take="Iago")),
        "Ben uses an Emilia coin, chooses Ann and takes an Iago coin",
    ),
    (
        Answer(Do.IMPROV, BEN, choices=Choices(way=Way.FACE_DOWN)),
        "Ben improvises and changes the face-down card",
    ),
    (
        Answer(Do.IMPROV, BEN, choices=Choices(way=Way.HAND, give="III.7", draw=Pile.SCRIPT)),
        "Ben improvises, changes a card of the hand, gives “Iago conspires” and draws a script card",
    ),
    (Answer(Do.SWAP, BEN, "Seize"), "Ben puts down Seize"),
    (Answer(Do.FROM_HAND, BEN, "Exchange"), "Ben plays Exchange from the hand"),
    (Answer(Do.DRAW, BEN, pile=Pile.STAGING), "Ben draws a staging card"),
    (Answer(Do.DRAW, BEN, pile=Pile.SCRIPT), "Ben draws a script card"),
    (Answer(Do.CARRY_OUT, BEN), "Ben tells that nothing changed"),
    (Answer(Do.CARRY_OUT, BEN, changes=(Change("lead", of=CAL),)), "Ben tells what changed"),
    (Answer(Do.TRADE, BEN, token=Token.SPOTLIGHT), "Ben changes 1 spotlight token for 3 intrigue tokens"),
    (Answer(Do.TRADE, BEN, token=Token.INTRIGUE), "Ben changes 3 intrigue tokens for 1 spotlight token"),
    (Answer(Do.DISCARD, BEN, cards=("Seize", "Seize", "Revive")), "Ben discards Seize twice and Revive"),
    (Answer(Do.DISCARD, BEN), "Ben discards nothing"),
    (Answer(Do.NEXT_ACT), "Act IV begins"),
    (
        Answer(Do.CHOOSE, BEN, choices=Choices(look=True, take="III.7")),
        "Ben looks at the hand and takes “Iago conspires”",
    ),
    (Answer(Do.CHOOSE, BEN, choices=Choices(pay=False, wounds=())), "Ben pays nothing and wounds nobody"),
    (Answer(Do.CHOOSE, BEN, choices=Choices(draw=Pile.STAGING)), "Ben draws a staging card"),
    (Answer(Do.CHOOSE, BEN, choices=Choices(play=True)), "Ben plays the seized card"),
    (Answer(Do.CHOOSE, BEN, choices=Choices(play=False)), "Ben takes a spotlight token for it"),
    (Answer(Do.CHOOSE, BEN, choices=Choices(look=False)), "Ben takes a card unseen"),
    (Answer(Do.CHOOSE, BEN, choices=Choices(give="III.7")), "Ben gives “Iago conspires”"),
    (
        Answer(Do.CHOOSE, BEN, choices=Choices(pay=True, wounds=("Cassio", "Cassio", "Iago"))),
        "Ben pays 3 intrigue tokens and wounds Cassio twice and Iago",
    ),
    (Answer(Do.CHOOSE, BEN, choices=Choices(cut=(("Iago", 1),))), "Ben lowers Iago’s limit by 1"),
    (Answer(Do.CHOOSE, BEN, choices=Choices(character="Bianca")), "Ben brings Bianca back"),
    (Answer(Do.CHOOSE, BEN), "Ben chooses"),
]


@pytest.mark.parametrize(("answer", "text"), ANSWERS)
def test_an_answer_is_a_short_sentence(answer: Answer, text: str) -> None:
    assert answer_text(STATE, answer) == text


def test_a_whole_game_has_words_for_all_that_happens() -> None:
    chance = random.Random(7)
    game = new_game(["Ann", "Ben", "Cal"], Dealer(7))
    settle(game)
    told = 0
    while (asked := decision(game.state)) is not None:
        options = [*asked.options, *permitted(game.state)]
        assert decision_text(game.state, asked)
        assert all(len(answer_text(game.state, answer).split()) >= 2 for answer in options)
        assert describe(game.state)
        submit(game, chance.choice([answer for answer in options if legality(game.state, answer).legal]))
        told, events = len(game.events), game.events[told:]
        lines = [event_text(game.state, event) for event in events]
        assert all(line is None or line.text.endswith(".") for line in lines)
    assert game.state.phase == Phase.OVER


def test_a_position_is_described_for_people() -> None:
    state = state_of(
        tiles={"Desdemona": {"wounds": 2}, "Bianca": {"dead": True}},
        set_aside=["III.15"],
        half_curtain=True,
        piles={"script": 4, "staging": 9},
    )
    assert describe(state).splitlines() == [
        "Act III, scene 2: the cards are revealed. Ann is the Lead.",
        "Script pile 4 and 0 discarded, staging pile 9 and 0 discarded; the marker is at act-begins. "
        "The half curtain has fallen.",
        "Wounds: Othello 0/6, Iago 0/6, Cassio 0/5, Desdemona 2/5, Bianca dead, Emilia 0/4.",
        "Set aside: “Bianca confronts Cassio”.",
        "Ann (the Lead): 2 points, intrigue 3, spotlight 1; hand III.1, III.2 and Seize",
        "Ben: 2 points, intrigue 3, spotlight 1; has placed III.4",
        "Cal: 2 points, intrigue 3, spotlight 1; hand ?",
    ]


def test_what_lies_on_tiles_that_wait_for_another_act_is_described_and_a_limit_only_where_there_is_one() -> None:
    state = state_of(
        edition="2022", tiles={"Othello": {"wounds": 1}, "Roderigo": {"wounds": 3}, "Montano": {"dead": True}}
    )
    assert describe(state).splitlines()[2] == (
        "Wounds: Othello 1, Iago 0/10, Cassio 0/5, Desdemona 0/5, Bianca 0/3, Emilia 0/4. "
        "Not on stage: Montano dead, Roderigo 3/4."
    )


AS_LEAD = {"card": "I.10", "as": "lead"}


def test_all_that_a_seat_may_have_is_described() -> None:
    table = Table(
        scene=3,
        half_curtain=True,
        tiles={"Cassio": {"wounds": 2}, "Othello": {"dead": True}},
        set_aside=["I.3"],
        piles={"script": 2, "staging": ["Revive"], "script_discard": ["I.1"]},
        Ann={"placed": "I.2", "intrigue": 2, "coins": {"Iago": 2, "Cassio": 1}},
        Ben={
            "placed": "I.4",
            "hand": ["Seize", "I.5", "Seize"],
            "handkerchief": True,
            "scored": [AS_LEAD, "I.9"],
        },
        Cal={"placed": "I.7", "revealed": True, "done": True, "face_up": ["No Drama"], "protected": True},
    )
    assert describe(table.state).splitlines() == [
        "Act I, scene 3: the cards are revealed. Ann is the Lead.",
        "Script pile 2 and 1 discarded, staging pile 1 and 0 discarded; the marker is at act-begins. "
        "The half curtain has fallen.",
        "Wounds: Othello dead, Iago 0/6, Cassio 2/5, Roderigo 0/4, Brabantio 0/2, Desdemona 0/5.",
        "Set aside: “Cassio confronts Othello”.",
        "Ann (the Lead): no points, intrigue 2, spotlight 0, coins Iago 2, Cassio 1; has placed I.2",
        "Ben: 6 points, intrigue 0, spotlight 0, the handkerchief; "
        "hand I.5 and Seize twice; has placed I.4; scored as the Lead I.10; scored I.9",
        "Cal: no points, intrigue 0, spotlight 0, protected; shows I.7; face up No Drama",
    ]


def test_a_game_whose_tiles_are_being_dealt_is_described() -> None:
    table = Table("Ann Ben", None, deck="stand-in", phase="casting", Ben={"wounds": 1, "spotlight": 2})
    assert describe(table.state).splitlines() == [
        "Act I: the tiles are dealt.",
        "Script pile 0 and 0 discarded, staging pile 0 and 0 discarded; the marker is at act-begins. "
        "No curtain has fallen.",
        "Wounds: Othello 0/6, Iago 0/6, Cassio 0/5, Roderigo 0/4, Brabantio 0/2, Desdemona 0/5.",
        "Ann: no points, intrigue 0, spotlight 0",
        "Ben: 3 points, intrigue 0, spotlight 2, wounds 1",
    ]


def test_a_printed_position_is_in_the_language_of_the_table() -> None:
    table = Table("Ann Ben", None, deck="stand-in", phase="casting", Ben={"wounds": 1, "hand": ["Seize", "Seize"]})
    speak("de")
    try:
        assert describe(table.state).splitlines()[1:] == [
            "Skriptstapel 0, abgelegt 0; Regiestapel 0, abgelegt 0; der Anzeiger steht auf „Akt beginnt“. "
            "Noch kein Vorhang ist gefallen.",
            "Wunden: Othello 0/6, Iago 0/6, Cassio 0/5, Roderigo 0/4, Brabantio 0/2, Desdemona 0/5.",
            "Ann: keine Punkte, Intrigen 0, Spotlights 0",
            "Ben: 1 Punkt, Intrigen 0, Spotlights 0, Wunden 1; Hand Seize zweimal",
        ]
    finally:
        speak("en")
