"""Time until a press is answered while one laptop shows everything: `make bench ARGS=laptop`.

One browser has eight phones, each with its own storage, a wall screen, and seven tabs that share their feed. The phones
play Deathmatch at a closed table with a journal. The time is from the touch until the table's answer has arrived at
the phone. The time until the phone has painted the next state is printed beside it: without a graphics card, this
browser paints the fifteen other pages on the same processors.
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
PRESSES, SHORT_PRESSES = 120, 3
PATHS = ("/board", "/mat", "/seats")
# The times from a touch until it was answered, and until the page has painted the next state.
_WATCH = """() => {
  window.answers = [];
  let pressed = 0, answered = 0;
  const { fetch } = window;
  window.fetch = async (...asked) => {
    const answer = await fetch(...asked);
    answered = performance.now();
    return answer;
  };
  const note = (since) => window.answers.push([answered - since, performance.now() - since]);
  addEventListener("click", (event) => { pressed = event.timeStamp; }, true);
  const changed = () => {
    const since = pressed;
    pressed = 0;
    if (since) requestAnimationFrame(() => setTimeout(note, 0, since));
  };
  new MutationObserver(changed).observe(document, { subtree: true, attributeFilter: ["data-seq"] });
}"""


def played(browser: Browser, folder: Path, presses: int) -> list[tuple[float, float]]:
    """Play with phones until so many presses are answered, or to the end.

    Returns the seconds of each until its answer, and until the phone has painted it.
    """
    with (
        running(folder / "table.db") as house,
        closed(house) as (server, doors),
        visiting(browser, house, server) as visitors,
    ):
        names = [f"Player {number}" for number in range(1, PLAYERS + 1)]
        house.command("start", game="deathmatch", names=names, lead=0, rulings={"DJ1": "higher-any"})
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
        found: list[tuple[float, float]] = []
        while len(found) < presses and house.board["table"]["state"] == "playing":
            until(lambda: all(_seq(phone) == str(house.board["seq"]) for phone in phones))
            found += _pressed(phones)
        return found


def _seq(phone: Page) -> str | None:
    return phone.locator("html").get_attribute("data-seq")


def _pressed(phones: Sequence[Page]) -> list[tuple[float, float]]:
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
            [answered, painted], *_ = phone.evaluate("() => window.answers")
            return [(answered / 1000, painted / 1000)]
    time.sleep(0.05)
    return []


def figures(short: bool) -> Iterator[Figure]:
    """Yield the time that 95 of 100 presses take at most."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        found = played(browser, Path(name), SHORT_PRESSES if short else PRESSES)
    answered, painted = (sorted(1000 * seconds for seconds in times) for times in zip(*found, strict=True))
    shown = f"painted after {statistics.median(painted):.0f} ms, {statistics.quantiles(painted, n=20)[-1]:.0f} ms"
    context = f"median {statistics.median(answered):.0f} ms, of {len(found)} presses; median and p95 {shown}"
    yield Figure("laptop", statistics.quantiles(answered, n=20)[-1], context)
