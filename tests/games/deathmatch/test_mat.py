"""Things on the mat of Deathmatch mean what the contract of scripts says, and a slip stops nothing."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.errors import InputError
from companion.core.observation import Lift, Tag
from companion.core.verdict import Forbidden
from companion.deathmatch.game import GAME
from companion.deathmatch.model.deck import deck_to_objects, load_deck
from companion.table.snapshot import STEPS_SHOWN, board, desk
from tests.games.deathmatch.mat import STAGE, Mat
from tests.games.deathmatch.positions import NAMES, position, two
from tests.support.all_games import Table

HAND = ["?action", "?action", "?action"]
BRUTUS = "Et tu, Brute?"
SWOOP = "One Fell Swoop"


def at_table(*hands: list[str], **keys: Any) -> Mat:
    """Ann's action; by default everybody has three unseen cards."""
    seats = [{"hand": hands[number] if number < len(hands) else HAND, "pile": 5} for number in range(3)]
    return Mat(position(*seats, **keys))


def casting(players: int = 3) -> Mat:
    return Mat({"game": "deathmatch", "seats": [{"name": name} for name in NAMES[:players]]})


# --- the deal, characters, setting


def test_the_protagonist_card_at_a_seat_says_who_begins_and_the_deal_is_the_tables() -> None:
    mat = casting().lay("Ben", "protagonist")
    assert mat.state.protagonist == 1
    assert [seat.hand for seat in mat.state.seats] == [tuple(HAND)] * 3
    assert {seat.character for seat in mat.state.seats} == {"?character"}
    assert all(isinstance(seat.pile, int) and seat.pile > 30 for seat in mat.state.seats)


def test_a_characters_tag_is_that_seats_secret_and_laid_again_on_the_own_action_it_is_revealed() -> None:
    mat = at_table().lay("Ann", "character:Hamlet")
    assert (mat.seat("Ann").character, mat.seat("Ann").revealed) == ("Hamlet", False)
    assert "Hamlet" not in str(mat.board())
    mat.lay("Ben", "character:Ophelia").lay("Ben", "character:Ophelia")
    assert (mat.seat("Ben").character, mat.seat("Ben").revealed) == ("Ophelia", False)  # not his action
    mat.lay("Ann", "character:Hamlet")
    assert mat.seat("Ann").revealed
    assert mat.codes() == []


def test_another_character_than_the_own_one_is_not_revealed_and_only_its_player_is_told_why() -> None:
    mat = at_table().lay("Ann", "character:Hamlet").lay("Ann", "character:Ophelia")
    assert mat.codes() == ["reveal.other-character"]
    assert not mat.seat("Ann").revealed
    assert "Ophelia" not in str((mat.board(), mat.desk()["irregularities"], mat.desk()["steps"]))
    assert [entry["code"] for entry in mat.desk()["irregularities"]] == ["answer.refused"]


def test_a_character_shown_before_the_deal_counts_once_everything_is_dealt() -> None:
    mat = casting().lay("Cal", "character:Ophelia")
    assert mat.state.is_new
    assert "Ophelia" not in str(mat.board())
    mat.lay("Ann", "protagonist")
    assert mat.seat("Cal").character == "Ophelia"


def test_two_who_show_the_same_character_are_not_told_and_who_reveals_it_has_it() -> None:
    mat = at_table().lay("Ben", "character:Hamlet").lay("Ann", "character:Hamlet")
    assert mat.codes() == []
    assert len(mat.session.view.record.questions) == 0
    mat.lay("Ann", "character:Hamlet")
    assert (mat.seat("Ann").character, mat.seat("Ann").revealed) == ("Hamlet", True)
    assert mat.seat("Ben").character == "?character"


def test_a_setting_on_the_target_zone_is_the_protagonists_choice() -> None:
    mat = at_table(setting=None).lay(STAGE, "setting:castle")
    assert (mat.state.setting, mat.state.phase) == ("castle", "action")
    assert mat.lay(STAGE, "setting:castle").codes() == []  # the active one may lie there
    other = next(name for name in mat.state.deck.settings if name != "castle")
    assert mat.lay(STAGE, f"setting:{other}").codes() == ["setting.not-now"]


# --- cards


def test_an_action_card_is_played_and_out_of_turn_it_is_noted_and_the_game_goes_on() -> None:
    mat = at_table().lay("Ben", "coins.2")
    assert mat.codes() == ["play.not-your-turn"]
    assert mat.session.view.message(1) is not None
    mat.lay("Ann", "blades.4")
    assert (mat.seat("Ann").played, mat.state.turn) == ("blades.4", 1)
    assert mat.lay("Ann", "blades.4").codes() == ["play.not-your-turn"]  # placed again it is the same card
    assert mat.lay("Ben", "coins.2").seat("Ben").played == "coins.2"


