"""Results, tables and copies of games as links and QR codes, from one device to another without a network."""

from __future__ import annotations

from typing import ClassVar, Final

from scoring.messages import Message, say

FOREIGN: Final = say("this does not come from Tessera")


class ShareCodeError(Exception):
    """A code or link is refused; `message` says why."""

    SAYS: ClassVar = FOREIGN
    """What it says where nothing else is said."""

    def __init__(self, message: Message | None = None) -> None:
        """Keep the sentence."""
        self.message = self.SAYS if message is None else message
        super().__init__(self.message)


class ForeignCodeError(ShareCodeError):
    """It does not come from Tessera."""


class DamagedCodeError(ShareCodeError):
    """It comes from Tessera, but is incomplete or changed."""

    SAYS = say("this is damaged: scan or copy all of it again")


class NewerCodeError(ShareCodeError):
    """It comes from a newer version of Tessera."""

    SAYS = say("a newer version of Tessera made this: update Tessera to read it")


class OversizedCodeError(ShareCodeError):
    """It is larger than anything that is read or sent."""

    SAYS = say("too large for codes and links")
