"""My copy of a game: the values that it prints and no rulebook does, asked once and kept."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from companion.tables.access import User
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from companion.tables.store_worker import StoreWorker
    from scoring.messages import Message
    from storage.repositories.values import CopyEntry, Counted


class MyCopy:
    """The values of my copy of a game, by part (`villa_chart`, `forum_card` …) and key, held once for all screens."""

    def __init__(self, worker: StoreWorker, game: str, entries: Iterable[CopyEntry]) -> None:
        """Hold the stored entries of one game."""
        self._worker = worker
        self._game = game
        self._known: dict[str, dict[str, Any]] = {}
        self._user = User()
        self._hold(entries)

    def as_user(self, refusal: Callable[[], Message | None]) -> MyCopy:
        """Return the same for another user; `refusal` returns, at each change, why they may not make it."""
        view = copy(self)
        view._user = User(refusal=refusal)  # noqa: SLF001 - it is one of these itself
        return view

    def _hold(self, entries: Iterable[CopyEntry]) -> None:
        self._known.clear()
        for entry in entries:
            self._known.setdefault(entry.part, {})[entry.key] = entry.value

    async def reload(self) -> None:
        """Load the entries again, after something else has written them."""
        self._hold(await self._worker.run(Store.copies, self._game))

    def part(self, part: str) -> Mapping[str, Any]:
        """Return the values of one part, by key."""
        return self._known.get(part, {})

    async def keep(self, part: str, key: str, value: object) -> None:
        """Keep a value; it replaces the one with the same key.

        Raises:
            RefusedError: this user may not do that.
            StoreError: it could not be saved.

        """
        self._user.check()
        await self._worker.run(Store.keep, self._game, part, key, value)
        self._known.setdefault(part, {})[key] = value

    async def drop(self, part: str, key: str) -> None:
        """Drop a value."""
        self._user.check()
        await self._worker.run(Store.drop, self._game, part, key)
        self._known.get(part, {}).pop(key, None)

    def count(self, counted: Counted) -> None:
        """Count up as a step at a table has done in the store."""
        counts = self._known.setdefault(counted.part, {})
        for key in counted.keys:
            counts[key] = counts.get(key, 0) + 1
