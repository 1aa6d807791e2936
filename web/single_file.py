"""A page as one file that needs nothing else: styles, scripts and fonts stand in it, and its policy names them by hash.

The scripts are the modules of the pages, each as a function that gives what it exports: a browser loads no module from
a file. They have no other imports than of their neighbours, and `export` stands before what it exports.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from companion.table.hosted import AnyHosted
from web.pieces import piece_of
from web.words import script_text

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"\./([\w-]+\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function\*?|const|class) (\w+)", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*$|\bimport\(", re.MULTILINE)
_STYLE_IMPORT = re.compile(r'^@import "([\w-]+\.css)";$', re.MULTILINE)
_URL = re.compile(r'url\("?([\w./-]+)"?\)')
_LINK = re.compile(r'<link rel="stylesheet" href="[^"]*?/([\w.-]+\.css)(?:\?[^"]*)?">\s*')
_ICON = re.compile(r'<link rel="(?:icon|preload|modulepreload|manifest)"[^>]*>\s*')
_SCRIPT = re.compile(r'<script type="module" src="[^"]*?/([\w-]+\.js)(?:\?[^"]*)?"></script>')
_WORDS = re.compile(r'<script defer src="/words\.js[^"]*"></script>')
_MEDIA = {".woff2": "font/woff2", ".svg": "image/svg+xml"}


class CannotBeInlined(ValueError):
    """A piece of a page that this module cannot put into a file."""


def single_file(page: str, game: AnyHosted) -> str:
    """The page with all that it links to in it.

    Args:
        page: as a template gives it.
        game: whose pieces it uses.
    """
    style = "\n".join(style_text(game, name) for name in _LINK.findall(page))
    scripts = [bundle(game, entry) for entry in _SCRIPT.findall(page)]
    if _WORDS.search(page):
        scripts.insert(0, script_text())
    hashes = " ".join(_hash(script) for script in scripts)
    policy = (
        f"default-src 'none'; script-src {hashes}; style-src {_hash(style)}; "
        "font-src data:; img-src data:; base-uri 'none'; form-action 'none'"
    )
    page = _SCRIPT.sub("", _WORDS.sub("", _LINK.sub("", _ICON.sub("", page))))
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n<style>{style}</style>\n</head>'
    page = page.replace("</head>", head, 1)
    body = "".join(f"<script>{script}</script>\n" for script in scripts)
    before, _, after = page.rpartition("</body>")
    return f"{before}{body}</body>{after}"


def bundle(game: AnyHosted, entry: str) -> str:
    """A script with all that it imports, as one that a page may hold. Raises CannotBeInlined."""
    made = "\n".join(f"_m[{name!r}] = {text};" for name, text in _modules(game, entry, [], set()))
    return f'"use strict";\n{{\nconst _m = {{}};\n{made}\n}}\n'.replace("</script", "<\\/script")


def _modules(game: AnyHosted, name: str, above: list[str], done: set[str]) -> Iterator[tuple[str, str]]:
    """What a module needs, then the module, each once."""
    if name in done:
        return
    if name in above:
        raise CannotBeInlined(f"{name} imports itself, by {above[-1]}")
    text = _file(game, name).read_text(encoding="utf-8")
    for _names, needed in _IMPORT.findall(text):
        yield from _modules(game, needed, [*above, name], done)
    done.add(name)
    yield name, _as_function(name, text)


def _as_function(name: str, text: str) -> str:
    given = ", ".join(found for _kind, found in _EXPORT.findall(text))
    body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(_taken, text))
    if odd := _OTHER.search(body):
        raise CannotBeInlined(f"{name} has a line that cannot be put into one file: {odd[0]}")
    return f"(() => {{\n{body}\nreturn {{ {given} }};\n}})()"


def _taken(found: re.Match[str]) -> str:
    names = (found[1] or "").replace(" as ", ": ")
    return f"const {{{names}}} = _m[{found[2]!r}];" if names else ""


def style_text(game: AnyHosted, name: str) -> str:
    """A style sheet with those that it imports, and its fonts as data."""
    text = _file(game, name).read_text(encoding="utf-8")
    text = _STYLE_IMPORT.sub(lambda found: style_text(game, found[1]), text)
    return _URL.sub(lambda found: f'url("{_data(_file(game, found[1]))}")', text)


def _file(game: AnyHosted, name: str) -> Path:
    found = piece_of(game, name)
    if found is None:
        raise CannotBeInlined(f"there is no piece {name}")
    return found


def _data(file: Path) -> str:
    return f"data:{_MEDIA[file.suffix]};base64,{b64encode(file.read_bytes()).decode()}"


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
