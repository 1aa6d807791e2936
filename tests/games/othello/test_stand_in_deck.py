"""The stand-in deck compared with all known facts about the 2024 script cards.

Reads the TOML itself, without the project's loader, so that a mistake in the file and one in the loader cannot hide
each other. Test names contain the rule ids.
"""

import tomllib
from collections import Counter
from typing import Any

import pytest

from tests.support import ROOT

# One card as in the file, unchecked.
Card = dict[str, Any]

DECK = ROOT / "companion" / "othello" / "decks" / "stand-in.toml"
ACTS = ("I", "II", "III", "IV", "V")
STARS = {
    "I": {"Othello", "Iago", "Cassio", "Roderigo", "Brabantio", "Desdemona"},
    "II": {"Othello", "Iago", "Cassio", "Roderigo", "Montano"},
    "III": {"Othello", "Iago", "Cassio", "Desdemona", "Bianca", "Emilia"},
    "IV": {"Othello", "Iago", "Cassio", "Desdemona", "Bianca", "Emilia", "Roderigo", "Lodovico"},
    "V": {"Othello", "Iago", "Cassio", "Desdemona", "Bianca", "Emilia", "Roderigo"},
}
NO_CHARACTER = {"the senate", "the truth"}
BOARD_POINTS = {"I": 15, "II": 22, "III": 24, "IV": 23, "V": 23}
COINS = {"Iago": 12, "Othello": 5, "Cassio": 3, "Desdemona": 3, "Emilia": 3, "Roderigo": 3}
FIELDS: dict[str, type] = {
    "id": str,
    "title": str,
    "character_1": str,
    "verb": str,
    "character_2": str,
    "curtain": str,
    "points": int,
    "points_lead": int,
    "points_company": int,
    "intrigue": int,
    "spotlight": int,
    "coin": str,
    "handkerchief": bool,
    "line": str,
    "rulebook": list,
}
ALWAYS = {"id", "character_1", "verb", "line", "rulebook"}
CURTAINS = {
    "I.9": ("half", 1, 2),
    "I.12": ("full", 3, 1),
    "II.10": ("half", 1, 2),
    "II.12": ("full", 3, 1),
    "III.7": ("half", 3, 1),
    "III.15": ("full", 1, 2),
    "IV.3": ("half", 3, 1),
    "IV.15": ("full", 1, 2),
    "V.13": ("half", 1, 2),
    "V.16": ("full", 4, 2),
}
NAMED = {
    "I.2": "Iago convinces Roderigo",
    "I.9": "Desdemona confronts Brabantio",
    "I.12": "Iago conspires",
    "II.10": "Othello confronts Cassio",
    "II.12": "Iago conspires",
    "III.4": "Desdemona confronts Othello",
    "III.7": "Iago conspires",
    "III.15": "Bianca confronts Cassio",
    "IV.3": "Iago conspires",
    "IV.15": "Desdemona confronts Emilia",
    "V.8": "Desdemona confronts Othello",
    "V.9": "Othello kills Desdemona",
    "V.13": "Othello confronts the truth",
    "V.16": "Iago watches Othello kill himself",
}
NAMING = {"id", "title", "character_1", "verb", "character_2"}


def read_deck() -> dict[str, Any]:
    with DECK.open("rb") as file:
        return tomllib.load(file)


HEAD = read_deck()
CARDS: list[Card] = HEAD["card"]
BY_ID: dict[str, Card] = {card["id"]: card for card in CARDS}
every_card = pytest.mark.parametrize("card", CARDS, ids=lambda card: str(card["id"]))


def act_of(card: Card) -> str:
    return str(card["id"]).split(".")[0]


def title_of(card: Card) -> str:
    plain = " ".join(card[key] for key in ("character_1", "verb", "character_2") if key in card)
    return str(card.get("title", plain))


def own_role_points(card: Card) -> int:
    """Return the points for the role of the card's crown: the Lead for Iago's cards, the company for all others."""
    if "curtain" not in card:
        return int(card["points"])
    return int(card["points_lead"] if card["character_1"] == "Iago" else card["points_company"])


