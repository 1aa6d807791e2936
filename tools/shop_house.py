"""Tests of `tools/shop` in a house: screen, name, phones, hotspot, sticks, read-only system.

The machine has the additional packages of Raspberry Pi OS (`FURNITURE`), but no screen and no radio. The screen is in
memory, and a screenshot of it is taken; the Wi-Fi is a virtual wire to a phone, which is a network namespace.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
import time
from pathlib import Path

from shop_machine import Machine, expect, most_seconds, until
from shop_phones import PHONE, come_in, phones

STATE = "/var/lib/cuelight"
FIRST, LATER = "cuelight_1.0~first_all.deb", "cuelight_1.0~later_all.deb"
NO_SCREEN = """[Unit]
ConditionPathExists=
[Service]
PAMName=
TTYPath=/dev/null
StandardInput=null
UtmpIdentifier=
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
Environment=WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 WLR_SCENE_DEBUG_DAMAGE=rerender
Environment=XDG_RUNTIME_DIR=/run/cuelight-wall
"""
WALL = "/etc/systemd/system/cuelight-wall.service.d"
BOARD = "pgrep --full --list-full -- --type=renderer | grep chromium/ | grep --invert-match top-chrome | cut -d' ' -f1"
BROWSER = "pgrep --full --oldest -- 'chromium/chromium .*--kiosk'"
PICTURE = "XDG_RUNTIME_DIR=/run/cuelight-wall WAYLAND_DISPLAY=wayland-0 grim /run/wall.png; stat -c %s /run/wall.png"
PAINTED = 8_000  # bytes of a screenshot: a black one has 3,000; without a graphics card only changes are drawn
WIRE = """ip netns add phone; ip link add table0 type veth peer name phone0 netns phone
nmcli device set table0 managed no; ip address add 10.77.0.1/24 dev table0; ip link set table0 up
ip -n phone address add 10.77.0.2/24 dev phone0; ip -n phone link set phone0 up; ip -n phone link set lo up
ip -n phone route add 224.0.0.0/4 dev phone0"""
PHONE_UP = "ip -n phone link set phone0 up; ip -n phone route replace 224.0.0.0/4 dev phone0"
NUMBER = "10.77.0.50"
HOUSE_NETWORK = f"""systemd-run --quiet --unit=router ip netns exec phone dnsmasq --keep-in-foreground --port=0 \\
  --interface=phone0 --dhcp-range={NUMBER},{NUMBER},2m --dhcp-authoritative --dhcp-leasefile=/run/router.leases
