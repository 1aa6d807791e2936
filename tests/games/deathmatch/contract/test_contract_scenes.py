"""The contract, sentence by sentence: scenes with their cards, answers, winner and damage (DP1 to DP5)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.deathmatch.contract.told import (
    SCENE,
    do,
    in_damage,
    lays,
    three,
    two,
)


def test_a_card_is_laid_and_another_drawn_at_once(play: Any) -> None:
    told = play(three(Ann={"pile": ["poison.4"]}), lays("Ann", "coins.1"))
    assert told.seat("Ann")["hand"] == ["blades.1", "letters.1", "poison.4"] and told.seat("Ann")["played"] == "coins.1"
    assert told.kinds() == ["Played", "Led", "Drew"]
    assert told.events("Played")[0] == {"event": "Played", "player": "Ann", "card": "coins.1"}
    assert told.position["phase"] == "scene" and told.asks == ("answer", ["Ben"])
    assert sorted(o["card"] for o in told.options) == ["blades.2", "coins.2", "letters.2"]


def test_not_your_turn_names_the_rule_of_the_moment(refused: Any) -> None:
    told = refused(three(), lays("Ben", "blades.2"))
    assert told.code == "play.not-your-turn" and "DP1" in told.rules and told.doc["error"]["line"] == 1
    told = refused(three(), lays("Ann", "blades.1"), lays("Cal", "blades.3"))
    assert told.code == "play.not-your-turn" and "DP2" in told.rules and told.doc["error"]["line"] == 2
    assert told.seat("Ann")["played"] == "blades.1"
    told = refused(three(), lays("Ann", "blades.4"))
    assert told.code == "play.not-held" and "DP1" in told.rules
    told = refused(three(), lays("Ann", "blades.1"), lays("Ben", "blades.4"))
    assert told.code == "play.not-held" and "DP2" in told.rules


def test_whose_turn_goes_before_the_card(refused: Any) -> None:
    assert refused(three(), lays("Ben", "poison.4")).code == "play.not-your-turn"


def test_an_unknown_card_becomes_the_one_laid(play: Any) -> None:
    told = play(three(Ann={"hand": ["?action", "?action", "coins.1"], "pile": 4}), lays("Ann", "poison.4"))
    assert sorted(told.seat("Ann")["hand"]) == ["?action", "?action", "coins.1"] and told.seat("Ann")["pile"] == 3


def test_an_unknown_card_cannot_be_one_of_which_all_are_seen(refused: Any) -> None:
    told = refused(three(Ann={"hand": ["?action"]}, discard=["poison.4"] * 4), lays("Ann", "poison.4"))
    assert told.code == "play.not-held"


def test_the_table_names_the_winner_among_standard_cards(play: Any, refused: Any) -> None:
    position = three(Ben={"hand": ["Jape"]})
    laid = (lays("Ann", "blades.1"), lays("Ben", "Jape"), lays("Cal", "blades.3"))
    told = play(position, *laid)
    assert told.asks == ("winner", []) and sorted(o["to"] for o in told.options) == ["Ann", "Cal"]
    assert told.position["phase"] == "winner" and told.position["turn"] is None
    assert {"event": "Sacrificed", "player": "Ben", "card": "Jape"} in told.doc["events"]
    told = refused(position, *laid, do(None, "winner", to="Ben"))
    assert told.code == "winner.sacrificed" and "DT3" in told.rules
    told = refused(position, do(None, "winner", to="Ann"))
    assert told.code == "winner.not-now" and "DJ1" in told.rules


def test_who_laid_nothing_cannot_win(refused: Any) -> None:
    position = three(Ben={"hand": []})
    told = refused(position, lays("Ann", "blades.1"), lays("Cal", "blades.3"), do(None, "winner", to="Ben"))
    assert told.code == "winner.not-in-scene" and "DP3" in told.rules


def test_winner_where_the_rules_know_is_not_now(refused: Any) -> None:
    told = refused(three(rulings={"DJ1": "higher-any"}), *SCENE, do(None, "winner", to="Cal"))
    assert told.code == "winner.not-now" and "DJ1" in told.rules


def test_one_standard_card_alone_wins_of_its_own_accord(play: Any) -> None:
    told = play(
        three(Ann={"hand": ["Jape"]}, Ben={"hand": ["Jape"]}),
        lays("Ann", "Jape"),
        lays("Ben", "Jape"),
        lays("Cal", "blades.3"),
    )
    assert told.asks == ("damage", ["Cal"])
    assert {(o["card"], o["target"]) for o in told.options} == {
        (c, t) for c in ("Jape", "blades.3") for t in ("Ann", "Ben")
    }


@pytest.mark.parametrize(
    ("ruling", "cards", "winner"),
    [
        ("higher-same-suit", ("blades.1", "coins.2", "blades.3"), "Cal"),
        ("higher-same-suit", ("blades.1", "coins.2", "coins.3"), "Ann"),
        ("higher-same-suit", ("Jape", "coins.2", "blades.3"), "Ben"),
        ("higher-any", ("blades.1", "coins.2", "blades.2"), "Ben"),
        ("higher-any", ("blades.3", "coins.2", "blades.3"), "Ann"),
        ("higher-any", ("Jape", "Jape", "blades.3"), "Cal"),
    ],
)
def test_the_rules_know_the_winner(play: Any, ruling: str, cards: tuple[str, str, str], winner: str) -> None:
    names = ("Ann", "Ben", "Cal")
    position = three(rulings={"DJ1": ruling}, **{n: {"hand": [c]} for n, c in zip(names, cards, strict=True)})
    told = play(position, *(lays(n, c) for n, c in zip(names, cards, strict=True)))
    assert told.asks == ("damage", [winner]) and told.events("SceneWon")[-1]["player"] == winner


def test_only_tricksters_and_nobody_wins(play: Any) -> None:
    position = three(**{n: {"hand": ["Jape", "Jape"]} for n in ("Ann", "Ben", "Cal")})
    told = play(position, *(lays(n, "Jape") for n in ("Ann", "Ben", "Cal")))
    assert told.events("SceneWon")[-1]["player"] is None
    assert told.position["discard"] == ["Jape"] * 3 and told.asks == ("action", ["Ben"])
    assert told.kinds("SceneWon", "Discarded", "SceneEnded") == ["SceneWon", *["Discarded"] * 3, "SceneEnded"]


def test_only_tricksters_and_the_opener_wins(play: Any) -> None:
    position = three(rulings={"DJ9": "opener"}, **{n: {"hand": ["Jape", "Jape"]} for n in ("Ann", "Ben", "Cal")})
    told = play(position, *(lays(n, "Jape") for n in ("Ann", "Ben", "Cal")))
    assert told.asks == ("damage", ["Ann"]) and {(o["card"], o["target"]) for o in told.options} == {
        ("Jape", "Ben"),
        ("Jape", "Cal"),
    }


def test_opener_wins_but_no_card_may_be_placed(play: Any) -> None:
    position = three(
        rulings={"DJ9": "opener", "DJ10": "damage-only"},
        **{n: {"hand": ["Jape", "Jape"]} for n in ("Ann", "Ben", "Cal")},
    )
    told = play(position, *(lays(n, "Jape") for n in ("Ann", "Ben", "Cal")))
    assert told.events("SceneWon")[-1]["player"] == "Ann" and not told.events("Damaged")
    assert told.position["discard"] == ["Jape"] * 3 and told.asks == ("action", ["Ben"]) and told.position["scene"] == 2


def test_damage_refused(refused: Any) -> None:
    out = {"out": True, "hand": [], "played": None}
    for position, answer, code, rule in [
        (in_damage(), do("Ann", "damage", card="blades.1", target="Ben"), "damage.not-winner", "DP4"),
        (in_damage(), do("Cal", "damage", card="blades.4", target="Ben"), "damage.not-in-scene", "DP4"),
        (in_damage(), do("Cal", "damage", card="blades.1", target="Cal"), "damage.self", "DP4"),
        (
            three(
                phase="damage",
                Ann={"played": "blades.1", "hand": []},
                Ben=out,
                Cal={"played": "blades.3", "hand": []},
                turn="Cal",
                protagonist=None,
                first="Ann",
            ),
            do("Cal", "damage", card="blades.1", target="Ben"),
            "damage.out",
            "DE2",
        ),
        (
            in_damage(Ann={"played": "Jape"}, rulings={"DJ10": "damage-only"}),
            do("Cal", "damage", card="Jape", target="Ben"),
            "damage.harmless",
            "DJ10",
        ),
    ]:
        told = refused(position, answer)
        assert told.code == code and rule in told.rules, (told.code, code)


def test_damage_only_offers_standard_cards(play: Any) -> None:
    told = play(in_damage(Ann={"played": "Jape"}, rulings={"DJ10": "damage-only"}))
    assert {o["card"] for o in told.options} == {"blades.2", "blades.3"}


def test_a_scene_ends_in_the_order_of_the_contract(play: Any) -> None:
    position = in_damage(Ann={"pool": ["blades.2", "coins.1"]})
    told = play(position, do("Cal", "damage", card="blades.2", target="Ben"))
    assert told.kinds("Damaged", "Discarded", "SceneEnded") == ["Damaged", "Discarded", "Discarded", "SceneEnded"]
    assert told.events("Damaged") == [{"event": "Damaged", "player": "Cal", "target": "Ben", "card": "blades.2"}]
    assert {e["origin"] for e in told.events("Discarded")} == {"scene"}
    assert told.seat("Ben")["pool"] == ["blades.2"] and told.asks == ("action", ["Ben"])
    assert {s["name"]: s["total"] for s in told.doc["scores"]} == {"Ann": 3, "Ben": 2, "Cal": 0}
    assert told.doc["scores"][0] == {
        "name": "Ann",
        "blades": 2,
        "coins": 1,
        "letters": 0,
        "poison": 0,
        "total": 3,
        "out": False,
    }


def test_other_answers_do_not_fit(refused: Any) -> None:
    assert refused(three(setting=None), lays("Ann", "blades.1")).code == "answer.not-now"
    assert refused(three(), do("Ann", "carry-out")).code == "answer.not-now"
    assert refused(three(), do(None, "protagonist", to="Ben")).code == "answer.not-now"
    told = refused(three(Cal={"out": True, "hand": []}, protagonist=None, first="Ann"), lays("Cal", "blades.3"))
    assert told.code == "answer.out" and "DE2" in told.rules
    told = refused(
        two(phase="over", first=None, Ben={"out": True, "hand": []}, setting="castle"),
        lays("Ann", "blades.1"),
    )
    assert told.code == "answer.over" and "DE3" in told.rules
    told = refused(in_damage(), lays("Ann", "coins.1"))
    assert told.code == "answer.not-now"


def test_the_table_goes_on_after_a_forbidden_answer(play: Any) -> None:
    told = play(three(), lays("Ben", "blades.2"), lays("Ann", "blades.1"), options=("--table",))
    assert told.doc["irregularities"][0]["code"] == "play.not-your-turn"
    assert told.doc["error"] is None
