"""A shared folder on disks that are full, with devices that are killed, and as screens show it."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import shutil
import signal
import time
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.services import shared_folder
from companion.services.import_export import read_file
from companion.services.shared_folder import FOLDER_SETTING, SharedFolder, Sharing
from companion.ui.screens.exchange import Exchange
from companion.ui.screens.history.play_list import History
from companion.ui.screens.people import People
from companion.ui.screens.statistics.screen import Statistics
from storage.database import sqlite_files
from storage.database.errors import StoreError
from storage.repositories import game_merges, people, plays
from storage.repositories.history import Filter, count
from storage.repositories.tables import Store
from tests.companion.headless import Headless
from tests.companion.headless import opened as app_of
from tests.companion.phones import of_host
from tests.companion.services.test_agreement import file_of, noted, state
from tests.storage.disks import filled_up, small_disk
from tests.storage.exchange.samples import keep, number, plain, take_in
from tests.storage.stores import Clock, opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

KILLS: Final = int(os.environ.get("TESSERA_KILLS", "4"))
"""How often a device is killed while it takes in, and while it writes; each week more often."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "shared"
    place.mkdir()
    return place


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk") as place:
        yield place


def many(store: Store, first: int, number_of: int, note: str = "") -> None:
    for index in range(first, first + number_of):
        keep(store, plain({"Anna": index, "Ben": 5}, note=note), number(index))


def test_a_full_disk_in_the_midst_of_writing_is_named_and_nothing_is_half(disk: Path, tmp_path: Path) -> None:
    with opened(tmp_path / "a.db", Clock()) as a, opened(tmp_path / "b.db", Clock()) as b:
        many(a, 0, 3)
        mine = SharedFolder(disk)
        mine.agree(a)
        (file,) = disk.iterdir()
        before = file.read_bytes()
        many(a, 3, 3, note="long " * 10_000)
        filler = filled_up(disk, left=40_000)
        with pytest.raises(StoreError) as caught:
            mine.agree(a)
        assert str(caught.value) == f'"{disk}" cannot be used: the disk is full'
        assert {path.name: path.read_bytes() for path in disk.iterdir() if path != filler} == {file.name: before}
        filler.unlink()
        mine.agree(a)
        assert len(SharedFolder(disk).agree(b)) == 1
        assert count(b, Filter()) == 6


def test_a_full_disk_while_taking_in_loses_nothing_and_is_tried_again(disk: Path, folder: Path, tmp_path: Path) -> None:
    with opened(tmp_path / "a.db", Clock()) as a, opened(disk / "b.db", Clock()) as b:
        many(a, 0, 8, note="long " * 10_000)
        SharedFolder(folder).agree(a)
        many(b, 20, 1)
        filler, mine = filled_up(disk, left=60_000), SharedFolder(folder)
        with pytest.raises(StoreError) as caught:
            mine.agree(b)
        assert "there is no room left" in str(caught.value) or "disk is full" in str(caught.value)
        assert count(b, Filter()) == 1
        filler.unlink()
        assert [read.summary for read in mine.agree(b)] == ["8 plays added."]
        assert count(b, Filter()) == 9
        assert sqlite_files.integrity_problems(disk / "b.db") == ()


def test_a_file_that_cannot_be_read_holds_up_none_of_the_others(folder: Path, tmp_path: Path) -> None:
    with opened(tmp_path / "a.db", Clock()) as a, opened(tmp_path / "b.db", Clock()) as b:
        many(a, 0, 1)
        SharedFolder(folder).agree(a)
        (folder / "tessera-0.jsonl").mkdir()
        mine = SharedFolder(folder)
        with pytest.raises(StoreError, match=r'tessera-0.jsonl" cannot be used: it is a folder; name a file'):
            mine.agree(b)
        assert count(b, Filter()) == 1
        assert len([*folder.glob("*.jsonl")]) == 3
        (folder / "tessera-0.jsonl").rmdir()
        assert mine.agree(b) == ()


