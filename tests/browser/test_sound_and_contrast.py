"""Sound and contrast: one person's settings for one screen, in a real browser."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.support.running_table import House, People
from tests.support.served_pages import PHONE
from tests.support.table_pages import visited

LISTEN = """() => {
    window.heard = [];
    const struck = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) {
        window.heard.push(Math.round(this.frequency.value));
        struck.call(this, at);
    };
}"""
CHIMES = "Chimes for the cues, a note for each seat"
ASKS = ("your-turn", "may-interrupt", "choose", "lay", "go-on")
NOTES = (523, 587, 659)  # frequencies of the first seats, in hertz


def notes(page: Page) -> set[int]:
    """Return the seats' notes that this page has played since the last call."""
    heard = page.evaluate("() => window.heard.splice(0)")
    return {note for note in heard if note in NOTES}


def switch(page: Page, name: str) -> None:
    """Switch one setting in the page's header."""
    page.get_by_label("Sound and contrast").click()
    page.get_by_label(name).click()
    page.get_by_label("Sound and contrast").click()


def follow(page: Page, house: House) -> list[str]:
    """Wait until the page shows the table's state; return the seats' cues."""
    board = house.board
    page.wait_for_function("(seq) => Number(document.documentElement.dataset.seq) >= seq", arg=board["seq"])
    return [seat["cue"] for seat in board["seats"]]


def test_a_page_is_silent_until_chimes_are_wanted_and_then_strikes_the_note_of_each_seat_that_is_newly_asked(
    browser: Browser, tmp_path: Path
) -> None:
    with visited(browser, tmp_path / "table.db") as visitors:
        house, page = visitors.house, visitors.open("/desk")
        house.command("start", names=["Ann", "Ben", "Cal"], lead=1)
        page.wait_for_selector(".desk-seat")
        page.evaluate(LISTEN)
        People(house, seed=3).play(until=lambda board: board["phase"] == "reveal")
        follow(page, house)
        assert notes(page) == set()
        switch(page, CHIMES)
        struck = set()
        for _ in range(12):
            before = follow(page, house)
            People(house, seed=3).answer(house.desk)
            now = follow(page, house)
            changed = zip(NOTES, before, now, strict=True)
            newly = {note for note, was, cue in changed if was != cue and cue in ASKS}
            page.wait_for_function("(notes) => notes.every((note) => window.heard.includes(note))", arg=list(newly))
            notes(page)
            struck |= newly
        assert len(struck) > 1
        page.get_by_role("button", name="Mute", exact=True).click()  # with one touch
        page.get_by_role("button", name="Unmute").click()
        expect(page.locator("#wants-sound")).to_be_checked()
        page.get_by_role("button", name="Mute", exact=True).click()
        expect(page.locator("#wants-sound")).not_to_be_checked()
        notes(page)
        People(house, seed=3).play(until=lambda board: board["scene"] > 1)
        follow(page, house)
        assert notes(page) == set()


PHONES_AUDIO = """() => {
    window.state = "suspended";
    window.AudioContext = class extends EventTarget {
        get state() { return window.state; }
        async resume() {
            if (!navigator.userActivation.isActive) return new Promise(() => {});
            window.state = "running";
            this.onstatechange?.();
        }
        async close() {}
    };
}"""


def test_the_first_touch_turns_on_a_phones_sound_and_one_touch_after_a_call_turns_it_on_again(
    browser: Browser, tmp_path: Path
) -> None:
    with visited(browser, tmp_path / "table.db") as visitors:
        visitors.house.command("start", names=["Ann", "Ben", "Cal"], lead=1)
        page = visitors.open("/board", viewport=PHONE, has_touch=True, is_mobile=True)
        page.add_init_script(f"({PHONES_AUDIO})();")
        page.add_init_script("localStorage.setItem('cuelight.sound', 'yes');")
        page.reload()
        told = page.locator("#sound-told")
        expect(told).to_have_text("Touch this page once to turn on its sound.")
        page.touchscreen.tap(200, 300)
        page.wait_for_function("() => window.state === 'running'")
        expect(told).to_have_text("")
        page.evaluate("() => { window.state = 'interrupted'; }")  # as iOS says it
        page.touchscreen.tap(200, 300)
        page.wait_for_function("() => window.state === 'running'")


def test_a_wall_whose_links_are_folded_is_muted_at_one_touch_too(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as visitors:
        page = visitors.open("/board")
        mute, pages = page.get_by_role("button", name="Mute", exact=True), page.get_by_role("button", name="Pages")
        expect(mute).to_be_hidden()
        pages.click()
        switch(page, CHIMES)
        pages.click()
        mute.click()
        page.reload()
        expect(page.locator("#wants-sound")).not_to_be_checked()


def test_stronger_contrast_is_kept_on_the_screen_that_wants_it(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as visitors:
        page = visitors.open("/desk")
        usual = page.evaluate("() => getComputedStyle(document.documentElement).getPropertyValue('--murmur')")
        switch(page, "Stronger contrast")
        expect(page.locator("html")).to_have_attribute("data-contrast", "more")
        page.goto(page.url.replace("/desk", "/start"))
        expect(page.locator("html")).to_have_attribute("data-contrast", "more")
        assert page.evaluate("() => getComputedStyle(document.documentElement).getPropertyValue('--murmur')") != usual
        asks = visitors.open("/start", contrast="more")
        expect(asks.locator("html")).to_have_attribute("data-contrast", "more")
