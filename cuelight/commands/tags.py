"""`cuelight tags`: assign tags to the cards of a deck; export and import a deck with its tags."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.errors import CuelightError, InputError
from companion.journal import Journal, Kind
from companion.presence.filter import NonRead
from cuelight.app.devices.tags import names_in, note_name
from cuelight.app.enrolment.box import Box, box_of_table, export_deck, read_deck, unknown_to
from cuelight.app.enrolment.drafts import Drafts
from cuelight.app.enrolment.walk import EnrolmentWalk
from cuelight.app.games.decks import DeckLibrary
from cuelight.commands.box import box_command
from cuelight.terminal.ask import ask_now, has_hung_up
from cuelight.terminal.input_files import new_file, read_document, read_text, write_text
from cuelight.terminal.paths import default_table, journal_at, journal_to_write
from hardware.device import Device, TagGone
from hardware.probe import LOOK_SECONDS
from hardware.readers import backends, kind_of
from hardware.readers.keyboard import is_cut_off
from hardware.table_file.load import TableFile, read_table_file
from hardware.tag_hint import HintStays, TagDevice, erase_hint


class NoReader(CuelightError, LookupError):
    """The command needs a separate reader, and the table has none."""


class NobodyToAsk(CuelightError, RuntimeError):
    """A question needs a person, and none is at the terminal."""


class Tapped(NamedTuple):
    """A tag on the reader, and the hint that is stored on it."""

    uid: str
    hint: str | None


def next_tag(device: Device, give_up: Callable[[], bool]) -> Tapped | None:
    """Return the next tag that is laid on a reader; a tag that is already there must be lifted first.

    Returns None if `give_up` returns true.
    """
    empty = False
    while not give_up():
        try:
            saw = device.look()
            if isinstance(saw, str) and empty and (not device.sees_lifts or device.look() == saw):
                return Tapped(saw, _hint_on(device, saw))
            empty = empty or isinstance(saw, NonRead)
        except device.failures:
            empty = False
        time.sleep(LOOK_SECONDS)
    return None


def _hint_on(device: Device, uid: str) -> str | None:
    """Return the hint on a tag; None if it cannot be read, because the tag can be assigned without it."""
    try:
        return device.hint(uid)
    except TagGone:
        return None


class Workshop:
    """Assigns tags, and erases the hints that an older Cuelight wrote on them, while no game is played."""

    def __init__(self, journal: Journal, device: Device, wall_clock: Callable[[], float] = time.time) -> None:
        self._journal = journal
        self._device = device
        self._wall_clock = wall_clock
        self.names = names_in(journal)

    def name(self, uid: str, thing: str) -> None:
        """Assign a tag to a thing; other tags of the thing stay."""
        if self.names.get(uid) != thing:
            note_name(self._journal, uid, thing, self._wall_clock())
            self.names[uid] = thing

    def others(self, uid: str, thing: str) -> list[str]:
        """Return the other tags of this thing."""
        return [other for other, name in self.names.items() if name == thing and other != uid]

    def erase(self, uid: str) -> bool:
        """Erase the hint on a tag and return whether that was done; a reader that cannot write leaves it.

        Raises TagGone if the tag was lifted too early, and HintStays if it cannot be written.
        """
        if not isinstance(self._device, TagDevice):
            return False
        try:
            return erase_hint(self._device, uid)
        except self._device.failures as error:
            raise TagGone("the reader failed while the tag was written") from error


# --- the commands


def tags(journal: str | None, way: str, **arguments: Any) -> int:
    """Run `cuelight tags`."""
    ways: dict[str, Callable[..., int]] = {
        "list": list_tags,
        "export": export_tags,
        "import": import_file,
        "enrol": enrol_command,
    }
    return ways[way](journal_at(journal), **arguments)


def list_tags(journal: Path) -> int:
    """Print every assigned tag with its thing."""
    with closing(_to_read(journal)) as opened:
        for uid, thing in sorted(names_in(opened).items(), key=lambda item: item[1]):
            write_text(f"{uid}  {thing}")
    return 0


def _to_read(journal: Path) -> Journal:
    """Open the journal for reading, also while a table writes it; creates one if it is missing."""
    return Journal.reading(journal) if os.path.exists(journal) else Journal.open(journal)


def export_tags(journal: Path, file: Path, *, edition: str | None = None, game: str | None = None) -> int:
    """Write the table's deck, or that of a game and edition, with its tags to a file.

    Only its owner can read the file, since with it any phone could identify face-down cards.
    """
    with closing(_to_read(journal)) as opened:
        names, box = names_in(opened), box_of_table(DeckLibrary(opened), edition, game)
    with new_file(file) as opened_file:
        opened_file.write(export_deck(names, box).encode())
    others = unknown_to(box, names.values())
    more = f"; {others} more are of another deck or edition" if others else ""
    write_text(f"{file} has {box.deck.title} with {len(names) - others} tags{more}.")
    return 0


def import_file(journal: Path, file: Path) -> int:
    """Run `cuelight tags import`."""
    return import_tags(journal, read_document(str(file)))


def import_tags(journal: Path, document: Any) -> int:
    """Import a deck and its tags; a tag that is already assigned gets the thing in the file."""
    box, tags = read_deck(document)
    with journal_to_write(journal) as opened:
        if box.text is not None:
            Drafts(opened, DeckLibrary(opened), time.time).take_file(box.text)
        known = names_in(opened)
        new = {uid: thing for uid, thing in tags.items() if known.get(uid) != thing}
        opened.append_all([(Kind.TAG, {"uid": uid, "thing": thing}) for uid, thing in new.items()], time.time())
    write_text(f"{box.deck.title}: {len(new)} of {len(tags)} tags are new or changed.")
    return 0


Prompt = Callable[[str], str]
"""Asks a person. Raises EOFError if nobody answers."""
Say = Callable[[str], None]


def enrol_command(
    journal: Path, walk: bool, device: str | None, deck: str | None, edition: str | None, game: str | None
) -> int:
    """Run `cuelight tags enrol`."""
    if walk:
        return box_command(journal, device, edition, game, EnrolmentWalk.mode)
    return enrol(
        journal,
        device or _first_reader(read_table_file(default_table())),
        ask=ask_now,
        say=print,
        deck=read_text(deck) if deck else None,
        edition=edition,
        game=game,
        by_person=sys.stdin.isatty(),
        has_ended=has_hung_up,
    )


def _first_reader(table: TableFile) -> str:
    """Return the device of the table's first reader. Raises NoReader if the table has only a mat."""
    if not table.readers:
        raise NoReader(
            "a mat's readers do not name tags one by one, and this table has no other. Name the whole box with them: "
            "`cuelight tags enrol --walk`. Or plug in a USB reader or a PN532: "
            "`cuelight tags enrol --device /dev/serial/by-id/…`, or `--device usb:VENDOR:PRODUCT`"
        )
    return table.readers[0].device


