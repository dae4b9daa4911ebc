"""The screen of files and backups, with a browser that hands over and takes what a test says."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

import flet as ft
import pytest

from companion.services.browser_page import BrowserPage
from companion.services.history import NO_PLAYS
from companion.services.import_export import export_file
from companion.system.limits import MAX_UPLOAD_BYTES
from companion.ui.components.fields import CHOOSING, NOT_ARRIVED
from companion.ui.core.error_boundary import component
from companion.ui.screens.exchange import Exchange
from companion.ui.screens.history.picture_and_text import BG_STATS, sharing
from storage.exchange.past_imports import imports
from storage.exchange.tessera_jsonl import export_play
from storage.repositories import history, plays
from storage.repositories.games import KnownGame
from storage.repositories.history import Filter
from tests.companion.headless import Headless, Screen, opened
from tests.companion.phones import of_host
from tests.companion.played import put_play, put_result

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from storage.repositories.play_content import StoredPlay


DAY = date(2026, 3, 7)


class Files:
    """The files of a device: what is chosen next, and what was saved."""

    def __init__(self) -> None:
        self.chosen: list[ft.FilePickerFile] = []
        self.saved: dict[str, bytes] = {}

    def choose(self, name: str, content: bytes | None, size: int | None = None) -> None:
        self.chosen = [ft.FilePickerFile(id=0, name=name, size=size or len(content or b""), bytes=content)]


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Files:
    device = Files()

    async def pick(_: ft.FilePicker, **options: Any) -> list[ft.FilePickerFile]:
        assert options == {"with_data": True}
        return device.chosen

    async def save(_: ft.FilePicker, *, file_name: str, src_bytes: bytes) -> None:
        device.saved[file_name] = src_bytes

    monkeypatch.setattr(ft.FilePicker, "pick_files", pick)
    monkeypatch.setattr(ft.FilePicker, "save_file", save)
    return device


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Headless]:
    with opened(tmp_path / "here") as running:
        yield running


NAMELESS = (
    b'<plays username="elmo"><play id="7" date="2026-03-07" quantity="1" length="0"><item name="Azul"'
    b' objectid="230802"/></play></plays>'
)
"""A play that names no player, as most at BoardGameGeek."""


@component
def Shared(play: StoredPlay) -> ft.Control:  # noqa: N802 - a component
    return ft.Column(sharing(play, KnownGame(key=play.game)))


@component
def CutOff() -> ft.Control:  # noqa: N802 - a component
    """The screen in a browser whose connection was cut while a file was chosen."""
    ft.use_state(lambda: ft.context.page.session.store.set(CHOOSING, CHOOSING))
    return Exchange()


def two_plays(app: Headless) -> None:
    app.worker.run_blocking(put_play, DAY, {"Anna": (10, 20), "Ben": (5, 6)})
    app.worker.run_blocking(put_result, DAY, {"Anna": 70, "Cathy": None})


def from_elsewhere(folder: Path) -> bytes:
    with opened(folder) as device:
        two_plays(device)
        return device.worker.run_blocking(export_file, "jsonl", Filter())


def scored(app: Headless) -> StoredPlay:
    (play,) = app.worker.run_blocking(lambda store: list(history.stream(store, Filter(game="carpe-diem"))))
    return play


def number(app: Headless) -> int:
    return app.worker.run_blocking(history.count, Filter())


def offered(app: Headless, files: Files, name: str, content: bytes) -> Screen:
    files.choose(name, content)
    screen = app.show(Exchange)
    screen.tap("Choose a file")
    return screen


@pytest.mark.parametrize(
    ("button", "ending"), [("Everything", "jsonl"), ("Spreadsheet", "csv"), ("BG Stats", "bgsplay")]
)
def test_all_plays_are_saved_in_each_format(app: Headless, files: Files, button: str, ending: str) -> None:
    two_plays(app)
    app.show(Exchange).tap(f"{button} (.{ending})")
    ((name, content),) = files.saved.items()
    assert name.endswith(f".{ending}")
    assert content == app.worker.run_blocking(export_file, ending, Filter())
    assert b"Cathy" in content


def test_where_nothing_was_played_there_is_nothing_to_save(app: Headless, files: Files) -> None:
    screen = app.show(Exchange)
    screen.tap("Everything (.jsonl)")
    assert screen.says(NO_PLAYS)
    assert files.saved == {}


@pytest.mark.parametrize(("typed", "player"), [(" Anna ", "Anna"), ("", "Somebody")])
def test_who_played_what_names_no_player_is_asked_once(app: Headless, files: Files, typed: str, player: str) -> None:
    screen = offered(app, files, "plays.xml", NAMELESS)
    assert screen.has("1 play names no player.")
    assert screen.value("Who played them?") == "elmo"
    screen.type_into("Who played them?", "A" * 41)
    screen.tap("Next")
    assert screen.says("belongs here")
    screen.type_and_tap("Who played them?", typed, "Next")
    screen.tap("Import")
    (play,) = app.worker.run_blocking(lambda store: list(history.stream(store, Filter())))
    assert [seat.name for seat in play.players] == [player]
    again = offered(app, files, "plays.xml", NAMELESS)
    if typed:
        assert again.says("Already here: 1 play.")


def test_a_file_is_looked_at_before_it_is_taken_in(app: Headless, files: Files, tmp_path: Path) -> None:
    screen = offered(app, files, "plays.jsonl", from_elsewhere(tmp_path / "there"))
    assert screen.says("To be added: 2 plays")
    assert number(app) == 0
    screen.tap("Import")
    assert screen.says("2 plays and 3 friends and places added.")
    assert number(app) == 2


def test_a_file_may_be_left(app: Headless, files: Files, tmp_path: Path) -> None:
    screen = offered(app, files, "plays.jsonl", from_elsewhere(tmp_path / "there"))
    screen.tap("Cancel")
    assert screen.has("Choose a file")
    assert number(app) == 0


def test_what_is_here_already_changes_nothing(app: Headless, files: Files) -> None:
    two_plays(app)
    screen = offered(app, files, "again.jsonl", app.worker.run_blocking(export_file, "jsonl", Filter()))
    assert screen.says("Already here: 2 plays.")
    assert not screen.can_be_tapped("Import")
    screen.tap("Close")
    assert screen.has("Choose a file")


def test_an_import_is_taken_back_after_a_question(app: Headless, files: Files, tmp_path: Path) -> None:
    screen = offered(app, files, "plays.jsonl", from_elsewhere(tmp_path / "there"))
    screen.tap("Import")
    screen.tap(next(name for name in screen.names if name.startswith("Undo: plays.jsonl")))
    assert number(app) == 2
    screen.tap_both("Undo", "Undo")
    assert screen.says("2 plays removed.")
    assert not screen.says("changed elsewhere")
    assert number(app) == 0
    assert app.worker.run_blocking(imports)[0].undone is not None
    assert not any(name.startswith("Undo: ") for name in screen.names)


def test_an_old_file_takes_no_correction_back(app: Headless, files: Files) -> None:
    two_plays(app)
    file = app.worker.run_blocking(export_file, "jsonl", Filter())
    play = scored(app)
    app.worker.run_blocking(plays.correct, play.id, replace(play, note="mine"), "the note")
    screen = offered(app, files, "old.jsonl", file)
    assert screen.says("Already here: 2 plays.")
    assert not screen.can_be_tapped("Import")
    assert screen.can_be_tapped("Close")


def test_a_file_that_is_none_of_ours_says_why(app: Headless, files: Files) -> None:
    screen = offered(app, files, "holiday.jpg", b"\xff\xd8\xff\xe0")
    assert screen.says("This cannot be imported:")
    assert screen.says("cannot be read here")
    assert not screen.can_be_tapped("Import")


def test_a_file_that_is_too_large_names_the_command(app: Headless, files: Files) -> None:
    files.choose("all.jsonl", None, MAX_UPLOAD_BYTES + 1)
    screen = app.show(Exchange)
    screen.tap("Choose a file")
    assert screen.says("`tessera import`")
    assert screen.has("Choose a file")


def test_a_file_that_never_arrived_is_told(app: Headless) -> None:
    screen = app.show(CutOff)
    assert screen.says(NOT_ARRIVED)
    assert screen.has("Choose a file")


def test_a_choice_that_is_given_up_changes_nothing(app: Headless, files: Files) -> None:
    screen = app.show(Exchange)
    screen.tap("Choose a file")
    assert files.chosen == []
    assert screen.has("Choose a file")
    assert not screen.says(NOT_ARRIVED)


@pytest.mark.parametrize(
    ("start", "way"), [("/settings", "Import, export, backups"), ("/history", "Import and export")]
)
def test_the_arrow_leads_back_to_where_one_came_from(app: Headless, start: str, way: str) -> None:
    screen = of_host(app, start)
    screen.tap(way)
    screen.follow()
    assert screen.has("Import, export, backups")
    screen.tap("Back")
    assert screen.route == start


def test_a_backup_is_made_and_put_back(app: Headless) -> None:
    two_plays(app)
    screen = app.show(Exchange, route="/exchange")
    screen.tap("Back up now")
    assert sum(name.startswith("Restore: ") for name in screen.names) == 1
    app.worker.run_blocking(put_result, DAY, {"Dora": 3})
    assert number(app) == 3
    screen.tap(next(name for name in screen.names if name.startswith("Restore: ")))
    assert number(app) == 3
    screen.tap("Restore")
    assert number(app) == 2
    assert screen.route == "/"
    assert sum(name.startswith("Restore: ") for name in app.show(Exchange).names) == 2


def saved_backup(app: Headless, files: Files) -> tuple[str, bytes]:
    """Make a backup, and save it as a file; return its name and content."""
    screen = app.show(Exchange)
    screen.tap("Back up now")
    screen.tap(next(name for name in screen.names if name.startswith("Save: ")))
    ((name, content),) = files.saved.items()
    return name, content


def test_a_backup_is_saved_as_a_file_and_put_back_on_another_device(
    app: Headless, files: Files, tmp_path: Path
) -> None:
    two_plays(app)
    files.choose(*saved_backup(app, files))
    with opened(tmp_path / "there") as there:
        there.worker.run_blocking(put_result, DAY, {"Dora": 3})
        screen = there.show(Exchange, route="/exchange")
        screen.tap("Restore a file")
        assert screen.says("2 plays, 0 tables")
        screen.tap("Restore")
        assert number(there) == 1
        screen.tap("Restore")
        assert number(there) == 2
        assert screen.route == "/"
        assert sum(name.startswith("Restore: ") for name in there.show(Exchange).names) == 1


def test_what_a_backup_brings_beside_its_rows_is_named_and_left_behind(app: Headless, files: Files) -> None:
    left = "1 part of the file is not Tessera's and does not come along: of_a_stranger."
    two_plays(app)
    name, _ = saved_backup(app, files)
    (file,) = app.tables.folder.iterdir()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TRIGGER of_a_stranger BEFORE INSERT ON plays BEGIN SELECT RAISE(ABORT, 'no'); END")
    files.choose(name, file.read_bytes())
    screen = app.show(Exchange)
    screen.tap("Restore a file")
    assert screen.says(left)
    screen.tap("Cancel")
    screen.tap(next(name for name in screen.names if name.startswith("Restore: ")))
    screen.tap("Restore")
    assert screen.says(left)
    app.worker.run_blocking(put_result, DAY, {"Dora": 3})
    assert number(app) == 3


def test_a_file_that_was_chosen_may_be_left(app: Headless, files: Files) -> None:
    two_plays(app)
    files.choose(*saved_backup(app, files))
    screen = app.show(Exchange)
    screen.tap("Restore a file")
    screen.tap("Cancel")
    assert screen.has("Restore a file")
    assert not screen.has("Restore")


@pytest.mark.parametrize(
    ("content", "size", "why"),
    [
        (b"a diary", None, "this is not a Tessera backup"),
        (b"SQLite format 3\x00 and then a diary", None, "cannot be restored"),
        (b"", MAX_UPLOAD_BYTES + 1, "tessera restore"),
        (None, 1, "tessera restore"),
    ],
    ids=["something else", "damaged", "too large", "not arrived"],
)
def test_a_file_that_cannot_be_put_back_says_why(
    app: Headless, files: Files, content: bytes | None, size: int | None, why: str
) -> None:
    files.choose("diary.txt", content, size)
    screen = app.show(Exchange)
    screen.tap("Restore a file")
    assert screen.says("diary.txt: ")
    assert screen.says(why)
    assert list(app.tables.folder.glob("*.part*")) == []


def test_where_no_server_is_between_a_file_may_have_any_size(app: Headless, files: Files) -> None:
    two_plays(app)
    name, content = saved_backup(app, files)
    files.choose(name, content, MAX_UPLOAD_BYTES + 1)
    app.browser = BrowserPage(lambda _: None)
    screen = app.show(Exchange)
    screen.tap("Restore a file")
    assert screen.says("2 plays, ")


def test_files_that_other_apps_hand_over_are_offered_one_by_one(app: Headless) -> None:
    app.browser = BrowserPage(lambda _: None)
    app.browser.hand_over("plays.xml", NAMELESS)
    app.browser.hand_over("letter.csv", b"Dear Anna,")
    screen = app.show(Exchange)
    screen.settle()
    assert screen.has("1 play names no player.")
    screen.tap("Cancel")
    assert screen.says('"letter.csv" cannot be read here: choose')
    assert number(app) == 0


def test_a_damaged_file_that_was_set_aside_is_saved_and_deleted(app: Headless, files: Files) -> None:
    file = app.tables.folder.parent / "tessera-damaged-20260307-101500-000000.sqlite3"
    for path in (file, file.with_name(f"{file.name}-journal")):
        path.write_bytes(b"damaged")
    screen = app.show(Exchange)
    screen.tap(f"Save: {file.name}")
    assert files.saved == {file.name: b"damaged"}
    screen.tap(f"Delete: {file.name}")
    assert file.exists()
    screen.tap("Delete")
    assert not screen.says("Set aside")
    assert list(file.parent.glob("*damaged*")) == []


def test_the_data_are_checked(app: Headless) -> None:
    two_plays(app)
    screen = app.show(Exchange)
    screen.tap("Check the data")
    assert screen.says("Every record is intact.")
    assert screen.says("There is no backup in")


def test_a_play_is_handed_on(app: Headless, files: Files) -> None:
    two_plays(app)
    play = scored(app)
    screen = app.show(Shared, play)
    link: Any = screen.find(BG_STATS, ft.OutlinedButton)
    assert link.action.url.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    screen.tap("Save (.json)")
    screen.tap("Save (.bgsplay)")
    assert set(files.saved) == {"2026-03-07-carpe-diem.json", "2026-03-07-carpe-diem.bgsplay"}
    assert files.saved["2026-03-07-carpe-diem.json"] == export_play(play)


def test_a_deleted_play_is_not_handed_on(app: Headless) -> None:
    two_plays(app)
    play = scored(app)
    app.worker.run_blocking(plays.remove, play.id)
    removed = app.worker.run_blocking(plays.play, play.id)
    assert removed is not None
    assert sharing(removed, KnownGame(key=removed.game)) == []
