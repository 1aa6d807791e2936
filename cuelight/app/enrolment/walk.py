"""A box gone through card by card: the walk that assigns its tags, and the check that all are there.

It receives the uid of each laid tag, and knows no reader, no journal and no page (`service.py` has those). Each
assignment is recorded at once, so an interrupted walk can continue.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Set
from typing import Any, NamedTuple

from companion.core.i18n import N_, Worded
from hardware.readers.keyboard import is_cut_off

WORN_SHARE = 0.8  # read rate; a good tag in the middle is read in nearly every poll

Changes = Mapping[str, str | None]
"""New assignments of tags, by uid; None removes one."""
Note = Callable[[Changes], None]


class WalkOutcome(Worded):
    """The outcome of the last action, with its sentence."""

    NAMED = "named", N_("{thing} has its tag.")
    KNOWN = "known", N_("The text of {thing} is saved.")
    REPEAT = "repeat", N_("That tag was read before: it is on {thing}. Lay the next one.")
    OTHER = (
        "other",
        N_("That tag is on {other}. If it is on {thing} now, confirm that; otherwise lay the tag of {thing}."),
    )
    FULL = (
        "full",
        N_(
            "{thing} has its tag already. If this one is on it too, or another reader reads another number of it, "
            "confirm that; otherwise continue."
        ),
    )
    UNDONE = "undone", N_("Undone. Lay the tag of {thing}.")
    SKIPPED = "skipped", N_("{thing} comes again at the end.")
    THERE = "there", N_("{thing} is there.")
    AGAIN = "again", N_("{thing} was there before. Lay the next one.")
    DOUBLE = "double", N_("There are too many copies of {thing}. Remove this one, or assign its tag again.")
    UNKNOWN = "unknown", N_("That tag is on no card of this box. Assign it first.")
    IN_PLAY = "in-play", N_("That card belongs to the current game. Leave it there, and lay another one.")
    KEPT = "kept", N_("{thing} keeps its tag during the game. Assign this one after the game.")
    STRANGER = "stranger", N_("That is not a card; perhaps it is a phone. Take it away, and lay the tag alone.")
    BADLY = (
        "badly",
        N_("The tag of {thing} is weakly read, in {share} of 100 polls. Move it on the card, or use another one."),
    )
    UNREAD = (
        "unread",
        N_(
            "What this reader types is not the number of a card. Set it to type all bytes of a tag: 14 hexadecimal "
            "digits and Enter."
        ),
    )
    CROWD = "crowd", N_("There are two tags on the reader. Remove the other one.")


class WalkNews(NamedTuple):
    """The last outcome: the thing, the other thing that the tag was on, and the read rate (`share`).

    `is_half` says that the reader read only half of the tag's id.
    """

    outcome: WalkOutcome
    thing: str | None = None
    other: str | None = None
    share: float | None = None
    is_half: bool = False


class EnrolmentPass(ABC):
    """One pass through a box.

    Args:
        copies: everything in the box in its order, with the number of each.
        names: the thing of each uid, kept up to date by the caller.
        in_play: tags of the current game. Moving one of them assigns and reveals nothing. They include every tag that
            may be on the table, since anything else would reveal which cards lie face down.
    """

    mode: str

    def __init__(self, copies: Mapping[str, int], names: Mapping[str, str], in_play: Set[str] = frozenset()) -> None:
        self.copies = copies
        self.news: WalkNews | None = None
        self._names = names
        self._in_play = in_play

    @abstractmethod
    def done(self) -> Mapping[str, int]:
        """Return how many of each thing are done; at most the number of copies."""

    @abstractmethod
    def _take(self, uid: str) -> None:
        """Handle a laid tag that is not in the game."""

    def lay(self, uid: str) -> None:
        """Handle a tag that was laid on some reader."""
        if uid in self._in_play:
            self.news = WalkNews(WalkOutcome.IN_PLAY)
        else:
            self._take(uid)

    def heard(self, uid: str, share: float | None) -> None:
        """Handle a tag that was lifted; `share` is its read rate."""
        thing = self._names.get(uid)
        if share is not None and share < WORN_SHARE and thing is not None and uid not in self._in_play:
            self.news = WalkNews(WalkOutcome.BADLY, thing, share=share)

    def missing(self) -> dict[str, int]:
        """Return how many of each thing are still to do."""
        done = self.done()
        return {thing: count - done.get(thing, 0) for thing, count in self.copies.items() if done.get(thing, 0) < count}

    def to_json(self) -> dict[str, Any]:
        """Return the progress."""
        missing = self.missing()
        of = sum(self.copies.values())
        return {"mode": self.mode, "done": of - sum(missing.values()), "of": of, "missing": missing}


class EnrolmentWalk(EnrolmentPass):
    """The walk that assigns tags: each laid tag becomes the requested thing, then the next thing is requested."""

    mode = "walk"

    def __init__(
        self,
        copies: Mapping[str, int],
        names: Mapping[str, str],
        note: Note,
        in_play: Set[str] = frozenset(),
        after: str | None = None,
        asks: Collection[str] = (),
    ) -> None:
        super().__init__(copies, names, in_play)
        self.asks = set(asks)  # cards whose faces are requested too
        self._note = note
        self._things = list(copies)
        self._steps: list[tuple[str | None, Changes]] = []
        self._waiting: str | None = None  # a tag whose assignment must be confirmed
        self._fresh: str | None = None  # the tag assigned just now, which is often read twice
        self.at = after if after is not None and self._lacks(after) else self._next(after)

    def done(self) -> dict[str, int]:
        """Return how many of each thing have their tags."""
        named = Counter(self._names.values())
        return {thing: min(count, named[thing]) for thing, count in self.copies.items()}

    def _take(self, uid: str) -> None:
        thing, known, self._waiting = self.at, self._names.get(uid), None
        if thing is None or known == thing or uid == self._fresh:
            self.news = WalkNews(WalkOutcome.REPEAT, known) if known is not None else WalkNews(WalkOutcome.UNKNOWN)
        elif known is not None:
            self.news, self._waiting = WalkNews(WalkOutcome.OTHER, thing, known, is_half=is_cut_off(uid)), uid
        elif self._is_full(thing):
            self.news, self._waiting = WalkNews(WalkOutcome.FULL, thing), uid
        else:
            self._name(thing, {uid: thing})

    def _name(self, thing: str, changes: Changes) -> None:
        before = {uid: self._names.get(uid) for uid in changes}
        self._note(changes)
        self._steps.append((self.at, before))
        self._fresh = next(uid for uid, name in changes.items() if name == thing)
        self.news = WalkNews(WalkOutcome.NAMED, thing, is_half=is_cut_off(self._fresh))
        self._go_on(thing)

    def known(self, thing: str) -> None:
        """Note that the face of a card is known now."""
        self.asks.discard(thing)
        if self.at == thing:
            self.news = WalkNews(WalkOutcome.KNOWN, thing)
            self._go_on(thing)

    def rename(self, thing: str, name: str) -> None:
        """Note that the face of a card is known now, which may have renamed it; `copies` is already up to date."""
        self._things = list(self.copies)
        self.asks &= set(self._things)
        if self.at == thing and name in self.copies:
            self.at = name
        elif self.at not in self.copies:
            self.at = self._next(None)
        self.known(name)

    def _go_on(self, thing: str) -> None:
        if not self._lacks(thing):
            self.at = self._next(thing)

    def _is_full(self, thing: str) -> bool:
        return self.done()[thing] >= self.copies[thing]

    def _lacks(self, thing: str) -> bool:
        return thing in self.copies and (thing in self.asks or not self._is_full(thing))

    @property
    def can_undo(self) -> bool:
        """True if an assignment can be undone."""
        return bool(self._steps)

    @property
    def waits(self) -> bool:
        """True if the last tag needs a confirmation."""
        return self._waiting is not None

    def confirm(self) -> None:
        """Assign the last tag to the requested thing, even if it had another thing before.

        Its other tags stay: each kind of reader may read another id of one tag, and a tag that has come off is never
        read again. During a game, a thing with one copy keeps its tag alone.
        """
        if self._waiting is None or self.at is None:
            return
        uid, thing, self._waiting = self._waiting, self.at, None
        old = [each for each, name in self._names.items() if name == thing] if self.copies[thing] == 1 else []
        if not self._in_play.isdisjoint(old):
            self.news = WalkNews(WalkOutcome.KEPT, thing)
            return
        self._name(thing, {uid: thing})

    def skip(self) -> None:
        """Postpone the requested thing to the end."""
        if self.at is not None:
            self._go(self._next(self.at), WalkNews(WalkOutcome.SKIPPED, self.at))

    def back(self) -> None:
        """Request the previous thing, whether it has its tags or not."""
        place = self._things.index(self.at) if self.at is not None else len(self._things)
        self._go(self._things[max(0, place - 1)])

    def go(self, thing: str) -> None:
        """Request this thing. Raises KeyError if it is not in the box."""
        if thing not in self.copies:
            raise KeyError(thing)
        self._go(thing)

    def undo(self) -> None:
        """Undo the last assignment."""
        if self._steps:
            at, before = self._steps.pop()
            self._note(before)
            self._go(at, WalkNews(WalkOutcome.UNDONE, at))

    def _go(self, thing: str | None, news: WalkNews | None = None) -> None:
        self.at, self.news, self._waiting, self._fresh = thing, news, None, None

    def _next(self, after: str | None) -> str | None:
        """Return the next thing that lacks a tag, in circular order; None if there is none."""
        place = self._things.index(after) + 1 if after is not None and after in self.copies else 0
        missing = self.missing()
        round_ = (*self._things[place:], *self._things[:place])
        return next((thing for thing in round_ if thing in missing or thing in self.asks), None)

    def to_json(self) -> dict[str, Any]:
        """Return the progress and the requested thing; `number` counts all things, `copy` those of its kind."""
        progress = super().to_json() | {"thing": self.at, "can_undo": self.can_undo, "waits": self.waits}
        progress["asks"] = len(self.asks)
        if self.at is None:
            return progress
        have, copies = self.done()[self.at], self.copies[self.at]
        before = sum(self.copies[thing] for thing in self._things[: self._things.index(self.at)])
        copy = min(have + 1, copies)
        return progress | {"asked": self.at in self.asks, "copy": copy, "copies": copies, "number": before + copy}


class BoxCheck(EnrolmentPass):
    """The check of a box: each card is laid once; missing, surplus and worn tags are reported."""

    mode = "check"

    def __init__(self, copies: Mapping[str, int], names: Mapping[str, str], in_play: Set[str] = frozenset()) -> None:
        super().__init__(copies, names, in_play)
        self._seen: dict[str, str] = {}
        self._worn: dict[str, float] = {}
        self._strangers: set[str] = set()

    def done(self) -> dict[str, int]:
        """Return how many of each thing were laid."""
        seen = Counter(self._seen.values())
        return {thing: min(count, seen[thing]) for thing, count in self.copies.items()}

    def _take(self, uid: str) -> None:
        thing = self._names.get(uid)
        if thing is None or thing not in self.copies:
            self._strangers.add(uid)
            self.news = WalkNews(WalkOutcome.UNKNOWN, thing)
        elif uid in self._seen:
            self.news = WalkNews(WalkOutcome.AGAIN, thing)
        else:
            self._seen[uid] = thing
            is_double = thing in self.double()
            self.news = WalkNews(WalkOutcome.DOUBLE if is_double else WalkOutcome.THERE, thing)

    def heard(self, uid: str, share: float | None) -> None:
        """Handle a lifted tag; a new read rate replaces the old one."""
        super().heard(uid, share)
        if share is not None and uid in self._seen:
            self._worn.pop(uid, None)
            if share < WORN_SHARE:
                self._worn[uid] = share

    def double(self) -> dict[str, int]:
        """Return the number of each thing of which there are too many."""
        seen = Counter(self._seen.values())
        return {thing: seen[thing] for thing, count in self.copies.items() if seen[thing] > count}

    def to_json(self) -> dict[str, Any]:
        """Return the progress and the findings."""
        worn = [{"thing": self._seen[uid], "share": round(share, 2)} for uid, share in self._worn.items()]
        return super().to_json() | {"double": self.double(), "worn": worn, "strangers": len(self._strangers)}


class Typing(EnrolmentWalk):
    """The walk that assigns no tags and requests the face of each card that is a guess."""

    mode = "cards"

    def done(self) -> dict[str, int]:
        """Return the cards whose faces are known, as 1 and 0."""
        return {thing: int(thing not in self.asks) for thing in self.copies}

    def _take(self, uid: str) -> None:
        """Ignore the tag."""
