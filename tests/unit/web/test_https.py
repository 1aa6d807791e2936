"""The pages over HTTPS as well, with an own certificate, on sockets from a service manager or by hand."""

import contextlib
import gc
import socket
import ssl
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from cuelight.__main__ import main
from cuelight.commands import run
from tests.support import DATA
from tests.support import recorded_table as fixtures
from tests.support.waiting import until
from web.server import connections as connection
from web.server import server as server_module
from web.server.certificate import Certificate, CertificateUnusable
from web.server.server import Server

HERE = DATA / "https"
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


def test_who_never_shakes_hands_is_cut_as_who_never_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HEAD_SECONDS", 0.1)
    with closing(socket.create_server(("127.0.0.1", 0))) as secure:
        address = secure.getsockname()
        server = Server(fixtures.RecordedTable(), "127.0.0.1", 0, certificate=Certificate(CHAIN, KEY, secure))
        server.start()
        try:
            for said in (b"", b"GET / HTTP/1.1\r\n\r\n"):  # the second one is not TLS
                with socket.create_connection(address, timeout=30) as silent, contextlib.suppress(ConnectionResetError):
                    silent.sendall(said)
                    while silent.recv(100):
                        pass
        finally:
            server.stop()


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (b"GET /board?lesson=1 HTTP/1.1\r\nHost: cuelight.local:8443\r\n\r\n", b"307"),
        (b"HEAD / HTTP/1.0\r\nHost: cuelight.local:8443\r\n\r\n", b"307"),
        (b"GET http://cuelight.local:8443/board?lesson=1 HTTP/1.1\r\nHost: cuelight.local:8443\r\n\r\n", b"307"),
        (b"GET http://example.org/ HTTP/1.1\r\nHost: cuelight.local:8443\r\n\r\n", b"400"),
        (b"GET .example.org HTTP/1.1\r\nHost: cuelight.local\r\n\r\n", b"400"),
        (b"POST /api/undo HTTP/1.1\r\nHost: cuelight.local\r\nContent-Length: 2\r\n\r\n{}", b"400"),
        (b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", b"400"),
        (b"SSH-2.0-OpenSSH_9.2\r\n\r\n", b"400"),
    ],
)
def test_plain_http_at_the_https_port_is_led_to_https_or_told(said: bytes, answer: bytes) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as secure:
        address = secure.getsockname()
        server = Server(fixtures.RecordedTable(), "127.0.0.1", 0, certificate=Certificate(CHAIN, KEY, secure))
        server.start()
        try:
            got = b""
            with socket.create_connection(address, timeout=30) as client:
                client.sendall(said)
                while part := client.recv(4096):
                    got += part
            assert got.startswith(b"HTTP/1.1 " + answer), got
            if b"lesson" in said:
                assert b"\r\nlocation: https://cuelight.local:8443/board?lesson=1\r\n" in got
            if said.startswith(b"POST"):
                assert got.endswith(b"This port speaks HTTPS. Write https:// before the address.")
        finally:
            server.stop()


