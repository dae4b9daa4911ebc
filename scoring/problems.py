"""What is impossible in a state: problems with their paths, found part by part, also where a value is unreadable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import islice
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    NoReturn,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from scoring.messages import Message


T = TypeVar("T")


Path = tuple["Path", str | int] | None
"""The location of a value: the path of its container and its key there; `None` is the root."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """The reason why a state is impossible: the path of the field, a sentence, and the squares concerned.

    In a rule of a game, `path` starts at the part of the state that the rule checks.

    >>> from scoring.messages import say
    >>> str(Problem(path="round", message=say("a number"))), str(Problem(path="", message=say("too large")))
    ('round: a number', 'too large')
    """

    path: str
    message: Message
    cells: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else str(self.message)


Limits: TypeAlias = "Mapping[type, tuple[Callable[[Any], Iterable[Problem]], ...]]"
"""What is impossible in each part of a state: the limits by the dataclass of the part that each of them checks."""

MAX_PROBLEMS: Final = 500
"""The most problems that one limit finds in a state: a large document may have tens of thousands."""


class UnreadableError(Exception):
    """A rule used an unreadable value."""


class _Unreadable:
    """The stand-in for an unreadable value; any use of it ends the rule."""

    __slots__ = ()

    def _refuse(self, *_: object) -> NoReturn:
        raise UnreadableError

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):  # Python asks for these, rules do not
            raise AttributeError(name)
        raise UnreadableError

    __iter__ = __len__ = __bool__ = __contains__ = __getitem__ = _refuse
    __eq__ = __hash__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = _refuse


UNREADABLE: Any = _Unreadable()
"""The value of a field that could not be read, so that all other rules still apply."""


def is_legible(part: object) -> bool:
    """Return whether no value in a part of a state is unreadable."""
    if isinstance(part, tuple):
        return all(is_legible(entry) for entry in part)
    if isinstance(part, Mapping):
        return all(is_legible(entry) for entry in part.values())
    if is_dataclass(part):
        return all(is_legible(getattr(part, field.name)) for field in fields(part))
    return part is not UNREADABLE


def for_each(entries: Iterable[T], limit: Callable[[int, T], Iterable[Problem]]) -> Iterator[Problem]:
    """Yield the problems that a limit finds in each entry with its index; unreadable entries are skipped."""
    for index, entry in enumerate(entries):
        try:
            yield from limit(index, entry)
        except UnreadableError:
            continue


def join_path(path: str, key: str | int) -> str:
    """Return the path of a field (`str`) or an entry (`int`) of what lies at `path`.

    >>> join_path(join_path("players", 1), "goods")
    'players[1].goods'
    """
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path and key and not key.startswith("[") else path + key


@dataclass(frozen=True, slots=True)
class Checked:
    """A state, and what is impossible in it: each problem with the path of the part whose limit found it."""

    state: object
    located: tuple[tuple[Path, Problem], ...]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems, with paths from the root of the state."""
        return tuple(problem for _, problem in self.located)


def problems_in(state: object, limits: Limits) -> list[Problem]:
    """Return the problems that the limits of a game find in a state, part by part, with paths from its root.

    A limit that uses an unreadable value is skipped, and none finds more than `MAX_PROBLEMS`; all others apply.
    """
    return [problem for _, problem in _found(state, limits, None)]


def new_problems(before: object, after: object, limits: Limits) -> list[Problem]:
    """Return the problems of a state that it did not have before a change."""
    earlier = problems_in(before, limits)
    return [problem for problem in problems_in(after, limits) if problem not in earlier]


def checked_after(state: object, limits: Limits, before: Checked | None) -> Checked:
    """Return a state with the problems that `problems_in` finds.

    A part that is the same object as in the state `before`, in the same place, is not checked again: nothing about it
    has changed. With very many problems all parts are, as a limit may not have come as far as that part.
    """
    is_whole = before is not None and len(before.located) < MAX_PROBLEMS
    return Checked(state, tuple(_found(state, limits, before if is_whole else None)))


def _found(state: object, limits: Limits, before: Checked | None) -> list[tuple[Path, Problem]]:
    located: list[tuple[Path, Problem]] = []
    numbers: Counter[Callable[[Any], Iterable[Problem]]] = Counter()
    sought = frozenset(limits)
    holders: dict[type, tuple[str, ...]] = {}
    waiting: list[tuple[Any, Path, Any]] = [(state, None, None if before is None else before.state)]
    while waiting:
        part, path, was = waiting.pop()
        if part is was:
            located += () if before is None else (entry for entry in before.located if _is_within(entry[0], path))
            continue
        kind = part.__class__
        same_kind = was.__class__ is kind
        if kind is tuple:
            held = len(was) if same_kind else 0
            waiting += [
                (part[index], (path, index), was[index] if index < held else None)
                for index in range(len(part) - 1, -1, -1)
            ]
            continue
        if kind not in holders:
            holders[kind] = _holders(kind, sought)
        for name in holders[kind]:
            waiting.append((getattr(part, name), (path, name), getattr(was, name) if same_kind else None))
        for limit in limits.get(kind, ()):
            try:
                for problem in islice(limit(part), MAX_PROBLEMS - numbers[limit]):
                    numbers[limit] += 1
                    if is_legible(problem.message):
                        whole = join_path(path_text(path), problem.path)
                        cells = tuple(filter(is_legible, problem.cells))
                        located.append((path, replace(problem, path=whole, cells=cells)))
            except UnreadableError:
                continue
    return located


def _is_within(path: Path, outer: Path) -> bool:
    """Return whether a path leads to what lies at another one, or to a part of that."""
    return path == outer or (path is not None and _is_within(path[0], outer))


def path_text(path: Path) -> str:
    """Return the text of a path.

    >>> path_text((((None, "players"), 1), "name"))
    'players[1].name'
    """
    if path is None:
        return ""
    rest, key = path
    return join_path(path_text(rest), key)


_HOLDERS: dict[tuple[type, frozenset[type]], tuple[str, ...]] = {}


def _holders(of: type, sought: frozenset[type]) -> tuple[str, ...]:
    """Return the fields of a dataclass that can hold the types sought, last first; other types have none."""
    names = _HOLDERS.get((of, sought))
    if names is None:
        hints = get_type_hints(of) if is_dataclass(of) else {}
        names = tuple(name for name in reversed(hints) if _can_hold(hints[name], sought))
        _HOLDERS[of, sought] = names
    return names


def _can_hold(hint: Any, sought: frozenset[type]) -> bool:  # noqa: ANN401 - a type, or what typing makes of one
    if is_dataclass(hint):
        return hint in sought or any(_can_hold(inner, sought) for inner in get_type_hints(hint).values())
    return get_origin(hint) is not ClassVar and any(_can_hold(part, sought) for part in get_args(hint))
