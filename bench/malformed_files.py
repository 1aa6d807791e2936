"""Malformed deck, position, table and script files: each is read, or refused with a message.

    python -m bench.malformed_files [COUNT] [SEED]

The program changes valid files in one to four places and gives each to the command that reads its kind. The command
must always end with 0, 2 or 3, without a traceback, and within a time limit. The same seed makes the same files.
"""

from __future__ import annotations

import copy
import io
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from companion.othello.model.deck import deck_text
from cuelight.__main__ import main as cuelight
from hardware.table_file.load import TableFileError, read_table_file

COUNT = 10_000
SLOW_SECONDS = 5.0
ENDS = (0, 2, 3)

Mutate = Callable[[Random, str], str]
HOSTILE: tuple[Any, ...] = (
    None, True, -1, 0, 10**6, 10**14, 10**400, 0.5, 1e308, "", " ", "\x1b]0;x\x07", "\ud800", "\u202e", "x" * 300,
    [], {}, [[]], {"": {}}, ["Iago"], {"do": "do"}, "Iago", "III.4", "?", "seat1.play", [1, "a", None], "2024",
)  # fmt: skip
TOML_VALUES = (
    "1", "-1", "1e400", "nan", "inf", "0x" + "f" * 5000, "9" * 5000, "2024-01-01", "07:32:00", "2024-02-31T25:00:00Z",
    "true", '""', '"\\u001b[2J"', '"\\ud800"', '["Iago"]', "[" * 9000, "{a=" * 9000, "{ }", "'''x", '"""', '"',
    '["""x"""", ' + "[" * 9000, "a.a", ".".join("a" * 9000), "Iago", '"Iago"', "9223372036854775808", "999999999999999",
)  # fmt: skip
TOML_LINES = (
    "[[card]]", "[card]", "[[staging]]", "[[reader]]", "[[seat]]", "[gpio]", "[mat]", ".".join("a" * 9000) + " = 1",
    "[" + ".".join("a" * 9000) + "]", '"\\u0000" = 1', "= 1", "card = 1", "card = [1]", "card = [{}]", "\x00", "\x85",
    "id = 7", "seats = 6", 'kind = "mat"',
)  # fmt: skip
POSITION: dict[str, Any] = {
    "edition": "2024", "act": 3, "scene": 2, "phase": "reveal", "lead": "Ann", "turn": "Cal",
    "rulings": {"J8": "refund"},
    "seats": [
        {"name": "Ann", "hand": ["III.4", "Seize", "?script"], "placed": "III.7", "scored": ["I.9"], "intrigue": 3,
         "coins": {"Iago": 1}, "wounds": 1},
        {"name": "Ben", "placed": "?script", "handkerchief": True}, {"name": "Cal", "placed": "?"},
    ],
    "piles": {"script": ["III.1"], "staging": 9, "staging_discard": ["Miscue"]}, "marker": "act-begins",
    "tiles": {"Desdemona": {"wounds": 1, "dead": False, "limit_cut": 0}}, "set_aside": ["II.8"], "supply": {"Iago": 5},
    "deck": [{"id": name, "character_1": "Desdemona", "verb": "confronts", "character_2": "Othello", "points": 1,
              "rewards": {"intrigue": 1}} for name in ("I.9", "II.8", "III.1", "III.4", "III.7")],
}  # fmt: skip
SCRIPT: list[dict[str, Any]] = [
    {"do": "position", "position": {"edition": "2024", "lead": "Ann", "seats": [{"name": "Ann"}, {"name": "Ben"}]}},
    {"t": 0.0, "do": "tag", "zone": "seat1.play", "card": "tile:Iago"},
    {"t": 2.0, "do": "tag", "zone": "seat1.play", "card": "I.2"},
    {"t": 2.5, "do": "tag", "zone": "seat2.play", "uid": "04a1b2c3"},
    {"t": 3.0, "do": "press", "button": "seat2"},
    {"t": 4.0, "do": "hold", "button": "seat1"},
    {"t": 4.5, "do": "lift", "zone": "seat2.play"},
    {"t": 5.0, "do": "answer", "answer": {"by": "Ann", "do": "coin", "coin": "Iago", "on": "Cassio"}},
    {"t": 9.0, "do": "wait"},
]
TABLE = """\
kind = "mat"
seats = 2

[[reader]]
zone = "stage.target"
backend = "nfcpy"
device = "/dev/ttyUSB0"

[gpio]
pins = "lgpio"

[[seat]]
seat = "seat1"
lamp = [17, 27, 22]
button = 4

[mat]
device = "/dev/ttyACM0"
zones = ["seat1.play", ""]
gain = 7
guard = 5.1
"""


class Ends(NamedTuple):
    """Results of the files of one kind: number by exit status, and the slowest in seconds."""

    ends: Counter[int]
    slowest: float


