"""A damaged table that no backup has: made again from its steps, kept as it reads, or as it was at an earlier step."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

import pytest

from companion.services import seating
from companion.system import paths
from companion.tables.my_copy import MyCopy
from companion.tables.replay import table_after
from companion.tables.state import stored_of, with_player
from storage.backup import backups, mending, recovery
from storage.backup.damage import examine
from storage.database.models import TableRow
from storage.documents import codec
from storage.repositories import plays
from storage.repositories.tables import Store
from tests.companion.carpe_diem_tables import GAME, change, laid_out
from tests.companion.headless import opened
from tests.companion.played import in_play
from tests.companion.tables.test_live_table import ACTIONS, paid, player, turned
from tests.companion.tables.test_players import GOLDEN
from tests.storage.stores import Clock

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless

COLUMNS: Final = [column.name for column in TableRow.metadata.tables["tables"].columns]
CHANGES: Final = {
    "no text": "CAST(x'7bff7d' AS TEXT)",
    "longer": "COALESCE({cell}, '') || '6'",
    "a number": "777 - COALESCE({cell}, 0)",
    "another name": "REPLACE({cell}, 'Ann', 'Amm')",
}

GAP: Final = "DELETE FROM revisions WHERE number = 5"

AGAIN: Final = "It was made again from its steps, and nothing of it is missing."
AS_IT_READS: Final = "it is kept as it reads now and may be wrong: check it"
WENT_BACK: Final = "it goes on as it was on"


Whole: TypeAlias = "tuple[Path, str, list[Any]]"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """The folder of a table that was played, its id, and what lay on it before and after each step."""
    folder = tmp_path_factory.mktemp("whole")
    with opened(folder) as app:
        live = laid_out(app)
        copies, lying = app.tables.copies[GAME], [live.state]
        steps: list[Callable[[Any], Any]] = [
            *ACTIONS,
            lambda state: seating.add_player(GAME, state, "Cathy", copies),
            lambda state: seating.rename_player(GAME, state, 1, "Benno"),
            lambda state: seating.move_player(GAME, state, "Cathy", -2, copies),
            lambda state: seating.remove_player(GAME, state, "Benno", copies),
            lambda state: seating.with_place_and_note(state, "Home", "late"),
        ]
        for step in steps:
            change(app, live, step)
            lying.append(live.state)
        app.run(live.undo())
        lying.append(live.state)
    return folder, live.id, lying


def played(whole: Whole, to: Path) -> Path:
    """Copy the file of the table that was played."""
    shutil.copytree(whole[0], to, dirs_exist_ok=True)
    return to / paths.DATABASE


def damage(file: Path, *changes: str) -> None:
    """Change a file behind the program's back."""
    with closing(sqlite3.connect(file)) as connection, connection:
        for sql in changes:
            connection.execute(sql)


def mended(file: Path, waiting: int = 0) -> tuple[str, ...]:
    """Open a file, and return what is said of it; nothing is damaged then, and so many records wait for a backup."""
    store, said = recovery.open_whole(f"sqlite:///{file}", Clock(), file.parent / backups.FOLDER, table_after)
    with closing(store), store.reading() as session:
        assert examine(session) == ()
        assert len(mending.waiting(session)) == waiting
    return tuple(map(str, said))


def at_hand(app: Headless, table: str) -> LiveTable:
    return app.open_table(table)


def plays_on(folder: Path, table: str, lying: list[Any]) -> None:
    """The table lies as it did last, is played on, and every step is taken back."""
    with opened(folder) as app:
        live = at_hand(app, table)
        assert live.state == lying[-1]
        change(app, live, paid(coins=77))
        assert player(live).coins == 77
    with opened(folder) as app:
        assert turned(app, at_hand(app, table), len(lying), "undo") == lying[::-1]


@pytest.mark.parametrize("to", CHANGES)
@pytest.mark.parametrize("column", COLUMNS)
def test_a_damaged_row_is_made_again_from_the_steps(whole: Whole, tmp_path: Path, column: str, to: str) -> None:
    file, (_, table, lying) = played(whole, tmp_path), whole
    damage(file, f"UPDATE tables SET {column} = {CHANGES[to].format(cell=column)}")  # noqa: S608
    (said,) = mended(file) or ("",)
    if to == "another name" and column != "content":
        assert said == ""
    else:
        assert AGAIN in said
    with opened(tmp_path) as app:
        live = at_hand(app, table)
        assert live.state == lying[-1]
        assert live.revision == len(lying) - 1
    plays_on(tmp_path, table, lying[:-2])


def test_a_row_that_is_gone_is_made_again_from_the_steps(whole: Whole, tmp_path: Path) -> None:
    file = played(whole, tmp_path)
    damage(file, "DELETE FROM tables")
    (said,) = mended(file)
    assert AGAIN in said
    plays_on(tmp_path, whole[1], whole[2][:-2])