def pays_coin(card: Card, character: str) -> bool:
    """K2: a coin of character 1, for Iago only with convinces and conspires."""
    return card["character_1"] == character and (character != "Iago" or card["verb"] in {"convinces", "conspires"})


def test_the_deck_says_that_it_is_made_up_and_for_which_edition() -> None:
    head = {key: value for key, value in HEAD.items() if key != "card"}
    assert head == {"id": "stand-in", "title": "Stand-in deck", "made_up": True, "edition": "2024"}


def test_c2_seventy_cards_stand_in_the_order_of_the_play() -> None:
    sizes = zip(ACTS, (12, 12, 15, 15, 16), strict=True)
    expected = [f"{act}.{position}" for act, size in sizes for position in range(1, size + 1)]
    assert [card["id"] for card in CARDS] == expected


@every_card
def test_every_card_has_only_known_fields_of_the_right_type(card: Card) -> None:
    assert card.keys() >= ALWAYS
    assert {key: type(value) for key, value in card.items()} == {key: FIELDS.get(key) for key in card}


@every_card
def test_c1_a_card_is_about_characters_who_star_in_its_act(card: Card) -> None:
    assert card["character_1"] in STARS[act_of(card)]
    if "character_2" in card:
        assert card["character_2"] in (STARS[act_of(card)] | NO_CHARACTER) - {card["character_1"]}


def test_c1_every_star_of_an_act_has_a_part_in_it() -> None:
    for act in ACTS:
        parts = {card.get(key) for card in CARDS if act_of(card) == act for key in ("character_1", "character_2")}
        assert parts >= STARS[act]


@every_card
def test_c3_the_verb_is_one_of_five_and_only_conspirators_act_on_nobody(card: Card) -> None:
    assert card["verb"] in {"confronts", "convinces", "conspires", "wounds", "kills"}
    assert ("character_2" in card) == (card["verb"] != "conspires")
    if card["verb"] in {"wounds", "kills"}:
        assert card["character_2"] not in NO_CHARACTER


def test_c3_wounds_are_in_acts_ii_iv_and_v_and_kills_in_act_v() -> None:
    assert {act_of(card) for card in CARDS if card["verb"] == "wounds"} == {"II", "IV", "V"}
    assert {act_of(card) for card in CARDS if card["verb"] == "kills"} == {"V"}


def test_k6_the_four_deaths_of_the_last_act_are_in_the_script_once_each() -> None:
    killed = [card["character_2"] for card in CARDS if card["verb"] == "kills"]
    assert sorted(killed) == ["Desdemona", "Emilia", "Othello", "Roderigo"]


def test_x1_after_their_deaths_the_dead_act_no_more_in_the_order_of_the_play() -> None:
    dead: set[str] = set()
    for card in CARDS:
        assert card["character_1"] not in dead, card["id"]
        assert card.get("character_2") not in dead, card["id"]
        if card["verb"] == "kills":
            dead.add(card["character_2"])


@pytest.mark.parametrize(("character", "coins"), COINS.items())
def test_c6_each_character_has_enough_cards_to_run_out_of_coins(character: str, coins: int) -> None:
    assert sum(pays_coin(card, character) for card in CARDS) > coins


def test_k1_iago_has_a_third_of_the_script_and_at_least_four_cards_in_each_act() -> None:
    crowned = Counter(act_of(card) for card in CARDS if card["character_1"] == "Iago")
    assert crowned.total() == 24
    assert all(crowned[act] >= 4 for act in ACTS)


def test_g5_every_company_character_with_a_coin_has_cards_to_spare_for_the_company_bonus() -> None:
    cards = Counter(card["character_1"] for card in CARDS)
    assert {name for name in COINS if name != "Iago" and cards[name] < 5} == set()


def test_c8_the_curtain_cards_and_no_others_have_two_values() -> None:
    curtains = {card["id"]: card["curtain"] for card in CARDS if "curtain" in card}
    assert curtains == {card: kind for card, (kind, _, _) in CURTAINS.items()}
    for card in CARDS:
        assert ("points" in card) == ("curtain" not in card), card["id"]
        assert ("points_lead" in card) == ("points_company" in card) == ("curtain" in card), card["id"]


