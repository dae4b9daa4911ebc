"""The tables of the database."""

from __future__ import annotations

from datetime import datetime  # noqa: TC003 - SQLModel reads the types of fields
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import BigInteger, Index, MetaData, Text, UniqueConstraint, column, event, inspect, select, table
from sqlmodel import Field, SQLModel

from storage.database.columns import CHECKSUM, JsonText, UtcDateTime, checksum, covered, is_whole, json_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Column, ColumnClause, Connection, Table
    from sqlalchemy.engine.default import DefaultExecutionContext
    from sqlalchemy.orm import Mapper


def _checksum_of_new(context: DefaultExecutionContext) -> int | None:
    """Return the checksum of a row that is being inserted."""
    values = context.get_current_parameters()  # type: ignore[no-untyped-call]
    return checksum_of_values(context.current_column.table, values)


def _checksum_of_update(context: DefaultExecutionContext) -> int | None:
    """Refuse to update a row without its checksum: a fault of the program."""
    message = f"an update of {context.current_column.table.name} needs its checksum: change the rows one by one"
    raise TypeError(message)


class Row(SQLModel):
    """The base of all rows; the names of keys are explicit, so that migrations can refer to them.

    The checksum is written with each row that is inserted, or changed as an object. Whoever examines the database
    compares them; nobody else does.
    """

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
        }
    )

    checksum: int | None = Field(
        default=None,
        sa_type=BigInteger,
        sa_column_kwargs={"default": _checksum_of_new, "onupdate": _checksum_of_update},
    )


class TableRow(Row, table=True):
    """A table: its `content` is the table in play and the app's extras, `revision` the number of its last step."""

    __tablename__ = "tables"

    id: str = Field(primary_key=True)
    game: str
    content: dict[str, Any] = Field(sa_type=JsonText)
    revision: int
    state: str
    created: datetime = Field(sa_type=UtcDateTime)
    changed: datetime = Field(sa_type=UtcDateTime)


class RevisionRow(Row, table=True):
    """A step at a table: who changed what; undo and redo are steps, too. Of the kind `begin` it has the whole table."""

    __tablename__ = "revisions"

    table_id: str = Field(primary_key=True, foreign_key="tables.id")
    number: int = Field(primary_key=True)
    author: str
    label: str
    changes: list[dict[str, Any]] = Field(sa_type=JsonText)
    at: datetime = Field(sa_type=UtcDateTime)
    kind: str
    state: str


class ImportRow(Row, table=True):
    """What was imported together, so that the import can be undone; `counts` are the numbers of what it brought."""

    __tablename__ = "imports"

    id: str = Field(primary_key=True)
    at: datetime = Field(sa_type=UtcDateTime)
    what: str
    counts: dict[str, int] = Field(sa_type=JsonText)
    undone: datetime | None = Field(default=None, sa_type=UtcDateTime)


class JournalRow(Row, table=True):
    """What an import did to a row of the table `kind`: the columns that it changed, before and after.

    Of a new row there is nothing before; of a play that was corrected the revisions tell the rest.
    """

    __tablename__ = "journal"

    import_id: str = Field(primary_key=True, foreign_key="imports.id")
    number: int = Field(primary_key=True)
    kind: str
    key: list[str] = Field(sa_type=JsonText)
    before: dict[str, Any] | None = Field(default=None, sa_type=JsonText)
    after: dict[str, Any] = Field(sa_type=JsonText)


class PlaceRow(Row, table=True):
    """A place where somebody played; `folded` is the name that searches use."""

    __tablename__ = "places"

    id: str = Field(primary_key=True)
    name: str
    folded: str = Field(unique=True)
    seen: datetime = Field(sa_type=UtcDateTime)


class PlayerRow(Row, table=True):
    """A player; `folded` is the name that searches use.

    A `hidden` player is not suggested any more, but keeps the plays.
    """

    __tablename__ = "players"

    id: str = Field(primary_key=True)
    name: str
    folded: str = Field(unique=True)
    colour: str
    shape: str
    seen: datetime = Field(sa_type=UtcDateTime)
    hidden: bool = False


class WrittenNameRow(Row, table=True):
    """When somebody last wrote how a player or place (`kind`) is called and shown: what was written last counts.

    `into` is the id of the one into which it was merged then, "" where it was not.
    """

    __tablename__ = "written_names"

    kind: str = Field(primary_key=True)
    id: str = Field(primary_key=True)
    at: datetime = Field(sa_type=UtcDateTime)
    into: str = ""


