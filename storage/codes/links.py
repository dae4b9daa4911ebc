"""Links: bytes in the fragment of a URL, which browsers never send to a server.

The fragment is one letter for the kind and the bytes as decimal digits, of which QR codes put three into ten bits. A
code of version 8 at level M (1232 bits) holds 129 bytes behind `https://tessera.invalid/`; base45 (RFC 9285), two
characters in eleven bits, would hold 126, and base64url, eight bits a character, 94. Base45 also contains blanks and
percent signs, which browsers and mail programs rewrite in links.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from storage.codes import DAMAGED, FOREIGN, DamagedCodeError, ForeignCodeError, OversizedCodeError

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
        raise ForeignCodeError(FOREIGN)
    mark, digits_ = match.groups()
    if not digits_ or match.end() != len(fragment):
        raise DamagedCodeError(DAMAGED)
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
        raise DamagedCodeError(DAMAGED)
    return number.to_bytes(length, "big")


_DIGITS: Final = [len(str(256**length - 1)) if length else 0 for length in range(BLOCK_BYTES + 1)]
"""The number of digits for each number of bytes; no two are the same."""

_BYTES: Final = {digits_: length for length, digits_ in enumerate(_DIGITS) if length}
