"""CSV files that spreadsheet programs open in columns, in the language of the table."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

from companion.core.i18n import spoken

# Where commas are decimal points, semicolons separate cells; some East Asian spreadsheets accept wide signs in
# formulas.
_CALCULATED = re.compile(r"(^|;)(?=\s*[=+@\t\r\uff1d\uff0b\uff20\uff0d-])")


def spreadsheet(rows: Iterable[Sequence[Any]]) -> bytes:
    """Return rows as CSV in UTF-8 with a byte order mark, as Excel reads it with the settings of the table's language.

    Where the decimal sign is a comma, which is everywhere but in English, Excel separates cells at semicolons. No cell
    is a formula.
    """
    text = io.StringIO()
    is_english = spoken() == "en"
    writer = csv.writer(text, delimiter="," if is_english else ";")
    writer.writerows([_cell(cell, "." if is_english else ",") for cell in row] for row in rows)
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def _cell(cell: Any, point: str) -> Any:
    if isinstance(cell, float):
        return str(cell).replace(".", point)
    return _CALCULATED.sub(r"\1'", cell) if isinstance(cell, str) else cell
