"""`network.toml`: further names of a table, and sites that may show its board."""

from pathlib import Path

import pytest

from companion.core.errors import InputError
from cuelight.app.access.network import network_of, read_network
from cuelight.commands.run import not_read
from web.security.headers import Names


def test_a_table_without_the_file_has_no_further_names(tmp_path: Path) -> None:
    assert read_network(tmp_path / "table.db") == Names()


def test_names_and_sites_are_read_also_after_a_byte_order_mark(tmp_path: Path) -> None:
    text = (
        '\ufeffnames = ["cuelight.example.org", "*.games.example"]\r\nframes = ["http://homeassistant.local:8123"]\r\n'
    )
    (tmp_path / "network.toml").write_text(text, encoding="utf-8")
    found = read_network(tmp_path / "table.db")
    assert found == Names(("cuelight.example.org", "*.games.example"), ("http://homeassistant.local:8123",))


def test_a_file_in_utf_16_and_addresses_as_browsers_show_them_are_read(tmp_path: Path) -> None:
    text = 'names = ["table.example.org.", "pi"]\r\nframes = ["http://homeassistant.local:8123/"]\r\n'
    for encoding in ("utf-16", "utf-16-be"):
        mark = "\ufeff" if encoding == "utf-16-be" else ""
        (tmp_path / "network.toml").write_text(mark + text, encoding=encoding)
        found = read_network(tmp_path / "table.db")
        assert found == Names(("table.example.org", "pi"), ("http://homeassistant.local:8123",))


def test_a_table_starts_with_an_unusable_file_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "network.toml").write_text("names = [", encoding="utf-8")
    found, (message,) = network_of(tmp_path / "table.db")
    assert found == Names()
    assert message.startswith("Further names and sites of this table are ignored: ") and "network.toml:1: " in message


def test_a_file_that_is_not_utf_8_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "network.toml").write_bytes(b'names = [\n"k\xfcche.example.org"]')
    with pytest.raises(InputError, match=r"network\.toml:2: .*save it as UTF-8"):
        read_network(tmp_path / "table.db")


@pytest.mark.parametrize(
    "text",
    [
        'hosts = ["a.example"]',
        'names = "a.example"',
        'names = ["*"]',
        'names = ["https://a.example"]',
        'frames = ["a.example"]',
        'frames = ["https://a.example; script-src *"]',
        "names = [",
    ],
)
def test_a_mistake_is_refused_with_the_file(tmp_path: Path, text: str) -> None:
    (tmp_path / "network.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"network\.toml"):
        read_network(tmp_path / "table.db")


def test_a_file_to_whose_name_windows_has_added_txt_is_reported(tmp_path: Path) -> None:
    journal = tmp_path / "table.db"
    assert not_read(journal) == []
    for name in ("shop.toml", "shop.toml.txt", "network.toml.txt"):
        (tmp_path / name).write_text("", encoding="utf-8")
    (message,) = not_read(journal)
    assert "network.toml.txt is not read" in message and "Rename it to network.toml" in message
