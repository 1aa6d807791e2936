"""Limits of open files and memory that the system sets for this program. With too little, no command starts."""

from __future__ import annotations

import resource

FILES, MEMORY = 32, 256 * 2**20  # for any command
TABLE_FILES, TABLE_MEMORY = 128, 4 * 2**30  # each page or reader thread reserves 72 MB and hardly uses them
TOO_FEW_FILES = "too few files may be open here. Allow more (ulimit -n 1024, or LimitNOFILE of the service)."
_TOO_LITTLE_MEMORY = "too little memory may be used here. Allow more (ulimit -v unlimited, or LimitAS of the service)."


def shortage(files: int = FILES, memory: int = MEMORY) -> str | None:
    """Return a message if fewer files or bytes are allowed; None if there is enough.

    If the system permits it, the program's own limits are raised to these numbers first.
    """
    wants = (
        (resource.RLIMIT_NOFILE, files, TOO_FEW_FILES),
        (resource.RLIMIT_AS, memory, _TOO_LITTLE_MEMORY),
    )
    for limit, wanted, words in wants:
        own, most = resource.getrlimit(limit)
        if _is_less(most, wanted):
            return words
        if _is_less(own, wanted):
            resource.setrlimit(limit, (wanted, most))
    return None


def _is_less(limit: int, wanted: int) -> bool:
    return limit != resource.RLIM_INFINITY and limit < wanted
