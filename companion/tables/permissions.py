"""Who may change something: the host, and everybody who is not refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from storage.database.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.messages import Message


HOST: Final = "host"
"""The user id of all browsers of the host; everybody undoes their own steps alone."""


class RefusedError(StoreError):
    """A user may not do what they asked for; nothing has changed."""


def nothing_refused() -> Message | None:
    """Refuse nothing: what the host may."""
    return None


@dataclass(frozen=True, slots=True)
class User:
    """A user who changes things; `refusal` returns why they may not do so now, `None` where they may."""

    id: str = HOST
    refusal: Callable[[], Message | None] = nothing_refused

    def check(self) -> None:
        """Check that they may change something now.

        Raises:
            RefusedError: they may not.

        """
        refusal = self.refusal()
        if refusal is not None:
            raise RefusedError(refusal)