def enrol(
    journal: Path,
    device: str,
    *,
    ask: Prompt,
    say: Say,
    deck: str | None = None,
    edition: str | None = None,
    game: str | None = None,
    by_person: bool = True,
    has_ended: Callable[[], bool] = lambda: False,
) -> int:
    """Assign tags one by one: a person taps one and types its thing; an empty answer skips it, `end` ends.

    If an older Cuelight wrote a hint on the tag, it is erased, so that the tag no longer reveals its card.

    Args:
        deck: the text of a deck file, which the table stores and plays from now on.
        edition: the edition of the cards; by default that of the table's deck.
        game: the game of the cards; by default that of the table's deck.
        by_person: whether a person can confirm that a tag is replaced; otherwise that is refused.
        has_ended: returns whether the input has ended.

    Raises NobodyToAsk.
    """
    with journal_to_write(journal) as opened:
        shelf = DeckLibrary(opened)
        if deck is not None:
            shelf.take(deck, time.time())
        box = box_of_table(shelf, edition, game)
        say(f"The cards are those of {box.deck.title}, edition {box.edition}.")
        reader = backends()[kind_of(device)].open(device)
        try:
            workshop = Workshop(opened, reader)
            while True:
                say("Lay a tag on the reader.")
                tapped = next_tag(reader, has_ended)
                if tapped is None:
                    raise NobodyToAsk("Nobody types the cards: the input has ended. Use a terminal.")
                if not _enrolled(workshop, tapped, box, ask=ask, say=say, by_person=by_person):
                    return 0
        except EOFError as error:
            raise NobodyToAsk(
                "Nobody types the card of this tag: the input has ended. No further tag was assigned."
            ) from error
        finally:
            reader.close()


def _enrolled(workshop: Workshop, tapped: Tapped, box: Box, *, ask: Prompt, say: Say, by_person: bool) -> bool:
    """Handle one tag; False if the person ends the command."""
    if is_cut_off(tapped.uid):
        say(
            f"{tapped.uid}: this reader reads half of each tag's id, so that two of your cards may look alike. "
            "Take one that types all seven bytes of an NTAG."
        )
    try:
        known = workshop.names.get(tapped.uid) or tapped.hint
        answer = ask(f"{tapped.uid}: {f'this is {known}; ' if known else ''}what is it? ").strip()
        if answer == "end":
            return False
        thing = box.check(answer) if answer else known
        if thing is None:
            return True
        others, copies = workshop.others(tapped.uid, thing), box.copies().get(thing, 1)
        doubt = _doubt(tapped.uid, workshop.names.get(tapped.uid), thing, others, copies)
        if doubt is not None and not by_person:
            raise NobodyToAsk(f"{doubt} Nobody is at a terminal to say so: {tapped.uid} was not named.")
        if doubt is not None and ask(f"{doubt} [y/N] ").strip().lower() not in ("y", "yes"):
            say(f"{tapped.uid} was not named.")
            return True
        workshop.name(tapped.uid, thing)
        erased = workshop.erase(tapped.uid)
        say(f"{tapped.uid} is {thing}{'; its hint is erased' if erased else ''}.")
    except TagGone as error:
        say(f"{error}: lay it there again, and hold it still.")
    except (HintStays, InputError) as error:
        say(str(error))
    return True


def _doubt(uid: str, known: str | None, thing: str, others: Sequence[str], copies: int) -> str | None:
    """Return the question to confirm before a tag is assigned; None if nothing in the journal would be lost.

    All tags of a thing are kept, as in the walk: each kind of reader may read another id of one tag.
    """
    if thing == known:
        return None
    was = f"{uid} is {known}. " if known is not None else ""
    if len(others) < copies:
        return f"{was}Make it {thing}?" if was else None
    if copies == 1:
        return f"{was}{thing} already has a tag ({', '.join(others)}). Add this one?"
    return f"{was}{thing} already has {len(others)} tags, one for each copy. Add another?"
