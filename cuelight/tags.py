"""`cuelight tags`: naming the tags of a deck, hints on the tags themselves, and a deck with its tags as one file."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from companion.journal import Journal, Kind
from companion.othello.cards import STAGING_NAMES
from companion.othello.deck import Deck, deck_from_objects, load_deck
from companion.othello.ruleset import RuleSet, load_edition
from companion.play.errors import InputError
from companion.play.fields import Fields
from companion.table.observation import Sort, split_thing, thing_from_text
from cuelight.tag_names import names_in, note_name
from hardware.finding import LOOK_SECONDS
from hardware.hint import HintNotWritten, read_hint, write_hint
from hardware.nfc_device import FAILURES, NfcDevice, TagGone
from hardware.presence import Dull

FORM = "cuelight-deck"
VERSION = 1
HINT = "hint"  # the kind of record that says what was to be written on a tag


class Tapped(NamedTuple):
    """A tag on the reader, and what it says of itself."""

    uid: str
    hint: str | None


def check_thing(thing: str, deck: Deck, rules: RuleSet) -> str:
    """The thing that a person named, in its one spelling.

    Raises InputError for one that is not in the box.
    """
    thing = thing_from_text(thing, "thing")
    sort, name = split_thing(thing)
    known: dict[Sort, Iterable[str]] = {
        Sort.CARD: (*deck.cards, *sorted(STAGING_NAMES)),
        Sort.TILE: rules.wound_limits,
        Sort.COIN: rules.coins,
    }
    if name not in known.get(sort, ()):
        some = ", ".join(list(known.get(sort, ()))[:8])
        raise InputError(f"there is no {sort} {name!r}; choose one of: {some} …", field="thing")
    return thing


def next_tag(device: NfcDevice, give_up: Callable[[], bool]) -> Tapped | None:
    """The next tag that is laid on a reader; one that lies there already must be lifted first.

    Returns None when `give_up` says so.
    """
    empty = False
    while not give_up():
        try:
            saw = device.look()
            if isinstance(saw, str) and empty and device.look() == saw:
                return Tapped(saw, read_hint(device, saw))
            empty = empty or isinstance(saw, Dull)
        except FAILURES:
            empty = False
        time.sleep(LOOK_SECONDS)
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


def export_deck(names: Mapping[str, str], deck: Deck) -> str:
    """A deck and the tags of its cards, as one file."""
    cards = [asdict(card) for card in deck.cards.values()]
    document = {
        "form": FORM,
        "version": VERSION,
        "deck": {"id": deck.id, "title": deck.title, "made_up": deck.made_up, "cards": cards},
        "tags": dict(sorted(names.items())),
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def read_deck(document: Any, deck: Deck, rules: RuleSet) -> dict[str, str]:
    """The tags of an exported file, checked against this table's deck.

    Raises InputError for what is no such file, is of another version, or is of a deck with other cards.
    """
    fields = Fields(document)
    if fields.get("form") != FORM or fields.get("version") != VERSION:
        raise InputError(f"is no deck that this Cuelight exported (form {FORM!r}, version {VERSION})", field="form")
    theirs = fields.object("deck")
    cards = deck_from_objects([_flat(item) for _where, item in theirs.items("cards")], "deck.cards")
    if dict(cards.cards).keys() != dict(deck.cards).keys():
        raise InputError(f"is of another deck than {deck.title}; its tags would name other cards", field="deck")
    tags = fields.object("tags")
    found = {}
    for uid in tags.value:
        if not isinstance(uid, str) or not _is_uid(uid):
            raise InputError(f"{uid!r} is no uid; write its bytes in hexadecimal", field="tags")
        found[uid.upper()] = check_thing(tags.text(uid), deck, rules)
    return found


def _flat(item: Any) -> Any:
    return {key: value for key, value in item.items() if value is not None} if isinstance(item, dict) else item


def _is_uid(text: str) -> bool:
    return len(text) in (8, 14, 20) and all(digit in "0123456789abcdefABCDEF" for digit in text)


# --- the commands


def list_tags(journal: Path) -> int:
    """Print every tag that is known, with its thing."""
    with closing(Journal.open(journal)) as opened:
        for uid, thing in sorted(names_in(opened).items(), key=lambda item: item[1]):
            print(f"{uid}  {thing}")
    return 0


def export_tags(journal: Path, file: Path) -> int:
    """Write the deck and its tags to a file."""
    with closing(Journal.open(journal)) as opened:
        file.write_text(export_deck(names_in(opened), load_deck("stand-in")), encoding="utf-8")
    return 0


def import_tags(journal: Path, document: Any) -> int:
    """Take over the tags of an exported deck; tags that this table knows already become what the file says."""
    tags = read_deck(document, load_deck("stand-in"), load_edition("2024"))
    with closing(Journal.open(journal)) as opened:
        known = names_in(opened)
        new = {uid: thing for uid, thing in tags.items() if known.get(uid) != thing}
        opened.append_all([(Kind.TAG, {"uid": uid, "thing": thing}) for uid, thing in new.items()], time.time())
    print(f"{len(new)} of {len(tags)} tags are new or changed.")
    return 0


def enrol(journal: Path, device: str, *, write: bool, ask: Callable[[str], str], say: Callable[[str], None]) -> int:
    """Name tags one after the other: tap one, say what it is. An empty answer leaves it, `end` ends."""
    deck, rules = load_deck("stand-in"), load_edition("2024")
    reader = NfcDevice.open(device)
    try:
        with closing(Journal.open(journal)) as opened:
            workshop = Workshop(opened, reader)
            while True:
                say("Lay a tag on the reader.")
                tapped = next_tag(reader, lambda: False)
                assert tapped is not None
                if not _enrolled(workshop, tapped, deck, rules, write=write, ask=ask, say=say):
                    return 0
    finally:
        reader.close()


def _enrolled(
    workshop: Workshop,
    tapped: Tapped,
    deck: Deck,
    rules: RuleSet,
    *,
    write: bool,
    ask: Callable[[str], str],
    say: Callable[[str], None],
) -> bool:
    """Deal with one tag; False when the person ends it."""
    known = workshop.names.get(tapped.uid) or tapped.hint
    answer = ask(f"{tapped.uid}: {f'this is {known}; ' if known else ''}what is it? ").strip()
    if answer == "end":
        return False
    try:
        thing = check_thing(answer, deck, rules) if answer else known
        if thing is None:
            return True
        workshop.name(tapped.uid, thing)
        if write or tapped.uid in workshop.unfinished:
            workshop.write(tapped.uid, thing)
        say(f"{tapped.uid} is {thing}{', and says so itself' if write else ''}.")
    except TagGone as error:
        say(f"{error}: lay it there again, and hold it still.")
    except (HintNotWritten, InputError) as error:
        say(str(error))
    return True
