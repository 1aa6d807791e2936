"""Revealing, being slain, and winning (DR, DE)."""

from companion.deathmatch.model import events as e
from tests.games.deathmatch.table import UNSEEN, Table

HAMLET = {"character": "Hamlet", "hand": ["coins.1", "coins.2", "coins.5"]}


def hit(table: Table, card: str, target: str, winner: str = "Ann") -> Table:
    """Play a scene that the opener wins with this card, and place it in that pool."""
    others = iter(["letters.1", "letters.2", "letters.3"])
    table.play(table.asked[1][0], "play", card)
    while table.position["phase"] == "scene":
        table.play(table.asked[1][0], "play", next(others))
    return table.play(None, "winner", to=winner).play(winner, "damage", card, target=target)


def test_dr1_revealing_is_a_choice_on_the_own_action_and_the_text_happens() -> None:
    table = Table(Ann=HAMLET)
    assert table.offered("reveal", "do") == ["reveal"]
    table.play("Ann", "reveal")
    assert table.happened(e.Revealed) == [e.Revealed(0, "Hamlet")]
    assert table.asked == ("carry-out", ["Ann"])
    assert table.seat("Ann").revealed
    table.play("Ann", "carry-out")
    assert table.asked == ("action", ["Ann"])


def test_dr1_a_character_without_a_text_has_nothing_to_carry_out() -> None:
    table = Table(Ann={"character": "Ophelia"}).play("Ann", "reveal")
    assert table.asked == ("action", ["Ann"])


def test_dr1_it_is_done_once() -> None:
    table = Table(Ann=HAMLET).play("Ann", "reveal").play("Ann", "carry-out")
    assert table.forbidden("Ann", "reveal") == {"reveal.already": ("DR1",)}


def test_dr1_an_unknown_character_must_be_named_and_can_be_nobody_elses() -> None:
    table = Table(Ben={"character": "Lear"}, characters=["Juliet", "Brutus", "Timon", "Tybalt"])
    assert table.offered("reveal", "character") == ["Hamlet", "Ophelia", "Gertrude"]
    for named in ({}, {"character": "Lear"}, {"character": "Juliet"}, {"character": "?character"}):
        assert table.forbidden("Ann", "reveal", **named) == {"reveal.other-character": ("DR1",)}
    assert table.unknown("Ann", "reveal", character="Hamlet")
    assert table.play("Ann", "reveal", character="Hamlet").seat("Ann").character == "Hamlet"


def test_dr1_a_known_character_need_not_be_named_but_not_wrongly() -> None:
    table = Table(Ann=HAMLET)
    assert table.forbidden("Ann", "reveal", character="Lear") == {"reveal.other-character": ("DR1",)}
    assert table.play("Ann", "reveal", character="Hamlet").seat("Ann").revealed


def test_dr2_harmless_cards_and_tricksters_go_from_the_pool_to_the_discard_pile() -> None:
    table = Table(Ann={**HAMLET, "pool": ["blades.1", "letters.2", "Jest", "coins.3", "poison.4"]})
    table.play("Ann", "reveal")
    assert table.seat("Ann").pool == ("blades.1", "coins.3")
    assert table.discard == ["letters.2", "Jest", "poison.4"]
    assert {event.origin for event in table.happened(e.Discarded)} == {e.Origin.POOL}


def test_dr3_the_pool_is_cleared_before_the_text_happens() -> None:
    table = Table(Ann={**HAMLET, "pool": ["letters.2"]}).play("Ann", "reveal")
    assert table.asked[0] == "carry-out"
    assert table.discard == ["letters.2"]


def test_dr3_before_the_reveal_a_pool_may_hold_harmless_cards_and_after_it_too() -> None:
    for seat in ({"character": "Lear"}, {"character": "Lear", "revealed": True}):
        table = hit(Table(Ben=seat), "blades.4", "Ben")
        assert table.seat("Ben").pool == ("blades.4",)


def test_de1_a_character_is_slain_as_soon_as_both_suits_reach_their_points() -> None:
    table = hit(Table(Ben={"character": "Hamlet", "pool": ["blades.4", "coins.7"]}), "coins.1", "Ben")
    assert table.alive == ["Ann", "Cal"]
    assert table.happened(e.Slain) == [e.Slain(1, "Hamlet")]


def test_de1_points_of_one_suit_alone_do_not_slay_however_many() -> None:
    table = hit(Table(Ben={"character": "Hamlet", "pool": ["blades.8", "coins.6"]}), "coins.1", "Ben")
    assert table.alive == ["Ann", "Ben", "Cal"]


def test_de1_points_beyond_the_limits_slay_as_well() -> None:
    table = hit(Table(Ben={"character": "Hamlet", "pool": ["blades.7"]}), "coins.8", "Ben")
    assert table.alive == ["Ann", "Cal"]


def test_de1_revealed_or_not() -> None:
    seat = {"character": "Hamlet", "revealed": True, "pool": ["blades.4"]}
    assert hit(Table(Ben=seat), "coins.8", "Ben").alive == ["Ann", "Cal"]


def test_de1_of_an_unknown_character_the_player_tells() -> None:
    table = Table(Ben={"pool": ["blades.4", "coins.8"]})
    assert {"by": "Ben", "do": "slain"} in table.permitted
    assert table.forbidden("Ben", "slain") == {"slain.not-reached": ("DE1", "DJ3")}
    assert table.forbidden("Ben", "slain", character="Lear") == {"slain.not-reached": ("DE1", "DJ3")}
    table.play("Ben", "slain", character="Hamlet")
    assert table.alive == ["Ann", "Cal"]
    assert table.seat("Ben").character == "Hamlet"


