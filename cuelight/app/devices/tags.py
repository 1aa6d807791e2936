"""Assignments of tags to cards: one journal record for each assignment; the newest counts.

A tag is identified by its uid. Assignments move to another table together with their deck, as one file.
"""

from __future__ import annotations

from companion.journal import Journal, Kind

KIND = Kind.TAG


def names_in(journal: Journal) -> dict[str, str]:
    """Return the thing of each assigned uid."""
    names: dict[str, str] = {}
    for record in journal.of_kind(KIND):
        if record.body["thing"] is None:
            names.pop(record.body["uid"], None)
        else:
            names[record.body["uid"]] = record.body["thing"]
    return names


def note_name(journal: Journal, uid: str, thing: str | None, at: float) -> None:
    """Record that a tag is this thing from now on; None removes the assignment."""
    journal.append(KIND, {"uid": uid, "thing": thing}, at)
