"""Emulated PN532 with tags, for tests, proofs and measurements.

It speaks the chip's protocol on a pseudo terminal.

An unmodified nfcpy opens it like the real chip. No real table uses this package.
"""

from hardware.emulator.field import Field
from hardware.emulator.ntag import Model, Ntag, Phone
from hardware.emulator.reader import EmulatedReader, Fault, Hub, Timing
from hardware.emulator.slow_adapter import slow_adapters

__all__ = ["EmulatedReader", "Fault", "Field", "Hub", "Model", "Ntag", "Phone", "Timing", "slow_adapters"]
