"""Dice and a timer, on the way from a table and back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count, cycle
from typing import TYPE_CHECKING

import pytest

from companion.ui.screens import dice_and_timer
from companion.ui.screens.dice_and_timer import PIPS, Timer, throw
from tests.companion.carpe_diem_tables import laid_out
from tests.companion.phones import of_host

if TYPE_CHECKING:
    from tests.companion.headless import Headless

AT = datetime(2026, 3, 1, 20, tzinfo=UTC)


def test_a_die_has_as_many_pips_as_its_side_says() -> None:
    assert [PIPS[side].count("o") for side in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert {len(pips) for pips in PIPS.values()} == {9}


def test_each_die_is_thrown_for_itself() -> None:
    sides = cycle(range(6))
    assert throw(3, lambda below: next(sides) % below) == (1, 2, 3)


def test_dice_are_rolled_from_a_table_and_said(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    screen = of_host(app, f"/seating/{live.id}")
    screen.tap("Dice and timer")
    screen.follow()
    screen.tap("2")
    assert not any("=" in name for name in screen.names)
    screen.tap("Roll")
    said = next(name for name in screen.names if name.startswith(tuple("123456")) and "=" in name)
    first, second, total = (int(word) for word in said.replace("=", "+").split(" + "))
    assert first + second == total
    screen.tap("Back")
    assert screen.route == f"/seating/{live.id}"


def test_a_timer_stands_until_it_is_started(app: Headless) -> None:
    screen = of_host(app, f"/dice/{laid_out(app, 'Anna', 'Ben').id}")
    assert screen.has("0:00")
    screen.tap("3 min")
    assert screen.has("3:00")
    assert screen.has("Start")


def test_a_timer_runs_on_while_another_screen_is_shown(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = count()
    monkeypatch.setattr(dice_and_timer, "TICK_S", 0)
    monkeypatch.setattr(dice_and_timer, "now", lambda: AT + timedelta(seconds=20 * next(seconds)))
    address = f"/dice/{laid_out(app, 'Anna', 'Ben').id}"
    screen = of_host(app, address)
    screen.tap("1 min")
    screen.tap("Start")
    assert screen.has("0:00")
    assert screen.has("Time is up.")
    screen.go("/")
    screen.go(address)
    assert screen.has("Time is up.")
    screen.tap("Back to the start")
    assert screen.has("1:00")


@pytest.mark.parametrize(("limit", "seconds", "over"), [(0, 100, False), (120, 20, False), (60, 0, True)])
def test_a_timer_that_was_stopped_goes_on_where_it_was(limit: int, seconds: float, over: bool) -> None:  # noqa: FBT001
    timer = Timer(limit_s=limit).toggled(AT).toggled(AT + timedelta(seconds=30))
    assert timer.ran_s == 30
    again = timer.toggled(AT + timedelta(hours=1))
    at = AT + timedelta(hours=1, seconds=70)
    assert (again.seconds(at), again.is_over(at)) == (seconds, over)
