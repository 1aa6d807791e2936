"""The contract, sentence by sentence: tricksters and revealing (DT1 to DT3, DR1 to DR3)."""

from __future__ import annotations

from typing import Any

from tests.games.deathmatch.contract.told import (
    SCENE,
    do,
    in_damage,
    lays,
    three,
)


def test_a_trickster_is_drawn_for_before_its_text(play: Any) -> None:
    position = three(Ann={"hand": ["Jape", "blades.1", "coins.1"], "pile": ["poison.1", "poison.2"]})
    told = play(position, do("Ann", "trickster", card="Jape"))
    assert told.position["carrying"] == {"by": "Ann", "card": "Jape"} and told.asks == ("carry-out", ["Ann"])
    assert told.seat("Ann")["hand"] == ["blades.1", "coins.1", "poison.1"] and told.position["trickster_played"] is True
    assert told.position["discard"] == [] and told.kinds("Showed", "Drew") == ["Showed", "Drew"]
    told = play(position, do("Ann", "trickster", card="Jape"), do("Ann", "carry-out"))
    assert told.position["discard"] == ["Jape"] and told.asks == ("action", ["Ann"])
    assert (told.events("CarriedOut")[0]["player"], told.events("CarriedOut")[0]["card"]) == ("Ann", "Jape")
    told = play(position, do("Ann", "trickster", card="Jape"), lays("Ann", "blades.1"))
    assert (
        told.position["discard"] == ["Jape"] and told.asks == ("answer", ["Ben"]) and told.position["trickster_played"]
    )


def test_a_trickster_lies_with_the_scene_for_the_winner(play: Any) -> None:
    position = three(rulings={"DJ11": "scene", "DJ1": "higher-any"}, Ann={"hand": ["Jape", "blades.1"]})
    told = play(position, do("Ann", "trickster", card="Jape"), do("Ann", "carry-out"), *SCENE)
    assert told.position["scene_cards"] == ["Jape"] and told.position["discard"] == []
    assert {o["card"] for o in told.options} == {"Jape", "blades.1", "blades.2", "blades.3"}
    told = play(told.position, do("Cal", "damage", card="Jape", target="Ann"))
    assert told.seat("Ann")["pool"] == ["Jape"] and told.position["scene_cards"] == []
    assert sorted(told.position["discard"]) == ["blades.1", "blades.2", "blades.3"]
    assert told.position["trickster_played"] is False


def test_tricksters_refused(refused: Any) -> None:
    hand = {"hand": ["Jape", "Prank", "blades.1"]}
    told = refused(three(Ann=hand), do("Ann", "trickster", card="Jape"), do("Ann", "trickster", card="Prank"))
    assert told.code == "trickster.second" and "DT2" in told.rules
    told = refused(three(Ann=hand), do("Ann", "trickster", card="blades.1"))
    assert told.code == "trickster.not-a-trickster" and "DC2" in told.rules
    told = refused(three(), do("Ann", "trickster", card="Jape"))
    assert told.code == "trickster.not-held" and "DT1" in told.rules
    told = refused(three(Ben=hand), do("Ben", "trickster", card="Jape"))
    assert told.code == "trickster.not-your-action" and "DT1" in told.rules
    told = refused(three(Ann=hand), lays("Ann", "blades.1"), do("Ann", "trickster", card="Jape"))
    assert told.code == "trickster.not-your-action"
    told = refused(three(Ann=hand), lays("Ann", "Jape"))
    assert told.code == "play.trickster-by-choice" and {"DT3", "DJ15"} <= told.rules


def test_a_trickster_may_be_sacrificed_by_choice_with_dj15(play: Any) -> None:
    told = play(three(rulings={"DJ15": "yes"}, Ann={"hand": ["Jape", "blades.1"]}), lays("Ann", "Jape"))
    assert told.seat("Ann")["played"] == "Jape" and told.position["trickster_played"] is False
    assert told.position["standing"] is None


def test_a_trickster_beside_unknown_cards_may_be_laid(play: Any) -> None:
    told = play(three(Ann={"hand": ["Jape", "?action"]}), lays("Ann", "Jape"))
    assert told.seat("Ann")["hand"] == ["?action"]


