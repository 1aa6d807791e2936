"""What every answer and every command goes through: headers, the sender's origin, the host's name.

There are no accounts: whoever is in the room may play. What is kept out is another web site that a player's browser
happens to have open.
"""

import ipaddress
import socket
from urllib.parse import urlsplit

from flask import Request, Response

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_LOCAL_SUFFIXES = (".local", ".lan", ".home", ".internal", ".home.arpa", ".localdomain")


def add_headers(response: Response) -> Response:
    """Put the security headers on an answer."""
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def is_own_host(host: str, also: tuple[str, ...] = ()) -> bool:
    """Whether `host` (as in the Host header) can be this machine's name on a local network.

    A page of another site can point its own public name at this machine (DNS rebinding) and would then count as the
    same origin; so public names are not taken, unless the owner lists them in `also`.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        pass
    else:
        return True
    own = {socket.gethostname().lower(), *(n.lower() for n in also)}
    return bool(name) and ("." not in name or name.endswith(_LOCAL_SUFFIXES) or name in own)


def is_cross_site(request: Request) -> bool:
    """Whether a browser sent this request on behalf of a page that is not ours.

    Programs other than browsers send neither header and are let through.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = request.headers.get("Origin")
    try:
        return origin is not None and urlsplit(origin).netloc.lower() != request.host.lower()
    except ValueError:  # such as `http://[`
        return True