@pytest.mark.parametrize(("card", "values"), CURTAINS.items())
def test_c8_a_curtain_pays_what_the_rulebook_says_for_each_role(card: str, values: tuple[str, int, int]) -> None:
    found = BY_ID[card]
    assert (found["curtain"], found["points_lead"], found["points_company"]) == values
    assert own_role_points(found) == max(values[1:])
    assert {"id", "curtain", "points_lead", "points_company"} <= set(found["rulebook"])


@pytest.mark.parametrize(("card", "title"), NAMED.items())
def test_c9_the_cards_that_the_rulebook_names_have_its_titles(card: str, title: str) -> None:
    assert title_of(BY_ID[card]) == title


def test_c9_iago_convinces_roderigo_is_printed_in_full() -> None:
    card = BY_ID["I.2"]
    assert (card["points"], card["intrigue"], card["coin"]) == (2, 1, "Iago")
    assert card["line"].startswith("Call up her father")
    assert {"points", "intrigue", "coin", "line"} <= set(card["rulebook"])
    assert "id" not in card["rulebook"], "the rulebook's picture does not give its position"


def test_c9_desdemona_pays_her_coin_beside_the_standard_reward_in_iii_4() -> None:
    card = BY_ID["III.4"]
    assert (card["intrigue"], card["coin"]) == (1, "Desdemona")
    assert "coin" in card["rulebook"]


def test_c9_desdemona_pays_her_coin_and_the_handkerchief_in_v_8() -> None:
    card = BY_ID["V.8"]
    assert (card["coin"], card["handkerchief"]) == ("Desdemona", True)
    assert {"coin", "handkerchief"} <= set(card["rulebook"])


def test_c9_the_last_card_is_iagos_and_kills_othello() -> None:
    card = CARDS[-1]
    assert (card["id"], card["character_1"], card["verb"], card["character_2"]) == (
        "V.16",
        "Iago",
        "kills",
        "Othello",
    )


@pytest.mark.parametrize(("act", "points"), BOARD_POINTS.items())
def test_c10_the_points_of_an_act_are_what_the_board_prints(act: str, points: int) -> None:
    assert sum(own_role_points(card) for card in CARDS if act_of(card) == act) == points


@every_card
def test_c10_a_card_is_worth_from_nothing_to_three_points_and_only_the_last_one_four(card: Card) -> None:
    assert 0 <= own_role_points(card) <= (4 if card["id"] == "V.16" else 3)


def test_c5_the_handkerchief_changes_hands_from_act_iii_on() -> None:
    plot = Counter(act_of(card) for card in CARDS if card.get("handkerchief"))
    assert plot == {"III": 4, "IV": 1, "V": 1}


def test_c5_most_cards_pay_one_intrigue_token_and_none_more_than_two() -> None:
    paid = Counter(card.get("intrigue", 0) for card in CARDS)
    assert set(paid) == {0, 1, 2}
    assert paid[1] > len(CARDS) / 2
    assert {card.get("spotlight", 0) for card in CARDS} == {0, 1}


def test_k2_the_printed_coins_are_the_known_ones_and_of_their_character_1() -> None:
    printed = [card for card in CARDS if "coin" in card]
    assert [card["id"] for card in printed] == ["I.2", "III.4", "V.8"]
    assert all(card["coin"] in COINS and pays_coin(card, card["coin"]) for card in printed)


@every_card
def test_c9_a_card_says_which_of_its_fields_are_the_rulebooks(card: Card) -> None:
    known = set(card["rulebook"])
    assert len(known) == len(card["rulebook"])
    assert known <= card.keys() - {"rulebook"}
    assert bool(known) == (card["id"] in NAMED)
    if known:
        assert known & NAMING, "a card can be known only by its name or its place"
        assert ("points" in known) == (card["id"] == "I.2"), "no other plain card's points are published"


@every_card
def test_every_card_has_a_short_line(card: Card) -> None:
    assert card["line"] == card["line"].strip()
    assert 0 < len(card["line"]) <= 110
    assert "\n" not in card["line"]


def test_no_two_cards_have_the_same_line() -> None:
    lines = Counter(card["line"].casefold() for card in CARDS)
    assert [line for line, times in lines.items() if times > 1] == []