class AliasRow(Row, table=True):
    """Another name of a player or place (`kind`), since two of them were merged."""

    __tablename__ = "aliases"

    kind: str = Field(primary_key=True)
    folded: str = Field(primary_key=True)
    name: str
    target: str


class PlayRow(Row, table=True):
    """A finished play: the document if there is one, and the result.

    `source` is its format and id elsewhere, "" for a play from here; `revision` counts its corrections from 1; `edited`
    is the moment of the last correction here; `reopened` says that its table is in play again.
    """

    __tablename__ = "plays"
    # The indexes hold all that lists count and filter by, and the large columns come last: neither is then read for it.
    __table_args__ = (
        Index("ix_plays_shown", "removed", "finished", "id", "game", "day", "begun", "place_id"),
        Index("ix_plays_shown_of_game", "game", "removed", "finished", "id", "day", "begun", "place_id"),
    )

    id: str = Field(primary_key=True)
    table_id: str | None = Field(default=None, foreign_key="tables.id", index=True)
    game: str
    title: str
    edition: str
    begun: datetime | None = Field(default=None, sa_type=UtcDateTime)
    finished: datetime = Field(sa_type=UtcDateTime)
    day: str
    place_id: str | None = Field(default=None, foreign_key="places.id", index=True)
    note: str
    source: str = Field(index=True)
    revision: int
    edited: datetime | None = Field(default=None, sa_type=UtcDateTime)
    reopened: bool = False
    removed: datetime | None = Field(default=None, sa_type=UtcDateTime)
    extras: dict[str, Any] = Field(sa_type=JsonText)
    sheet: dict[str, Any] = Field(sa_type=JsonText)
    document: dict[str, Any] | None = Field(default=None, sa_type=JsonText)


class SeatRow(Row, table=True):
    """A player of a play.

    `seat` is the column of the sheet; `position` the seat at the table, 0 for the starting player; `total` is missing
    if only places are known.
    """

    __tablename__ = "seats"
    __table_args__ = (Index("ix_seats_player_id_play_id", "player_id", "play_id"),)

    play_id: str = Field(primary_key=True, foreign_key="plays.id")
    seat: int = Field(primary_key=True)
    player_id: str = Field(foreign_key="players.id")
    name: str
    total: int | None
    place: int
    won: bool
    position: int | None


class LineRow(Row, table=True):
    """The points of a player of a play for one rule."""

    __tablename__ = "lines"

    play_id: str = Field(primary_key=True, foreign_key="plays.id")
    seat: int = Field(primary_key=True)
    rule: str = Field(primary_key=True)
    points: int


class PlayRevisionRow(Row, table=True):
    """A `play` before a correction, made `here` or by an import; `number` is its revision then."""

    __tablename__ = "play_revisions"

    play_id: str = Field(primary_key=True, foreign_key="plays.id")
    number: int = Field(primary_key=True)
    at: datetime = Field(sa_type=UtcDateTime)
    what: str
    play: dict[str, Any] = Field(sa_type=JsonText)
    here: bool = True


class ShownVersionRow(Row, table=True):
    """The `version` of a play that counts, and the versions that it `follows`, by their names."""

    __tablename__ = "shown_versions"

    play_id: str = Field(primary_key=True, foreign_key="plays.id")
    version: str
    follows: str


class DeletedPlayRow(Row, table=True):
    """A play that was deleted for good, with the names of its `versions`, which do not come back."""

    __tablename__ = "deleted_plays"

    id: str = Field(primary_key=True)
    at: datetime = Field(sa_type=UtcDateTime)
    versions: list[str] = Field(sa_type=JsonText)


class PhotoRow(Row, table=True):
    """A photo of a table: a JPEG as base64; the extras of tables and plays name it by its `id`, made from its bytes."""

    __tablename__ = "photos"

    id: str = Field(primary_key=True)
    picture: str = Field(sa_type=Text)
    at: datetime = Field(sa_type=UtcDateTime)


class CopyRow(Row, table=True):
    """An entry of somebody's copy of a game, by part and key."""

    __tablename__ = "copies"

    game: str = Field(primary_key=True)
    part: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    value: Any = Field(sa_type=JsonText)
    at: datetime = Field(sa_type=UtcDateTime)


