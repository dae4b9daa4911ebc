"""QR codes: links as codes for screens and files, and codes read from photos.

The image libraries take long to load, so they are imported on first use.
"""

from __future__ import annotations

import io
import re
import warnings
from typing import TYPE_CHECKING, Final

from scoring.messages import say
from storage.codes.errors import OversizedCodeError, PictureError

if TYPE_CHECKING:
    from PIL.Image import Image
    from qrcode.main import QRCode
    from qrcode.util import QRData

    from scoring.messages import Message

QUIET_ZONE: Final = 4
"""The width of the light margin around a code in modules (ISO/IEC 18004, quiet zone)."""

MAX_FILE_BYTES: Final = 32 * 1024 * 1024
"""The size of the largest file that is read as a picture."""

MAX_UNPACKED_BYTES: Final = 64_000_000
"""The size of the largest picture that is unpacked.

Photos of phones have 12 to 49 million pixels and take a byte each; other pictures take 3 or 4 bytes a pixel.
"""

MAX_LINES: Final = 65_535
"""The most lines of a picture, as many as a JPEG can have: unpacking takes some memory for each line."""

UNREADABLE_ERRORS: Final = (OSError, SyntaxError, ValueError, EOFError, AssertionError)
"""The errors that Pillow raises for damaged and forged pictures."""

MAX_SIDE: Final = 4096
"""The longest side in which codes are searched, in pixels; larger pictures are scaled down."""

FORMATS: Final = ("BMP", "GIF", "JPEG", "PNG", "WEBP")
"""The picture formats that are read, by Pillow's names."""


def version(link: str) -> int:
    """Return the QR version of a link's code at level M: 1 is 21 modules wide, each further one 4 more.

    Raises:
        OversizedCodeError: no code holds it; it needs a series.

    """
    from qrcode.exceptions import DataOverflowError  # noqa: PLC0415 - takes long to load

    try:
        number: int = _code(link).best_fit()
    except (DataOverflowError, ValueError):  # the library says the one or the other
        raise OversizedCodeError(say("too much for one code: show it as a series")) from None
    return number


def fits(link: str, most: int) -> bool:
    """Return whether the code of a link is at most of a version."""
    try:
        return version(link) <= most
    except OversizedCodeError:
        return False


def matrix(link: str) -> tuple[tuple[bool, ...], ...]:
    """Return the rows of a link's code with its quiet zone; dark modules are true.

    Raises:
        OversizedCodeError: no code holds it; it needs a series.

    """
    code = _code(link)
    code.version = version(link)
    code.make(fit=False)
    return tuple(tuple(bool(module) for module in row) for row in code.get_matrix())


def png(link: str, module: int = 8) -> bytes:
    """Return a link's code as a black and white PNG, `module` pixels a module.

    Raises:
        OversizedCodeError: no code holds it; it needs a series.

    """
    from PIL import Image  # noqa: PLC0415 - takes long to load

    rows = matrix(link)
    size = len(rows)
    flat = bytes(0 if dark else 255 for row in rows for dark in row)
    picture = Image.frombytes("L", (size, size), flat).resize((size * module, size * module), Image.Resampling.NEAREST)
    written = io.BytesIO()
    picture.convert("1").save(written, "PNG", optimize=True)
    return written.getvalue()


def svg(link: str) -> bytes:
    """Return a link's code as an SVG, one unit a module, dark on light in every theme.

    Raises:
        OversizedCodeError: no code holds it; it needs a series.

    """
    rows = matrix(link)
    size = len(rows)
    runs = "".join(f"M{start} {y}h{length}v1h-{length}z" for y, row in enumerate(rows) for start, length in _runs(row))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{runs}"/></svg>'
    ).encode()


def _runs(row: tuple[bool, ...]) -> list[tuple[int, int]]:
    """Return the start and length of each run of dark modules in a row."""
    text = "".join("#" if dark else "." for dark in row)
    return [(found.start(), len(found[0])) for found in re.finditer("#+", text)]


