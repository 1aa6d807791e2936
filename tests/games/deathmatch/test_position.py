"""Positions of Deathmatch: meaning of each key, refusals by field, and round trips of states."""

import json
from typing import Any

import pytest

from companion.core.diff import Difference
from companion.core.errors import InputError, all_errors
from companion.deathmatch.game import GAME
from companion.deathmatch.model.cards import Suit
from companion.deathmatch.model.deck import deck_to_objects, load_deck
from companion.deathmatch.model.ruleset import Defeat, Variant
from companion.deathmatch.model.state import Phase, State, WaitingText
from companion.deathmatch.notation.read import position_from_json
from companion.deathmatch.notation.write import position_to_json
from tests.games.deathmatch.positions import NAMES, Json, position, two

CASTLE = {"kind": "setting", "id": "castle"}
FEW: list[Json] = [
    {"kind": "action", "id": "blades.1", "suit": "blades", "points": 1, "copies": 2},
    {"kind": "trickster", "id": "Jest"},
    *({"kind": "character", "id": name, "limits": {"blades": 1, "coins": 1}} for name in ("Lear", "Kent", "Edgar")),
    CASTLE,
]


def read(*seats: Json, **keys: Any) -> State:
    return position_from_json(position(*seats, **keys))


def mistakes(data: Any) -> dict[str | None, str]:
    """Return the errors in a position, by field."""
    with pytest.raises(InputError) as found:
        position_from_json(data)
    return {error.field: error.what for error in all_errors(found.value)}


def through_json(state: State) -> State:
    """Return the state after writing it as text and reading it again."""
    return position_from_json(json.loads(json.dumps(position_to_json(state))))


# --- defaults


