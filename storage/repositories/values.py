"""What the store hands out of its tables, and what it says when they are not as they were."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from scoring import GAMES
from scoring.messages import say
from storage.database.errors import StoreError
from storage.documents.records import record_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from _typeshed import DataclassInstance
    from sqlmodel import SQLModel

    from scoring.problems import Problem
    from storage.documents.changes import Change

K = TypeVar("K", bound="DataclassInstance")

TableState = Literal["running", "finished", "removed"]
StepKind = Literal["step", "undo", "redo"]
StepState = Literal["done", "undone", "dropped"]


class StaleError(StoreError):
    """What was to be changed is not as it was when it was read: read it again."""


@dataclass(frozen=True, slots=True)
class TableStep:
    """What somebody (`author`) changed at a table, as its revision `number`; an undo or redo is that `of` a step."""

    number: int
    author: str
    label: str
    changes: tuple[Change, ...]
    kind: StepKind = "step"
    of: int | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """Keys of a part of my copy whose numbers a step counts up by 1 each time that they are named."""

    part: str
    keys: tuple[str, ...]


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
    extras: dict[str, Any]
    revision: int
    state: TableState
    created: datetime
    changed: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyEntry:
    """What is printed in somebody's copy of a game: in which part of it, where, and what."""

    part: str
    key: str
    value: Any
    at: datetime


def stale() -> StaleError:
    """Return what is said when somebody else was faster."""
    return StaleError(say("this has been changed elsewhere in the meantime: open it again"))


def from_row(kind: type[K], row: SQLModel, **more: object) -> K:
    """Return what a row says, as a value that outlives the session."""
    names = [field.name for field in fields(kind) if field.name not in more]
    return kind(**{name: getattr(row, name) for name in names}, **more)


def folded(name: str) -> str:
    """Return the name by which a name is found again: capitals do not matter.

    >>> folded(" STRASSER ") == folded("Straßer")
    True
    """
    return name.strip().casefold()


def day_of(moment: datetime) -> str:
    """Return the day of a moment where this program runs, as 2024-03-01."""
    return moment.astimezone().date().isoformat()


def title_and_edition(game: str, document: Mapping[str, Any] | None) -> tuple[str, str]:
    """Return the title of a game and the edition of a document, as far as this version knows them."""
    known = GAMES.get(game)
    if known is None:
        return game, ""
    problems: list[Problem] = []
    table = record_of(known.table).read((document or {}).get("table"), None, problems)
    return known.title, "" if problems else known.variant(table)