class SettingRow(Row, table=True):
    """A setting of the app."""

    __tablename__ = "settings"

    key: str = Field(primary_key=True)
    value: Any = Field(sa_type=JsonText)


class SetAsideRow(Row, table=True):
    """A damaged record of the table `kind`: all that was stored of it, by table and row, before it was mended.

    `backup` is the moment of the backup that has taken its place, if one had it whole.
    """

    __tablename__ = "set_aside"

    id: str = Field(primary_key=True)
    at: datetime = Field(sa_type=UtcDateTime)
    kind: str
    key: list[Any] = Field(sa_type=JsonText)
    what: str
    stored: dict[str, list[list[Any]]] = Field(sa_type=JsonText)
    backup: datetime | None = Field(default=None, sa_type=UtcDateTime)


class JoinCodeRow(Row, table=True):
    """The join code of a table, or of the host (`id` is `host`); nobody new joins while it is `locked`."""

    __tablename__ = "join_codes"

    id: str = Field(primary_key=True)
    secret: str
    locked: bool = False


class DeviceRow(Row, table=True):
    """A device that has joined, with the hash of its token; devices of the `host` may do what the host may."""

    __tablename__ = "devices"

    id: str = Field(primary_key=True)
    token: str = Field(unique=True)
    host: bool = False
    settings: dict[str, Any] = Field(sa_type=JsonText)
    seen: datetime = Field(sa_type=UtcDateTime)


class GuestRow(Row, table=True):
    """A device at a table: the id of its `player`, whose seat it has, and of the one whose seat it `wants`.

    Who sits elsewhere now keeps the id, and so does who comes back by an undo.
    """

    __tablename__ = "guests"
    __table_args__ = (UniqueConstraint("table_id", "player", name="uq_guests_table_id_player"),)

    table_id: str = Field(primary_key=True, foreign_key="tables.id")
    device_id: str = Field(primary_key=True, foreign_key="devices.id")
    player: int | None = None
    wants: int | None = None
    since: datetime = Field(sa_type=UtcDateTime)


def _covered(of: Table) -> list[Column[Any]]:
    return [part for part in of.columns if part.name != CHECKSUM]


def _default(of: Column[Any]) -> object:
    return of.default.arg if of.default is not None and of.default.is_scalar else None  # type: ignore[attr-defined]


@cache
def _parts(of: Table) -> tuple[tuple[str, bool, object], ...]:
    """Return the key of each column that a checksum covers, whether it holds JSON, and its default."""
    return tuple((part.key, isinstance(part.type, JsonText), _default(part)) for part in _covered(of))


def checksum_of_values(into: Table, by_key: Mapping[str, Any]) -> int | None:
    """Return the checksum of a row that is to be written whole, from its values by the keys of the columns."""
    return checksum(
        [
            json_text(by_key.get(key, default)) if is_json else by_key.get(key, default)
            for key, is_json, default in _parts(into)
        ]
    )


def with_checksums(kind: type[Row], rows: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    """Return rows that are to be written whole, each with its checksum: quicker than the default of the column."""
    into = cast("Table", kind.__table__)  # type: ignore[attr-defined]
    for row in rows:
        row[CHECKSUM] = checksum_of_values(into, row)
    return rows


def _seal(mapper: Mapper[Any], connection: Connection, row: Row) -> None:
    """Renew the checksum of a row that has changed: of what is stored and what changes, whatever was read before.

    A row that is damaged, perhaps since it was read, does not become whole by that.
    """
    state, of = inspect(row), cast("Table", mapper.local_table)
    names: list[ColumnClause[Any]] = [column(name) for name in (*covered(of), CHECKSUM)]
    keys = [column(part.name) == value for part, value in zip(of.primary_key, state.identity or (), strict=True)]
    stored = connection.execute(select(*names).select_from(table(of.name)).where(*keys)).first()
    if stored is None or not is_whole(stored):
        row.checksum = None
        return
    changed = ((part, getattr(row, part.key)) for part in _covered(of) if state.attrs[part.key].history.has_changes())
    texts = {part.name: json_text(value) if isinstance(part.type, JsonText) else value for part, value in changed}
    row.checksum = checksum((dict(zip(covered(of), stored, strict=False)) | texts).values())


for _kind in Row.__subclasses__():
    event.listen(_kind, "before_update", _seal)
