"""My copy: what is kept of it is there at once, and still there tomorrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

import pytest

from companion.tables.my_copy import MyCopy
from companion.tables.state import with_player
from scoring.messages import say
from storage.database.errors import StoreError
from storage.repositories.tables import Store
from storage.repositories.values import Counted
from tests.companion.carpe_diem_tables import GAME, laid_out
from tests.companion.headless import Headless, opened

if TYPE_CHECKING:
    from pathlib import Path

    from companion.tables.attempt import Transition


def of(app: Headless) -> MyCopy:
    return app.tables.copies[GAME]


def coins(number: int) -> Transition:
    return lambda state: with_player(state, 0, coins=number)


def test_nothing_is_known_of_a_part_that_nobody_entered(app: Headless) -> None:
    assert of(app).part("villa_chart") == {}


def test_what_is_kept_is_known_by_part_and_key_also_after_a_restart(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        app.run(of(app).keep("villa_chart", "4", 5))
        app.run(of(app).keep("villa_chart", "4", 6))
        app.run(of(app).keep("villa_chart", "1", 0))
        app.run(of(app).keep("frame_goal", "villa 3", {"kind": "villa", "points": 3}))
        assert of(app).part("villa_chart") == {"4": 6, "1": 0}
    with opened(tmp_path) as app:
        assert of(app).part("villa_chart") == {"4": 6, "1": 0}
        assert of(app).part("frame_goal") == {"villa 3": {"kind": "villa", "points": 3}}


def test_what_is_dropped_is_forgotten(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        app.run(of(app).keep("villa_chart", "4", 5))
        app.run(of(app).drop("villa_chart", "4"))
        app.run(of(app).drop("villa_chart", "9"))
        app.run(of(app).drop("nothing", "9"))
        assert of(app).part("villa_chart") == {}
    with opened(tmp_path) as app:
        assert of(app).part("villa_chart") == {}


def test_what_a_step_counts_goes_up_by_one_each_time(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        live = laid_out(app)
        app.run(live.change("1", coins(1), Counted("shape", ("pond N", "market", "pond N"))))
        app.run(live.change("1 again", coins(1), Counted("shape", ("pond N",))))
        app.run(live.change("2", coins(2), Counted("shape", ("market",))))
        assert of(app).part("shape") == {"pond N": 2, "market": 2}
    with opened(tmp_path) as app:
        assert of(app).part("shape") == {"pond N": 2, "market": 2}


def test_what_cannot_be_saved_is_not_known_either(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    app.run(of(app).keep("villa_chart", "4", 5))

    def full(*_: object) -> NoReturn:
        raise StoreError(say("the disk is full"))

    for way in ("keep", "drop"):
        monkeypatch.setattr(Store, way, full)
    with pytest.raises(StoreError, match="the disk is full"):
        app.run(of(app).keep("villa_chart", "4", 6))
    with pytest.raises(StoreError, match="the disk is full"):
        app.run(of(app).drop("villa_chart", "4"))
    assert of(app).part("villa_chart") == {"4": 5}


def test_games_have_copies_of_their_own(app: Headless) -> None:
    second_copy = MyCopy(app.worker, "another-game", ())
    app.run(second_copy.keep("villa_chart", "4", 1))
    assert of(app).part("villa_chart") == {}
    assert [entry.value for entry in app.worker.run_blocking(Store.copies, "another-game")] == [1]
