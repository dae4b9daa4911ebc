"""The steps that moved a track, as they were entered at a table of each game that has one."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from companion.services import seating
from companion.services.results import result_of_play, result_of_table
from companion.services.track_steps import load_track, track_field, track_steps
from companion.tables.state import with_player
from storage.documents.changes import ABSENT, Change
from storage.repositories.values import StoredStep
from tests.companion import carrara_tables, little_town_tables, mayor_tables
from tests.scoring.palaces_of_carrara.boards import player as carrara_player

if TYPE_CHECKING:
    from companion.services.results import Result
    from companion.tables.live_table import LiveTable
    from storage.documents.changes import Absent
    from storage.repositories.values import StepKind
    from tests.companion.headless import Headless

SCORE = "table/players/0/score"


def little_town(app: Headless) -> LiveTable:
    return little_town_tables.begun(app, little_town_tables.table_state())


def mayor(app: Headless) -> LiveTable:
    return mayor_tables.begun(app, mayor_tables.table_state(*map(mayor_tables.citizen, ("Anna", "Ben"))))


def carrara(app: Headless) -> LiveTable:
    players = (carrara_player("Anna"), carrara_player("Ben"))
    return carrara_tables.begun(app, carrara_tables.base(*players))


def of_the_first(app: Headless, result: Result) -> list[tuple[str, int, int]]:
    field = track_field(result, 0, 0)
    assert field is not None
    assert result.table_id is not None
    points = result.sheet.columns[0].lines[0].points
    steps = app.worker.run_blocking(load_track, result.table_id, 0, field, points)
    return [(str(step.label), step.points, step.total) for step in steps]


@pytest.mark.parametrize(("begin", "field"), [(little_town, "score"), (mayor, "citizen"), (carrara, "score")])
def test_each_step_that_moved_the_track_is_told_also_after_the_play(app: Headless, begin: Any, field: str) -> None:
    live = begin(app)

    def move(label: str, seat: int, points: int) -> None:
        app.run(live.change(label, lambda state: with_player(state, seat, **{field: points})))

    move("Anna builds", 0, 3)
    move("Ben builds", 1, 5)
    move("by mistake", 0, 9)
    app.run(live.undo())
    move("Anna scores", 0, 7)
    move("Anna pays", 0, 6)
    steps = [("Anna builds", 3, 3), ("Anna scores", 4, 7), ("Anna pays", -1, 6)]
    assert of_the_first(app, result_of_table(live)) == steps
    assert of_the_first(app, result_of_play(app.run(app.tables.finish(live)))) == steps


def test_a_player_who_sits_elsewhere_or_is_called_otherwise_keeps_the_steps(app: Headless) -> None:
    live = little_town(app)
    copies = app.tables.copies[live.game.key]

    def move(label: str, seat: int, points: int) -> None:
        app.run(live.change(label, lambda state: with_player(state, seat, score=points)))

    move("Anna builds", 0, 3)
    move("Ben builds", 1, 5)
    app.run(live.change("Ben begins", lambda state: seating.move_player(live.game.key, state, "Ben", -1, copies)))
    move("Anna feeds nobody", 1, 0)
    app.run(live.change("Ben is Bea", lambda state: seating.rename_player(live.game.key, state, 0, "Bea")))
    move("Bea builds", 0, 6)
    assert live.state.table.players[0].name == "Bea"
    assert of_the_first(app, result_of_table(live)) == [("Ben builds", 5, 5), ("Bea builds", 1, 6)]
    app.run(live.change("Anna goes first", lambda state: seating.move_player(live.game.key, state, "Anna", -1, copies)))
    assert of_the_first(app, result_of_table(live)) == [("Anna builds", 3, 3), ("Anna feeds nobody", -3, 0)]


def test_nothing_is_told_of_points_that_were_entered(app: Headless) -> None:
    live = little_town(app)
    app.run(live.change("typed", lambda state: with_player(state, 0, entered={"track": 40})))
    result = result_of_table(live)
    assert track_field(result, 0, 0) is None
    assert track_field(result, 1, 0) == "score"
    assert track_field(result, 1, 1) is None
    assert track_field(replace(result, table_id=None), 1, 0) is None


def step(number: int, was: int | Absent, now: int, label: str = "a", kind: StepKind = "step") -> StoredStep:
    changes = (Change(SCORE, was, now),)
    return StoredStep(
        number=number,
        author="host",
        label=label,
        changes=changes,
        kind=kind,
        state="done",
        at=datetime(2026, 1, 1, tzinfo=UTC),
    )


def steps_to(*steps: StoredStep, points: int) -> list[tuple[str, int, int]]:
    return [(str(step.label), step.points, step.total) for step in track_steps(steps, 0, "score", points)]


def test_what_was_there_before_the_first_step_comes_first() -> None:
    assert steps_to(step(1, 4, 6), points=6) == [("At the beginning", 0, 4), ("a", 2, 6)]
    assert steps_to(step(1, ABSENT, 6), points=6) == [("a", 6, 6)]


def test_what_was_undone_and_done_again_is_told_once() -> None:
    steps = (step(1, 0, 2), step(2, 2, 0, kind="undo"), step(3, 0, 2, kind="redo"))
    assert steps_to(*steps, points=2) == [("a", 2, 2)]


def test_an_undone_step_under_others_goes_and_the_others_add_up() -> None:
    steps = (step(1, 0, 2), step(2, 2, 5, "b"), step(3, 5, 2, "c"), step(4, 2, 0, kind="undo"))
    assert steps_to(*steps, points=0) == [("b", 3, 3), ("c", -3, 0)]


def test_steps_that_led_to_other_points_are_not_told() -> None:
    assert steps_to(step(1, 0, 2), points=3) == []
    assert steps_to(points=0) == []
    assert steps_to(step(1, 0, 2), step(2, 2, 0, kind="undo"), points=0) == []
