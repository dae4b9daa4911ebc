"""The parts of a game's copies: the values that are known of them, and how those are read, worded and kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from scoring import GAMES
from scoring.fields import KeyPattern
from scoring.problems import problems_in
from storage.documents.codec import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.tables.my_copy import MyCopy
    from scoring.messages import Message
    from scoring.problems import Problem
    from storage.documents.fields import Field

K = TypeVar("K", bound=str)
V = TypeVar("V")

ANY_KEY: Final = KeyPattern("(?s:.*)", "any text")
"""The keys of entries whose value says all, or has an id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownValue(Generic[K, V]):
    """A value of a copy by its key; `printed` says where the rulebook prints it, `None` where it was entered."""

    key: K
    value: V
    printed: Message | None = None

    @property
    def is_mine(self) -> bool:
        """Whether it was entered from my copy."""
        return self.printed is None


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyPart(Generic[K, V]):
    """A part of a copy, made from the types of its keys and values.

    `entries` reads the JSON of a mapping from keys to values, or of a record with these fields. `words` say an entry.
    `printed` are the values of the rulebook, which mine replace. `key_of` makes the key of a value that says all by
    itself. Two entries of the same `place` cannot both be right; `order` sorts them.
    """

    game: str
    name: str
    title: Message
    entries: Field
    words: Callable[[K, V], Message]
    printed: tuple[KnownValue[K, V], ...] = ()
    key_of: Callable[[V], str | None] | None = None
    place: Callable[[str], object] = str
    order: Callable[[KnownValue[K, V]], Any] | None = None

    def read(self, key: str, value: object) -> KnownValue[K, V] | None:
        """Return an entry from JSON, `None` where this version cannot read it or it breaks a limit of the game."""
        problems: list[Problem] = []
        read = self.entries.read({key: value}, None, problems)
        if problems:
            return None
        entries: Any = read if isinstance(read, Mapping) else {key: getattr(read, key)}
        ((known_key, known_value),) = entries.items()
        misplaced = self.key_of is not None and self.key_of(known_value) != key
        if misplaced or problems_in(known_value, GAMES[self.game].limits):
            return None
        return KnownValue(key=known_key, value=known_value)

    def mine(self, copies: MyCopy) -> Iterator[KnownValue[K, V]]:
        """Yield the entries of my copy; one that this version cannot read is left out, and stays stored."""
        for key, value in copies.part(self.name).items():
            entry = self.read(key, value)
            if entry is not None:
                yield entry

    def known(self, copies: MyCopy) -> tuple[KnownValue[K, V], ...]:
        """Return the entries of the rulebook, replaced and followed by those of my copy."""
        entries = {self.place(entry.key): entry for entry in (*self.printed, *self.mine(copies))}.values()
        return tuple(entries if self.order is None else sorted(entries, key=self.order))

    def values(self, copies: MyCopy) -> dict[K, V]:
        """Return the values that are known by their keys."""
        return {entry.key: entry.value for entry in self.known(copies)}

    def displaced(self, copies: MyCopy, key: str) -> tuple[K, ...]:
        """Return the keys of my copy whose entries one with this key takes the place of."""
        place = self.place(key)
        return tuple(entry.key for entry in self.mine(copies) if entry.key != key and self.place(entry.key) == place)

    async def keep(self, copies: MyCopy, key: K, value: V) -> None:
        """Keep a value, unless it is known; it replaces mine of the same place."""
        if all((entry.key, entry.value) != (key, value) for entry in self.known(copies)):
            displaced = self.displaced(copies, key)
            await copies.keep(self.name, str(key), plain(value))
            for displaced_key in displaced:
                await copies.drop(self.name, displaced_key)


def by_name(*parts: CopyPart[Any, Any]) -> Mapping[str, CopyPart[Any, Any]]:
    """Return parts by their names, in the order in which they are shown."""
    return {part.name: part for part in parts}


def is_number(value: Any, least: int, most: int) -> bool:  # noqa: ANN401 - any JSON
    """Return whether JSON is a whole number within a range, both ends included."""
    return type(value) is int and least <= value <= most
