"""Work where there is one thread alone."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, NoReturn

import pytest

from companion.system.machine import begin_at_once, work_at_once
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
    kept = StoreWorker(lambda: Store(url_of(tmp_path / "tessera.sqlite3"), Clock()), begin_at_once)
    yield kept
    kept.close()


def test_what_was_to_be_shown_before_is_shown_before_the_work() -> None:
    done: list[str] = []

    async def several() -> None:
        asyncio.get_running_loop().call_soon(done.append, "sent")
        done.append(await work_at_once(lambda what: f"{what} {done}", what="worked after"))

    asyncio.run(several())
    assert done == ["sent", "worked after ['sent']"]


def test_the_store_answers_at_once_in_the_order_in_which_it_is_asked(worker: StoreWorker) -> None:
    heard: list[tuple[int, int]] = []

    async def several() -> None:
        def hear(_: Store, number: int) -> None:
            heard.append((number, threading.get_ident()))

        await asyncio.gather(*(worker.run(hear, number) for number in range(5)))

    asyncio.run(several())
    assert heard == [(number, threading.get_ident()) for number in range(5)]


def test_arguments_are_handed_on_and_what_the_store_refuses_is_raised(worker: StoreWorker) -> None:
    def refuse(_: Store) -> NoReturn:
        raise StoreError(say("the storage is full"))

    asyncio.run(worker.run(Store.set, "theme", value="dark"))
    with pytest.raises(StoreError, match="the storage is full"):
        asyncio.run(worker.run(refuse))
    assert worker.run_blocking(Store.settings) == {"theme": "dark"}
