"""Whatever a file holds, an answer comes back: plays that can be kept, and problems, each a sentence with its place."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storage.documents import codec
from storage.exchange.bgstats import export_bgsplay
from storage.exchange.csv_file import export_csv
from storage.exchange.importing import carry_out
from storage.exchange.past_imports import undo_import
from storage.exchange.planning import plan
from storage.exchange.record import Incoming
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories.play_content import MAX_SOURCE_LENGTH, MAX_TOTAL
from storage.repositories.plays import play
from tests.storage.exchange.bgstats_samples import file_of, group, play_of, row, theirs
from tests.storage.exchange.samples import exported, keep, number, plain, read, scored
from tests.storage.exchange.test_bgg import element, listed
from tests.storage.exchange.test_bgg import player as listed_player
from tests.storage.stores import opened
from tests.strategies import examples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from storage.exchange.record import PlayRecord
    from storage.repositories.play_content import Play
    from storage.repositories.tables import Store

FORMATS = ("tessera", "csv", "bgstats", "bgg")

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1.5,
    1e308,
    10**60,
    "9" * 10,
    "",
    "x" * 500,
    "\0",
    "\ud800",
    [],
    [None],
    {},
    {"a": []},
)

damages = settings(examples(20), suppress_health_check=[HealthCheck.function_scoped_fixture])

_kept: set[bytes] = set()
"""What came out of the files that were taken in and back, pickled: whatever comes out again is kept as well."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A good file of each format, with a scored play and a plain result."""
    with opened(tmp_path_factory.mktemp("fuzz") / "t.db") as store:
        keep(store, scored(note="Rain"), number(1))
        keep(store, plain({"Anna": 5, "Börje": None}, days=1), number(2))
        store.keep("little-town", "tiles", "barn", 1)
        exports = {"tessera": export_jsonl, "csv": export_csv, "bgstats": export_bgsplay}
        made = {form: exported(export, store) for form, export in exports.items()}
    players = listed_player("Anna", "55", "1") + listed_player("Börje", "48")
    return made | {"bgg": listed(element(players), element(players, id="12"))}


def answered(data: bytes) -> Incoming:
    """Return what a file gives: sentences on one line, and only what can be kept."""
    incoming = read(data)
    for problem in incoming.problems:
        message = str(problem.message)
        assert message.strip()
        assert "\n" not in message
        assert "Traceback" not in message
    for record in incoming.records:
        content = record.play
        names = [player.name for player in content.players]
        assert names
        assert "\0" not in "".join(
            (content.title, content.place, content.note, *names)
        )  # PostgreSQL refuses this and what is larger
        assert all(abs(player.total or 0) <= MAX_TOTAL for player in content.players)
        assert len(record.source) <= MAX_SOURCE_LENGTH
        assert record.at or incoming.format == "tessera"
        json.dumps(record.play.sheet).encode()
        assert all(str(warning).strip() for warning in record.warnings)
    return incoming


def kept(store: Store, incoming: Incoming) -> None:
    """Take in what a damaged file gives, and take it back: nothing is left of it."""
    content = pickle.dumps(replace(incoming, problems=(), remarks=()))
    if content in _kept:
        return
    done = carry_out(store, plan(store, incoming), "a damaged file")
    entries = plan(store, incoming).entries
    assert [entry.kind for entry in entries] == ["same"] * len(entries)
    if done.id is not None:
        assert undo_import(store, done.id).removed == done.added
    assert all(play(store, record.id) is None for record in incoming.records if record.id is not None)
    _kept.add(content)


@pytest.mark.parametrize("form", FORMATS)
def test_the_good_files_are_good(form: str, files: dict[str, bytes], store: Store) -> None:
    incoming = answered(files[form])
    assert incoming.format == form
    assert incoming.problems == ()
    assert len(incoming.records) == 2
    kept(store, incoming)


@pytest.mark.parametrize("form", FORMATS)
@damages
@given(data=st.data())
def test_a_truncated_file_gives_what_is_whole(
    form: str, files: dict[str, bytes], store: Store, data: st.DataObject
) -> None:
    whole = files[form]
    cut = data.draw(st.integers(0, len(whole) - 3))
    incoming = answered(whole[:cut])
    assert incoming.problems or incoming.records or incoming.people
    kept(store, incoming)


