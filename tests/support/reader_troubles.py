"""Faults of the readers in an evening: of PN532 readers, and of a mat's circuit."""

from __future__ import annotations

from collections.abc import Callable

from chips.emulator.mfrc522 import Ailment, clear_air
from chips.emulator.tags import Ntag
from chips.emulator.tags import Phone as PhoneOnMat
from firmware_bridge.emulator import faults as circuit
from hardware.emulator import Fault as ChipFault
from hardware.emulator import Hub, Phone
from tests.support.mat_evening import MatEvening
from tests.support.nfc_evening import NfcEvening
from tests.support.troubles import Fault
from tests.support.waiting import until

LIES_BADLY, NO_CARD, NO_ANSWER = "move it to the middle", "not a card", "no answer"
MISREAD = "misread"
DRAWN = 0.6  # share of the polls in which a neighbour drains the field
DRAWN_OF, DRAWN_FOR = 0.15, 0.1  # seconds: duration of the drain in each period, if the neighbour's field alternates
SECOND = 1.0


def nfc_faults(evening: NfcEvening) -> list[Fault]:
    """Return the possible faults of PN532 readers, their cables and their hub."""
    readers = evening.emulated
    hub, phone = Hub(readers.values()), Phone(3)

    def go(_zone: str) -> None:
        hub.go()
        until(lambda: all(tally.reason is not None for tally in evening.readers.tallies.values()))

    def draw(zone: str) -> None:
        readers[zone].field.detuned = readers[next(each for each in readers if each != zone)].field, DRAWN

    def move_apart(zone: str) -> None:
        readers[zone].field.detuned = None

    def overhear(zone: str) -> None:
        other = next(each for each in readers if each != zone)
        readers[other].field.overheard = readers[zone].field, 0.3

    def overhear_no_more(_zone: str) -> None:
        for reader in readers.values():
            reader.field.overheard = None

    def cover(zone: str) -> None:
        with readers[zone].field.lock:  # the card below is no longer read
            readers[zone].field.lift(evening.tag_in(zone))
            readers[zone].field.lay(phone)

    def uncover(zone: str) -> None:
        with readers[zone].field.lock:
            readers[zone].field.lift(phone)
            readers[zone].field.lay(evening.tag_in(zone))

    def broken(kind: ChipFault) -> tuple[Callable[[str], object], Callable[[str], object]]:
        return lambda zone: readers[zone].break_by(kind), lambda zone: readers[zone].make_well()

    return [
        Fault("a silent brown-out", lambda zone: readers[zone].brown_out(), lambda _zone: None),
        Fault("all of a hub gone for a second", go, lambda _zone: hub.come(), brief=True),
        Fault("answers cut short", *broken(ChipFault.CUT_SHORT), told="reader"),
        Fault("garbled ids with a right checksum", *broken(ChipFault.GARBLED_IDS), told=MISREAD),
        Fault("a supply too weak for the field", *broken(ChipFault.WEAK_SUPPLY), told="reader"),
        Fault("a reader that hangs", *broken(ChipFault.STUCK), told=NO_ANSWER),
        Fault("a phone with random ids", cover, uncover, NO_CARD, heed=True),
        Fault("detuned by a neighbour", draw, move_apart, LIES_BADLY, heed=True),
        Fault("a neighbour that overhears", overhear, overhear_no_more),
    ]


def mat_faults(evening: MatEvening) -> list[Fault]:
    """Return the possible faults of a mat: its cable, the readers' supply, radio interference, the buttons' wires."""
    at = evening.circuit

    def of(kind: Callable[[int], circuit.Fault]) -> tuple[Callable[[str], object], Callable[[str], object]]:
        return lambda zone: kind(evening.numbers[zone]).begin(at), lambda zone: kind(evening.numbers[zone]).end(at)

    def everywhere(fault: circuit.Fault) -> tuple[Callable[[str], object], Callable[[str], object]]:
        return lambda _place: fault.begin(at), lambda _place: fault.end(at)

    def ailing(ailment: Ailment) -> tuple[Callable[[str], object], Callable[[str], object]]:
        return lambda zone: evening.ail(zone, ailment), lambda zone: evening.ail(zone, Ailment.NONE)

    def unplug(_zone: str) -> None:
        evening.bridge.unplug()
        evening.pass_time(SECOND)

    def break_down(_zone: str) -> None:
        circuit.ReadersRailDown().begin(at)
        evening.pass_time(SECOND)

    phone = PhoneOnMat(8)
    hidden: list[Ntag] = []

    def cover(zone: str) -> None:
        tags = at.readers[evening.numbers[zone]].tags
        hidden[:] = tags
        tags[:] = [phone]

    def uncover(zone: str) -> None:
        at.readers[evening.numbers[zone]].tags[:] = hidden

    def draw(zone: str) -> None:
        reader = at.readers[evening.numbers[zone]]
        reader.air = lambda heard: None if reader.now() % DRAWN_OF < DRAWN_FOR else heard

    def move_apart(zone: str) -> None:
        at.readers[evening.numbers[zone]].air = clear_air

    rail, wires = circuit.ReadersRailDown(), circuit.SpoiledI2c()
    return [
        Fault("a silent brown-out", *of(circuit.SilentBrownOut)),
        Fault("the readers' rail browning out for a second", break_down, lambda _zone: rail.end(at), brief=True),
        Fault("the readers' rail down", *everywhere(rail), told=NO_ANSWER),
        Fault("all of a hub gone for a second", unplug, lambda _zone: evening.bridge.plug(), brief=True),
        Fault("answers cut short", *of(circuit.AnswersCutShort)),
        Fault("garbled ids with a right checksum", *of(circuit.GarbledIds), told=MISREAD),
        Fault("a reader that flaps", *ailing(Ailment.FLAPPING)),
        Fault("a supply too weak for the field", *ailing(Ailment.SAGS), told="reader"),
        Fault("a phone with random ids", cover, uncover, NO_CARD, heed=True),
        Fault("detuned by a neighbour", draw, move_apart, LIES_BADLY, heed=True),
        Fault("a corrupted I2C bus", *everywhere(wires), button=True),
        Fault("the buttons' expander holding SDA", *everywhere(circuit.ExpanderHoldsSda()), button=True),
        Fault("the buttons' expander browning out", *everywhere(circuit.ExpanderBrownOut()), button=True),
    ]
