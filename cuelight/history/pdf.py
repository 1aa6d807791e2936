"""The score sheet of an old game as PDF: the sheet as in the rulebook, the race of points, the reason for each point.

It has the data of the game's page, in the language of the table. Names may be in any script: a letter that no font of
this machine has is printed as a square and spelled out at the end. It needs no browser and no network.
"""

from __future__ import annotations

import json
import logging
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from companion.core.i18n import _
from companion.games import game_of
from companion.journal import local_time
from cuelight.history.typefaces import FACE, MISSING, Typefaces
from web.api.table_port import GameFile

Json = dict[str, Any]
Colour = tuple[int, int, int]

LTR = "\N{LEFT-TO-RIGHT MARK}"  # so that the text after it does not join a right-to-left name
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
INK: Colour = (43, 26, 18)
WINE: Colour = (107, 24, 35)
BRASS: Colour = (163, 123, 60)
PAPER: Colour = (246, 238, 220)
WIDTH, HEIGHT = 210.0, 297.0  # millimetres: A4
EDGE, GAP = 14.0, 6.0
ROW, NUMBER, LEAST_NUMBER = 5.0, 11.0, 7.0
CHART = 62.0
LINES: Sequence[tuple[Colour, tuple[float, float]]] = (
    ((107, 24, 35), (0, 0)),
    ((30, 91, 114), (3, 1)),
    ((64, 108, 48), (1, 1)),
    ((163, 123, 60), (5, 2)),
    ((92, 58, 130), (2, 2)),
    ((60, 60, 60), (6, 1)),
    ((178, 74, 26), (1, 2)),
    ((16, 16, 16), (4, 3)),
)  # colour and dashes for each player; each suffices alone


logging.getLogger("fpdf").setLevel(logging.ERROR)  # it logs names with letters that the font lacks


def game_pdf(data: Json) -> GameFile:
    """Return one game as PDF; `data` has everything that it needs."""
    paper = Paper(data)
    paper.head()
    paper.sheet()
    paper.race()
    paper.reasons()
    paper.letters()
    return GameFile(f"game-{data['digest']['game']}.pdf", "application/pdf", bytes(paper.pdf.output()))


