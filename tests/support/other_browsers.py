"""Firefox and WebKit as Debian has them, driven by the protocols that they bring: no driver has to be downloaded.

Firefox speaks Marionette, length-prefixed JSON over TCP (firefox-source-docs, Testing and Marionette, Protocol).
WebKitGTK has a program that speaks WebDriver (w3.org/TR/webdriver2).
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.request import Request, urlopen

from tests.support.waiting import until

MINI_BROWSERS = "webkit2gtk-4.*/MiniBrowser"
SECONDS = 60.0  # for the start of a browser, and for each of its answers


class OtherBrowser(Protocol):
    """A browser with one window."""

    def go(self, address: str) -> None:
        """Open a page, and wait until it is loaded."""

    def run(self, script: str) -> Any:
        """Run a script that returns a value, in the page."""


class Firefox:
    """A session of Marionette."""

    def __init__(self, port: int) -> None:
        self._number = 0
        until(lambda: _answers(port), SECONDS)
        self._line = socket.create_connection(("127.0.0.1", port), SECONDS)
        self._received = b""
        self._receive()  # who it is
        self._send("WebDriver:NewSession", {})

    def go(self, address: str) -> None:
        self._send("WebDriver:Navigate", {"url": address})

    def run(self, script: str) -> Any:
        return self._send("WebDriver:ExecuteScript", {"script": script, "args": []})["value"]

    def close(self) -> None:
        """Close the connection; the browser keeps running."""
        self._line.close()

    def _send(self, command: str, values: dict[str, Any]) -> Any:
        self._number += 1
        text = json.dumps([0, self._number, command, values]).encode()
        self._line.sendall(b"%d:%b" % (len(text), text))
        _kind, _number, error, result = self._receive()
        assert error is None, error
        return result

    def _receive(self) -> Any:
        while b":" not in self._received:
            self._receive_more()
        length, _, rest = self._received.partition(b":")
        self._received = rest
        while len(self._received) < int(length):
            self._receive_more()
        answer, self._received = self._received[: int(length)], self._received[int(length) :]
        return json.loads(answer)

    def _receive_more(self) -> None:
        data = self._line.recv(1 << 16)
        assert data, "Firefox closed the connection"
        self._received += data


class WebKit:
    """A session of WebDriver."""

    def __init__(self, port: int, binary: Path) -> None:
        until(lambda: _answers(port), SECONDS)
        options = {"binary": str(binary), "args": ["--automation"]}
        capabilities = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._address = f"http://127.0.0.1:{port}/session"
        self._address += "/" + self._send("", capabilities)["sessionId"]

    def go(self, address: str) -> None:
        self._send("/url", {"url": address})

    def run(self, script: str) -> Any:
        return self._send("/execute/sync", {"script": script, "args": []})

    def _send(self, path: str, values: dict[str, Any]) -> Any:
        request = Request(self._address + path, json.dumps(values).encode(), {"Content-Type": "application/json"})
        with urlopen(request, timeout=SECONDS) as answer:
            return json.load(answer)["value"]


def _answers(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


def _free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


@contextmanager
def firefox(folder: Path) -> Iterator[OtherBrowser]:
    """Yield a running Firefox with a new profile in this folder."""
    port = _free_port()
    (folder / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
    with _running(["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(folder)]):
        browser = Firefox(port)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def webkit(folder: Path) -> Iterator[OtherBrowser]:
    """Yield a running WebKitGTK on a screen of its own, with its files in this folder."""
    found = sorted(Path("/usr/lib").glob(f"*/{MINI_BROWSERS}"))
    assert found, "MiniBrowser is missing: it comes with webkit2gtk-driver"
    port = _free_port()
    command = ["xvfb-run", "--auto-servernum", "WebKitWebDriver", f"--port={port}"]
    with _running(command, HOME=str(folder), WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1"):  # root has no sandbox
        yield WebKit(port, found[-1])


@contextmanager
def _running(command: list[str], **environment: str) -> Iterator[None]:
    path = shutil.which(command[0])
    assert path, f"{command[0]} is missing: make browsers installs it"
    variables = [f"{name}={value}" for name, value in environment.items()]
    with subprocess.Popen(
        ["env", *variables, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        try:
            yield
        finally:
            subprocess.run(["pkill", "-TERM", "-s", str(process.pid)], check=False)
            process.wait(SECONDS)