def test_only_game_and_seats_are_needed() -> None:
    state = position_from_json({"game": "deathmatch", "seats": [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cal"}]})
    assert (state.act, state.scene, state.phase) == (1, 0, Phase.CASTING)
    assert (state.protagonist, state.first, state.opener, state.turn, state.setting) == (None,) * 5
    assert state.is_new
    assert state.characters == tuple(load_deck("stand-in").characters)


def test_what_a_seat_leaves_out_is_empty_and_not_known() -> None:
    seat = read().seats[0]
    assert (seat.character, seat.revealed, seat.out) == ("?character", False, False)
    assert (seat.hand, seat.pile, seat.pool, seat.played) == ((), (), (), None)


def test_every_key_is_written() -> None:
    written = position_to_json(read())
    assert set(written) == {
        "game", "edition", "variants", "rulings", "deck", "act", "scene", "phase", "protagonist", "first", "opener",
        "turn", "standing", "setting", "trickster_played", "scene_cards", "carrying", "waiting", "discard", "limits",
        "hand_sizes", "characters", "removed", "seats",
    }  # fmt: skip
    assert set(written["seats"][0]) == {"name", "character", "revealed", "hand", "pile", "pool", "played", "out"}


@pytest.mark.parametrize(
    ("keys", "phase"),
    [
        ({"protagonist": None, "setting": None}, Phase.CASTING),
        ({"setting": None}, Phase.SETTING),
        ({"setting": None, "variants": ["castle"]}, Phase.ACTION),
        ({}, Phase.ACTION),
    ],
)
def test_without_a_phase_the_position_is_casting_setting_or_action(keys: Json, phase: Phase) -> None:
    assert read(**keys).phase is phase


def test_with_two_alive_and_no_protagonist_the_setting_is_the_castle_and_first_acts() -> None:
    state = position_from_json(two())
    assert (state.setting, state.phase, state.turn) == ("castle", Phase.ACTION, 0)


def test_in_phase_setting_it_is_the_protagonists_turn_and_the_last_setting_may_stand_still() -> None:
    state = read(phase="setting", act=2, setting="heath", first="Ben")
    assert (state.turn, state.scene, state.setting, state.first, state.opener) == (0, 0, "heath", 1, None)


def test_da6_where_first_is_not_told_it_is_whose_scene_the_acts_first_one_is() -> None:
    assert position_from_json(two(first=None, phase="action", turn="Ben")).first == 1
    assert position_from_json(two({}, {"played": "coins.1"}, first=None, phase="scene")).first == 1


def test_dj14_a_protagonist_may_stay_until_the_act_is_over() -> None:
    assert read({}, {"out": True}, rulings={"DJ14": "next-act"}).protagonist == 0


def test_in_phase_action_the_opener_is_whose_turn_it_is_and_that_is_first() -> None:
    assert read(first="Ben").turn == 1
    assert read(first="Ben", turn="Cal").opener == 2
    assert read(opener="Cal").turn == 2


def test_in_a_scene_the_opener_is_the_first_from_first_on_who_has_played() -> None:
    state = read({"played": "blades.1"}, {}, {"played": "blades.2"}, phase="scene", first="Ben")
    assert state.opener == 2
    assert state.turn == 1


def test_in_a_scene_whose_turn_it_is_comes_next_from_the_openers_left() -> None:
    state = read({}, {"played": "blades.1"}, {"out": True}, {}, phase="scene")
    assert (state.opener, state.turn) == (1, 3)


def test_a_scene_in_which_all_have_answered_waits_for_its_winner() -> None:
    state = read(*({"played": f"blades.{points}"} for points in (1, 2, 3)), phase="scene")
    assert (state.phase, state.turn) == (Phase.WINNER, None)


def test_while_damage_is_placed_it_is_the_turn_of_who_stands_whether_told_or_known() -> None:
    played: list[Json] = [{"played": "blades.1"}, {"played": "blades.2"}, {"played": "coins.3"}]
    assert read(*played, phase="damage", standing="Cal").turn == 2
    assert read(*played, phase="damage", turn="Ben").turn == 1
    assert read(*played, phase="damage", rulings={"DJ1": "higher-same-suit"}).turn == 1
    assert set(mistakes(position(*played, phase="damage"))) == {"turn"}


@pytest.mark.parametrize(
    ("ruling", "played", "standing"),
    [
        ("table", ["blades.1", None, None], "Ann"),
        ("table", ["blades.1", "Et tu, Brute?", None], "Ann"),
        ("table", ["blades.1", "blades.2", None], None),
        ("higher-any", ["blades.1", "coins.2", "poison.2"], "Ben"),
        ("higher-same-suit", ["blades.1", "coins.2", "blades.2"], "Cal"),
        ("higher-any", ["Et tu, Brute?", "coins.2", "Et tu, Brute?"], "Ben"),
    ],
)
def test_dj1_who_stands_is_written_as_far_as_the_rules_say(
    ruling: str, played: list[str | None], standing: str | None
) -> None:
    seats: list[Json] = [{"played": card} for card in played]
    assert position_to_json(read(*seats, phase="scene", rulings={"DJ1": ruling}))["standing"] == standing


def test_characters_that_nobody_drew_are_those_that_no_seat_has() -> None:
    deck = load_deck("stand-in")
    known = read({"character": "Hamlet"}, {"character": "Ophelia"}, {"character": "Timon"})
    assert known.characters == tuple(name for name in deck.characters if name not in ("Hamlet", "Ophelia", "Timon"))
    assert read({"character": "Hamlet"}).characters == len(deck.characters) - 3


def test_dv1_every_character_is_face_up_unless_told() -> None:
    state = read({}, {"revealed": False}, variants=["revealed"])
    assert [seat.revealed for seat in state.seats] == [True, False, True]


def test_dv3_the_named_tricksters_are_removed_unless_told() -> None:
    assert set(read(variants=["no-tricksters"]).removed) == {
        "Et tu, Brute?", "The Wheel is Come Full Circle", "One Fell Swoop",
    }  # fmt: skip
    assert read(variants=["no-tricksters"], removed=[]).removed == ()


# --- given values


def test_texts_limits_and_hand_sizes_are_read_by_name() -> None:
    state = read(
        {"character": "Hamlet"},
        carrying={"by": "Ann", "card": "One Fell Swoop"},
        limits={"Ann": {"coins": 2, "blades": 0}},
        hand_sizes={"Ben": 0},
        scene_cards=["Et tu, Brute?"],
        trickster_played=True,
    )
    assert state.carrying == WaitingText(0, "One Fell Swoop")
    assert state.limits(0) == {Suit.BLADES: 0, Suit.COINS: 2}
    assert state.hand_size(1) == 0
    assert (state.scene_cards, state.trickster_played) == (("Et tu, Brute?",), True)


def test_dj16_texts_wait_one_after_the_other_before_the_setting() -> None:
    texts = {"carrying": {"by": "Ben", "card": "Timon"}, "waiting": [{"by": "Ann", "card": "Hamlet"}]}
    state = read(phase="setting", setting=None, rulings={"DJ16": "yes"}, variants=["revealed"], **texts)
    assert (state.carrying, state.waiting) == (WaitingText(1, "Timon"), (WaitingText(0, "Hamlet"),))


def test_variants_rulings_and_unknown_keys() -> None:
    state = read(variants=["castle"], rulings={"DJ1": "higher-any"}, weather="storm")
    assert (state.rules.variants, state.rules.defeat) == (frozenset({Variant.CASTLE}), Defeat.HIGHER_ANY)


@pytest.mark.parametrize(
    "deck",
    [
        "stand-in",
        FEW,
        {"id": "few", "title": "Few cards", "made_up": True, "cards": FEW},
    ],
)
def test_a_deck_is_an_id_a_list_or_an_object_and_comes_back_so(deck: Any) -> None:
    state = read(deck=deck)
    written = position_to_json(state)["deck"]
    assert type(written) is type(deck)
    assert position_from_json(position(deck=written)).deck == state.deck


def test_a_deck_under_another_name_does_not_come_back_as_the_stand_in_one() -> None:
    cards = deck_to_objects(load_deck("stand-in"))
    written = position_to_json(read(deck={"id": "stand-in", "title": "Mine", "made_up": False, "cards": cards}))
    assert written["deck"]["title"] == "Mine"


def test_who_has_won_is_who_is_alive_unless_told() -> None:
    over: list[Json] = [{"out": True}, {}, {"out": True}]
    assert read(*over, phase="over").winners == (1,)
    together = read(*([{"out": True}] * 3), phase="over", winners=["Ann", "Cal"])
    assert together.winners == (0, 2)
    assert through_json(together) == together


# --- errors


@pytest.mark.parametrize(
    ("keys", "field"),
    [
        ({"game": "othello"}, "game"),
        ({"edition": "1603"}, "edition"),
        ({"edition": 2021}, "edition"),
        ({"variants": "castle"}, "variants"),
        ({"variants": ["castle", "dance"]}, "variants[1]"),
        ({"variants": [[]]}, "variants[0]"),
        ({"rulings": []}, "rulings"),
        ({"rulings": {"DJ0": "no"}}, "rulings.DJ0"),
        ({"rulings": {"DJ15": "maybe"}}, "rulings.DJ15"),
        ({"rulings": {"DJ15": True}}, "rulings.DJ15"),
        ({"deck": "mine"}, "deck"),
        ({"deck": 5}, "deck"),
        ({"deck": {"id": "x", "title": "X", "made_up": 1, "cards": FEW}}, "deck.made_up"),
        ({"deck": {"id": "x", "title": "X", "cards": [*FEW, CASTLE]}}, "deck.cards[6].id"),
        ({"deck": [*FEW, {"kind": "trickster", "id": ""}]}, "deck[6].id"),
        ({"deck": [card for card in FEW if card.get("id") != "Edgar"]}, "deck"),
        ({"act": 0}, "act"),
        ({"act": 10**14}, "act"),
        ({"scene": 0}, "scene"),
        ({"scene": 1, "phase": "setting"}, "scene"),
        ({"phase": "reveal"}, "phase"),
        ({"protagonist": "Zed"}, "protagonist"),
        ({"protagonist": None, "phase": "action"}, "protagonist"),
        ({"phase": "casting"}, "protagonist"),
        ({"phase": "casting", "protagonist": None, "turn": "Ann"}, "turn"),
        ({"phase": "setting", "turn": "Ben"}, "turn"),
        ({"phase": "setting", "opener": "Ann"}, "opener"),
        ({"phase": "over", "opener": "Ann"}, "opener"),
        ({"phase": "over", "winners": ["Zed"]}, "winners[0]"),
        ({"turn": "Ann", "opener": "Ben"}, "opener"),
        ({"standing": "Ann"}, "standing"),
        ({"phase": "scene"}, "opener"),
        ({"setting": "moon"}, "setting"),
        ({"setting": 3}, "setting"),
        ({"trickster_played": 1}, "trickster_played"),
        ({"scene_cards": ["blades.1"]}, "scene_cards[0]"),
        ({"scene_cards": ["?action"]}, "scene_cards[0]"),
        ({"carrying": "One Fell Swoop"}, "carrying"),
        ({"carrying": {"by": "Ann"}}, "carrying.card"),
        ({"carrying": {"card": "Timon"}}, "carrying.by"),
        ({"carrying": {"by": "Ann", "card": "blades.1"}}, "carrying.card"),
        ({"carrying": {"by": "Ann", "card": "castle"}}, "carrying.card"),
        ({"phase": "setting", "waiting": [{"by": "Ann", "card": "Timon"}]}, "waiting"),
        ({"carrying": {"by": "Ann", "card": "Timon"}, "waiting": [{"by": "Ann", "card": "Timon"}]}, "waiting"),
        ({"carrying": {"by": "Ben", "card": "Timon"}}, "carrying.by"),
        ({"phase": "over", "carrying": {"by": "Ben", "card": "Timon"}}, "carrying"),
        ({"phase": "setting", "scene_cards": ["Et tu, Brute?"]}, "scene_cards"),
        ({"variants": ["castle"], "setting": "heath"}, "setting"),
        ({"discard": -1}, "discard"),
        ({"discard": True}, "discard"),
        ({"discard": 113}, "discard"),
        ({"discard": ["blades.99"]}, "discard[0]"),
        ({"discard": ["blades.7", "blades.7"]}, "discard[1]"),
        ({"limits": {"Zed": {}}}, "limits.Zed"),
        ({"limits": {"Ann": {"daggers": 1}}}, "limits.Ann.daggers"),
        ({"limits": {"Ann": {"coins": -1}}}, "limits.Ann.coins"),
        ({"hand_sizes": {"Ann": None}}, "hand_sizes.Ann"),
        ({"characters": ["Hamlet", "Hamlet"]}, "characters[1]"),
        ({"characters": 10}, "characters"),
        ({"characters": ["blades.1"]}, "characters[0]"),
        ({"removed": 3}, "removed"),
    ],
)
def test_what_cannot_be_in_a_position_is_told_with_its_field(keys: Json, field: str) -> None:
    assert set(mistakes(position(**keys))) == {field}


@pytest.mark.parametrize(
    ("keys", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "Ann"}, "name"),
        ({"character": "Puck"}, "character"),
        ({"character": None}, "character"),
        ({"revealed": "yes"}, "revealed"),
        ({"hand": 3}, "hand"),
        ({"hand": ["Hamlet"]}, "hand[0]"),
        ({"hand": ["?character"]}, "hand[0]"),
        ({"pile": 1.5}, "pile"),
        ({"pile": 112.0}, "pile"),
        ({"pool": ["blades.7", "blades.7"]}, "pool[1]"),
        ({"played": "blades.1"}, "played"),
        ({"out": True, "hand": ["blades.1"]}, "hand"),
        ({"out": True, "pile": 1}, "pile"),
        ({"out": True, "pool": ["?action"]}, "pool"),
        ({"out": 0}, "out"),
    ],
)
def test_what_cannot_be_at_a_seat_is_told_with_its_field(keys: Json, field: str) -> None:
    assert set(mistakes(position({}, keys, {}, {}))) == {f"seats[1].{field}"}


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"seats": [{"name": "Ann"}, {"name": "Ben"}]}, "game"),
        ({"game": "deathmatch"}, "seats"),
        ({"game": "deathmatch", "seats": {}}, "seats"),
        ({"game": "deathmatch", "seats": [{"name": "Ann"}]}, "seats"),
        ({"game": "deathmatch", "seats": [{"name": str(number)} for number in range(9)]}, "seats"),
        ({"game": "deathmatch", "seats": [{"name": "Ann"}, "Ben"]}, "seats[1]"),
        (two(protagonist="Ann"), "protagonist"),
        (two(protagonist="Ann", rulings={"DJ14": "next-act"}), "protagonist"),
        (two(setting="heath"), "setting"),
        (two(phase="scene", first=None, scene=2, opener="Ann"), "first"),
        (two({"out": True}, {"out": True}, phase="action"), "seats"),
        (two({"out": True}, phase="action", turn="Ann"), "turn"),
    ],
)
def test_seats_and_players_that_cannot_be(data: Json, field: str) -> None:
    assert set(mistakes(data)) == {field}


