"""The store in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, NoReturn

import pytest

from companion.keeper import Keeper, open_store
from scoring.messages import say
from storage.store import Store, StoreError
from tests.storage.stores import Clock, url_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    kept = open_store(lambda: Store.open(url_of(tmp_path / "tessera.sqlite3"), Clock()))
    yield kept
    kept.close()


def threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("store")]


def test_the_store_answers_in_one_thread_and_it_is_not_the_one_that_asks(keeper: Keeper) -> None:
    def here(_: Store) -> int:
        return threading.get_ident()

    async def several() -> set[int]:
        return set(await asyncio.gather(*(keeper.ask(here) for _ in range(5))))

    found = asyncio.run(several()) | {keeper.at_once(here)}
    assert len(found) == 1
    assert threading.get_ident() not in found


def test_it_answers_in_the_order_in_which_it_is_asked(keeper: Keeper) -> None:
    heard: list[int] = []

    async def several() -> None:
        await asyncio.gather(*(keeper.ask(lambda _, number: heard.append(number), number) for number in range(20)))

    asyncio.run(several())
    assert heard == list(range(20))


def test_nobody_waits_for_the_disk(keeper: Keeper) -> None:
    written = threading.Event()

    async def meanwhile() -> str:
        asked = asyncio.create_task(keeper.ask(lambda _: written.wait(10)))
        await asyncio.sleep(0.01)
        state = "done" if asked.done() else "under way"
        written.set()
        assert await asked
        return state

    assert asyncio.run(meanwhile()) == "under way"


def test_arguments_are_handed_on(keeper: Keeper) -> None:
    asyncio.run(keeper.ask(Store.set, "theme", value="dark"))
    assert keeper.at_once(Store.settings) == {"theme": "dark"}


def test_what_the_store_refuses_is_raised_where_it_was_asked(keeper: Keeper) -> None:
    def refuse(_: Store) -> NoReturn:
        raise StoreError(say("the disk is full"))

    with pytest.raises(StoreError, match="the disk is full"):
        asyncio.run(keeper.ask(refuse))
    assert keeper.at_once(Store.tables) == ()


def test_what_was_asked_is_done_before_it_closes(tmp_path: Path) -> None:
    url = url_of(tmp_path / "tessera.sqlite3")
    kept = open_store(lambda: Store.open(url, Clock()))

    async def ask_and_leave() -> None:
        asked = asyncio.create_task(kept.ask(Store.set, "theme", "dark"))
        await asyncio.sleep(0)
        kept.close()
        await asked

    asyncio.run(ask_and_leave())
    assert threads() == []
    again = open_store(lambda: Store.open(url, Clock()))
    assert again.at_once(Store.settings) == {"theme": "dark"}
    again.close()


def test_no_thread_stays_where_the_store_cannot_be_opened(tmp_path: Path) -> None:
    file = tmp_path / "tessera.sqlite3"
    file.write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreError):
        open_store(lambda: Store.open(url_of(file), Clock()))
    assert threads() == []
    assert file.read_bytes() == b"not a database at all" * 100
