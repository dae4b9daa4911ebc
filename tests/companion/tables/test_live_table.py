"""Tables in play: every change is saved before it is shown, and can be taken back, as often as there are steps."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from companion.games.carpe_diem import actions
from companion.tables.live_table import UndoState
from companion.tables.state import TableState, stored_of, toggle_tick, transition, with_player
from scoring.carpe_diem import moves
from scoring.carpe_diem.state import FrameGoal, Kind
from scoring.messages import say
from storage.database.errors import StoreError
from storage.documents.messages import message_of
from storage.repositories.tables import Store
from storage.repositories.values import StaleError
from tests.companion.carpe_diem_tables import as_user, begun, change, laid_out, player_with, table_state, tile
from tests.companion.headless import Headless, opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from companion.games.carpe_diem.actions import CarpeDiemTable
    from companion.tables.attempt import Transition
    from companion.tables.live_table import LiveTable

GUEST = "guest"


@contextmanager
def reopened(data: Path, live: LiveTable) -> Iterator[tuple[Headless, LiveTable]]:
    """The same table, after everything was closed and opened again."""
    with opened(data) as app:
        again = app.open_table(live.id)
        yield app, again


def paid(seat: int = 0, **amounts: int) -> Callable[[CarpeDiemTable], CarpeDiemTable]:
    return lambda state: with_player(state, seat, **amounts)


def player(live: LiveTable, seat: int = 0) -> Any:
    return live.state.table.players[seat]


def saved(app: Headless, live: LiveTable) -> Any:
    """What the store has of a table."""
    return app.run(app.worker.run(Store.table, live.id))


def turned(app: Headless, live: LiveTable, times: int, turn: str) -> list[CarpeDiemTable]:
    """What a table becomes by so many times undo or redo."""
    after = []
    for _ in range(times):
        app.run(getattr(live, turn)())
        after.append(live.state)
    return after


POND = tile("C4", "pond E"), tile("D4", "pond W", "villa N2")
ACTIONS: tuple[Transition, ...] = (
    lambda state: actions.put_shovel(state, 0, "C4"),
    lambda state: actions.lay(state, 0, POND[0]),
    lambda state: actions.lay(state, 0, POND[1]),
    lambda state: actions.lay(state, 1, tile("D3", "market")),
    transition(moves.take_writ, 0, "C4"),
    lambda state: actions.with_goal(state, 0, None, FrameGoal(kind=Kind.POND, points=3, line="C")),
    transition(moves.put_marker, 1, 4),
    lambda state: actions.remove(state, 0, "D4"),
    lambda state: actions.move(state, 0, "C4", tile("C3", "pond S")),
    lambda state: actions.count_only(state, 1),
    lambda state: replace(state, extras=replace(state.extras, ticked=toggle_tick(state.extras.ticked, "writs"))),
    lambda state: actions.without_goal(state, 0, (FrameGoal(kind=Kind.POND, points=3, line="C"),), 0),
    lambda state: actions.lay_tiles(state, 1),
)


def played(app: Headless, live: LiveTable) -> list[CarpeDiemTable]:
    """What lies on the table before and after each step of a game."""
    lying = [live.state]
    for action in ACTIONS:
        change(app, live, action)
        assert live.state != lying[-1]
        lying.append(live.state)
    return lying


def test_every_step_can_be_taken_back_and_brought_again(app: Headless, live: LiveTable) -> None:
    lying = played(app, live)
    steps = len(ACTIONS)
    assert turned(app, live, steps, "undo") == lying[-2::-1]
    assert live.undo_state.undo is None
    assert turned(app, live, steps, "redo") == lying[1:]
    assert live.undo_state.redo is None
    assert live.revision == 3 * steps


def test_so_it_is_after_everything_was_closed(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        live = laid_out(app)
        lying = played(app, live)
    steps = len(ACTIONS)
    with reopened(tmp_path, live) as (app, again):
        assert again.state == lying[-1]
        assert turned(app, again, 5, "undo") == lying[-2:-7:-1]
    with reopened(tmp_path, live) as (app, again):
        assert turned(app, again, 2, "redo") == lying[-5:-3]
        assert turned(app, again, steps - 3, "undo") == lying[-5::-1]
        assert again.undo_state == UndoState(undo=None, redo=say("step"))


def test_more_undo_than_steps_does_nothing(app: Headless, live: LiveTable) -> None:
    app.run(live.undo())
    app.run(live.redo())
    assert (live.revision, saved(app, live).revision) == (0, 0)


def test_the_steps_are_named(app: Headless, live: LiveTable) -> None:
    assert live.undo_state == UndoState()
    change(app, live, paid(coins=1), "Coins: 1")
    change(app, live, paid(coins=2), "Coins: 2")
    assert live.undo_state == UndoState(undo=say("Coins: 2"))
    app.run(live.undo())
    assert live.undo_state == UndoState(undo=say("Coins: 1"), redo=say("Coins: 2"))


def test_a_new_step_takes_the_place_of_those_taken_back(app: Headless, live: LiveTable) -> None:
    for coins in (1, 2, 3):
        change(app, live, paid(coins=coins), f"Coins: {coins}")
    turned(app, live, 2, "undo")
    change(app, live, paid(bread=1), "Bread: 1")
    assert live.undo_state == UndoState(undo=say("Bread: 1"))
    app.run(live.redo())
    assert (player(live).coins, player(live).bread) == (1, 1)
    turned(app, live, 2, "undo")
    assert (player(live).coins, player(live).bread) == (0, 0)


def test_a_step_instead_of_the_last_one_is_one_with_it(app: Headless, live: LiveTable) -> None:
    before = player(live).coins
    change(app, live, lambda state: with_player(state, 0, bread=1), "Bread: 1")
    change(app, live, lambda state: with_player(state, 0, coins=before + 1), "Coins: 1")
    app.run(live.change("Coins: 12", lambda state: with_player(state, 0, coins=before + 12), instead_of=live.last))
    assert player(live).coins == before + 12
    labels = [(step.label, step.kind, step.state) for step in app.run(app.worker.run(Store.steps, live.id))]
    assert labels[1:] == [("Coins: 1", "step", "dropped"), ("Coins: 1", "undo", "done"), ("Coins: 12", "step", "done")]
    app.run(live.undo())
    assert player(live).coins == before
    assert live.undo_state == UndoState(undo=message_of("Bread: 1"), redo=message_of("Coins: 12"))


def test_a_step_that_brings_back_what_was_before_the_last_one_undoes_it(app: Headless, live: LiveTable) -> None:
    before = player(live).coins
    change(app, live, lambda state: with_player(state, 0, coins=before + 1), "Coins: 1")
    app.run(live.change("Coins: 0", lambda state: with_player(state, 0, coins=before), instead_of=live.last))
    assert player(live).coins == before
    assert live.undo_state == UndoState(redo=message_of("Coins: 1"))


def test_an_undo_leaves_what_somebody_else_changed_since(app: Headless, live: LiveTable) -> None:
    change(app, live, paid(coins=3, bread=2))
    change(app, live, paid(coins=5), author=GUEST)
    app.run(live.undo())
    assert (player(live).coins, player(live).bread) == (5, 0)
    app.run(live.redo())
    assert (player(live).coins, player(live).bread) == (5, 2)
    assert saved(app, live).content == stored_of(live.state)


def test_an_undo_leaves_the_tiles_that_others_laid(app: Headless, live: LiveTable) -> None:
    change(app, live, lambda state: actions.lay(state, 0, POND[0]))
    change(app, live, lambda state: actions.lay(state, 0, POND[1]), author=GUEST)
    app.run(live.undo())
    assert actions.district_of(live.state, 0).tiles == POND[1:]


def test_everybody_takes_back_what_they_did_themselves(app: Headless, live: LiveTable) -> None:
    change(app, live, paid(coins=1), "Coins: 1")
    change(app, live, paid(1, bread=1), "Bread: 1", GUEST)
    assert live.undo_state == UndoState(undo=say("Coins: 1"))
    app.run(live.undo())
    assert (player(live, 0).coins, player(live, 1).bread) == (0, 1)
    app.run(as_user(live, GUEST).undo())
    assert (player(live, 0).coins, player(live, 1).bread) == (0, 0)
    app.run(as_user(live, GUEST).redo())
    assert (player(live, 0).coins, player(live, 1).bread) == (0, 1)
    assert live.undo_state == UndoState(redo=say("Coins: 1"))


def test_somebody_else_takes_back_their_steps_after_a_restart(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        live = laid_out(app)
        change(app, live, paid(coins=1))
        change(app, live, paid(1, bread=1), author=GUEST)
    with reopened(tmp_path, live) as (app, again):
        app.run(as_user(again, GUEST).undo())
        assert (player(again, 0).coins, player(again, 1).bread) == (1, 0)
        app.run(as_user(again, GUEST).redo())
        assert (player(again, 0).coins, player(again, 1).bread) == (1, 1)


def test_what_changes_nothing_is_no_step(app: Headless, live: LiveTable) -> None:
    noted: list[int] = []
    live.observers.subscribe(lambda: noted.append(live.revision))
    change(app, live, paid(coins=0))
    change(app, live, lambda state: state)
    assert (live.revision, noted, live.undo_state) == (0, [], UndoState())


def test_subscribers_are_notified_of_what_is_saved(app: Headless, live: LiveTable) -> None:
    noted: list[tuple[int, int]] = []

    def note() -> None:
        table = app.worker.run_blocking(Store.table, live.id)
        noted.append((live.revision, -1 if table is None else table.revision))

    stop = live.observers.subscribe(note)
    change(app, live, paid(coins=1))
    app.run(live.undo())
    app.run(live.redo())
    assert noted == [(1, 1), (2, 2), (3, 3)]
    stop()
    stop()
    change(app, live, paid(coins=2))
    assert len(noted) == 3


def test_one_may_unsubscribe_while_all_are_notified(app: Headless, live: LiveTable) -> None:
    noted: list[str] = []
    stops: list[Callable[[], None]] = []

    def once() -> None:
        noted.append("once")
        stops[0]()

    stops.append(live.observers.subscribe(once))
    live.observers.subscribe(lambda: noted.append("always"))
    change(app, live, paid(coins=1))
    change(app, live, paid(coins=2))
    assert noted == ["once", "always", "always"]


def test_changes_made_at_once_are_all_made(app: Headless, live: LiveTable) -> None:

    def one_more(state: CarpeDiemTable) -> CarpeDiemTable:
        return with_player(state, 0, coins=state.table.players[0].coins + 1)

    async def all_at_once() -> None:
        await asyncio.gather(*(live.change("one more", one_more) for _ in range(8)))

    app.run(all_at_once())
    assert (player(live).coins, live.revision) == (8, 8)
    assert saved(app, live).content["table"]["players"][0]["coins"] == 8


@pytest.mark.parametrize("do", ["change", "undo", "redo"])
def test_nothing_is_changed_that_cannot_be_saved(app: Headless, do: str, monkeypatch: pytest.MonkeyPatch) -> None:
    live = laid_out(app)
    change(app, live, paid(coins=1), "Coins: 1")
    change(app, live, paid(coins=2), "Coins: 2")
    app.run(live.undo())
    before = live.state, live.revision, live.undo_state
    noted: list[str] = []
    live.observers.subscribe(lambda: noted.append("changed"))

    def full(*_: object, **__: object) -> NoReturn:
        raise StoreError(say("the disk is full"))

    with monkeypatch.context() as broken:
        broken.setattr(Store, "save", full)
        with pytest.raises(StoreError, match="the disk is full"):
            app.run(live.change("Coins: 9", paid(coins=9)) if do == "change" else getattr(live, do)())
    assert (live.state, live.revision, live.undo_state) == before
    assert noted == []
    change(app, live, paid(coins=4))
    assert (player(live).coins, saved(app, live).revision) == (4, live.revision)


def test_a_step_that_fails_changes_nothing_and_hinders_no_other(app: Headless, live: LiveTable) -> None:

    def fail(state: CarpeDiemTable) -> CarpeDiemTable:
        raise ZeroDivisionError(state)

    with pytest.raises(ZeroDivisionError):
        change(app, live, fail)
    change(app, live, paid(coins=1))
    assert (player(live).coins, live.revision) == (1, 1)


def test_a_table_that_was_removed_elsewhere_is_not_changed(app: Headless, live: LiveTable) -> None:
    app.run(app.worker.run(Store.set_state, live.id, "removed"))
    with pytest.raises(StaleError):
        change(app, live, paid(coins=1))
    assert (player(live).coins, live.revision) == (0, 0)


def test_the_running_score_and_what_cannot_be_follow_the_table(app: Headless) -> None:
    live = begun(app, table_state(player_with("Anna", POND[0]), player_with("Ben", stack=1)))
    assert [column.total for column in live.columns] == [0, 0]
    assert not live.problems
    change(app, live, lambda state: paid(0, coins=4)(actions.lay(state, 1, tile("A1", "pond N"))))
    assert [column.total for column in live.columns] == [2, 0]
    problems: tuple[Any, ...] = live.problems
    assert [(problem.path, problem.cells) for problem in problems] == [
        ("players[1].district.tiles[0].features[0].opens", ("A1",))
    ]
    app.run(live.undo())
    assert not live.problems


def test_an_impossible_board_is_taken_back_like_any_other(app: Headless, live: LiveTable) -> None:
    before = live.state
    change(app, live, lambda state: actions.lay(actions.lay(state, 0, tile("A1", "pond N")), 0, tile("F6", "villa")))
    impossible = live.state
    app.run(live.undo())
    assert live.state == before
    app.run(live.redo())
    assert live.state == impossible


def test_the_state_is_never_changed_in_place(app: Headless, live: LiveTable) -> None:
    first: TableState[Any] = live.state
    kept = stored_of(first)
    change(app, live, lambda state: actions.lay(state, 0, POND[0]))
    assert stored_of(first) == kept
