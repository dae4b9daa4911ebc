"""Results, tables and copies of games as links and QR codes, from one device to another without a network."""

from __future__ import annotations

from typing import Final

from scoring.messages import Message, say

DAMAGED: Final = say("this is damaged: scan or copy all of it again")

FOREIGN: Final = say("this does not come from Tessera")

NEWER: Final = say("a newer version of Tessera made this: update Tessera to read it")

TOO_LARGE: Final = say("too large for codes and links")


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
