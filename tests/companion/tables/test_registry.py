"""The tables of a process: opened once for every screen, finished, removed, and brought back."""

from __future__ import annotations

import asyncio
from contextlib import closing
from sqlite3 import connect
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

from companion.system import machine
from companion.tables import registry
from companion.tables.state import STYLES, documents_of, stored_of, with_player
from scoring.carpe_diem.game import CARPE_DIEM
from scoring.messages import say
from storage.backup import backups
from storage.backup.slices import backup_in_slices
from storage.documents import codec
from storage.documents.codec import DocumentError
from storage.repositories import history, people, plays
from storage.repositories.tables import Store
from storage.repositories.values import StaleError
from tests.companion.carpe_diem_tables import GAME, change, laid_out, player_with, table_state

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from companion.tables.live_table import LiveTable
    from storage.repositories.play_content import StoredPlay
    from tests.companion.headless import Headless


def found(app: Headless, table_id: str) -> LiveTable | None:
    return app.run(app.tables.open(table_id))


def test_a_table_is_held_once(app: Headless) -> None:
    state = table_state(player_with("Anna"))
    table_id = app.run(app.tables.begin(GAME, state))
    begun = app.tables.at_hand(table_id)
    assert begun is not None
    assert begun.state is state

    async def both() -> tuple[LiveTable | None, LiveTable | None]:
        return await asyncio.gather(app.tables.open(table_id), app.tables.open(table_id))

    first, second = app.run(both())
    assert first is not None
    assert first is second is found(app, table_id) is app.tables.at_hand(table_id)
    assert (first.state, first.revision, first.id) == (state, 0, table_id)


def test_who_plays_is_remembered_with_their_looks(app: Headless) -> None:
    laid_out(app, "Anna", "Ben", "Cleo")
    looks = [(friend.name, friend.colour, friend.shape) for friend in app.worker.run_blocking(people.players)]
    assert sorted(looks) == [
        (name, style.colour.value, style.shape.value)
        for name, style in zip(("Anna", "Ben", "Cleo"), STYLES, strict=False)
    ]


def test_no_other_table_is_found(app: Headless) -> None:
    assert found(app, "nothing") is None
    stored = app.run(app.worker.run(Store.begin, "a game of the future", {}))
    assert found(app, stored.id) is None


def test_what_this_version_cannot_read_is_refused_as_it_is(app: Headless) -> None:
    content = stored_of(table_state(player_with("Anna")))
    content["table"]["weather"] = "rain"
    stored = app.run(app.worker.run(Store.begin, GAME, content))
    with pytest.raises(DocumentError):
        found(app, stored.id)
    assert app.tables.at_hand(stored.id) is None
    assert app.worker.run_blocking(Store.table, stored.id) == stored


def test_a_finished_table_is_a_play_with_its_score(app: Headless, live: LiveTable) -> None:
    change(app, live, lambda state: with_player(state, 0, coins=6))
    assert app.run(app.tables.play_of(live.id)) is None
    play = app.run(app.tables.finish(live))
    assert [column["total"] for column in play.sheet["columns"]] == [11, 9]
    assert play.sheet == codec.score_result(CARPE_DIEM, CARPE_DIEM.score(live.state.table))
    assert (play.document, play.extras) == documents_of(CARPE_DIEM, live.state)
    assert app.tables.at_hand(live.id) is None
    assert found(app, live.id) is None
    assert app.run(app.tables.play_of(live.id)) == play.id
    with pytest.raises(StaleError):
        change(app, live, lambda state: with_player(state, 0, coins=7))


def test_what_is_entered_while_a_table_is_finished_is_scored_too(app: Headless, live: LiveTable) -> None:

    async def both() -> StoredPlay:
        entered = live.change("Coins: 6", lambda state: with_player(state, 0, coins=6))
        _, play = await asyncio.gather(entered, app.tables.finish(live))
        return play

    play = app.run(both())
    assert play.document is not None
    assert play.document["table"]["players"][0]["coins"] == 6
    assert play.sheet == codec.score_result(CARPE_DIEM, CARPE_DIEM.score(live.state.table))
    assert (play.document, play.extras) == documents_of(CARPE_DIEM, live.state)


def test_a_table_that_is_made_impossible_while_it_is_finished_stays_in_play(app: Headless, live: LiveTable) -> None:

    async def both() -> None:
        entered = live.change("Coins", lambda state: with_player(state, 0, name="Ben"))
        await asyncio.gather(entered, app.tables.finish(live))

    with pytest.raises(StaleError):
        app.run(both())
    assert found(app, live.id) is live
    assert live.problems


def test_a_play_becomes_its_table_again_with_all_its_steps(app: Headless, live: LiveTable) -> None:
    change(app, live, lambda state: with_player(state, 0, coins=6), "Coins: 6")
    play = app.run(app.tables.finish(live))
    app.run(app.worker.run(plays.reopen, play.id))
    again = found(app, live.id)
    assert again is not None
    assert again is not live
    assert (again.state, again.undo_state.undo) == (live.state, say("Coins: 6"))
    assert app.run(app.tables.play_of(live.id)) is None