@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        (HAND, True),
        ([BRUTUS, "?action"], True),
        ([BRUTUS, "blades.1"], True),
        ([BRUTUS, SWOOP], False),
        ([BRUTUS], False),
        (["?action"], False),
    ],
)
def test_a_trickster_is_played_for_its_text_where_the_hand_may_hold_a_standard_card(
    hand: list[str], shown: bool
) -> None:
    mat = Mat(position({"hand": hand}, {"hand": HAND}, {"hand": HAND}))
    mat.lay("Ann", BRUTUS)
    assert mat.codes() == []
    assert mat.state.trickster_played is shown
    assert mat.seat("Ann").played == (None if shown else BRUTUS)


def test_a_second_trickster_in_a_scene_is_a_card_that_is_played() -> None:
    mat = at_table().lay("Ann", BRUTUS).lay("Ann", SWOOP)
    assert mat.state.trickster_played
    assert (mat.seat("Ann").played, mat.codes()) == (SWOOP, [])


def test_the_only_copy_of_a_trickster_laid_once_more_is_no_second_one() -> None:
    deck = [{"kind": "trickster", "id": "Exeunt"}, *deck_to_objects(load_deck("stand-in"))]
    mat = at_table(deck=deck).lay("Ann", "Exeunt").lay("Ann", "Exeunt")
    assert (mat.seat("Ann").played, mat.state.carrying, mat.codes()) == (None, (0, "Exeunt"), [])


def test_in_answer_a_trickster_is_sacrificed() -> None:
    mat = at_table().lay("Ann", "blades.4").lay("Ben", SWOOP)
    assert (mat.seat("Ben").played, mat.state.trickster_played) == (SWOOP, False)


def test_a_card_that_a_known_hand_does_not_hold_is_noted_and_only_its_player_is_told_why() -> None:
    mat = at_table(["blades.1", "blades.2", "coins.1"]).lay("Ann", "poison.6")
    assert mat.codes() == ["play.not-held"]
    assert [entry["code"] for entry in mat.desk()["irregularities"]] == ["answer.refused"]
    assert mat.seat("Ann").played is None


# --- the end of a scene


def scene(**keys: Any) -> Mat:
    """All have played; Ben sacrificed a trickster."""
    return at_table(**keys).lay("Ann", "blades.4").lay("Ben", SWOOP).lay("Cal", "coins.2")


def test_a_press_says_who_won_and_a_card_of_the_scene_at_anothers_seat_is_damage() -> None:
    mat = scene()
    assert mat.cues() == {"Ann": "choose", "Ben": "idle", "Cal": "choose"}
    mat.press("Ben")
    assert mat.codes() == ["winner.sacrificed"]
    assert mat.board()["seats"][1]["told"] == "Ben sacrificed a trickster, which cannot win."
    mat.hold("Cal")
    assert mat.board()["seats"][2]["told"] == "do not hold it: press it shortly"
    mat.press("Cal")
    assert mat.cues() == {"Ann": "idle", "Ben": "on-deck", "Cal": "lay"}
    mat.lay("Cal", "blades.4")  # the winner takes all cards
    mat.lay("Ann", "coins.2")
    assert mat.seat("Ann").pool == ("coins.2",)
    assert mat.state.scene == 2
    mat.lay("Ann", "coins.2")  # it is still there
    assert mat.codes() == ["winner.sacrificed"]
    mat.lay("Ben", "blades.1").lay("Cal", "blades.1").lay("Ann", "coins.2")  # her turn, and another copy
    assert mat.seat("Ann").played == "coins.2"


def test_a_card_that_is_not_of_the_scene_is_no_damage() -> None:
    mat = scene().press("Ann").lay("Cal", "poison.1")
    assert mat.codes() == ["answer.not-now"]
    assert mat.state.phase == "damage"


def test_a_death_shows_at_once_when_both_totals_are_reached_and_not_before() -> None:
    near = {"character": "Hamlet", "hand": HAND, "pool": ["coins.5", "coins.3", "blades.2"], "pile": 3}
    mat = Mat(position({"hand": HAND}, near, {"hand": HAND}))
    mat.lay("Ann", "blades.3").lay("Ben", "letters.1").lay("Cal", "letters.2").press("Ann")
    assert "Hamlet" not in str(mat.board())
    mat.lay("Ben", "blades.3")
    assert (mat.seat("Ben").out, mat.cues()["Ben"]) == (True, "done")
    assert "Hamlet" in str(mat.board())


