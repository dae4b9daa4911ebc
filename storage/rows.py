"""The rows of the database: tables in play with their revisions, plays, players, copies, settings."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import DateTime, MetaData, Text
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

from storage.codec import to_json

if TYPE_CHECKING:
    from sqlalchemy import Dialect


class JsonText(TypeDecorator[Any]):
    """JSON, kept as it is exchanged: as text, the same in every database; nothing is `null` there."""

    impl = Text
    cache_ok = True
    should_evaluate_none = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:  # noqa: ANN401, ARG002, D102
        return to_json(value).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:  # noqa: ANN401, ARG002, D102
        return None if value is None else json.loads(value)

    def compare_values(self, x: Any, y: Any) -> bool:  # noqa: ANN401, D102 - for Python, 1 and true are the same
        return to_json(x) == to_json(y)


class UtcDateTime(TypeDecorator[datetime]):
    """A moment: with its zone in Python, in UTC in the database, also where that knows no zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002, D102
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002, D102
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Row(SQLModel):
    """What all rows share: the names of their keys, written out so that migrations can speak of them."""

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
        }
    )


class TableRow(Row, table=True):
    """A table: the document of the contract, what the app keeps beside it, and how many steps led there."""

    __tablename__ = "tables"

    id: str = Field(primary_key=True)
    game: str
    document: dict[str, Any] = Field(sa_type=JsonText)
    beside: dict[str, Any] = Field(sa_type=JsonText)
    revision: int
    state: str
    created: datetime = Field(sa_type=UtcDateTime)
    changed: datetime = Field(sa_type=UtcDateTime)


class RevisionRow(Row, table=True):
    """One step at a table: who changed what; an undo and a redo are steps, too."""

    __tablename__ = "revisions"

    table_id: str = Field(primary_key=True, foreign_key="tables.id")
    number: int = Field(primary_key=True)
    author: str
    label: str
    changes: list[dict[str, Any]] = Field(sa_type=JsonText)
    at: datetime = Field(sa_type=UtcDateTime)
    kind: str
    state: str


class PlayRow(Row, table=True):
    """A finished play: what lay there, and the result as it was then."""

    __tablename__ = "plays"

    id: str = Field(primary_key=True)
    table_id: str | None = Field(foreign_key="tables.id")
    game: str
    document: dict[str, Any] = Field(sa_type=JsonText)
    beside: dict[str, Any] = Field(sa_type=JsonText)
    sheet: dict[str, Any] = Field(sa_type=JsonText)
    finished: datetime = Field(sa_type=UtcDateTime)
    removed: datetime | None = Field(default=None, sa_type=UtcDateTime)


class PlayerRow(Row, table=True):
    """Somebody who played before; `folded` is the name by which they are found again."""

    __tablename__ = "players"

    id: str = Field(primary_key=True)
    name: str
    folded: str = Field(unique=True)
    colour: str
    shape: str
    seen: datetime = Field(sa_type=UtcDateTime)


class CopyRow(Row, table=True):
    """What is known of somebody's copy of a game: a part of it, which one, and what is printed there."""

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