def test_a_trickster_played_with_nothing_but_tricksters(play: Any, refused: Any) -> None:
    position = three(Ann={"hand": ["Jape", "Prank", "Jape"]})
    told = play(position, do("Ann", "trickster", card="Jape"), lays("Ann", "Prank"))
    assert told.seat("Ann")["played"] == "Prank" and told.position["discard"] == ["Jape"]
    assert {"event": "Sacrificed", "player": "Ann", "card": "Prank"} in told.doc["events"] and not told.events("Played")


def test_revealing_clears_the_pool_and_then_the_text_waits(play: Any) -> None:
    position = three(Ben={"pool": ["blades.4", "letters.1", "Jape", "coins.4"]}, turn="Ben", protagonist="Ben")
    told = play(position, do("Ben", "reveal"))
    assert told.seat("Ben")["pool"] == ["letters.1"] and told.seat("Ben")["revealed"] is True
    assert sorted(told.position["discard"]) == ["Jape", "blades.4", "coins.4"]
    assert told.position["carrying"] == {"by": "Ben", "card": "Nurse"} and told.asks == ("carry-out", ["Ben"])
    assert told.kinds("Revealed", "Discarded") == ["Revealed", *["Discarded"] * 3]
    assert {e["origin"] for e in told.events("Discarded")} == {"pool"}
    told = play(told.position, do("Ben", "carry-out"))
    assert told.asks == ("action", ["Ben"]) and sorted(told.position["discard"]) == ["Jape", "blades.4", "coins.4"]


def test_a_character_without_a_text_has_nothing_to_carry_out(play: Any) -> None:
    told = play(three(), do("Ann", "reveal"))
    assert told.asks == ("action", ["Ann"]) and told.position["carrying"] is None
    assert not any(o["do"] == "reveal" for o in told.options)


def test_revealing_refused(refused: Any) -> None:
    assert refused(three(), do("Ben", "reveal")).code == "reveal.not-your-action"
    told = refused(three(Ann={"revealed": True}), do("Ann", "reveal"))
    assert told.code == "reveal.already" and "DR1" in told.rules
    told = refused(three(), do("Ann", "reveal", character="Duke"))
    assert told.code == "reveal.other-character" and "DR1" in told.rules
    assert refused(three(Ann={"character": "?character"}), do("Ann", "reveal")).code == "reveal.other-character"
    assert (
        refused(three(Ann={"character": "?character"}), do("Ann", "reveal", character="Nurse")).code
        == "reveal.other-character"
    )
    assert refused(three(), lays("Ann", "blades.1"), do("Ann", "reveal")).code == "reveal.not-your-action"


def test_an_unknown_character_is_named_by_who_reveals_it(play: Any) -> None:
    told = play(three(Ann={"character": "?character", "pool": ["blades.1"]}), do("Ann", "reveal", character="Duke"))
    assert told.seat("Ann")["character"] == "Duke"
    assert told.asks == ("carry-out", ["Ann"])


def test_both_a_trickster_and_a_reveal_in_either_order(play: Any) -> None:
    position = three(Ann={"character": "Duke", "hand": ["Jape", "blades.1"]})
    told = play(position, do("Ann", "reveal"), do("Ann", "trickster", card="Jape"), lays("Ann", "blades.1"))
    assert told.asks == ("answer", ["Ben"]) and told.position["discard"] == ["Jape"]
    told = play(position, do("Ann", "trickster", card="Jape"), do("Ann", "reveal"), lays("Ann", "blades.1"))
    assert told.asks == ("answer", ["Ben"]) and told.position["discard"] == ["Jape"] and told.seat("Ann")["revealed"]
    assert [e["card"] for e in told.events("CarriedOut")] == ["Jape", "Duke"]


def test_a_harmless_card_goes_at_once_with_dj18_clear(play: Any) -> None:
    position = in_damage(rulings={"DJ18": "clear"}, Ben={"revealed": True})
    told = play(position, do("Cal", "damage", card="blades.2", target="Ben"))
    assert told.seat("Ben")["pool"] == [] and len(told.position["discard"]) == 3
    assert told.kinds("Damaged") == ["Damaged"]
    position = in_damage(rulings={"DJ18": "clear"})
    assert play(position, do("Cal", "damage", card="blades.2", target="Ben")).seat("Ben")["pool"] == ["blades.2"]
