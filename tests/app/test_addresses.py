"""The table's address for phones: the address on the screen, and its QR code."""

import http.client
import json
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
import zxingcpp

from tests.support import recorded_table as fixtures
from web.api.table_port import HERE
from web.app.address import Whereabouts, picture_of
from web.app.interfaces import Address, Network, is_in_network
from web.server.server import Server

MODULE = 6  # pixels per module in the drawn picture
BORDER = 4  # modules, required by QR codes


def seen_by_a_camera(size: int, path: str) -> list[str]:
    """Return the text that a decoder reads from the drawn path."""
    wide = (size + 2 * BORDER) * MODULE
    dots = bytearray(b"\xff" * wide * wide)
    for bar in path.replace("M", " ").split():
        corner_x, rest = bar.split(",")
        corner_y, length = rest.split("h", 1)
        left, count = (int(corner_x) + BORDER) * MODULE, int(length.split("v")[0]) * MODULE
        for row in range((int(corner_y) + BORDER) * MODULE, (int(corner_y) + BORDER + 1) * MODULE):
            dots[row * wide + left : row * wide + left + count] = bytes(count)
    return [code.text for code in zxingcpp.read_barcodes(memoryview(dots).cast("B", (wide, wide)))]


def asked(server: Server, host: str = "127.0.0.1", **headers: str) -> Any:
    with closing(http.client.HTTPConnection(host, server.port, timeout=10)) as line:
        line.request("GET", "/api/where", headers=headers)
        answer = line.getresponse()
        assert answer.getheader("Cache-Control") == "no-store"  # a machine may get a new address
        return json.loads(answer.read())


@contextmanager
def table_at(host: str, *network: Address) -> Iterator[Server]:
    server = Server(fixtures.RecordedTable(), host, 0, addresses=lambda: list(network))
    server.start()
    yield server
    server.stop()


def own(number: str, interface: str = "eth0", **more: Any) -> Address:
    return Address(ip_address(number), interface, **more)


LOOPBACK = own("127.0.0.1", "lo", network=Network.LOOPBACK), own("::1", "lo", network=Network.LOOPBACK)
HOUSE, WIFI, ROUTED = own("192.168.1.20"), own("10.42.0.1", "wlan0"), own("172.16.0.9", "eth1", route=100)
VPN = own("10.8.0.3", "tun0", network=Network.TUNNEL, route=0)
DOCKER = own("172.17.0.1", "docker0", network=Network.OF_THIS_MACHINE)
MAKESHIFT = own("169.254.7.7")
LINK, GLOBAL, ULA = own("fe80::7"), own("2a00:1::20"), own("fd00::20")
TEMPORARY = own("fd00::aaaa:1", lasts=False)


@pytest.mark.parametrize(
    ("network", "address"),
    [
        ([HOUSE], "http://192.168.1.20"),
        ([WIFI], "http://10.42.0.1"),  # its own network, which has no other route
        ([VPN, HOUSE], "http://192.168.1.20"),
        ([VPN], None),
        ([], None),
        ([LINK], None),
        ([DOCKER, HOUSE], "http://192.168.1.20"),
        ([MAKESHIFT, DOCKER], "http://169.254.7.7"),
        ([MAKESHIFT, HOUSE], "http://192.168.1.20"),
        ([MAKESHIFT, ULA, LINK], "http://[fd00::20]"),
        ([HOUSE, ROUTED], "http://172.16.0.9"),
        ([ROUTED, WIFI], "http://10.42.0.1"),
        ([ULA, HOUSE, GLOBAL], "http://192.168.1.20"),
        ([LINK, TEMPORARY, GLOBAL, ULA], "http://[fd00::20]"),
        ([LINK, TEMPORARY], "http://[fd00::aaaa:1]"),
    ],
)
def test_of_several_addresses_the_one_that_phones_can_open_is_chosen(
    network: list[Address], address: str | None
) -> None:
    found = Whereabouts(lambda: [*LOOPBACK, *network]).find("::", 80)
    assert (found.address, bool(found.missing)) == (address, address is None)


