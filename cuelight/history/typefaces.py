"""Fonts of a PDF: Cuelight's own, the machine's for other letters, and a mark for the rest.

Nothing is downloaded. Debian's `fonts-droid-fallback` and `fonts-symbola` have Chinese, Japanese and Korean, and emoji
in one colour; `fonts-noto-core` has nearly every script.
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
"""Paths of fonts with more letters on Debian, the most useful first."""

MISSING = "\N{WHITE SQUARE}"
UNSEEN = frozenset("\n\r\t\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f")
"""Characters without a glyph: they join or separate others, or select their form."""


class Typefaces:
    """The fonts of a document.

    Args:
        pdf: the document; the fonts are added to it.
        text: the whole text of the document.
        system: the folder of the machine's fonts.
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
        """Return a text with a mark for each letter that no font has."""
        return "".join(MISSING if letter in self.missing else letter for letter in text)

    def lacks(self, text: str) -> bool:
        """Return whether some letter has no font."""
        return not set(text).isdisjoint(self.missing)


def letters_of(path: Path) -> set[str]:
    """Return the letters of a font; none if the file is no font."""
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
