"""Pictures on this machine: what every machine can do with them, within which limits, and what it says of others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from scoring.messages import Message, say

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_FILE_BYTES: Final = 32 * 1024 * 1024
"""The size of the largest file that is read as a picture."""

MAX_UNPACKED_BYTES: Final = 64_000_000
"""The size of the largest picture that is unpacked.

Photos of phones have 12 to 49 million pixels and take a byte each; other pictures take 3 or 4 bytes a pixel.
"""

MAX_LINES: Final = 65_535
"""The most lines of a picture, as many as a JPEG can have: unpacking takes some memory for each line."""

MAX_CODES_SIDE: Final = 4096
"""The longest side in which codes are searched, in pixels; larger pictures are scaled down."""

QUALITIES: Final = (80, 70, 60, 45, 30)
"""The qualities of a JPEG that are tried, from 0 to 100, until it is small enough."""

WHITE: Final = "#FFF"
"""What shows through a picture."""

FOREIGN: Final = say("this is not a picture: take a photo, or choose a JPEG, PNG, WebP, GIF or BMP")
DAMAGED: Final = say("this picture is damaged: take it or choose it again")
TOO_LARGE: Final = say("this picture is too large: crop it, or take a photo with fewer pixels")
NOT_SEARCHED: Final = say(
    "no code can be looked for now, as a part of Tessera cannot be loaded: check the network, then choose it again"
)
NO_CODES: Final = say("codes in pictures cannot be read on this device: paste the link instead")


class PictureError(Exception):
    """A file is no picture that can be read; `message` says why."""

    def __init__(self, message: Message) -> None:
        """Keep the sentence."""
        super().__init__(message)
        self.message = message


class Face(NamedTuple):
    """A font as a file in the assets, and its size in pixels."""

    font: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Words on one line, from a left and the line on which letters stand, in pixels."""

    left: float
    base: int
    words: str
    face: Face
    ink: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A rectangle in a colour, which may have round corners, all in pixels."""

    left: int
    top: int
    width: int
    height: int
    fill: str
    radius: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A picture before it is drawn: its size in pixels, its ground, and what lies on it, the lowest first."""

    width: int
    height: int
    ground: str
    shapes: tuple[Box | Words, ...]


class Lettering(Protocol):
    """Measures words."""

    def length(self, words: str, face: Face, /) -> float:
        """Return the width of words on one line, in pixels."""


class Pictures(Protocol):
    """What a machine can do with pictures."""

    async def small_jpeg(self, file: bytes, side: int, size: int) -> bytes:
        """Return a picture upright as a JPEG, with sides of at most `side` pixels, of at most `size` bytes.

        Only its pixels come from the file; one of noise alone loses more of them.

        Raises:
            PictureError: it is no picture, damaged, or larger than any picture that is read.

        """

    async def texts_of_codes(self, file: bytes) -> tuple[str, ...]:
        """Return the texts of all QR codes in a picture, each once.

        Raises:
            PictureError: it is no picture, damaged, or larger than any picture that is read.

        """

    async def lettering(self, fonts: Iterable[str], /) -> Lettering:
        """Return what measures words in these fonts, which are files in the assets."""

    async def drawn(self, drawing: Drawing) -> bytes:
        """Return a drawing as a PNG, in fonts for which `lettering` was asked before."""
