"""What somebody has worked out of old games, kept beside the journal so that it need not be worked out again.

It is no part of the journal: each digest goes with the checksum of its game's newest record, and where that is another
one, or the game is gone, the digest is no longer used. The file can be thrown away at any time. It has the names of
players, so it is its owner's alone, and what the journal forgets is forgotten here too.
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
VERSION = 3


class Digests:
    """The digests beside one journal.

    Args:
        path: the journal.
    """

    def __init__(self, path: Path) -> None:
        self._path = beside(path, SUFFIX)

    def read(self, seals: Mapping[int, str]) -> dict[int, Any]:
        """The digests that are still true, by game.

        Args:
            seals: of each game that there is, the checksum of its newest record.
        """
        kept = self._kept()
        return {game: entry[1] for game, entry in kept.items() if seals.get(game) == entry[0]}

    def write(self, digests: Mapping[int, Any], seals: Mapping[int, str]) -> bool:
        """Keep these, and nothing else; returns whether others were kept before.

        What the disk does not take is worked out again another time.
        """
        return self._replace({str(game): [seals[game], digest] for game, digest in digests.items() if game in seals})

    def drop(self, game: int) -> None:
        """Forget one."""
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
            for written in (fresh, self._path):  # rather none than one that has what was to be forgotten
                with suppress(OSError):
                    written.unlink()
            return False
        return True
