"""Own decks at a table: accepted whole or refused with all errors, kept, chosen, and stored in each game."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.core.errors import InputError, all_errors
from companion.journal import Journal
from companion.othello.decks.draft import begun
from companion.othello.model.deck import deck_text
from cuelight.__main__ import main
from cuelight.app.games.deck_store import DeckStore
from cuelight.app.games.round import start_of
from tests.support.running_table import House, Json, People, running, served
from tests.support.served_pages import PHONE
from tests.support.table_pages import visited


def own_deck(title: str = "Our copy", points: int = 2, **head: str) -> str:
    """Return the stand-in deck as if it were an owner's copy, with another value of points for its card I.2."""
    text = deck_text("stand-in")
    for key, value in {"id": "our-copy", "title": title, **head}.items():
        old = next(line for line in text.splitlines() if line.startswith(f"{key} = "))
        text = text.replace(old, f'{key} = "{value}"', 1)
    text = text.replace("made_up = true", "made_up = false", 1)
    first, second = text.split('id = "I.2"')
    return f'{first}id = "I.2"{second.replace("points = 2", f"points = {points}", 1)}'


BAD = own_deck().replace('verb = "confronts"', 'verb = "annoys"', 2).replace('coin = "Iago"', 'coin = "Yorick"', 1)


def offered(house: House) -> list[str]:
    return [deck["title"] for deck in house.table.ask("decks", {})["decks"] if deck["game"] == "othello"]


def scored(house: House) -> list[tuple[int, Json]]:
    return [(seat["points"], seat["scored"]) for seat in house.board["seats"]]


def post(address: str, path: str, body: Json) -> tuple[int, Any]:
    request = urllib.request.Request(
        address + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST"
    )
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


# --- at the table


def test_a_deck_is_kept_and_chosen_before_the_stand_in(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path) as house:
        assert offered(house) == ["Stand-in deck"]
        house.command("deck", text=own_deck("First", id="first"))
        house.command("deck", text=own_deck("Second", id="second"))
    with running(path) as house:
        assert offered(house) == ["Second", "First", "Stand-in deck"]
        house.command("start", names=["Ann", "Ben"])
        assert house.board["table"]["deck_title"] == "Second"
        house.command("start", names=["Ann", "Ben"], deck="stand-in")
        assert (house.board["table"]["deck"], house.board["table"]["made_up"]) == ("stand-in", True)
        house.command("start", names=["Ann", "Ben"], deck="first")
        assert (house.board["table"]["deck"], house.board["table"]["made_up"]) == ("first", False)


def test_a_deck_is_taken_off_the_list_for_good_and_games_keep_it(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path) as house:
        house.command("deck", text=own_deck("First", id="first"))
        house.command("deck", text=own_deck("Second", id="second"))
        house.command("start", names=["Ann", "Ben"], deck="second")
        house.command("remove-deck", game="othello", deck="second")
        assert offered(house) == ["First", "Stand-in deck"]
        for deck in ("second", "stand-in"):
            with pytest.raises(InputError, match="there is no deck"):
                house.command("remove-deck", game="othello", deck=deck)
    with running(path) as house:
        assert offered(house) == ["First", "Stand-in deck"]
        assert house.board["table"]["deck_title"] == "Second"
        house.command("deck", text=own_deck("Second", id="second"))
        assert offered(house) == ["Second", "First", "Stand-in deck"]
    with running(path) as house:
        assert offered(house) == ["Second", "First", "Stand-in deck"]


def test_a_game_keeps_the_deck_that_it_began_with(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path) as house:
        house.command("deck", text=own_deck(points=2))
        house.command("start", names=["Ann", "Ben", "Cal"])
        People(house, seed=5).play(until=lambda board: board["act"] == 2)
        house.command("deck", text=own_deck("Corrected", points=40))
        assert offered(house) == ["Corrected", "Stand-in deck"]
        before = scored(house)
    with running(path) as house:
        assert scored(house) == before
        assert house.board["table"]["deck_title"] == "Our copy"
    with closing(Journal.open(path)) as journal:
        assert start_of(DeckStore(journal).whole(journal.games()[0].body)).deck.cards["I.2"].points == 2


