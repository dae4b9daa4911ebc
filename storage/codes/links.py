"""Links: bytes in the fragment of an address, which a browser keeps to itself.

The fragment is a mark of one letter and the bytes as decimal digits, of which codes put three into ten bits. So a code
of version 8 at level M (1232 bits) has room for 129 bytes behind `https://tessera.invalid/`; base45 (RFC 9285), two
characters in eleven bits, would leave room for 126, and base64url, eight bits a character, for 94. Base45 has blanks
and percent signs besides, which browsers and mail programs write in their own way when they stand in a link.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from scoring.messages import say
from storage.codes.errors import DamagedCodeError, ForeignCodeError, OversizedCodeError

if TYPE_CHECKING:
    from scoring.messages import Message

MAX_LINK_LENGTH: Final = 256 * 1024
"""The longest text in which a link is looked for, in characters; the largest parcel takes fewer."""

BLOCK_BYTES: Final = 22
"""Bytes that become digits together: 176 bits are 52.98 digits, so 53 waste next to nothing."""


class LinkKind(StrEnum):
    """What the bytes behind an address are."""

    PAYLOAD = "t"
    FRAME = "s"


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkData:
    """The bytes that a link carries, and what they are."""

    kind: LinkKind
    data: bytes


def payload_link(parcel: bytes, base: str) -> str:
    """Return the link of a parcel behind an address, such as `https://tessera.invalid/`, which has no fragment."""
    return link_of(LinkData(kind=LinkKind.PAYLOAD, data=parcel), base)


def link_of(carried: LinkData, base: str) -> str:
    """Return the link that carries some bytes.

    Raises:
        ValueError: the address has a fragment already.

    """
    if "#" in base:
        message = f"{base}: the address of links has no fragment of its own"
        raise ValueError(message)
    return f"{base}#{carried.kind}{digits(carried.data)}"


def parse_link(text: str) -> LinkData:
    """Return what a link carries, whatever its address; white space in it is nothing.

    Raises:
        NotOursError: it is no link of Tessera.
        DamagedError: it is cut, or has other characters in it.
        OversizedError: it is longer than any link that is read.

    """
    if len(text) > MAX_LINK_LENGTH:
        raise OversizedCodeError(say("too long: no link of Tessera has so many characters"))
    _, hash_sign, fragment = "".join(text.split()).partition("#")
    found = _FRAGMENT.match(fragment)
    if not hash_sign or found is None:
        raise ForeignCodeError(say("this is no link of Tessera"))
    mark, digits_ = found.groups()
    if not digits_ or found.end() != len(fragment):
        raise DamagedCodeError(_damaged())
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
        DamagedError: no bytes have these digits.

    """
    width = _DIGITS[BLOCK_BYTES]
    return b"".join(_block(of[at : at + width]) for at in range(0, len(of), width))


def _block(of: str) -> bytes:
    number, length = int(of), _BYTES.get(len(of), 0)
    if not length or number >> 8 * length:
        raise DamagedCodeError(_damaged())
    return number.to_bytes(length, "big")


def _damaged() -> Message:
    return say("this link is damaged: copy or scan it once more, from its first character to its last")


_DIGITS: Final = [len(str(256**length - 1)) if length else 0 for length in range(BLOCK_BYTES + 1)]
"""How many digits so many bytes take; no two lengths take the same number."""

_BYTES: Final = {digits_: length for length, digits_ in enumerate(_DIGITS) if length}
