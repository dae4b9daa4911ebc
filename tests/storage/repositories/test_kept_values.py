"""What copies show, what is counted in them, and settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from storage.repositories.values import Counted, StaleError
from tests.storage.stores import START, coins, opened, paid

if TYPE_CHECKING:
    from pathlib import Path

    from storage.repositories.tables import Store
    from storage.repositories.values import StoredTable

pytestmark = pytest.mark.usefixtures("both")

GAME = "carpe-diem"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tessera.db"


def begun(store: Store, number: int = 0) -> StoredTable:
    return store.begin(GAME, coins(number, turn=0))


def shown(store: Store, game: str = GAME) -> list[tuple[str, str, Any]]:
    return [(entry.part, entry.key, entry.value) for entry in store.copies(game)]


def test_what_a_copy_shows_is_kept_by_game_part_and_key(store: Store) -> None:
    store.keep(GAME, "villa_chart", "4", 7)
    store.keep(GAME, "forum_card", "A", {"pay": {"fish": 1}, "reward": {"points": 3}})
    store.keep("mayor", "villa_chart", "4", 1)
    store.keep(GAME, "villa_chart", "4", 8)
    assert shown(store) == [("forum_card", "A", {"pay": {"fish": 1}, "reward": {"points": 3}}), ("villa_chart", "4", 8)]
    assert shown(store, "mayor") == [("villa_chart", "4", 1)]
    store.drop(GAME, "villa_chart", "4")
    store.drop(GAME, "villa_chart", "4")
    assert [part for part, _, _ in shown(store)] == ["forum_card"]


def test_when_a_copy_was_looked_at_is_kept(store: Store) -> None:
    store.keep(GAME, "villa_chart", "4", 7)
    (before,) = store.copies(GAME)
    store.keep(GAME, "villa_chart", "4", 7)
    (now,) = store.copies(GAME)
    assert now.at > before.at >= START


def count(store: Store, *keys: str) -> None:
    table = store.begin(GAME, coins(0))
    store.save(table, paid(table, 1), coins(1), counted=Counted("shape", keys))


def test_a_step_counts_one_each_time_that_a_key_is_named(store: Store) -> None:
    count(store, "pond:NE", "villa:S", "pond:NE")
    count(store, "villa:S", "market")
    count(store)
    assert shown(store) == [("shape", "market", 1), ("shape", "pond:NE", 2), ("shape", "villa:S", 2)]


def test_a_step_that_is_stale_counts_nothing(store: Store) -> None:
    table = store.begin(GAME, coins(0))
    store.save(table, paid(table, 1), coins(1))
    with pytest.raises(StaleError):
        store.save(table, paid(table, 2), coins(2), counted=Counted("shape", ("market",)))
    assert shown(store) == []


def test_counting_leaves_other_parts_and_games_alone(store: Store) -> None:
    store.keep(GAME, "villa_chart", "4", 7)
    store.keep("mayor", "shape", "4", 7)
    count(store, "4")
    assert shown(store) == [("shape", "4", 1), ("villa_chart", "4", 7)]
    assert shown(store, "mayor") == [("shape", "4", 7)]


@pytest.mark.parametrize("value", ["dark", "", 1.25, 0, False, None, [], {"rotate": True}])
def test_a_setting_is_any_json(path: Path, value: Any) -> None:
    with opened(path) as store:
        assert store.settings() == {}
        store.set("theme", "light")
        store.set("theme", value)
    with opened(path) as store:
        assert store.settings() == {"theme": value}
        assert type(store.settings()["theme"]) is type(value)


def test_a_setting_may_become_one_that_python_thinks_equal(store: Store) -> None:
    for value in (True, 1, 1.0):
        store.set("awake", value)
        assert type(store.settings()["awake"]) is type(value)
