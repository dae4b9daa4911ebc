"""The parts of an SQLite file: its tables, indexes, views and triggers, and those that Tessera did not make.

A file that somebody hands in brings its own SQL. What of that would run while the file is looked into is found here by
its text alone, before any of it is asked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from scoring.messages import Message, counted, printable, say

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    Query: TypeAlias = Callable[[str], Iterable[Sequence[Any]]]
    """Runs a query as it is, and returns its rows as the driver does."""

MAX_NAMED: Final = 3
"""The most parts that a sentence names."""

_MAX_NAME: Final = 40
"""The most characters of a name that are shown."""

_MADE: Final = re.compile(
    r"""CREATE (TABLE|VIEW|VIRTUAL TABLE|INDEX|UNIQUE INDEX|TRIGGER)\s+"""
    r"""(?:"((?:[^"]|"")+)"|'((?:[^']|'')+)'|`((?:[^`]|``)+)`|\[([^\]]+)\]|([^\s("'`\[]+))"""
)
"""How SQLite writes down what made a part, with its name, which may be quoted."""

_TYPES: Final = {
    "TABLE": "table",
    "VIRTUAL TABLE": "table",
    "VIEW": "view",
    "INDEX": "index",
    "UNIQUE INDEX": "index",
    "TRIGGER": "trigger",
}

_GENERATED: Final = (2, 3)
"""The marks of columns that are worked out whenever they are read, or were when they were written."""

_EXPRESSION: Final = -2
"""The number of what is no column of its table, but worked out from them."""


class Part(NamedTuple):
    """A part of a file: its kind, such as `VIRTUAL TABLE`, "" if its text makes something else; name and text."""

    kind: str
    name: str
    sql: str


def parts(query: Query) -> tuple[Part, ...]:
    """Return the parts of a file that its own SQL makes; the name of a table is known only by that."""
    listed = query("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return tuple(_part(*(str(value) for value in row)) for row in listed)


def _part(of_type: str, name: str, sql: str) -> Part:
    made = _MADE.match(sql)
    if made is None or _TYPES[made[1]] != of_type:
        return Part("", name, sql)
    named = next(group for group in made.groups()[1:] if group)
    if made[1] != "TRIGGER" and re.sub(r"""(["'`])\1""", r"\1", named) != name:
        return Part("", name, sql)
    return Part(made[1].removeprefix("UNIQUE "), name, sql)


def worked_out(query: Query) -> Iterator[Message]:
    """Yield what of a file is worked out as soon as its tables or indexes are read; Tessera makes no such thing."""
    for part in parts(query):
        shown = _shown(part.name)
        if not part.kind:
            yield say("{name} in it is not what it claims to be", name=shown)
        elif part.kind == "TABLE":
            columns = query(f"PRAGMA table_xinfo({quoted(part.name)})")
            if any(column[6] in _GENERATED for column in columns):
                yield say("{table} in it has a column that is worked out, which Tessera does not make", table=shown)
            indexes = [(str(row[1]), row[4]) for row in query(f"PRAGMA index_list({quoted(part.name)})")]
            for index, is_partial in indexes:
                keys = query(f"PRAGMA index_xinfo({quoted(index)})")
                if is_partial or any(key[1] == _EXPRESSION for key in keys):
                    yield say("{index} in it is an index that Tessera does not make", index=_shown(index))


def in_the_way(query: Query, columns: Mapping[str, Collection[str]]) -> Iterator[Message]:
    """Yield why the rows of tables cannot be read from a file, by the names of their columns."""
    kinds = {part.name.lower(): part.kind for part in parts(query)}
    for table, names in columns.items():
        if kinds.get(table, "TABLE") != "TABLE":
            yield say("{table} in it is not a table", table=table)
            continue
        there = {row[1] for row in query(f"PRAGMA table_info({quoted(table)})")}
        for column in names:
            if column not in there:
                yield say("column {column} of {table} is missing", column=column, table=table)


def running(query: Query, tables: Collection[str]) -> Message | None:
    """Return what in a file would run by itself while its tables are used, or `None`."""
    for part in parts(query):
        if part.kind == "TRIGGER":
            return say("it has a trigger, {name}, which Tessera did not make", name=_shown(part.name))
        if part.name.lower() in tables and part.kind != "TABLE":
            return say("{table} in it is not a table", table=part.name)
    return next(worked_out(query), None)


def others(query: Query, statements: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the parts that no statement of ours makes, by name; SQLite's own are left out."""
    names = (part.name for part in parts(query) if part.name not in statements)
    return tuple(name for name in names if not name.startswith("sqlite_"))


def altered(query: Query, statements: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of our parts that another statement made than ours."""
    ours = (part for part in parts(query) if part.name in statements)
    return tuple(part.name for part in ours if _pieces(part.sql) != _pieces(statements[part.name]))


def left_behind(names: Sequence[str]) -> Message | None:
    """Return the sentence on parts of a file that do not come with its rows, or `None`."""
    if not names:
        return None
    return counted(
        len(names),
        "{number} part of the file is not Tessera's and does not come along: {names}.",
        "{number} parts of the file are not Tessera's and do not come along: {names}.",
        names=listed(names),
    )


def listed(names: Sequence[str]) -> str:
    """Return the first of some names, as they can be shown."""
    return ", ".join(map(_shown, names[:MAX_NAMED])) + (" …" if len(names) > MAX_NAMED else "")


def _pieces(sql: str) -> list[str]:
    """Return what makes a part, piece by piece: a column that was added later stands at another place."""
    return sorted(re.sub(r"\s*([(),])\s*", r"\1", " ".join(sql.split())).replace("(", ",").split(","))


def _shown(name: str) -> str:
    shown = printable(name)
    return shown if len(shown) <= _MAX_NAME else shown[:_MAX_NAME] + "…"


def quoted(name: str) -> str:
    """Return a name for a query, whatever is in it."""
    return '"' + name.replace('"', '""') + '"'
