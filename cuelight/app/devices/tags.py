"""Which tag is which card: in the journal, as one record for each tag that was named; the newest counts.

A uid is a tag's identity. Tags, with the deck they are of, go from one table to another as one file.
"""

from __future__ import annotations

from companion.journal import Journal, Kind

KIND = Kind.TAG


def names_in(journal: Journal) -> dict[str, str]:
    """The thing that each uid is."""
    names: dict[str, str] = {}
    for record in journal.of_kind(KIND):
        if record.body["thing"] is None:
            names.pop(record.body["uid"], None)
        else:
            names[record.body["uid"]] = record.body["thing"]
    return names


def note_name(journal: Journal, uid: str, thing: str | None, at: float) -> None:
    """From now on a tag is this thing; None for one that is nothing any more."""
    journal.append(KIND, {"uid": uid, "thing": thing}, at)
