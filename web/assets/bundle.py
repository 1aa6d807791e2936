"""Bundles: a page's scripts with their imports as one file, and its styles as another, so that a slow phone asks once.

There is no build step. A bundle is put together from the files when a page is first requested. Each module becomes a
block with names of its own, and its exports are passed to the modules that import it. This works for the scripts that
the pages have: named imports and exports of constants, no cycles. Other scripts are detected and loaded one by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

Find = Callable[[str], Path | None]
"""Returns the file of a name."""

_IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./([\w-]+\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*$|\bimport(?:\(|\.meta)", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*[\s\S]*?\*/[ \t]*)\n", re.MULTILINE)
_STYLE_COMMENT = re.compile(r"/\*[\s\S]*?\*/\n?")
_STYLE = re.compile(r'^@import "([\w-]+\.css)";$', re.MULTILINE)


class NotJoined(ValueError):
    """A script or style that cannot be bundled."""


def imported(text: str) -> list[str]:
    """Return the names of the scripts that a script imports."""
    return [name for _names, name in _IMPORT.findall(text)]


def joined_script(names: tuple[str, ...], find: Find) -> str:
    """Return scripts with all their imports as one text, each import before its users. Raises NotJoined."""
    blocks: dict[str, str] = {}
    for name in names:
        _add(name, find, blocks, ())
    return "\n".join(['"use strict";', *blocks.values()])


def _add(name: str, find: Find, blocks: dict[str, str], above: tuple[str, ...]) -> None:
    if name in above:
        raise NotJoined(f"{' imports '.join([*above, name])}: scripts that import each other cannot be joined.")
    if name in blocks:
        return
    text = _COMMENT.sub("", _text(name, find))
    for each in imported(text):
        _add(each, find, blocks, (*above, name))
    exports = _EXPORT.findall(text)
    body = _EXPORT.sub("", _IMPORT.sub(_handed, text))
    if (other := _OTHER.search(body)) is not None:
        raise NotJoined(f"{name}: only named imports and exports can be joined, not “{other[0]}”.")
    blocks[name] = (
        f"const {_holder(name)} = {{}};\n{{\n{body}\nObject.assign({_holder(name)}, {{ {', '.join(exports)} }});\n}}"
    )


def _handed(found: re.Match[str]) -> str:
    return f"const {{ {found[1].replace(' as ', ': ')} }} = {_holder(found[2])};"


def _holder(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def joined_style(names: tuple[str, ...], find: Find) -> str:
    """Return styles with the styles that they import as one text. Raises NotJoined."""
    return "\n".join(
        _STYLE.sub(lambda found: joined_style((found[1],), find), _STYLE_COMMENT.sub("", _text(name, find)))
        for name in names
    )


def _text(name: str, find: Find) -> str:
    found = find(name)
    if found is None:
        raise NotJoined(f"{name}: there is no such file.")
    return found.read_text(encoding="utf-8")
