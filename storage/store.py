"""What is kept: tables with every step, plays, players, copies of games, settings.

Everything asked of the store is one transaction: what it returns is saved, and when it raises nothing has changed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar
from uuid import uuid4

from sqlalchemy import bindparam, insert, update
from sqlmodel import col, select

from scoring.sheet import say
from storage.changes import plain_changes, read_changes
from storage.database import Database, StoreError
from storage.rows import CopyRow, PlayerRow, PlayRow, RevisionRow, SettingRow, TableRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from _typeshed import DataclassInstance
    from sqlmodel import Session, SQLModel

    from storage.changes import Change

__all__ = [
    "CopyEntry",
    "KnownPlayer",
    "StaleError",
    "Step",
    "Store",
    "StoreError",
    "StoredPlay",
    "StoredStep",
    "StoredTable",
]

K = TypeVar("K", bound="DataclassInstance")

TableState = Literal["running", "finished", "removed"]
StepKind = Literal["step", "undo", "redo"]
StepState = Literal["done", "undone", "dropped"]


class StaleError(StoreError):
    """What was to be changed is not as it was when it was read: read it again."""


@dataclass(frozen=True, slots=True)
class Step:
    """What somebody (`author`) changed at a table, as its revision `number`; an undo or redo is that `of` a step."""

    number: int
    author: str
    label: str
    changes: tuple[Change, ...]
    kind: StepKind = "step"
    of: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredStep:
    """A step as it was saved."""

    number: int
    author: str
    label: str
    changes: tuple[Change, ...]
    kind: StepKind
    state: StepState
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTable:
    """A table as it was saved: the document of the contract, what is kept beside it, the number of its last step."""

    id: str
    game: str
    document: dict[str, Any]
    beside: dict[str, Any]
    revision: int
    state: TableState
    created: datetime
    changed: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPlay:
    """A finished play, with the result of its score; without a table where it came from elsewhere."""

    id: str
    table_id: str | None
    game: str
    document: dict[str, Any]
    beside: dict[str, Any]
    sheet: dict[str, Any]
    finished: datetime
    removed: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPlayer:
    """Somebody who played before, and the colour and shape they had then."""

    id: str
    name: str
    colour: str
    shape: str
    seen: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyEntry:
    """What is printed in somebody's copy of a game: in which part of it, where, and what."""

    part: str
    key: str
    value: Any
    at: datetime


_TURNS: Final[dict[StepKind, tuple[StepState, StepState]]] = {"undo": ("done", "undone"), "redo": ("undone", "done")}
"""The state that a step must be in to be undone or redone, and the one that it is in then."""

# Built once: these are run at every tap.
_MOVE_ON = (
    update(TableRow)
    .where(
        col(TableRow.id) == bindparam("of_table"),
        col(TableRow.revision) == bindparam("before"),
        col(TableRow.state) == "running",
    )
    .returning(col(TableRow.game), col(TableRow.created))
)
_NOTE_STEP = insert(RevisionRow)
_DROP_UNDONE = (
    update(RevisionRow)
    .where(
        col(RevisionRow.table_id) == bindparam("of_table"),
        col(RevisionRow.author) == bindparam("by"),
        col(RevisionRow.state) == "undone",
    )
    .values(state="dropped")
)
_TURN_STEP = (
    update(RevisionRow)
    .where(
        col(RevisionRow.table_id) == bindparam("of_table"),
        col(RevisionRow.number) == bindparam("of"),
        col(RevisionRow.kind) == "step",
        col(RevisionRow.state) == bindparam("was"),
    )
    .values(state=bindparam("becomes"))
)