def test_a_handshake_that_comes_byte_by_byte_succeeds() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as secure:
        address = secure.getsockname()
        server = Server(fixtures.RecordedTable(), "127.0.0.1", 0, certificate=Certificate(CHAIN, KEY, secure))
        server.start()
        try:
            incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
            trusted = ssl.create_default_context(cafile=CHAIN)
            tls = trusted.wrap_bio(incoming, outgoing, server_hostname="localhost")
            with socket.create_connection(address, timeout=30) as client:
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                while True:
                    with contextlib.suppress(ssl.SSLWantReadError):
                        tls.do_handshake()
                        break
                    for each in outgoing.read():
                        client.sendall(bytes([each]))
                    incoming.write(client.recv(4096))
                tls.write(b"GET /api/board HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                client.sendall(outgoing.read())
                got = b""
                while b"HTTP/1.1 200" not in got:
                    incoming.write(client.recv(4096))
                    with contextlib.suppress(ssl.SSLWantReadError):
                        got += tls.read(4096)
        finally:
            server.stop()


def test_a_key_of_another_certificate_is_refused_before_anything_is_served(tmp_path: Path) -> None:
    (tmp_path / "key.pem").write_text("no key")
    with closing(socket.create_server(("127.0.0.1", 0))) as secure:
        server = Server(fixtures.RecordedTable(), certificate=Certificate(CHAIN, tmp_path / "key.pem", secure))
        with pytest.raises(CertificateUnusable, match=r"it has no private key in PEM form"):
            server.start()


@pytest.mark.parametrize(
    ("chain", "key", "why"),
    [
        (KEY, CHAIN, "key.pem cannot be used for HTTPS: it has no certificate in PEM form"),
        (CHAIN, HERE / "none.pem", "none.pem cannot be used for HTTPS: No such file"),
        (CHAIN, CHAIN, "certificate.pem cannot be used for HTTPS: it has no private key in PEM form"),
    ],
)
def test_files_that_are_something_else_are_refused_with_what_they_lack(chain: Path, key: Path, why: str) -> None:
    with socket.socket() as none, pytest.raises(CertificateUnusable, match=why):
        Certificate(chain, key, none).context()


def test_a_certificate_that_has_expired_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as none:
        certificate = Certificate(CHAIN, KEY, none)
        ends = certificate.ends()
        assert ends is not None and run.expired(certificate) == []
        monkeypatch.setattr("time.time", lambda: ends + 1)
        assert "has expired (2126-10-29" in run.expired(certificate)[0]


def test_a_key_with_a_passphrase_is_refused_with_what_to_do() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as secure:
        server = Server(fixtures.RecordedTable(), certificate=Certificate(CHAIN, HERE / "locked.pem", secure))
        with pytest.raises(CertificateUnusable, match=r"has a passphrase. Write it without one: openssl pkey"):
            server.start()


def test_a_renewed_certificate_is_served_without_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As certbot renews it; while only one of the files is there, or they do not fit, the earlier one is served."""
    monkeypatch.setattr(server_module, "RENEWAL_SECONDS", 0.01)
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    chain.write_bytes(CHAIN.read_bytes())
    key.write_bytes(KEY.read_bytes())

    def served() -> str:
        return ssl.get_server_certificate(address, timeout=30).strip()

    with closing(socket.create_server(("127.0.0.1", 0))) as secure:
        address = secure.getsockname()
        server = Server(fixtures.RecordedTable(), "127.0.0.1", 0, certificate=Certificate(chain, key, secure))
        server.start()
        try:
            key.write_text("no key")
            assert served() == CHAIN.read_text().strip()
            chain.write_bytes((HERE / "renewed.pem").read_bytes())
            key.write_bytes(KEY.read_bytes())
            until(lambda: served() == (HERE / "renewed.pem").read_text().strip())
        finally:
            server.stop()


def test_a_certificate_says_the_names_for_which_it_was_issued() -> None:
    with socket.socket() as none:
        assert Certificate(CHAIN, KEY, none).names() == ("localhost",)


def test_a_port_for_https_that_is_taken_is_named_with_its_own_option(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        taken = other.getsockname()[1]
        for port, words in ((0, f"or use --https-port {taken + 1}."), (taken, "Choose two ports.")):
            ways = ["--host", "127.0.0.1", "--port", str(port), "--https", str(CHAIN), str(KEY)]
            journal = ["--journal", str(tmp_path / "table.db")]
            assert main(["run", *ways, "--https-port", str(taken), *journal]) == 2
            assert words in capsys.readouterr().err


def test_a_table_whose_journal_is_none_lets_the_port_for_https_go(tmp_path: Path) -> None:
    journal = tmp_path / "table.db"
    journal.write_bytes(b"no journal" * 500)
    ways = ["--host", "127.0.0.1", "--port", "0", "--https", str(CHAIN), str(KEY), "--https-port", "0"]
    assert main(["run", *ways, "--journal", str(journal)]) == 2
    gc.collect()  # an open socket would be an error