nmcli connection add type ethernet con-name house ifname table0 ipv4.method auto ipv6.method disabled
nmcli device set table0 managed yes"""
PROCESS = "systemctl show --value --property MainPID cuelight.service"


def installed_by_answers(machine: Machine) -> str:
    """Test the one-line installation at a terminal.

    It asks for missing answers, and ends with a lit table.
    """
    machine.do("hostnamectl set-hostname raspberrypi; cp -r /media/sticks/first /root/stick")
    machine.do(f"mkdir -p {WALL}; cat >{WALL}/no-screen.conf", input=NO_SCREEN)
    machine.do("printf 'SCREEN=yes\\nHOTSPOT=yes\\n' >/root/stick/answers")
    began = time.monotonic()
    said = machine.do("printf '\\n' | script -qec 'sh /root/stick/install.sh' /dev/null")
    machine.guest("begin")
    cues = machine.guest("lit")
    took = time.monotonic() - began
    expect("http://cuelight.local" in said and re.search(r"PIN is \d{6}", said), said)
    expect("its own Wi-Fi: Cuelight" in said and "shows the board" in said, said)
    asked = said.count("?") + 2  # the file answered two
    expect(asked <= 5 and took < most_seconds(), f"{asked} questions, {took:.0f} s")
    return f"{took:.0f} s from the command to lit seats ({', '.join(cues)}); {asked} questions, 0 files edited"


def wall(machine: Machine) -> str:
    """Test the board on a screen.

    It restarts after a crash, and nothing else can be opened there.
    """
    machine.do("systemd-analyze verify /usr/lib/systemd/system/cuelight-wall.service")
    until(
        lambda: int(machine.do(f"({PICTURE}) 2>/dev/null || echo 0").split()[-1]) > PAINTED,
        90,
        "the screen shows nothing",
    )
    told = []
    for name, which in (("the board's process", BOARD), ("the browser", BROWSER), ("the screen", "pgrep --exact cage")):
        before = machine.do(which).split()
        shown = set(before) | set(machine.do(BOARD).split())
        machine.do(f"kill -KILL {' '.join(before)}")
        began = time.monotonic()
        until(lambda: set(machine.do(f"{BOARD} || true").split()) - shown, 90, f"without {name} it stays dark")  # noqa: B023
        told.append(f"back {time.monotonic() - began:.0f} s after {name} was killed")
    until(
        lambda: int(machine.do(f"({PICTURE}) 2>/dev/null || echo 0").split()[-1]) > PAINTED,
        90,
        "it shows nothing after that",
    )
    # A request for the board on another port arrives there; a request for the desk never leaves Chromium
    for page, heard in (("desk", 0), ("board", 1)):
        url = f"http://localhost:8123/{page}"
        machine.do(f"printf '[Service]\\nEnvironment=CUELIGHT_BOARD={url}\\n' >{WALL}/other-page.conf")
        listening = machine.begin(f"/opt/cuelight/current/bin/python /media/guest.py heard /{page}")
        machine.do("systemctl daemon-reload; systemctl restart cuelight-wall.service")
        found = json.loads(listening.communicate(timeout=120)[0])
        expect(bool(found) == bool(heard), f"{url}: {found} was asked for")
    machine.do(f"rm {WALL}/other-page.conf; systemctl daemon-reload; systemctl restart cuelight-wall.service")
    role = machine.do("setpriv --reuid=cuelight-wall --clear-groups curl --silent http://localhost/api/desk")
    expect("Only the host" in role, role)
    return "; ".join([*told, "its policy stops the desk before anything is asked, and the desk refuses its user"])


def name(machine: Machine) -> str:
    """Test that another machine can resolve cuelight.local and open the board."""
    machine.do(WIRE)
    found = until(
        lambda: machine.do(f"{PHONE} name cuelight.local 2>/dev/null || true").strip(), 30, "nobody tells the name"
    )
    expect(json.loads(found.splitlines()[-1]) == "10.77.0.1", found)
    expect("http://cuelight.local" in machine.do("cuelight status"), "status does not tell the name")
    machine.do("systemctl stop avahi-daemon.socket avahi-daemon.service")
    expect(".local" not in machine.do("cuelight status"), "status tells a name that nobody tells in the network")
    machine.do("systemctl start avahi-daemon.socket avahi-daemon.service")
    return "cuelight.local is answered over the wire; status tells it only while mDNS runs"


def comes_and_goes(machine: Machine) -> str:
    """Switch the local network off and on; the table must be reachable again each time.

    The network assigns addresses.
    """
    game, table = machine.guest("game"), machine.do(PROCESS)
    machine.do("ip address flush dev table0; " + HOUSE_NETWORK)
    for _ in range(3):
        asked = f"ip netns exec phone curl --silent --max-time 5 http://{NUMBER}/api/board || true"
        until(lambda: '"seats"' in machine.do(asked), 60, "the table is not in the house's network")  # noqa: B023
        until(
            lambda: NUMBER in machine.do(f"{PHONE} name cuelight.local 2>/dev/null || true"),
            60,
            "nobody tells its name",
        )
        expect(NUMBER in machine.do("cuelight status"), "status does not tell its number")
        machine.do("ip -n phone link set phone0 down")
        until(lambda: NUMBER not in machine.do("cuelight status"), 60, "status tells a number that is gone")
        expect(machine.guest("game") == game, "without a network it does not play on")
        machine.do(PHONE_UP)
    until(lambda: '"seats"' in machine.do(asked), 60, "the table does not come back into the house's network")
    expect(
        machine.do(PROCESS) == table and machine.guest("game") == game, "the table was started anew, or plays another"
    )
    return "found by number and name, three times gone and back; played on meanwhile by the same process"


def hotspot(machine: Machine) -> str:
    """Test the NetworkManager profile, then the same over a wire.

    Names lead to the table, and a phone to its page.
    """
    shown = machine.do(
        "nmcli -f 802-11-wireless.mode,802-11-wireless.ssid,ipv4.method connection show cuelight-hotspot"
    )
    expect(re.search(r"mode:\s+ap\b", shown) and re.search(r"method:\s+shared\b", shown), shown)
    expect(re.search(r"password [a-z0-9]{12}\.", machine.do("cuelight status")), "status does not say the password")
    began = machine.do("WAIT_SECONDS=2 /usr/lib/cuelight/hotspot begin; nmcli -t -f NAME connection show --active")
    expect("cuelight-hotspot" not in began, "it makes a Wi-Fi where there is a network")
    machine.do("systemctl stop router")  # first, or the wire gets another lease
    machine.do("nmcli connection delete house; ip address flush dev table0")
    machine.do("nmcli connection delete cuelight-hotspot")
    machine.do(
        "nmcli connection add type ethernet con-name cuelight-hotspot ifname table0 autoconnect no ipv4.method shared "
        "ipv4.addresses 10.42.0.1/24 ipv6.method disabled; nmcli device set table0 managed yes"
    )
    machine.guest("codes")
    machine.do("WAIT_SECONDS=2 /usr/lib/cuelight/hotspot begin")
    machine.do("ip -n phone address flush dev phone0; ip -n phone address add 10.42.0.77/24 dev phone0")
    found = until(lambda: machine.do(f"{PHONE} join 2>/dev/null || true").strip(), 30, "no name leads to the table")
    expect(json.loads(found.splitlines()[-1]) == ["10.42.0.1", 302, "http://10.42.0.1/"], found)
    come_in(machine, "10.42.0.1")
    machine.do("/usr/lib/cuelight/hotspot end; /usr/lib/cuelight/hotspot forget; ip link delete table0")
    return (
        "made only where there is no network; every name leads to the table, a phone's question to its page, "
        "the wall's codes to its seats; no radio"
    )


def stick(machine: Machine) -> str:
    """Test USB sticks that must be refused, and one that must be accepted."""
    game, told = machine.guest("game"), []
    good = [f"/media/sticks/later/{LATER}", f"/media/sticks/later/{LATER}.sig"]
    machine.do(f"mkdir /root/cut /root/other /root/broken; head -c 3000000 {good[0]} >/root/cut/{LATER}")
    machine.do(f"cp {good[1]} /root/cut; cp {good[0]} /root/other; ssh-keygen -q -t ed25519 -N '' -f /root/other/key")
    machine.do(f"ssh-keygen -q -Y sign -f /root/other/key -n cuelight-update /root/other/{LATER}")
    machine.do(f"cp {good[0]} /root/cuelight_9.0_all.deb")
    named = [f"/root/named/{FIRST}", f"/root/named/{FIRST}.sig"]  # the same version as the running one, and truncated
    machine.do(f"mkdir /root/named; cp /root/cut/{LATER} {named[0]}; cp {good[1]} {named[1]}")
    renamed = ["/root/cuelight_0.5_all.deb", "/root/cuelight_0.5_all.deb.sig"]
    machine.do(f"cp {good[0]} {renamed[0]}; cp {good[1]} {renamed[1]}")
    full = "mount -t tmpfs -o size=1M full /var/cache/cuelight", "umount /var/cache/cuelight"
    apt = "printf '#!/bin/sh\nexit 100\n' >/usr/local/sbin/apt-get; chmod +x /usr/local/sbin/apt-get"
    for folder, said in (
        ("named", "does not match"),
        ("named", "does not match"),
        ("broken", "nothing newer"),
    ):
        answer = machine.do(f"cuelight update /root/{folder} && echo rc 0 || echo rc 1")
        expect(said in answer and ("rc 1" in answer) is (folder == "named"), answer)
    for outcome, files, *around in (
        ("unsigned", good[:1]),
        ("not-genuine", [f"/root/cut/{LATER}", f"/root/cut/{LATER}.sig"]),
        ("not-genuine", [f"/root/other/{LATER}", f"/root/other/{LATER}.sig"]),
        ("not-genuine", named),
        ("unreadable", []),
        ("no-room", good, *full),
        ("not-installed", good, apt, "rm /usr/local/sbin/apt-get"),
        ("went-back", ["/media/sticks/broken/*.deb", "/media/sticks/broken/*.sig"]),
        ("taken", [*renamed, "/root/cuelight_9.0_all.deb", "/media/sticks/broken/*.deb", "/media/sticks/broken/*.sig"]),
        ("older", [f"/media/sticks/first/{FIRST}", f"/media/sticks/first/{FIRST}.sig"]),
    ):
        began = time.monotonic()
        machine.do(around[0] if around else "true")
        plug(machine, files or good, half=not files)
        machine.do(around[1] if around else "true")
        found = json.loads(machine.do(f"cat {STATE}/update.json"))
        expect(found["result"] == outcome, f"a stick that should end with {outcome} ended with {found}")
        runs = "1.0~later" if outcome in ("taken", "older") else "1.0~first"
        expect(runs in machine.do("dpkg-query --show cuelight; readlink /opt/cuelight/current"), f"{runs} does not run")
        machine.settle()
        expect(machine.guest("game") == game, "the table is not as it was")
        words = machine.guest("notices")
        expect(any("installed" in each or "cannot be read" in each for each in words), f"the desk says only {words}")
        told.append(f"{outcome} {time.monotonic() - began:.0f} s")
    return f"{', '.join(told)}; the same game, told by status and desk each time"


def plug(machine: Machine, files: list[str], *, half: bool) -> None:
    """Plug in a stick with these files, let it be processed, and pull it.

    With `half` it breaks off in the middle.
    """
    machine.do("[ -e /dev/loop-control ] || mknod /dev/loop-control c 10 237")
    machine.do("for i in $(seq 0 31); do [ -e /dev/loop$i ] || mknod /dev/loop$i b 7 $i; done")
    size = "truncate -s 15M /root/stick.img;" if half else ""
    machine.do(
        "rm -f /root/stick.img; truncate -s 400M /root/stick.img; mkfs.ext4 -q /root/stick.img; mkdir -p /mnt/stick; "
        f"mount -o loop /root/stick.img /mnt/stick; cp {' '.join(files)} /mnt/stick; umount /mnt/stick; {size}"
        "device=$(losetup --find --show /root/stick.img); "
        'systemctl start "cuelight-update@$(systemd-escape --path $device)"; losetup --detach $device'
    )


def read_only(machine: Machine) -> str:
    """Make the system's disk read-only from now on; games are on another one."""
    game = machine.guest("game")
    machine.do(f"systemctl stop cuelight.service; touch /usr/stays; sync -f {STATE}")
    machine.pull_the_plug()
    with tempfile.TemporaryDirectory(prefix="data.", dir=machine.path("/").parent) as folder:
        data = Path(folder) / "data"
        shutil.move(machine.path(STATE), data)
        machine.path(STATE).mkdir()
        machine.more = ("--volatile=overlay", f"--bind={data}:{STATE}")
        machine.boot()
        expect(machine.guest("game") == game, "the game is not the same on a read-only system")
        machine.guest("begin")
        game = machine.guest("game")
        machine.do("touch /usr/gone; rm /usr/stays")
        pid = machine.do("systemctl show --value --property MainPID cuelight.service").strip()
        machine.do(f"kill -KILL {pid}")
        expect(machine.guest("game") == game, "the game is not the same after a kill")
        plug(machine, ["/media/sticks/broken/*.deb", "/media/sticks/broken/*.sig"], half=False)
        found = json.loads(machine.do(f"cat {STATE}/update.json"))["result"]
        expect(found == "read-only", f"an update that would be lost ended with {found}")
        machine.pull_the_plug()
        machine.boot()
        expect(machine.guest("game") == game, "the game is not the same after a power cut")
        expect(
            "stays" in machine.do("ls /usr") and "gone" not in machine.do("ls /usr"), "the system's disk was written"
        )
        machine.pull_the_plug()
        machine.more = ()
    return "booted, played, killed, cut off; the game is on the data's disk, the system's is as it was; updates refused"