def test_a_character_shown_when_the_pool_has_killed_it_already_is_slain_at_once() -> None:
    pool = ["coins.5", "coins.3", "blades.4"]
    mat = Mat(position({"hand": HAND}, {"hand": HAND, "pool": pool}, {"hand": HAND}))
    assert mat.lay("Ben", "character:Hamlet").seat("Ben").out


# --- ignored things and questions


@pytest.mark.parametrize(
    ("where", "thing", "seat"),
    [
        ("Ann", "uid:04A2C3", "seat1"),
        (STAGE, "uid:04A2C3", None),
        (STAGE, "blades.1", None),
        (STAGE, "character:Hamlet", None),
        ("Ben", "setting:castle", "seat2"),
    ],
)
def test_what_cannot_be_read_becomes_a_question(where: str, thing: str, seat: str | None) -> None:
    mat = at_table().lay(where, thing)
    assert [item["seat"] for item in mat.desk()["questions"]] == [seat]
    assert "Hamlet" not in str(mat.desk()["questions"])
    assert mat.lay("Ann", "blades.1").seat("Ann").played == "blades.1"


def test_something_where_nobody_sits_is_a_question() -> None:
    mat = at_table()
    mat.session.observe(Tag(1.0, "seat6.play", "blades.1"))
    assert len(mat.session.view.record.questions) == 1


def test_the_protagonist_card_may_lie_with_the_protagonist_and_elsewhere_it_is_noted() -> None:
    mat = at_table().lay("Ann", "protagonist")
    assert mat.codes() == []
    assert mat.lay("Ben", "protagonist").codes() == ["answer.not-now"]


def test_the_slain_light_nothing_and_what_they_lay_changes_nothing() -> None:
    gone = {"character": "Ophelia", "revealed": True, "out": True}
    mat = Mat(position({"hand": HAND}, gone, {"hand": HAND}, {"hand": HAND}))
    assert mat.cues()["Ben"] == "done"
    mat.lay("Ben", "character:Ophelia").lay("Ben", "blades.1")
    assert mat.codes() == ["answer.out"]


# --- lights and buttons


def test_a_light_says_what_is_wanted_and_a_button_that_a_text_has_changed_nothing() -> None:
    mat = casting()
    assert set(mat.cues().values()) == {"idle"}
    mat.lay("Ann", "protagonist")
    assert mat.cues() == {"Ann": "lay", "Ben": "idle", "Cal": "idle"}
    mat.lay(STAGE, "setting:castle")
    assert mat.cues() == {"Ann": "your-turn", "Ben": "idle", "Cal": "idle"}
    mat.lay("Ann", BRUTUS)
    assert mat.cues()["Ann"] == "go-on"
    assert mat.board()["seats"][0]["press"] == "done, no damage changed"
    mat.hold("Ann")
    assert mat.state.carrying is None
    mat.lay("Ann", "blades.1")
    assert mat.cues() == {"Ann": "idle", "Ben": "lay", "Cal": "on-deck"}


def test_too_many_cards_are_laid_down_unnamed_by_a_button() -> None:
    mat = at_table([*HAND, "?action", "?action"])
    assert (mat.cues()["Ann"], mat.board()["seats"][0]["hold"]) == ("go-on", "discard 2 cards without showing")
    mat.press("Ann")
    assert len(mat.seat("Ann").hand) == 3
    assert mat.codes() == []


# --- the host and the record


def test_the_host_enters_what_no_reader_has_read_and_the_book_follows() -> None:
    mat = at_table(["blades.1", "blades.2", "coins.1"])
    mat.say(by="Ann", do="play", card="poison.6")
    assert mat.seat("Ann").played == "poison.6"
    mat.say(by="Ben", do="character", character="Hamlet")
    assert mat.seat("Ben").character == "Hamlet"


def test_the_host_cannot_say_what_everybody_knows_to_be_wrong() -> None:
    mat = at_table()
    with pytest.raises(Forbidden):
        mat.say(by="Ben", do="play", card="coins.2")
    with pytest.raises(InputError):
        mat.say(by="Ben", do="sing")
    assert mat.state.phase == "action"


def test_a_wrong_winner_is_put_right_with_what_came_after() -> None:
    mat = scene().press("Cal")
    number = len(mat.session.view.record.steps) - 1
    mat.session.correct(number, {"do": "winner", "to": "Ann"}, mat.at)
    assert mat.state.turn == 0
    steps = [step for step in mat.desk()["steps"] if step["text"] == "Ann wins the scene"]
    assert [each["text"] for each in steps[0]["instead"]] == ["Cal wins the scene"]  # Ben's trickster cannot (DT3)


