"""Headers of requests (host name, origin, tokens) and of responses.

These checks keep out another web site that is open in somebody's browser. `web.app.routes` says which role may use a
path, and `web.security.rate_limits` how often.
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
# Labels have at most 63 letters (RFC 1035); an IPv6 address is in brackets (RFC 3986).
_HOST = re.compile(
    r"(?:\[(?P<six>[0-9a-fA-F:.]+)\]|(?P<name>[\w-]{1,63}(?:\.[\w-]{1,63}){0,9})\.?)(?::\d{1,5})?", re.ASCII
)


def with_headers(given: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return the headers of a response, and those of every response. The server itself adds the date."""
    own = [pair for pair in given if pair[0].lower() != b"date"]
    names = {name.lower() for name, _value in own}
    return own + [pair for pair in HEADERS if pair[0] not in names]


def is_own_host(host: str, also: tuple[str, ...] = ()) -> bool:
    """Return whether `host` (as in the Host header) can be this machine's name on a local network.

    A page of another site can point its own public name at this machine (DNS rebinding) and would then count as the
    same origin. So public names are refused unless the owner lists them in `also`.
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
    """Return whether a browser sent this request on behalf of a page of another site.

    Programs other than browsers send neither header and are accepted.
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
    """Return the name of a cookie; it contains the port, since browsers share cookies between tables on one machine."""
    return f"cuelight-{sort}-{port}"


def cookies_of(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the cookies of a request; malformed ones are ignored."""
    pairs = (pair.strip().partition("=") for pair in headers.get("cookie", "").split(";"))
    return {name: value for name, found, value in pairs if found}
