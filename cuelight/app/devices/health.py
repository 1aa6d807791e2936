"""Problems of the table's devices, as the host's desk and the seats show them. They never stop a game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
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


LIES_BADLY, NO_CARD = N_("card not readable: move it to the middle"), N_("this is not a card: take it away")
CROWDED, CROWDED_STAGE = N_("two cards: take one away"), N_("two things in the middle: take one away")
MISREAD = N_("card is misread: one alone, in the middle")
FALTERS = N_("reader: fails now and then")
NOT_TYPED = N_("reader: types no card number")
UNREAD = N_(
    "The reader at {place} typed “{form}” (x: a digit or a letter), which is not the number of a card. Set the reader "
    "to type all bytes of a tag: 14 hexadecimal digits and Enter. Until then enter by hand what happens there."
)
ONLY_LAID = N_("This reader notices when a card is laid, but not when it is lifted. To reveal it, lay it there again.")
_BRIEF = {
    DeviceReason.NOT_FOUND: N_("not found"),
    DeviceReason.NOT_ALLOWED: N_("not allowed"),
    DeviceReason.IN_USE: N_("in use"),
    DeviceReason.NO_ANSWER: N_("no answer"),
    DeviceReason.GARBLED: N_("corrupted"),
    DeviceReason.UNPLUGGED: N_("unplugged"),
    DeviceReason.TAKEN_BY_KERNEL: N_("taken by kernel"),
    DeviceReason.TAKEN_BY_PCSCD: N_("taken by pcscd"),
    DeviceReason.NO_LIBRARY: N_("no library"),
    DeviceReason.NO_HUB: N_("no hub"),
    DeviceReason.NO_RPI_GPIO: N_("no library"),
    DeviceReason.NO_LIBUSB: N_("no libusb"),
    DeviceReason.NO_PCSCD: N_("no pcscd"),
    DeviceReason.NO_PINS: N_("no pins"),
    DeviceReason.PIN_IN_USE: N_("pin in use"),
    DeviceReason.NO_BUTTONS: N_("no answer"),
    DeviceReason.BUTTON_STUCK: N_("stays pressed"),
    DeviceReason.SHARED_NAME: N_("two have one number"),
}
_SAID = {
    CROWDED: N_("There are several cards at {place}: leave only one."),
    CROWDED_STAGE: N_("There are several things in {place}: leave only one."),
    LIES_BADLY: N_(
        "The card at {place} is weakly read: move it to the middle of the reader. Until then it is ignored"
        " there; the button and the pages work."
    ),
    NO_CARD: N_("Something at {place} is not a card, perhaps a phone: take it away."),
    MISREAD: N_(
        "The card at {place} is misread now and then: lay one card alone, in the middle, and clear the "
        "space around its reader. What is done there still counts."
    ),
    FALTERS: N_(
        "The reader at {place} fails now and then: check its cable and its power. What is done there still"
        " counts, perhaps late."
    ),
}


class DeviceHealth:
    """Collects reports about devices, and knows which of them have problems."""

    def __init__(self) -> None:
        self._wrong: dict[str, Condition] = {}
        self._since: dict[str, float] = {}
        self._shown = 0.0  # time of the last lights
        self._overheard: dict[str, str] = {}
        self._only_laid: set[str] = set()
        self._unread: dict[str, str] = {}  # the form of what a reader types, by zone
        self._doubts: dict[tuple[str, str], None] = {}  # zones, each with a problem of the card there

    def note(self, condition: Condition, now: float) -> None:
        """Note that a device works again, or does not work."""
        for zone in condition.zones:
            if condition.reason is None:
                self._wrong.pop(zone, None)
                self._since.pop(zone, None)
            else:
                self._wrong[zone] = condition
                self._doubts.pop((zone, CROWDED_STAGE if zone == TARGET else CROWDED), None)
                self._since.setdefault(zone, now)

    def doubt(self, change: WeakRead | Misread | UnknownTag | FrequentErrors | Crowded, now: float) -> None:
        """Note that a card is weakly read or misread, is no card or is one of several, or that its problem is over."""
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
        """Return which changes the reader of a zone reports at present."""
        return Sees.NOTHING if zone in self._wrong else Sees.LAID if zone in self._only_laid else Sees.ALL

    def overhears(self, zone: str, other: str | None) -> None:
        """Note that the reader of a zone also reads the cards in another zone, or no longer does."""
        if other is None:
            self._overheard.pop(zone, None)
        else:
            self._overheard[zone] = other

    def types_no_id(self, zone: str, form: str) -> None:
        """Note the form of a line that is no id; an empty one if the reader of the zone types ids again."""
        if form:
            self._unread[zone] = form
        else:
            self._unread.pop(zone, None)

    def only_laid(self, zone: str) -> None:
        """Note that the reader of a zone never reports that a card is lifted."""
        self._only_laid.add(zone)

    @property
    def is_fine(self) -> bool:
        """True if no device has a problem that a seat shows."""
        return not (self._wrong or self._doubts or self._only_laid or self._since or self._unread)

    def reader_at(self, seat: str) -> str | None:
        """Return a warning about the reader at a seat for its player; None if it reports everything."""
        return _(ONLY_LAID) if zone_at(seat) in self._only_laid else None

    def is_blind(self, seat: str, served: Collection[str]) -> bool:
        """Return whether no reader reports reliably at a seat: there is none, or something is wrong with it."""
        return zone_at(seat) not in served or self.at_seat(seat) is not None or self.reader_at(seat) is not None

    def notices(self, whose: Mapping[str, str]) -> list[str]:
        """Return the problems as sentences with the next step; `whose` has the players' names by seat."""
        by_hand = _("The game continues: enter by hand what happens there. The device reconnects automatically.")
        conditions = dict.fromkeys(f"{condition.text(whose)} {by_hand}" for condition in self._wrong.values())
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
        unread = [_(UNREAD, place=_place(zone, whose), form=form) for zone, form in self._unread.items()]
        return [*conditions, *doubts, *overheard, *unread]

    def at_seat(self, seat: str, cue: str = Cue.IDLE) -> str | None:
        """Return the problem at a seat in a few words, with the remedy if the game is waiting for the seat (`cue`)."""
        for zone, condition in self._wrong.items():
            if _concerns(zone, seat) and condition.reason is not None:
                trouble = _(_BRIEF[condition.reason])
                if "." in zone and cue in QUIET:
                    return _("reader: {trouble}", trouble=trouble)
                if "." in zone:
                    return _("reader: {trouble}. Ask the host to enter your card", trouble=trouble)
                if condition.reason in (DeviceReason.NO_BUTTONS, DeviceReason.BUTTON_STUCK):
                    return _("button: {trouble}", trouble=trouble)
                return _("lamp and button: {trouble}", trouble=trouble)
        said = [said for zone, said in self._doubts if _concerns(zone, seat)]
        if cue not in QUIET:
            said += [said for _zone, said in self._doubts if said == CROWDED_STAGE]  # the acting player uses the stage
        said += [NOT_TYPED for zone in self._unread if _concerns(zone, seat)]
        first = min(said, key=_weight, default=None)
        return _(first) if first is not None else None

    def cue(self, seat: str, cue: str, now: float) -> str:
        """Return the cue of a seat's light: a problem's, but only briefly while the game is waiting for the seat."""
        since = [at for zone, at in self._since.items() if _concerns(zone, seat)]
        if since and (cue in QUIET or now - max(since) < ATTENTION_SECONDS):
            return str(Cue.ATTENTION)
        return str(Cue.ATTENTION) if cue == Cue.LAY and self._sees_no_card(seat) else cue

    def _sees_no_card(self, seat: str) -> bool:
        """Return whether a card at a seat cannot be read now: the reader is out of order, or two cards lie there."""
        blind = [*(zone for zone in self._wrong if "." in zone), *(z for z, said in self._doubts if said == CROWDED)]
        return any(_concerns(zone, seat) for zone in blind)

    def show(self, now: float) -> None:
        """Note that the lights were set at this time."""
        self._shown = now

    @property
    def due(self) -> float | None:
        """Time of the next change of a light without any event, even if it is past; None if there is none."""
        if not self._since:
            return None
        ends = [at + ATTENTION_SECONDS for at in self._since.values()]
        return min((end for end in ends if end > self._shown), default=None)

    def devices(self, whose: Mapping[str, str]) -> list[dict[str, Any]]:
        """Return the devices that do not work, for the desk; `whose` has the players' names by seat."""
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
    """Return the rank of a problem; the lowest is shown first."""
    return 0 if said in (CROWDED, CROWDED_STAGE) else 2 if said in (MISREAD, FALTERS) else 1


def _place(zone: str, whose: Mapping[str, str]) -> str:
    """Return the name of a zone as `place_name` does, in the form that follows "at"."""
    name = whose.get(zone.partition(".")[0])
    if name and rack_slot(zone) is None:
        return _("{name}'s place", name=name)
    if zone == TARGET:
        return _("the middle of the stage")
    if zone == TAP:
        return _("the reader for the whole table")
    return place_name(zone, whose)


def _concerns(zone: str, seat: str) -> bool:
    """Return whether a problem in a zone concerns a seat; the tap spot concerns every seat."""
    return zone == TAP or zone.partition(".")[0] == seat