class Paper:
    """The pages of one game, written from top to bottom."""

    def __init__(self, data: Json) -> None:
        self._data = data
        self._title = game_of(data["digest"]["plays"]).title
        self.pdf = FPDF(format="A4")
        self._faces = Typefaces(self.pdf, json.dumps(data, ensure_ascii=False))
        self.pdf.set_margin(EDGE)
        self.pdf.set_auto_page_break(True, EDGE)
        self.pdf.set_title(f"{self._title}, {local_time(data['digest']['at'])}")
        self.pdf.set_creator("Cuelight")
        self.pdf.set_creation_date(_date(data["digest"]["at"]))
        self.pdf.add_page()

    def head(self) -> None:
        """Write game, date and winner."""
        digest, sheet = self._data["digest"], self._data["sheet"]
        self._line(self._title, 22, WINE, 11)
        edition = game_of(digest["plays"]).edition_title(digest["edition"], digest["level"])
        deck = digest.get("deck_title")
        deck = _(deck) if deck and digest.get("made_up") else deck
        when = " · ".join(filter(None, (local_time(digest["at"]), edition, deck)))
        self._line(when, 9, BRASS, 5)
        winners = [player["name"] for player in sheet["players"] if player["winner"]]
        if winners:
            self._line(_("Won by {names}", names=", ".join(winners)), 12, INK, 8)
        elif not digest["over"]:
            self._line(_("This game was left in {place}.", place=digest["where"]), 12, INK, 8)
        self.pdf.ln(3)

    def sheet(self) -> None:
        """Write a block for each player, two side by side: one row per part, one column per chapter."""
        sheet, width = self._data["sheet"], (WIDTH - 2 * EDGE - GAP) / 2
        tall = (len(sheet["parts"]) + 3) * ROW + GAP
        for number, player in enumerate(sheet["players"]):
            if number % 2 == 0:
                if self.pdf.y + tall > HEIGHT - EDGE:
                    self.pdf.add_page()
                top = self.pdf.y
            left = EDGE + number % 2 * (width + GAP)
            self._block(player, left, top, width)
            self.pdf.set_xy(EDGE, top + tall)

    def _block(self, player: Json, left: float, top: float, width: float) -> None:
        pdf, sheet = self.pdf, self._data["sheet"]
        columns, bonuses = len(sheet["columns"]), any(part["bonus"] for part in sheet["parts"])
        each = max(LEAST_NUMBER, min(NUMBER, (width - 34) / (columns + bonuses)))
        ends = [left + width - each * (columns + bonuses - place) for place in range(columns + bonuses)]
        pdf.set_fill_color(*(WINE if player["winner"] else BRASS))
        pdf.rect(left, top, width, ROW + 1, "F")
        self._cell(player["name"], left + 1.5, top, width - 20, ROW + 1, 11, (255, 255, 255))
        self._cell(str(player["total"]), left + width - 20, top, 18.5, ROW + 1, 11, (255, 255, 255), "R")
        y = top + ROW + 1
        heads = [words or _("Points") for words in sheet["columns"]] + ([_("Bonuses")] if bonuses else [])
        for words, x in zip(heads, ends, strict=True):
            self._cell(words, x, y, each, ROW, 6.5, BRASS, "R")
        cells, gains = iter(player["cells"]), iter(player["bonuses"])
        rows: list[tuple[str, list[Any]]] = []
        for part in sheet["parts"]:
            bonus = [next(gains) if sheet["over"] else ""] if part["bonus"] else [""]
            rows.append((part["words"], ([""] * columns if part["bonus"] else next(cells)) + bonus * bonuses))
        last = [player["total"] if sheet["over"] else ""] * bonuses
        rows.append((_("Total points"), [*player["totals"], *last]))
        for number, (words, numbers) in enumerate(rows):
            y += ROW
            if number % 2 == 0:
                pdf.set_fill_color(*PAPER)
                pdf.rect(left, y, width, ROW, "F")
            in_all = number == len(rows) - 1
            if in_all:
                pdf.set_draw_color(*WINE)
                pdf.line(left, y, left + width, y)
            self._cell(words, left + 1.5, y, ends[0] - left - 2, ROW, 8, WINE if in_all else INK)
            for value, x in zip(numbers, ends, strict=True):
                told = value if in_all or value == "" else value or "–"
                self._cell(str(told), x, y, each, ROW, 8.5, WINE if in_all else INK, "R")

    def race(self) -> None:
        """Draw a line for each player over the scenes, with the name at its end."""
        pdf, race = self.pdf, self._data["race"]
        if len(race["places"]) < 2:
            return
        if pdf.y + CHART + 22 > HEIGHT - EDGE:
            pdf.add_page()
        self._heading(_("The race"))
        top, left, right = pdf.y + 2, EDGE + 9, WIDTH - EDGE - 42
        every = [points for player in race["players"] for points in player["points"]]
        least, most = min(0, *every), max(1, *every)
        span, gaps = float(most - least), float(len(race["places"]) - 1)
        step = next(each for each in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**9) if (most - least) / each <= 6)

        def x(place: int) -> float:
            return float(left + place * (right - left) / gaps)

        def y(points: float) -> float:
            return float(top + (most - points) * CHART / span)

        pdf.set_line_width(0.15)
        pdf.set_draw_color(*BRASS)
        for points in range(-(-least // step) * step, most + 1, step):
            pdf.line(left, y(points), right, y(points))
            self._cell(str(points), left - 10, y(points) - 2.5, 9, 5, 7, BRASS, "R")
        before = ""
        for number, place in enumerate(race["places"]):
            if place["chapter"] and place["chapter"] != before:
                before = place["chapter"]
                self._cell(before, x(number), top + CHART + 1, 24, 4, 7, BRASS)
        self._lines(race["players"], x, y)
        pdf.set_xy(EDGE, top + CHART + 9)

    def _lines(self, players: Sequence[Json], x: Any, y: Any) -> None:
        pdf = self.pdf
        labels = _apart([y(player["points"][-1]) for player in players], pdf.y)
        pdf.set_line_width(0.5)
        for number, player in enumerate(players):
            colour, (dash, gap) = LINES[number % len(LINES)]
            pdf.set_draw_color(*colour)
            pdf.set_dash_pattern(dash, gap)
            pdf.polyline([(x(place), y(points)) for place, points in enumerate(player["points"])])
            end = len(player["points"]) - 1
            pdf.line(x(end), y(player["points"][end]), x(end) + 4, labels[number])
            self._cell(
                f"{player['points'][end]}{LTR}  {player['name']}", x(end) + 5, labels[number] - 2.5, 36, 5, 8, colour
            )
        pdf.set_dash_pattern()
        pdf.set_line_width(0.2)

    def reasons(self) -> None:
        """Write the reason for each point, player by player, with the rules."""
        told = [player for player in self._data["explain"] if player["entries"] or player.get("slain")]
        if not told:
            return
        self._heading(_("How each point was made"))
        for player in told:
            if self.pdf.y > HEIGHT - EDGE - 3 * ROW:
                self.pdf.add_page()
            self._line(f"{player['name']}{LTR}: {player['total']}", 11, WINE, 7)
            if player.get("slain"):
                self._reason("", player["slain"])
            for entry in player["entries"]:
                self._reason(f"{entry['points']:+d}", entry)
            self.pdf.ln(2)

    def _reason(self, points: str, entry: Json) -> None:
        """Write the reason for an entry with its points and rules, on one page."""
        pdf, told = self.pdf, self._faces.written(f"{entry['text']}  [{', '.join(entry['rules'])}]")
        if pdf.y > HEIGHT - EDGE - 4 * ROW:
            pdf.add_page()
        self._cell(points, EDGE, pdf.y, 10, 4.2, 8, WINE, "R")
        pdf.set_font(FACE, size=8)
        pdf.set_text_color(*INK)
        pdf.set_x(EDGE + 12)
        pdf.multi_cell(WIDTH - 2 * EDGE - 12, 4.2, told, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def letters(self) -> None:
        """Spell out the names that contain a square, so that nothing is lost."""
        names = [player["name"] for player in self._data["sheet"]["players"]]
        lacking = [(number, name) for number, name in enumerate(names, 1) if self._faces.lacks(name)]
        if not lacking:
            return
        self._heading(_("Letters that this machine cannot print"))
        for number, name in lacking:
            self._told(_("Player {number}: {letters}", number=number, letters=", ".join(map(_named, name))))
        self._told(
            _(
                "{square} stands for each. The game as a page (HTML) has the names as they were typed; "
                "with fonts-droid-fallback, fonts-symbola or fonts-noto-core this machine prints them.",
                square=MISSING,
            )
        )

    # --- text

    def _told(self, words: str) -> None:
        """Write a paragraph."""
        self.pdf.set_font(FACE, size=8)
        self.pdf.set_text_color(*INK)
        self.pdf.set_x(EDGE)
        self.pdf.multi_cell(WIDTH - 2 * EDGE, 4.2, words, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _heading(self, words: str) -> None:
        if self.pdf.y > HEIGHT - EDGE - 20:
            self.pdf.add_page()
        self.pdf.ln(2)
        self._line(words, 14, WINE, 9)

    def _line(self, words: str, size: float, colour: Colour, height: float) -> None:
        self._cell(words, EDGE, self.pdf.y, WIDTH - 2 * EDGE, height, size, colour)
        self.pdf.set_xy(EDGE, self.pdf.y + height)

    def _cell(
        self, words: str, x: float, y: float, width: float, height: float, size: float, colour: Colour, align: str = "L"
    ) -> None:
        """Write text into a box: in a smaller size if it is too long, and cut if that is not enough."""
        pdf, words = self.pdf, self._faces.written(words)
        at = pdf.x, pdf.y
        pdf.set_text_color(*colour)
        pdf.set_font(FACE, size=size)
        while (is_long := pdf.get_string_width(words) > width - 1) and size > 5:
            size -= 0.5
            pdf.set_font(FACE, size=size)
        if is_long and len(words) > 1:
            cuts = [f"{words[:kept]}…" for kept in range(len(words))]
            words = cuts[max(0, bisect_left(cuts, True, key=lambda cut: pdf.get_string_width(cut) > width - 1) - 1)]
        pdf.set_xy(x, y)
        pdf.set_auto_page_break(False)
        pdf.cell(width, height, words, align=align)
        pdf.set_auto_page_break(True, EDGE)
        pdf.set_xy(*at)


def _date(at: float) -> datetime:
    """Return the date of a record; 1970 if it is out of range, because the clock was wrong."""
    try:
        return EPOCH + timedelta(seconds=at)
    except (OverflowError, ValueError):
        return EPOCH


def _named(letter: str) -> str:
    """Return a character's Unicode number and name."""
    return f"U+{ord(letter):04X} {unicodedata.name(letter, '')}".strip()


def _apart(heights: Sequence[float], top: float, least: float = 4.5) -> list[float]:
    """Return label heights without overlaps: labels move up, at most to the top, and then down."""
    placed = list(heights)
    below = max(heights) + least * len(heights)
    for number in sorted(range(len(heights)), key=lambda each: -heights[each]):
        placed[number] = min(heights[number], below - least)
        below = placed[number]
    above = top - least
    for number in sorted(range(len(heights)), key=lambda each: placed[each]):
        placed[number] = above = max(placed[number], above + least)
    return placed
