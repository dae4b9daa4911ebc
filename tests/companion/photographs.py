"""Photos as a camera writes them, and the picker that chooses them."""

from __future__ import annotations

import io
import random
from typing import Any

import flet as ft
from PIL import Image

GPS_IFD = 0x8825
ORIENTATION = 0x0112
TURNED_RIGHT = 6
"""The camera was held so that the picture must be turned to the right by a quarter."""


def photo(width: int = 64, height: int = 48, colour: str = "red", orientation: int = 1) -> bytes:
    """A JPEG with a place, an orientation and a comment; its left half has a colour, the right one is black."""
    picture = Image.new("RGB", (width, height), "black")
    picture.paste(colour, (0, 0, width // 2, height))
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    exif.get_ifd(GPS_IFD)[1] = "N"
    written = io.BytesIO()
    picture.save(written, "JPEG", exif=exif, comment=b"Anna's garden")
    return written.getvalue()


def noise(width: int, height: int) -> bytes:
    """A picture that no format makes smaller."""
    pixels = random.Random(7).randbytes(width * height * 3)
    written = io.BytesIO()
    Image.frombytes("RGB", (width, height), pixels).save(written, "PNG", compress_level=0)
    return written.getvalue()


class Camera:
    """What is chosen next in a picker."""

    def __init__(self) -> None:
        self.chosen: bytes | None = photo()

    async def pick(self, **options: Any) -> list[ft.FilePickerFile]:
        assert options == {"with_data": True, "file_type": ft.FilePickerFileType.IMAGE}
        return [ft.FilePickerFile(id=1, name="photo.jpg", size=1, bytes=self.chosen)]