def test_what_is_written_of_friends_games_and_copies_is_there_at_once(folder: Path, tmp_path: Path) -> None:
    """Whatever the clock says, and though no play has another version."""
    clock = Clock()
    with opened(tmp_path / "a.db", clock) as a:
        many(a, 0, 1)
        keep(a, plain({"Anna": 3}, game="score-pad:one", title="Pad"), number(1))
        mine, (anna, ben) = SharedFolder(folder), sorted(people.players(a), key=lambda friend: friend.name)
        mine.agree(a)
        (file,) = folder.iterdir()
        acts: tuple[Callable[[], object], ...] = (
            lambda: people.hide_player(a, anna.id),
            lambda: people.hide_player(a, ben.id),
            lambda: game_merges.merge_games(a, "bgg-230802", "score-pad:one"),
            lambda: game_merges.unmerge_games(a, "bgg-230802"),
            lambda: a.keep("mayor", "tiles", "1", 1),
            lambda: a.keep("mayor", "tiles", "1", 2),
        )
        for act in acts:
            before = file.read_bytes()
            clock.now -= timedelta(days=1)
            act()
            mine.agree(a)
            assert file.read_bytes() != before


def forked(act: Callable[[], object]) -> int:
    """Do something in a process of its own, which ends with it; return its number."""
    child = os.fork()
    if not child:
        try:
            act()
        except BaseException:  # noqa: BLE001 - a process that failed says so by how it ends
            os._exit(1)
        os._exit(0)
    return child


def ended_well(child: int) -> bool:
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 0


def killed_after(child: int, seconds: float) -> None:
    time.sleep(seconds)
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def whole(folder: Path) -> dict[str, int]:
    """The files of a folder with the number of their plays; none of them is half."""
    files = {}
    for path in folder.glob("*.jsonl"):
        content = path.read_bytes()
        incoming = read_file(content, path.name)
        assert incoming.problems == () or not content, "who has nothing writes nothing"
        files[path.name] = len(incoming.records)
    return files


def test_who_is_killed_while_taking_in_has_a_file_whole_or_not_at_all(folder: Path, tmp_path: Path) -> None:
    path, chance, there = tmp_path / "a.db", random.Random("taking in"), 0
    with opened(tmp_path / "b.db", Clock()) as b, opened(path, Clock()) as a:
        SharedFolder(folder).agree(a)
        shared = SharedFolder(folder)
        shared.agree(b)
    for _ in range(KILLS):
        with opened(tmp_path / "b.db", Clock()) as b:
            many(b, count(b, Filter()), 20)
            shared.agree(b)
            plays_there = count(b, Filter())

        def take() -> None:
            with opened(path, Clock()) as a:
                SharedFolder(folder).agree(a)

        killed_after(forked(take), chance.uniform(0, 0.6))
        assert sqlite_files.integrity_problems(path) == ()
        with opened(path, Clock()) as a:
            assert count(a, Filter()) in {there, plays_there}
            there = count(a, Filter())
        assert set(whole(folder).values()) <= {0, *range(20, plays_there + 1, 20)}
    with opened(path, Clock()) as a, opened(tmp_path / "b.db", Clock()) as b:
        for store in (a, b, a):
            SharedFolder(folder).agree(store)
        assert state(a) == state(b)
        assert len(state(a)) == plays_there


def test_who_is_killed_while_writing_leaves_the_file_that_was_there_or_the_next_one(
    folder: Path, tmp_path: Path
) -> None:
    path, chance, said = tmp_path / "a.db", random.Random("writing"), tmp_path / "said"
    with opened(path, Clock()) as a:
        many(a, 0, 60, note="long " * 200)
        SharedFolder(folder).agree(a)
    (file,) = whole(folder)

    def write() -> None:
        with opened(path, Clock()) as a:
            mine = SharedFolder(folder)
            for turn in itertools.count():
                noted(a, str(turn), number(turn % 60))
                mine.agree(a)
                with said.open("a") as out:
                    print(turn, file=out)

    for _ in range(KILLS):
        said.write_text("")
        killed_after(forked(write), chance.uniform(0.1, 0.6))
        acknowledged = said.read_text().split()
        assert whole(folder) == {file: 60}
        noted_there = {record.id: record.play.note for record in read_file((folder / file).read_bytes(), file).records}
        for turn in acknowledged:
            assert noted_there[number(int(turn) % 60)] == turn
    for part in folder.glob(".*.part"):
        os.utime(part, (0, 0))
    (gone := folder / f".{file}.gone.part").symlink_to("nothing")  # its device has finished it meanwhile
    with opened(path, Clock()) as a, opened(tmp_path / "b.db", Clock()) as b:
        noted(a, "the last", number(0))
        SharedFolder(folder).agree(a)
        SharedFolder(folder).agree(b)
        assert state(a) == state(b)
    assert [*folder.glob(".*")] == [gone], "what was left half is gone"


