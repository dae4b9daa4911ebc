"""Links: bytes in the fragment of a URL, which browsers never send to a server; and QR codes of them.

The fragment is one letter for the kind and the bytes as decimal digits, of which QR codes put three into ten bits. A
code of version 8 at level M (1232 bits) holds 129 bytes behind `https://tessera.invalid/`; base45 (RFC 9285), two
characters in eleven bits, would hold 126, and base64url, eight bits a character, 94. Base45 also contains blanks and
percent signs, which browsers and mail programs rewrite in links. The library of QR codes takes long to load, so it is
imported on first use.
"""

from __future__ import annotations

import io
import re
from copy import copy
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from storage.codes import FOREIGN, DamagedCodeError, ForeignCodeError, OversizedCodeError

if TYPE_CHECKING:
    from qrcode.main import QRCode
    from qrcode.util import QRData


MAX_LINK_LENGTH: Final = 256 * 1024
"""The most characters that are searched for a link; the largest payload takes fewer."""

END_MARKS: Final = ".,;:!?)>]'\"’”"
"""The characters that a text may have behind a link; no link ends with one."""

BLOCK_BYTES: Final = 22
"""The bytes that become digits together: 176 bits are 52.98 digits, so 53 waste next to nothing."""


class LinkKind(StrEnum):
    """What the bytes of a link are."""

    PAYLOAD = "t"
    FRAME = "s"
    PAIRING = "p"


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkData:
    """The bytes of a link and their kind."""

    kind: LinkKind
    data: bytes


def payload_link(payload: bytes, base: str) -> str:
    """Return the link of a payload at a base such as `https://tessera.invalid/`, which has no fragment."""
    return link_of(LinkData(kind=LinkKind.PAYLOAD, data=payload), base)


def link_of(link_data: LinkData, base: str) -> str:
    """Return the link that holds some bytes.

    Raises:
        ValueError: the base has a fragment already.

    """
    if "#" in base:
        message = f"{base}: the address of links has no fragment of its own"
        raise ValueError(message)
    return f"{base}#{link_data.kind}{digits(link_data.data)}"


def fragment_of(link: str) -> str:
    """Return what stands behind the # of a link, "" where there is none."""
    return link.partition("#")[2]


def parse_link(text: str) -> LinkData:
    """Return what a link holds, whatever its base; white space and the end of a sentence around it are ignored.

    Raises:
        ForeignCodeError: it is no link of Tessera.
        DamagedCodeError: it is incomplete, or has characters that do not belong there.
        OversizedCodeError: it is longer than any link that is read.

    """
    if len(text) > MAX_LINK_LENGTH:
        raise OversizedCodeError(FOREIGN)
    _, hash_sign, fragment = "".join(text.split()).rstrip(END_MARKS).partition("#")
    match = _FRAGMENT.match(fragment)
    if not hash_sign or match is None:
        raise ForeignCodeError
    mark, digits_ = match.groups()
    if not digits_ or match.end() != len(fragment):
        raise DamagedCodeError
    return LinkData(kind=LinkKind(mark), data=data(digits_))


_FRAGMENT: Final = re.compile(f"([{''.join(LinkKind)}])(?=[0-9]|$)([0-9]*)")


def digits(of: bytes) -> str:
    """Return bytes as decimal digits, block by block.

    >>> digits(b"A"), digits(b"AB")
    ('065', '16706')
    """
    blocks = (of[at : at + BLOCK_BYTES] for at in range(0, len(of), BLOCK_BYTES))
    return "".join(f"{int.from_bytes(block, 'big'):0{_DIGITS[len(block)]}}" for block in blocks)


def data(of: str) -> bytes:
    """Return the bytes of decimal digits.

    Raises:
        DamagedCodeError: no bytes have these digits.

    """
    width = _DIGITS[BLOCK_BYTES]
    return b"".join(_block(of[at : at + width]) for at in range(0, len(of), width))


def _block(of: str) -> bytes:
    number, length = int(of), _BYTES.get(len(of), 0)
    if not length or number >> 8 * length:
        raise DamagedCodeError
    return number.to_bytes(length, "big")


_DIGITS: Final = [len(str(256**length - 1)) if length else 0 for length in range(BLOCK_BYTES + 1)]
"""The number of digits for each number of bytes; no two are the same."""

_BYTES: Final = {digits_: length for length, digits_ in enumerate(_DIGITS) if length}


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
        raise OversizedCodeError from None
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