@pytest.mark.parametrize("data", [None, [], "deathmatch", 3, True])
def test_a_position_is_an_object(data: Any) -> None:
    assert set(mistakes(data)) == {None}


def test_everything_that_cannot_be_is_told_at_once() -> None:
    found = mistakes(
        {
            "edition": "1603",
            "rulings": {"DJ1": "dice", "DJ99": "x"},
            "act": -1,
            "scene": "one",
            "phase": "scene",
            "protagonist": "Zed",
            "discard": ["moon"],
            "hand_sizes": {"Ann": 1.5},
            "seats": [
                {"name": "Ann", "character": "Hamlet", "hand": ["?action", 4], "pile": 400},
                {"name": "Ann", "character": "Hamlet", "out": "no"},
                7,
            ],
        }
    )
    assert set(found) == {
        "game", "edition", "rulings.DJ1", "rulings.DJ99", "act", "scene", "protagonist", "discard[0]", "hand_sizes.Ann",
        "seats[0].hand[1]", "seats[0].pile", "seats[1].name", "seats[1].character", "seats[1].out", "seats[2]",
    }  # fmt: skip


def test_what_hangs_together_is_told_beside_what_is_wrong_elsewhere() -> None:
    found = mistakes(position({"hand": ["moon"], "played": "blades.1"}, {"out": True, "pile": 3}, standing="Ann"))
    assert set(found) == {"seats[0].hand[0]", "seats[0].played", "seats[1].pile", "protagonist", "standing"}


