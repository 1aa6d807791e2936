"""The typefaces of paper: the house's own, those of this machine for letters that it lacks, and a mark for the rest.

Nothing is fetched. `fonts-droid-fallback` and `fonts-symbola` of Debian have Chinese, Japanese and Korean, and emoji in
one colour; `fonts-noto-core` has nearly every script.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from fontTools.ttLib import TTFont, TTLibError
from fpdf import FPDF

FACE = "DejaVu"
FONT = Path(__file__).parent / "fonts" / "DejaVuSansCondensed.ttf"
SYSTEM = Path("/usr/share/fonts/truetype")
MORE = (
    "droid/DroidSansFallbackFull.ttf",
    "ancient-scripts/Symbola_hint.ttf",
    "noto/NotoSans-Regular.ttf",
    "noto/NotoSans*-Regular.ttf",
)
"""Where Debian has typefaces with more letters, the likeliest first."""

MISSING = "\N{WHITE SQUARE}"
UNSEEN = frozenset("\n\r\t\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f")
"""What a typeface needs no letter for: it joins or parts others, or chooses their look."""


class Typefaces:
    """What a document writes with.

    Args:
        pdf: the document, which gets its typefaces by this.
        text: everything that will stand in it.
        system: the folder of this machine's own typefaces.
    """

    def __init__(self, pdf: FPDF, text: str, system: Path = SYSTEM) -> None:
        pdf.add_font(FACE, fname=FONT)
        missing = {letter for letter in text if letter not in UNSEEN} - letters_of(FONT)
        more = []
        for path in _candidates(system) if missing else ():
            found = missing & letters_of(path)
            if found:
                pdf.add_font(path.stem, fname=path)
                more.append(path.stem)
                missing -= found
            if not missing:
                break
        pdf.set_fallback_fonts(more)
        pdf.set_text_shaping(True, direction="ltr")
        self.missing: Collection[str] = missing

    def written(self, text: str) -> str:
        """A text as it can be written: a mark for each letter that no typeface here has."""
        return "".join(MISSING if letter in self.missing else letter for letter in text)

    def lacks(self, text: str) -> bool:
        """Whether some of it cannot be written."""
        return not set(text).isdisjoint(self.missing)


def letters_of(path: Path) -> set[str]:
    """The letters that a typeface has; none where the file is none."""
    try:
        with path.open("rb") as file, TTFont(file, lazy=True) as font:
            return set(map(chr, font.getBestCmap() or {}))
    except (OSError, TTLibError):
        return set()


def _candidates(system: Path) -> Iterator[Path]:
    seen: set[Path] = set()
    for pattern in MORE:
        for path in sorted(system.glob(pattern)):
            if path not in seen:
                seen.add(path)
                yield path
