"""Player names allowed on the start page."""

import pytest

from companion.core.names import fault_of
from web.app.new_game_form import check_start

FAMILY = "👩\u200d👩\u200d👧\u200d👦"


def told(*names: str, game: str = "othello") -> dict[str, str]:
    return check_start({"game": game, "names": list(names)})


@pytest.mark.parametrize("name", [FAMILY, "علی\u200cرضا", "יהודית 🎭", "W" * 24, "<script>", "🏳️\u200d🌈"])
def test_names_of_every_script_are_taken_and_so_are_joined_signs(name: str) -> None:
    assert told(name, "Ann") == {}


ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize("name", [f"Tom {ENGLAND}", "\U0001fae8 Lea", "Łukasz", "Hawaiʻi", "𞤀𞤣𞤤𞤢𞤥"])
def test_flags_of_countries_and_signs_newer_than_python_are_taken(name: str) -> None:
    assert told(name, "Ann") == {}


@pytest.mark.parametrize("sign", ["\u200f", "\u200e", "\u061c", "\u2060", "\u00ad", "\ufeff"])
def test_marks_that_phones_and_copied_text_add_are_dropped(sign: str) -> None:
    body = {"names": [f"{sign}משה", f"An{sign}n"]}
    assert check_start(body) == {} and body["names"] == ["משה", "Ann"]


@pytest.mark.parametrize("name", ["Ann\U000e0067", "Ann\ufdd0", "Ann\U0001ffff", "Ann\ue000", "Ann\ud800"])
def test_signs_that_no_person_has_are_refused(name: str) -> None:
    assert told(name, "Bob") == {"names.0": "This name has characters that cannot be shown."}


@pytest.mark.parametrize("name", ["\u200cAnn", "Ann\u200d", "A\u200c\u200dnn", "\u200d", "Iago\u202eman", "A\u200bnn"])
def test_a_sign_that_nobody_sees_is_refused_where_it_joins_nothing(name: str) -> None:
    assert told(name, "Bob") == {"names.0": "This name has characters that cannot be shown."}


@pytest.mark.parametrize("name", [" ", "\u3164", "\u2800", "\ufe0f", "\u1160 \u2800"])
def test_a_name_of_which_nothing_is_seen_is_none(name: str) -> None:
    assert fault_of(name, []) == "This name has characters that cannot be shown."


@pytest.mark.parametrize("twin", [" Ann ", "ann ", "Ann\ufe0f", "Ann\u3164", "Ann \u2800"])
def test_what_is_not_seen_makes_no_other_name(twin: str) -> None:
    assert fault_of(twin, ["Bob", "Ann"]) == "Somebody else has this name already."


def test_an_accent_that_follows_its_letter_becomes_one_sign_with_it() -> None:
    body = {"names": ["E\u0301mile", "Ann"]}
    assert check_start(body) == {}
    assert body["names"][0] == "\u00c9mile"


@pytest.mark.parametrize("twin", ["EMILE\u0301", "\u00c9mile ", "\u00e9m\u200cile", "\uff25\u0301mile"])
def test_two_names_that_look_the_same_are_one(twin: str) -> None:
    assert told("Emile\u0301" if twin.startswith("EMILE") else "\u00c9mile", twin) == {
        "names.1": "Somebody else has this name already."
    }


@pytest.mark.parametrize(("game", "name"), [("othello", "Iago"), ("othello", "bianca"), ("deathmatch", "Lady Macbeth")])
def test_nobody_is_called_as_a_character_of_the_play(game: str, name: str) -> None:
    assert list(told("Ann", name, game=game)) == ["names.1"]
    assert told("Ann", f"{name} B.", game=game) == {}


def test_a_character_of_another_play_is_a_name_as_any() -> None:
    assert told("Ann", "Hamlet") == {}