def test_a_deck_with_faults_is_refused_with_all_of_them_and_nothing_is_lost(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house, served(house) as address:
        house.command("deck", text=own_deck())
        house.command("start", names=["Ann", "Ben"])
        before = house.board
        status, answer = post(address, "/api/deck", {"text": BAD})
        assert status == 400
        places = [(fault["line"], fault["field"]) for fault in answer["faults"]]
        lines = BAD.splitlines()
        wrong = [number for number, line in enumerate(lines, 1) if '"annoys"' in line or '"Yorick"' in line]
        assert [line for line, _field in places] == wrong
        assert [str(field).split()[1] for _line, field in places] == ["verb", "coin", "verb"]
        assert (offered(house), house.board) == (["Our copy", "Stand-in deck"], before)


@pytest.mark.parametrize("name", ["stand-in", "stand-in-2022"])
def test_a_deck_needs_a_name_of_its_own(tmp_path: Path, name: str) -> None:
    text = own_deck(id=name)
    with running(tmp_path / "table.db") as house, pytest.raises(InputError) as caught:
        house.command("deck", text=text)
    (fault,) = all_errors(caught.value)
    assert text.splitlines()[(fault.line or 0) - 1] == f'id = "{name}"'


def test_a_deck_is_played_by_the_rules_that_it_is_for(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        house.command("deck", text=own_deck())
        house.command("start", names=["Ann", "Ben"], edition="2022")
        assert house.board["table"]["deck"] == "stand-in-2022"
        with pytest.raises(InputError, match="edition 2024") as caught:
            house.command("start", names=["Ann", "Ben"], edition="2022", deck="our-copy")
        assert caught.value.field == "deck"
        house.command("start", names=["Ann", "Ben"], edition="2024-first", deck="our-copy")
        assert house.board["table"]["deck"] == "our-copy"


def test_a_demonstration_plays_the_deck_that_it_is_given(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    with running(path, demo=True) as house:
        assert house.board["table"]["deck"] == "stand-in"
    with running(path, demo=True, deck=own_deck()) as house:
        assert house.board["table"]["deck"] == "our-copy"
    with running(path, demo=True, deck=own_deck()) as house:
        assert house.board["table"]["deck"] == "our-copy"
    with closing(Journal.open(path)) as journal:
        assert len(journal.games()) == 2
        assert len(journal.of_kind("deck")) == 1


def test_every_detail_of_a_game_can_be_asked_for(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        house.command("deck", text=own_deck())
        house.command("start", names=["Ann", "Ben"], variants=["table-read"], rulings={"J8": "refund"})
        told = house.table.ask("details", {})["details"]
    values = {each["name"].partition(":")[0]: (each["value"], each["usual"]) for each in told}
    assert list(values) == ["Edition", "Cards", "Variant", *(f"J{number}" for number in (*range(1, 15), 27))]
    assert values["Cards"] == ("Our copy", True)
    assert values["Variant"] == ("Table Read", False)
    assert (values["J8"], values["J3"]) == (("it is given back", False), ("one coin", True))


def test_the_command_line_tells_everything_that_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(BAD)
    assert main(["run", "--deck", str(file), "--journal", str(tmp_path / "table.db")]) == 2
    told = capsys.readouterr().err
    assert [line.split(": ")[1].split()[1] for line in told.replace("cuelight: ", "").splitlines()] == [
        "verb",
        "coin",
        "verb",
    ]
    assert not (tmp_path / "table.db").exists()


# --- on the page


def test_a_deck_is_added_at_the_start_page(browser: Browser, tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.toml", tmp_path / "good.toml"
    bad.write_text(BAD)
    good.write_text(own_deck())
    with visited(browser, tmp_path / "table.db") as visitors:
        page = visitors.open("/start", viewport=PHONE)
        page.set_input_files("#deck-file", str(bad))
        expect(page.locator("#deck-told p")).to_have_text("bad.toml was not accepted: it has 3 mistakes.")
        expect(page.locator("#deck-told li")).to_have_count(3)
        expect(page.locator("#deck-told li").nth(1)).to_contain_text("coin: must be one of")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        page.set_input_files("#deck-file", str(good))
        expect(page.locator("#deck-told")).to_contain_text("Our copy is saved at this table: 70 script cards.")
        expect(page.locator("select[name=deck]")).to_have_value("our-copy")
        page.get_by_label("Edition").select_option("2022/evil")
        expect(page.locator("select[name=deck]")).to_have_value("stand-in")
        expect(page.locator("#deck-remove")).to_be_hidden()
        page.get_by_label("Edition").select_option("2024")
        expect(page.locator("select[name=deck]")).to_have_value("our-copy")
        page.get_by_role("button", name="Start", exact=True).click()
        page.wait_for_url("**/mat")
        page = visitors.open("/desk", viewport=PHONE)
        page.get_by_text("Rules and cards of this game").click()
        expect(page.locator("#game dl")).to_contain_text("Our copy")
        page = visitors.open("/board")
        expect(page.locator("#notes")).to_contain_text("played with “Our copy”")
        visitors.house.command("deck", text=begun("2022"))
        page.goto(page.url.replace("/board", "/start"))
        expect(page.get_by_label("Edition")).to_have_value("2022/wicked")  # the edition of the owners' newest cards
        expect(page.locator("select[name=deck]")).to_have_value("our-cards-2022")
        page.locator("#deck-remove").click()
        expect(page.locator("#deck-told")).to_contain_text("is off the list")
        expect(page.locator("select[name=deck]")).to_have_value("stand-in")
        expect(page.locator("#deck-remove")).to_be_hidden()


@pytest.mark.parametrize("deck", [own_deck(title="w" * 60_000), own_deck(id="w" * 60_000)], ids=["title", "id"])
def test_a_deck_whose_name_would_fill_every_page_is_refused(tmp_path: Path, deck: str) -> None:
    with running(tmp_path / "table.db") as house, pytest.raises(InputError, match="2000 letters are the most"):
        house.command("deck", text=deck)
