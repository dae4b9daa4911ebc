"""QR codes: links as codes for screens and files.

The library takes long to load, so it is imported on first use.
"""

from __future__ import annotations

import io
import re
from copy import copy
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from storage.codes import TOO_LARGE, OversizedCodeError

if TYPE_CHECKING:
    from qrcode.main import QRCode
    from qrcode.util import QRData

QUIET_ZONE: Final = 4
"""The width of the light margin around a code in modules (ISO/IEC 18004, quiet zone)."""

MAX_KEPT: Final = 256
"""How many codes are kept, so that those of a series are made once."""


def version(link: str) -> int:
    """Return the QR version of a link's code at level M: 1 is 21 modules wide, each further one 4 more.

    Raises:
        OversizedCodeError: no code holds it; it needs a series.

    """
    from qrcode.exceptions import DataOverflowError  # noqa: PLC0415 - takes long to load

    try:
        number: int = _code(link).best_fit()
    except (DataOverflowError, ValueError):  # the library says the one or the other
        raise OversizedCodeError(TOO_LARGE) from None
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
    return tuple(tuple(bool(module) for module in row) for row in _made(link).get_matrix())


def side(link: str) -> int:
    """Return the side of a link's code with its quiet zone, in modules.

    Raises:
        OversizedCodeError: no code holds it; it needs a series.

    """
    return len(_made(link).get_matrix())


@lru_cache(maxsize=MAX_KEPT)
def png(link: str, module: int = 8) -> bytes:
    """Return a link's code as a black and white PNG, `module` pixels a module.

    Raises:
        OversizedCodeError: no code holds it; it needs a series.

    """
    from qrcode.image.pure import PyPNGImage  # noqa: PLC0415 - takes long to load

    written = io.BytesIO()
    code = copy(_made(link))  # the original may be drawn in another size at the same time
    code.box_size = module
    code.make_image(PyPNGImage).save(written)
    return written.getvalue()


@lru_cache(maxsize=MAX_KEPT)
def _made(link: str) -> QRCode[object]:
    code = _code(link)
    code.version = version(link)
    code.make(fit=False)
    return code


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

    match = _IN_PARTS.fullmatch(link)
    if match is None:
        return [QRData(link.encode(), mode=MODE_8BIT_BYTE)]
    address, mark, digits = match.groups()
    capital = _ANY_CASE.fullmatch(address) is not None
    start = [QRData(address.upper().encode(), mode=MODE_ALPHA_NUM)] if capital else []
    named = mark if capital else address + mark
    return [*start, QRData(named.encode(), mode=MODE_8BIT_BYTE), QRData(digits.encode(), mode=MODE_NUMBER)]


_IN_PARTS: Final = re.compile(r"([^#]+)(#[a-z])([0-9]+)")
_ANY_CASE: Final = re.compile(r"https?://[a-z0-9.-]+(:[0-9]+)?/?", re.IGNORECASE)