class Store:
    """The store, for one thread at a time."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        """Keep things in a database; the clock returns moments with their zone."""
        self._database = database
        self._clock = clock

    @classmethod
    def open(cls, url: str, clock: Callable[[], datetime]) -> Store:
        """Open the store at a URL such as `sqlite:///tessera.db`; a new one where there is none.

        Raises:
            StoreError: it cannot be opened, written, or is not for this version; it is as it was.

        """
        return cls(Database(url), clock)

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    # -- tables

    def tables(self) -> tuple[StoredTable, ...]:
        """Return the running tables, the one changed last first."""
        running = select(TableRow).where(TableRow.state == "running")
        with self._database.reading() as session:
            rows = session.exec(running.order_by(col(TableRow.changed).desc(), col(TableRow.created).desc()))
            return tuple(_taken(StoredTable, row) for row in rows)

    def table(self, table_id: str) -> StoredTable | None:
        """Return a table, whatever its state."""
        with self._database.reading() as session:
            row = session.get(TableRow, table_id)
            return None if row is None else _taken(StoredTable, row)

    def begin(self, game: str, document: dict[str, Any], beside: dict[str, Any]) -> StoredTable:
        """Keep a new table, at revision 0."""
        now = self._clock()
        row = TableRow(
            id=uuid4().hex,
            game=game,
            document=document,
            beside=beside,
            revision=0,
            state="running",
            created=now,
            changed=now,
        )
        with self._database.writing() as session:
            session.add(row)
        return _taken(StoredTable, row)

    def save(self, table_id: str, step: Step, document: dict[str, Any], beside: dict[str, Any]) -> StoredTable:
        """Keep a step and the table that it leads to.

        A new step of somebody drops what they had undone.

        Raises:
            StaleError: the table has another revision than the one before the step, does not run, or what is to be
                undone or redone is not done or undone.

        """
        now = self._clock()
        with self._database.writing() as session:
            connection = session.connection()
            saved: dict[str, Any] = {"document": document, "beside": beside, "revision": step.number, "changed": now}
            moved = connection.execute(_MOVE_ON, {"of_table": table_id, "before": step.number - 1, **saved}).first()
            if moved is None:
                raise _stale()
            if step.kind == "step":
                connection.execute(_DROP_UNDONE, {"of_table": table_id, "by": step.author})
            else:
                was, becomes = _TURNS[step.kind]
                turn = {"of_table": table_id, "of": step.of, "was": was, "becomes": becomes}
                if connection.execute(_TURN_STEP, turn).rowcount != 1:
                    raise _stale()
            connection.execute(
                _NOTE_STEP,
                {
                    "table_id": table_id,
                    "number": step.number,
                    "author": step.author,
                    "label": step.label,
                    "changes": plain_changes(step.changes),
                    "at": now,
                    "kind": step.kind,
                    "state": "done",
                },
            )
        game, created = moved
        return StoredTable(id=table_id, game=game, state="running", created=created, **saved)

    def undoable(self, table_id: str, author: str) -> StoredStep | None:
        """Return the step of somebody that an undo takes back: the last one done."""
        return self._step(table_id, author, "done")

    def redoable(self, table_id: str, author: str) -> StoredStep | None:
        """Return the step of somebody that a redo brings back: the first one undone."""
        return self._step(table_id, author, "undone")

    def _step(self, table_id: str, author: str, state: StepState) -> StoredStep | None:
        number = col(RevisionRow.number)
        asked = (
            select(RevisionRow)
            .where(
                RevisionRow.table_id == table_id,
                RevisionRow.author == author,
                RevisionRow.kind == "step",
                RevisionRow.state == state,
            )
            .order_by(number.desc() if state == "done" else number)
            .limit(1)
        )
        with self._database.reading() as session:
            row = session.exec(asked).first()
            return None if row is None else _taken(StoredStep, row, changes=read_changes(row.changes))

    def remove(self, table_id: str) -> None:
        """Take a table away, so that it can be restored.

        Raises:
            StaleError: it is finished, or not there.

        """
        self._set_state(table_id, "removed")

    def restore(self, table_id: str) -> None:
        """Bring a removed table back.

        Raises:
            StaleError: it is finished, or not there.

        """
        self._set_state(table_id, "running")

    def _set_state(self, table_id: str, state: TableState) -> None:
        with self._database.writing() as session:
            row = session.get(TableRow, table_id, with_for_update=True)
            if row is None or row.state == "finished":
                raise _stale()
            row.state = state

    # -- plays

    def finish(self, table_id: str, sheet: dict[str, Any]) -> StoredPlay:
        """End a table, and keep it as a play with the result of its score.

        Raises:
            StaleError: it does not run.

        """
        now = self._clock()
        with self._database.writing() as session:
            table = session.get(TableRow, table_id, with_for_update=True)
            if table is None or table.state != "running":
                raise _stale()
            table.state, table.changed = "finished", now
            play = PlayRow(
                id=uuid4().hex,
                table_id=table_id,
                game=table.game,
                document=table.document,
                beside=table.beside,
                sheet=sheet,
                finished=now,
            )
            session.add(play)
        return _taken(StoredPlay, play)

    def reopen(self, play_id: str) -> StoredTable:
        """Let the table of a play run again, instead of the play.

        Raises:
            StaleError: the play is not there.
            StoreError: it came without a table.

        """
        with self._database.writing() as session:
            play = _play(session, play_id)
            if play.table_id is None:
                raise StoreError(say("this play has no table of its own here: start a new one from it instead"))
            table = session.get_one(TableRow, play.table_id, with_for_update=True)
            table.state, table.changed = "running", self._clock()
            session.delete(play)
        return _taken(StoredTable, table)

    def plays(self, limit: int, offset: int = 0) -> tuple[StoredPlay, ...]:
        """Return plays that are not removed, the one finished last first."""
        kept = select(PlayRow).where(col(PlayRow.removed).is_(None))
        ordered = kept.order_by(col(PlayRow.finished).desc(), col(PlayRow.id))
        with self._database.reading() as session:
            return tuple(_taken(StoredPlay, row) for row in session.exec(ordered.limit(limit).offset(offset)))

    def play(self, play_id: str) -> StoredPlay | None:
        """Return a play, also a removed one."""
        with self._database.reading() as session:
            row = session.get(PlayRow, play_id)
            return None if row is None else _taken(StoredPlay, row)

    def remove_play(self, play_id: str) -> None:
        """Take a play away, so that it can be restored.

        Raises:
            StaleError: it is not there.

        """
        with self._database.writing() as session:
            _play(session, play_id).removed = self._clock()

    def restore_play(self, play_id: str) -> None:
        """Bring a removed play back.

        Raises:
            StaleError: it is not there.

        """
        with self._database.writing() as session:
            _play(session, play_id).removed = None

    # -- players

    def players(self) -> tuple[KnownPlayer, ...]:
        """Return everybody who played before, those seen last first."""
        with self._database.reading() as session:
            rows = session.exec(select(PlayerRow).order_by(col(PlayerRow.seen).desc(), col(PlayerRow.folded)))
            return tuple(_taken(KnownPlayer, row) for row in rows)

    def remember_players(self, players: Iterable[tuple[str, str, str]]) -> tuple[KnownPlayer, ...]:
        """Keep who plays now: name, colour and shape of each; a name in other capitals is the same person."""
        now = self._clock()
        rows: list[PlayerRow] = []
        with self._database.writing() as session:
            for name, colour, shape in players:
                folded = name.strip().casefold()
                known = session.exec(select(PlayerRow).where(PlayerRow.folded == folded)).first()
                number = uuid4().hex if known is None else known.id
                row = PlayerRow(id=number, name=name.strip(), folded=folded, colour=colour, shape=shape, seen=now)
                rows.append(session.merge(row))
        return tuple(_taken(KnownPlayer, row) for row in rows)

    def forget_player(self, player_id: str) -> None:
        """Propose somebody no more; plays keep their name."""
        with self._database.writing() as session:
            row = session.get(PlayerRow, player_id)
            if row is not None:
                session.delete(row)

    # -- copies

    def copies(self, game: str) -> tuple[CopyEntry, ...]:
        """Return what is known of the copy of a game, by part and key."""
        with self._database.reading() as session:
            rows = session.exec(select(CopyRow).where(CopyRow.game == game).order_by(CopyRow.part, CopyRow.key))
            return tuple(_taken(CopyEntry, row) for row in rows)

    def keep(self, game: str, part: str, key: str, value: object) -> None:
        """Keep what the copy of a game shows; any JSON."""
        with self._database.writing() as session:
            session.merge(CopyRow(game=game, part=part, key=key, value=value, at=self._clock()))

    def drop(self, game: str, part: str, key: str) -> None:
        """Forget what the copy of a game shows."""
        with self._database.writing() as session:
            row = session.get(CopyRow, (game, part, key))
            if row is not None:
                session.delete(row)

    def count_up(self, game: str, part: str, keys: Iterable[str]) -> None:
        """Add 1 to the number kept for each key, as often as it is named; what is not there yet counts 0."""
        now = self._clock()
        with self._database.writing() as session:
            for key, times in Counter(keys).items():
                row = session.get(CopyRow, (game, part, key), with_for_update=True)
                if row is None:
                    session.add(CopyRow(game=game, part=part, key=key, value=times, at=now))
                else:
                    row.value, row.at = row.value + times, now

    # -- settings

    def settings(self) -> dict[str, Any]:
        """Return the settings that were made."""
        with self._database.reading() as session:
            return {row.key: row.value for row in session.exec(select(SettingRow))}

    def set(self, key: str, value: object) -> None:
        """Keep a setting; any JSON."""
        with self._database.writing() as session:
            session.merge(SettingRow(key=key, value=value))


def _stale() -> StaleError:
    return StaleError(say("this has been changed elsewhere in the meantime: open it again"))


def _play(session: Session, play_id: str) -> PlayRow:
    row = session.get(PlayRow, play_id, with_for_update=True)
    if row is None:
        raise _stale()
    return row


def _taken(kind: type[K], row: SQLModel, **more: object) -> K:
    """Return what a row says, as a value that outlives the session."""
    names = [field.name for field in fields(kind) if field.name not in more]
    return kind(**{name: getattr(row, name) for name in names}, **more)
