"""Regenerate the files that tests compare with: `python -m bench.regenerate [NAME]...`.

An intended change of the rules changes these files; review the diff, which shows its effect on whole games and counts.
With names, it only writes files whose path contains one of them. Positions and heads of existing files are kept; delete
a file to get new ones.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench import deathmatch_perft, deathmatch_playthrough, perft_starts, playthrough, rulebooks, ways

ROOT = Path(__file__).parent.parent


def texts() -> Iterator[tuple[Path, partial[str]]]:
    """Yield every such file with a function that returns its text."""
    yield ways.PAGE, partial(ways.page)
    yield from rulebooks.files().items()
    for file, forms in perft_starts.files().items():
        yield file, partial(perft_starts.regenerate, file, forms)
    for form, players, file in playthrough.heads():
        yield file, partial(playthrough.regenerate, form, players, file)
    for file, of_file in deathmatch_perft.files().items():
        yield file, partial(deathmatch_perft.regenerate, file, of_file)
    for kind, players, file in deathmatch_playthrough.heads():
        yield file, partial(deathmatch_playthrough.regenerate, kind, players, file)


def main(names: list[str]) -> int:
    """Write the files; print a line for each one that has changed."""
    for file, make in texts():
        where = str(file.relative_to(ROOT))
        if names and not any(name in where for name in names):
            continue
        text = make()
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            print(where, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
