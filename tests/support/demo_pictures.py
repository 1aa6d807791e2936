"""Pictures of a demo table, one per step: a stranger's view from the idle screen to the end of the game.

They come from a real table with buttons and readers, moved by this script; its seats have phones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from hardware.fitted_table import FittedTable
from hardware.table_file.layout import full_mat
from tests.support.phones import closed, visiting
from tests.support.running_table import House, running
from tests.support.waiting import until
from web.api.table_port import HERE

STEPS = (
    "demo-idle.png",
    "demo-lesson.png",
    "demo-phone.png",
    "demo-window.png",
    "demo-leaving.png",
    "demo-missing.png",
)
IDLE_MINUTES = 5
WALL = ViewportSize(width=1280, height=720)
PHONE = ViewportSize(width=390, height=844)
SMALL = 0.5  # scale; a picture of a step gives an overview and is not read in detail
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => document.fonts.ready.then(done)))"
"""Waits for the letters that a first frame has asked for."""
PLAYED = ("I.1", "I.2", "I.3")


def steps(browser: Browser, journal: Path, no_network: Callable[[Route], None]) -> Iterator[tuple[str, bytes]]:
    """Yield each picture with its name, as a PNG."""
    journal.with_name("shop.toml").write_text(f"demo = true\nidle_minutes = {IDLE_MINUTES}\n")
    fitted = FittedTable(full_mat(3), [], [], lambda: house.clock(), {}, served=())
    noon = datetime(2026, 11, 21, 12).timestamp
    with (
        running(journal, wall=noon, fitted=fitted) as house,
        closed(house) as (server, doors),
        visiting(browser, house, server) as people,
    ):
        doors.change_pin(str(doors.first_pin()), "123456", HERE)
        wall = people.open("/board", viewport=WALL, device_scale_factor=SMALL, reduced_motion="reduce")
        wall.route("**/api/where", no_network)
        yield STEPS[0], _shot(wall, house)
        fitted.press("seat1")
        until(lambda: house.board["table"]["state"] == "playing")
        house.let_the_lights_come_on()
        house.catch_up()
        yield STEPS[1], _shot(wall, house)
        _play_to_the_first_window(house)
        key = doors.make_keys([1])[1]
        phone = people.open(f"/seat/1#{key}", viewport=PHONE, device_scale_factor=SMALL, reduced_motion="reduce")
        yield STEPS[2], _shot(phone, house)
        yield STEPS[3], _shot(wall, house)
        house.clock.now += IDLE_MINUTES * 60 - 20
        house.table.show_anew()
        until(lambda: any(each["kind"] == "leaving" for each in house.board["prompter"]))
        yield STEPS[4], _shot(wall, house)
        house.mat("lift", zone="seat1.play")  # a visitor takes the card away
        house.clock.now += IDLE_MINUTES * 60 + 1
        house.table.show_anew()
        until(lambda: house.board["table"]["state"] == "idle")
        yield STEPS[5], _shot(wall, house)


def _play_to_the_first_window(house: House) -> None:
    """Turn up the first card, so that others may stop it."""
    house.mat("tag", zone="seat1.play", thing="tile:Iago")
    house.mat("lift", zone="seat1.play")
    for _ in range(20):
        desk = house.desk
        asked, kind = desk["decision"]["players"], desk["decision"]["kind"]
        if kind == "window":
            house.let_the_lights_come_on()
            house.catch_up()
            return
        for seat in desk["board"]["seats"]:
            if seat["name"] in asked and kind == "placement":
                house.mat("tag", zone=f"{seat['seat']}.play", thing=PLAYED[int(seat["seat"][-1]) - 1])
            elif seat["name"] in asked and kind in ("pre-placement", "after-placement"):
                house.command("answer", do="pass", by=seat["name"])
            elif seat["name"] in asked:
                house.mat("press", button=seat["seat"])
        house.let_the_lights_come_on()
        house.catch_up()
    raise AssertionError([house.desk["decision"], house.desk["options"]])


def _shot(page: Page, house: House) -> bytes:
    """Take a picture of the page without short-lived messages."""
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-seq", str(house.board["seq"]))
    page.evaluate(DRAWN)
    return page.screenshot(animations="disabled")