def test_two_devices_that_write_one_file_at_once_lose_nothing(folder: Path, tmp_path: Path) -> None:
    """As where a backup of one was restored on the other: both have one number."""
    for name in "ab":
        with opened(tmp_path / f"{name}.db", Clock()) as store:
            store.set("device", "same")

    def play(name: str, first: int) -> None:
        with opened(tmp_path / f"{name}.db", Clock()) as store:
            mine = SharedFolder(folder)
            for index in range(first, first + 8):
                many(store, index, 1)
                mine.agree(store)

    children = [forked(lambda: play("a", 0)), forked(lambda: play("b", 100))]
    watched: set[int] = set()
    for _ in range(20):
        watched |= set(whole(folder).values())
        time.sleep(0.02)
    assert [ended_well(child) for child in children] == [True, True]
    with opened(tmp_path / "a.db", Clock()) as a, opened(tmp_path / "b.db", Clock()) as b:
        for store in (a, b, a):
            SharedFolder(folder).agree(store)
        assert state(a) == state(b)
        assert len(state(a)) == 16
    assert watched <= set(range(17))
    assert len(whole(folder)) == 1


def test_a_file_that_is_cut_at_any_byte_brings_what_is_whole(tmp_path: Path) -> None:
    with opened(tmp_path / "a.db", Clock()) as a, opened(tmp_path / "b.db", Clock()) as b:
        keep(a, plain({"A": 1}), number(0))
        noted(a, "one", number(0))
        file, before = file_of(a), -1
        for end in range(len(file) + 1):
            incoming = read_file(file[:end], "cut")
            whole_lines = len(incoming.records) + len(incoming.people)
            assert whole_lines >= before or before == -1
            if whole_lines != before:
                take_in(b, file[:end])
                before = whole_lines
        take_in(b, file)
        assert state(a) == state(b)


def test_what_was_said_of_a_file_is_that_it_is_newer_than_the_undo_of_its_import(folder: Path, tmp_path: Path) -> None:
    """A device counts as heard of before its file is there: a kill between the two takes nothing back silently."""
    with opened(tmp_path / "a.db", Clock()) as a:
        many(a, 0, 1)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(shared_folder, "sync_to_disk", lambda _: (_ for _ in ()).throw(OSError(5, "failing")))
            with pytest.raises(StoreError, match="failing"):
                SharedFolder(folder).agree(a)
        assert [*folder.iterdir()] == []
        assert "agreed" in a.settings()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Headless]:
    with app_of(tmp_path / "here") as running:
        yield running


def sharing_of(app: Headless, path: Path | None = None) -> Sharing:
    app.sharing = Sharing(app.tables, app.worker.run_blocking(Store.settings), path)
    return app.sharing


def agreed_once(app: Headless, said: list[str] | None = None) -> None:
    """Let the program look at its folder once."""

    async def once() -> None:
        assert app.sharing is not None
        agree, over = app.sharing._agree, asyncio.Event()

        async def agree_and_note(folder: SharedFolder, notify: Callable[[str], object]) -> None:
            try:
                await agree(folder, notify)
            finally:
                over.set()

        app.sharing._agree = agree_and_note  # type: ignore[method-assign]
        app.sharing.look_now()
        running = asyncio.create_task(app.sharing.run((said if said is not None else []).append))
        await asyncio.wait([running, asyncio.create_task(over.wait())], return_when=asyncio.FIRST_COMPLETED)
        app.sharing._agree = agree  # type: ignore[method-assign]
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running

    app.run(once())


