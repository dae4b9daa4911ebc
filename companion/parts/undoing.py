"""Taking back what was just done, from the sentence that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.guards import tell

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.live import LiveTable

DONE_SINCE = "Something else was done since. The arrow at the top takes the steps back, one by one."


def undoing(live: LiveTable) -> Callable[[], Awaitable[None]]:
    """Return what takes back the step that was just made here, as long as none has followed from the same hands."""
    made = live.last

    async def undo() -> None:
        if live.last == made:
            await live.undo()
        else:
            tell(DONE_SINCE)

    return undo
