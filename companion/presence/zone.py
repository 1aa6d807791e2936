"""What is known of one zone of the presence filter: what lies there, how well it is heard, whether that is believed.

It takes what `presence` tells it of looks, and knows no other zone.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from math import inf

from companion.presence.read_rate import ReadRate, Verdict
from companion.presence.silence import LONGEST_ASKED, MOST_PHANTOMS, SHORTEST_TURN, UNSETTLED_BY_ANOTHER, SilenceModel
from companion.presence.silence_model import Table, table_for

BADLY = 0.99  # so probable must it be that a card is heard badly, until its zone is not believed
PERHAPS_BADLY = 0.9  # so probable, until its going is not believed
PERHAPS_THERE, LIKELY_THERE = 0.07, 0.2  # that no hand took a new card: if that is likelier, its going is not believed
BRIEFLY_SECONDS = 0.15  # a card that was heard for less is judged by the first of these, else by the second
NEW_SECONDS = 2.0  # for which a card is a new one
SHARE_SECONDS = 10.0  # over which the share of looks is taken
DOUBTED_AFTER, TRUSTED_AFTER = 1.5, 3.0  # seconds in which there is, or is not, a reason for doubt
PLAINLY_AFTER = 0.5  # seconds, for the reasons that tell best
KNOWN_SECONDS = 1.5  # of looks at a card, until it is judged by its gaps
JUDGED_EVERY = 0.5  # seconds
GARBLED_SECONDS = 1.5  # in which only garbled answers came, or other zones' tags: a reason for doubt
QUICK_SECONDS, QUICK_TURNS, QUICK_WITHIN = 1.0, 8, 20.0  # nobody lays a card back so often in so short a time
REMEMBERED_SECONDS = 60.0  # after which a card that was gone is a new one
WEIGHED_SECONDS = 2.0  # until it must be told whether a hand laid back what is heard again
EQUAL_LOOKS = 2
NEWLY_SECONDS, NEWLY_MORE = 120.0, 5.0  # a card is newly laid, and how many times as likely its lift is at most
EXPERIENCED_SECONDS = 8.0  # of looks that heard cards, until a zone knows its outages
LATE_LOOKS = 3  # so many of its looks late, a reader hangs
LATE_SECONDS = 0.1  # at least, for readers are not always on time
WEIGHT = 0.02  # of the newest look in the share of looks that heard a tag: a second or so of a fast reader counts
STEADY = 0.05  # of the newest look in the interval between looks
OTHER_TABLE = 0.02  # by which the interval must have changed


@dataclass(slots=True)
class Zone:
    """One zone. Times are seconds; those of looks do not run backwards."""

    lying: str | None = None
    present: float = 0.0  # when what lies here answered last, garbled or not
    heard: float = 0.0  # when it was heard last
    looked: float | None = None
    interval: float = 0.0
    table: Table | None = None
    silent: int = 0  # looks since it answered
    taken: int = 0  # looks since then that heard another zone's tag: they tell nothing of this one
    quiet: int = 0  # silent ones since it was heard
    noisy: int = 0  # garbled ones since it was heard
    odd: int = 0  # others since it was heard that were no card's
    newcomer: str | None = None
    equal: int = 0
    fails: bool = False  # its reader cannot look
    shared: bool = False  # another tag was heard here, too, since this one was
    overhears: bool = False
    overheard: tuple[str, str] | None = None  # the tag and its zone
    spared: float = 0.0  # seconds in which it could have overheard that zone, and did not
    shares: dict[str, float] = field(default_factory=dict)  # of the looks, by uid
    laid: float = -inf  # when it was laid, or laid back
    heard_for: float = 0.0  # seconds in which any card was heard here
    learned: str | None = None  # of what is known:
    gaps: SilenceModel = field(default_factory=SilenceModel)
    hears: ReadRate = field(default_factory=ReadRate)
    share: float = 0.0
    weight: float = 0.0  # looks that the share is taken of
    quick: deque[float] = field(default_factory=lambda: deque(maxlen=QUICK_TURNS))
    lately: deque[str] = field(default_factory=lambda: deque(maxlen=QUICK_TURNS))  # what was laid here last
    doubted: bool = False
    glimpsed: bool = False  # it is told of a zone where nothing lies any more that it is doubted
    sunk: bool = False  # doubted since it was heard badly, and it is not heard well yet
    turned: float | None = None  # since when there is reason to change that
    judged: float = 0.0
    went: float = -inf
    back: str | None = None  # what has come back, while it is weighed whether a hand laid it there
    back_at: float = 0.0
    back_misses: int = 0  # for so many looks it had been silent
    unheard: bool = False  # since somebody looks again
    resumed: float = -inf  # when somebody looked again
    stirred: float = -inf  # when there was something here that may be a card
    hushed: int = 0  # looks since
    strange: int = 0  # ids that were no card's, of late
    strange_at: float = 0.0

    def look_taken(self, at: float, uid: str | None) -> None:
        """Somebody looked here and heard this tag: keep the interval, and the share of looks that heard each tag."""
        if self.looked is not None:
            passed = min(at - self.looked, self._late() if self.interval else 1.0)  # one that hung is no slower for it
            share = min(1.0, passed / self.interval) if self.interval else 1.0 / STEADY  # looks at once tell little
            self.interval += STEADY * share * (passed - self.interval)
        self.looked, self.fails = at, False
        self.hushed += 1
        shares = self.shares
        for known in list(shares):
            shares[known] *= 1 - WEIGHT
            if shares[known] < 0.01:
                del shares[known]  # it is hardly heard any more
        if uid is not None:
            shares[uid] = shares.get(uid, 0.0) + WEIGHT

    def stir(self, at: float) -> None:
        """There is something here that may be a card."""
        self.stirred, self.hushed = at, 0

    def answer(self, at: float) -> None:
        """Something answered that may be what lies here, though nobody can say what it is."""
        self.present = at
        self.silent = self.taken = self.equal = 0

    def timing(self) -> Table:
        """The table of gaps for the interval between looks."""
        table = self.table
        if table is None or abs(table.interval - self.interval) > OTHER_TABLE * table.interval:
            table = self.table = table_for(self.interval)
        return table

    def hear(self, at: float) -> None:
        """What lies here was heard again: take in how long it was not."""
        if self.shared:
            self.quick.append(at)
        table = self.timing()
        passed = (at - self.present) / table.slot
        gap = max(0, round(passed) - 1)
        is_outage = self.silent > self.taken  # in which it would have been missed also where another one was heard
        misses = min(self.silent + self.taken, gap) if is_outage else self._missed(gap)
        self.hears.again(max(misses, self.silent), table.slot)  # each look tells, also those at once
        if self.sunk and self.hears.badly < 1 - BADLY:
            self.sunk = False
            self.gaps.unsettle()  # somebody has pushed it to the middle
        self.heard_for += min(1.0, passed) * table.slot
        if misses:
            self.gaps.end(misses, table)
        else:
            self.gaps.hear(min(1.0, passed), table)
        if misses * table.slot <= QUICK_SECONDS / 2:  # a longer absence is a slip of the hand
            self.weight = min(self.weight + misses + min(1.0, passed), SHARE_SECONDS / table.slot)
            self.share += (min(1.0, passed) * (1 - self.share) - misses * self.share) / max(1.0, self.weight)
        self._listen(at)

    def lay(self, at: float, uid: str) -> None:
        """This tag lies here from now on."""
        self.lying, self.turned, self.back, self.laid = uid, None, None, at
        self._listen(at)

    def lay_new(self, at: float, uid: str, *, in_turns: bool) -> None:
        """A tag of which nothing is known lies here from now on; `in_turns`: a moment after another one was heard."""
        self.gaps.unsettle(UNSETTLED_BY_ANOTHER)
        self.hears, self.learned = ReadRate(), uid
        self.hears.again(0, self.interval)  # not of the table, which may still have to be made
        self.share = self.weight = 0.0
        if not in_turns:
            self.quick.clear()
        elif uid in self.lately:  # else hands lay one new tag after the other
            self.quick.append(at)
        self.lately.append(uid)
        self.doubted, self.sunk = self._is_restless(at), False
        self.lay(at, uid)

    def take_away(self, at: float) -> bool:
        """Nothing lies here any more; returns whether that is believed."""
        self.lying = None
        self.noisy = self.odd = 0
        self.went = at
        return not self.doubted and self.hears.badly < PERHAPS_BADLY

    def remembers(self, at: float, uid: str) -> bool:
        """Whether this tag lay here a short while ago."""
        return uid == self.learned and at - self.went < REMEMBERED_SECONDS

    def come_back(self, at: float, uid: str) -> Verdict:
        """What lay here is heard again: weigh whether a hand laid it back, at this look and the next ones."""
        table = self.timing()
        if at - self.heard < QUICK_SECONDS:
            self.quick.append(at)
        self.back, self.back_at = uid, at
        self.back_misses = max(0, min(self.quiet, round((at - self.heard) / table.slot) - 1))
        self._listen(at)
        return self.hears.come_back(self.back_misses, table.slot)

    def weigh(self, at: float) -> Verdict:
        """What has come back is heard once more."""
        misses = self.quiet
        self._listen(at)
        return self.hears.weigh(misses, self.timing().slot, at - self.back_at >= WEIGHED_SECONDS)

    def decide(self, verdict: Verdict) -> None:
        """It is known how it came back; one that lay there all along makes the zone doubtful."""
        self.hears.settle()
        if verdict is Verdict.LAID_BACK:
            self.gaps.unsettle()
        else:
            self.gaps.end(self.back_misses, self.timing())
            self.doubted = self.sunk = True

    def drop(self, at: float) -> None:
        """What has come back is silent again: it was a glimpse of it."""
        self.hears.settle()
        self.back, self.went = None, at

    def is_silent_for(self, seconds: float, at: float) -> bool:
        """Whether it has been silent for so long, in looks enough."""
        return self.silent > EQUAL_LOOKS and at - self.present >= seconds

    def is_gone(self, at: float) -> bool:
        """Whether a silence is so long that what lies here would hardly ever make it."""
        table = self.timing()
        passed = round((at - self.present) / table.slot)
        if min(self.silent + self.taken, passed) * table.slot < SHORTEST_TURN:
            return False
        return self.gaps.phantoms(self._missed(passed), table) <= MOST_PHANTOMS * self._likelier_lifted(at)

    def is_glimpsed(self) -> bool:
        """Whether what is silent may as well lie here so badly that it is hardly heard: it was laid just now."""
        if self.heard - self.laid >= NEW_SECONDS:
            return self.hears.badly >= PERHAPS_BADLY
        may_lie = PERHAPS_THERE if self.heard - self.laid < BRIEFLY_SECONDS else LIKELY_THERE
        return self.hears.badly_after(self.quiet, self.interval) > may_lie

    def changes_mind(self, at: float) -> bool:
        """Whether the zone is believed or doubted from now on, other than before; a reason for that must last."""
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
        """Whether a reader that looked before has not looked for longer than it takes to look."""
        return self.looked is not None and at - self.looked > self._late()

    def _late(self) -> float:
        """So many seconds after a look the next one is late."""
        return max(LATE_SECONDS, LATE_LOOKS * self.interval)

    def _missed(self, passed: int) -> int:
        """How many looks missed what lies here in a time of so many."""
        looks = self.silent + self.taken
        return min(self.silent, round(passed * self.silent / looks)) if looks else 0

    def _listen(self, at: float) -> None:
        self.heard = self.present = at
        self.silent = self.taken = self.quiet = self.noisy = self.odd = self.equal = 0
        self.unheard = self.shared = False

    def _likelier_lifted(self, at: float) -> float:
        """How many times as likely a lift is as of a card that has long lain: hands are at what they laid just now."""
        if self.heard_for < EXPERIENCED_SECONDS:
            return 1.0
        return max(1.0, min(NEWLY_MORE, NEWLY_SECONDS / max(1.0, at - self.laid)))

    def _is_restless(self, at: float) -> bool:
        """Whether something came back, or another tag was heard between, more often than hands do such a thing."""
        return len(self.quick) == QUICK_TURNS and at - self.quick[0] < QUICK_WITHIN

    def is_heard_badly(self) -> bool:
        """Whether few looks hear what lies here, and no hand took it if it is silent now."""
        return self.hears.badly_after(self.quiet, self.interval) > BADLY

    def _is_bad(self, at: float) -> bool:
        """Whether there is reason to doubt that the zone hears what happens there."""
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
