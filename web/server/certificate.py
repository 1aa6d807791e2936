"""The certificate of the HTTPS pages."""

import contextlib
import re
import socket
import ssl
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.errors import CuelightError

_CERTIFICATE = re.compile(rb"-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----")
_KEY = re.compile(rb"-----BEGIN [A-Z ]*PRIVATE KEY-----")
_NO_CHECK_TIME = 0x200000  # X509_V_FLAG_NO_CHECK_TIME of OpenSSL: a Pi without a network starts with an old clock


class CertificateUnusable(CuelightError, OSError):
    """The certificate or its key cannot be read, or they do not belong together."""


class Certificate(NamedTuple):
    """Certificate and key for HTTPS as PEM files, and the socket that listens for it."""

    chain: Path
    key: Path
    listening: socket.socket

    def context(self) -> ssl.SSLContext:
        """Return the TLS context of the server. Raises CertificateUnusable."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        try:
            context.load_cert_chain(self.chain, self.key, self._refuse_passphrase)
        except CertificateUnusable:
            raise
        except OSError as error:  # also if the file is no certificate
            raise CertificateUnusable(self._why_not(error)) from error
        return context

    def _why_not(self, error: OSError) -> str:
        """Return why the files cannot be used, and what to do; OpenSSL names only its own functions."""
        for file, what, mark in ((self.chain, "certificate", _CERTIFICATE), (self.key, "private key", _KEY)):
            try:
                data = file.read_bytes()
            except OSError as unreadable:
                return f"{file} cannot be used for HTTPS: {unreadable.strerror}"
            if not mark.search(data):
                return (
                    f"{file} cannot be used for HTTPS: it has no {what} in PEM form, a text with a line -----BEGIN. "
                    "Name the certificate first, then its key; convert files in another form with openssl."
                )
        if isinstance(error, ssl.SSLError) and error.reason == "KEY_VALUES_MISMATCH":
            return f"{self.key} cannot be used for HTTPS: it is the key of another certificate than {self.chain}"
        if isinstance(error, ssl.SSLError) and error.reason == "EE_KEY_TOO_SMALL":
            return f"{self.chain} cannot be used for HTTPS: its key is too short for browsers. Make one of 2048 bits."
        return f"{self.chain} and {self.key} cannot be used for HTTPS: {error.strerror or 'they do not fit'}"

    def written(self) -> list[int]:
        """Return when the files were written, to notice a renewal; an empty list while one is missing."""
        with contextlib.suppress(OSError):
            return [file.stat().st_mtime_ns for file in (self.chain, self.key)]
        return []

    def renew(self, context: ssl.SSLContext) -> bool:
        """Load the files into a context that is in use; return False, and leave it as it was, if they are unusable."""
        with contextlib.suppress(CertificateUnusable, OSError):
            self.context()  # files that do not fit, as one is written after the other, would spoil the other one
            context.load_cert_chain(self.chain, self.key)
            return True
        return False

    def _refuse_passphrase(self) -> str:
        """Refuse a key with a passphrase; OpenSSL would ask for it at the terminal, and a service has none."""
        raise CertificateUnusable(
            f"{self.key} has a passphrase. Write it without one: openssl pkey -in {self.key.name} -out key.pem"
        )

    def names(self) -> tuple[str, ...]:
        """Return the names for which it was issued, such as `cuelight.example.org`; none if it cannot be read."""
        return tuple(value for kind, value in self._issued().get("subjectAltName", ()) if kind == "DNS")

    def ends(self) -> float | None:
        """Return when it expires, in seconds since 1970; None if it cannot be read."""
        ends = self._issued().get("notAfter")
        return None if ends is None else float(ssl.cert_time_to_seconds(ends))

    def _issued(self) -> dict[str, Any]:
        """Return the fields of the certificate; none if it cannot be read.

        The standard library reads a certificate only in a handshake, so it makes one with itself in memory.
        """
        with contextlib.suppress(CertificateUnusable, OSError):
            checks = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            checks.check_hostname = False
            checks.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN | _NO_CHECK_TIME
            checks.load_verify_locations(self.chain)
            to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
            client = checks.wrap_bio(to_client, to_server)
            server = self.context().wrap_bio(to_server, to_client, server_side=True)
            for side in (client, server, client):
                with contextlib.suppress(ssl.SSLWantReadError):
                    side.do_handshake()
            found: Any = client.getpeercert()
            return found or {}
        return {}
