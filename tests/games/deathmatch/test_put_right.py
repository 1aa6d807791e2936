"""Corrections by the host: the same changes as a text's, at any time, with a reason."""

from typing import Any

import pytest

from companion.core.errors import InputError
from companion.core.verdict import Forbidden
from companion.deathmatch.game import GAME
from companion.deathmatch.model import events as e
from companion.game.corrections import Because
from companion.table.session import Session
from companion.table.viewer import seat_of
from tests.games.deathmatch.table import Json, Table
from tests.support.all_games import Book


def put_right(table: Table, *changes: Json, because: str = "miscounted") -> Table:
    return table.play(None, "correct", changes=list(changes), because=because)


def test_a_card_in_a_pool_and_whose_action_it_is_are_as_the_host_says() -> None:
    table = Table(Ben={"pool": ["poison.3"]})
    moved = {"what": "card", "card": "poison.3", "from": {"pool": "Ben"}, "to": {"pool": "Cal"}}
    put_right(table, moved, {"what": "turn", "now": "Cal"}, because="unseen")
    assert table.seat("Cal").pool == ("poison.3",) and table.seat("Ben").pool == ()
    assert table.state.opener == table.state.turn == 2
    assert table.happened(e.Corrected) == [e.Corrected(Because.UNSEEN)]
    for player, each in enumerate(GAME.rules.points(table.state, table.game.events)):
        assert each["total"] == table.total(table.names[player])


def test_another_card_was_laid_or_before_another_player_and_the_rest_is_played_again() -> None:
    """This holds for any hands: the list of alternatives reveals nothing of them."""
    offered = []
    for hand in (["?action"] * 3, ["blades.4", "coins.1", "letters.2"]):
        session = Session(
            GAME, Table(Ann={"hand": hand}, Cal={"character": "Hamlet"}).state, GAME.rules.chance(), Book()
        )
        session.settle()
        for by, card in (("Ann", "blades.4"), ("Ben", "coins.3"), ("Cal", "coins.5")):
            session.say({"by": by, "do": "play", "card": card}, 1.0, seat_of(session.names.index(by)))
        session.say({"do": "winner", "to": "Ben"}, 1.0)
        session.say({"by": "Ben", "do": "damage", "card": "coins.3", "target": "Cal"}, 1.0)
        offered.append([session.others_at(number) for number in range(6)])
        opened, *_, placed, none = offered[-1]
        assert {each["answer"]["card"] for each in opened} == {*session.state.deck.actions} - {"blades.4"}
        assert len(placed) == 5 and none == []  # three cards, each in front of two players, except the recorded one
        before_ann = {"by": "Ben", "do": "damage", "card": "coins.3", "target": "Ann"}
        assert before_ann in [each["answer"] for each in placed]
        session.correct(4, before_ann, 2.0)
        session.correct(0, {"by": "Ann", "do": "play", "card": "poison.1"}, 3.0)
        ann, _ben, cal = session.state.seats
        assert (ann.pool, cal.pool, session.state.opener, session.view.record.questions) == (("coins.3",), (), 1, ())
        assert "1 poison" in session.view.record.steps[0].text
    assert offered[0] == offered[1]


def test_a_card_that_nobody_knew_in_a_pool_is_named_when_it_is_taken_out_and_every_wound_is_still_explained() -> None:
    table = Table(Ben={"pool": ["poison.3"]})
    put_right(table, {"what": "card", "card": "?action", "from": {"hand": "Ben"}, "to": {"pool": "Ben"}})
    put_right(table, {"what": "card", "card": "poison.4", "from": {"pool": "Ben"}, "to": "discard"})
    [*_, entry] = GAME.rules.points(table.state, table.game.events)[1]["entries"]
    assert table.seat("Ben").pool == ("poison.3",) and entry["card"] == "poison.3"


def test_a_card_known_to_lie_on_a_pile_that_comes_into_a_pool_unnamed_is_explained_as_what_it_is() -> None:
    table = put_right(
        Table(Cal={"pile": ["poison.3", "?action"]}),
        {"what": "card", "card": "?action", "from": {"pile": "Cal"}, "to": {"pool": "Cal"}},
    )
    [entry] = GAME.rules.points(table.state, table.game.events)[2]["entries"]
    assert table.seat("Cal").pool == ("poison.3",) and (entry["card"], entry["points"]) == ("poison.3", 3)


