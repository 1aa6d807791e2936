"""Check that no page script needs a newer browser than docs/browsers.md names: `make check`.

    python tools/browsers.py       # exit with 1 and print each place that does

`NEWER` lists script features by the versions that MDN gives. It does not parse scripts, and it does not check styles.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
SCRIPTS = ("web/static/*.js", "companion/*/page/*.js")
NEWER = {
    r"\(\?<[=!]": "lookbehind: Safari 16.4",
    r"\.(?:toSorted|toReversed)\(": "Safari 16, Chrome 110, Firefox 115",
    r"\.toSpliced\(": "Safari 16, Chrome 110, Firefox 115",
    r"\.findLast(?:Index)?\(": "Firefox 104",
    r"AbortSignal\.timeout\(": "Safari 16, Chrome 103",
    r"AbortSignal\.any\(": "Safari 17.4, Chrome 116, Firefox 124",
    r"\b(?:Object|Map)\.groupBy\(": "Safari 17.4, Chrome 117, Firefox 119",
    r"Promise\.withResolvers\(": "Safari 17.4, Chrome 119, Firefox 121",
    r"Array\.fromAsync\(": "Safari 16.4, Chrome 121, Firefox 115",
    r"^\s*static \{": "Safari 16.4",
    r"\bURL\.canParse\(": "Safari 17, Chrome 120, Firefox 115",
}


def newer_features(script: str) -> Iterator[tuple[int, str]]:
    """Yield the line number of each newer feature in a script, with the browsers that first have it."""
    for number, line in enumerate(script.splitlines(), 1):
        for pattern, since in NEWER.items():
            if found := re.search(pattern, line):
                yield number, f"{found[0].strip()} needs {since}"


def main() -> int:
    """Print each place that needs a newer browser; return 1 if there is one."""
    places = [
        f"{path.relative_to(ROOT)}:{number}: {reason}"
        for pattern in SCRIPTS
        for path in sorted(ROOT.glob(pattern))
        for number, reason in newer_features(path.read_text(encoding="utf-8"))
    ]
    print("\n".join(places), end="\n" if places else "")
    return 1 if places else 0


if __name__ == "__main__":
    sys.exit(main())
