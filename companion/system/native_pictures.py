"""Pictures on a machine of its own: Pillow reads and draws them, zxing-cpp finds codes in them, in another thread."""

from __future__ import annotations

import asyncio
import io
import warnings
from typing import TYPE_CHECKING, Final
from unicodedata import category

from PIL import ExifTags, Image, ImageDraw, ImageFont, ImageOps, UnidentifiedImageError, features

from companion.system import pictures
from companion.system.paths import FALLBACK, assets, fallback_font

if TYPE_CHECKING:
    from collections.abc import Iterable


FORMATS: Final = ("BMP", "GIF", "JPEG", "PNG", "WEBP")
"""The picture formats that are read, by Pillow's names."""

_UNREADABLE_ERRORS: Final = (OSError, SyntaxError, ValueError, EOFError, AssertionError)
"""The errors that Pillow raises for damaged and forged pictures."""

_STRIP_LINES: Final = 64
"""The lines of a shrunk picture that are made at once."""

_TURNS: Final = features.check("raqm")
"""Whether Pillow lays out text from right to left here; else it is drawn as it comes."""


async def small_jpeg(file: bytes, side: int, size: int) -> bytes:
    """Return a picture upright as a JPEG, with sides of at most `side` pixels, of at most `size` bytes.

    Raises:
        PictureError: it is no picture, damaged, or larger than any picture that is read.

    """
    return await asyncio.to_thread(_packed, file, side, size)


async def texts_of_codes(file: bytes) -> tuple[str, ...]:
    """Return the texts of all QR codes in a picture, each once.

    Raises:
        PictureError: it is no picture, damaged, or larger than any picture that is read.

    """
    return await asyncio.to_thread(codes_in, file)


async def lettering(_: Iterable[str], /) -> Lettering:
    """Return what measures words in any fonts of the assets."""
    return Lettering()


async def drawn(drawing: pictures.Drawing) -> bytes:
    """Return a drawing as a PNG."""
    return await asyncio.to_thread(_painted, drawing)


def codes_in(file: bytes, max_unpacked_bytes: int = pictures.MAX_UNPACKED_BYTES) -> tuple[str, ...]:
    """Return the texts of all QR codes in a picture, each once.

    Raises:
        PictureError: it is no picture, damaged, or larger than any picture that is read, or is so once it is unpacked;
            or no codes can be read on this device.

    """
    try:
        import zxingcpp  # noqa: PLC0415 - has no wheels for shells on phones, which read photos all the same
    except ImportError:
        raise pictures.PictureError(pictures.NO_CODES) from None
    barcodes = zxingcpp.read_barcodes(
        _opened(file, "L", pictures.MAX_CODES_SIDE, max_unpacked_bytes),
        formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode),
        text_mode=zxingcpp.TextMode.Plain,
    )
    return tuple(dict.fromkeys(code.text for code in barcodes if code.text))


def _packed(file: bytes, side: int, size: int) -> bytes:
    picture = _opened(file, "RGB", side)
    while True:
        for quality in pictures.QUALITIES:
            written = io.BytesIO()
            picture.save(written, "JPEG", quality=quality, optimize=True)
            if written.tell() <= size:
                return written.getvalue()
        picture = picture.resize((max(1, picture.width // 2), max(1, picture.height // 2)))


def _opened(file: bytes, mode: str, side: int, max_unpacked_bytes: int = pictures.MAX_UNPACKED_BYTES) -> Image.Image:
    """Return the pixels of a picture alone, upright, in a mode of Pillow, with sides of at most `side` pixels."""
    if len(file) > pictures.MAX_FILE_BYTES:
        raise pictures.PictureError(pictures.TOO_LARGE)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # we draw the line ourselves, below
            picture = Image.open(io.BytesIO(file), formats=FORMATS)
        picture.draft(mode, (side, side))  # of photos, unpacks only as much as is looked at
        shades = 4 if picture.has_transparency_data else len(picture.getbands())  # what shows through becomes RGBA
        unpacked = picture.width * picture.height * shades
        if unpacked > max_unpacked_bytes or picture.height > pictures.MAX_LINES:
            raise pictures.PictureError(pictures.TOO_LARGE)
        return _on_white(picture, mode, side)
    except Image.DecompressionBombError:
        raise pictures.PictureError(pictures.TOO_LARGE) from None
    except UnidentifiedImageError:
        raise pictures.PictureError(pictures.FOREIGN) from None
    except _UNREADABLE_ERRORS:
        raise pictures.PictureError(pictures.DAMAGED) from None


def _on_white(picture: Image.Image, mode: str, side: int) -> Image.Image:
    """Return a picture on white, upright, in a mode of Pillow, with sides of at most `side` pixels.

    It is converted and shrunk strip by strip, so that only the unpacked picture is in memory as a whole.
    """
    picture.load()
    width, height = picture.size
    scale = max(1, max(width, height) // side)
    small = Image.new(mode, (-(-width // scale), -(-height // scale)))
    for top in range(0, height, _STRIP_LINES * scale):
        strip = picture.crop((0, top, width, min(height, top + _STRIP_LINES * scale)))
        small.paste(_opaque(strip, mode).reduce(scale), (0, top // scale))
    small.getexif()[ExifTags.Base.Orientation] = picture.getexif().get(ExifTags.Base.Orientation, 1)
    small.thumbnail((side, side))
    ImageOps.exif_transpose(small, in_place=True)
    return small


def _opaque(picture: Image.Image, mode: str) -> Image.Image:
    """Return a picture in a mode of Pillow, on white where something shows through."""
    if not picture.has_transparency_data:
        return picture.convert(mode)
    clear = picture.convert("RGBA")
    bare = Image.new(mode, picture.size, pictures.WHITE)
    bare.paste(clear, mask=clear)
    return bare


class Lettering:
    """The fonts of a picture, opened as words ask for them."""

    def __init__(self) -> None:
        """Open none yet."""
        self._fonts: dict[pictures.Face, ImageFont.FreeTypeFont] = {}

    def length(self, words: str, face: pictures.Face, /) -> float:
        """Return the width of words on one line, in pixels."""
        return self._font(face).getlength(_laid_out(words))

    def write(self, draw: ImageDraw.ImageDraw, shape: pictures.Words) -> None:
        """Write words into a picture."""
        place = shape.left, shape.base
        draw.text(place, _laid_out(shape.words), shape.ink, self._font(shape.face), anchor="ls")

    def _font(self, face: pictures.Face) -> ImageFont.FreeTypeFont:
        if face not in self._fonts:
            font = face.font
            slices = font.startswith(FALLBACK)
            file = io.BytesIO(fallback_font(font.removeprefix(FALLBACK))) if slices else assets() / font
            self._fonts[face] = ImageFont.truetype(file, face.size)
        return self._fonts[face]


def _laid_out(words: str) -> str:
    if _TURNS or words.isascii():
        return words
    return "".join(letter for letter in words if category(letter) != "Cf")


def _painted(drawing: pictures.Drawing) -> bytes:
    picture = Image.new("RGB", (drawing.width, drawing.height), drawing.ground)
    draw, letters = ImageDraw.Draw(picture), Lettering()
    for shape in drawing.shapes:
        if isinstance(shape, pictures.Box):
            corners = shape.left, shape.top, shape.left + shape.width - 1, shape.top + shape.height - 1
            draw.rounded_rectangle(corners, shape.radius, shape.fill)
        else:
            letters.write(draw, shape)
    written = io.BytesIO()
    picture.save(written, "PNG", optimize=True)
    return written.getvalue()
