"""Who may change something: the host, and whoever is not refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from storage.database.errors import StoreError

if TYPE_CHECKING:
    from scoring.messages import Message


HOST: Final = "host"
"""Who changes a table on this machine; undo concerns what one did oneself."""


class RefusedError(StoreError):
    """Somebody may not do what they asked for; nothing has changed."""


def nothing_refused() -> Message | None:
    """Refuse nothing: what the host may."""
    return None
