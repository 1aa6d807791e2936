"""Deathmatch in words: every event, answer and decision, and a position in a few lines."""

from typing import Any

import pytest

from companion.deathmatch.model import events as e
from companion.deathmatch.model.answers import answer_from_json
from companion.deathmatch.model.changes import changes_from_json
from companion.deathmatch.model.state import State
from companion.deathmatch.notation.read import position_from_json
from companion.deathmatch.text.describe import describe
from companion.deathmatch.text.narrate import NARRATORS, answer_text, event_text
from tests.games.deathmatch.positions import Json, position

ANN, BEN = 0, 1
NAMES = ["Ann", "Ben", "Cal"]


def state(*seats: Json, **keys: Any) -> State:
    return position_from_json(position(*seats, **keys))


def told(event: e.Event, viewer: int | None = None) -> str | None:
    line = event_text(state(), event, viewer)
    return line and line.text


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (e.ActBegan(2, ANN), "Act 2 begins."),
        (e.ProtagonistChanged(BEN), "Ben is the protagonist."),
        (e.ProtagonistChanged(None), "From now on there is no protagonist."),
        (e.SettingChosen(ANN, "graveyard"), "Ann chooses the setting: graveyard. Hands are of 2 cards."),
        (e.SettingChosen(None, "castle"), "The setting is castle. Hands are of 3 cards."),
        (e.CharacterDealt(ANN, "Hamlet"), "Ann draws a character."),
        (e.Shuffled(12), "12 cards are shuffled."),
        (e.Dealt(ANN, "coins.1"), None),
        (e.LeftOut("coins.2"), "Not in this game: a bad bond (2 coins)."),
        (e.Drew(ANN, "coins.2"), "Ann draws a card."),
        (e.SceneBegan(3, BEN), "Scene 3: it is Ben’s action."),
        (e.Showed(ANN, "One Fell Swoop"), "Ann plays One Fell Swoop for its text."),
        (e.CarriedOut(ANN, "One Fell Swoop"), "The text of One Fell Swoop is carried out."),
        (e.Revealed(ANN, "Hamlet"), "Ann reveals Hamlet."),
        (e.Played(BEN, "blades.4"), "Ben plays an unbated foil (4 blades)."),
        (e.Sacrificed(BEN, "Et tu, Brute?"), "Ben sacrifices Et tu, Brute?"),
        (e.Led(BEN), "Ben’s card is the one to beat."),
        (e.SceneWon(BEN), "Ben wins the scene."),
        (e.SceneWon(None), "Nobody wins the scene."),
        (e.Damaged(ANN, BEN, "blades.4"), "Ann hurts Ben with an unbated foil (4 blades)."),
        (e.Damaged(ANN, BEN, "Et tu, Brute?"), "Ann gives Et tu, Brute? to Ben: it harms nobody."),
        (e.Discarded(ANN, "coins.2", e.Origin.HAND), "Ann discards a card."),
        (e.Discarded(ANN, "coins.2", e.Origin.POOL), "A bad bond (2 coins) leaves Ann’s damage pool."),
        (e.Discarded(ANN, "coins.2", e.Origin.SCENE), None),
        (e.Discarded(ANN, "coins.2", e.Origin.PILE), None),
        (e.PassedOver(ANN), "Ann has no card and is passed over."),
        (e.Slain(BEN, "Hamlet"), "Ben, who was Hamlet, is slain."),
        (e.Slain(BEN, "?character"), "Ben is slain."),
        (e.SceneEnded(1), None),
        (e.ActEnded(1), "Act 1 ends."),
        (e.GameEnded((ANN,)), "The game is over. Ann wins."),
        (e.GameEnded((ANN, BEN)), "The game is over. Ann and Ben share the win."),
        (e.Found(ANN, "coins.2"), None),
        (e.Found(ANN, "Hamlet"), None),
    ],
)
def test_an_event_is_told_to_everybody(event: e.Event, words: str | None) -> None:
    assert told(event) == words


def test_in_the_crypt_it_is_said_who_may_look_at_whose_hand() -> None:
    crypt = state(setting="crypt")
    line = event_text(crypt, e.Damaged(ANN, BEN, "blades.4"))
    assert line and line.text == "Ann hurts Ben with an unbated foil (4 blades), and may look at Ben’s hand."
    harmless = event_text(crypt, e.Damaged(ANN, BEN, "Et tu, Brute?"))
    assert harmless and "look" not in harmless.text


def test_there_are_words_for_every_kind_of_event() -> None:
    assert set(NARRATORS) == set(e.EVENTS.values())


def test_who_sees_a_card_is_told_its_name() -> None:
    assert told(e.Drew(ANN, "coins.2"), ANN) == "Ann draws a bad bond (2 coins)."
    assert told(e.CharacterDealt(ANN, "Hamlet"), ANN) == "Ann draws Hamlet."
    assert told(e.Found(ANN, "Hamlet"), ANN) == "Ann is Hamlet."
    assert told(e.Found(ANN, "coins.2"), ANN) == "Ann has a bad bond (2 coins) after all."


