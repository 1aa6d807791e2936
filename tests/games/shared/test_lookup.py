"""The rules helper: for every card and decision of each game it names rules that the game's rules page has."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from bench import rulebooks
from companion.core.i18n import speak
from companion.deathmatch.table import help as of_deathmatch
from companion.deathmatch.text import because as of_deathmatch_events
from companion.game.corrections import Because
from companion.game.help import rules_of_package
from companion.games import begin, game_ids, game_of
from companion.othello.model.events import Corrected, Exited, Gained, Revealed, Wounded
from companion.othello.table import help as of_othello
from companion.othello.text import because as of_othello_events
from companion.table.viewer import GUEST, seat_of
from tests.support.all_games import NAMES, SEED, moments, random_game
from tests.support.running_table import People, running

ROOMS = [("othello", of_othello), ("deathmatch", of_deathmatch)]
CHOSEN: list[tuple[str, dict[str, Any]]] = [
    ("othello", {}),
    ("othello", {"edition": "2024-first"}),
    *(("othello", {"edition": "2022", "level": level}) for level in ("wicked", "evil", "villainy")),
    ("deathmatch", {}),
]


def texts_of(room: Any) -> Mapping[str, str]:
    """Return the words of every rule of the game that a helper belongs to."""
    return rules_of_package(room.__name__.replace(".table.help", ".text"))


@pytest.mark.parametrize("file", rulebooks.PAGES, ids=lambda file: file.relative_to(rulebooks.ROOT).parts[1])
def test_the_rules_that_pages_tell_are_those_of_the_page_of_rules(file: Path) -> None:
    assert file.read_text(encoding="utf-8") == rulebooks.files()[file]()  # fix: bench.regenerate rules.json


def test_a_page_of_rules_is_read_with_its_lists_its_tables_and_its_lines() -> None:
    page = "\n- **A1** One\n  and [more](x.md).\n\n- **A2** `Two`\n\n  | a | b |\n\n| **J1** | Why? | `so` | `no` |\n"
    assert rulebooks.rules_of(page) == {"A1": "One and more.", "A2": "Two", "J1": "Why? Usual: so. Else: no."}


@pytest.mark.parametrize(("game", "room"), ROOMS)
def test_every_kind_of_moment_has_its_rules(game: str, room: Any) -> None:
    kinds = import_module(f"companion.{game}.model.decision").DecisionKind
    assert all(kind.rules and set(kind.rules) <= set(texts_of(room)) for kind in kinds)


@pytest.mark.parametrize(("game", "room"), ROOMS)
def test_every_thing_in_the_box_has_its_rules(game: str, room: Any) -> None:
    state = next(moments(game, 3, 1))
    things = [
        name.partition(":")[2] or name for name in game_of(game).box.contents(state) if not name.startswith("tile:")
    ]
    things = [name for name in things if name not in ("protagonist",)]
    assert len(things) > 40
    for thing in things:
        named = room.rules_of(state, thing)
        assert named and set(named) <= set(texts_of(room)), thing


@pytest.mark.parametrize("game", game_ids())
def test_every_card_that_is_explained_is_called_by_its_name(game: str) -> None:
    state = next(moments(game, 3, 1))
    cards = game_of(game).display.help(game_of(game).secrets.visible_to(state, None), None)["cards"]
    assert [card["id"] for card in cards if card["title"] == "a card"] == []


@pytest.mark.parametrize(("game", "room"), ROOMS)
def test_at_every_moment_everybody_is_told_rules_with_their_words(game: str, room: Any) -> None:
    rules, refused = game_of(game), 0
    for state in moments(game, 3, 12):
        for player in (None, 0, 1, 2):
            told = rules.display.help(rules.secrets.visible_to(state, player), player)
            assert told["now"]["text"] and told["now"]["rules"]
            assert all(card["rules"] for card in told["cards"])
            reasons = [reason for each in _refused(told) for reason in each["reasons"]]
            named = {rule for reason in reasons for rule in reason["rules"]} | set(told["now"]["rules"])
            assert named <= set(told["rules"]) and all(told["rules"].values())
            assert player is not None or not reasons
            refused += len(reasons)
            assert len(json.dumps(told)) < 60_000
    assert refused > 20


@pytest.mark.parametrize(("game", "chosen"), CHOSEN)
def test_it_says_of_every_card_what_stands_on_it(game: str, chosen: dict[str, Any]) -> None:
    cards = _told(game, chosen)["cards"]
    assert len(cards) > 15
    assert [card["id"] for card in cards if not card["text"] and not re.search(r"\(\d ", card["title"])] == []


def test_it_says_what_stands_on_a_card() -> None:
    texts = {card["id"]: card["text"] for game in ("othello", "deathmatch") for card in _told(game)["cards"]}
    assert texts["I.2"] == "For the Lead. It scores 2 points. It brings 1 intrigue token and an Iago coin."
    curtain = "The half curtain. For the company. It scores 1 point for the Lead, 2 points for the company."
    assert texts["I.9"].startswith(curtain)
    assert texts["Ophelia"] == "Slain by 4 coins and 8 letters together."
    assert texts["crypt"].startswith("Hands of 2 cards. ")


@pytest.mark.parametrize(("game", "chosen"), CHOSEN)
def test_the_words_of_a_rule_name_no_other_that_is_not_there(game: str, chosen: dict[str, Any]) -> None:
    told = _told(game, chosen)
    ids = {*told["now"]["rules"], *(rule for card in told["cards"] for rule in card["rules"])}
    named = {other for rule in ids for other in re.findall(r"\b[A-Z]+\d+\b", told["rules"][rule])}
    assert len(named) > 4 and named <= set(told["rules"])


def test_what_an_edition_says_otherwise_stands_apart_from_what_the_others_say() -> None:
    exchange = _told("othello", {"edition": "2022"})["rules"]["A1"]
    assert "for three intrigue tokens" in exchange
    assert exchange.endswith(
        "But in this edition: To look costs two intrigue tokens, and an Exchange is not played from the hand."
    )
    assert "in this edition" not in _told("othello")["rules"]["A1"]


def test_of_a_ruling_it_says_how_it_was_chosen() -> None:
    rules = _told("othello", {"rulings": {"J5": "draw-phase"}})["rules"]
    assert rules["J5"].endswith("In this game: in the draw phase.")
    assert _told("deathmatch")["rules"]["DJ1"].endswith("In this game: The table says who has won.")


@pytest.mark.parametrize("game", ["othello", "deathmatch"])
def test_no_ruling_is_told_by_the_name_that_positions_give_it(game: str) -> None:
    rules = rules_of_package(f"companion.{game}.text")
    for ruling, (_asks, answers) in game_of(game).box.options_form().rulings.items():
        text = rules[ruling]
        assert [name for name in answers if f" {name}:" in text or ("-" in name and name in text)] == []


def test_where_anybody_plays_any_card_it_tells_nothing_of_roles() -> None:
    """R2: in 2022 the roles still apply."""
    challenge = {"variants": ["playwrights-challenge"]}
    for edition, roles in (("2024", False), ("2022", True)):
        told = _told("othello", {"edition": edition, **challenge})
        script = [set(card["rules"]) for card in told["cards"] if "." in card["id"]]
        assert len(script) > 10
        assert all("R2" in rules and (rules & {"K1", "K8", "T2"} != set()) == roles for rules in script)


def test_the_last_curtain_is_told_to_end_the_game_and_a_seize_what_the_lead_may_do_with_it() -> None:
    state = next(moments("othello", 3, 1))
    assert "K7" in of_othello.rules_of(state, "V.16") and "T5" not in of_othello.rules_of(state, "V.16")
    assert "R3" not in of_othello.rules_of(state, "Seize")
    seize = {
        card["id"]: card["rules"]
        for card in _told("othello", {"edition": "2022", "variants": ["extra-lead-villainy"]})["cards"]
    }
    assert "R3" in seize["Seize"]


def test_a_coin_is_told_with_the_rules_of_what_it_does_and_of_what_stops_it() -> None:
    rules = {card["id"]: set(card["rules"]) for card in _told("othello")["cards"]}
    assert (
        rules["Othello"] >= {"O3", "A4", "O8"} and rules["Roderigo"] >= {"O7", "A1"} and rules["Cassio"] >= {"O4", "I1"}
    )


def _told(game: str, chosen: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the public help at the start of a game."""
    play = begin(game, list(NAMES[:3]), seed=1, **(chosen or {}))
    return game_of(game).display.help(game_of(game).secrets.visible_to(play.state, None), None)