def test_the_folder_is_chosen_in_the_settings_shows_who_was_there_and_is_left(
    app: Headless, folder: Path, tmp_path: Path
) -> None:
    with opened(tmp_path / "a.db", Clock()) as a, pytest.MonkeyPatch.context() as patch:
        patch.setattr(shared_folder, "machine_name", lambda: "Laptop.example")
        many(a, 0, 2)
        SharedFolder(folder).agree(a)
    sharing_of(app)
    screen = app.show(Exchange, route="/exchange")
    screen.type_into("Where the folder is on this device", str(tmp_path / "nowhere"))
    screen.tap("Use this folder")
    assert screen.says("there is no such file or folder")
    for typed, wrong in (("shared", "whole path"), ("", "whole path"), ("~nobody-at-all/x", "no such file or folder")):
        screen.type_into("Where the folder is on this device", typed)
        screen.tap("Use this folder")
        assert screen.says(wrong)
        assert app.worker.run_blocking(Store.settings).get(FOLDER_SETTING) is None
    screen.type_and_tap("Where the folder is on this device", f" {folder} ", "Use this folder")
    said: list[str] = []
    agreed_once(app, said)
    assert ["2 plays and 2 friends and places added" in sentence for sentence in said] == [True]
    assert screen.says(str(folder))
    assert screen.says("laptop: ")
    assert app.worker.run_blocking(Store.settings)[FOLDER_SETTING] == str(folder)
    assert sharing_of(app).path == folder, "the next start goes on"
    shutil.rmtree(folder)
    again = app.show(Exchange, route="/exchange")
    agreed_once(app, said)
    assert again.says(f'"{folder}" cannot be used: there is no such file or folder')
    assert len(said) == 2
    assert not folder.exists(), "a stick that was pulled out is not replaced by a folder"
    again.tap("Stop sharing")
    assert app.worker.run_blocking(Store.settings)[FOLDER_SETTING] == ""
    assert again.has("Use this folder")


def test_whatever_goes_wrong_the_folder_is_looked_at_again(app: Headless, folder: Path, tmp_path: Path) -> None:
    with opened(tmp_path / "a.db", Clock()) as a:
        many(a, 0, 1)
        SharedFolder(folder).agree(a)
        sharing = sharing_of(app, folder)

        def closed(_: str) -> None:
            raise BrokenPipeError

        def unforeseen(*_: object) -> None:
            raise ZeroDivisionError

        async def come_in() -> None:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(shared_folder, "plan", unforeseen)
                running = asyncio.create_task(sharing.run(closed))
                for _ in range(1_000):
                    if not caught:
                        await asyncio.sleep(0.02)
            for expected in (1, 2):
                sharing.look_now()
                for _ in range(1_000):
                    if await app.worker.run(count, Filter()) == expected:
                        break
                    await asyncio.sleep(0.02)
                assert await app.worker.run(count, Filter()) == expected
                many(a, expected, 1)
                SharedFolder(folder).agree(a)
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running

        with app.failing() as caught:
            app.run(come_in())
        (failure,) = caught
        assert "ZeroDivisionError" in failure


def test_a_browser_alone_and_a_browser_elsewhere_have_no_folder(app: Headless) -> None:
    assert not app.show(Exchange, route="/exchange").has("Use this folder")
    sharing_of(app)
    assert of_host(app, "/exchange").has("Use this folder")


def test_open_screens_follow_what_comes_in(app: Headless, folder: Path, tmp_path: Path) -> None:
    with opened(tmp_path / "a.db", Clock()) as a:
        many(a, 0, 1)
        sharing_of(app, folder)
        shown: dict[str, Any] = {
            "history": app.show(History, route="/history"),
            "statistics": app.show(Statistics, route="/statistics"),
            "friends": app.show(People, route="/people"),
        }
        assert not any(screen.says("Anna") for screen in shown.values())
        SharedFolder(folder).agree(a)
        agreed_once(app)
        assert {name: screen.says("Anna") for name, screen in shown.items()} == dict.fromkeys(shown, True)
        play = of_host(app, f"/play/{number(0)}")
        assert not play.says("rain")
        noted(a, "rain", number(0))
        SharedFolder(folder).agree(a)
        agreed_once(app)
        assert play.says("rain")
        plays.remove(a, number(0))
        SharedFolder(folder).agree(a)
        agreed_once(app)
        assert not shown["history"].says("Azul")