def _code(link: str) -> QRCode[object]:
    from qrcode.constants import ERROR_CORRECT_M  # noqa: PLC0415 - takes long to load
    from qrcode.main import QRCode  # noqa: PLC0415

    code = QRCode(error_correction=ERROR_CORRECT_M, border=QUIET_ZONE)
    for part in _segments(link):
        code.add_data(part)
    return code


def _segments(link: str) -> list[QRData]:
    """Return a link in the segments that take the fewest bits: base, kind, digits.

    Scheme and host are case-insensitive, and capitals take 5.5 bits a character instead of 8. The alphanumeric mode of
    ISO/IEC 18004 has no `#`, so that is a segment of its own.
    """
    from qrcode.util import MODE_8BIT_BYTE, MODE_ALPHA_NUM, MODE_NUMBER, QRData  # noqa: PLC0415 - takes long to load

    found = _IN_PARTS.fullmatch(link)
    if found is None:
        return [QRData(link.encode(), mode=MODE_8BIT_BYTE)]
    address, mark, digits = found.groups()
    capital = _ANY_CASE.fullmatch(address) is not None
    start = [QRData(address.upper().encode(), mode=MODE_ALPHA_NUM)] if capital else []
    named = mark if capital else address + mark
    return [*start, QRData(named.encode(), mode=MODE_8BIT_BYTE), QRData(digits.encode(), mode=MODE_NUMBER)]


_IN_PARTS: Final = re.compile(r"([^#]+)(#[a-z])([0-9]+)")
_ANY_CASE: Final = re.compile(r"https?://[a-z0-9.-]+(:[0-9]+)?/?", re.IGNORECASE)


def read(file: bytes, max_unpacked_bytes: int = MAX_UNPACKED_BYTES) -> tuple[str, ...]:
    """Return the texts of all QR codes in a picture.

    Raises:
        OversizedCodeError: it is larger than any picture that is read, or is so once it is unpacked.
        PictureError: it is damaged, or in another format.

    """
    import zxingcpp  # noqa: PLC0415 - takes long to load

    if len(file) > MAX_FILE_BYTES:
        raise OversizedCodeError(_too_large())
    found = zxingcpp.read_barcodes(
        _opened(file, max_unpacked_bytes),
        formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode),
        text_mode=zxingcpp.TextMode.Plain,
    )
    return tuple(dict.fromkeys(code.text for code in found if code.text))


def _opened(file: bytes, max_unpacked_bytes: int) -> Image:
    """Return a picture in grayscale, scaled down for the search."""
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - takes long to load

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # we draw the line ourselves, below
            picture = Image.open(io.BytesIO(file), formats=FORMATS)
        picture.draft("L", (MAX_SIDE, MAX_SIDE))  # of photos, unpacks only as much as is looked at
        unpacked = picture.width * picture.height * len(picture.getbands())
        if unpacked > max_unpacked_bytes or picture.height > MAX_LINES:
            raise OversizedCodeError(_too_large())
        return _gray(picture)
    except Image.DecompressionBombError:
        raise OversizedCodeError(_too_large()) from None
    except UnidentifiedImageError:
        raise PictureError(say("this is no picture: take a photo, or choose a PNG, JPEG, WebP, GIF or BMP")) from None
    except UNREADABLE_ERRORS:
        raise PictureError(say("this picture is damaged: take or send it once more")) from None


def _gray(picture: Image) -> Image:
    """Return a picture in grayscale; transparent pixels become light."""
    from PIL import Image  # noqa: PLC0415 - takes long to load

    shown = picture.convert("RGBA" if picture.has_transparency_data else "L")
    shown.thumbnail((MAX_SIDE, MAX_SIDE))
    if shown.mode == "L":
        return shown
    return Image.alpha_composite(Image.new("RGBA", shown.size, "white"), shown).convert("L")


def _too_large() -> Message:
    return say("this picture is too large: cut the code out of it, or take a photo with fewer pixels")