def test_who_slays_is_told_with_the_death() -> None:
    scene = state({"played": "blades.4"}, {"played": "blades.2"}, phase="damage", turn="Ann")
    line = event_text(scene, e.Slain(BEN, "Hamlet"), None)
    assert line is not None and line.text == "Ann slays Ben, who was Hamlet."
    line = event_text(scene, e.Slain(ANN, "Hamlet"), None)
    assert line is not None and line.text == "Ann, who was Hamlet, is slain."


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            {"what": "card", "card": "coins.2", "from": {"hand": "Ann"}, "to": {"pool": "Ben"}},
            "A bad bond (2 coins) goes from Ann’s hand to Ben’s damage pool.",
        ),
        (
            {"what": "card", "card": "coins.2", "from": {"pile": "Ann"}, "to": "discard"},
            "A card goes from Ann’s draw pile to the discard pile.",
        ),
        (
            {"what": "card", "card": "coins.2", "from": {"played": "Ann"}, "to": "removed"},
            "A bad bond (2 coins) goes from Ann’s place in the scene to the cards that are not in the game.",
        ),
        ({"what": "character", "of": "Ann", "now": "Timon"}, "Ann is another character now."),
        ({"what": "revealed", "of": "Ann", "now": False}, "Ann’s character is turned face down."),
        ({"what": "limit", "of": "Ann", "suit": "coins", "now": 2}, "Ann can take another number of coins now."),
        (
            {"what": "hand_size", "of": "Ann", "now": 1},
            "Ann has a hand of 1 card until the next act’s setting.",
        ),
        ({"what": "setting", "now": "heath"}, "The setting changes to heath."),
        ({"what": "protagonist", "now": "Ben"}, "The protagonist card goes to Ben."),
        ({"what": "slain", "of": "Ben"}, "Ben’s character is slain."),
    ],
)
def test_what_a_text_changed_is_told_to_everybody(change: Json, words: str) -> None:
    (changed,) = changes_from_json([change], NAMES)
    assert told(e.Changed(changed)) == words


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"do": "protagonist", "to": "Ben"}, "Ben takes the protagonist card"),
        ({"by": "Ann", "do": "setting", "card": "heath"}, "Ann chooses the setting heath"),
        ({"by": "Ann", "do": "trickster", "card": "One Fell Swoop"}, "Ann plays One Fell Swoop for its text"),
        ({"by": "Ann", "do": "reveal"}, "Ann reveals the own character"),
        ({"by": "Ann", "do": "reveal", "character": "Timon"}, "Ann reveals Timon"),
        ({"by": "Ann", "do": "play", "card": "coins.2"}, "Ann plays a bad bond (2 coins)"),
        ({"by": "Ann", "do": "play", "card": "One Fell Swoop"}, "Ann sacrifices One Fell Swoop"),
        ({"do": "winner", "to": "Cal"}, "Cal wins the scene"),
        (
            {"by": "Ann", "do": "damage", "card": "coins.2", "target": "Ben"},
            "Ann hurts Ben with a bad bond (2 coins)",
        ),
        (
            {"by": "Ann", "do": "discard", "cards": ["coins.2", "?action"]},
            "Ann discards a bad bond (2 coins) and a card",
        ),
        ({"by": "Ann", "do": "carry-out"}, "Ann carries out One Fell Swoop"),
        (
            {"do": "carry-out", "source": "setting", "changes": [{"what": "slain", "of": "Ben"}]},
            "castle is carried out: Ben’s character is slain.",
        ),
        ({"by": "Ann", "do": "slain", "character": "Timon"}, "Ann says that Timon is slain"),
    ],
)
def test_an_answer_is_told_as_who_does_what_to_whom_with_what(answer: Json, words: str) -> None:
    carrying = state(carrying={"by": "Ann", "card": "One Fell Swoop"})
    assert answer_text(carrying, answer_from_json(answer, NAMES)) == words


def test_a_position_is_described_in_a_few_lines() -> None:
    found = state(
        {"character": "Hamlet", "hand": ["blades.1", "blades.1", "?action"], "pile": 3, "played": "coins.2"},
        {"character": "Timon", "revealed": True, "pool": ["coins.1", "poison.3", "coins.4"]},
        {"character": "Ophelia", "out": True},
        {},
        phase="scene",
        discard=4,
    )
    assert describe(found).splitlines() == [
        "Act 1, scene 1: cards are laid in answer. Ann is the protagonist. Ann has the first action of the act. "
        "Ann has opened the scene.",
        "The setting is castle; 4 cards in the discard pile.",
        "Ann: Hamlet; hand blades.1 twice, ?action; draw pile 3; has laid coins.2",
        "Ben: Timon (face up); draw pile 0; damage pool coins.1, poison.3, coins.4 (5 coins, 3 poison)",
        "Cal: Ophelia; slain",
        "Dot: ?character; draw pile 0",
    ]
