"""Time until a press is answered while one laptop shows everything: `make bench ARGS=laptop`.

One browser has eight phones, each with its own storage, a wall screen, and seven tabs that share their feed. The phones
play Deathmatch at a closed table with a journal. The time is from the touch until the phone that was touched has
painted the next state; the browser paints all sixteen other pages on the same processors meanwhile.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from bench.chromium import chromium
from bench.goals import Figure
from tests.support.phones import closed, visiting
from tests.support.running_table import running
from tests.support.waiting import until

PLAYERS, TABS = 8, 7
PRESSES, SHORT_PRESSES = 200, 3
PATHS = ("/board", "/mat", "/seats")
# The time of the latest touch, until the page has painted another state than before it.
_WATCH = """() => {
  window.answers = [];
  let pressed = 0;
  const note = (since) => window.answers.push(performance.now() - since);
  addEventListener("click", (event) => { pressed = event.timeStamp; }, true);
  const changed = () => {
    const since = pressed;
    pressed = 0;
    if (since) requestAnimationFrame(() => setTimeout(note, 0, since));
  };
  new MutationObserver(changed).observe(document, { subtree: true, attributeFilter: ["data-seq"] });
}"""


def played(browser: Browser, folder: Path, presses: int) -> list[float]:
    """Play with phones until so many presses are answered; return the seconds of each."""
    with (
        running(folder / "table.db") as house,
        closed(house) as (server, doors),
        visiting(browser, house, server) as visitors,
    ):
        house.command("start", game="deathmatch", names=[f"Player {n}" for n in range(1, PLAYERS + 1)])
        visitors.open("/board")
        tabs = visitors.open("/board").context
        for number in range(1, TABS):
            tabs.new_page().goto(visitors.address + PATHS[number % len(PATHS)])
        phones = []
        for seat, key in doors.make_keys(range(1, PLAYERS + 1)).items():
            phone = visitors.open(f"/seat/{seat}#{key}", viewport={"width": 390, "height": 844})
            phone.get_by_role("button", name="I know who I am").click()
            phone.evaluate(_WATCH)
            phones.append(phone)
        found: list[float] = []
        while len(found) < presses:
            until(lambda: all(_seq(phone) == str(house.board["seq"]) for phone in phones))
            found += _pressed(phones)
        return found


def _seq(phone: Page) -> str | None:
    return phone.locator("html").get_attribute("data-seq")


def _pressed(phones: Sequence[Page]) -> list[float]:
    """Press the first button that answers on a phone, and not one that asks once more; return what the press took."""
    for phone in phones:
        for card in [None, *phone.locator(".own-cards button.card").all()]:
            if card is not None:
                card.click()
            buttons = phone.locator("#options > button:not(.again)").filter(has_not_text="Reveal yourself")
            if buttons.count() == 0:
                continue
            phone.evaluate("() => { window.answers = []; }")
            buttons.first.click()
            until(lambda phone=phone: bool(phone.evaluate("() => window.answers.length")))
            return [seconds / 1000 for seconds in phone.evaluate("() => window.answers.slice(0, 1)")]
    time.sleep(0.05)
    return []


def figures(short: bool) -> Iterator[Figure]:
    """Yield the time that 95 of 100 presses take at most."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        found = played(browser, Path(name), SHORT_PRESSES if short else PRESSES)
    middle, most = statistics.median(found), statistics.quantiles(found, n=20)[-1]
    context = f"median {1000 * middle:.0f} ms, longest {1000 * max(found):.0f} ms, of {len(found)} presses"
    yield Figure("laptop", 1000 * most, context)
