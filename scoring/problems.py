"""What is impossible in a state: problems with their paths, found part by part, also where a value is unreadable."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, get_args, get_type_hints

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from scoring.messages import Message


T = TypeVar("T")


class UnreadableError(Exception):
    """A rule asked for a value that could not be read."""


class _Unreadable:
    """Stands for a value that could not be read; any use of it ends the rule that asks."""

    __slots__ = ()

    def _refuse(self, *_: object) -> NoReturn:
        raise UnreadableError

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):  # Python's own tools ask for these, no rule does
            raise AttributeError(name)
        raise UnreadableError

    __iter__ = __len__ = __bool__ = __contains__ = __getitem__ = _refuse
    __eq__ = __hash__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = _refuse


UNREADABLE: Any = _Unreadable()
"""What a reader puts where a value could not be read, so that all other rules can still be applied."""


def is_legible(part: object) -> bool:
    """Return whether everything in a part of a state could be read."""
    if isinstance(part, tuple):
        return all(is_legible(entry) for entry in part)
    if is_dataclass(part):
        return all(is_legible(getattr(part, field.name)) for field in fields(part))
    return part is not UNREADABLE


def for_each(entries: Iterable[T], limit: Callable[[int, T], Iterable[Problem]]) -> Iterator[Problem]:
    """Apply a limit to each entry with its index, passing over those that could not be read."""
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


def problems_in(state: object, limits: Mapping[type, tuple[Callable[[Any], Iterable[Problem]], ...]]) -> list[Problem]:
    """Return everything that the limits of a game find in a state, part by part, with paths from its root.

    A limit that needs a value which could not be read is passed over; the others are not.
    """
    found: list[Problem] = []
    sought = frozenset(limits)
    holders: dict[type, tuple[str, ...]] = {}
    waiting: list[tuple[Any, Path]] = [(state, None)]
    while waiting:
        part, path = waiting.pop()
        kind = part.__class__
        if kind is tuple:
            waiting += [(part[index], (path, index)) for index in range(len(part) - 1, -1, -1)]
            continue
        if kind not in holders:
            holders[kind] = _holders(kind, sought)
        for name in holders[kind]:
            waiting.append((getattr(part, name), (path, name)))
        for limit in limits.get(kind, ()):
            try:
                for problem in limit(part):
                    found.append(replace(problem, path=join_path(path_text(path), problem.path)))  # noqa: PERF401
            except UnreadableError:
                continue
    return found


Path = tuple["Path", str | int] | None
"""Where a value stands: the path of what holds it and its key there; `None` is the root."""


def path_text(path: Path) -> str:
    """Return a path as people read it.

    >>> path_text((((None, "players"), 1), "name"))
    'players[1].name'
    """
    if path is None:
        return ""
    rest, key = path
    return join_path(path_text(rest), key)


_HOLDERS: dict[tuple[type, frozenset[type]], tuple[str, ...]] = {}


def _holders(of: type, sought: frozenset[type]) -> tuple[str, ...]:
    """Return the fields of a dataclass that can hold what is sought, last first; anything else has none."""
    known = _HOLDERS.get((of, sought))
    if known is None:
        hints = get_type_hints(of) if is_dataclass(of) else {}
        known = tuple(name for name in reversed(hints) if _can_hold(hints[name], sought))
        _HOLDERS[of, sought] = known
    return known


def _can_hold(hint: Any, sought: frozenset[type]) -> bool:  # noqa: ANN401 - a type, or what typing makes of one
    if is_dataclass(hint):
        return hint in sought or any(_can_hold(inner, sought) for inner in get_type_hints(hint).values())
    return any(_can_hold(part, sought) for part in get_args(hint))


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Why something is not a possible state: the path of the field, a sentence, and the squares it is about.

    Where a rule of the game reports it, `path` counts from the part of the state that the rule looks at.
    """

    path: str
    message: Message
    cells: tuple[str, ...] = ()
