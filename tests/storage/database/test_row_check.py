"""A damaged cell in every column of every table: noticed, and named with the record that it belongs to."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from sqlalchemy.orm.attributes import flag_modified
from sqlmodel import select

from storage.database.checksums import COLUMN, checksum, covered
from storage.database.column_types import JsonText, UtcDateTime
from storage.database.models import Row
from storage.repositories import damage
from tests.storage.stores import lay_out, opened

if TYPE_CHECKING:
    from collections.abc import Callable

    from storage.repositories.damage import Damage

WORDIER: Final[dict[type, Callable[[str | None], str | None]]] = {
    JsonText: lambda text: None if text is None else json.dumps(json.loads(text), indent=1),
    UtcDateTime: lambda text: None if text is None else text.partition(".")[0],
}
"""What was written in other words in a column of this type."""

CELLS: Final = [(table.name, column.name) for table in Row.metadata.sorted_tables for column in table.columns]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of this version, upgraded from an older one."""
    path = tmp_path_factory.mktemp("whole") / "tessera.db"
    with opened(lay_out(path)) as store:
        assert damage.find(store) == ()
    return path


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "tessera.db"))


def change(path: Path, table: str, column: str, to: str) -> None:
    """Change a cell of the last row of a table behind the program's back, by an expression of SQL."""
    with closing(sqlite3.connect(path)) as other:
        other.execute(
            f'UPDATE "{table}" SET "{column}" = {to} WHERE rowid = (SELECT MAX(rowid) FROM "{table}")'  # noqa: S608
        )
        other.commit()


def found(path: Path) -> tuple[Damage, ...]:
    with opened(path) as store:
        return damage.find(store)


@pytest.mark.parametrize(("table", "column"), CELLS)
@pytest.mark.parametrize(
    "to",
    ["CAST(x'7bff7d' AS TEXT)", "COALESCE({cell}, '') || '6'", "777 - COALESCE({cell}, 0)"],
    ids=["no text", "longer", "another number"],
)
def test_a_damaged_cell_is_noticed(path: Path, table: str, column: str, to: str) -> None:
    change(path, table, column, to.format(cell=f'"{column}"'))
    assert {row.table for one in found(path) for row in one.rows} == {table}


def test_what_an_older_version_wrote_in_other_words_stays_whole_when_it_is_changed(tmp_path: Path) -> None:
    path = tmp_path / "tessera.db"
    with closing(sqlite3.connect(lay_out(path))) as other:
        for table in Row.metadata.sorted_tables:
            for column in table.columns:
                wordier = WORDIER.get(type(column.type))
                if wordier is not None:
                    other.create_function("wordier", 1, wordier)
                    other.execute(f'UPDATE "{table.name}" SET "{column.name}" = wordier("{column.name}")')  # noqa: S608
            sealed = ", ".join(f'"{name}"' for name in covered(table))
            other.create_function("sealed", -1, lambda *values: checksum(values))
            other.execute(f'UPDATE "{table.name}" SET {COLUMN} = sealed({sealed})')  # noqa: S608
        other.commit()
    with opened(path) as store:
        with store.writing() as session:
            for kind in Row.__subclasses__():
                for row in session.exec(select(kind)):
                    flag_modified(row, COLUMN)
        assert damage.find(store) == ()
