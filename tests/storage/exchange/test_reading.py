"""Which format some bytes are, and what is said where they are none."""

from __future__ import annotations

import json

import pytest

from storage.exchange import reading
from tests.storage.exchange.samples import read, told
from tests.storage.sample_documents import table_document


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", '"plays.txt" is empty'),
        (b"\xef\xbb\xbf \r\n", '"plays.txt" is empty'),
        (b"PK\x03\x04", '"plays.txt" cannot be read here: '),
        (b"name,points\r\nAnna,3\r\n", '"plays.txt" cannot be read here: '),
        (b'{"a": 1}', '"plays.txt" cannot be read here: '),
        (b'{"plays": [', "not JSON: line 1, column 12: "),
        (json.dumps(table_document()).encode(), '"plays.txt" is a table document, not a play: '),
    ],
)
def test_what_is_no_file_of_plays_is_told_in_a_sentence(data: bytes, says: str) -> None:
    incoming = read(data, "plays.txt")
    assert incoming.records == ()
    ((_, message),) = told(incoming)
    assert message.startswith(says)


def test_a_file_that_is_too_large_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_FILE_BYTES", 2 << 20)
    assert told(read(b"x" * (2 << 20) + b"x")) == [("", '"file" is too large: such a file has at most 2 MiB')]


def test_an_empty_file_of_bg_stats_has_no_plays() -> None:
    incoming = read(b'{"plays": []}')
    assert (incoming.format, incoming.records, incoming.problems) == ("bgstats", (), ())
