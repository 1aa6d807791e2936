"""`cuelight tags`: naming the tags of a deck, hints on the tags themselves, and a deck with its tags as one file."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from companion.journal import Journal, Kind, open_private
from companion.play.errors import InputError
from companion.table.presence import Dull
from cuelight.decks import Shelf
from cuelight.files import write_text
from cuelight.tag_box import Box, box_of_table, export_deck, read_deck, unknown_to
from cuelight.tag_names import names_in, note_name
from hardware.finding import LOOK_SECONDS
from hardware.hint import HintNotWritten, read_hint, write_hint
from hardware.nfc_device import FAILURES, NfcDevice, TagGone

HINT = "hint"  # the kind of record that says what was to be written on a tag


class Tapped(NamedTuple):
    """A tag on the reader, and what it says of itself."""

    uid: str
    hint: str | None


def next_tag(device: NfcDevice, give_up: Callable[[], bool]) -> Tapped | None:
    """The next tag that is laid on a reader; one that lies there already must be lifted first.

    Returns None when `give_up` says so.
    """
    empty = False
    while not give_up():
        try:
            saw = device.look()
            if isinstance(saw, str) and empty and device.look() == saw:
                return Tapped(saw, _hint_on(device, saw))
            empty = empty or isinstance(saw, Dull)
        except FAILURES:
            empty = False
        time.sleep(LOOK_SECONDS)
    return None


def _hint_on(device: NfcDevice, uid: str) -> str | None:
    """What a tag says of itself, None where it cannot be read: it can be named all the same."""
    try:
        return read_hint(device, uid)
    except TagGone:
        return None


class Workshop:
    """Names tags and writes hints on them, while no game is played.

    What is to be written on a tag is in the journal before the tag is touched, and that it was written after it: a tag
    that was lifted too early is mended the next time that it is tapped here.
    """

    def __init__(self, journal: Journal, device: NfcDevice, wall_clock: Callable[[], float] = time.time) -> None:
        self._journal = journal
        self._device = device
        self._wall_clock = wall_clock
        self.names = names_in(journal)
        self.unfinished = _unfinished(journal)

    def name(self, uid: str, thing: str) -> None:
        """From now on a tag is this thing."""
        if self.names.get(uid) != thing:
            note_name(self._journal, uid, thing, self._wall_clock())
            self.names[uid] = thing

    def write(self, uid: str, thing: str) -> None:
        """Write what a tag is on it.

        Raises TagGone when it was lifted too early; HintNotWritten when it takes no hint.
        """
        self._note(uid, thing)
        self.unfinished[uid] = thing
        try:
            write_hint(self._device, uid, thing)
        except HintNotWritten:
            self._note(uid, None)
            del self.unfinished[uid]
            raise
        except FAILURES as error:
            raise TagGone("the reader failed while the tag was written") from error
        self._note(uid, None)
        del self.unfinished[uid]

    def mend(self, uid: str) -> str | None:
        """Finish what was begun on a tag. Returns what it is, None when nothing was left to do. Raises as `write`."""
        thing = self.unfinished.get(uid)
        if thing is not None:
            self.write(uid, thing)
        return thing

    def _note(self, uid: str, thing: str | None) -> None:
        self._journal.append(HINT, {"uid": uid, "thing": thing}, self._wall_clock())


def _unfinished(journal: Journal) -> dict[str, str]:
    found: dict[str, str | None] = {}
    for record in journal.of_kind(HINT):
        found[record.body["uid"]] = record.body["thing"]
    return {uid: thing for uid, thing in found.items() if thing is not None}


# --- the commands


def list_tags(journal: Path) -> int:
    """Print every tag that is known, with its thing."""
    with closing(Journal.open(journal)) as opened:
        for uid, thing in sorted(names_in(opened).items(), key=lambda item: item[1]):
            write_text(f"{uid}  {thing}")
    return 0


def export_tags(journal: Path, file: Path, *, edition: str | None = None) -> int:
    """Write the table's deck and its tags to a file, which its owner alone may read; of an edition, if one is named.

    With it anybody's phone could read which card lies face down.
    """
    with closing(Journal.open(journal)) as opened:
        names, box = names_in(opened), box_of_table(Shelf(opened), edition)
    with os.fdopen(open_private(file, os.O_WRONLY | os.O_TRUNC), "w", encoding="utf-8") as opened_file:
        opened_file.write(export_deck(names, box))
    others = unknown_to(box, names.values())
    more = f"; {others} more are of another deck or edition" if others else ""
    write_text(f"{file} has {box.deck.title} with {len(names) - others} tags{more}.")
    return 0


def import_tags(journal: Path, document: Any) -> int:
    """Take over an exported deck, and its tags; tags that this table knows already become what the file says."""
    box, tags = read_deck(document)
    with closing(Journal.open(journal)) as opened:
        if box.text is not None:
            Shelf(opened).take(box.text, time.time())
        known = names_in(opened)
        new = {uid: thing for uid, thing in tags.items() if known.get(uid) != thing}
        opened.append_all([(Kind.TAG, {"uid": uid, "thing": thing}) for uid, thing in new.items()], time.time())
    write_text(f"{box.deck.title}: {len(new)} of {len(tags)} tags are new or changed.")
    return 0


Ask = Callable[[str], str]
Say = Callable[[str], None]


def enrol(
    journal: Path, device: str, *, write: bool, ask: Ask, say: Say, deck: str | None = None, edition: str | None = None
) -> int:
    """Name tags one after the other: tap one, say what it is. An empty answer leaves it, `end` ends.

    Args:
        write: whether each tag is also told itself what it is.
        deck: the text of a deck file, which the table keeps and plays from now on.
        edition: which one's cards; that of the table's deck unless told.
    """
    with closing(Journal.open(journal)) as opened:
        shelf = Shelf(opened)
        if deck is not None:
            shelf.take(deck, time.time())
        box = box_of_table(shelf, edition)
        say(f"The cards are those of {box.deck.title}, edition {box.edition}.")
        reader = NfcDevice.open(device)
        try:
            workshop = Workshop(opened, reader)
            while True:
                say("Lay a tag on the reader.")
                tapped = next_tag(reader, lambda: False)
                assert tapped is not None
                if not _enrolled(workshop, tapped, box, write=write, ask=ask, say=say):
                    return 0
        finally:
            reader.close()


def _enrolled(workshop: Workshop, tapped: Tapped, box: Box, *, write: bool, ask: Ask, say: Say) -> bool:
    """Deal with one tag; False when the person ends it."""
    try:
        mended = workshop.mend(tapped.uid)
        if mended is not None:
            say(f"{tapped.uid}: what was begun is written now: {mended}.")
        known = workshop.names.get(tapped.uid) or tapped.hint
        answer = ask(f"{tapped.uid}: {f'this is {known}; ' if known else ''}what is it? ").strip()
        if answer == "end":
            return False
        thing = box.check(answer) if answer else known
        if thing is None:
            return True
        workshop.name(tapped.uid, thing)
        if write and thing != mended:
            workshop.write(tapped.uid, thing)
        say(f"{tapped.uid} is {thing}{', and says so itself' if write else ''}.")
    except TagGone as error:
        say(f"{error}: lay it there again, and hold it still.")
    except (HintNotWritten, InputError) as error:
        say(str(error))
    return True
