"""What a request is looked at for: the host's name, the sender's origin, its tokens; and the headers of every answer.

What is kept out here is another web site that somebody's browser happens to have open. Who may do what is in
`web.app.routes`, and how much in `web.security.rate_limits`.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        b"connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
_LOCAL_SUFFIXES = (".local", ".lan", ".home", ".internal", ".home.arpa", ".localdomain")
# Labels have at most 63 letters, RFC 1035; an address of IPv6 stands in brackets, RFC 3986
_HOST = re.compile(
    r"(?:\[(?P<six>[0-9a-fA-F:.]+)\]|(?P<name>[\w-]{1,63}(?:\.[\w-]{1,63}){0,9})\.?)(?::\d{1,5})?", re.ASCII
)


def with_headers(given: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of an answer, and those that every answer has. The server itself gives the date."""
    own = [pair for pair in given if pair[0].lower() != b"date"]
    names = {name.lower() for name, _value in own}
    return own + [pair for pair in HEADERS if pair[0] not in names]


def is_own_host(host: str, also: tuple[str, ...] = ()) -> bool:
    """Whether `host` (as in the Host header) can be this machine's name on a local network.

    A page of another site can point its own public name at this machine (DNS rebinding) and would then count as the
    same origin; so public names are not taken, unless the owner lists them in `also`.
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
    own = {socket.gethostname().lower(), *(n.lower() for n in also)}
    return bool(name) and ("." not in name or name.endswith(_LOCAL_SUFFIXES) or name in own)


def is_cross_site(headers: Mapping[str, str]) -> bool:
    """Whether a browser sent this request on behalf of a page that is not ours.

    Programs other than browsers send neither header and are let through.
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    try:
        return origin is not None and urlsplit(origin).netloc.lower() != headers.get("host", "").lower()
    except ValueError:  # such as `http://[`
        return True


def cookie_name(sort: str, port: int) -> str:
    """How a token is called in a browser, which does not tell two tables on one machine apart."""
    return f"cuelight-{sort}-{port}"


def cookies_of(headers: Mapping[str, str]) -> dict[str, str]:
    """The cookies of a request; what is none is passed over."""
    pairs = (pair.strip().partition("=") for pair in headers.get("cookie", "").split(";"))
    return {name: value for name, found, value in pairs if found}
