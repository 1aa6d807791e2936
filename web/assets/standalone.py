"""A page as one self-contained file: styles, scripts and fonts are inlined, and its content policy allows them by hash.

Scripts and styles are bundled by `web/assets/bundle.py`, as for served pages.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from companion.game import Info
from web.app.i18n import script_text
from web.assets.bundle import joined_script, joined_style
from web.assets.game_files import piece_of

_URL = re.compile(r'url\("?([\w./-]+)"?\)')
_MEDIA = {".woff2": "font/woff2", ".svg": "image/svg+xml"}


def single_file(page: str, game: Info, scripts: tuple[str, ...], styles: tuple[str, ...]) -> str:
    """The page with its scripts and styles in it, and the words of the table's language.

    Args:
        page: the rendered template, without links to other files.
        game: the game whose template overrides are used.
        scripts, styles: names of files.
    """

    def find(name: str) -> Path | None:
        return piece_of(game, name)

    style = _URL.sub(lambda found: f'url("{_data(find(found[1]), found[1])}")', joined_style(styles, find))
    texts = [script_text(), joined_script(scripts, find).replace("</script", "<\\/script")]
    policy = (
        f"default-src 'none'; script-src {' '.join(map(_hash, texts))}; style-src {_hash(style)}; "
        "font-src data:; img-src data:; base-uri 'none'; form-action 'none'"
    )
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n<style>{style}</style>\n</head>'
    before, _, after = page.replace("</head>", head, 1).rpartition("</body>")
    return f"{before}{''.join(f'<script>{text}</script>' for text in texts)}</body>{after}"


def _data(file: Path | None, name: str) -> str:
    if file is None:
        raise FileNotFoundError(f"there is no piece {name}")
    return f"data:{_MEDIA[file.suffix]};base64,{b64encode(file.read_bytes()).decode()}"


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
