"""Restrictions of the units, and the steps of `tools/shop` that would notice a harmful one.

`TRIED` names, for each restricting line, the steps of `tools/shop` that would fail because of it; a test compares it
with the units.
"""

from __future__ import annotations

import json

from shop_machine import Machine, expect

_PROBE = "/run/systemd/system/cuelight-probe.service"
_COPY = f"""sed -E '/^(Requires|After|Type|WatchdogSec|Restart|RestartSec|ExecStart)=/d' \\
  /usr/lib/systemd/system/cuelight.service >{_PROBE}
cat >>{_PROBE} <<'END'
[Service]
Type=oneshot
ExecStart=/opt/cuelight/current/bin/python /media/guest.py inside
StandardOutput=truncate:/run/probe.json
END
systemctl daemon-reload; systemctl start cuelight-probe.service; cat /run/probe.json; rm {_PROBE} /run/probe.json
systemctl daemon-reload"""
_SPEAKER = "/var/lib/cuelight/spoken"
_VOICE = f"""mkdir -p /dev/snd; mknod -m 666 /dev/snd/probe c 116 0
printf '#!/bin/sh\\n{{ : >/dev/snd/probe; }} 2>>{_SPEAKER}\\n' >/usr/local/bin/espeak-ng
chmod 755 /usr/local/bin/espeak-ng; systemctl restart cuelight.service"""

_SYSTEM = ("features", "backup", "killed", "update")
_COMMON = {
    "NoNewPrivileges=yes": _SYSTEM,
    "CapabilityBoundingSet=": _SYSTEM,
    "LockPersonality=yes": _SYSTEM,
    "MemoryDenyWriteExecute=yes": _SYSTEM,
    "PrivateTmp=yes": _SYSTEM,
    "PrivateUsers=yes": ("features", "reader", "backup"),
    "ProtectClock=yes": _SYSTEM,
    "ProtectControlGroups=yes": _SYSTEM,
    "ProtectHome=yes": ("features", "backup"),
    "ProtectHostname=yes": ("name",),
    "ProtectKernelLogs=yes": _SYSTEM,
    "ProtectKernelModules=yes": _SYSTEM,
    "ProtectKernelTunables=yes": ("features", "reader"),
    "ProtectProc=invisible": _SYSTEM,
    "ProtectSystem=strict": ("features", "reader", "backup"),
    "RemoveIPC=yes": _SYSTEM,
    "RestrictNamespaces=yes": _SYSTEM,
    "RestrictRealtime=yes": _SYSTEM,
    "RestrictSUIDSGID=yes": ("features", "backup"),
    "SystemCallArchitectures=native": _SYSTEM,
    "SystemCallFilter=@system-service": _SYSTEM,
    "SystemCallFilter=~@privileged @resources": _SYSTEM,
    "SystemCallErrorNumber=EPERM": _SYSTEM,
    "UMask=0077": ("backup", "update"),
}
_ON_A_PI: tuple[str, ...] = ()  # a container has no driver whose number could be allowed
TRIED: dict[str, dict[str, tuple[str, ...]]] = {
    "cuelight.service": _COMMON
    | {
        "RestrictAddressFamilies=AF_UNIX AF_NETLINK": ("features", "phones", "hotspot", "reader"),
        "DevicePolicy=closed": ("sandbox", "reader"),
        "DeviceAllow=char-188 rw": ("sandbox",),
        "DeviceAllow=char-166 rw": ("sandbox",),
        "DeviceAllow=char-189 rw": ("sandbox",),
        "DeviceAllow=char-ttyAMA rw": _ON_A_PI,
        "DeviceAllow=char-ttyS rw": ("sandbox",),
        "DeviceAllow=char-153 rw": ("sandbox",),
        "DeviceAllow=char-gpiochip rw": _ON_A_PI,
        "DeviceAllow=/dev/gpiomem rw": _ON_A_PI,
        "DeviceAllow=char-13 rw": ("sandbox",),
        "DeviceAllow=char-116 rw": ("sandbox", "features"),
        "AmbientCapabilities=": _SYSTEM,
        "KeyringMode=private": ("https",),
        "MemoryMax=400M": ("sandbox",),
        "TasksMax=200": ("features",),
        "LimitNOFILE=4096": ("features",),
    },
    "cuelight-backup.service": _COMMON
    | {
        "RestrictAddressFamilies=AF_UNIX": ("backup",),
        "IPAddressDeny=any": ("backup",),
        "PrivateDevices=yes": ("backup",),
        "PrivateNetwork=yes": ("backup",),
        "ProcSubset=pid": ("backup",),
        "MemoryMax=400M": ("backup",),
    },
    "cuelight-wall.service": {
        "IPAddressDeny=any": ("wall", "phones"),
        "IPAddressAllow=localhost": ("wall", "phones"),
        "DevicePolicy=closed": ("wall",),
        "DeviceAllow=char-226 rw": ("wall",),
        "DeviceAllow=char-4 rw": ("wall",),
        "DeviceAllow=char-116 rw": ("wall",),
        "CapabilityBoundingSet=": ("wall",),
        "NoNewPrivileges=yes": ("wall",),
        "LockPersonality=yes": ("wall",),
        "PrivateTmp=yes": ("wall",),
        "ProtectClock=yes": ("wall",),
        "ProtectControlGroups=yes": ("wall",),
        "ProtectHome=yes": ("wall",),
        "ProtectHostname=yes": ("wall",),
        "ProtectKernelLogs=yes": ("wall",),
        "ProtectKernelModules=yes": ("wall",),
        "ProtectSystem=strict": ("wall",),
        "RestrictRealtime=yes": ("wall",),
        "RestrictSUIDSGID=yes": ("wall",),
        "SystemCallArchitectures=native": ("wall",),
        "MemoryMax=1G": ("wall",),
        "UMask=0077": ("wall",),
        "TemporaryFileSystem=/etc/chromium:ro": ("wall",),
    },
    "cuelight-hotspot.service": {"PrivateTmp=yes": ("hotspot",), "ProtectHome=yes": ("hotspot",)},
    "cuelight-update@.service": {"PrivateMounts=yes": ("stick",), "PrivateTmp=yes": ("stick",)},
}
"""For each unit, the restricting lines, and the steps that use what they may forbid."""


def features(machine: Machine) -> str:
    """Use pages, speech and system features inside the table's unit.

    It opens every page and file once.
    """
    said = json.loads(machine.do(_COPY))
    expect(said.pop("a socket of the Internet"), "the probe is not in the unit's sandbox")
    forbidden = {name: error for name, error in said.items() if error}
    expect(not forbidden, f"forbidden in the unit: {forbidden}")
    machine.do(_VOICE)
    pages = machine.guest("pages")
    spoken = machine.do(f"cat {_SPEAKER}")
    expect("/dev/snd/probe" in spoken and "Operation not permitted" not in spoken, f"speech: {spoken}")
    machine.do(f"rm -r /usr/local/bin/espeak-ng {_SPEAKER} /dev/snd/probe; systemctl restart cuelight.service")
    log = machine.do("journalctl -b -u cuelight --no-pager")
    expect("not permitted" not in log and "not supported" not in log, f"the log of the table:\n{log[-2000:]}")
    return f"{pages} pages and files, {len(said)} ways into the system, speech through the sound device: none forbidden"
