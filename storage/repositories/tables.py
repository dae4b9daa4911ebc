"""The store: tables in play with every step, and what is kept by key.

Each method is one transaction: what it returns is saved, and if it raises nothing has changed. The other modules here
read and write their own parts through a store.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final, Literal
from uuid import uuid4

from sqlalchemy import ColumnElement, bindparam, case, delete, func, insert, update
from sqlmodel import Session, col, select

from storage.database.columns import CHECKSUM, EncodedJson
from storage.database.engine import Database
from storage.database.models import CopyRow, PlayRow, RevisionRow, SettingRow, TableRow, checksum_of_values
from storage.database.row_check import TABLES
from storage.database.sqlite_files import Journal
from storage.documents.changes import plain_changes, read_changes
from storage.repositories.values import (
    MERGE_PREFIX,
    CopyEntry,
    Counted,
    StoredStep,
    StoredTable,
    TableStep,
    from_row,
    stale,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from datetime import datetime

    from storage.database.connections import DatabaseUrl
    from storage.repositories.values import StepKind, StepState, TableIdentity, Turnable


_TURNS: Final[dict[StepKind, tuple[StepState, StepState]]] = {"undo": ("done", "undone"), "redo": ("undone", "done")}
"""The state that a step must have to be undone or redone, and the one that it has then."""

# Built once, as they are run at every tap.
_MOVE_ON: Final = update(TableRow).where(
    col(TableRow.id) == bindparam("of_table"),
    col(TableRow.revision) == bindparam("before"),
    col(TableRow.state) == "running",
)
_NOTE_STEP: Final = insert(RevisionRow)
_NUMBER, _AUTHOR, _STATE = col(RevisionRow.number), col(RevisionRow.author), col(RevisionRow.state)
_OF_TABLE: Final = col(RevisionRow.table_id) == bindparam("of_table")
_STEPS: Final = select(RevisionRow).where(_OF_TABLE, col(RevisionRow.kind) != "begin")
_TURNABLE: Final = select(RevisionRow).where(
    _OF_TABLE,
    _NUMBER.in_(
        select(case((_STATE == "done", func.max(_NUMBER)), else_=func.min(_NUMBER)))
        .where(
            _OF_TABLE,
            col(RevisionRow.kind) == "step",
            _STATE.in_(("done", "undone")),
            _AUTHOR.in_(bindparam("authors", expanding=True)),
        )
        .group_by(_AUTHOR, _STATE)
    ),
)
"""The last step done and the first one undone of each author at a table."""


class Store(Database):
    """The database with its tables in play, copies and settings, used by one thread at a time."""

    def __init__(
        self,
        url: DatabaseUrl,
        clock: Callable[[], datetime],
        before_upgrade: Callable[[Database], object] | None = None,
        journal: Journal = Journal.WAL,
    ) -> None:
        """Open a database as `Database` does, with a clock whose moments have a zone."""
        super().__init__(url, before_upgrade, journal)
        self._clock = clock

    def now(self) -> datetime:
        """Return the present moment, with its zone."""
        return self._clock()

    def tables(self) -> tuple[StoredTable, ...]:
        """Return the tables in play, latest change first."""
        running = select(TableRow).where(TableRow.state == "running")
        with self.reading() as session:
            rows = session.exec(running.order_by(col(TableRow.changed).desc(), col(TableRow.created).desc())).all()
            return tuple(from_row(StoredTable, row) for row in rows)

    def table(self, table_id: str) -> StoredTable | None:
        """Return a table in any state, or `None`."""
        with self.reading() as session:
            row = session.get(TableRow, table_id)
            return None if row is None else from_row(StoredTable, row)

    def begin(self, game: str, content: dict[str, Any], table_id: str | None = None) -> StoredTable:
        """Store a new table, at revision 0, with the id that it has elsewhere, if it comes from another device.

        It is noted whole as its first step, so that the steps tell all of it.

        Raises:
            StaleError: a table with this id is here.

        """
        now = self._clock()
        row = TableRow(
            id=table_id or uuid4().hex,
            game=game,
            content=content,
            revision=0,
            state="running",
            created=now,
            changed=now,
        )
        with self.writing() as session:
            if table_id is not None and session.get(TableRow, table_id) is not None:
                raise stale()
            session.add(row)
            session.flush()
            _note_whole(session, row)
            self.announce(session, "table", row.id)
        return from_row(StoredTable, row)

    def save(
        self,
        table: TableIdentity,
        step: TableStep,
        content: dict[str, Any],
        *,
        counted: Counted | None = None,
        undo: TableStep | None = None,
    ) -> StoredTable:
        """Store a step, the table after it and what it counts up in my copy of the game, in one transaction.

        Where it takes the place of the step before, the `undo` of that comes first.

        The row of the table is not read but written whole, so that one that was damaged since is whole again. A new
        step discards what its author had undone.

        Raises:
            StaleError: the table is not in play or at another revision, or the step cannot be undone or redone.

        """
        now = self._clock()
        saved = StoredTable(
            id=table.id,
            game=table.game,
            created=table.created,
            content=content,
            revision=step.number,
            state="running",
            changed=now,
        )
        moved_on = _moved_on(saved, (undo or step).number - 1)
        with self.writing(with_others=counted is None) as session:  # then all rows are those of a step of this table
            connection = session.connection()
            if not connection.execute(_MOVE_ON, moved_on).rowcount:
                raise stale()
            for part in (step,) if undo is None else (undo, step):
                _note(session, table.id, part, now)
            self.announce(session, "table", table.id)
            if counted is not None:
                self._count(session, table.game, counted)
        return saved

    def turnable(self, table_id: str, author: str) -> Turnable:
        """Return the steps that the author can undo and redo: the last one done, and the first one undone."""
        with self.reading() as session:
            return _turnable(session, table_id, (author,))[author]

    def table_with_steps(
        self, table_id: str, authors: Collection[str]
    ) -> tuple[StoredTable | None, dict[str, Turnable]]:
        """Return a table as `table` does, and what each author can undo and redo there, all as of one moment."""
        with self.reading() as session:
            row = session.get(TableRow, table_id)
            return (None if row is None else from_row(StoredTable, row)), _turnable(session, table_id, authors)

    def steps(self, table_id: str) -> tuple[StoredStep, ...]:
        """Return every step of a table in any state, the first one first; undoing and redoing are steps, too.

        Those with which the steps begin are left out: they change nothing.
        """
        with self.reading() as session:
            return tuple(map(_step, session.exec(_STEPS.order_by(_NUMBER), params={"of_table": table_id})))

    def last_step(self, table_id: str) -> StoredStep | None:
        """Return the last step of a table, undoing and redoing included, `None` where nothing was done yet."""
        with self.reading() as session:
            row = session.exec(_STEPS.order_by(_NUMBER.desc()).limit(1), params={"of_table": table_id}).first()
            return None if row is None else _step(row)

    def steps_with_others(self, table_id: str, author: str) -> tuple[StoredStep, ...]:
        """Return the steps of a table in any state since they began, none where nobody but the author has made any."""
        of_table = RevisionRow.table_id == table_id
        began = select(func.coalesce(func.max(_NUMBER), -1)).where(of_table, RevisionRow.kind == "begin")
        made = of_table, RevisionRow.kind == "step", _NUMBER.op(">")(began.scalar_subquery())
        of_others = select(_NUMBER).where(*made, RevisionRow.author != author).limit(1)
        with self.reading() as session:
            if session.exec(of_others).first() is None:
                return ()
            return tuple(map(_step, session.exec(select(RevisionRow).where(*made).order_by(_NUMBER))))

    def set_state(self, table_id: str, state: Literal["removed", "running"]) -> None:
        """Set the state of a table; the play that it came from counts as reopened while it is in play.

        Raises:
            StaleError: it is finished, or does not exist.

        """
        with self.writing() as session:
            row = session.get(TableRow, table_id, with_for_update=True)
            if row is None or row.state == "finished":
                raise stale()
            row.state = state
            for play in session.exec(select(PlayRow).where(PlayRow.table_id == table_id)):
                play.reopened = state == "running"
            self.announce(session, "table", table_id)

    def copies(self, game: str) -> tuple[CopyEntry, ...]:
        """Return the entries of somebody's copy of a game, by part and key."""
        with self.reading() as session:
            entries = select(CopyRow).where(CopyRow.game == game).order_by(CopyRow.part, CopyRow.key)
            rows = session.exec(entries).all()
            return tuple(from_row(CopyEntry, row) for row in rows)

    def keep(self, game: str, part: str, key: str, value: object) -> None:
        """Store an entry of a copy; any JSON."""
        with self.writing() as session:
            session.connection().execute(delete(CopyRow).where(*_is_entry(game, part, key)))
            session.add(CopyRow(game=game, part=part, key=key, value=value, at=self._clock()))
            self.announce(session, "copy", game)

    def drop(self, game: str, part: str, key: str) -> None:
        """Delete an entry of a copy."""
        with self.writing() as session:
            session.connection().execute(delete(CopyRow).where(*_is_entry(game, part, key)))
            self.announce(session, "copy", game)

    def _count(self, session: Session, game: str, counted: Counted) -> None:
        """Add 1 to the number kept for each key, as often as it occurs; a missing one counts as 0."""
        now = self._clock()
        for key, times in Counter(counted.keys).items():
            row = session.get(CopyRow, (game, counted.part, key), with_for_update=True)
            if row is None:
                session.add(CopyRow(game=game, part=counted.part, key=key, value=times, at=now))
            else:
                row.value, row.at = row.value + times, now
        self.announce(session, "copy", game)

    def settings(self) -> dict[str, Any]:
        """Return the settings, but not the plays that were put under another game, which may be many."""
        asked = select(SettingRow).where(~col(SettingRow.key).startswith(MERGE_PREFIX, autoescape=True))
        with self.reading() as session:
            return {row.key: row.value for row in session.exec(asked).all()}

    def set(self, key: str, value: object) -> None:
        """Store a setting; any JSON."""
        with self.writing() as session:
            session.connection().execute(delete(SettingRow).where(col(SettingRow.key) == key))
            session.add(SettingRow(key=key, value=value))
            self.announce(session, "setting", key)


