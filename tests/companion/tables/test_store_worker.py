"""The store in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, NoReturn

import pytest

from companion.tables.store_worker import StoreWorker
from scoring.messages import say
from storage.database.errors import StoreError
from storage.repositories.tables import Store
from tests.storage.stores import Clock, url_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[StoreWorker]:
    kept = StoreWorker(lambda: Store(url_of(tmp_path / "tessera.sqlite3"), Clock()))
    yield kept
    kept.close()


def threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("store")]


def test_the_store_answers_in_one_thread_and_it_is_not_the_one_that_asks(worker: StoreWorker) -> None:
    def here(_: Store) -> int:
        return threading.get_ident()

    async def several() -> set[int]:
        return set(await asyncio.gather(*(worker.run(here) for _ in range(5))))

    threads = asyncio.run(several()) | {worker.run_blocking(here)}
    assert len(threads) == 1
    assert threading.get_ident() not in threads


def test_it_answers_in_the_order_in_which_it_is_asked(worker: StoreWorker) -> None:
    heard: list[int] = []

    async def several() -> None:
        await asyncio.gather(*(worker.run(lambda _, number: heard.append(number), number) for number in range(20)))

    asyncio.run(several())
    assert heard == list(range(20))


def test_nobody_waits_for_the_disk(worker: StoreWorker) -> None:
    written = threading.Event()

    async def meanwhile() -> str:
        asked = asyncio.create_task(worker.run(lambda _: written.wait(10)))
        await asyncio.sleep(0.01)
        state = "done" if asked.done() else "under way"
        written.set()
        assert await asked
        return state

    assert asyncio.run(meanwhile()) == "under way"


def test_arguments_are_handed_on(worker: StoreWorker) -> None:
    asyncio.run(worker.run(Store.set, "theme", value="dark"))
    assert worker.run_blocking(Store.settings) == {"theme": "dark"}


def test_what_the_store_refuses_is_raised_where_it_was_asked(worker: StoreWorker) -> None:
    def refuse(_: Store) -> NoReturn:
        raise StoreError(say("the disk is full"))

    with pytest.raises(StoreError, match="the disk is full"):
        asyncio.run(worker.run(refuse))
    assert worker.run_blocking(Store.tables) == ()


def test_what_was_asked_is_done_before_it_closes(tmp_path: Path) -> None:
    url = url_of(tmp_path / "tessera.sqlite3")
    kept = StoreWorker(lambda: Store(url, Clock()))

    async def ask_and_leave() -> None:
        asked = asyncio.create_task(kept.run(Store.set, "theme", "dark"))
        await asyncio.sleep(0)
        kept.close()
        await asked

    asyncio.run(ask_and_leave())
    assert threads() == []
    again = StoreWorker(lambda: Store(url, Clock()))
    assert again.run_blocking(Store.settings) == {"theme": "dark"}
    again.close()


def test_no_thread_stays_where_the_store_cannot_be_opened(tmp_path: Path) -> None:
    file = tmp_path / "tessera.sqlite3"
    file.write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreError):
        StoreWorker(lambda: Store(url_of(file), Clock()))
    assert threads() == []
    assert file.read_bytes() == b"not a database at all" * 100