def test_where_the_winner_was_read_wrongly_only_whoever_can_have_won_is_offered_and_after_a_restart_too() -> None:
    mat = scene().press("Cal").lay("Cal", "blades.4").lay("Ann", "coins.2")
    told = [step["instead"] for step in mat.desk()["steps"]]
    assert [each["answer"]["to"] for each in told[3]] == ["Ann"]
    mat.session.undo(mat.at)
    mat.session.redo(mat.at)
    assert [step["instead"] for step in mat.desk()["steps"]] == told
    again = mat.restarted()
    assert [step["instead"] for step in desk(again.view)["steps"]] == told


def test_of_older_scenes_the_desk_shows_no_more_than_the_newest_answer_that_may_have_been_another() -> None:
    table = Table("deathmatch", 4)
    while len(table.session.view.record.steps) < 40:
        table.step()
    shown = [step["id"] for step in desk(table.session.view)["steps"]]
    older = [step for step in shown if step < len(table.session.view.record.steps) - STEPS_SHOWN]
    assert older == [0]  # who began; a winner is among the newest


def test_an_undo_takes_the_last_thing_back_and_it_can_be_done_anew() -> None:
    mat = scene()
    before = mat.state
    mat.press("Cal")
    mat.session.undo(mat.at)
    assert mat.state == before
    mat.press("Ann")
    assert mat.state.turn == 0


def played() -> Mat:
    """An evening with a slip, a character shown to the companion, an undo and a question."""
    mat = casting().lay("Cal", "character:Ophelia").lay("Ann", "protagonist").lay(STAGE, "setting:castle")
    mat.lay("Ben", "character:Hamlet").lay("Ben", "coins.2").lay("Ann", BRUTUS).press("Ann")
    mat.lay("Ann", "blades.4").lay("Ben", "coins.2").lay("Cal", "letters.1").press("Cal")
    mat.session.undo(mat.at)
    return mat.press("Ann").lay("Ben", "letters.1").lay("Ben", "uid:04A2C3").lay("Ben", "poison.2")


def test_records_taken_up_again_give_the_same_game() -> None:
    mat = played()
    again = mat.restarted()
    assert again.state == mat.state
    assert again.view.record.irregularities == mat.session.view.record.irregularities
    assert again.view.record.questions == mat.session.view.record.questions
    for session in (again, mat.session):
        session.tick(mat.at + 10.0)  # what was told at seats is over
    ours, theirs = board(again.view), mat.board()
    assert {**ours, "seq": 0} == {**theirs, "seq": 0}
    assert again.undo(99.0) == mat.session.undo(99.0)
    assert again.state == mat.state


def test_what_lies_there_after_a_restart_is_no_gesture() -> None:
    mat = played()
    again = mat.restarted()
    again.observe(Tag(200.0, "seat2.play", "poison.2"))
    assert again.state == mat.state
    again.observe(Lift(201.0, "seat2.play"))
    again.observe(Tag(202.0, "seat3.play", "blades.2"))
    assert again.state.seats[2].played == "blades.2"


def test_a_character_shown_before_the_deal_is_in_the_book() -> None:
    mat = casting().lay("Cal", "character:Ophelia")
    again = mat.restarted()
    again.observe(Tag(50.0, "seat1.play", "protagonist"))
    assert again.state.seats[2].character == "Ophelia"


def test_one_reader_for_all_is_whose_turn_it_is() -> None:
    mat = at_table()
    tap = Tag(1.0, "stage.tap", "blades.1")
    assert GAME.table.one_reader_gestures(mat.state, tap) == [Tag(1.0, "seat1.play", "blades.1")]
    assert GAME.table.one_reader_gestures(mat.state, Tag(1.0, "stage.tap", "setting:castle")) == [
        Tag(1.0, STAGE, "setting:castle")
    ]


def test_a_reader_that_is_back_asks_about_what_does_not_fit() -> None:
    mat = at_table().lay("Ann", "blades.4")
    for thing, questions in (("blades.4", 0), (None, 1), ("coins.1", 2)):
        mat.session.compare("seat1.play", thing, mat.at)
        assert len(mat.session.view.record.questions) == questions


def test_two_players_need_no_protagonist() -> None:
    mat = Mat(two({"hand": HAND}, {"hand": HAND}))
    mat.lay("Ann", "blades.4").lay("Ben", "coins.4").press("Ben").lay("Ann", "coins.4")
    assert mat.seat("Ann").pool == ("coins.4",)
