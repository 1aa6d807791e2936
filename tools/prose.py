"""Check the words of docs, docstrings and comments: `make check`.

    python tools/prose.py          # exit with 1 if the rates are above the goals
    python tools/prose.py --list   # print each place that counts

A docstring begins with a summary in the imperative or a noun phrase, never with a clause ("What ...", "Whether ...").
`DIALECT` has words that this project used in a private sense; docs/glossary.md has the ones to use. A listed word in
its ordinary sense is fine, so a few are allowed.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
MOST_DIALECT = 8.0  # in 10,000 words
MOST_CLAUSES = 1.5  # percent of docstrings
GENERATED = ("promises.md",)
DIALECT = re.compile(
    r"\b(told|tells?|telling|said of|(?:is|are) said|hardly heard|heard|hears|looked at|glimpse[ds]?|believed?|"
    r"believes|taken up|takes? up|goes on|go on with|spoilt|garbled|anew|deeds?|misfits?|irregularit\w+|whoever|"
    r"whatever|troupes?|puts? right|the book|comes? of|came of|hangs? on|hung on|as far as|besides|by itself|meanwhile|"
    r"(?:no|any) more|than before|whose own|the truth|put away|lets? go|ha(?:ve|d) it|the house|the room|the door)\b",
    re.IGNORECASE,
)
COMMENT = re.compile(r"(?:^|  )\s*# (.*)$", re.MULTILINE)
CLAUSE = re.compile(r"(What|Whoever|Whatever|That|How|Whether|Who|Where|When|Which|Why)\b")


class Passage(NamedTuple):
    """A docstring, a comment or a paragraph, with its place."""

    place: str
    text: str
    is_docstring: bool = False


def passages() -> Iterator[Passage]:
    """Yield everything that engineers read in the repository."""
    for path in sorted(ROOT.glob("*/**/*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith((".", "build/", "mutants/")):
            yield from _of_code(name, path.read_text(encoding="utf-8"))
    for path in (*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"):
        if path.name not in GENERATED:
            text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            yield from (Passage(path.name, " ".join(found.split())) for found in re.split(r"\n\s*\n", text))


def _of_code(name: str, source: str) -> Iterator[Passage]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield Passage(f"{name}:{getattr(node, 'lineno', 1)}", text, is_docstring=True)
    for found in COMMENT.finditer(source):
        yield Passage(f"{name}:{source.count(chr(10), 0, found.start()) + 1}", found[1])


def main(arguments: list[str]) -> int:
    """Count, and print each place or what is above a goal; returns the exit status."""
    words = dialect = docstrings = clauses = 0
    for place, text, is_docstring in passages():
        found = DIALECT.findall(text)
        begins = is_docstring and CLAUSE.match(text) is not None
        words, dialect = words + len(text.split()), dialect + len(found)
        docstrings, clauses = docstrings + is_docstring, clauses + begins
        if "--list" in arguments and (found or begins):
            print(f"{place}: {', '.join([*found, *['begins with a clause'] * begins])}")
    rate, share = 10_000 * dialect / words, 100 * clauses / docstrings
    if rate <= MOST_DIALECT and share <= MOST_CLAUSES:
        return 0
    print(f"dialect words: {rate:.1f} in 10,000 (at most {MOST_DIALECT}); ", end="")
    print(f"docstrings that begin with a clause: {share:.1f} % (at most {MOST_CLAUSES}). See tools/prose.py --list")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
