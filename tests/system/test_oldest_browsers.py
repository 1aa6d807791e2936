"""What tools/browsers.py finds in scripts and styles, and what it passes over."""

from __future__ import annotations

import pytest

from tools.browsers import SCRIPTS, STYLES, newer_features


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("const { promise } = Promise.withResolvers();", SCRIPTS),
        ("const names = seats.values().map((seat) => seat.name);", SCRIPTS),
        (r"const letters = /\p{L}/v;", SCRIPTS),
        (".seat { & .name { color: red; } }", STYLES),
        (".seat { mask: url(a.svg); }", STYLES),
        (".seat { color: light-dark(#000, #fff); }", STYLES),
        ("  @starting-style { opacity: 0; }", STYLES),
    ],
)
def test_a_feature_that_the_oldest_browsers_lack_is_found(text: str, table: dict[str, str]) -> None:
    assert [number for number, _since in newer_features(f"\n{text}\n", table)] == [2]


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("const names = Object.values(seats).map((seat) => seat.name);", SCRIPTS),
        ("const last = seats.findLast((seat) => seat.up);", SCRIPTS),
        (".seat:has(> .name) { color: color-mix(in srgb, red, #fff); }", STYLES),
        (".seat { -webkit-mask: url(a.svg); mask: url(a.svg); background: linear-gradient(red, blue); }", STYLES),
    ],
)
def test_a_feature_that_they_have_is_passed_over(text: str, table: dict[str, str]) -> None:
    assert list(newer_features(text, table)) == []
