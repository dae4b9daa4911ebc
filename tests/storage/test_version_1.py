"""What version 1 wrote, which is read for good: its database, a backup, exports, links and codes."""

from __future__ import annotations

import json
import re
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest

from scoring import GAMES
from storage.backup import backups, recovery
from storage.codes import contents, frames, links, payload
from storage.exchange.bgstats import export_bgsplay
from storage.exchange.csv_file import export_csv
from storage.exchange.past_imports import imports, undo_import
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories import access, games, people, plays
from storage.repositories.games import played_games
from storage.repositories.history import Filter, stream
from tests.storage.codes import samples
from tests.storage.exchange.samples import exported, planned, take_in
from tests.storage.stores import OLD, START, Clock, coins, lay_out, opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from storage.repositories.tables import Store

FILES: Final = OLD / "1"
"""The files and codes that version 1 wrote; its database is `1.sql`."""

TABLE: Final = "ee82ec3ffee545b28d1fe1daff666589"
CODES: Final[dict[str, Any]] = json.loads((FILES / "codes.json").read_text(encoding="utf-8"))
EXPORTS: Final = {"plays.jsonl": export_jsonl, "plays.csv": export_csv, "plays.bgsplay": export_bgsplay}
LINES: Final = (FILES / "plays.jsonl").read_bytes()


def as_then(file: bytes) -> bytes:
    """Return a file as version 1 wrote it, which knew no names of versions."""
    return re.sub(rb',"(version|follows)":"[0-9a-z -]*"', b"", file.replace(b'","format":2,', b'","format":1,'))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with opened(lay_out(tmp_path / "tessera.db")) as store:
        yield store


def test_its_tables_go_on_where_they_were(store: Store) -> None:
    running, again = store.tables()
    assert (running.id, running.game, running.revision, running.content["table"]["players"][0]["tiles"]) == (
        TABLE,
        "mayor",
        4,
        2,
    )
    assert [seat["colour"] for seat in running.content["extras"]["seats"]] == ["red", "green", "blue"]
    assert (again.game, again.revision) == ("little-town", 0)
    undo, redo = store.turnable(TABLE, "")
    assert undo is not None
    assert redo is not None
    assert [(step.number, step.label, step.changes[0].before, step.changes[0].after) for step in (undo, redo)] == [
        (2, "2 tiles", 1, 2),
        (3, "3 tiles", 2, 3),
    ]


def test_its_plays_people_and_settings_are_there(store: Store) -> None:
    history = list(stream(store, Filter()))
    assert [(play.title, play.day, play.revision, play.reopened, play.place) for play in history] == [
        ("Azul", "2024-03-04", 1, False, ""),
        ("Azul", "2024-03-01", 1, False, ""),
        ("Little Town", "2024-03-01", 1, True, ""),
        ("The Palaces of Carrara", "2024-03-01", 1, False, ""),
        ("Carpe Diem", "2024-03-01", 2, False, "Home"),
    ]
    titles = [game.title for game in played_games(store)]
    assert titles == ["Azul", "Carpe Diem", "Little Town", "The Palaces of Carrara"]
    assert [play.title for play in stream(store, Filter(removed=True))] == ["Mayor"]
    (corrected,) = plays.revisions(store, history[-1].id)
    assert (corrected.what, corrected.play.note, history[-1].note) == ("note and place", "", "at Zoë's,\nwith rain")
    friends = {
        friend.name: (friend.colour, friend.hidden, friend.plays) for friend in people.players(store, hidden=True)
    }
    assert (friends["Nick"], friends["Annie"], friends["Ann"]) == (("green", False, 4), ("", True, 1), ("", False, 2))
    assert people.player_named(store, "bert") == people.player_named(store, "Nick")
    assert [(entry.part, entry.key, entry.value) for entry in store.copies("carpe-diem")] == [
        ("frame_goal", "villa 3", {"kind": "villa", "points": 3}),
        ("villa_chart", "4", 7),
    ]
    assert store.settings() == {"theme": "dark", "seen": {"tips": [1, 2.5, None]}}


def test_its_import_is_taken_back(store: Store) -> None:
    (entry,) = imports(store)
    assert entry.id is not None
    assert (entry.what, entry.added, entry.undone) == ("plays.jsonl", 2, None)
    undo_import(store, entry.id)
    assert [game.title for game in played_games(store)] == ["Carpe Diem", "Little Town", "The Palaces of Carrara"]


def test_its_correction_is_taken_back(store: Store) -> None:
    (play,) = (play for play in stream(store, Filter()) if play.title == "Carpe Diem")
    (before,) = plays.revisions(store, play.id)
    again = plays.correct(store, play.id, before.play, "as it was")
    assert (again.note, again.place, again.document, again.extras) == ("", "", play.document, play.extras)


