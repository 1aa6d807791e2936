"""State of one zone of the presence filter: its tag, read quality and trust.

`filter` reports the polls to it. A zone does not know the others.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from math import inf

from companion.presence.read_rate import ReadRate, Verdict
from companion.presence.silence import LONGEST_ASKED, MOST_PHANTOMS, SHORTEST_TURN, UNSETTLED_BY_ANOTHER, SilenceModel
from companion.presence.silence_model import Table, table_for

BADLY = 0.99  # probability of weak reading at which the zone is doubted
PERHAPS_BADLY = 0.9  # probability of weak reading at which a departure is not sure
# probability that a new card is still there, above which its departure is not sure
PERHAPS_THERE, LIKELY_THERE = 0.07, 0.2
BRIEFLY_SECONDS = 0.15  # the first limit applies to a card that was read for less, the second to others
NEW_SECONDS = 2.0  # seconds for which a card counts as new
SHARE_SECONDS = 10.0  # seconds over which the read rate is averaged
DOUBTED_AFTER, TRUSTED_AFTER = 1.5, 3.0  # seconds for which a reason for, or against, doubt must last
PLAINLY_AFTER = 0.5  # the same for the clearest reasons
KNOWN_SECONDS = 1.5  # seconds of polls of a card before it is judged by its gaps
JUDGED_EVERY = 0.5  # seconds
GARBLED_SECONDS = 1.5  # seconds with only corrupted answers or other zones' tags: a reason for doubt
# (length in s, count, window in s): a player does not cause so many short absences within the window
QUICK_SECONDS, QUICK_TURNS, QUICK_WITHIN = 1.0, 8, 20.0
REMEMBERED_SECONDS = 60.0  # seconds after which a card that returns counts as new
WEIGHED_SECONDS = 2.0  # seconds until a return must be decided
EQUAL_LOOKS = 2
# seconds after a placement in which a lift is more likely than usual, and the largest factor
NEWLY_SECONDS, NEWLY_MORE = 120.0, 5.0
EXPERIENCED_SECONDS = 8.0  # seconds of reads until a zone knows its outages
LATE_LOOKS = 3  # polls overdue until a reader counts as hanging
LATE_SECONDS = 0.1  # and at least so long, since readers are not always on time
WEIGHT = 0.02  # weight of the newest poll in the read rate by uid: about a second of a fast reader
STEADY = 0.05  # weight of the newest poll in the interval between polls
OTHER_TABLE = 0.02  # relative change of the interval that requires another table


@dataclass(slots=True)
class Zone:
    """State of one zone. Times are in seconds; those of polls never decrease."""

    lying: str | None = None
    present: float = 0.0  # time of the latest answer of the tag here, corrupted or not
    heard: float = 0.0  # time of its latest read
    looked: float | None = None
    interval: float = 0.0
    table: Table | None = None
    silent: int = 0  # polls since the latest answer
    taken: int = 0  # polls since then that read another zone's tag, so they say nothing about this one
    quiet: int = 0  # silent polls since the latest read
    noisy: int = 0  # corrupted polls since the latest read
    odd: int = 0  # other polls since the latest read, with an id that belongs to no card
    newcomer: str | None = None
    equal: int = 0
    fails: bool = False  # the reader cannot poll
    shared: bool = False  # another tag was read here, too, since the latest read of this one
    overhears: bool = False
    overheard: tuple[str, str] | None = None  # the tag and its zone
    spared: float = 0.0  # seconds in which it could have overheard that zone but did not
    shares: dict[str, float] = field(default_factory=dict)  # share of polls by uid
    laid: float = -inf  # time at which the tag was placed or put back
    heard_for: float = 0.0  # seconds in which any card was read here
    learned: str | None = None  # the tag that the following four fields describe
    gaps: SilenceModel = field(default_factory=SilenceModel)
    hears: ReadRate = field(default_factory=ReadRate)
    share: float = 0.0
    weight: float = 0.0  # number of polls in the share
    quick: deque[float] = field(default_factory=lambda: deque(maxlen=QUICK_TURNS))
    lately: deque[str] = field(default_factory=lambda: deque(maxlen=QUICK_TURNS))  # the latest tags placed here
    doubted: bool = False
    glimpsed: bool = False  # empty but still reported as doubted
    sunk: bool = False  # doubted because of weak reading that has not recovered yet
    turned: float | None = None  # time since which the evidence contradicts `doubted`
    judged: float = 0.0
    went: float = -inf
    back: str | None = None  # a tag that has returned, while it is weighed whether a hand put it back
    back_at: float = 0.0
    back_misses: int = 0  # silent polls before the return
    unheard: bool = False  # no read since polling resumed
    resumed: float = -inf  # time at which polling resumed
    stirred: float = -inf  # latest time at which something was here that may be a card
    hushed: int = 0  # polls since then
    strange: int = 0  # recent ids that belong to no card
    strange_at: float = 0.0

    def look_taken(self, at: float, uid: str | None) -> None:
        """Add a poll that read `uid` or nothing: update the interval and the share of polls by uid."""
        if self.looked is not None:
            passed = min(at - self.looked, self._late() if self.interval else 1.0)  # a hung poll counts as late
            share = min(1.0, passed / self.interval) if self.interval else 1.0 / STEADY  # repeats count little
            self.interval += STEADY * share * (passed - self.interval)
        self.looked, self.fails = at, False
        self.hushed += 1
        shares = self.shares
        for known in list(shares):
            shares[known] *= 1 - WEIGHT
            if shares[known] < 0.01:
                del shares[known]  # too rare to keep
        if uid is not None:
            shares[uid] = shares.get(uid, 0.0) + WEIGHT

    def stir(self, at: float) -> None:
        """Note that something is here that may be a card."""
        self.stirred, self.hushed = at, 0

    def answer(self, at: float) -> None:
        """Note an answer that may come from the tag here but does not identify it."""
        self.present = at
        self.silent = self.taken = self.equal = 0

    def timing(self) -> Table:
        """Return the table for the current interval between polls."""
        table = self.table
        if table is None or abs(table.interval - self.interval) > OTHER_TABLE * table.interval:
            table = self.table = table_for(self.interval)
        return table

    def hear(self, at: float) -> None:
        """Add a read of the tag here and the gap before it."""
        if self.shared:
            self.quick.append(at)
        table = self.timing()
        passed = (at - self.present) / table.slot
        gap = max(0, round(passed) - 1)
        is_outage = self.silent > self.taken  # a card that was missed, also in polls that read another tag
        misses = min(self.silent + self.taken, gap) if is_outage else self._missed(gap)
        self.hears.again(max(misses, self.silent), table.slot)  # every poll counts, also immediate repeats
        if self.sunk and self.hears.badly < 1 - BADLY:
            self.sunk = False
            self.gaps.unsettle()  # somebody has moved the card to the middle
        self.heard_for += min(1.0, passed) * table.slot
        if misses:
            self.gaps.end(misses, table)
        else:
            self.gaps.hear(min(1.0, passed), table)
        if misses * table.slot <= QUICK_SECONDS / 2:  # a longer absence comes from a player's hand
            self.weight = min(self.weight + misses + min(1.0, passed), SHARE_SECONDS / table.slot)
            self.share += (min(1.0, passed) * (1 - self.share) - misses * self.share) / max(1.0, self.weight)
        self._listen(at)

    def lay(self, at: float, uid: str) -> None:
        """Set the tag that is here from now on."""
        self.lying, self.turned, self.back, self.laid = uid, None, None, at
        self._listen(at)

    def lay_new(self, at: float, uid: str, *, in_turns: bool) -> None:
        """Set a new, unknown tag. `in_turns`: another tag was read here a moment ago."""
        self.gaps.unsettle(UNSETTLED_BY_ANOTHER)
        self.hears, self.learned = ReadRate(), uid
        self.hears.again(0, self.interval)  # not the table's slot: the table may not exist yet
        self.share = self.weight = 0.0
        if not in_turns:
            self.quick.clear()
        elif uid in self.lately:  # otherwise a player places one new tag after the other
            self.quick.append(at)
        self.lately.append(uid)
        self.doubted, self.sunk = self._is_restless(at), False
        self.lay(at, uid)

    def take_away(self, at: float) -> bool:
        """Empty the zone and return whether the departure is sure."""
        self.lying = None
        self.noisy = self.odd = 0
        self.went = at
        return not self.doubted and self.hears.badly < PERHAPS_BADLY

    def remembers(self, at: float, uid: str) -> bool:
        """Return whether this tag was here a short while ago."""
        return uid == self.learned and at - self.went < REMEMBERED_SECONDS

    def come_back(self, at: float, uid: str) -> Verdict:
        """Start to weigh whether a hand put back the tag that is read here again."""
        table = self.timing()
        if at - self.heard < QUICK_SECONDS:
            self.quick.append(at)
        self.back, self.back_at = uid, at
        self.back_misses = max(0, min(self.quiet, round((at - self.heard) / table.slot) - 1))
        self._listen(at)
        return self.hears.come_back(self.back_misses, table.slot)

    def weigh(self, at: float) -> Verdict:
        """Add another read of the returned tag."""
        misses = self.quiet
        self._listen(at)
        return self.hears.weigh(misses, self.timing().slot, at - self.back_at >= WEIGHED_SECONDS)

    def decide(self, verdict: Verdict) -> None:
        """Apply the verdict on the return; a tag that was there all along makes the zone doubted."""
        self.hears.settle()
        if verdict is Verdict.LAID_BACK:
            self.gaps.unsettle()
        else:
            self.gaps.end(self.back_misses, self.timing())
            self.doubted = self.sunk = True

    def drop(self, at: float) -> None:
        """Drop a returned tag that is silent again: it was a single read."""
        self.hears.settle()
        self.back, self.went = None, at

    def is_silent_for(self, seconds: float, at: float) -> bool:
        """Return whether the zone has been silent for `seconds` and enough polls."""
        return self.silent > EQUAL_LOOKS and at - self.present >= seconds

    def is_gone(self, at: float) -> bool:
        """Return whether the silence is longer than the tag here would plausibly cause."""
        table = self.timing()
        passed = round((at - self.present) / table.slot)
        if min(self.silent + self.taken, passed) * table.slot < SHORTEST_TURN:
            return False
        return self.gaps.phantoms(self._missed(passed), table) <= MOST_PHANTOMS * self._likelier_lifted(at)

    def is_glimpsed(self) -> bool:
        """Return whether the silent tag may still be here, read very weakly.

        A new card is judged more cautiously.
        """
        if self.heard - self.laid >= NEW_SECONDS:
            return self.hears.badly >= PERHAPS_BADLY
        may_lie = PERHAPS_THERE if self.heard - self.laid < BRIEFLY_SECONDS else LIKELY_THERE
        return self.hears.badly_after(self.quiet, self.interval) > may_lie

    def changes_mind(self, at: float) -> bool:
        """Update `doubted` after lasting evidence against it; return whether it changed."""
        self.judged = at
        if self._is_bad(at) == self.doubted:
            self.turned = None
            return False
        if self.turned is None:
            self.turned = at
        is_plain = self.is_heard_badly() or self._is_restless(at)
        doubted_after = PLAINLY_AFTER if is_plain else DOUBTED_AFTER
        if at - self.turned < (TRUSTED_AFTER if self.doubted else doubted_after):
            return False
        self.doubted, self.turned = not self.doubted, None
        self.sunk = self.doubted and self.is_heard_badly()
        return True

    def hangs(self, at: float) -> bool:
        """Return whether a reader that has polled before is overdue."""
        return self.looked is not None and at - self.looked > self._late()

    def _late(self) -> float:
        """Return after how many seconds without a poll the next one is overdue."""
        return max(LATE_SECONDS, LATE_LOOKS * self.interval)

    def _missed(self, passed: int) -> int:
        """Estimate how many of `passed` polls missed the tag here."""
        looks = self.silent + self.taken
        return min(self.silent, round(passed * self.silent / looks)) if looks else 0

    def _listen(self, at: float) -> None:
        self.heard = self.present = at
        self.silent = self.taken = self.quiet = self.noisy = self.odd = self.equal = 0
        self.unheard = self.shared = False

    def _likelier_lifted(self, at: float) -> float:
        """Return how much more likely a lift is than for a card placed long ago.

        Players touch recent cards more often.
        """
        if self.heard_for < EXPERIENCED_SECONDS:
            return 1.0
        return max(1.0, min(NEWLY_MORE, NEWLY_SECONDS / max(1.0, at - self.laid)))

    def _is_restless(self, at: float) -> bool:
        """Return whether tags have returned or alternated here more often than players do that."""
        return len(self.quick) == QUICK_TURNS and at - self.quick[0] < QUICK_WITHIN

    def is_heard_badly(self) -> bool:
        """Return whether the tag here is read weakly and, if silent, has not been taken."""
        return self.hears.badly_after(self.quiet, self.interval) > BADLY

    def _is_bad(self, at: float) -> bool:
        """Return whether there is reason to doubt what the zone reports."""
        if (self.noisy or self.taken) and at - self.heard > GARBLED_SECONDS:
            return True
        if self._is_restless(at):
            return True
        if self.is_heard_badly():
            return True
        table = self.timing()
        is_known = self.weight * table.slot >= KNOWN_SECONDS
        if not is_known or not (self.doubted or self.turned is not None or self.gaps.has_stumbled):
            return False
        return self.gaps.phantoms(round(LONGEST_ASKED / table.slot), table) > MOST_PHANTOMS
