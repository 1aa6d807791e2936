"""Tables with hands on phones, in pairs: the same actions and different deals, with everything that they send."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from companion.core.errors import CuelightError
from companion.deathmatch.model.state import State
from companion.deathmatch.notation.write import position_to_json
from companion.table.viewer import Viewer
from tests.support.phones import join_all
from tests.support.running_table import House, Json, running
from web.api.table_port import Channel, SeatChannel

NAMES = ["Ann", "Ben", "Cal"]
STARTS: dict[str, Json] = {
    "othello": {"game": "othello", "names": NAMES, "lead": 0},
    "deathmatch": {"game": "deathmatch", "names": NAMES, "lead": 0, "variants": ["castle"]},
    "asides": {"game": "asides", "names": NAMES},
}
STATE = re.compile(rb'"state":(\d{4,})')


class Table:
    """A running table, with everything that it has sent, in order."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.sent: list[tuple[Channel, bytes]] = []
        self._first = json.loads(house.table.board())["state"]
        channels: list[Channel] = ["board", "desk", *(SeatChannel(player) for player in range(8))]
        for channel in channels:
            house.table.listen(channel, partial(self._hear, channel))

    def _hear(self, channel: Channel, content: bytes) -> None:
        self.sent.append((channel, content))

    def take_up(self, state: State) -> None:
        self.house.command("start", position=position_to_json(state))
        self.house.catch_up()

    def do(self, asker: Viewer, name: str, body: Json) -> str:
        """Execute a command; return its refusal."""
        try:
            self.house.table.command(name, body, asker)
        except CuelightError as error:
            return f"{type(error).__name__}: {error}"
        finally:
            self.house.catch_up()
        return ""

    def sent_to_all_but(self, player: int) -> list[tuple[Channel, bytes]]:
        """Return the data sent since the last call, with state numbers relative to the table's first one."""
        heard, self.sent = self.sent, []
        return [(channel, self.plain(channel, content)) for channel, content in heard if channel != SeatChannel(player)]

    def plain(self, channel: Channel, content: bytes) -> bytes:
        plain = STATE.sub(lambda found: b'"state":%d' % (int(found[1]) - self._first), content)
        if channel != "desk":
            return plain
        told = json.loads(plain)  # the free space on the disk changes by itself between calls
        return json.dumps({key: value for key, value in told.items() if key != "journal"}).encode()


@pytest.fixture
def twins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Table]]:
    """Yield two closed tables with the same actions and different deals."""
    seeds = iter(range(7, 99))
    monkeypatch.setattr("cuelight.app.games.store.new_seed", lambda: next(seeds))
    with ExitStack() as stack:
        houses = [stack.enter_context(running(tmp_path / f"{name}.db", wall=lambda: 1000.0)) for name in ("a", "b")]
        yield [Table(house) for house in houses]


def begin(table: Table, start: Json) -> None:
    table.house.command("start", **start)
    join_all(table.house, [1, 2, 3])
    table.house.catch_up()


def shown(table: Table) -> list[bytes]:
    """Return the last data sent to the screen and the mat of a table, with state numbers relative to the first."""
    pages: dict[Channel, bytes] = {"board": table.house.table.board(), "desk": table.house.table.desk()}
    return [table.plain(channel, content) for channel, content in pages.items()]
