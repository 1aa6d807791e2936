"""The live feed, used as an ASGI server does."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.support import recorded_table as fixtures
from tests.support.snapshot_parts import Json
from web.api.table_port import Channel, SeatChannel
from web.feed.sse import BEAT, REMEMBERED, Feed, Message, frame


class Client:
    """One connection: its received data, and ways to stop reading and to leave."""

    def __init__(
        self,
        feed: Feed,
        channel: Channel = "board",
        method: str = "GET",
        query: bytes = b"",
        write: Callable[[bytes], bool] = lambda _event: False,
    ) -> None:
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.bodies: asyncio.Queue[bytes] = asyncio.Queue()
        self.reading = asyncio.Event()
        self.reading.set()
        self._leaving = asyncio.Event()
        self.ended = asyncio.create_task(
            feed.serve(
                {"method": method, "query_string": query}, self._receive, self._send, channel, lambda: True, write
            )
        )

    async def _receive(self) -> Message:
        await self._leaving.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = dict(message["headers"])
            return
        if message["body"]:
            self.bodies.put_nowait(message["body"])
        await self.reading.wait()

    async def snapshot(self) -> Any:
        """Return the next snapshot."""
        body = await self.bodies.get()
        assert body.startswith(b"data: ") and body.endswith(b"\n\n")
        return json.loads(body.removeprefix(b"data: "))

    async def leave(self) -> None:
        self._leaving.set()
        await self.ended


@asynccontextmanager
async def opened(table: fixtures.RecordedTable, limit: int = 10, heartbeat: float = 3600) -> AsyncIterator[Feed]:
    feed = Feed(table, limit=limit, heartbeat=heartbeat)
    feed.open()
    yield feed
    feed.close()
    await settled()


async def settled() -> None:
    """Let all ready tasks run."""
    for _ in range(20):
        await asyncio.sleep(0)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a test on its own loop and thread: this thread may hold the loop of an open browser."""

    async def limited() -> None:
        await asyncio.wait_for(test(), 10)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, limited()).result()


def numbered(seq: int) -> Json:
    return {**fixtures.idle(), "seq": seq}


def test_a_viewer_gets_the_newest_snapshot_at_once() -> None:
    async def test() -> None:
        table = fixtures.RecordedTable(numbered(7))
        async with opened(table) as feed:
            client = Client(feed)
            assert (await client.snapshot())["seq"] == 7
            assert client.status == 200
            assert client.headers[b"content-type"].startswith(b"text/event-stream")
            assert client.headers[b"cache-control"] == b"no-store"

    run(test)


def test_each_channel_hears_its_own_snapshots() -> None:
    async def test() -> None:
        table = fixtures.RecordedTable(numbered(1))
        async with opened(table) as feed:
            board, desk = Client(feed), Client(feed, "desk")
            assert "board" not in await board.snapshot()
            assert (await desk.snapshot())["board"]["seq"] == 1
            table.publish(numbered(2))
            assert (await board.snapshot())["seq"] == 2
            assert (await desk.snapshot())["board"]["seq"] == 2

    run(test)


def test_a_seat_hears_what_is_its_own_and_nothing_of_another_one() -> None:
    async def test() -> None:
        table = fixtures.RecordedTable(numbered(1))
        async with opened(table) as feed:
            clients = [Client(feed, SeatChannel(player)) for player in range(3)]
            for seq in (1, 2):
                if seq > 1:
                    table.publish(numbered(seq))
                await settled()
                for player, client in enumerate(clients):
                    assert await client.snapshot() == {"board": numbered(seq), "own": {"of": player}}
                    assert client.bodies.empty()

    run(test)


def test_a_slow_viewer_skips_to_the_newest() -> None:
    async def test() -> None:
        table = fixtures.RecordedTable(numbered(1))
        async with opened(table) as feed:
            slow, quick = Client(feed), Client(feed)
            assert (await slow.snapshot())["seq"] == (await quick.snapshot())["seq"] == 1
            slow.reading.clear()
            for seq in range(2, 10):
                table.publish(numbered(seq))
                await settled()
            assert [(await quick.snapshot())["seq"] for _ in range(2, 10)] == list(range(2, 10))
            slow.reading.set()
            await settled()
            late = [(await slow.snapshot())["seq"] for _ in range(slow.bodies.qsize())]
            assert late == [2, 9]  # 2 was being sent when it stopped reading

    run(test)


def test_an_event_is_made_once_for_all_who_take_it_and_the_rest_skip() -> None:
    async def test() -> None:
        table = fixtures.RecordedTable(numbered(1))
        written: list[bytes] = []
        takes = [True]

        def write(event: bytes) -> bool:
            if takes[0]:
                written.append(event)
            return takes[0]

        async with opened(table) as feed:
            clients = [Client(feed, write=write) for _ in range(2)]
            assert [(await client.snapshot())["seq"] for client in clients] == [1, 1]
            table.publish(numbered(2))
            await settled()
            assert len(written) == 2 and written[0] is written[1]
            assert all(client.bodies.empty() for client in clients)
            takes[0] = False  # nothing leaves any more
            clients[0].reading.clear()
            for seq in (3, 4, 5):
                table.publish(numbered(seq))
                await settled()
            assert [(await clients[1].snapshot())["seq"] for _ in range(3)] == [3, 4, 5]
            takes[0] = True
            clients[0].reading.set()
            await settled()
            assert [(await clients[0].snapshot())["seq"] for _ in range(2)] == [3, 5]
            feed.beat()
            assert written[2:] == [BEAT, BEAT]

    run(test)


