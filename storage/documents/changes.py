"""A document as flat facts, so that a step changes single fields and an undo leaves alone what others changed.

A fact has a path such as `table/players/0/goods/fish` or `table/players/0/district/tiles/C4`. What lies on a square is
one fact, wherever in its list it is. Each object and list with parts is a fact, too (a `Holder`), so that it remains
when its last part goes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence


class Holder(Enum):
    """The fact at the path of an object or list whose parts are facts themselves."""

    FIELDS = "fields"
    ENTRIES = "entries"
    CELLS = "cells"


class Absent(Enum):
    """The absence of a fact, as distinct from `null`."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT

Scalar = None | bool | int | float | str
Fact = Scalar | list[Any] | dict[str, Any] | Holder

_HOLDER: Final = "holder"
"""The only field of a holder as JSON; all other facts that are objects have a `cell`."""

_CELL: Final = re.compile(r"[A-Z][1-9][0-9]?", re.ASCII)
_INDEX: Final = re.compile(r"0|[1-9][0-9]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Change:
    """A fact before and after; `ABSENT` where there is none."""

    path: str
    before: Fact | Absent
    after: Fact | Absent


def flatten(value: object) -> dict[str, Fact]:
    """Return the facts of any JSON without copying; a list of plain values is one fact, and so is each square.

    >>> flatten({"coins": 1, "tiles": [{"cell": "C4"}]})
    {'': <Holder.FIELDS: 'fields'>, 'coins': 1, 'tiles': <Holder.CELLS: 'cells'>, 'tiles/C4': {'cell': 'C4'}}
    """
    return dict(_facts(value, "", ABSENT))


def _facts(value: Any, path: str, counterpart: Any) -> Iterator[tuple[str, Fact]]:  # noqa: ANN401 - any JSON
    """Yield the facts of a value, but not of parts that are the same objects in `counterpart`, in the same place."""
    if value is counterpart:
        return
    holder = _holder(value)
    yield path, value if holder is None else holder
    if holder is Holder.FIELDS:
        counterparts = counterpart if isinstance(counterpart, dict) else {}
        for name, part in value.items():
            yield from _facts(part, _beneath(path, _escaped(name)), counterparts.get(name, ABSENT))
    elif holder is Holder.ENTRIES:
        opposite = counterpart if _holder(counterpart) is holder else ()
        for index, part in enumerate(value):
            yield from _facts(part, _beneath(path, str(index)), opposite[index] if index < len(opposite) else ABSENT)
    elif holder is Holder.CELLS:
        for part in value:
            yield _beneath(path, part["cell"]), part


def _holder(value: object) -> Holder | None:
    """Return how the parts of a value are named; `None` for a value that is one fact.

    A list with `null` has parts, so that a space has the same path whether it is empty or not.
    """
    if isinstance(value, dict):
        return Holder.FIELDS
    if not isinstance(value, list) or all(isinstance(part, (bool, int, float, str)) for part in value):
        return None
    return Holder.CELLS if _is_on_squares(value) else Holder.ENTRIES


def _is_on_squares(parts: Sequence[Any]) -> bool:
    cells = [part.get("cell") for part in parts if isinstance(part, dict)]
    if len(cells) < len(parts) or not all(isinstance(cell, str) and _CELL.fullmatch(cell) for cell in cells):
        return False
    return len(set(cells)) == len(cells)


def unflatten(facts: Mapping[str, Fact]) -> Any:  # noqa: ANN401 - any JSON
    """Return the JSON that has these facts.

    Entries follow by number without gaps, squares row by row. Parts win over a fact at their own path.
    """
    root = _Part()
    for path, fact in facts.items():
        part = root
        for name in path.split("/") if path else ():
            part = part.parts.setdefault(name, _Part())
        part.fact = fact
    return _value(root)


@dataclass(slots=True)
class _Part:
    fact: Fact | Absent = ABSENT
    parts: dict[str, _Part] = field(default_factory=dict)


def _value(part: _Part) -> Any:  # noqa: ANN401 - any JSON
    if not part.parts and not isinstance(part.fact, (Holder, Absent)):
        return part.fact
    holder = _held(part)
    if holder is Holder.FIELDS:
        return {_unescaped(name): _value(inner) for name, inner in part.parts.items()}
    order = _square if holder is Holder.CELLS else _number
    return [_value(part.parts[name]) for name in sorted(part.parts, key=order)]


def _held(part: _Part) -> Holder:
    """Return how the parts are named; their names decide if the fact at the path is gone, or does not fit."""
    cells, numbers = (all(map(pattern.fullmatch, part.parts)) for pattern in (_CELL, _INDEX))
    fitting = {Holder.FIELDS: True, Holder.ENTRIES: numbers, Holder.CELLS: cells}
    if isinstance(part.fact, Holder) and fitting[part.fact]:
        return part.fact
    if part.parts and cells:
        return Holder.CELLS
    return Holder.ENTRIES if numbers and "0" in part.parts else Holder.FIELDS


def _number(name: str) -> tuple[int, str]:
    return int(name), ""


def _square(name: str) -> tuple[int, str]:
    return int(name[1:]), name[0]


def _beneath(path: str, name: str) -> str:
    return f"{path}/{name}" if path else name


def _escaped(name: str) -> str:
    """Return a name as a part of a path: escaped as in a JSON pointer; an empty name becomes `~`."""
    return name.replace("~", "~0").replace("/", "~1") or "~"


def _unescaped(name: str) -> str:
    return "" if name == "~" else name.replace("~1", "/").replace("~0", "~")


def difference(before: Mapping[str, Fact], after: Mapping[str, Fact]) -> tuple[Change, ...]:
    """Return the changes from `before` to `after`; 1, 1.0 and true are different values."""
    paths = dict.fromkeys((*before, *after))
    pairs = ((path, before.get(path, ABSENT), after.get(path, ABSENT)) for path in paths)
    return tuple(Change(path, was, now) for path, was, now in pairs if not is_same(was, now))


def changes_between(before: object, after: object) -> tuple[Change, ...]:
    """Return the difference of the facts of two JSON values; parts that are the same object in both are not looked at.

    >>> tiles = [{"cell": "C4"}]
    >>> changes_between({"coins": 1, "tiles": tiles}, {"coins": 2, "tiles": tiles})
    (Change(path='coins', before=1, after=2),)
    """
    return difference(dict(_facts(before, "", after)), dict(_facts(after, "", before)))


def is_same(mine: Any, theirs: Any) -> bool:  # noqa: ANN401 - any facts
    """Return whether two facts are the same; 1, 1.0 and true are not."""
    if mine is theirs or type(mine) is not type(theirs):
        return mine is theirs
    if isinstance(mine, dict):
        return mine.keys() == theirs.keys() and all(is_same(part, theirs[name]) for name, part in mine.items())
    if isinstance(mine, list):
        return len(mine) == len(theirs) and all(map(is_same, mine, theirs))
    return bool(mine == theirs)


def applied(facts: Mapping[str, Fact], changes: Iterable[Change]) -> dict[str, Fact]:
    """Return the facts after some changes, whatever was at their paths.

    A holder remains while it has parts, because somebody else has added them.
    """
    result = dict(facts)
    touched: list[str] = []
    for change in changes:
        touched.append(change.path)
        if isinstance(change.after, Absent):
            result.pop(change.path, None)
        else:
            result[change.path] = change.after
    for path in touched:
        held = facts.get(path)
        if isinstance(held, Holder) and not isinstance(result.get(path), Holder) and _has_parts(result, path):
            result[path] = held
    return result


def _has_parts(facts: Mapping[str, Fact], path: str) -> bool:
    start = _beneath(path, "")
    return any(path_beside.startswith(start) and path_beside != path for path_beside in facts)


def reversed_(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return the changes that undo these."""
    return tuple(Change(change.path, change.after, change.before) for change in reversed(tuple(changes)))


def still_true(facts: Mapping[str, Fact], changes: Iterable[Change], taken: Collection[str] = ()) -> tuple[Change, ...]:
    """Return the changes that still have their effect, so that undoing them overwrites nobody.

    At the paths that are `taken`, somebody else has made the same facts since.

    An object that came or went counts as a whole, and so does an entry of a list within another one: a card that
    somebody else has laid in the same place since is not mixed with the one before. Whatever others added to it
    remains.
    """
    changes = tuple(changes)
    standing = [
        change
        for change in changes
        if change.path not in taken and is_same(facts.get(change.path, ABSENT), change.after)
    ]
    gone = {change.path for change in changes} - {change.path for change in standing}
    whole = {change.path for change in changes if _came_or_went(change)}
    whole |= {entry for change in changes if (entry := _entry(change.path)) is not None}
    mixed = [path for path in whole if any(is_within(name, path) for name in gone)]
    return tuple(change for change in standing if not any(is_within(change.path, path) for path in mixed))


def _came_or_went(change: Change) -> bool:
    facts = (change.before, change.after)
    return Holder.FIELDS in facts and not all(isinstance(fact, Holder) for fact in facts)


def _entry(path: str) -> str | None:
    """Return the path of the entry of an inner list that a path leads into, such as a player's card; not of a player.

    >>> _entry("players/0/frame/1/points"), _entry("players/0/coins")
    ('players/0/frame/1', None)
    """
    names = path.split("/")
    numbers = [at for at, name in enumerate(names) if _INDEX.fullmatch(name)]
    return "/".join(names[: numbers[1] + 1]) if numbers[1:] else None


def is_within(name: str, path: str) -> bool:
    """Return whether a path is another one, or lies beneath it."""
    return not path or name == path or name.startswith(f"{path}/")


def plain_changes(changes: Iterable[Change]) -> list[dict[str, Any]]:
    """Return changes as JSON; an absent fact has no key.

    >>> plain_changes([Change("coins", ABSENT, 3), Change("goods", Holder.FIELDS, None)])
    [{'path': 'coins', 'after': 3}, {'path': 'goods', 'before': {'holder': 'fields'}, 'after': None}]
    """
    return [
        {"path": change.path}
        | {
            name: {_HOLDER: fact.value} if isinstance(fact, Holder) else fact
            for name, fact in (("before", change.before), ("after", change.after))
            if fact is not ABSENT
        }
        for change in changes
    ]


def read_changes(plain: Iterable[Mapping[str, Any]]) -> tuple[Change, ...]:
    """Return the changes that `plain_changes` wrote."""
    return tuple(Change(change["path"], _read(change, "before"), _read(change, "after")) for change in plain)


def _read(change: Mapping[str, Any], name: str) -> Fact | Absent:
    fact: Fact | Absent = change.get(name, ABSENT)
    return Holder(fact[_HOLDER]) if isinstance(fact, dict) and _HOLDER in fact else fact
