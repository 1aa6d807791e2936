"""The backend `nfcpy`: a PN532 at a serial port, or a USB reader that nfcpy supports."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType, ModuleType

from companion.core.i18n import N_
from hardware import usb
from hardware.device import Backend, Device
from hardware.faults import DeviceError, DeviceReason, as_device_error
from hardware.ports import SERIAL_PATH, UART_PINS, UARTS, has_twin, ports

_USB = re.compile(r"usb(:[0-9a-fA-F]{1,4}){1,2}\Z")
_USB_SOCKET = re.compile(r"usb:(\d+-\d+(?:\.\d+)*)\Z")
ANY_USB = "usb"
"""nfcpy's name for any USB reader."""
_NO_PINS: Mapping[int, str] = MappingProxyType({})


class Nfcpy:
    """The kind of reader; see `Backend`."""

    name = "nfcpy"
    libraries = ("nfcpy", "pyserial")
    written = "a path such as /dev/serial/by-id/usb-…, usb:VENDOR:PRODUCT, or usb:1-1.2 by its socket"

    def knows(self, device: str) -> bool:
        """Return whether this is the path of a port, or nfcpy's name of a USB reader."""
        return bool(SERIAL_PATH.match(device) or _USB.match(device) or _USB_SOCKET.match(device))

    def groups(self, device: str) -> Mapping[str, str]:
        """Return the group for serial ports, or for USB readers."""
        return {"plugdev": N_("USB readers")} if device.startswith("usb") else {"dialout": N_("serial ports")}

    def pins(self, device: str) -> Mapping[int, str]:
        """Return the pins of the machine's own serial port."""
        return dict.fromkeys(UART_PINS, "the serial port") if device in UARTS else _NO_PINS

    def candidates(self) -> Sequence[str]:
        """Return every serial port and USB reader.

        Without a library, `ANY_USB` represents the latter: opening it says why.
        """
        try:
            return [*ports(), *_usb_readers()]
        except DeviceError:
            return [*ports(), ANY_USB]

    def open(self, device: str) -> Device:
        """Open a reader. Raises DeviceError."""
        if has_twin(device):
            raise DeviceError(device, DeviceReason.SHARED_NAME)
        socket = _USB_SOCKET.match(device)
        address = _address_at(device, socket[1]) if socket else None
        opened: Device = _nfc_device(device).NfcDevice.open(device, address)
        return opened


def _nfc_device(device: str = ANY_USB) -> ModuleType:
    """Import the module that uses nfcpy. Raises DeviceError if nfcpy is not installed."""
    with as_device_error(device):
        return import_module("hardware.pn532")


def _usb_readers() -> list[str]:
    """Return the connected USB readers that nfcpy supports, by its names.

    A single reader of a model goes by its model, which is stable; two of a model go by their sockets.

    Raises DeviceError without libusb, or without nfcpy.
    """
    _nfc_device().load_libusb()
    known = import_module("nfc.clf.device").usb_device_map
    found = import_module("nfc.clf.transport").USB.find("usb") or []
    kinds = Counter((vendor, product) for vendor, product, _bus, _address in found)
    return [
        f"usb:{vendor:04x}:{product:04x}" if kinds[vendor, product] == 1 else _socket_of(bus, address)
        for vendor, product, bus, address in found
        if (vendor, product) in known
    ]


def _socket_of(bus: int, address: int) -> str:
    """Return the name of a USB reader by its socket; by its address, which changes, if the kernel does not tell."""
    return f"usb:{usb.socket_of(bus, address) or f'{bus:03}:{address:03}'}"


def _address_at(device: str, socket: str) -> str:
    """Return nfcpy's name of the USB reader in a socket. Raises DeviceError if it is empty."""
    try:
        bus, address = usb.place_of(socket)
    except (OSError, ValueError) as error:
        raise DeviceError(device, DeviceReason.NOT_FOUND, str(error)) from error
    return f"usb:{bus:03}:{address:03}"


BACKEND: Backend = Nfcpy()