def test_the_network_that_others_ask_from_is_preferred_for_an_hour() -> None:
    now = [0.0]
    addresses = [*LOOPBACK, WIFI, VPN, HOUSE, ULA, LINK, DOCKER]
    where = Whereabouts(lambda: addresses, lambda: now[0])

    def chosen() -> str | None:
        return where.find("::", 80).address

    assert chosen() == "http://10.42.0.1"
    where.note("192.168.1.7", "::ffff:192.168.1.20")  # in the form of a dual-stack socket
    where.note("172.17.0.5", "172.17.0.1")  # a container is not a phone
    where.note(HERE, "10.42.0.1")
    assert chosen() == "http://192.168.1.20"
    for phone in ("10.42.0.7", "10.42.0.8"):
        where.note(phone, "10.42.0.1")
    assert chosen() == "http://10.42.0.1"
    where.note("fd00::/64", "fd00::20")
    where.note("fe80::/64", "fe80::7%eth0")  # found through the name cuelight.local
    assert chosen() == "http://192.168.1.20"
    now[0] = 4000.0
    assert chosen() == "http://10.42.0.1"
    addresses[:] = [VPN]
    assert chosen() is None
    where.note("10.8.0.9", "10.8.0.3")  # a phone that connects through it can do so again
    assert chosen() == "http://10.8.0.3"


def test_no_request_brings_an_address_into_a_code_that_is_not_the_machine_s_own() -> None:
    with table_at("", *LOOPBACK, HOUSE) as server:
        for host in ("192.168.66.6", "evil.example.com", "cuelight.local"):
            asked_by = {
                "Host": host,
                "X-Forwarded-Host": host,
                "X-Forwarded-For": "192.168.1.9",
                "Forwarded": f"host={host}",
            }
            with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)) as line:
                line.request("GET", "/api/board", headers=asked_by)
                line.getresponse().read()
        assert asked(server)["address"] == f"http://192.168.1.20:{server.port}"
        assert "192.168.66.6" not in json.dumps(asked(server, Host="192.168.66.6"))


@pytest.mark.parametrize(
    ("host", "why"), [("127.0.0.1", "its own machine only"), ("localhost", "its own machine only")]
)
def test_a_table_that_listens_to_this_machine_alone_says_so(host: str, why: str) -> None:
    with table_at(host, HOUSE) as server:
        assert why in asked(server).pop("missing")


def test_a_table_that_listens_to_ipv4_says_so_in_a_network_of_ipv6() -> None:
    with table_at("0.0.0.0", ULA) as server:
        assert "IPv6 only" in asked(server)["missing"]


def test_a_table_that_listens_to_all_tells_the_address_of_its_machine_in_the_network() -> None:
    with table_at("", *LOOPBACK, HOUSE) as server:
        address = f"http://192.168.1.20:{server.port}"
        assert asked(server) == {"address": address, "picture": picture_of(f"{address}/")._asdict()}


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_a_table_listens_to_ipv4_and_ipv6_unless_told() -> None:
    with table_at("", HOUSE) as server:
        assert asked(server, "127.0.0.1") == asked(server, "::1")


@pytest.mark.parametrize(
    ("bound", "port", "address"),
    [
        ("192.168.1.20", 8000, "http://192.168.1.20:8000"),
        ("192.168.1.20", 80, "http://192.168.1.20"),
        ("fd00::20", 8000, "http://[fd00::20]:8000"),
    ],
)
def test_the_address_is_as_short_as_it_can_be(bound: str, port: int, address: str | None) -> None:
    assert Whereabouts(lambda: []).find(bound, port).address == address