@pytest.mark.parametrize("number", [1, 5, len(ACTIONS) + 3])
def test_a_table_goes_on_after_the_last_step_that_is_left(whole: Whole, tmp_path: Path, number: int) -> None:
    file, (_, table, lying) = played(whole, tmp_path), whole
    damage(file, "UPDATE tables SET content = '{'", f"UPDATE revisions SET at = 'soon' WHERE number = {number}")  # noqa: S608
    (said,) = mended(file)
    assert WENT_BACK in said
    plays_on(tmp_path, table, lying[:number])


def test_a_table_that_reads_well_is_kept_where_a_step_is_missing(whole: Whole, tmp_path: Path) -> None:
    file, (_, table, lying) = played(whole, tmp_path), whole
    damage(file, "UPDATE tables SET content = REPLACE(content, 'Anna', 'Anne')", GAP)
    (said,) = mended(file)
    assert AS_IT_READS in said
    with opened(tmp_path) as app:
        live = at_hand(app, table)
        assert live.names == ("Cathy", "Anne")
        assert with_player(live.state, 1, name="Anna") == lying[-1]
        change(app, live, paid(coins=77))
        app.run(live.undo())
        assert with_player(live.state, 1, name="Anna") == lying[-1]


def test_a_table_loses_nothing_by_two_damages_one_after_the_other(whole: Whole, tmp_path: Path) -> None:
    file, (_, table, lying) = played(whole, tmp_path), whole
    damage(
        file,
        "UPDATE revisions SET label = 'other' WHERE number = 5",
        "UPDATE revisions SET at = 'soon' WHERE number = 0",
    )
    of_beginning, of_step = mended(file, waiting=2)
    assert "step 0 at a table: the beginning. No backup has it intact" in of_beginning
    assert "step 5 at a table: other. No backup has it intact" in of_step
    with opened(tmp_path) as app:
        change(app, at_hand(app, table), paid(coins=77))
    damage(file, "UPDATE tables SET content = '{'")
    (said,) = mended(file, waiting=2)
    assert AGAIN in said
    with opened(tmp_path) as app:
        live = at_hand(app, table)
        assert player(live).coins == 77
        assert turned(app, live, 2, "undo") == lying[-3:-5:-1]


@pytest.mark.parametrize(
    "to",
    [
        "REPLACE(content, '\"coins\":', '\"coinz\":')",
        "REPLACE(content, '\"writs_left\":', '\"writs_left\":-')",
        "'[]'",
        "'{\"table\":{}}'",
    ],
)
def test_a_table_that_no_game_reads_is_not_kept(whole: Whole, tmp_path: Path, to: str) -> None:
    file = played(whole, tmp_path)
    damage(file, f"UPDATE tables SET content = {to}", GAP)  # noqa: S608
    (said,) = mended(file)
    assert WENT_BACK in said
    plays_on(tmp_path, whole[1], whole[2][:5])


def test_a_table_without_a_beginning_that_nobody_can_read_is_set_aside(whole: Whole, tmp_path: Path) -> None:
    file = played(whole, tmp_path)
    damage(file, "UPDATE tables SET content = '{'", "DELETE FROM revisions WHERE number = 0")
    store, (said,) = recovery.open_whole(f"sqlite:///{file}", Clock(), file.parent / backups.FOLDER, table_after)
    with closing(store), store.reading() as session:
        assert "No backup has it intact, so it is set aside." in str(said)
        assert len(mending.waiting(session)) == 1
    with opened(tmp_path) as app:
        assert app.worker.run_blocking(Store.tables) == ()


def test_what_a_play_had_when_it_was_opened_again_is_there(whole: Whole, tmp_path: Path) -> None:
    file, (_, table, _lying) = played(whole, tmp_path), whole
    with opened(tmp_path) as app:
        play = app.run(app.tables.finish(at_hand(app, table)))
        corrected = replace(play, note="corrected", place="")
        app.worker.run_blocking(plays.correct, play.id, corrected, "note")
        app.worker.run_blocking(plays.reopen, play.id)
        live = at_hand(app, table)
        change(app, live, paid(coins=77))
        lies = live.state
        assert (lies.extras.note, lies.extras.place) == ("corrected", None)
    damage(file, "UPDATE tables SET content = '{'")
    (said,) = mended(file)
    assert AGAIN in said
    with opened(tmp_path) as app:
        assert at_hand(app, table).state == lies


def test_the_table_of_a_play_is_finished_still(whole: Whole, tmp_path: Path) -> None:
    file, (_, table, _lying) = played(whole, tmp_path), whole
    with opened(tmp_path) as app:
        app.run(app.tables.finish(at_hand(app, table)))
    shutil.rmtree(tmp_path / backups.FOLDER)
    damage(file, "UPDATE tables SET state = 'over'")
    (said,) = mended(file)
    assert AGAIN in said
    with opened(tmp_path) as app:
        kept = app.worker.run_blocking(Store.table, table)
        assert kept is not None
        assert kept.state == "finished"


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_table_in_play_is_read_as_it_is_stored(file: Path) -> None:
    read = codec.read_table(json.loads(file.read_text(encoding="utf-8")))
    state = in_play(read, MyCopy(cast("Any", None), read.game.key, ()))
    stored = stored_of(state)
    assert table_after(read.game.key, stored, ()) == stored
