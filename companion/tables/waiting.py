"""The changes that wait to be saved: how many, and why."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.tables.observers import Observers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.messages import Message

LATE_AFTER_S: Final = 1.0
"""Seconds without a change being saved after which those that wait are said to: most are saved within a few ms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsaved:
    """How many changes wait to be saved, and why, `None` while the database has not answered."""

    count: int
    why: Message | None


class WaitingChanges:
    """The changes of all tables that wait to be saved; `observers` hear when what is said of them changes.

    `times_caught_up` counts how often all of those that had to wait for long were saved.
    """

    def __init__(self) -> None:
        """Begin without any."""
        self.observers: Observers[[]] = Observers()
        self.times_caught_up = 0
        self._count = 0
        self._late = False
        self._why: Message | None = None
        self._all_saved = True
        self._timer: asyncio.TimerHandle | None = None

    @property
    def unsaved(self) -> Unsaved | None:
        """What waits for long already, or in vain; `None` where nothing does."""
        return Unsaved(count=self._count, why=self._why) if self._late else None

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Count a change as one that waits, until it is saved or given up."""
        self._count += 1
        self._note()
        try:
            yield
        except BaseException:
            self._all_saved = False  # whoever made it says so
            raise
        finally:
            self._count -= 1
            self._note()

    def put_off(self, why: Message) -> None:
        """Note why the change whose turn it is could not be saved yet."""
        self._why = why
        self._become_late()

    def _note(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._late:
            if not self._count:
                self._late, self._why = False, None
                self.times_caught_up += self._all_saved
            self.observers.notify()
        elif self._count:
            self._timer = asyncio.get_running_loop().call_later(LATE_AFTER_S, self._become_late)
        if not self._count:
            self._all_saved = True

    def _become_late(self) -> None:
        self._late = True
        self.observers.notify()