def test_its_devices_are_known_again(store: Store) -> None:
    seated, asking = access.guests(store, TABLE)
    assert (seated.seat, seated.wants, asking.seat, asking.wants) == (1, None, None, 1)
    device = access.device_with_token(store, "token-of-a-phone")
    assert device is not None
    assert (device.id, device.host, device.settings) == (seated.device_id, False, {"text_size": "large"})
    assert access.redeem(store, "x" * 24, "token-of-a-phone") == (TABLE, device)
    host = access.device_with_token(store, "token-of-another-phone")
    assert host is not None
    assert (host.id, host.host) == (asking.device_id, True)


@pytest.mark.parametrize("name", EXPORTS)
def test_its_exports_are_written_as_it_wrote_them(
    store: Store, name: str, zones: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Version 1 knew no number of Little Town at BoardGameGeek."""
    zones("UTC")
    without_number = {"little-town": replace(GAMES["little-town"], bgg_id=None)}
    monkeypatch.setattr(games, "GAMES", {**GAMES, **without_number})
    assert as_then(exported(EXPORTS[name], store)) == (FILES / name).read_bytes()


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("plays.jsonl", "America/Los_Angeles"),
        ("plays.csv", "America/Los_Angeles"),
        ("plays.bgsplay", "UTC"),  # its times are those of a clock
    ],
)
def test_its_exports_hold_the_plays_that_are_here(
    store: Store, name: str, zone: str, zones: Callable[[str], None]
) -> None:
    zones(zone)
    plan = planned(store, (FILES / name).read_bytes())
    assert plan.problems == ()
    assert {entry.kind for entry in plan.entries} == {"same"}
    assert len(plan.entries) == (6 if name == "plays.jsonl" else 5)  # of the plays in the bin only lines tell


def test_its_lines_bring_everything_into_an_empty_store(tmp_path: Path) -> None:
    later = Clock()
    later.now += timedelta(days=30)
    with opened(tmp_path / "empty.db", later) as store:
        done = take_in(store, LINES)
        assert (done.added, done.copies, done.people, done.settings) == (6, 4, 11, 1)
        assert as_then(exported(export_jsonl, store)) == LINES
        friends = {player.name: (player.hidden, player.plays) for player in people.players(store, hidden=True)}
        assert (friends["Nick"], friends["Annie"]) == ((False, 4), (True, 1))
        assert people.player_named(store, "bert") == people.player_named(store, "Nick")
        assert [play.title for play in stream(store, Filter(removed=True))] == ["Mayor"]
        (play,) = (play for play in stream(store, Filter()) if play.title == "Carpe Diem")
        (corrected,) = plays.revisions(store, play.id)
        assert (corrected.what, corrected.play.note) == ("note and place", "")


def test_its_backup_is_put_back(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    made = lay_out(folder / "tessera-20240301-200000-000000.sqlite3")
    (chosen,) = backups.backups(folder)
    assert backups.restore_problems(chosen) == ()
    with opened(tmp_path / "tessera.db") as store:
        store.begin("mayor", coins(1))
        backups.restore(store, chosen, folder, START)
        assert len(store.tables()) == 2
        assert as_then(exported(export_jsonl, store)) == LINES
    assert made.exists()


def test_its_backup_takes_the_place_of_a_damaged_file(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    lay_out(folder / "tessera-20240301-200000-000000.sqlite3")
    file = tmp_path / "tessera.db"
    file.write_bytes(b"nothing that a database would hold")
    store, recovered = recovery.open_store(f"sqlite:///{file}", Clock(), folder)
    with closing(store):
        assert recovered is not None
        assert recovery.pending_notice(store.settings()) == recovered
        assert as_then(exported(export_jsonl, store)) == LINES


def test_what_it_noted_of_a_recovery_is_read(store: Store) -> None:
    noted = {"aside": "/a/b", "at": "2024-03-01T20:00:00+00:00", "plays": 3, "told": 4, "missing": ["Azul, 2024-03-01"]}
    store.set(recovery.RECOVERED_SETTING, noted)
    notice = recovery.pending_notice(store.settings())
    assert notice is not None
    assert (notice.aside, notice.plays, notice.recorded, notice.missing) == ("/a/b", 3, 4, ("Azul, 2024-03-01",))
    assert notice.at - START == timedelta(minutes=29, seconds=59, microseconds=999750)


@pytest.mark.parametrize("name", CODES["links"])
@pytest.mark.parametrize(("kind", "made"), [("result", samples.result), ("table", samples.table)])
def test_its_links_hold_what_it_sent(name: str, kind: str, made: Callable[[str], contents.Contents]) -> None:
    read = payload.decode(links.parse_link(CODES["links"][name][kind]).data)
    assert contents.document(read) == contents.document(made(name))


def test_its_link_of_a_copy_holds_what_it_sent() -> None:
    read = payload.decode(links.parse_link(CODES["copy"]).data)
    assert contents.document(read) == contents.document(samples.copy())


def test_its_series_of_codes_is_collected() -> None:
    ((name, series),) = CODES["series"].items()
    collected: tuple[frames.CollectedFrames, ...] = ()
    for link in reversed(series):
        frame = frames.read(link)
        assert isinstance(frame, frames.Frame)
        collected = frames.collect(frame, collected)
    (whole,) = collected
    assert contents.document(payload.decode(whole.payload())) == contents.document(samples.table(name))
