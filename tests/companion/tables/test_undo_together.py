"""Undo on several devices at one table: everybody takes back their own, and what was undone never comes back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.carpe_diem import actions
from companion.tables.live_table import UndoState
from companion.tables.replay import load_track
from companion.tables.state import with_player
from scoring.carpe_diem.state import FrameGoal, Kind
from scoring.messages import say
from tests.companion.carpe_diem_tables import as_user, change, laid_out, player_with, table_state, tile
from tests.companion.carpe_diem_tables import begun as begun_game
from tests.companion.tables.test_live_table import paid, player

if TYPE_CHECKING:
    from random import Random

    from companion.tables.attempt import Transition
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless

DEVICES: Final = ("host", "ben", "clara")


def of_devices(live: LiveTable) -> dict[str, LiveTable]:
    """The table as each device has it."""
    return {device: live if device == "host" else as_user(live, device) for device in DEVICES}


def undo(app: Headless, live: LiveTable, device: str) -> bool | None:
    return app.run(of_devices(live)[device].undo())


def redo(app: Headless, live: LiveTable, device: str) -> bool | None:
    return app.run(of_devices(live)[device].redo())


@pytest.mark.parametrize("order", [("host", "ben"), ("ben", "host")])
def test_what_stood_before_two_numbers_stands_after_both_were_undone(app: Headless, order: tuple[str, str]) -> None:
    live = begun_game(app, table_state(player_with("Anna", coins=46), player_with("Ben", stack=1)))
    change(app, live, paid(coins=34), "Coins: 34")
    change(app, live, paid(coins=89), "Coins: 89", "ben")
    for device in order:
        undo(app, live, device)
    assert player(live).coins == 46
    assert live.undo_state == UndoState(redo=say("Coins: 34"))
    assert redo(app, live, "ben")
    assert player(live).coins == 89
    assert not redo(app, live, "host")
    assert player(live).coins == 89
    assert undo(app, live, "ben")
    assert player(live).coins == 34


def test_the_same_number_of_somebody_else_stays(app: Headless, live: LiveTable) -> None:
    change(app, live, paid(coins=34))
    change(app, live, paid(coins=89), author="ben")
    change(app, live, paid(coins=34), author="ben")
    assert not undo(app, live, "host")
    assert player(live).coins == 34


def test_what_was_undone_and_then_dropped_does_not_come_back_either(app: Headless, live: LiveTable) -> None:
    first = player(live).coins
    change(app, live, paid(coins=34))
    change(app, live, paid(coins=89), author="ben")
    undo(app, live, "host")
    change(app, live, paid(bread=2))
    assert undo(app, live, "ben")
    assert player(live).coins == first


def test_a_card_that_was_undone_goes_with_what_somebody_else_made_of_it(app: Headless, live: LiveTable) -> None:
    before = live.state
    goal = FrameGoal(kind=Kind.POND, points=3, line="C")
    change(app, live, lambda state: actions.with_goal(state, 0, None, goal))
    change(
        app,
        live,
        lambda state: actions.with_goal(state, 0, 0, FrameGoal(kind=Kind.POND, points=5, line="C")),
        author="ben",
    )
    assert not undo(app, live, "host")
    assert [card.points for card in player(live).frame] == [5]
    assert undo(app, live, "ben")
    assert live.state == before


class Numbers:
    """One number of a table as everybody's steps make it, told in a few lines."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.steps: list[list[Any]] = []

    @property
    def now(self) -> int:
        done: list[int] = [number for _, number, state in self.steps if state == "done"]
        return done[-1] if done else self.first

    def put(self, device: str, number: int) -> None:
        if number != self.now:
            for step in self.of(device, "undone"):
                step[2] = "dropped"
            self.steps.append([device, number, "done"])

    def turn(self, device: str, was: str, becomes: str) -> None:
        of_device = self.of(device, was)
        if of_device:
            of_device[-1 if was == "done" else 0][2] = becomes

    def of(self, device: str, state: str) -> list[list[Any]]:
        return [step for step in self.steps if step[0] == device and step[2] == state]


def test_one_number_is_what_was_last_entered_and_not_undone(app: Headless) -> None:
    act = st.sampled_from(["undo", "redo", *range(4)])

    @settings(deadline=None, max_examples=40)
    @given(st.lists(st.tuples(st.sampled_from(DEVICES[:2]), act), max_size=12), st.permutations(range(2)))
    def holds(acts: list[tuple[str, int | str]], last: list[int]) -> None:
        live = laid_out(app)
        numbers = Numbers(player(live).coins)
        for device, what in acts:
            if isinstance(what, int):
                change(app, live, paid(coins=what), author=device)
                numbers.put(device, what)
            elif what == "undo":
                undo(app, live, device)
                numbers.turn(device, "done", "undone")
            else:
                redo(app, live, device)
                numbers.turn(device, "undone", "done")
            assert player(live).coins == numbers.now
        for at in last:
            while undo(app, live, DEVICES[at]) is not None:
                pass
        assert player(live).coins == numbers.first

    holds()


POND: Final = tile("C4", "pond E")
WALL: Final = tile("C4", "market")
GOAL: Final = FrameGoal(kind=Kind.POND, points=3, line="C")


def _numbers(rule: str, points: int) -> Transition:
    """A step that enters points for a rule on the end sheet."""
    return lambda state: with_player(state, 0, entered={**(state.table.players[0].entered or {}), rule: points})


def _goal(points: int) -> Transition:
    """A step that lays a goal card, or changes the one that is there."""
    return lambda state: actions.with_goal(
        state, 0, 0 if state.table.players[0].frame else None, replace(GOAL, points=points)
    )


STEPS: Final[tuple[Transition, ...]] = (
    *(paid(coins=coins) for coins in (1, 2)),
    *(_numbers(rule, points) for rule in ("villas", "frame") for points in (3, 4)),
    *(_goal(points) for points in (3, 5)),
    *(lambda state, laid=laid: actions.lay(state, 0, laid) for laid in (POND, WALL)),
    lambda state: actions.put_shovel(state, 0, "C4"),
)


def test_nothing_is_left_of_steps_that_were_all_undone(app: Headless) -> None:
    act = st.sampled_from(["undo", *STEPS])

    @settings(deadline=None, max_examples=40)
    @given(st.lists(st.tuples(st.sampled_from(DEVICES), act), max_size=10), st.randoms(use_true_random=False))
    def holds(acts: list[tuple[str, Any]], chance: Random) -> None:
        live = laid_out(app)
        before = live.state
        for device, what in acts:
            if what == "undo":
                undo(app, live, device)
            else:
                change(app, live, what, author=device)
        while any(of_devices(live)[device].undo_state.undo for device in DEVICES):
            undo(app, live, chance.choice(DEVICES))
        assert live.state == before

    holds()


def test_the_steps_of_a_track_are_those_that_were_not_undone(app: Headless) -> None:
    live = begun_game(app, table_state(player_with("Anna", victory_cards=46), player_with("Ben", stack=1)))
    for points, device in ((34, "host"), (89, "ben"), (91, "clara")):
        change(app, live, paid(victory_cards=points), f"{points}", device)
    for device in ("host", "clara", "ben"):
        undo(app, live, device)
    change(app, live, paid(victory_cards=50), "50", "clara")
    track = app.run(app.worker.run(load_track, live.id, 0, "victory_cards", 50))
    assert [(str(step.label), step.points, step.total) for step in track] == [
        ("At the beginning", 0, 46),
        ("50", 4, 50),
    ]
