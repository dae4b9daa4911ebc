"""QR codes: links as codes for screens and files.

The library takes long to load, so it is imported on first use.
"""

from __future__ import annotations

import io
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scoring.messages import say
from storage.codes.errors import OversizedCodeError

if TYPE_CHECKING:
    from segno import QRCode

QUIET_ZONE: Final = 4
"""The width of the light margin around a code in modules (ISO/IEC 18004, quiet zone)."""

ANY_MASK: Final = 0
"""A mask for codes that nobody scans; finding the best one takes most of the time."""

MAX_KEPT: Final = 256
"""How many codes are kept, so that those of a series are made once."""


def version(link: str) -> int:
    """Return the QR version of a link's code at level M: 1 is 21 modules wide, each further one 4 more.

    Raises:
        OversizedCodeError: no code holds it; it needs a series.

    """
    return int(_made(link, ANY_MASK).version)


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
    return tuple(tuple(map(bool, row)) for row in _code(link).matrix_iter(border=QUIET_ZONE))


def side(link: str) -> int:
    """Return the side of a link's code with its quiet zone, in modules.

    Raises:
        OversizedCodeError: no code holds it; it needs a series.

    """
    return int(_code(link).symbol_size(border=QUIET_ZONE)[0])


@lru_cache(maxsize=MAX_KEPT)
def png(link: str, module: int = 8) -> bytes:
    """Return a link's code as a black and white PNG, `module` pixels a module.

    Raises:
        OversizedCodeError: no code holds it; it needs a series.

    """
    written = io.BytesIO()
    _code(link).save(written, kind="png", scale=module, border=QUIET_ZONE)
    return written.getvalue()


@lru_cache(maxsize=MAX_KEPT)
def _code(link: str) -> QRCode:
    return _made(link, None)


def _made(link: str, mask: int | None) -> QRCode:
    import segno  # noqa: PLC0415 - takes long to load

    try:
        return segno.make_qr(_parts(link), error="m", mask=mask, boost_error=False)  # type: ignore[arg-type] # takes parts
    except segno.DataOverflowError:
        raise OversizedCodeError(say("too much for one code: show it as a series")) from None


def _parts(link: str) -> tuple[str, ...]:
    """Return a link in the parts that take the fewest bits: base, kind, digits.

    Scheme and host are case-insensitive, and capitals take 5.5 bits a character instead of 8. The alphanumeric mode of
    ISO/IEC 18004 has no `#`, so that is a part of its own.
    """
    found = _IN_PARTS.fullmatch(link)
    if found is None:
        return (link,)
    address, mark, digits = found.groups()
    if _ANY_CASE.fullmatch(address) is None:
        return (address + mark, digits)
    return (address.upper(), mark, digits)


_IN_PARTS: Final = re.compile(r"([^#]+)(#[a-z])([0-9]+)")
_ANY_CASE: Final = re.compile(r"https?://[a-z0-9.-]+(:[0-9]+)?/?", re.IGNORECASE)
