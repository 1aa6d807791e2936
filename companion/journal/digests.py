"""Results computed from old games, cached beside the journal.

They are no part of the journal. Each digest belongs to the checksum of its game's newest record; if that has changed,
or the game is gone, the digest is not used. The file can be deleted at any time. It contains players' names, so only
its owner may read it, and games deleted from the journal are deleted here, too.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.journal.files import beside, open_private

SUFFIX = ".digests"
VERSION = 4


class Digests:
    """The digests beside one journal.

    Args:
        path: the journal.
    """

    def __init__(self, path: Path) -> None:
        self._path = beside(path, SUFFIX)

    def read(self, seals: Mapping[int, str]) -> dict[int, Any]:
        """Return the digests that are still valid, by game.

        Args:
            seals: checksum of the newest record of each existing game.
        """
        kept = self._kept()
        return {game: entry[1] for game, entry in kept.items() if seals.get(game) == entry[0]}

    def write(self, digests: Mapping[int, Any], seals: Mapping[int, str]) -> bool:
        """Store these digests and no others; return whether the stored ones have changed.

        A failed write is ignored: the digests will be computed again.
        """
        return self._replace({str(game): [seals[game], digest] for game, digest in digests.items() if game in seals})

    def drop(self, game: int) -> None:
        """Delete one digest."""
        kept = self._kept()
        if kept.pop(game, None) is not None:
            self._replace({str(number): entry for number, entry in kept.items()})

    def _kept(self) -> dict[int, Any]:
        with suppress(OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            content = json.loads(self._path.read_bytes())
            if content["version"] == VERSION:
                return {int(game): (str(seal), digest) for game, (seal, digest) in content["games"].items()}
        return {}

    def _replace(self, games: Mapping[str, Any]) -> bool:
        fresh = beside(self._path, f".{os.getpid()}-{threading.get_ident()}")
        content = json.dumps({"version": VERSION, "games": games}).encode()
        with suppress(OSError):
            if self._path.read_bytes() == content:
                return False
        try:
            with os.fdopen(open_private(fresh, os.O_WRONLY | os.O_TRUNC), "wb") as file:
                file.write(content)
            os.replace(fresh, self._path)
        except OSError:
            for written in (fresh, self._path):  # no file is better than one with data that should be deleted
                with suppress(OSError):
                    written.unlink()
            return False
        return True
