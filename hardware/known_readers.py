"""The readers that people own: whether each works here, whether it sees a lift, and what to set.

`docs/readers.md` has them as a table, and `cuelight setup` recognises those on USB by their ids and prints the same
sentence. From reading the sources of this project, of nfcpy 1.0.4 and of libccid 1.6.2; no part has been tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.core.i18n import N_

YES, NO, SOME = "yes", "no", "in part"
UsbId = tuple[int, int]


class KnownReader(NamedTuple):
    """A reader: its name, whether it works today and sees a lift, what to do, and its USB ids (vendor, product)."""

    name: str
    works: str
    lifts: str
    what: str
    ids: tuple[UsbId, ...] = ()


_ADAPTER = N_("A serial adapter: a PN532 behind it works if its switches are set to UART (HSU).")
_PCSC = N_("It needs pcscd: `sudo apt-get install pcscd`.")
KNOWN = (
    KnownReader("PN532 module, red (Elechouse and copies)", YES, YES,
                N_("Set its switches to UART (HSU); use a CP2102, or measure its TXD before the Raspberry Pi's pins.")),
    KnownReader("CP2102 adapter", YES, YES, _ADAPTER, ((0x10C4, 0xEA60),)),
    KnownReader("CH340 adapter, PN532 board with a USB socket", YES, YES, _ADAPTER,
                ((0x1A86, 0x7523), (0x1A86, 0x5523), (0x1A86, 0x55D4))),
    KnownReader("FT232 or FT231X adapter", YES, YES,
                N_("A serial adapter: set its jumper to 3.3 V before you connect a PN532."),
                ((0x0403, 0x6001), (0x0403, 0x6015))),
    KnownReader("Adafruit PN532 breakout", YES, YES, N_("Leave both SEL jumpers off: that is UART.")),
    KnownReader("Adafruit PN532 shield", NO, NO, N_("It speaks I2C, which Cuelight does not use with a PN532.")),
    KnownReader("Waveshare PN532 HAT, ITEAD, Grove NFC", YES, YES,
                N_("Set its jumpers to UART (Waveshare: I0 and I1 to L).")),
    KnownReader("DFRobot Gravity NFC (DFR0231)", YES, YES, N_("Set its switch to UART. Nothing needs soldering.")),
    KnownReader("ACR122U", SOME, YES,
                N_("Install pcscd: `sudo apt-get install pcscd`. Without it some lots fail; keep the driver pn533_usb "
                   "away."),
                ((0x072F, 0x2200),)),
    KnownReader("ACR1252U", YES, YES, _PCSC, ((0x072F, 0x223B), (0x072F, 0x223E))),
    KnownReader("ACR1552U", YES, YES,
                N_("It needs pcscd of Debian 13: `sudo apt-get install pcscd`. It reads ISO 15693, too."),
                ((0x072F, 0x2303), (0x072F, 0x2308))),
    KnownReader("uTrust 3700F and 3701F, OMNIKEY 5022, 5023, 5122, 5422", YES, YES, _PCSC,
                ((0x04E6, 0x5790), (0x04E6, 0x5791), (0x076B, 0x5022), (0x076B, 0x5023), (0x076B, 0x5412),
                 (0x076B, 0x5422), (0x076B, 0x5432))),
    KnownReader("SCL3711, SCL3712", YES, YES,
                N_("Stop the driver pn533_usb. Its range is short."), ((0x04E6, 0x5591), (0x04E6, 0x5593))),
    KnownReader("Sony RC-S380", YES, YES, N_("Stop the driver port100."), ((0x054C, 0x06C1), (0x054C, 0x06C3))),
    KnownReader("Sony RC-S330, RC-S360, RC-S370; PN531 and PN533 sticks", YES, YES, N_("Nothing needs to be set."),
                ((0x054C, 0x02E1), (0x054C, 0x0193), (0x04CC, 0x0531), (0x04CC, 0x2533))),
    KnownReader("Sony RC-S300", YES, YES, _PCSC, ((0x054C, 0x0DC8), (0x054C, 0x0DC9))),
    KnownReader("NFC-PRO and other PN53x clones with ids of their own", NO, NO,
                N_("nfcpy does not know its id. Use another reader."), ((0x054C, 0x1FC9),)),
    KnownReader("RC522 module, on the Raspberry Pi or on the mat's Pico", SOME, YES,
                N_("First read your own sticker: many modules read only the card that came with them.")),
    KnownReader("M5Stack Unit RFID2", YES, YES, N_("Several need a PaHub.")),
    KnownReader("M5Stack Unit RFID (MFRC522), other I2C boards with an MFRC522 at 0x28", SOME, YES,
                N_("It has the same registers as a Unit RFID2; try it as one.")),
    KnownReader("PiicoDev RFID, other I2C boards with an MFRC522 at another address", NO, NO,
                N_("There is no driver for its address here.")),
    KnownReader("USB keyboard reader, 13.56 MHz", YES, NO,
                N_("It must type all seven bytes of an NTAG213's id, such as 14 hexadecimal digits.")),
    KnownReader("USB, serial or I2C reader for 125 kHz (EM4100)", NO, NO, N_("It reads other tags.")),
    KnownReader("PN5180, ST25R3916, PN7150 boards; Proxmark3, Flipper Zero, ChameleonUltra", NO, NO,
                N_("There is no driver for it here.")),
    KnownReader("a phone", NO, NO, N_("Cuelight has no page for its NFC.")),
)  # fmt: skip


def known_on_usb(root: Path = Path("/")) -> Iterator[KnownReader]:
    """Yield the readers that are plugged in, each kind once, by their USB ids; `root` is that of the system."""
    found = set[UsbId]()
    for vendor in root.glob("sys/bus/usb/devices/*/idVendor"):
        try:
            product = vendor.with_name("idProduct").read_text(encoding="ascii")
            found.add((int(vendor.read_text(encoding="ascii"), 16), int(product, 16)))
        except (OSError, ValueError):
            continue  # it was unplugged meanwhile
    return (reader for reader in KNOWN if found & set(reader.ids))


def readers_table() -> str:
    """Return the readers as a Markdown table."""
    lines = ["| reader | works today | sees a lift | what to do |", "| --- | --- | --- | --- |"]
    for reader in KNOWN:
        lifts = reader.lifts if reader.works != NO else ""
        lines.append(f"| {reader.name} | {reader.works} | {lifts} | {reader.what} |")
    return "\n".join(lines)