@pytest.mark.parametrize(
    ("network", "is_in_one"),
    [([], False), ([VPN], False), ([DOCKER], False), ([MAKESHIFT, LINK], False), ([ULA], True), ([HOUSE, VPN], True)],
)
def test_a_table_makes_its_own_wi_fi_only_where_no_network_has_given_it_an_address(
    network: list[Address], is_in_one: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.app.interfaces.own_addresses", lambda: [*LOOPBACK, *network])
    assert is_in_network() is is_in_one


IN_A_NETWORK = "unshare", "--user", "--map-root-user", "--net"
HAS_NETWORKS = shutil.which("ip") is not None and subprocess.run([*IN_A_NETWORK, "true"], check=False).returncode == 0
SAYS = "from web.app.address import Whereabouts; print(Whereabouts().find('::', 8000).address, flush=True)"
CABLE = "ip link add {0} type veth peer name far-{0}; ip link set {0} up; ip link set far-{0} up; "


@pytest.mark.skipif(not HAS_NETWORKS, reason="this system gives no network namespaces, or has no iproute2")
@pytest.mark.parametrize(
    ("made", "address"),
    [
        ("", "None"),
        ("ip link set lo up; ip address add 10.1.1.1/32 dev lo", "None"),
        (CABLE.format("lan0") + "ip address add 10.77.0.1/24 dev lan0", "http://10.77.0.1:8000"),
        (CABLE.format("lan0") + "ip -6 address add fd77::5/64 dev lan0 nodad", "http://[fd77::5]:8000"),
        (CABLE.format("lan0"), "None"),  # it has only a link-local IPv6 address
        (CABLE.format("lan0") + "ip address add 10.77.0.1/24 dev lan0; ip link set far-lan0 down", "None"),
        (
            CABLE.format("lan0") + "ip address add 10.77.0.1/24 dev lan0; ip address change 10.77.0.1/24 dev lan0 "
            "preferred_lft 0 valid_lft 60; ip address add 10.78.0.1/24 dev lan0",
            "http://10.78.0.1:8000",
        ),
        (
            CABLE.format("lan0") + CABLE.format("lan1") + "ip address add 10.77.0.1/24 dev lan0; "
            "ip address add 10.78.0.1/24 dev lan1; ip route add default via 10.78.0.254 dev lan1",
            "http://10.78.0.1:8000",
        ),
        (
            CABLE.format("lan0") + "ip address add 10.77.0.1/24 dev lan0; ip link add br0 type bridge; "
            "ip link add c0 type veth peer name c1; ip link set c0 master br0; ip link set c0 up; ip link set c1 up; "
            "ip link set br0 up; ip address add 10.1.0.1/24 dev br0",
            "http://10.77.0.1:8000",
        ),
        (
            CABLE.format("lan0") + CABLE.format("wg0") + "ip address add 10.77.0.1/24 dev lan0; "
            "ip address add 10.8.0.2/24 dev wg0; ip route add default dev wg0",
            "http://10.77.0.1:8000",
        ),
    ],
)
def test_addresses_are_found_as_the_kernel_has_them(made: str, address: str) -> None:
    words = f'{made}\nexec {sys.executable} -c "{SAYS}"'
    said = subprocess.run([*IN_A_NETWORK, "sh", "-euc", words], capture_output=True, text=True, check=False)
    assert said.stdout == f"{address}\n", said.stderr


BEHIND_A_ROUTER = """
import socket, threading, urllib.error, urllib.request
from tests.support import recorded_table as fixtures
from web.server.server import Server

router = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
router.bind(("127.0.0.1", 53))

def resolve():
    while True:
        asked, who = router.recvfrom(512)
        end = asked.index(b"\\0", 12) + 5
        found = asked[end - 4 : end - 2] == b"\\0\\1"  # RFC 1035: an address of IPv4
        head = asked[:2] + b"\\x81\\x80\\0\\1\\0" + bytes([found]) + b"\\0\\0\\0\\0"
        answer = b"\\xc0\\x0c\\0\\1\\0\\1\\0\\0\\0\\x3c\\0\\4" + socket.inet_aton("10.77.0.1")
        router.sendto(head + asked[12:end] + found * answer, who)

threading.Thread(target=resolve, daemon=True).start()
server = Server(fixtures.RecordedTable())
server.start()
for name in ("cuelight", "cuelight.home.example", "other.home.example", "cuelight.example"):
    try:
        print(name, urllib.request.urlopen(f"http://{name}:{server.port}/board", timeout=30).status)
    except urllib.error.HTTPError as error:
        print(name, error.code)
server.stop()
"""


@pytest.mark.skipif(not HAS_NETWORKS, reason="this system gives no network namespaces, or has no iproute2")
def test_the_table_answers_to_the_name_that_the_router_s_dns_gives_it_and_to_no_other(tmp_path: Path) -> None:
    (tmp_path / "resolv.conf").write_text("nameserver 127.0.0.1\nsearch home.example\n")
    made = CABLE.format("lan0") + "ip link set lo up; ip address add 10.77.0.1/24 dev lan0; hostname cuelight"
    words = f'mount --bind {tmp_path}/resolv.conf /etc/resolv.conf; {made}\nexec {sys.executable} -c "$1"'
    command = [*IN_A_NETWORK, "--uts", "--mount", "sh", "-euc", words, "sh", BEHIND_A_ROUTER]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    names = ["cuelight 200", "cuelight.home.example 200", "other.home.example 400", "cuelight.example 400"]
    assert said.stdout.splitlines() == names, said.stderr


def test_a_camera_reads_what_a_picture_says() -> None:
    said = "http://192.168.100.200:8000/seat/8#8.abcdefghijklmnopqrstuvwxyz234567"
    assert seen_by_a_camera(*picture_of(said)) == [said]
