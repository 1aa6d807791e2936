"""Check that no page script or style needs a newer browser than docs/browsers.md names: `make check`.

    python tools/browsers.py       # exit with 1 and print each place that does

The tables list features by the versions that MDN gives. They are our own and not complete, and they leave out features
that only make a page prettier, such as `text-wrap: balance`. Nothing is parsed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
SCRIPTS = {
    r"AbortSignal\.any\(": "Safari 17.4, Chrome 116",
    r"\b(?:Object|Map)\.groupBy\(": "Safari 17.4, Chrome 117",
    r"Promise\.withResolvers\(": "Safari 17.4, Chrome 119",
    r"Promise\.try\(": "Safari 18.2, Chrome 128, Firefox 134",
    r"Array\.fromAsync\(": "Chrome 121",
    r"\bURL\.(?:canParse|parse)\(": "Safari 17, Chrome 120",
    r"\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(": (
        "Safari 17, Chrome 122"
    ),
    r"\.(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|forEach|reduce|toArray|take|drop)\(": (
        "Safari 18.4, Chrome 122, Firefox 131"
    ),
    r"/[dgimsuy]*v[dgimsuy]*(?=[.,;)\]])": "Safari 17, Chrome 112",
    r"\.checkVisibility\(": "Safari 17.4",
    r"\.startViewTransition\(": "Safari 18, Firefox 144",
    r"\.(?:show|hide|toggle)Popover\(": "Safari 17, Chrome 114",
    r"\bRegExp\.escape\(": "Safari 18.2, Chrome 136, Firefox 134",
    r"\bIntl\.DurationFormat\b": "Chrome 129, Firefox 136",
    r"""["']scrollend["']""": "Safari 26.2, Chrome 114",
}
STYLES = {
    r"(?:^|[{;}])\s*&": "nesting: Safari 17.2, Chrome 120",
    r"^(?!.*-webkit-mask).*(?<![\w-])mask(?:-image|-size|-position)?:": "Chrome 120, or -webkit-mask beside it",
    r"^(?!.*-webkit-user-select).*(?<![\w-])user-select:": "Safari: -webkit-user-select beside it",
    r"^(?!.*-webkit-backdrop-filter).*(?<![\w-])backdrop-filter:": "Safari 18, or -webkit-backdrop-filter beside it",
    r"@(?:starting-style|scope|view-transition|position-try|function)\b": "Safari 17.5, Chrome 117 or newer",
    r"@container [^{]*\b(?:style|scroll-state)\(": "Safari 18, Firefox none",
    r"\blight-dark\(": "Safari 17.5, Chrome 123",
    r"\b(?:rgb|rgba|hsl|hsla|oklch|oklab|lch|lab|color)\(from ": "Chrome 119 or newer",
    r":dir\(": "Chrome 120",
    r":(?:user-valid|user-invalid|popover-open|state\(|open\b)": "Safari 16.5, Chrome 114 or newer",
    r"\b(?:subgrid|masonry)\b": "Chrome 117 or newer",
    r"\b(?:anchor-name|position-anchor|position-area|animation-timeline|scroll-timeline|field-sizing|interpolate-size"
    r"|text-box|content-visibility|scrollbar-gutter|transition-behavior|allow-discrete)\b": "Safari 18 or newer",
    r"(?<![\w-])(?:calc-size|round|mod|rem|if|linear|abs|sign)\(": "Safari 17.2, Chrome 113 or newer",
}


def newer_features(text: str, table: dict[str, str]) -> Iterator[tuple[int, str]]:
    """Yield the line number of each newer feature in a file, with the browsers that first have it."""
    for number, line in enumerate(text.splitlines(), 1):
        for pattern, since in table.items():
            if found := re.search(pattern, line):
                yield number, f"{found[0].strip()[-60:]} needs {since}"


def main() -> int:
    """Print each place that needs a newer browser; return 1 if there is one."""
    places = [
        f"{path.relative_to(ROOT)}:{number}: {reason}"
        for kind, table in (("js", SCRIPTS), ("css", STYLES))
        for folder in ("web/static", "companion/*/page")
        for path in sorted(ROOT.glob(f"{folder}/*.{kind}"))
        for number, reason in newer_features(path.read_text(encoding="utf-8"), table)
    ]
    print("\n".join(places), end="\n" if places else "")
    return 1 if places else 0


if __name__ == "__main__":
    sys.exit(main())