def test_publishing_from_another_thread_reaches_the_viewers() -> None:
    async def test() -> None:
        table = fixtures.RecordedTable(numbered(1))
        async with opened(table) as feed:
            client = Client(feed)
            await client.snapshot()
            await asyncio.to_thread(table.publish, numbered(2))
            assert (await client.snapshot())["seq"] == 2

    run(test)


def test_one_viewer_too_many_is_asked_to_come_back() -> None:
    async def test() -> None:
        async with opened(fixtures.RecordedTable(), limit=1) as feed:
            first, second = Client(feed), Client(feed)
            await second.ended
            assert second.status == 503
            assert int(second.headers[b"retry-after"]) > 0
            await first.leave()
            assert feed.viewers == 0
            third = Client(feed)
            await third.snapshot()
            assert third.status == 200

    run(test)


def test_head_tells_of_the_stream_without_opening_it() -> None:
    async def test() -> None:
        async with opened(fixtures.RecordedTable()) as feed:
            client = Client(feed, method="HEAD")
            await client.ended
            assert client.status == 200
            assert client.headers[b"content-type"].startswith(b"text/event-stream")
            assert client.bodies.empty()

    run(test)


def test_silence_is_filled_with_signs_of_life() -> None:
    async def test() -> None:
        async with opened(fixtures.RecordedTable(), heartbeat=0.001) as feed:
            client = Client(feed)
            await client.snapshot()
            assert await client.bodies.get() == BEAT
            assert await client.bodies.get() == BEAT

    run(test)


def test_a_page_that_is_looked_at_has_a_sign_of_life_every_2_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.feed.sse.OFTEN_SECONDS", 0.001)

    async def test() -> None:
        async with opened(fixtures.RecordedTable()) as feed:
            usual, often = Client(feed), Client(feed, query=b"since=&beat=often")
            await usual.snapshot()
            assert (await often.bodies.get()).startswith(b"id: ")
            assert [await often.bodies.get() for _ in range(3)] == [BEAT] * 3
            assert usual.bodies.empty()

    run(test)


def test_closing_ends_every_stream_and_hears_nothing_more() -> None:
    async def test() -> None:
        table = fixtures.RecordedTable(numbered(1))
        async with opened(table) as feed:
            client = Client(feed)
            await client.snapshot()
            feed.close()
            await client.ended
            table.publish(numbered(2))
            await settled()
            assert client.bodies.empty()
            late = Client(feed)
            await late.ended
            assert late.status == 503

    run(test)


def test_a_viewer_who_leaves_is_forgotten() -> None:
    async def test() -> None:
        async with opened(fixtures.RecordedTable()) as feed:
            client = Client(feed)
            await client.snapshot()
            assert feed.viewers == 1
            await client.leave()
            assert feed.viewers == 0

    run(test)


def test_a_snapshot_of_several_lines_is_one_event() -> None:
    assert frame(b'{\n"a": 1}') == b'data: {\ndata: "a": 1}\n\n'


def test_equal_snapshots_make_equal_frames() -> None:
    assert frame(b"{}") == frame(b"{}")


def test_who_says_what_it_has_is_sent_what_changed() -> None:
    async def test() -> None:
        table = fixtures.RecordedTable(numbered(1))
        async with opened(table) as feed:
            client = Client(feed, query=b"since=")
            first = fields(await client.bodies.get())
            assert json.loads(first["data"]) == numbered(1)
            table.publish(numbered(2))
            second = fields(await client.bodies.get())
            assert (second["event"], json.loads(second["data"])) == (
                "change",
                {"of": first["id"], "change": {"seq": [2]}},
            )
            again = Client(feed, query=b"since=" + second["id"].encode())
            assert await again.bodies.get() == BEAT
            table.publish(numbered(3))
            assert await again.bodies.get() == await client.bodies.get()

    run(test)


@pytest.mark.parametrize(("skipped", "sent"), [(1, "change"), (REMEMBERED - 1, "change"), (REMEMBERED, None)])
def test_who_skipped_a_few_snapshots_is_sent_what_changed_and_who_has_something_else_the_whole(
    skipped: int, sent: str | None
) -> None:
    async def test() -> None:
        table = fixtures.RecordedTable(numbered(1))
        async with opened(table) as feed:
            odd, slow = Client(feed, query=b"since=nothing"), Client(feed, query=b"since=")
            assert json.loads(fields(await odd.bodies.get())["data"]) == numbered(1)
            await slow.bodies.get()
            slow.reading.clear()
            newest = 3 + skipped
            for seq in range(2, newest + 1):
                table.publish(numbered(seq))
                await settled()
            slow.reading.set()
            await settled()
            first, late = (fields(slow.bodies.get_nowait()) for _ in range(2))
            assert slow.bodies.empty() and late.get("event") == sent
            told = json.loads(late["data"])
            assert told == ({"of": first["id"], "change": {"seq": [newest]}} if sent else numbered(newest))

    run(test)


def fields(event: bytes) -> dict[str, str]:
    """Return a server-sent event's fields."""
    return dict(line.split(": ", 1) for line in event.decode().strip().split("\n"))