def test_a_table_that_was_finished_elsewhere_is_not_finished_again(app: Headless, live: LiveTable) -> None:
    app.run(app.worker.run(plays.finish, live.id, {"columns": [], "standings": []}))
    with pytest.raises(StaleError):
        app.run(app.tables.finish(live))


def test_a_removed_table_comes_back_as_it_was(app: Headless, live: LiveTable) -> None:
    change(app, live, lambda state: with_player(state, 0, coins=6))
    app.run(app.tables.remove(live.id))
    assert found(app, live.id) is None
    assert app.run(app.tables.play_of(live.id)) is None
    app.run(app.tables.restore(live.id))
    again = found(app, live.id)
    assert again is not None
    assert again.state == live.state


def test_only_a_table_that_was_played_to_the_end_is_a_play(app: Headless) -> None:
    assert app.run(app.tables.play_of("nothing")) is None
    first, second = laid_out(app), laid_out(app)
    play = app.run(app.tables.finish(first))
    app.run(app.tables.finish(second))
    assert app.run(app.tables.play_of(first.id)) == play.id
    app.run(app.worker.run(plays.remove, play.id))
    assert app.run(app.tables.play_of(first.id)) is None


def finished(app: Headless, points: int) -> None:
    state = table_state(player_with("Anna", victory_cards=points), player_with("Ben", stack=1))
    live = app.begin_table(GAME, state)
    app.run(app.tables.finish(live))


def test_after_a_play_everything_is_backed_up(app: Headless) -> None:
    assert backups.backups(app.tables.folder) == ()
    finished(app, 1)
    (first,) = backups.backups(app.tables.folder)
    assert not backups.restore_problems(first)
    finished(app, 2)
    assert [backup.at for backup in backups.backups(app.tables.folder)][1:] == [first.at]
    app.run(app.tables.back_up())
    assert len(backups.backups(app.tables.folder)) == 2, "nothing has changed since"
    assert app.tables.unsaved is None


def test_with_one_thread_a_backup_waits_until_nobody_looks(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "REST_S", 3600.0)
    tables, live = app.tables, laid_out(app)

    async def played(*, ends: bool) -> int:
        await tables.finish(live)
        await asyncio.sleep(0.01)
        before = len(backups.backups(tables.folder))
        if ends:
            await tables.backed_up()
        else:
            tables.hurry()
        return before

    assert app.run(played(ends=False)) == 0
    assert len(backups.backups(tables.folder)) == 1
    tables.take_time()
    live = laid_out(app)
    assert app.run(played(ends=True)) == 1
    assert len(backups.backups(tables.folder)) == 2


def test_with_one_thread_a_backup_waits_for_a_rest(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "REST_S", 0.5)  # a busy machine may take a while for each of the settings
    tables, live = app.tables, laid_out(app)

    async def played() -> tuple[int, int]:
        await tables.finish(live)
        for _ in range(20):
            await asyncio.sleep(0.01)
            await app.worker.run(Store.settings)
        asked, before = app.worker.asked_at, len(backups.backups(tables.folder))
        assert tables._backing_up is not None
        await tables._backing_up
        assert monotonic() - asked >= 0.5
        return before, len(backups.backups(tables.folder))

    assert app.run(played()) == (0, 1)


def test_with_one_thread_what_is_entered_during_a_backup_does_not_wait_and_has_it_made_anew(
    app: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "REST_S", 0.02)
    tables, live = app.tables, laid_out(app)
    begun: list[Path] = []

    def slices_of(*of: Any) -> Generator[None, None, backups.Backup]:
        begun.append(of[0])
        slices = backup_in_slices(*of)
        next(slices)
        while not entered.is_set():
            yield
        return (yield from slices)

    async def played() -> tuple[int, int]:
        await tables.finish(live)
        while not begun:  # noqa: ASYNC110 - it begins within a moment
            await asyncio.sleep(0)
        await app.worker.run(Store.set, "language", "de")
        before = len(backups.backups(tables.folder))
        entered.set()
        assert tables._backing_up is not None
        await tables._backing_up
        return before, len(begun)

    entered = asyncio.Event()
    monkeypatch.setattr(registry, "backup_in_slices", slices_of)
    assert app.run(played()) == (0, 2)
    (made,) = backups.backups(tables.folder)
    with closing(connect(made.path)) as connection:
        assert connection.execute("SELECT value FROM settings WHERE key = 'language'").fetchall() == [('"de"',)]


def test_a_backup_that_was_due_as_the_app_ended_is_made_after_its_next_start(app: Headless) -> None:
    app.run(app.tables.catch_up())
    assert backups.backups(app.tables.folder) == ()
    app.run(app.worker.run(plays.finish, laid_out(app).id, {"columns": [], "standings": []}))
    for _ in range(2):
        app.run(app.tables.catch_up())
        assert len(backups.backups(app.tables.folder)) == 1


def test_a_backup_that_cannot_be_made_is_told_and_loses_no_play(app: Headless) -> None:
    app.tables.folder.parent.mkdir(exist_ok=True)
    app.tables.folder.write_text("in the way")
    finished(app, 1)
    assert app.tables.unsaved is not None
    assert str(app.tables.folder) in str(app.tables.unsaved)
    assert app.worker.run_blocking(history.count, history.Filter()) == 1
    app.tables.folder.unlink()
    finished(app, 2)
    assert app.tables.unsaved is None
