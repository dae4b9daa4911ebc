"""The reasons for which a code is refused, each with a sentence for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.messages import Message


class ShareCodeError(Exception):
    """A code or link is refused; `message` says why."""

    def __init__(self, message: Message) -> None:
        """Keep the sentence."""
        super().__init__(message)
        self.message = message


class ForeignCodeError(ShareCodeError):
    """It does not come from Tessera."""


class DamagedCodeError(ShareCodeError):
    """It comes from Tessera, but is incomplete or changed."""


class NewerCodeError(ShareCodeError):
    """It comes from a newer version of Tessera."""


class OversizedCodeError(ShareCodeError):
    """It is larger than anything that is read or sent."""
