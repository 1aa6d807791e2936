"""A scene, and the part before its first card (DP, DT)."""

from companion.deathmatch.model import events as e
from tests.games.deathmatch.table import Table


def test_dp1_who_has_the_action_lays_a_card_from_the_hand_and_opens_a_scene() -> None:
    table = Table(Ann={"hand": ["blades.4", "coins.1", "coins.2"]})
    assert table.asked == ("action", ["Ann"])
    table.play("Ann", "play", "blades.4")
    assert table.seat("Ann").played == "blades.4"
    assert table.position["phase"] == "scene"
    assert table.happened(e.Played) == [e.Played(0, "blades.4")]


def test_dp2_each_other_player_in_the_game_answers_in_turn_to_the_left() -> None:
    table = Table("Ann Ben Cal Dot Eve", Cal={"out": True}, protagonist="Ben", Ann={"hand": ["coins.1"] * 2})
    asked = []
    table.play("Ben", "play", "blades.2")
    while table.position["phase"] == "scene":
        asked += table.asked[1]
        table.play(asked[-1], "play", "coins.1" if asked[-1] == "Ann" else "poison.1")
    assert asked == ["Dot", "Eve", "Ann"]


def test_dp3_the_table_says_who_won_of_those_who_laid_a_standard_card() -> None:
    table = Table().round("blades.4", "coins.2", "Jest")
    assert table.asked == ("winner", [])
    assert table.offered("winner", "to") == ["Ann", "Ben"]
    table.play(None, "winner", to="Ben")
    assert table.happened(e.SceneWon) == [e.SceneWon(1)]
    assert table.asked == ("damage", ["Ben"])


def test_dp3_the_opener_may_win() -> None:
    table = Table(rulings={"DJ1": "higher-any"}).round("blades.4", "coins.2", "coins.4")
    assert table.asked == ("damage", ["Ann"])


def test_dp3_a_card_that_defeats_the_one_to_beat_takes_its_place() -> None:
    table = Table(rulings={"DJ1": "higher-any"})
    standing = []
    for card in ("blades.4", "coins.5", "letters.4"):
        standing.append(table.round(card).position["standing"])
    assert standing == ["Ann", "Ben", "Ben"]
    assert table.happened(e.Led) == [e.Led(0), e.Led(1)]


def test_dp4_the_winner_places_one_card_of_the_scene_in_anothers_pool_and_discards_the_rest() -> None:
    table = Table().round("blades.4", "coins.2", "letters.1").play(None, "winner", to="Ben")
    assert table.offered("damage", "target") == ["Cal", "Ann"] * 3
    assert set(table.offered("damage")) == {"blades.4", "coins.2", "letters.1"}
    table.play("Ben", "damage", "blades.4", target="Cal")
    assert table.seat("Cal").pool == ("blades.4",)
    assert sorted(table.discard) == ["coins.2", "letters.1"]
    assert {event.origin for event in table.happened(e.Discarded)} == {e.Origin.SCENE}


def test_dp4_two_copies_in_the_scene_are_one_card_to_place() -> None:
    table = Table().round("coins.2", "coins.2", "coins.1").play(None, "winner", to="Ann")
    assert table.offered("damage") == ["coins.2", "coins.2", "coins.1", "coins.1"]
    table.play("Ann", "damage", "coins.2", target="Ben")
    assert sorted(table.discard) == ["coins.1", "coins.2"]


def test_dp5_the_next_action_is_that_of_the_player_to_the_left_of_who_opened() -> None:
    table = Table().round("blades.4", "coins.2", "letters.1").play(None, "winner", to="Cal")
    table.play("Cal", "damage", "blades.4", target="Ann")
    assert table.asked == ("action", ["Ben"])
    assert table.position["scene"] == 2
    assert table.order(e.SceneWon, e.Damaged, e.SceneEnded, e.SceneBegan) == [
        "SceneWon",
        "Damaged",
        "SceneEnded",
        "SceneBegan",
    ]


def test_dt1_on_the_own_action_one_may_play_a_trickster_and_reveal_in_either_order() -> None:
    seat = {"hand": ["Jest", "coins.1", "coins.2"], "character": "Hamlet"}
    for first, second in (("trickster", "reveal"), ("reveal", "trickster")):
        table = Table(Ann=seat)
        for do in (first, second):
            table.play("Ann", do, "Jest" if do == "trickster" else None)
            table.play("Ann", "carry-out")
        assert table.asked == ("action", ["Ann"])
        assert set(table.offered("play")) >= {"coins.1", "coins.2"}


