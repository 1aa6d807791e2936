"""A closed table whose players have only their phones: each opens the page of a seat by its own link."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from ipaddress import ip_address
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from cuelight.app.access.closed_table import doors_of
from cuelight.app.access.keeper import AccessControl
from cuelight.history.archive import Archive
from tests.support.running_table import House, running
from tests.support.served_pages import PATIENCE_MS, PHONE
from tests.support.table_pages import Visitors
from tests.support.waiting import until
from web.app.interfaces import Address
from web.server.server import Server


@contextmanager
def seated(browser: Browser, path: Path, **start: object) -> Iterator[tuple[Visitors, list[Page]]]:
    """Yield a closed table on a virtual mat with a started game, and a phone for each seat."""
    with running(path) as house, closed(house) as (server, doors), visiting(browser, house, server) as visitors:
        house.command("start", **start)
        links = doors.make_keys(range(1, len(house.board["seats"]) + 1))
        phones = [visitors.open(f"/seat/{seat}#{key}", viewport=PHONE) for seat, key in links.items()]
        for phone in phones if visitors.house.board["game"] == "deathmatch" else ():
            phone.get_by_role("button", name="I know who I am").click()
        yield visitors, phones


def join_all(house: House, seats: Iterable[int]) -> dict[int, str]:
    """Let a phone join each of these seats of a closed table, from 1; return the keys."""
    doors = doors_of(house.table, house.path, house.clock)
    return {seat: doors.come_in(seat, key) for seat, key in doors.make_keys([*seats]).items()}


HOME = Address(ip_address("192.168.77.20"), "eth0")
"""Where the table is in the network of the house, as phones are told."""


@contextmanager
def closed(house: House, port: int = 0, network: Iterable[Address] = (HOME,)) -> Iterator[tuple[Server, AccessControl]]:
    """Yield the pages of a closed table and its access control; `network` is read for each address request."""
    doors = doors_of(house.table, house.path, house.clock)
    history = Archive(house.path, lambda: house.table.game)
    server = Server(house.table, "", port, history=history, doors=doors, addresses=lambda: list(network))
    server.start()
    try:
        yield server, doors
    finally:
        server.stop()


@contextmanager
def visiting(browser: Browser, house: House, server: Server) -> Iterator[Visitors]:
    """Yield browsers at these pages; fail at the end on errors other than refusals."""
    expect.set_options(timeout=PATIENCE_MS)
    visitors = Visitors(browser, house, server.address)
    yield visitors
    visitors.leave()
    refused = ("403", "503", "ERR_")  # 503: the table stops while the page asks again
    assert [error for error in visitors.complaints if not any(code in error for code in refused)] == []


SOON_MS = 2000.0  # for text that is on a page already


class Thumbs:
    """Players with only their phones: the player asked takes the first offered answer."""

    def __init__(self, visitors: Visitors, phones: list[Page]) -> None:
        self.house = visitors.house
        self.phones = phones
        self.touched: set[str] = set()

    def play_until(self, true: Callable[[], bool], most: int = 60) -> None:
        """Go round the phones until a condition is true."""
        for _ in range(most):
            if true():
                return
            until(self._all_show)
            before = self.house.board["seq"]
            button = self._asked()
            try:
                words = button.locator("b").inner_text(timeout=SOON_MS)
                button.click(timeout=SOON_MS)
            except PlaywrightTimeout:
                continue  # the page has changed meanwhile
            self.touched.add(words)
            until(partial(self._is_past, before))
        raise AssertionError("it did not come to that")

    def _all_show(self) -> bool:
        newest = str(self.house.board["seq"])
        return all(phone.locator("html").get_attribute("data-seq") == newest for phone in self.phones)

    def _is_past(self, seq: int) -> bool:
        return bool(self.house.desk["board"]["seq"] > seq)  # the desk's snapshot is sent after the board's

    def _asked(self) -> Locator:
        """Return an answer button on one of the phones; pick up cards until there is one."""
        for phone in self.phones:
            dock = phone.locator("#options > button:not(.again)")
            if dock.count() > 0:
                return dock.first
            for card in phone.locator(".own-cards button.card").all() if phone.locator("#pick").is_visible() else []:
                card.click()
                if dock.count() > 0:
                    return dock.first
        raise AssertionError("no phone offers anything")
