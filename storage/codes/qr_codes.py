"""Codes: links as QR codes for the screen and for files, and the codes in a photo read again.

The libraries for pictures take long to load and are loaded when they are needed.
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
"""Light modules around a code, which readers need to find it. ISO/IEC 18004, quiet zone."""

MAX_FILE_BYTES: Final = 32 * 1024 * 1024
"""The largest file that is looked at as a picture, in bytes."""

MAX_UNPACKED_BYTES: Final = 64_000_000
"""The largest picture that is unpacked, in bytes.

Photos of phones have 12 to 49 million pixels, and become a byte each; other pictures take 3 or 4 bytes a pixel.
"""

MAX_LINES: Final = 65_535
"""The most lines that a picture may have, as many as a JPEG can: unpacking takes some memory for each beside that."""

UNREADABLE_ERRORS: Final = (OSError, SyntaxError, ValueError, EOFError, AssertionError)
"""What Pillow says of pictures that are cut or made up."""

MAX_SIDE: Final = 4096
"""Larger pictures are made smaller before codes are looked for in them, in pixels."""

FORMATS: Final = ("BMP", "GIF", "JPEG", "PNG", "WEBP")
"""The formats of pictures that are read, as Pillow calls them."""

# -- links as codes


def version(link: str) -> int:
    """Return the version of the code of a link at level M: 1 is 21 modules wide, each further one 4 more.

    Raises:
        OversizedError: no code holds it; it must become a series.

    """
    from qrcode.exceptions import DataOverflowError  # noqa: PLC0415 - takes long to load

    try:
        number: int = _code(link).best_fit()
    except (DataOverflowError, ValueError):  # the library says the one or the other
        raise OversizedCodeError(say("too much for one code: show it as a series")) from None
    return number


def fits(link: str, most: int) -> bool:
    """Return whether the code of a link is of a version up to `most`."""
    try:
        return version(link) <= most
    except OversizedCodeError:
        return False


def matrix(link: str) -> tuple[tuple[bool, ...], ...]:
    """Return the rows of the code of a link, dark modules true, with the quiet zone around it.

    Raises:
        OversizedError: no code holds it; it must become a series.

    """
    code = _code(link)
    code.version = version(link)
    code.make(fit=False)
    return tuple(tuple(bool(module) for module in row) for row in code.get_matrix())


def png(link: str, module: int = 8) -> bytes:
    """Return the code of a link as a PNG of black and white, its modules so many pixels wide.

    Raises:
        OversizedError: no code holds it; it must become a series.

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
    """Return the code of a link as an SVG, a unit a module, dark on light whatever the theme.

    Raises:
        OversizedError: no code holds it; it must become a series.

    """
    rows = matrix(link)
    size = len(rows)
    runs = "".join(f"M{start} {y}h{length}v1h-{length}z" for y, row in enumerate(rows) for start, length in _runs(row))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{runs}"/></svg>'
    ).encode()


def _runs(row: tuple[bool, ...]) -> list[tuple[int, int]]:
    """Return where dark modules begin in a row, and how many there are."""
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
    """Return a link as a code says it with the fewest bits: the address, the mark, the digits.

    Scheme and host mean the same in capitals, which take 5.5 bits a character instead of 8. ISO/IEC 18004 has no `#`
    among them, so the mark is a part of its own.
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


# -- codes in pictures


def read(file: bytes) -> tuple[str, ...]:
    """Return the texts of all QR codes in a picture, none where it shows none.

    Raises:
        OversizedError: it is larger than any picture that is looked at.
        PictureError: it is no picture of a format that is read, or cut.

    """
    import zxingcpp  # noqa: PLC0415 - takes long to load

    if len(file) > MAX_FILE_BYTES:
        raise OversizedCodeError(_too_large())
    found = zxingcpp.read_barcodes(
        _opened(file), formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode), text_mode=zxingcpp.TextMode.Plain
    )
    return tuple(dict.fromkeys(code.text for code in found if code.text))


def _opened(file: bytes) -> Image:
    """Return a picture in shades of gray, as large as codes are looked for in it."""
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - takes long to load

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # we draw the line ourselves, below
            picture = Image.open(io.BytesIO(file), formats=FORMATS)
        picture.draft("L", (MAX_SIDE, MAX_SIDE))  # of photos, unpacks only as much as is looked at
        unpacked = picture.width * picture.height * len(picture.getbands())
        if unpacked > MAX_UNPACKED_BYTES or picture.height > MAX_LINES:
            raise OversizedCodeError(_too_large())
        return _gray(picture)
    except Image.DecompressionBombError:
        raise OversizedCodeError(_too_large()) from None
    except UnidentifiedImageError:
        raise PictureError(say("this is no picture: take a photo, or choose a PNG, JPEG, WebP, GIF or BMP")) from None
    except UNREADABLE_ERRORS:
        raise PictureError(say("this picture is damaged: take or send it once more")) from None


def _gray(picture: Image) -> Image:
    """Return a picture in shades of gray, as large as codes are looked for; what can be seen through is light."""
    from PIL import Image  # noqa: PLC0415 - takes long to load

    shown = picture.convert("RGBA" if picture.has_transparency_data else "L")
    shown.thumbnail((MAX_SIDE, MAX_SIDE))
    if shown.mode == "L":
        return shown
    return Image.alpha_composite(Image.new("RGBA", shown.size, "white"), shown).convert("L")


def _too_large() -> Message:
    return say("this picture is too large: cut the code out of it, or take a photo with fewer pixels")