def begin_again(session: Session, table: TableRow) -> None:
    """Let the steps of a table begin again with the table as it is now, after what no step tells."""
    table.revision += 1
    _note_whole(session, table)


def _note_whole(session: Session, table: TableRow) -> None:
    step = RevisionRow(
        table_id=table.id,
        number=table.revision,
        author="",
        label="",
        changes=[{"game": table.game, "content": table.content}],
        at=table.changed,
        kind="begin",
        state="done",
    )
    session.add(step)


def _note(session: Session, table_id: str, step: TableStep, now: datetime) -> None:
    """Write a step down, after what becomes of others by it."""
    if step.kind != "step":
        _turn(session, table_id, step)
    elif step.discards:
        _discard_undone(session, table_id, step.author)
    session.flush()
    values = {
        "table_id": table_id,
        "number": step.number,
        "author": step.author,
        "label": step.label,
        "changes": EncodedJson.of(plain_changes(step.changes)),
        "at": now,
        "kind": step.kind,
        "state": "done",
    }
    session.connection().execute(_NOTE_STEP, values)


def _turn(session: Session, table_id: str, step: TableStep) -> None:
    """Note that the step of an undo is undone, or that of a redo done again."""
    before, after = _TURNS[step.kind]
    row = None if step.of is None else session.get(RevisionRow, (table_id, step.of), with_for_update=True)
    if row is None or row.kind != "step" or row.state != before:
        raise stale()
    row.state = after


