"""The pictures of README.md and the docs match the pages."""

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.support.demo_pictures import steps
from tests.support.pictures import DOCS, SHOTS, address_of_no_network, take

SIDE = 16  # pixels: pictures are compared by the mean colours of squares, because engines draw letters differently
UNLIKE = 24  # of 255: difference of two squares that show something else
AT_MOST = 0.02  # largest share of different squares

SMALL = """async ([picture, side]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.ceil(image.width / side), Math.ceil(image.height / side)];
  const pen = canvas.getContext("2d");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return [image.width, image.height, [...pen.getImageData(0, 0, canvas.width, canvas.height).data]];
}"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.context.close()


@pytest.mark.parametrize("name", SHOTS)
def test_a_picture_of_the_docs_shows_the_page_as_it_is(browser: Browser, page: Page, tmp_path: Path, name: str) -> None:
    check(page, name, take(browser, SHOTS[name], tmp_path / "journal"))


def test_the_steps_of_a_demo_table_are_shown_as_they_are(browser: Browser, page: Page, tmp_path: Path) -> None:
    for name, picture in steps(browser, tmp_path / "table.db", address_of_no_network):
        check(page, name, picture)


def check(page: Page, name: str, picture: bytes) -> None:
    """Compare a picture with the one of the docs."""
    wide, high, now = page.evaluate(SMALL, [base64.b64encode(picture).decode(), SIDE])
    *size, kept = page.evaluate(SMALL, [base64.b64encode((DOCS / name).read_bytes()).decode(), SIDE])
    assert size == [wide, high], "make pictures"
    pixels = zip(*(zip(*[iter(dots)] * 4, strict=True) for dots in (now, kept)), strict=True)
    unlike = sum(max(abs(a - b) for a, b in zip(*pair, strict=True)) > UNLIKE for pair in pixels)
    assert unlike <= AT_MOST * len(now) / 4, f"docs/{name} shows the page as it was: make pictures, and look at them"