def mutations(kind: str, count: int, seed: int) -> Iterator[str]:
    """Yield files of a kind, each changed in one, two or four places.

    Kinds are `deck`, `position`, `table` and `script`.
    """
    text, mutate = KINDS[kind]
    whole = text()
    for number in range(count):
        random = Random(f"{kind}.{seed}.{number}")
        changed = whole
        for _ in range(random.choice((1, 1, 2, 4))):
            changed = mutate(random, changed)
        yield changed


def read_all(kind: str, count: int, seed: int, folder: Path) -> Ends:
    """Give changed files to the command that reads them.

    Raises any exception that the command lets through.
    """
    ends: Counter[int] = Counter()
    slowest = 0.0
    file = folder / f"{kind}.txt"
    for text in mutations(kind, count, seed):
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        began = time.perf_counter()
        try:
            ends[_read(kind, file)] += 1
        except BaseException:
            print(f"{kind}: {text[:2000]!r}", file=sys.stderr)
            raise
        slowest = max(slowest, time.perf_counter() - began)
    return Ends(ends, slowest)


def _read(kind: str, file: Path) -> int:
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        match kind:
            case "deck":
                checked = cuelight(["deck", "check", str(file)])
                return checked or cuelight(["deck", "show", "--json", str(file)])
            case "position":
                checked = cuelight(["position", "check", str(file)])
                return checked or cuelight(["explain", "--json", str(file)])
            case "script":
                return cuelight(["script", "--json", str(file)])
            case _:
                try:
                    read_table_file(file)
                except TableFileError:
                    return 2
                return 0


# --- changing


def _change_toml(random: Random, text: str) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    match random.randrange(8):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[random.randrange(len(lines))])
        case 2:
            lines.insert(at, random.choice(TOML_LINES))
        case 3:
            cut = random.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:cut] + random.choice("\"'[]{}=.#\\\x00\r\u2028é") + lines[at][cut:]
        case 4:
            lines[at:] = lines[at : at + 1] * random.choice((1, 2, 300))
        case _:
            valued = [number for number, line in enumerate(lines) if "=" in line] or [at]
            at = random.choice(valued)
            lines[at] = lines[at].partition("=")[0] + "= " + random.choice(TOML_VALUES)
    return "\n".join(lines)


def _change_json(random: Random, text: str) -> str:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return _garble(random, text)
    if random.random() < 0.1:
        return _garble(random, text)
    spot, key = random.choice(list(_spots([document])))
    match random.randrange(5):
        case 0 if isinstance(spot, dict):
            del spot[key]
        case 1 if isinstance(spot, dict):
            spot[random.choice(("do", "by", "name", "\ud800", "", "x" * 300))] = spot.pop(key)
        case 1 if isinstance(spot, list):
            spot += [copy.deepcopy(spot[key])] * random.choice((1, 3, 3000))
        case 2:
            spot[key] = _nested(random, copy.deepcopy(spot[key]))
        case _:
            spot[key] = copy.deepcopy(random.choice(HOSTILE))
    return json.dumps(document)


def _spots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in a document: its container, and its index or key."""
    for key in range(len(value)) if isinstance(value, list) else list(value):
        yield value, key
        if isinstance(value[key], list | dict):
            yield from _spots(value[key])


def _nested(random: Random, value: Any) -> Any:
    for _ in range(random.choice((1, 5, 40, 200))):
        value = [value] if random.random() < 0.5 else {"a": value}
    return value


def _garble(random: Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    rubbish = random.choice(("[" * 60_000, "\x00", '"', "\\ud800", "9" * 5000, "1e400", "NaN", ""))
    return text[:at] + rubbish + text[at + 1 :]


def _change_script(random: Random, text: str) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    if random.random() < 0.3:
        lines.insert(random.randrange(len(lines)), lines[at])
    else:
        lines[at] = _change_json(random, lines[at])
    return "\n".join(lines)


KINDS: dict[str, tuple[Callable[[], str], Mutate]] = {
    "deck": (lambda: deck_text("stand-in"), _change_toml),
    "position": (lambda: json.dumps(POSITION), _change_json),
    "table": (lambda: TABLE, _change_toml),
    "script": (lambda: "\n".join(map(json.dumps, SCRIPT)), _change_script),
}


def main(arguments: list[str]) -> int:
    """Test all kinds and print a line for each.

    Returns 0 if no exception escaped and nothing was slow.
    """
    count, seed = (*map(int, arguments), *(COUNT, 1)[len(arguments) :])
    with tempfile.TemporaryDirectory() as folder:
        found = {kind: read_all(kind, count, seed, Path(folder)) for kind in KINDS}
    for kind, (ends, slowest) in found.items():
        ended = ", ".join(f"{ends[end]} with {end}" for end in ENDS if ends[end])
        print(f"{kind}: {count} files, {ended}; the slowest took {slowest:.2f} s")
    slowest = max(each.slowest for each in found.values())
    print(f"promise malformed-files: {count} changed files of each kind, 0 tracebacks, the slowest {slowest:.2f} s")
    return 0 if slowest < SLOW_SECONDS and all(set(each.ends) <= set(ENDS) for each in found.values()) else 1


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        sys.exit(main(sys.argv[1:]))
