"""A photo of the table as it is kept: upright, small, and without what a camera notes beside the picture."""

from __future__ import annotations

from typing import Final

from companion.system import machine
from storage.repositories.photos import MAX_PHOTO_BYTES

MAX_SIDE: Final = 1600
"""The longest side of a photo that is kept, in pixels; the writing on cards can still be read."""


async def shrunk(file: bytes) -> bytes:
    """Return a photo as a JPEG of at most `MAX_PHOTO_BYTES`; only its pixels come from the file.

    Raises:
        PictureError: it is no picture, damaged, or larger than any picture that is read.

    """
    return await machine.pictures().small_jpeg(file, MAX_SIDE, MAX_PHOTO_BYTES)
