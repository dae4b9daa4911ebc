"""Photos are made small and bare before they are kept; what is none gets a sentence."""

from __future__ import annotations

import asyncio
import io
import struct
import zlib

import pytest
from PIL import Image

from companion.services import photos
from companion.services.photos import MAX_SIDE
from companion.system.pictures import PictureError
from storage.repositories.photos import MAX_PHOTO_BYTES
from tests.companion.photographs import TURNED_RIGHT, noise, photo


def shrunk(file: bytes) -> bytes:
    return asyncio.run(photos.shrunk(file))


def opened(file: bytes) -> Image.Image:
    return Image.open(io.BytesIO(file))


def test_a_photo_is_upright_and_says_nothing_but_its_pixels() -> None:
    kept = opened(shrunk(photo(640, 480, orientation=TURNED_RIGHT)))
    assert kept.size == (480, 640)
    red, green, blue = kept.convert("RGB").getpixel((240, 100))  # type: ignore[misc]
    assert (red > 200, green < 50, blue < 50) == (True, True, True)
    assert not kept.getexif()
    assert {"exif", "comment", "icc_profile", "xmp"}.isdisjoint(kept.info)
    assert b"Anna" not in shrunk(photo())


def test_a_large_photo_becomes_small() -> None:
    kept = shrunk(photo(4000, 3000))
    assert (opened(kept).format, opened(kept).size) == ("JPEG", (MAX_SIDE, MAX_SIDE * 3 // 4))
    assert len(kept) <= MAX_PHOTO_BYTES


def test_a_photo_of_noise_alone_is_small_too() -> None:
    assert len(shrunk(noise(1600, 1200))) <= MAX_PHOTO_BYTES


def test_what_is_seen_through_becomes_white() -> None:
    written = io.BytesIO()
    Image.new("RGBA", (8, 8), (0, 0, 0, 0)).save(written, "PNG")
    assert opened(shrunk(written.getvalue())).getpixel((4, 4)) == (255, 255, 255)


def wide_as(width: int, height: int) -> bytes:
    """The beginning of a PNG that says it has so many pixels."""
    parts = {b"IHDR": struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0), b"IDAT": b""}
    packed = (struct.pack(">I", len(part)) + name + part for name, part in parts.items())
    sums = (struct.pack(">I", zlib.crc32(name + part)) for name, part in parts.items())
    return b"\x89PNG\r\n\x1a\n" + b"".join(a + b for a, b in zip(packed, sums, strict=True))


NO_PHOTOS = {
    "nothing": (b"", "this is not a picture"),
    "words": (b"Carpe diem", "this is not a picture"),
    "another file": (b"%PDF-1.7", "this is not a picture"),
    "half a photo": (photo()[:300], "this picture is damaged"),
    "a bomb": (wide_as(20_000, 20_000), "this picture is too large"),
    "too many pixels": (wide_as(9_000, 9_000), "this picture is too large"),
}


@pytest.mark.parametrize(("file", "words"), NO_PHOTOS.values(), ids=NO_PHOTOS)
def test_what_is_no_photo_gets_a_sentence(file: bytes, words: str) -> None:
    with pytest.raises(PictureError, match=words):
        shrunk(file)