def test_dt1_after_the_card_that_opens_neither_is_possible() -> None:
    table = Table(Ann={"hand": ["Jest", "coins.1", "coins.2"], "character": "Hamlet"}).round("coins.1")
    assert table.forbidden("Ann", "trickster", "Jest") == {"trickster.not-your-action": ("DT1",)}
    assert table.forbidden("Ann", "reveal") == {"reveal.not-your-action": ("DT1",)}


def test_dt1_neither_is_possible_in_answer_to_anothers_action() -> None:
    table = Table(Ben={"hand": ["Jest", "coins.1", "coins.2"], "character": "Lear"}).round("coins.1")
    assert table.offered("trickster") == table.offered("reveal") == []
    assert table.refused("Ben", "trickster", "Jest") == "trickster.not-your-action"
    assert table.refused("Ben", "reveal") == "reveal.not-your-action"


def test_dt2_there_is_one_trickster_in_a_scene_even_with_nothing_else_in_the_hand() -> None:
    table = Table(Ann={"hand": ["Jest"] * 3, "pile": 0}).play("Ann", "trickster", "Jest").play("Ann", "carry-out")
    assert table.offered("trickster") == []
    assert table.forbidden("Ann", "trickster", "Jest") == {"trickster.second": ("DT2",)}
    assert table.offered("play") == ["Jest"]


def test_dt2_a_new_scene_may_have_a_new_trickster() -> None:
    table = Table(Ann={"hand": ["Jest", "coins.1", "coins.2"]}, Ben={"hand": ["Jest", "coins.1", "coins.2"]})
    table.play("Ann", "trickster", "Jest").round("coins.1", "coins.1", "blades.1").play(None, "winner", to="Ann")
    table.play("Ann", "damage", "coins.1", target="Ben")
    assert table.offered("trickster")


def test_dt2_its_card_is_drawn_for_at_once_before_its_text() -> None:
    table = Table(Ann={"hand": ["Jest", "coins.1", "coins.2"], "pile": ["coins.3", "coins.4"]})
    table.play("Ann", "trickster", "Jest")
    assert table.asked == ("carry-out", ["Ann"])
    assert table.seat("Ann").hand == ("coins.1", "coins.2", "coins.3")
    assert table.order() == ["Showed", "Drew"]
    assert table.position["carrying"] == {"by": "Ann", "card": "Jest"}


def test_dt3_a_trickster_that_must_be_laid_is_sacrificed_and_its_text_does_not_happen() -> None:
    table = Table(Ben={"hand": ["Jest", "One Fell Swoop", "Jest"]}).round("coins.1", "Jest")
    assert table.happened(e.Sacrificed) == [e.Sacrificed(1, "Jest")]
    assert table.position["carrying"] is None
    assert table.asked == ("answer", ["Cal"])


def test_dt3_to_open_with_one_is_a_sacrifice_too_and_no_trickster_played() -> None:
    table = Table(Ann={"hand": ["Jest"] * 3}).round("Jest")
    assert not table.position["trickster_played"]
    assert table.position["standing"] is None
    assert table.round("coins.1").position["standing"] == "Ben"


def test_dt3_a_sacrificed_trickster_cannot_win() -> None:
    table = Table(Ann={"hand": ["Jest"] * 3}).round("Jest", "coins.1", "coins.2")
    assert table.forbidden(None, "winner", to="Ann") == {"winner.sacrificed": ("DT3",)}


def test_dt3_any_standard_card_defeats_one_and_wins_alone() -> None:
    table = Table(Ann={"hand": ["Jest"] * 3}, Cal={"hand": ["One Fell Swoop"]})
    table.round("Jest", "coins.1", "One Fell Swoop")
    assert table.asked == ("damage", ["Ben"])


def test_dt3_with_a_standard_card_in_the_hand_one_has_to_play_that() -> None:
    table = Table(Ann={"hand": ["Jest", "coins.1", "coins.1"]})
    assert table.offered("play") == ["coins.1"]
    assert table.forbidden("Ann", "play", "Jest") == {"play.trickster-by-choice": ("DT3", "DJ15")}


def test_dt3_a_card_that_nobody_knows_is_no_known_standard_card() -> None:
    table = Table(Ann={"hand": ["Jest", "?action", "?action"]})
    assert "Jest" in table.offered("play")
    assert table.round("Jest").seat("Ann").played == "Jest"


def test_dt2_the_turn_after_a_trickster_with_no_card_left_is_passed_over() -> None:
    table = Table(Ann={"hand": ["Jest"], "pile": 0}).play("Ann", "trickster", "Jest").play("Ann", "carry-out")
    assert table.happened(e.PassedOver) == [e.PassedOver(0)]
    assert table.asked == ("action", ["Ben"])