def test_a_deck_that_cannot_be_read_does_not_make_other_cards_wrong() -> None:
    found = mistakes(position({"hand": ["mine.1"], "character": "Me"}, deck=[{"kind": "spell"}, CASTLE], setting="den"))
    assert set(found) == {"deck[0].kind"}


def test_more_cards_than_the_deck_has_cannot_be_wherever_they_are() -> None:
    assert position_from_json(position({"hand": ["?action"], "pile": 2}, deck=FEW))
    assert set(mistakes(position({"hand": ["?action"], "pile": 3}, deck=FEW))) == {"seats[0].pile"}
    assert set(mistakes(position({"hand": ["?action"] * 3}, deck=FEW, removed=["Jest"]))) == {"seats[0].hand[2]"}
    carried = {"by": "Ann", "card": "Jest"}
    assert set(mistakes(position({"pool": ["Jest"]}, deck=FEW, carrying=carried))) == {"carrying.card"}


def test_a_message_says_what_to_write_instead() -> None:
    assert "Ann, Ben, Cal" in mistakes(position(turn="Zed"))["turn"]
    assert "castle" in mistakes(position(setting="moon"))["setting"]
    assert (
        "there is one of each"
        in mistakes(position({"character": "Timon"}, {"character": "Timon"}))["seats[1].character"]
    )


# --- differences


def test_equal_positions_differ_in_nothing_and_others_in_what_is_told() -> None:
    first = read({"hand": ["blades.1", "coins.1"], "pile": 3}, setting="castle")
    assert GAME.differences(first, first) == []
    second = read({"hand": ["coins.1"], "pile": 4, "character": "Timon"}, setting="heath", limits={"Ben": {"coins": 1}})
    assert GAME.differences(first, second) == [
        Difference("setting", "castle", "heath"),
        Difference("limits Ben", None, {"coins": 1}),
        Difference("Ann character", "?character", "Timon"),
        Difference("Ann hand", ["blades.1"], []),
        Difference("Ann pile", 3, 4),
    ]


def test_players_who_do_not_play_in_both_are_told_by_name() -> None:
    changes = GAME.differences(read(), position_from_json(position({}, {}, {}, {})))
    assert Difference(NAMES[3], None, "plays") in changes
