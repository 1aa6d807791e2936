"""A game of any kind in a programmer's hands: `companion.games` finds it; `Play` begins, asks and answers."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

import companion.game.play
from companion.core.errors import InputError
from companion.core.values import replace
from companion.core.verdict import Forbidden
from companion.game.play import Play
from companion.games import USUAL, begin, game_ids, game_in, game_of, game_of_deck, game_said, read

NAMES = ["Ann", "Ben", "Cal"]


def test_the_example_in_the_docstring_runs() -> None:
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    found = doctest.testmod(companion.game.play, optionflags=flags)
    assert found.attempted > 8
    assert found.failed == 0


def test_every_game_has_the_name_of_its_folder_and_the_usual_one_is_first() -> None:
    assert game_ids()[0] == USUAL
    for name in game_ids():
        game = game_of(name)
        assert game.info.id == name
        assert game.info.title
        assert len(game.info.seats) > 0


def test_a_game_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(InputError, match=r"hamlet.* is not one of: .*othello"):
        game_of("hamlet")
    with pytest.raises(InputError, match="hamlet"):
        read({"game": "hamlet"})


def test_a_position_that_names_no_game_is_one_of_the_usual_game() -> None:
    assert game_in({"seats": []}).info.id == USUAL


@pytest.mark.parametrize("name", game_ids())
@pytest.mark.parametrize("nothing", [None, 5, "pass", [], b"pass"])
def test_what_is_no_answer_is_refused_in_words(name: str, nothing: Any) -> None:
    play = begin(name, NAMES, seed=7)
    with pytest.raises(InputError):
        play.answer(nothing)
    assert play.events == begin(name, NAMES, seed=7).events


@pytest.mark.parametrize("name", game_ids())
@pytest.mark.parametrize("names", [None, 5, [["Ann"], "Ben", "Cal"], ["Ann", "Ben", 3]])
def test_players_without_names_are_refused_in_words(name: str, names: Any) -> None:
    with pytest.raises(InputError) as refused:
        begin(name, names, seed=7)
    assert (refused.value.field or "").startswith("names")


@pytest.mark.parametrize("name", game_ids())
@pytest.mark.parametrize(
    ("chosen", "field"),
    [
        ({"edition": "1999"}, "edition"),
        ({"level": "nine"}, "level"),
        ({"variants": ["none of these"]}, "variants[0]"),
        ({"rulings": {"ZZ1": "a"}}, "rulings.ZZ1"),
        ({"deck": "nobody's"}, "deck"),
        ({"deck": {"text": "x"}}, "deck.text"),
        ({"seed": []}, "seed"),
    ],
)
def test_what_a_game_does_not_have_is_refused_with_its_field(name: str, chosen: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as refused:
        begin(name, NAMES, **{"seed": 7} | chosen)
    assert (refused.value.field or "").startswith(field)


def test_a_game_that_has_one_box_says_of_a_deck_no_line_that_could_be_mended() -> None:
    with pytest.raises(InputError) as refused:
        begin("asides", NAMES, seed=7, deck={"text": 'game = "asides"'})
    assert str(refused.value) == "deck.text: Asides is played with its own cards, and takes no other deck"


@pytest.mark.parametrize("name", game_ids())
def test_an_answer_of_another_game_is_refused_in_words(name: str) -> None:
    play = begin(name, NAMES, seed=7)
    for other in {*game_ids()} - {name}:
        asked = begin(other, NAMES, seed=7).asked
        assert asked is not None
        with pytest.raises(InputError):
            play.answer(asked.options[0])
    assert play.events == begin(name, NAMES, seed=7).events


def test_chance_is_a_whole_number_also_where_a_game_is_read() -> None:
    nothing: Any = []
    with pytest.raises(InputError, match="seed"):
        read(begin("othello", NAMES, seed=7).write(), seed=nothing)


def answer_somehow(play: Play[Any, Any, Any]) -> None:
    """Give the first allowed answer; some depend on a card that only its player knows."""
    for option in play.options:
        with suppress(Forbidden):
            play.answer(option)
            return
    pytest.fail("nothing that is offered can be done")


@pytest.mark.parametrize("name", game_ids())
def test_what_is_offered_can_be_answered_written_read_and_taken_back(name: str) -> None:
    play = begin(name, NAMES, seed=7)
    written = [play.write()]
    for _ in range(30):
        if play.asked is None:
            break
        answer_somehow(play)
        written.append(play.write())
        assert read(play.write()).write() == play.write()
    assert len(written) > 20 or play.asked is None
    while len(written) > 1:
        assert play.write() == written.pop()
        play.undo()
    assert play.write() == written.pop()
    with pytest.raises(LookupError):
        play.undo()


@pytest.mark.parametrize("name", game_ids())
@pytest.mark.parametrize(
    ("names", "field"),
    [
        (["Ann", "ann", "Cal"], "names[1]"),
        (["\u00c9mile", "Ben", "E\u0301mile"], "names[2]"),
        (["Ann", "Ben", "Ann"], "names[2]"),
        (["Ann", "Ben", "C" * 25], "names[2]"),
        (["Ann", "A\u200bnn", "Cal"], "names[1]"),
    ],
)
def test_names_that_a_page_would_not_take_are_refused(name: str, names: list[str], field: str) -> None:
    with pytest.raises(InputError) as refused:
        begin(name, names, seed=7)
    assert refused.value.field == field


@pytest.mark.parametrize("name", game_ids())
@pytest.mark.parametrize("seat", [3, 99, -2, -99])
def test_an_answer_of_the_game_s_own_class_for_a_seat_that_is_not_there_is_refused(name: str, seat: int) -> None:
    play, tried = begin(name, NAMES, seed=7), 0
    for _ in range(20):
        if (asked := play.asked) is None:
            break
        before = play.write(), [*play.events]
        for option in (*asked.options[:5], *play.permitted):
            for field, wrong in with_seat(option, seat):
                with pytest.raises(InputError) as refused:
                    play.answer(wrong)
                assert refused.value.field == field
                tried += 1
        assert (play.write(), play.events) == before
        answer_somehow(play)
    assert tried > 0


@pytest.mark.parametrize(("name", "answers", "what"), [("othello", 1, "intrigue"), ("asides", 0, "points")])
def test_the_host_puts_nothing_right_of_a_seat_that_is_not_there(name: str, answers: int, what: str) -> None:
    play = begin(name, NAMES, seed=7)
    for _ in range(answers):
        answer_somehow(play)
    game, before = play.game, play.write()
    said = {"do": "correct", "changes": [{"what": what, "of": "Cal", "now": 1}], "because": "agreed"}
    play.answer(game.types.answer_from_json(said, NAMES))
    play.undo()
    with pytest.raises(InputError) as refused:
        play.answer(
            game.types.answer_from_json(said | {"changes": [{"what": what, "of": "Dan", "now": 1}]}, [*NAMES, "Dan"])
        )
    assert (refused.value.field, play.write()) == ("changes[0].of", before)


@pytest.mark.parametrize("seat", [3, -2, None])
@pytest.mark.parametrize("do", ["correct", "carry-out"])
def test_deathmatch_changes_nothing_of_a_seat_that_is_not_there(do: str, seat: int | None) -> None:
    play = begin("deathmatch", NAMES, seed=7)
    for _ in range(4):
        answer_somehow(play)
    before, card = play.write(), next(iter(play.state.deck.actions))
    changed = [
        ({"what": "character", "of": "Cal", "now": "Hamlet"}, "of"),
        ({"what": "revealed", "of": "Cal", "now": True}, "of"),
        ({"what": "limit", "of": "Cal", "suit": "blades", "now": 3}, "of"),
        ({"what": "hand_size", "of": "Cal", "now": 3}, "of"),
        ({"what": "protagonist", "now": "Cal"}, "now"),
        ({"what": "slain", "of": "Cal"}, "of"),
        ({"what": "turn", "now": "Cal"}, "now"),
        ({"what": "card", "card": card, "from": "discard", "to": {"hand": "Cal"}}, "to.hand"),
        ({"what": "card", "card": card, "from": {"pool": "Cal"}, "to": "discard"}, "from.pool"),
    ]
    for change, field in changed:
        said = {"do": do, "changes": [change], **({"because": "agreed"} if do == "correct" else {"by": "Ann"})}
        answer = play.game.types.answer_from_json(said, NAMES)
        (meant,) = answer.changes
        part = "origin" if field == "from.pool" else field.split(".")[0]
        wrong = replace(getattr(meant, part), of=seat) if "." in field else seat
        with pytest.raises(InputError) as refused:
            play.answer(replace(answer, changes=(replace(meant, **{part: wrong}),)))
        assert (refused.value.field, play.write()) == (f"changes[0].{field}", before)


def with_seat(answer: Any, seat: int) -> Iterator[tuple[str, Any]]:
    """Yield the answer with another seat in each of its seat fields."""
    for field in {"by", "to", "target"} & {*dir(answer)}:
        if getattr(answer, field) is not None:
            yield field, replace(answer, **{field: seat})


def test_an_answer_against_the_rules_changes_nothing() -> None:
    play = begin("othello", NAMES, seed=7)
    before = play.write()
    with pytest.raises(Forbidden):
        play.answer({"by": "Ann", "do": "reveal", "card": "I.1"})
    with pytest.raises(InputError, match="Dan"):
        play.answer({"do": "lead", "to": "Dan"})
    assert play.write() == before
    assert play.events == []


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ('# of [[card]]s\ngame = "deathmatch"\nid = "a"\n[[card]]\nid = "b"\n', "deathmatch"),
        ('id = "a"\n[[card]]\ngame = "deathmatch"\n', USUAL),
        ("a." * 100_000, USUAL),
        ("", USUAL),
    ],
)
def test_a_deck_says_in_its_head_which_game_it_is_of(text: str, game: str) -> None:
    assert game_of_deck(text).info.id == game


def test_what_names_a_game_that_there_is_not_is_told_which_there_are() -> None:
    told = '"hamlet" is not one of: othello, asides, deathmatch'
    with pytest.raises(InputError, match=told):
        game_of_deck('game = "hamlet"\n')
    with pytest.raises(InputError, match=told):
        game_said({"game": "hamlet"})
