"""A photo of the table as it is kept: upright, small, and without what a camera notes beside the picture."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING, Final

from scoring.messages import say
from storage.codes.qr_codes import FORMATS, MAX_LINES, MAX_UNPACKED_BYTES, UNREADABLE_ERRORS
from storage.database.errors import StoreError
from storage.repositories.photos import MAX_PHOTO_BYTES

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_SIDE: Final = 1600
"""The longest side of a photo that is kept, in pixels; the writing on cards can still be read."""

WHITE: Final = (255, 255, 255)

QUALITIES: Final = (80, 70, 60, 45, 30)
"""The qualities of a JPEG that are tried, until the photo is small enough."""


class PhotoError(StoreError):
    """A file is no photo that can be kept; the message says why."""


def shrunk(file: bytes) -> bytes:
    """Return a photo as a JPEG of at most `MAX_PHOTO_BYTES`; only its pixels come from the file.

    Raises:
        PhotoError: it is no picture, damaged, or larger than any picture that is read.

    """
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - takes long to load

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the line is drawn below
            picture = Image.open(io.BytesIO(file), formats=FORMATS)
        picture.draft("RGB", (MAX_SIDE, MAX_SIDE))  # unpacks no more of a large photo than is looked at
        unpacked = picture.width * picture.height * len(picture.getbands())
        if unpacked > MAX_UNPACKED_BYTES or picture.height > MAX_LINES:
            raise PhotoError(say("this picture is too large: take a photo with fewer pixels"))
        upright = _upright(picture)
    except Image.DecompressionBombError:
        raise PhotoError(say("this picture is too large: take a photo with fewer pixels")) from None
    except UnidentifiedImageError:
        raise PhotoError(say("this is no picture: take a photo, or choose a JPEG, PNG, WebP, GIF or BMP")) from None
    except UNREADABLE_ERRORS:
        raise PhotoError(say("this picture is damaged: take it or choose it once more")) from None
    return _packed(upright)


def _upright(picture: Image) -> Image:
    """Return the pixels of a picture alone, as the camera was held, on white."""
    from PIL import Image, ImageOps  # noqa: PLC0415 - takes long to load

    shown = ImageOps.exif_transpose(picture)
    shown = shown.convert("RGBA" if shown.has_transparency_data else "RGB")
    shown.thumbnail((MAX_SIDE, MAX_SIDE))
    bare = Image.new("RGB", shown.size, WHITE)
    bare.paste(shown, mask=shown if shown.mode == "RGBA" else None)
    return bare


def _packed(picture: Image) -> bytes:
    """Return a picture as the best JPEG that is small enough; one of noise alone loses pixels for that."""
    while True:
        for quality in QUALITIES:
            written = io.BytesIO()
            picture.save(written, "JPEG", quality=quality, optimize=True)
            if written.tell() <= MAX_PHOTO_BYTES:
                return written.getvalue()
        picture = picture.resize((max(1, picture.width // 2), max(1, picture.height // 2)))
