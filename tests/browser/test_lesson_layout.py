"""The prompter on the mat: its whole text is visible and covers nothing, in each step of each lesson."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.core.i18n import _, speak
from companion.games import game_ids, game_of
from tests.support import recorded_table as fixtures
from tests.support.served_pages import Room
from tests.support.snapshot_parts import Json

SIZES = [(1024, 768), (1180, 820), (1280, 800), (1366, 768), (768, 1024), (1920, 1080)]
FAULTS = """() => {
  const box = document.getElementById("prompter");
  const { left, top, right, bottom } = box.getBoundingClientRect();
  const found = [];
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
    found.push(`outside: ${[left, top, right, bottom]}`);
  if (box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1) found.push("cut off");
  for (const node of box.querySelectorAll("p, button")) {
    const part = node.getBoundingClientRect(), words = node.textContent;
    if (part.top < top || part.bottom > bottom + 1 || part.left < left || part.right > right + 1)
      found.push(`sticks out: ${words}`);
    for (const x of [part.left + 2, (part.left + part.right) / 2, part.right - 2])
      for (const y of [part.top + 2, part.bottom - 2])
        if (!box.contains(document.elementFromPoint(x, y))) found.push(`covered: ${words}`);
  }
  for (const other of document.querySelectorAll(".nav a, .nav summary, #table"))  {
    const part = other.getBoundingClientRect();
    if (part.width > 0 && part.left < right && part.right > left && part.top < bottom && part.bottom > top)
      found.push(`over ${other.className || other.id || other.tagName}`);
  }
  return found;
}"""


@pytest.fixture
def room(browser: Browser) -> Iterator[Room]:
    found = Room(browser)
    yield found
    found.stop()
    speak("en")


def prompts() -> list[Json]:
    """Return each step of each lesson on an on-screen mat, as the prompter shows it."""
    found = []
    for game in game_ids():
        lesson = game_of(game).info.lesson
        steps = [step for step in lesson.steps if step.drawn is not False] if lesson is not None else []
        for number, step in enumerate(steps):
            place = {"step": number + 1, "of": len(steps)}
            found.append({"kind": "lesson", "text": _(step.says), "why": _(step.why), **place})
    return found


def show(room: Room, page: Page, prompt: Json) -> None:
    public = fixtures.placement() | {"prompter": [prompt]}
    public["seq"] = fixtures.placement()["seq"] + prompt["step"]
    room.table.publish(public, fixtures.desk(public))
    expect(page.locator(".prompt-do")).to_have_text(prompt["text"])


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_a_lesson_says_is_on_the_screen_and_over_nothing(size: tuple[int, int], language: str, room: Room) -> None:
    speak(language)
    page = None
    faults = {}
    for prompt in prompts():
        if page is None:
            page = room.open("/mat", ViewportSize(width=size[0], height=size[1]))
        show(room, page, prompt)
        faults[prompt["text"]] = page.evaluate(FAULTS)
    assert {text: found for text, found in faults.items() if found} == {}
