"""`cuelight tags`: naming the tags of a deck, and a deck with its tags as one file."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.errors import CuelightError, InputError
from companion.journal import Journal, Kind
from companion.presence.filter import NonRead
from cuelight.app.devices.tags import KIND, names_in
from cuelight.app.enrolment.box import Box, box_of_table, export_deck, read_deck, unknown_to
from cuelight.app.enrolment.drafts import Drafts
from cuelight.app.games.decks import DeckLibrary
from cuelight.terminal.input_files import new_file, write_text
from cuelight.terminal.paths import journal_to_write
from hardware.device import Device, TagGone
from hardware.probe import LOOK_SECONDS
from hardware.readers import backends, kind_of
from hardware.tag_hint import HintStays, TagDevice, erase_hint


class NobodyToAsk(CuelightError, RuntimeError):
    """A question that only a person can answer, where none is at the terminal."""


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
            empty = empty or isinstance(saw, NonRead)
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

    def name(self, uid: str, thing: str, instead_of: Sequence[str] = ()) -> None:
        """From now on a tag is this thing, and these other tags are nothing any more."""
        changes: dict[str, str | None] = {**dict.fromkeys(instead_of), uid: thing}
        new = {each: name for each, name in changes.items() if self.names.get(each) != name}
        self._journal.append_all(
            [(KIND, {"uid": each, "thing": name}) for each, name in new.items()], self._wall_clock()
        )
        self.names = {each: name for each, name in {**self.names, **changes}.items() if name is not None}

    def others(self, uid: str, thing: str) -> list[str]:
        """The other tags that are this thing."""
        return [other for other, name in self.names.items() if name == thing and other != uid]

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
        names, box = names_in(opened), box_of_table(DeckLibrary(opened), edition, game)
    with new_file(file) as opened_file:
        opened_file.write(export_deck(names, box).encode())
    others = unknown_to(box, names.values())
    more = f"; {others} more are of another deck or edition" if others else ""
    write_text(f"{file} has {box.deck.title} with {len(names) - others} tags{more}.")
    return 0


def import_tags(journal: Path, document: Any) -> int:
    """Take over an exported deck, and its tags; tags that this table knows already become what the file says."""
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
"""Asks a person. Raises EOFError where nobody answers."""
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
    by_person: bool = True,
    has_ended: Callable[[], bool] = lambda: False,
) -> int:
    """Name tags one after the other: tap one, say what it is. An empty answer leaves it, `end` ends.

    A tag that is named tells nobody else what it is: a hint of an older Cuelight is taken off it.

    Args:
        deck: the text of a deck file, which the table keeps and plays from now on.
        edition: which one's cards; that of the table's deck unless told.
        game: which one's; that of the table's deck unless told.
        by_person: whether somebody can say that another tag is meant to be replaced; else that is refused.
        has_ended: whether nobody will answer any more.

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
                    raise NobodyToAsk("Nobody says what the tags are: the input has ended. Type at a terminal.")
                if not _enrolled(workshop, tapped, box, ask=ask, say=say, by_person=by_person):
                    return 0
        except EOFError as error:
            raise NobodyToAsk("Nobody says what this tag is: the input has ended. Nothing more was named.") from error
        finally:
            reader.close()


def _enrolled(workshop: Workshop, tapped: Tapped, box: Box, *, ask: Prompt, say: Say, by_person: bool) -> bool:
    """Deal with one tag; False when the person ends it."""
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
        workshop.name(tapped.uid, thing, others if copies == 1 else ())
        erased = workshop.erase(tapped.uid)
        say(f"{tapped.uid} is {thing}{', and tells nobody any more' if erased else ''}.")
    except TagGone as error:
        say(f"{error}: lay it there again, and hold it still.")
    except (HintStays, InputError) as error:
        say(str(error))
    return True


def _doubt(uid: str, known: str | None, thing: str, others: Sequence[str], copies: int) -> str | None:
    """What to ask before a tag is named, if that changes what the journal says; None where nothing is in doubt.

    Of several copies nobody can say whose place a tag takes, so that theirs are kept, as in the walk.
    """
    if thing == known:
        return None
    was = f"{uid} is {known}. " if known is not None else ""
    if len(others) < copies:
        return f"{was}Make it {thing}?" if was else None
    if copies == 1:
        return f"{was}{thing} already has a tag ({', '.join(others)}). Replace?"
    return f"{was}{thing} already has {len(others)} tags, one for each copy. Add another?"
