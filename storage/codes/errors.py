"""Why something that came in is not taken, each with a sentence for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.messages import Message


class ShareCodeError(Exception):
    """Something that came in is not taken; `message` says why."""

    def __init__(self, message: Message) -> None:
        """Keep the sentence."""
        super().__init__(str(message))
        self.message = message


class ForeignCodeError(ShareCodeError):
    """It was not made by Tessera."""


class DamagedCodeError(ShareCodeError):
    """It was made by Tessera, but is not whole any more."""


class NewerCodeError(ShareCodeError):
    """It was made by a newer version of Tessera."""


class OversizedCodeError(ShareCodeError):
    """It is larger than anything that is taken, or can be sent."""


class OtherSeriesError(ShareCodeError):
    """It is a code of another series than the one that is being collected."""


class PictureError(ShareCodeError):
    """It is not a picture that can be looked at."""
