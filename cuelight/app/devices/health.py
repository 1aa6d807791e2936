"""What is wrong with the table's devices, as the host's desk and the seats show it. Nothing here stops a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.cues import Cue
from companion.core.i18n import N_, _
from companion.core.places import TAP, TARGET, place_name, rack_slot, zone_at
from companion.presence.crowding import Crowded
from companion.presence.filter import UnknownTag, WeakRead
from companion.presence.misreads import Misread
from companion.table.rack_requests import Sees
from hardware.faults import Condition, DeviceReason
from hardware.reader import FrequentErrors

ATTENTION_SECONDS = 4.0
QUIET = frozenset({Cue.IDLE, Cue.ON_DECK, Cue.DONE})


LIES_BADLY, NO_CARD = N_("card lies badly: move it to the middle"), N_("this is no card: take it away")
CROWDED, CROWDED_STAGE = N_("two cards: take one away"), N_("two things in the middle: take one away")
MISREAD = N_("card is misread: one alone, in the middle")
FALTERS = N_("reader: fails now and then")
ONLY_LAID = N_("This reader sees a card when it is laid, and not when it is taken. To turn it up, lay it there again.")
_BRIEF = {
    DeviceReason.NOT_FOUND: N_("not found"),
    DeviceReason.NOT_ALLOWED: N_("not allowed"),
    DeviceReason.IN_USE: N_("in use"),
    DeviceReason.NO_ANSWER: N_("no answer"),
    DeviceReason.GARBLED: N_("garbled"),
    DeviceReason.UNPLUGGED: N_("unplugged"),
    DeviceReason.TAKEN_BY_KERNEL: N_("taken by kernel"),
    DeviceReason.NO_LIBRARY: N_("no library"),
    DeviceReason.NO_LIBUSB: N_("no libusb"),
    DeviceReason.NO_PINS: N_("no pins"),
    DeviceReason.PIN_IN_USE: N_("pin in use"),
    DeviceReason.NO_BUTTONS: N_("no answer"),
}
_SAID = {
    CROWDED: N_("Several cards lie at {place}: take all away but one."),
    CROWDED_STAGE: N_("Several things lie in {place}: take all away but one."),
    LIES_BADLY: N_(
        "The card at {place} lies badly: move it to the middle. Until then nothing that is done "
        "with it there counts; the button and the pages do."
    ),
    NO_CARD: N_("Something that is no card lies at {place}: take it away. A phone is such a thing."),
    MISREAD: N_(
        "What lies at {place} is misread now and then: lay one card alone, in the middle, and "
        "move apart what is near its reader. What is done there counts as ever."
    ),
    FALTERS: N_(
        "The reader at {place} fails now and then: check its cable and its power. What is done there counts as ever, "
        "and may come late."
    ),
}


class DeviceHealth:
    """Told every condition and every doubt; knows those that are not well."""

    def __init__(self) -> None:
        self._wrong: dict[str, Condition] = {}
        self._since: dict[str, float] = {}
        self._shown = 0.0  # as of when
        self._overheard: dict[str, str] = {}
        self._only_laid: set[str] = set()
        self._doubts: dict[tuple[str, str], None] = {}  # zones, and what is the matter with what lies there

    def note(self, condition: Condition, now: float) -> None:
        """A device became well, or does not work."""
        for zone in condition.zones:
            if condition.reason is None:
                self._wrong.pop(zone, None)
                self._since.pop(zone, None)
            else:
                self._wrong[zone] = condition
                self._doubts.pop((zone, CROWDED_STAGE if zone == TARGET else CROWDED), None)
                self._since.setdefault(zone, now)

    def doubt(self, change: WeakRead | Misread | UnknownTag | FrequentErrors | Crowded, now: float) -> None:
        """What lies in a zone is heard badly, misread, no card or seen now and then, or all is well with it again."""
        match change:
            case WeakRead(_, zone, stands):
                what = zone, LIES_BADLY
            case Misread(_, zone, stands):
                what = zone, MISREAD
            case UnknownTag(_, zone, stands):
                what = zone, NO_CARD
            case Crowded(_, zone, stands):
                what = zone, CROWDED_STAGE if zone == TARGET else CROWDED
            case FrequentErrors(_, zone, stands):
                what = zone, FALTERS
        if stands:
            self._doubts[what] = None
            self._since.setdefault(change.zone, now)
            return
        self._doubts.pop(what, None)
        if change.zone not in self._wrong and all(zone != change.zone for zone, _said in self._doubts):
            self._since.pop(change.zone, None)

    def sees(self, zone: str) -> Sees:
        """What the reader of a zone tells now."""
        return Sees.NOTHING if zone in self._wrong else Sees.LAID if zone in self._only_laid else Sees.ALL

    def overhears(self, zone: str, other: str | None) -> None:
        """The reader of a zone also reads what lies in another one, or in none any more."""
        if other is None:
            self._overheard.pop(zone, None)
        else:
            self._overheard[zone] = other

    def only_laid(self, zone: str) -> None:
        """The reader of a zone never tells that a card is taken."""
        self._only_laid.add(zone)

    def reader_at(self, seat: str) -> str | None:
        """What a player should know of the reader at a seat; None where it sees all."""
        return _(ONLY_LAID) if zone_at(seat) in self._only_laid else None

    def notices(self, whose: Mapping[str, str]) -> list[str]:
        """In sentences, with the next step; `whose` has the names of those who sit at the seats."""
        by_hand = _("The game goes on: enter by hand what happens there. It comes back by itself.")
        told = dict.fromkeys(f"{condition.text(whose)} {by_hand}" for condition in self._wrong.values())
        crowded = {zone for zone, said in self._doubts if said in (CROWDED, CROWDED_STAGE)}
        doubts = [
            _(_SAID[said], place=_place(zone, whose))
            for zone, said in self._doubts
            if said != LIES_BADLY or zone not in crowded
        ]
        overheard = [
            _(
                "The reader at {place} also reads what lies at {other}: move the two readers apart, "
                "or put a plate between.",
                place=_place(zone, whose),
                other=_place(other, whose),
            )
            for zone, other in self._overheard.items()
        ]
        return [*told, *doubts, *overheard]

    def at_seat(self, seat: str, cue: str = Cue.IDLE) -> str | None:
        """What is wrong at a seat, in a few words; with what to do where the game wants something there (`cue`)."""
        for zone, condition in self._wrong.items():
            if _concerns(zone, seat) and condition.reason is not None:
                trouble = _(_BRIEF[condition.reason])
                if "." in zone and cue in QUIET:
                    return _("reader: {trouble}", trouble=trouble)
                if "." in zone:
                    return _("reader: {trouble}. Say your card to the host", trouble=trouble)
                if condition.reason is DeviceReason.NO_BUTTONS:
                    return _("button: {trouble}", trouble=trouble)
                return _("lamp and button: {trouble}", trouble=trouble)
        said = [said for zone, said in self._doubts if _concerns(zone, seat)]
        if cue not in QUIET:
            said += [said for _zone, said in self._doubts if said == CROWDED_STAGE]  # whoever acts lays things there
        first = min(said, key=_weight, default=None)
        return _(first) if first is not None else None

    def cue(self, seat: str, cue: str, now: float) -> str:
        """What a seat's light shows: that something is wrong there, but not for long where the game wants something."""
        since = [at for zone, at in self._since.items() if _concerns(zone, seat)]
        if since and (cue in QUIET or now - max(since) < ATTENTION_SECONDS):
            return str(Cue.ATTENTION)
        return str(Cue.ATTENTION) if cue == Cue.LAY and self._sees_no_card(seat) else cue

    def _sees_no_card(self, seat: str) -> bool:
        """Whether a card that is laid at a seat is not read now: the reader does not work, or two lie there."""
        blind = [*(zone for zone in self._wrong if "." in zone), *(z for z, said in self._doubts if said == CROWDED)]
        return any(_concerns(zone, seat) for zone in blind)

    def show(self, now: float) -> None:
        """The lights are shown as of now."""
        self._shown = now

    @property
    def due(self) -> float | None:
        """When a light has to change without anything happening, also where that is over and has not been shown."""
        ends = [at + ATTENTION_SECONDS for at in self._since.values()]
        return min((end for end in ends if end > self._shown), default=None)

    def devices(self, whose: Mapping[str, str]) -> list[dict[str, Any]]:
        """The devices that do not work, for the desk; `whose` has the names of those who sit at the seats."""
        return [
            {
                "zone": zone,
                "device": wrong.device,
                "reason": wrong.reason and str(wrong.reason),
                "text": wrong.text(whose),
            }
            for zone, wrong in self._wrong.items()
        ]


def _weight(said: str) -> int:
    """What is said first of several things that are wrong."""
    return 0 if said in (CROWDED, CROWDED_STAGE) else 2 if said in (MISREAD, FALTERS) else 1


def _place(zone: str, whose: Mapping[str, str]) -> str:
    """As `place_name`, where it follows "at"."""
    name = whose.get(zone.partition(".")[0])
    if name and rack_slot(zone) is None:
        return _("{name}'s place", name=name)
    if zone == TARGET:
        return _("the middle of the stage")
    if zone == TAP:
        return _("the reader for the whole table")
    return place_name(zone, whose)


def _concerns(zone: str, seat: str) -> bool:
    """Whether what is wrong in a zone is wrong at a seat; one reader for every card is everybody's."""
    return zone == TAP or zone.partition(".")[0] == seat
