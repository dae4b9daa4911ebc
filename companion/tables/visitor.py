"""Who is there: the host of this machine, or a phone that came in by the code of a table."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.tables.permissions import HOST

if TYPE_CHECKING:
    from storage.repositories.access import Device


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Somebody who is let in: `phone` is nothing for a browser of this machine."""

    phone: Device | None = None

    @property
    def host(self) -> bool:
        """Whether they may do everything."""
        return self.phone is None or self.phone.host

    @property
    def key(self) -> str:
        """By what their screens are told from those of others; also the author of what they do. It is no secret."""
        return HOST if self.phone is None else self.phone.id

    @property
    def user_id(self) -> str:
        """Whose steps theirs are; all browsers of the host are one."""
        return HOST if self.host else self.key


THIS_MACHINE: Final = Visitor()
"""Whoever uses a browser of this machine."""

VISITOR: Final[ContextVar[Visitor]] = ContextVar("VISITOR", default=THIS_MACHINE)
"""Who has opened the page that is being served."""