def _discard_undone(session: Session, table_id: str, author: str) -> None:
    """Discard what the author of a new step had undone."""
    undone = select(RevisionRow).where(_OF_TABLE, col(RevisionRow.author) == author, _STATE == "undone")
    for row in session.exec(undone, params={"of_table": table_id}):
        row.state = "dropped"


def _step(row: RevisionRow) -> StoredStep:
    return from_row(StoredStep, row, changes=read_changes(row.changes))


def _moved_on(table: StoredTable, before: int) -> dict[str, Any]:
    """Return the parameters of `_MOVE_ON` for a table after what follows on a revision."""
    values = {entry.name: getattr(table, entry.name) for entry in fields(table)}
    values["content"] = EncodedJson.of(table.content)
    values[CHECKSUM] = checksum_of_values(TABLES["tables"], values)
    return {"of_table": values.pop("id"), "before": before, **values}


def _turnable(session: Session, table_id: str, authors: Collection[str]) -> dict[str, Turnable]:
    """Return the last step done and the first one undone of each author at a table."""
    rows = session.exec(_TURNABLE, params={"of_table": table_id, "authors": [*authors]}).all() if authors else ()
    steps = {(row.author, row.state): _step(row) for row in rows}
    return {author: (steps.get((author, "done")), steps.get((author, "undone"))) for author in authors}


def _is_entry(game: str, part: str, key: str) -> tuple[ColumnElement[bool], ...]:
    return col(CopyRow.game) == game, col(CopyRow.part) == part, col(CopyRow.key) == key