def test_de2_the_slain_player_is_out_and_shows_the_character_and_all_cards_are_discarded() -> None:
    seat = {"character": "Hamlet", "hand": ["blades.1"], "pile": 2, "pool": ["blades.4", "coins.8"]}
    table = Table("Ann Ben Cal Dot", setting="castle", phase="scene", Ann={"played": "coins.1"}, Ben=seat)
    position = table.position["seats"][1]
    assert position["out"] and position["revealed"]
    assert (position["hand"], position["pile"], position["pool"], position["played"]) == ([], 0, [], None)
    assert sorted(table.discard) == sorted(["?action", "?action", "blades.1", "blades.4", "coins.8"])
    assert [event.origin for event in table.happened(e.Discarded)] == [e.Origin.HAND] * 3 + [e.Origin.POOL] * 2
    assert table.asked == ("answer", ["Cal"])


def test_de2_a_card_just_laid_goes_along() -> None:
    seat = {"character": "Hamlet", "pool": ["blades.4", "coins.8"], "played": "letters.1"}
    table = Table("Ann Ben Cal Dot", phase="scene", Ann={"played": "coins.1"}, Ben=seat)
    assert "letters.1" in table.discard
    table.round("coins.2", "coins.3")
    assert table.offered("winner", "to") == ["Ann", "Cal", "Dot"]


def test_de2_the_text_for_revealing_does_not_happen() -> None:
    seat = {"character": "Hamlet", "pool": ["blades.4", "coins.8"]}
    table = Table("Ann Ben Cal Dot", Ben=seat)
    assert table.happened(e.Revealed) == []
    assert table.position["carrying"] is None


def test_de2_they_get_no_cards_no_damage_and_no_turn() -> None:
    table = Table("Ann Ben Cal Dot", Cal={"out": True})
    table.round("coins.1", "coins.2", "coins.3").play(None, "winner", to="Ann")
    assert table.offered("damage", "target") == ["Ben", "Dot"] * 3
    assert table.forbidden("Ann", "damage", "coins.1", target="Cal") == {"damage.out": ("DE2",)}
    assert table.refused("Cal", "play", "coins.1") == "answer.out"
    table.play("Ann", "damage", "coins.1", target="Ben")
    assert table.asked == ("action", ["Ben"])
    assert table.pile("Cal") == 0


def test_de2_who_is_slain_while_placing_damage_places_nothing() -> None:
    table = Table("Ann Ben Cal Dot", Ann={"pool": ["blades.4", "coins.8"]})
    table.round("coins.1", "coins.2", "coins.3", "coins.4").play(None, "winner", to="Ann")
    table.play("Ann", "slain", character="Hamlet")
    assert table.happened(e.Damaged) == []
    assert sorted(card for card in table.discard if card.startswith("coins")) == [
        "coins.1",
        "coins.2",
        "coins.3",
        "coins.4",
        "coins.8",
    ]
    assert table.asked == ("action", ["Ben"])


def test_de2_who_is_slain_on_the_own_action_has_no_scene_and_the_next_one_acts() -> None:
    table = Table("Ann Ben Cal Dot", protagonist="Dot", turn="Ann", scene=2, Ann={"pool": ["blades.4", "coins.8"]})
    table.play("Ann", "slain", character="Hamlet")
    assert table.asked == ("action", ["Ben"])
    assert table.happened(e.SceneEnded) == []


def test_de2_in_mid_scene_the_next_one_answers() -> None:
    table = Table("Ann Ben Cal Dot", Ben={"pool": ["blades.4", "coins.8"]}).round("coins.1")
    assert table.asked == ("answer", ["Ben"])
    table.play("Ben", "slain", character="Hamlet")
    assert table.asked == ("answer", ["Cal"])


def test_de2_their_cards_come_back_at_the_acts_end() -> None:
    table = Table(scene=4, Ben={"character": "Hamlet", "pool": ["blades.4", "coins.7"], "pile": 4}, setting="castle")
    hit(table, "coins.1", "Ben")
    assert table.position["act"] == 2
    assert table.discard == []
    assert table.pile("Ann") + table.pile("Cal") == 9 + 9 - 2 + 4 + 3 + 2 + 1 + 2 - 1


def test_de3_the_last_character_alive_wins_at_once() -> None:
    table = hit(Table("Ann Ben", Ben={"character": "Hamlet", "pool": ["blades.4", "coins.7"]}), "coins.1", "Ben")
    assert table.winners == ["Ann"]
    assert table.position["phase"] == "over"
    assert table.order()[-1] == "GameEnded"
    assert table.permitted == []
    for answer in (("Ann", "play", "coins.1"), ("Ben", "play", "coins.1"), (None, "protagonist", None)):
        fields = {"to": "Ann"} if answer[1] == "protagonist" else {}
        assert table.forbidden(*answer, **fields) == {"answer.over": ("DE3",)}


def test_de3_a_position_of_one_alive_is_over_before_the_first_answer() -> None:
    table = Table(Ben={"out": True}, Cal={"out": True}, protagonist=None, first="Ann")
    assert table.winners == ["Ann"]


def test_de1_the_order_at_a_scenes_end_is_damage_discards_deaths_and_the_next_action() -> None:
    dead = {"character": "Hamlet", "pool": ["blades.4", "coins.7"], "hand": UNSEEN[:1], "pile": 0}
    table = hit(Table("Ann Ben Cal Dot", Ben=dead), "coins.1", "Ben")
    order = table.order(e.Damaged, e.Discarded, e.Slain, e.SceneEnded, e.SceneBegan)
    assert order == ["Damaged", *["Discarded"] * 3, "Slain", *["Discarded"] * 3, "SceneEnded", "SceneBegan"]