@pytest.mark.parametrize("form", FORMATS)
@damages
@given(data=st.data())
def test_a_file_with_flipped_bytes_gives_an_answer(
    form: str, files: dict[str, bytes], store: Store, data: st.DataObject
) -> None:
    damaged = bytearray(files[form])
    flips = st.tuples(st.integers(0, len(damaged) - 1), st.integers(1, 255))
    for place, flip in data.draw(st.lists(flips, min_size=1, max_size=4)):
        damaged[place] ^= flip
    kept(store, answered(bytes(damaged)))


@pytest.mark.parametrize(
    "start", [b"", b"{", b'{"tessera":', b'{"plays":', b"<plays>", b"play,source,day,begun,finished"]
)
@damages
@given(rest=st.binary(max_size=300))
def test_any_bytes_give_an_answer(start: bytes, rest: bytes) -> None:
    incoming = answered(start + rest)
    assert incoming.records == ()


def spots(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in entries:
        yield (*path, key)
        yield from spots(item, (*path, key))


def spoiled(document: Any, path: tuple[str | int, ...], value: Any) -> Any:
    changed = copy.deepcopy(document)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


def test_any_wrong_type_in_a_file_of_bg_stats_gives_an_answer(store: Store) -> None:
    """Each value in each place, one file after the other; the plays that come out of all of them are kept at once."""
    plays: dict[str, PlayRecord] = {}
    for index, (path, value) in enumerate(product(list(spots(theirs())), ODD)):
        document = theirs()
        document["plays"][0]["uuid"] = f"{index:032x}"
        incoming = answered(json.dumps(spoiled(document, path, value)).encode())
        plays |= {repr((record.play, len(record.source))): record for record in incoming.records}
    assert plays
    kept(store, Incoming(format="bgstats", records=tuple(plays.values())))


def test_any_wrong_type_in_a_score_sheet_of_bg_stats_gives_an_answer(store: Store) -> None:
    castle = row("10", None, template="castle", type="checkbox", value=10, **{"label-de": "Burg"})
    coins = row("2", "1", template="coins", negative=True)
    sheet = {"groups": [group(row("4+3", "5"), castle, label="Huts"), group(coins, template="2")]}
    plays = []
    for index, (path, value) in enumerate(product([(), *spots(sheet)], ODD)):
        text = json.dumps(spoiled({"sheet": sheet}, ("sheet", *path), value)["sheet"])
        plays.append(play_of("15", "4", sheet=text, uuid=f"{index:032x}"))
    incoming = answered(file_of(*plays))
    assert len(incoming.records) == len(plays)
    records = {repr((record.play.document, record.play.sheet)): record for record in incoming.records}
    assert all(record.play.document is None or table_is_recorded(record.play) for record in records.values())
    kept(store, Incoming(format="bgstats", records=tuple(records.values())))


def table_is_recorded(content: Play) -> bool:
    """Whether the document of a play can be read, and its lines are those of the table and make the totals."""
    table = codec.read_table(content.document)
    columns = table.game.score(table.table).columns
    points = [sum(line["points"] for line in column["lines"]) for column in content.sheet["columns"]]
    return [column.total for column in columns] == points == [player.total for player in content.players]


@damages
@given(data=st.data())
def test_wrong_types_in_a_line_of_ours_are_named_with_line_and_field(
    files: dict[str, bytes], store: Store, data: st.DataObject
) -> None:
    lines = files["tessera"].splitlines()
    document = json.loads(data.draw(st.sampled_from([line for line in lines if b'"copy"' not in line[:30]])))
    path = data.draw(st.sampled_from(list(spots(document))))
    value = data.draw(st.sampled_from(ODD))
    copy = lines[-1]
    incoming = answered(b"\n".join([json.dumps(spoiled(document, path, value)).encode(), copy]))
    assert all(problem.path.startswith("line 1") for problem in incoming.problems)
    assert len(incoming.records) + len(incoming.people) == (not incoming.problems)
    kept(store, incoming)


@pytest.mark.parametrize("deep", [b'{"tessera":' + b"[" * 100_000, b"[" * 100_000, b'{"plays":' + b'[{"a":' * 50_000])
def test_what_is_nested_without_end_is_refused(deep: bytes) -> None:
    assert len(answered(deep).problems) == 1
