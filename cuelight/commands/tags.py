"""`cuelight tags`: naming the tags of a deck, and a deck with its tags as one file."""

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
from cuelight.commands.files import OutputError, write_text
from cuelight.commands.places import journal_to_write
from cuelight.live.card_drafts import Drafts
from cuelight.live.decks import Shelf
from cuelight.live.tag_box import Box, box_of_table, export_deck, read_deck, unknown_to
from cuelight.live.tag_names import names_in, note_name
from hardware.device import Device, TagGone
from hardware.finding import LOOK_SECONDS
from hardware.hint import HintStays, TagDevice, erase_hint
from hardware.readers import backends, kind_of


class Tapped(NamedTuple):
    """A tag on the reader, and what it says of itself."""

    uid: str
    hint: str | None


def next_tag(device: Device, give_up: Callable[[], bool]) -> Tapped | None:
    """The next tag that is laid on a reader; one that lies there already must be lifted first.

    Returns None when `give_up` says so.
    """
    empty = False
    while not give_up():
        try:
            saw = device.look()
            if isinstance(saw, str) and empty and (not device.sees_lifts or device.look() == saw):
                return Tapped(saw, _hint_on(device, saw))
            empty = empty or isinstance(saw, Dull)
        except device.failures:
            empty = False
        time.sleep(LOOK_SECONDS)
    return None


def _hint_on(device: Device, uid: str) -> str | None:
    """What a tag says of itself, None where it cannot be read: it can be named all the same."""
    try:
        return device.hint(uid)
    except TagGone:
        return None


class Workshop:
    """Names tags, and takes off them what an older Cuelight wrote there, while no game is played."""

    def __init__(self, journal: Journal, device: Device, wall_clock: Callable[[], float] = time.time) -> None:
        self._journal = journal
        self._device = device
        self._wall_clock = wall_clock
        self.names = names_in(journal)

    def name(self, uid: str, thing: str) -> None:
        """From now on a tag is this thing."""
        if self.names.get(uid) != thing:
            note_name(self._journal, uid, thing, self._wall_clock())
            self.names[uid] = thing

    def erase(self, uid: str) -> bool:
        """Let a tag tell nobody what it is, and return whether it did; a reader that cannot write leaves it.

        Raises TagGone when it was lifted too early; HintStays when it cannot be written on.
        """
        if not isinstance(self._device, TagDevice):
            return False
        try:
            return erase_hint(self._device, uid)
        except self._device.failures as error:
            raise TagGone("the reader failed while the tag was written") from error


# --- the commands


def list_tags(journal: Path) -> int:
    """Print every tag that is known, with its thing."""
    with closing(_to_read(journal)) as opened:
        for uid, thing in sorted(names_in(opened).items(), key=lambda item: item[1]):
            write_text(f"{uid}  {thing}")
    return 0


def _to_read(journal: Path) -> Journal:
    """The journal, also while a table writes it; made where there is none yet."""
    return Journal.reading(journal) if os.path.exists(journal) else Journal.open(journal)


def export_tags(journal: Path, file: Path, *, edition: str | None = None, game: str | None = None) -> int:
    """Write the table's deck and its tags to a file, which its owner alone may read; of an edition or a game, if named.

    With it anybody's phone could read which card lies face down.
    """
    with closing(_to_read(journal)) as opened:
        names, box = names_in(opened), box_of_table(Shelf(opened), edition, game)
    try:
        with os.fdopen(open_private(file, os.O_WRONLY | os.O_TRUNC), "w", encoding="utf-8") as opened_file:
            opened_file.write(export_deck(names, box))
    except OSError as error:
        raise OutputError(f"{file} cannot be written: {error.strerror}") from error
    others = unknown_to(box, names.values())
    more = f"; {others} more are of another deck or edition" if others else ""
    write_text(f"{file} has {box.deck.title} with {len(names) - others} tags{more}.")
    return 0


def import_tags(journal: Path, document: Any) -> int:
    """Take over an exported deck, and its tags; tags that this table knows already become what the file says."""
    box, tags = read_deck(document)
    with journal_to_write(journal) as opened:
        if box.text is not None:
            Drafts(opened, Shelf(opened), time.time).take_file(box.text)
        known = names_in(opened)
        new = {uid: thing for uid, thing in tags.items() if known.get(uid) != thing}
        opened.append_all([(Kind.TAG, {"uid": uid, "thing": thing}) for uid, thing in new.items()], time.time())
    write_text(f"{box.deck.title}: {len(new)} of {len(tags)} tags are new or changed.")
    return 0


Prompt = Callable[[str], str]
Say = Callable[[str], None]


def enrol(
    journal: Path,
    device: str,
    *,
    ask: Prompt,
    say: Say,
    deck: str | None = None,
    edition: str | None = None,
    game: str | None = None,
) -> int:
    """Name tags one after the other: tap one, say what it is. An empty answer leaves it, `end` ends.

    A tag that is named tells nobody else what it is: a hint of an older Cuelight is taken off it.

    Args:
        deck: the text of a deck file, which the table keeps and plays from now on.
        edition: which one's cards; that of the table's deck unless told.
        game: which one's; that of the table's deck unless told.
    """
    with journal_to_write(journal) as opened:
        shelf = Shelf(opened)
        if deck is not None:
            shelf.take(deck, time.time())
        box = box_of_table(shelf, edition, game)
        say(f"The cards are those of {box.deck.title}, edition {box.edition}.")
        reader = backends()[kind_of(device)].open(device)
        try:
            workshop = Workshop(opened, reader)
            while True:
                say("Lay a tag on the reader.")
                tapped = next_tag(reader, lambda: False)
                assert tapped is not None
                if not _enrolled(workshop, tapped, box, ask=ask, say=say):
                    return 0
        finally:
            reader.close()


def _enrolled(workshop: Workshop, tapped: Tapped, box: Box, *, ask: Prompt, say: Say) -> bool:
    """Deal with one tag; False when the person ends it."""
    try:
        known = workshop.names.get(tapped.uid) or tapped.hint
        answer = ask(f"{tapped.uid}: {f'this is {known}; ' if known else ''}what is it? ").strip()
        if answer == "end":
            return False
        thing = box.check(answer) if answer else known
        if thing is None:
            return True
        workshop.name(tapped.uid, thing)
        erased = workshop.erase(tapped.uid)
        say(f"{tapped.uid} is {thing}{', and tells nobody any more' if erased else ''}.")
    except TagGone as error:
        say(f"{error}: lay it there again, and hold it still.")
    except (HintStays, InputError) as error:
        say(str(error))
    return True