@pytest.mark.parametrize(("game", "room"), ROOMS)
def test_the_rules_are_told_in_the_language_of_the_table(game: str, room: Any) -> None:
    rules, state = game_of(game), next(moments(game, 3, 1))
    english = rules.display.help(rules.secrets.visible_to(state, 0), 0)["rules"]
    speak("de")
    try:
        german = rules.display.help(rules.secrets.visible_to(state, 0), 0)["rules"]
    finally:
        speak("en")
    assert len(german) > 15
    assert {rule for rule in english if english[rule] == german[rule]} == set()


def test_a_small_game_tells_what_is_open_and_by_which_rules() -> None:
    game = game_of("asides")
    for state in moments("asides", 3, 6):
        told = game.display.help(game.secrets.visible_to(state, 0), 0)
        assert told["now"]["text"] and {*told["now"]["rules"]} == {*told["rules"]} != set()


@pytest.mark.parametrize("game", ["othello", "deathmatch"])
def test_a_seat_is_told_of_its_own_cards_and_a_guest_of_none(game: str, tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        house.command("start", game=game, names=list(NAMES[:2]), lead=0)
        hands = [{card["id"] for card in json.loads(house.table.own(player))["own"]["hand"]} for player in (0, 1)]
        own = [_own(house.table.ask("help", {}, seat_of(player))) for player in (0, 1)]
        assert all(hand <= mine for hand, mine in zip(hands, own, strict=True))
        assert _own(house.table.ask("help", {}, GUEST)) == set()


def _own(told: dict[str, Any]) -> set[str]:
    return {card["id"] for card in told["cards"] if card["own"]}


def _refused(told: dict[str, Any]) -> list[dict[str, Any]]:
    return [*told["not_now"], *(each for card in told["cards"] for each in card["not_now"])]


@pytest.mark.parametrize(("game", "room"), [(of_othello_events, of_othello), (of_deathmatch_events, of_deathmatch)])
def test_what_an_event_names_is_a_rule(game: Any, room: Any) -> None:
    named = {rule for ids in game.ALWAYS.values() for rule in ids}
    tables = [value for value in vars(game).values() if isinstance(value, dict)]
    named |= {rule for table in tables for ids in table.values() if type(ids) is tuple for rule in ids}
    assert len(named) > 15 and named <= set(texts_of(room))


@pytest.mark.parametrize("game", ["othello", "deathmatch"])
def test_what_has_just_happened_is_told_with_its_rules(game: str, tmp_path: Path) -> None:
    with running(tmp_path / "table.db", pace=0) as house:
        house.command("start", game=game, names=list(NAMES[:3]), lead=0)
        if game == "othello":
            People(house, seed=3).play(until=lambda board: board["scene"] > 1)
        else:
            house.command("answer", **house.desk["options"][0]["answer"])
        told = house.table.ask("help", {}, GUEST)
        assert [line["text"] for line in told["happened"]][-1] == house.board["log"][-1]["text"]
        named = {rule for line in told["happened"] for rule in line["rules"]}
        assert named and all(told["rules"][rule] for rule in named)


def test_what_follows_from_something_is_told_with_the_rules_of_that() -> None:
    """Tokens that are paid have the rules of their purpose, which comes later."""
    told: dict[str, set[tuple[str, ...]]] = {}
    for count in (2, 3, 4):
        events = random_game("othello", count).play.events
        for number, event in enumerate(events):
            rules = of_othello_events.because(event, list(reversed(events[:number])))
            told.setdefault(type(event).__name__, set()).add(rules)
    assert told["Gained"] >= {("S2",), ("E1",), ("K2",)} and () not in told["Gained"]
    assert told["Drew"] >= {("S6", "G4"), ("I2",), ("A3",), ("A2",), ("P7",), ("J5",)} and () not in told["Drew"]
    assert told["LeadChanged"] == {(), ("G3",), ("O3",), ("A4",)}  # the first one has the rules of the deal
    assert told["Wounded"] >= {("O2",), ("K5",)} and () not in told["Wounded"]
    assert told["Swapped"] == {("I3",), ("A2",)}
    assert told["Paid"] == {(), ("Z1",), ("L1",)}


def test_what_a_host_puts_right_follows_from_no_rule() -> None:
    revealed, gained = Revealed(0, "Villainy"), Gained(0, "intrigue", 1)
    assert of_othello_events.because(Wounded(0, "Cassio", False), [revealed]) == ("A6",)
    assert of_othello_events.because(Wounded(0, "Cassio", False), [Corrected(Because.UNSEEN), revealed]) == ()
    assert of_othello_events.because(gained, [Corrected(Because.UNSEEN), Exited(0, "I.1")]) == ()


def test_a_desdemona_coin_is_refused_only_where_nobody_can_protect_themselves() -> None:
    """N1: at any moment of a scene."""
    whole, counts = random_game("othello", 3)
    play = begin("othello", NAMES[:3], seed=SEED)
    refused = set()
    for number in counts:
        play.stand_after(whole.events[:number])
        for player, seat in enumerate(play.state.seats):
            if "Desdemona" in seat.coins:
                told = game_of("othello").display.help(
                    game_of("othello").secrets.visible_to(play.state, player), player
                )
                [coin] = [card for card in told["cards"] if card["id"] == "Desdemona"]
                refused |= {reason["code"] for each in coin["not_now"] for reason in each["reasons"]}
                may = {option["text"] for option in game_of("othello").display.seat(play.state, player)["options"]}
                assert (coin["not_now"] == []) == (any("your Desdemona coin" in each for each in may))
    assert refused <= {"protect.already", "protect.not-now"}


def test_who_is_unknown_reveals_nobody_by_a_name_that_is_none() -> None:
    play = begin("deathmatch", NAMES[:3], seed=SEED)
    known = game_of("deathmatch").secrets.visible_to(play.state, None)
    told = game_of("deathmatch").display.help(known, 1)
    assert "?" not in "".join(each["text"] for each in told["not_now"])
