"""Games played only by phones: on an on-screen mat, without hardware and without a host at the desk."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import USUAL
from tests.support.axe_check import violations
from tests.support.phones import Thumbs, seated
from tests.support.served_pages import PHONE
from tests.support.table_pages import Visitors
from tests.support.waiting import until

TOUCHED: dict[str, set[str]] = {
    "othello": {"Pass", "Reveal your card"},
    "asides": set(),
}
GAMES: dict[str, dict[str, object]] = {
    "othello": {"game": "othello", "names": ["Ann", "Ben"], "lead": 0},
    "asides": {"game": "asides", "names": ["Ann", "Ben", "Cal"]},
}


@pytest.mark.parametrize("game", GAMES)
def test_phones_alone_play_a_scene(game: str, browser: Browser, tmp_path: Path) -> None:
    """With `deathmatch/test_phones.py`, this covers every game."""
    with seated(browser, tmp_path / "table.db", **GAMES[game]) as (visitors, phones):
        began = visitors.house.board["where"]
        for phone in phones:
            expect(phone.locator("#decision")).not_to_be_empty()
            expect(phone.locator("#unseen")).to_be_hidden()  # all cards of the player are here
        if game == USUAL:
            every_phone_lays_its_card_at_once(visitors, phones)
        thumbs = Thumbs(visitors, phones)
        thumbs.play_until(lambda: bool(visitors.house.board["where"] != began))
        assert thumbs.touched >= TOUCHED[game]
        if game == USUAL:
            has_no_fault(phones[0])
        for phone in phones:
            assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_a_phone_undoes_a_mistap_and_passes_for_the_scene_with_its_card(browser: Browser, tmp_path: Path) -> None:
    with seated(browser, tmp_path / "table.db", **GAMES["othello"]) as (visitors, phones):
        names = [seat["name"] for seat in visitors.house.board["seats"]]
        first = phones[names.index(visitors.house.desk["decision"]["players"][0])]
        first.get_by_role("button", name="Nothing first").click()
        first.get_by_role("button", name="Undo").click()
        expect(first.get_by_role("button", name="Nothing first")).to_be_visible()
        expect(first.get_by_role("button", name="Undo")).to_be_hidden()
        for phone in phones:
            phone.locator(".own-cards button.card").first.click()
            phone.get_by_role("button", name="Play it, and ask me nothing more in this scene").click()
            expect(phone.get_by_role("button", name="Ask me again in this scene")).to_be_visible()
        until(lambda: asked_in(visitors)[0] == "reveal")
        phones[0].get_by_role("button", name="Ask me again in this scene").click()
        expect(phones[0].get_by_role("button", name="Ask me again in this scene")).to_be_hidden()


def test_a_phone_whose_card_is_down_says_for_whom_one_waits_and_marks_the_card(
    browser: Browser, tmp_path: Path
) -> None:
    with seated(browser, tmp_path / "table.db", **GAMES["othello"]) as (_visitors, phones):
        phones[0].locator(".own-cards button.card").first.click()
        phones[0].get_by_role("button", name="Play it face down").click()
        expect(phones[0].locator("#decision")).to_have_text("Waiting for Ben")
        expect(phones[0].locator(".own-cards [data-laid]")).to_have_count(1)
        phones[0].get_by_role("button", name="Hide", exact=True).click()
        expect(phones[0].locator("#laid")).to_have_text("Your hand is hidden. Tap Show to answer.")


def test_a_tap_on_a_player_chooses_the_player(browser: Browser, tmp_path: Path) -> None:
    seats = [{"name": name, "hand": ["?script"] * 2, "intrigue": 0} for name in ("Ann", "Ben", "Cal")]
    coin = {"coins": {"Roderigo": 1}}
    position = {
        "edition": "2024",
        "phase": "pre-placement",
        "lead": "Ann",
        "seats": [seats[0], seats[1] | coin, seats[2]],
    }
    with seated(browser, tmp_path / "table.db", position=position) as (visitors, phones):
        phones[1].get_by_role("button", name="Use your Roderigo coin").click()
        until(lambda: asked_in(visitors)[0] in ("choose", "window"))
        if asked_in(visitors)[0] == "window":
            visitors.house.let_the_window_close()
        phones[1].locator(".own-player[data-choosable]", has_text="Cal").click()
        until(lambda: "Cal" in str(visitors.house.board["happening"]))


def test_the_wall_of_a_game_on_phones_says_who_is_asked_and_names_no_button(browser: Browser, tmp_path: Path) -> None:
    with seated(browser, tmp_path / "table.db", **GAMES["othello"]) as (visitors, phones):
        wall = visitors.open("/board")
        visitors.house.let_the_lights_come_on()
        visitors.house.catch_up()
        expect(wall.locator(".seat-cue", has_text="anything first?")).to_have_count(1)
        expect(wall.locator(".seat-says span")).to_have_count(0)
        every_phone_lays_its_card_at_once(visitors, phones)
        until(lambda: asked_in(visitors)[0] == "after-placement")
        visitors.house.let_the_lights_come_on()
        visitors.house.catch_up()
        expect(wall.locator(".seat-cue", has_text="anything first?")).to_have_count(1)
        expect(wall.locator(".seat-cue", has_text="your turn")).to_have_count(0)
        expect(wall.locator(".seat-says [data-says=press]")).to_have_count(0)


def test_a_card_that_can_do_nothing_hides_no_answer(browser: Browser, tmp_path: Path) -> None:
    """A player who holds up a card as a window opens must see the possible answers at once."""
    with seated(browser, tmp_path / "table.db", **GAMES["othello"]) as (visitors, phones):
        names = [seat["name"] for seat in visitors.house.board["seats"]]
        [asked] = visitors.house.desk["decision"]["players"]
        phone, other = (phones[names.index(asked)], phones[1 - names.index(asked)])
        phone.get_by_role("button", name="Improvise: put back a hand card").click()
        expect(other.get_by_role("button", name="Pass")).to_be_visible()
        other.locator(".own-cards button.card").first.click()
        for answer in ("Block it", "Pass"):
            expect(other.get_by_role("button", name=answer)).to_be_visible()


def test_only_the_phone_of_whoever_chooses_makes_the_choice(browser: Browser, tmp_path: Path) -> None:
    """A button on the table may stand for its seat; on a phone it would choose for somebody else (A1)."""
    nothing_to_answer_with = {"intrigue": 0, "spotlight": 0, "hand": ["?staging"] * 3}
    seats = [{"name": name, "placed": "?script", **nothing_to_answer_with} for name in ("Ann", "Ben", "Cal")]
    seats[0] |= {"placed": "Exchange", "intrigue": 9}
    position = {"edition": "2024", "phase": "reveal", "lead": "Ben", "turn": "Ann", "seats": seats}
    with seated(browser, tmp_path / "table.db", position=position) as (visitors, phones):
        phones[0].get_by_role("button", name="Reveal your card").click()
        until(lambda: asked_in(visitors) == ("choose", ["Ann"]))
        visitors.house.let_the_lights_come_on()
        visitors.house.catch_up()
        presses = [seat["press"] for seat in visitors.house.board["seats"]]  # at the table
        assert presses == ["", "I was chosen", "I was chosen"]
        for phone in phones[1:]:
            expect(phone.locator("#decision")).to_contain_text("Ann names a player")
            expect(phone.locator("#buttons")).to_be_hidden()
            expect(phone.locator("#options > button")).to_have_count(0)
            expect(phone.locator("#cue")).to_be_empty()
        phones[0].get_by_role("button", name="Cal").click()
        until(lambda: "Cal" in str(visitors.house.board["happening"]))


def test_a_tap_on_its_way_when_the_time_runs_out_spends_nothing(browser: Browser, tmp_path: Path) -> None:
    """The coin that would have protected the player has the same words in the next question."""
    seats: list[dict[str, object]] = [
        {"name": name, "placed": "?script", "hand": ["?script"] * 2} for name in ("Ann", "Ben", "Cal")
    ]
    seats[0] |= {"placed": "Take the Lead"}
    seats[1] |= {"coins": {"Desdemona": 1}}
    position = {"edition": "2024", "phase": "reveal", "lead": "Ben", "turn": "Ann", "seats": seats}
    with seated(browser, tmp_path / "table.db", position=position) as (visitors, phones):
        phones[0].get_by_role("button", name="Reveal your card").click()
        coin = phones[1].get_by_role("button", name=re.compile("Desdemona coin"))
        phones[1].locator("#besides summary").click()
        expect(coin).to_be_visible()
        phones[1].evaluate("() => { const now = performance.now(); performance.now = () => now; }")
        asked = phones[1].locator("#decision").inner_text()
        visitors.house.let_the_window_close()
        expect(phones[1].locator("#decision")).not_to_have_text(asked)
        coin.click()
        expect(phones[1].locator("#toast")).to_contain_text("Nothing was done")
        assert visitors.house.board["seats"][1]["coins"] == {"Desdemona": 1}
        phones[1].evaluate("() => { const now = performance.now() + 700; performance.now = () => now; }")
        coin.click()
        until(lambda: visitors.house.board["seats"][1]["coins"] == {})


@pytest.mark.parametrize("game", GAMES)
def test_the_keyboard_stays_where_answers_are_given(game: str, browser: Browser, tmp_path: Path) -> None:
    """A pressed button disappears after the answer; the next Tab continues there, not at the top of the page."""
    with seated(browser, tmp_path / "table.db", **GAMES[game]) as (_visitors, phones):
        until(lambda: any(phone.locator("#options > button").count() for phone in phones))
        phone = next(phone for phone in phones if phone.locator("#options > button").count() > 0)
        button = phone.locator("#options > button").first
        words = button.locator("b").inner_text()
        button.focus()
        phone.keyboard.press("Enter")
        expect(phone.locator("#options > button").get_by_text(words, exact=True)).to_have_count(0)
        phone.wait_for_timeout(100)  # a browser drops removed elements with its next frame
        assert phone.evaluate("document.activeElement.closest('#dock') !== null")


def test_nobody_is_called_to_reveal_before_the_others_have_done_what_they_may(browser: Browser, tmp_path: Path) -> None:
    """P4: the first player to reveal may proceed anyway, but is not asked to."""
    with seated(browser, tmp_path / "table.db", **GAMES["othello"]) as (visitors, phones):
        first, thumbs = phones[1], Thumbs(visitors, phones)
        thumbs.play_until(lambda: asked_in(visitors) == ("after-placement", ["Ben"]))
        first.get_by_role("button", name="Pass", exact=True).click()
        until(lambda: asked_in(visitors) == ("after-placement", ["Ann"]))
        visitors.house.let_the_lights_come_on()
        visitors.house.catch_up()
        expect(phones[0].locator("#cue")).to_have_text("anything first?")
        expect(first.locator("#decision")).to_contain_text("before the first reveal (Ann first)")
        expect(first.locator("#cue")).to_be_empty()
        expect(first.locator("#buttons")).to_be_hidden()
        first.locator("#besides summary").click()
        expect(first.locator("#besides").get_by_role("button", name="Exit")).to_be_visible()
        thumbs.play_until(lambda: asked_in(visitors) == ("reveal", ["Ben"]))
        expect(first.locator("#options").get_by_role("button", name=re.compile("^Exit"))).to_be_visible()


def asked_in(visitors: Visitors) -> tuple[str, list[str]]:
    """Return the kind of the open decision and the players asked."""
    asked = visitors.house.desk["decision"]
    return asked["kind"], asked["players"]


@pytest.mark.parametrize("game", ["othello", "deathmatch"])
def test_a_card_is_read_out_with_all_that_stands_on_it(game: str, browser: Browser, tmp_path: Path) -> None:
    with seated(browser, tmp_path / "table.db", game=game, names=["Ann", "Ben"], lead=0) as (_visitors, phones):
        for phone in phones:
            cards = phone.locator(".own-cards button.card")
            expect(cards.first).to_be_visible()
            for card in cards.all():
                says = card.aria_snapshot()
                points = card.locator(".card-points")
                assert (points.first.inner_text()[0] in says) if points.count() else "." in says


def every_phone_lays_its_card_at_once(visitors: Visitors, phones: list[Page]) -> None:
    """Also if a player has an earlier question first; that player may take time, and cards can be changed.

    If the table does not answer the phone at that moment, the phone says so, and nothing has happened.
    """
    names = [seat["name"] for seat in visitors.house.board["seats"]]
    [asked] = visitors.house.desk["decision"]["players"]
    phone, other = (phones[names.index(asked)], phones[1 - names.index(asked)])
    for number in (0, 1):
        other.locator(".own-cards button.card").nth(number).click()
        wanted = other.locator("#pick").inner_text().partition(":")[0]
        other.get_by_role("button", name="Play it face down").click()
        expect(other.locator("#laid")).to_have_text(f"{wanted} is ready. Tap another card to change your mind.")
        assert visitors.house.desk["decision"]["players"] == [asked]
        expect(phone.get_by_role("button", name="Nothing first")).to_be_visible()
    other.reload()
    expect(other.locator("#laid")).to_contain_text(wanted)
    without_its_key_the_page_does_not_name_the_card(other)
    other.reload()
    expect(other.locator("#laid")).to_contain_text(wanted)
    phone.locator(".own-cards button.card").first.click()
    phone.get_by_role("button", name="Play it face down").click()
    until(lambda: all(seat["card"] == {"face": "down"} for seat in visitors.house.board["seats"]))
    expect(other.locator("#laid")).to_be_hidden()
    expect(other.locator("#mine")).to_contain_text(wanted)


def without_its_key_the_page_does_not_name_the_card(phone: Page) -> None:
    """Not even for a host, who may open each seat's page."""
    kept = phone.context.cookies()
    phone.context.clear_cookies()
    phone.reload()
    expect(phone.locator("#decision")).not_to_be_empty()
    expect(phone.locator("#laid")).to_be_hidden()
    phone.context.clear_cookies()
    phone.context.add_cookies(
        [{"name": each["name"], "value": each["value"], "url": urljoin(phone.url, "/")} for each in kept]
    )


def has_no_fault(phone: Page) -> None:
    """axe finds none, neither on a playing seat's page nor in its rules dialog."""
    assert list(violations(phone)) == []
    phone.get_by_role("button", name="Rules", exact=True).click()
    expect(phone.get_by_role("dialog").get_by_role("heading", name="The rules that apply now")).to_be_visible()
    assert list(violations(phone)) == []
