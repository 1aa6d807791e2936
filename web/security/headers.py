"""Headers of requests (host name, origin, tokens) and of responses.

These checks keep out another web site that is open in somebody's browser. `web.app.routes` says which role may use a
path, and `web.security.rate_limits` how often.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

_NO_FRAMES = b"frame-ancestors 'none'"
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        b"connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; " + _NO_FRAMES,
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
_LOCAL_SUFFIXES = (
    *(".local", ".lan", ".home", ".internal", ".home.arpa", ".localdomain"),
    *(".intranet", ".private", ".corp"),  # in use at home and never delegated, as the ones above (RFC 6762, appendix G)
    # Nobody can register a name below these either: a router or a VPN of the house answers for them.
    *(".fritz.box", ".speedport.ip", ".attlocal.net", ".mshome.net", ".gateway", ".router", ".station", ".ts.net"),
)
_RESOLVERS = (Path("/etc/resolv.conf"), Path("/run/systemd/resolve/resolv.conf"))
# Labels have at most 63 letters (RFC 1035); an IPv6 address is in brackets (RFC 3986).
_HOST = re.compile(
    r"(?:\[(?P<six>[0-9a-fA-F:.]+)\]|(?P<name>[\w-]{1,63}(?:\.[\w-]{1,63}){0,9})\.?)(?::\d{1,5})?", re.ASCII
)


class Names(NamedTuple):
    """What a table's owner allows in addition: names in `hosts`, and sites in `frames` that may show its board."""

    hosts: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()


def with_headers(given: Iterable[tuple[bytes, bytes]], frames: Sequence[str] = ()) -> list[tuple[bytes, bytes]]:
    """Return the headers of a response, and those of every response. The server itself adds the date.

    Args:
        given: the response's own headers.
        frames: the sites, such as `https://house.example`, that may show this page in a frame.
    """
    own = [pair for pair in given if pair[0].lower() != b"date"]
    names = {name.lower() for name, _value in own}
    every = [pair for pair in HEADERS if pair[0] not in names]
    if frames:
        allowed = f"frame-ancestors {' '.join(frames)}".encode("ascii")
        every = [(name, value.replace(_NO_FRAMES, allowed)) for name, value in every if name != b"x-frame-options"]
    return own + every


def path_of(target: str, host: str) -> str:
    """Return the path of a request's target. A proxy may send the whole address (RFC 9112, 3.2.2)."""
    if not target.lower().startswith(("http://", "https://")):
        return target
    try:
        parts = urlsplit(target)
    except ValueError:  # such as `http://[`
        return target
    return parts.path or "/" if parts.netloc.lower() == host.lower() else target


def is_own_host(host: str, also: tuple[str, ...] = ()) -> bool:
    """Return whether `host` (as in the Host header) can be this machine's name on a local network.

    A page of another site can point its own public name at this machine (DNS rebinding) and would then count as the
    same origin. So public names are refused, except this machine's own name in a domain that its network has given it
    (`search` in resolv.conf), and the names that the owner lists in `also`; `*.example.org` stands for one more label.
    """
    found = _HOST.fullmatch(host)
    if found is None:
        return False
    try:
        ipaddress.ip_address(found["six"] or found["name"])
    except ValueError:
        name = (found["name"] or "").lower()
    else:
        return True
    if not name:
        return False
    machine = socket.gethostname().lower()
    if "." not in name or name.endswith(_LOCAL_SUFFIXES) or name == machine or _is_among(name, also):
        return True
    first, _dot, domain = name.partition(".")
    return first == machine.partition(".")[0] and domain in _search_domains()


def _is_among(name: str, listed: Sequence[str]) -> bool:
    """Return whether a name is listed; `*.example.org` stands for one more label."""
    return not {name, f"*.{name.partition('.')[2]}"}.isdisjoint(each.lower() for each in listed)


def _search_domains() -> set[str]:
    """Return the domains that this machine's network has given it; read anew, since networks change."""
    found: set[str] = set()
    for file in _RESOLVERS:
        try:
            lines = file.read_text(encoding="ascii", errors="replace").splitlines()
        except OSError:
            continue
        for line in lines:
            key, *values = line.split() or [""]
            if key in ("search", "domain"):
                found.update(value.rstrip(".").lower() for value in values)
    return found


def is_cross_site(headers: Mapping[str, str], also: Sequence[str] = ()) -> bool:
    """Return whether a browser sent this request on behalf of a page of another site.

    Programs other than browsers send neither header and are accepted. A reverse proxy may replace the host name, so
    pages of the names that the owner lists in `also` are the table's own.
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    try:
        parts = urlsplit(origin) if origin is not None else None
        if parts is None or parts.netloc.lower() == headers.get("host", "").lower():
            return False
        return not _is_among(parts.hostname or "", also)
    except ValueError:  # such as `http://[`
        return True


def cookie_name(sort: str, port: int) -> str:
    """Return the name of a cookie; it contains the port, since browsers share cookies between tables on one machine."""
    return f"cuelight-{sort}-{port}"


SEPARATOR = "~"
"""Between the tokens of the seats that one phone holds. Only the first one plays; the others wait for their turn."""


def cookies_of(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the cookies of a request; malformed ones are ignored."""
    pairs = (pair.strip().partition("=") for pair in headers.get("cookie", "").split(";"))
    return {name: value for name, found, value in pairs if found}
