"""Two processes that serve the same tables, one of which has not heard yet what the other has saved."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from companion.system import now
from companion.tables.live_table import UndoState
from companion.tables.my_copy import MyCopy
from companion.tables.registry import Tables
from companion.tables.state import with_player
from companion.tables.store_worker import StoreWorker
from scoring.messages import say
from storage.repositories.tables import Store
from storage.repositories.values import StaleError
from tests.companion.carpe_diem_tables import GAME, as_user, player_with, table_state
from tests.companion.tables.test_live_table import paid
from tests.storage import postgres

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.games.carpe_diem.actions import CarpeDiemTable
    from companion.tables.live_table import LiveTable


class Process:
    """A process at a database, with its own store and its own tables; it hears of nothing by itself."""

    def __init__(self, url: str, folder: Path) -> None:
        self.worker = StoreWorker(lambda: Store(url, now))
        self.tables = Tables(self.worker, {GAME: MyCopy(self.worker, GAME, ())}, where=url, folder=folder)

    async def open(self, table_id: str) -> LiveTable:
        live = await self.tables.open(table_id)
        assert live is not None
        return live


@pytest.fixture
def processes(server: str, tmp_path: Path) -> Iterator[tuple[Process, Process]]:
    url = postgres.schema(server, f"t{uuid4().hex}")
    both = Process(url, tmp_path), Process(url, tmp_path)
    yield both
    for process in both:
        process.worker.close()


async def two(processes: tuple[Process, Process]) -> tuple[LiveTable, LiveTable]:
    """A table of Anna and Ben, as both processes have it."""
    first, second = processes
    table_id = await first.tables.begin(GAME, table_state(player_with("Anna"), player_with("Ben", stack=1)))
    return await first.open(table_id), await second.open(table_id)


def amounts(live: LiveTable) -> tuple[tuple[int, int], tuple[int, int]]:
    """The coins and bread of Anna and of Ben."""
    anna, ben = live.state.table.players
    return (anna.coins, anna.bread), (ben.coins, ben.bread)


def test_what_two_processes_change_at_once_is_all_there(processes: tuple[Process, Process]) -> None:
    async def run() -> None:
        ours, there = await two(processes)
        await asyncio.gather(ours.change("Coins: 3", paid(0, coins=3)), there.change("Bread: 2", paid(1, bread=2)))
        for live in (ours, there):
            await live.reload()
            assert amounts(live) == ((3, 0), (0, 2))
            assert live.revision == 2

    asyncio.run(run())


def test_of_two_who_change_the_same_the_last_one_stays(processes: tuple[Process, Process]) -> None:
    async def run() -> None:
        ours, there = await two(processes)
        await ours.change("Coins: 3", paid(0, coins=3, bread=1))
        await there.change("Coins: 5", paid(0, coins=5))
        assert amounts(there) == ((5, 1), (0, 0))
        await ours.reload()
        assert amounts(ours) == ((5, 1), (0, 0))

    asyncio.run(run())


def test_a_change_counts_upon_what_another_process_made(processes: tuple[Process, Process]) -> None:
    def one_more(state: CarpeDiemTable) -> CarpeDiemTable:
        return with_player(state, 0, coins=state.table.players[0].coins + 1)

    async def run() -> None:
        ours, there = await two(processes)
        for _ in range(4):
            await asyncio.gather(*(live.change("one more", one_more) for live in (ours, there) for _ in range(2)))
        await ours.reload()
        assert amounts(ours) == ((16, 0), (0, 0))
        assert ours.revision == 16

    asyncio.run(run())


def test_those_who_watch_are_told_what_another_process_saved(processes: tuple[Process, Process]) -> None:
    async def run() -> None:
        ours, there = await two(processes)
        calls: list[int] = []
        there.observers.subscribe(lambda: calls.append(there.revision))
        await ours.change("Coins: 3", paid(0, coins=3))
        assert calls == []
        await there.reload()
        await there.reload()
        assert calls == [1]
        await ours.change("Coins: 4", paid(0, coins=4))
        await there.change("Bread: 1", paid(1, bread=1))  # which takes up what it did not know yet
        assert calls == [1, 2, 3]

    asyncio.run(run())


def test_everybody_takes_back_their_own_in_whatever_process(processes: tuple[Process, Process]) -> None:
    async def run() -> None:
        ours, there = await two(processes)
        anna, ben = as_user(ours, "anna"), as_user(there, "ben")
        await anna.change("Coins: 3", paid(0, coins=3))
        await ben.change("Bread: 2", paid(1, bread=2))
        assert await anna.undo()
        assert amounts(anna) == ((0, 0), (0, 2))
        moved = as_user(there, "anna")  # the phone came back to the other process
        await there.reload()
        await moved.ready()
        assert moved.undo_state == UndoState(redo=say("Coins: 3"))
        assert await moved.redo()
        assert await ben.undo()
        await ours.reload()
        assert amounts(ours) == amounts(there) == ((3, 0), (0, 0))
        assert (as_user(ours, "anna").undo_state, as_user(ours, "ben").undo_state.undo) == (
            UndoState(undo=say("Coins: 3")),
            None,
        )

    asyncio.run(run())


def test_what_another_process_changed_since_is_not_taken_back(processes: tuple[Process, Process]) -> None:
    async def run() -> None:
        ours, there = await two(processes)
        await as_user(ours, "anna").change("Coins: 3", paid(0, coins=3))
        await as_user(there, "ben").change("Coins: 5", paid(0, coins=5))
        assert not await as_user(ours, "anna").undo()
        assert amounts(ours) == ((5, 0), (0, 0))

    asyncio.run(run())


@pytest.mark.parametrize("how", ["finished", "removed"])
def test_a_table_that_another_process_ended_says_so(processes: tuple[Process, Process], how: str) -> None:
    async def run() -> None:
        ours, there = await two(processes)
        calls: list[bool] = []
        there.observers.subscribe(lambda: calls.append(there.ended))
        await (processes[0].tables.finish(ours) if how == "finished" else processes[0].tables.remove(ours.id))
        assert ours.ended
        with pytest.raises(StaleError, match="changed elsewhere in the meantime: open it again"):
            await there.change("Coins: 3", paid(0, coins=3))
        assert there.ended
        assert calls == [True]
        await processes[1].tables.reload(there.id)
        assert await processes[1].tables.open(there.id) is None
        assert amounts(there) == ((0, 0), (0, 0))

    asyncio.run(run())


def test_a_table_that_is_taken_up_again_elsewhere_is_opened_anew(processes: tuple[Process, Process]) -> None:
    async def run() -> None:
        first, second = processes
        ours, there = await two(processes)
        await second.tables.remove(there.id)
        await first.tables.reload(ours.id)
        await first.tables.restore(ours.id)
        again = await first.open(ours.id)
        assert again is not ours
        await again.change("Coins: 3", paid(0, coins=3))
        assert amounts(await second.open(ours.id)) == ((3, 0), (0, 0))

    asyncio.run(run())


def test_a_step_discards_what_its_author_has_undone_in_another_process(processes: tuple[Process, Process]) -> None:
    async def run() -> None:
        ours, there = await two(processes)
        await ours.change("Coins: 3", paid(0, coins=3))
        await there.reload()
        assert await there.undo()
        assert ours.undo_state == UndoState(undo=say("Coins: 3"))  # it does not know of that
        await ours.change("Bread: 2", paid(0, bread=2))
        for live in (ours, there):
            await live.reload()
            assert live.undo_state == UndoState(undo=say("Bread: 2"))
            assert not await live.redo()

    asyncio.run(run())
