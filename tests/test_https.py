"""The pages over HTTPS, besides: by a certificate of one's own, on sockets that a service manager gives or by hand."""

import socket
import ssl
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest
import web_fixtures as fixtures

from web.server import Certificate, CertificateUnusable, Server

HERE = Path(__file__).parent / "https"
CHAIN, KEY = HERE / "certificate.pem", HERE / "key.pem"


def test_the_same_pages_are_served_over_https_and_a_hosts_cookie_stays_there() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as secure:
        port = secure.getsockname()[1]
        server = Server(fixtures.RecordedTable(), "127.0.0.1", 0, certificate=Certificate(CHAIN, KEY, secure))
        server.start()
        try:
            trusted = ssl.create_default_context(cafile=CHAIN)
            with urlopen(f"https://127.0.0.1:{port}/api/board", timeout=60, context=trusted) as answer:
                over_https = answer.read()
            with urlopen(f"http://127.0.0.1:{server.port}/api/board", timeout=60) as answer:
                assert answer.read() == over_https
        finally:
            server.stop()


def test_a_key_of_another_certificate_is_refused_before_anything_is_served(tmp_path: Path) -> None:
    (tmp_path / "key.pem").write_text("no key")
    with closing(socket.create_server(("127.0.0.1", 0))) as secure:
        server = Server(fixtures.RecordedTable(), certificate=Certificate(CHAIN, tmp_path / "key.pem", secure))
        with pytest.raises(CertificateUnusable, match=r"cannot be used for HTTPS"):
            server.start()