def test_whose_action_it_is_cannot_be_put_right_once_the_scene_is_opened() -> None:
    table = Table(Ann={"hand": ["coins.1", "coins.2", "coins.3"]}).play("Ann", "play", "coins.1")
    turn = {"what": "turn", "now": "Cal"}
    assert list(table.forbidden(None, "correct", changes=[turn], because="late")) == ["carry-out.no-scene"]


def test_whose_action_it_is_cannot_be_put_right_while_a_text_waits_to_be_carried_out() -> None:
    table = Table(carrying={"by": "Ann", "card": "One Fell Swoop"}, trickster_played=True)
    turn = {"what": "turn", "now": "Cal"}
    assert list(table.forbidden(None, "correct", changes=[turn], because="late")) == ["answer.not-now"]


def test_a_limit_that_is_put_right_to_the_pool_slays_a_known_character() -> None:
    table = Table(Ben={"character": "Hamlet", "revealed": True, "pool": ["blades.3"]})
    limits = ({"what": "limit", "of": "Ben", "suit": suit, "now": now} for suit, now in (("blades", 3), ("coins", 0)))
    put_right(table, *limits, because="agreed")
    assert table.alive == ["Ann", "Cal"]


@pytest.mark.parametrize("change", [{"what": "revealed", "of": "Ben", "now": True}, {"what": "slain", "of": "Ben"}])
def test_whoever_says_that_a_secret_character_lies_face_up_says_which_one_it_is(change: Json) -> None:
    table = Table(Ben={"character": "Hamlet"})

    def judged(*changes: Json) -> None:
        answer = {"do": "correct", "changes": list(changes), "because": "unseen"}
        GAME.secrets.check(table.state, GAME.types.answer_from_json(answer, table.names), None)

    with pytest.raises(Forbidden, match="Name the character of Ben"):
        judged(change)
    for name in ("Hamlet", "Ophelia"):
        judged({"what": "character", "of": "Ben", "now": name}, change)


def test_a_correction_needs_one_of_the_reasons() -> None:
    table = Table()
    with pytest.raises(InputError, match="because"):
        put_right(table, {"what": "protagonist", "now": "Ben"}, because="because")


@pytest.mark.parametrize("key", ["changes", "because"])
def test_a_correction_says_what_and_why(key: str) -> None:
    answer: dict[str, Any] = {"do": "correct", "changes": [{"what": "turn", "now": "Ben"}], "because": "late"}
    del answer[key]
    with pytest.raises(InputError, match=key):
        GAME.types.answer_from_json(answer, ["Ann", "Ben", "Cal"])


@pytest.mark.parametrize(
    "change",
    [
        {"what": "setting", "now": "xyz"},
        {"what": "character", "of": "Ben", "now": "xyz"},
        {"what": "card", "card": "xyz", "from": {"hand": "Ben"}, "to": {"pool": "Cal"}},
    ],
)
def test_a_name_that_the_deck_does_not_have_is_refused_with_those_that_it_has(change: Json) -> None:
    session = Session(GAME, Table().state, GAME.rules.chance(), Book())
    session.settle()
    with pytest.raises(Forbidden, match=r"has no .xyz.\. It has: [a-zA-Z]"):
        session.say({"do": "correct", "because": "agreed", "changes": [change]}, 1.0)
    assert session.view.record.steps == ()


def test_the_step_says_what_was_put_right_and_names_no_character_that_lies_face_down_then() -> None:
    session = Session(GAME, Table(Ben={"character": "Hamlet", "revealed": True}).state, GAME.rules.chance(), Book())
    session.settle()
    changes: list[Json] = [
        {"what": "revealed", "of": "Ben", "now": False},
        {"what": "character", "of": "Ben", "now": "Lear"},
        {"what": "hand_size", "of": "Cal", "now": 5},
    ]
    session.say({"do": "correct", "because": "agreed", "changes": changes}, 1.0)
    told = session.view.record.steps[0].text
    assert "Lear" not in told and "another character" in told and "Cal has a hand of 5 cards" in told
