"""Which format some bytes are, and what is said where they are none."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from storage.exchange import files, reading
from storage.exchange.bgstats import export_bgsplay
from storage.exchange.csv_file import export_csv
from storage.exchange.tessera_jsonl import export_jsonl
from tests.storage.exchange.samples import exported, jsonl, line, number, plain, problems_of, read, take_in
from tests.storage.exchange.test_bgg import element, listed, player
from tests.storage.sample_documents import table_document
from tests.storage.stores import opened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from storage.repositories.tables import Store


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "there is nothing in it"),
        (b"\xef\xbb\xbf \r\n", "there is nothing in it"),
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
    ((_, message),) = problems_of(incoming)
    assert message.startswith(says)


def test_a_file_that_is_too_large_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_FILE_BYTES", 2 << 20)
    assert problems_of(read(b"x" * (2 << 20) + b"x")) == [("", "too large: at most 2 MiB are read")]


def test_an_empty_file_of_bg_stats_has_no_plays() -> None:
    incoming = read(b'{"plays": []}')
    assert (incoming.format, incoming.records, incoming.problems) == ("bgstats", (), ())


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store of 401 plays."""
    with opened(tmp_path_factory.mktemp("season") / "t.db") as store:
        take_in(store, jsonl(*(line(plain({"Anna": index, "Börje": 7}), number(index)) for index in range(1, 402))))
        yield store


@pytest.fixture(params=[export_jsonl, export_csv, export_bgsplay, None], ids=["tessera", "csv", "bgstats", "bgg"])
def many(request: pytest.FixtureRequest, season: Store) -> bytes:
    """A file of 401 plays in each format; that of BoardGameGeek is nothing that we write."""
    if request.param is None:
        return listed(*(element(player("Anna", "55", "1"), id=str(index)) for index in range(1, 402)))
    return exported(request.param, season)


def test_more_plays_than_a_file_may_have_are_told_once(many: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_PLAYS", 300)
    incoming = read(many)
    assert len(incoming.records) == 300
    ((where, message),) = problems_of(incoming)
    assert where.startswith(("line ", "play "))
    assert message == "more than 300 entries: split the file"


def test_how_far_a_file_is_read_is_told_to_the_end(many: bytes) -> None:
    steps: list[tuple[int, int]] = []
    assert len(reading.read(many, "file", lambda done, of: steps.append((done, of))).records) == 401
    total = steps[-1][0]
    assert len(steps) == 3
    assert steps == sorted(steps)
    assert {of for _, of in steps} == {total}
