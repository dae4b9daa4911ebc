"""The visitor of a page: the host at this machine, or a phone that was let in."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.tables.permissions import HOST

if TYPE_CHECKING:
    from storage.repositories.access import Device


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """The visitor of a page; `phone` is `None` for a browser on this machine."""

    phone: Device | None = None

    @property
    def host(self) -> bool:
        """Whether the visitor may do everything."""
        return self.phone is None or self.phone.host

    @property
    def key(self) -> str:
        """The key of the visitor's screens; it is no secret."""
        return HOST if self.phone is None else self.phone.id

    @property
    def user_id(self) -> str:
        """The id of the user whose steps theirs are; all browsers of the host are one user."""
        return HOST if self.host else self.key


THIS_MACHINE: Final = Visitor()
"""The visitor at a browser on this machine."""

VISITOR: Final[ContextVar[Visitor]] = ContextVar("VISITOR", default=THIS_MACHINE)
"""The visitor of the page that is being served."""
