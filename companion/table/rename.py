"""Records of a game whose players had other names when they were written.

A record of the kind `names` says how the players are called from then on. Earlier records stay unchanged; readers of
the game get them here with the current names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.core.errors import CuelightError
from companion.game import AnyGame

NAMES = "names"


def called_now(records: Sequence[tuple[str, Any]]) -> list[str] | None:
    """Return the current names; None if nobody was renamed."""
    return next((body["names"] for kind, body in reversed(records) if kind == NAMES), None)


def with_current_names(
    game: AnyGame, records: Iterable[tuple[str, Any]], begun: Sequence[str], now: Sequence[str]
) -> Iterator[tuple[str, Any]]:
    """Yield the records with the current names `now` in place of earlier ones."""
    then = list(begun)
    for kind, body in records:
        if kind == NAMES:
            then = body["names"]
        read = _READ.get(kind)
        yield kind, body if read is None or then == now else read(_Names(game, then, now), body)


class _Names:
    """Replaces old names by current ones."""

    def __init__(self, game: AnyGame, then: Sequence[str], now: Sequence[str]) -> None:
        self._game, self._then, self._now = game, then, now
        self._by_name = dict(zip(then, now, strict=True))

    def by_name(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """Return values of players by their current names."""
        return {self._by_name[name]: each for name, each in said.items()}

    def renamed(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """Replace the names in a text, its answer and its alternatives."""
        given = {key: each for key, each in said.items() if each is not None}
        given |= {"answer": self._answer(given["answer"])} if "answer" in given else {}
        given |= {"said": self._said(given["said"])} if "said" in given else {}
        return {**said, **given} | {
            key: [self.renamed(each) for each in given[key]] for key in ("instead", "missed") if key in given
        }

    def _answer(self, answer: Any) -> Any:
        """Replace the names in an answer; unchanged if the game can no longer read it."""
        try:
            return self._game.types.answer_to_json(self._game.types.answer_from_json(answer, self._then), self._now)
        except (CuelightError, LookupError):
            return answer

    def _said(self, said: Mapping[str, Any]) -> dict[str, Any]:
        return {**said, "values": {name: self._value(value) for name, value in said["values"].items()}}

    def _value(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {**value, "said": self._said(value["said"])}
        return self._by_name.get(value, value)


_READ: Mapping[str, Callable[[_Names, Any], Any]] = {
    "answer": _Names.renamed,
    "question": _Names.renamed,
    "irregularity": _Names.renamed,
    "early": _Names.by_name,
    "awaited": _Names.by_name,
}
"""The kinds of records in which names stand; in all others players are numbers."""