def https(machine: Machine) -> str:
    """Test the owner's certificate: the same pages over HTTPS.

    One that does not fit its key changes nothing.
    """
    made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=cuelight.local"
    made += " -addext subjectAltName=DNS:cuelight.local"
    machine.do(f"cd /root; {made} -keyout a.key -out a.crt 2>&1; {made} -keyout b.key -out b.crt 2>&1")
    machine.do("cuelight https /root/a.crt /root/a.key")
    ask = (
        "curl --silent --show-error --cacert /root/a.crt --resolve cuelight.local:443:127.0.0.1 https://cuelight.local"
    )
    expect('"seats"' in machine.do(f"{ask}/api/board"), "the board is not served over HTTPS")
    pin = re.findall(r"PIN is (\d+)", machine.do("cuelight status"))[0]
    body = f'--json \'{{"pin": "{pin}"}}\' --include'
    said = machine.do(f"{ask}/api/login {body}")
    expect(re.search(r"(?i)set-cookie: .*secure", said), f"the host's cookie may go another way: {said}")
    expect('"seats"' in machine.do("curl --silent http://127.0.0.1/api/board"), "it is not served over HTTP any more")
    said = machine.do("cuelight https /root/a.crt /root/b.key 2>&1 || true")
    expect("goes on without" in said, said)
    until(lambda: machine.state() == "running", 30, machine.do("systemctl --failed --no-pager; systemctl list-jobs"))
    expect('"seats"' in machine.do("curl --silent http://127.0.0.1/api/board"), "it does not go on without")
    return "curl trusts it by its own certificate; the host's cookie is for HTTPS alone; a wrong key changes nothing"


HOUSE = (installed_by_answers, wall, name, phones, comes_and_goes, hotspot, https, stick, read_only)
