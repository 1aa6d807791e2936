"""The kernel's list of USB devices, as a folder (Documentation/ABI/stable/sysfs-bus-usb)."""

from __future__ import annotations

from pathlib import Path


def usb_device(root: Path, socket: str, address: int, ids: str, *, interface: str = "", driver: str = "") -> None:
    """Plug a device with these ids into a socket of bus 1, with one interface of this class and its driver."""
    folder = root / "sys/bus/usb/devices" / socket
    folder.mkdir(parents=True)
    vendor, product = ids.split(":")
    for name, value in (("busnum", "1"), ("devnum", str(address)), ("idVendor", vendor), ("idProduct", product)):
        (folder / name).write_text(value + "\n")
    if interface:
        part = folder.with_name(f"{socket}:1.0")
        part.mkdir()
        (part / "bInterfaceClass").write_text(interface + "\n")
        if driver:
            place = root / "sys/bus/usb/drivers" / driver
            place.mkdir(parents=True, exist_ok=True)
            (part / "driver").symlink_to(place)
