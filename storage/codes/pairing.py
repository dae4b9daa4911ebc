"""Pairing codes: all that two browsers must know of each other to open a channel between them, without a server.

The phone that holds a table shows an offer, another one answers. A code is a byte of version and kind, what is its own,
the description of the browser, and the CRC-32 of all that in four bytes. Whatever else stands in a session description
(SDP) is the same for all browsers, and built on both sides.
"""

from __future__ import annotations

import hmac
import re
from base64 import b64decode, b64encode
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from storage.codes import FOREIGN, DamagedCodeError, ForeignCodeError, NewerCodeError, OversizedCodeError
from storage.codes.links import LinkData, LinkKind, fits, link_of, parse_link
from storage.codes.payload import CHECKSUM_BYTES, checksum

if TYPE_CHECKING:
    from collections.abc import Iterator

Address = UUID | IPv4Address | IPv6Address
"""Where a browser listens; a UUID is the name that it has in the network (mDNS, RFC 6762) instead of its address."""

VERSION: Final = 1
"""The version of the pairing codes of tables."""

DEVICE_VERSION: Final = 2
"""The version of the offers to devices of one's own, and the newest that is read: Tessera 1.0 knows them by that."""

MAX_BYTES: Final = 200
"""The size of the largest pairing code."""

MAX_CODE_VERSION: Final = 10
"""The largest QR version of a pairing code; phones read it across a table."""

SECRET_BYTES: Final = 16
"""The random bytes of an offer, which prove to whom it was shown."""

TAG_BYTES: Final = 8
"""The bytes by which an answer names its offer."""

FINGERPRINT_BYTES: Final = 32
"""The size of the fingerprint of a browser's certificate (SHA-256)."""

MAX_CANDIDATES: Final = 8
"""The most addresses of a browser that are read."""

UFRAG_LENGTH: Final = range(4, 33)
PWD_LENGTH: Final = range(22, 49)
"""How many characters names and passwords have (RFC 8839); browsers write 4 or 8, and 24 or 32."""

WATCHING: Final = 255
"""The seat of whoever only watches."""

MDNS_SUFFIX: Final = ".local"

_ICE: Final = re.compile("[A-Za-z0-9+/]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A place where a browser listens."""

    address: Address
    port: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What a browser is known by to another one: `ufrag` and `pwd` of ICE, its certificate, and where it listens."""

    ufrag: str
    pwd: str
    fingerprint: bytes
    candidates: tuple[Candidate, ...]

    def as_json(self) -> dict[str, Any]:
        """Return it as the script of a page has it."""
        return {
            "ufrag": self.ufrag,
            "pwd": self.pwd,
            "fingerprint": self.fingerprint.hex(),
            "candidates": [[text_of(candidate.address), candidate.port] for candidate in self.candidates],
        }

    @classmethod
    def from_json(cls, read: object) -> Description:
        """Return what the script of a page says, with the candidates that others may reach.

        Raises:
            ValueError: it is no description.

        """
        match read:
            case {"ufrag": str(ufrag), "pwd": str(pwd), "fingerprint": str(digits), "candidates": [*places]}:
                fingerprint, candidates = bytes.fromhex(digits), tuple(_candidates_of(places))
            case _:
                raise ValueError(read)
        lengths = (len(ufrag) in UFRAG_LENGTH, len(pwd) in PWD_LENGTH, len(fingerprint) == FINGERPRINT_BYTES)
        if not (all(lengths) and candidates and _ICE.fullmatch(ufrag + pwd)):
            raise ValueError(read)
        return cls(ufrag=ufrag, pwd=pwd, fingerprint=fingerprint, candidates=candidates)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """The code of the phone that holds a table, for one seat there, `None` for somebody who watches.

    One that `is_for_device` leads to no table: two devices of one person meet by it, to agree.
    """

    secret: bytes
    seat: int | None
    description: Description
    is_for_device: bool = False

    @property
    def tag(self) -> bytes:
        """What an answer names this offer by."""
        return tag_of(self.secret)

    def proof(self, key: str, role: str) -> str:
        """Return what only those say at an end of the channel of this offer who have a key, in hexadecimal digits."""
        return hmac.new(bytes.fromhex(key), f"{role} ".encode() + self.description.fingerprint, "sha256").hexdigest()

    def is_proved(self, key: str, role: str, *said: str) -> bool:
        """Return whether the proof for a key is among what an end of the channel said."""
        proof = self.proof(key, role).encode()
        return any(hmac.compare_digest(proof, text.encode(errors="replace")) for text in said)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The code of a guest's phone, which answers the offer of a tag."""

    tag: bytes
    description: Description


def tag_of(secret: bytes) -> bytes:
    """Return what an answer names the offer with a secret by; the secret does not follow from it."""
    return sha256(secret).digest()[:TAG_BYTES]


def address_of(text: str) -> Address:
    """Return the address that a browser writes.

    >>> address_of("192.168.1.5"), address_of("4f1e0c1c-6d0e-4d3a-9d0b-8f2a3a3b7c11.local")
    (IPv4Address('192.168.1.5'), UUID('4f1e0c1c-6d0e-4d3a-9d0b-8f2a3a3b7c11'))

    Raises:
        ValueError: nobody elsewhere reaches it.

    """
    if text.endswith(MDNS_SUFFIX):
        return UUID(text.removesuffix(MDNS_SUFFIX))
    return _reachable(IPv6Address(text.partition("%")[0]) if ":" in text else IPv4Address(text))


def text_of(address: Address) -> str:
    """Return an address as browsers write it.

    >>> text_of(UUID(int=7)), text_of(IPv6Address("fe80::1"))
    ('00000000-0000-0000-0000-000000000007.local', 'fe80::1')
    """
    return f"{address}{MDNS_SUFFIX}" if isinstance(address, UUID) else str(address)


def link(code: Offer | Answer, base: str) -> str:
    """Return the link of a pairing code, with as many of its candidates as a code of version 10 has room for.

    Without a base it is a text that becomes no code.

    Raises:
        OversizedCodeError: it has no room for the first one.

    """
    candidates = code.description.candidates
    for number in range(min(len(candidates), MAX_CANDIDATES), 0, -1):
        shorter = replace(code, description=replace(code.description, candidates=candidates[:number]))
        written = encode(shorter)
        whole = link_of(LinkData(kind=LinkKind.PAIRING, data=written), base)
        if len(written) <= MAX_BYTES and (not base or fits(whole, MAX_CODE_VERSION)):
            return whole
    raise OversizedCodeError


def is_pairing(fragment: str) -> bool:
    """Whether the fragment of a link is that of a pairing code."""
    return fragment.startswith(LinkKind.PAIRING)


def read(text: str) -> Offer | Answer:
    """Return the pairing code that a link holds.

    Raises:
        ForeignCodeError: it is no link of a pairing code.
        DamagedCodeError: it is incomplete or changed.
        NewerCodeError: a newer version made it.
        OversizedCodeError: it is longer than any that is read.

    """
    link_data = parse_link(text)
    if link_data.kind is not LinkKind.PAIRING:
        raise ForeignCodeError
    return decode(link_data.data)


def encode(code: Offer | Answer) -> bytes:
    """Return the bytes of a pairing code."""
    description = code.description
    own = _own_bytes(code)
    places = b"".join(map(_candidate_bytes, description.candidates))
    body = own + _packed(description.ufrag) + _packed(description.pwd) + description.fingerprint + places
    return body + checksum(body)


def decode(written: bytes) -> Offer | Answer:
    """Return the pairing code that was encoded; whatever it returns is encoded in these bytes alone.

    Raises:
        ForeignCodeError: these bytes are no pairing code.
        DamagedCodeError: the checksum is wrong, or something in it cannot be.
        NewerCodeError: a newer version made it.
        OversizedCodeError: they are more than any that are read.

    """
    if len(written) > MAX_BYTES:
        raise OversizedCodeError(FOREIGN)
    body, ending = written[:-CHECKSUM_BYTES], written[-CHECKSUM_BYTES:]
    if not body:
        raise ForeignCodeError
    if checksum(body) != ending:
        raise DamagedCodeError
    version, is_answer = body[0] >> 1, body[0] & 1
    if version > DEVICE_VERSION:
        raise NewerCodeError
    if version < VERSION or (version == DEVICE_VERSION and is_answer):
        raise ForeignCodeError
    reader = _Reader(body[1:])
    try:
        return reader.answer() if is_answer else reader.offer(is_for_device=version == DEVICE_VERSION)
    except ValueError:
        raise DamagedCodeError from None


def _own_bytes(code: Offer | Answer) -> bytes:
    match code:
        case Offer(is_for_device=True):
            return bytes([DEVICE_VERSION << 1]) + code.secret
        case Offer():
            return bytes([VERSION << 1]) + code.secret + bytes([WATCHING if code.seat is None else code.seat])
        case Answer():
            return bytes([VERSION << 1 | 1]) + code.tag


def _packed(text: str) -> bytes:
    """Return the length of a text of ICE and its characters, of which four take three bytes."""
    padded = text.ljust(-(-len(text) // 4) * 4, "A")
    return bytes([len(text)]) + b64decode(padded)[: _packed_bytes(len(text))]


def _packed_bytes(length: int) -> int:
    return -(-length * 6 // 8)


_NAME, _IPV4, _IPV6 = range(3)
"""The kinds of addresses by their numbers."""


def _candidate_bytes(candidate: Candidate) -> bytes:
    port = candidate.port.to_bytes(2, "big")
    match candidate.address:
        case UUID(bytes=name):
            return bytes([_NAME]) + name + port
        case IPv4Address(packed=packed):
            return bytes([_IPV4]) + packed + port
        case IPv6Address(packed=packed):
            return bytes([_IPV6]) + packed + port


def _reachable(address: IPv4Address | IPv6Address) -> Address:
    """Return an address of a single machine, not this one.

    Raises:
        ValueError: it is another kind of address.

    """
    if address.is_loopback or address.is_multicast or address.is_unspecified:
        raise ValueError(str(address))
    return address


class _Reader:
    """Reads the parts of a body one after the other, and raises `ValueError` at what cannot be."""

    def __init__(self, body: bytes) -> None:
        self._rest = body

    def offer(self, *, is_for_device: bool) -> Offer:
        secret = self._take(SECRET_BYTES)
        if is_for_device:
            return Offer(secret=secret, seat=None, description=self._description(), is_for_device=True)
        seat = self._number(1)
        return Offer(secret=secret, seat=None if seat == WATCHING else seat, description=self._description())

    def answer(self) -> Answer:
        return Answer(tag=self._take(TAG_BYTES), description=self._description())

    def _description(self) -> Description:
        return Description(
            ufrag=self._text(UFRAG_LENGTH),
            pwd=self._text(PWD_LENGTH),
            fingerprint=self._take(FINGERPRINT_BYTES),
            candidates=self._candidates(),
        )

    def _candidates(self) -> tuple[Candidate, ...]:
        candidates = tuple(self._each_candidate())
        if not 1 <= len(candidates) <= MAX_CANDIDATES:
            raise ValueError(len(candidates))
        return candidates

    def _each_candidate(self) -> Iterator[Candidate]:
        while self._rest:
            address = self._address()
            port = self._number(2)
            if not port:
                raise ValueError(port)
            yield Candidate(address=address, port=port)

    def _address(self) -> Address:
        number = self._number(1)
        if number == _NAME:
            return UUID(bytes=self._take(16))
        if number == _IPV4:
            return _reachable(IPv4Address(self._take(4)))
        if number == _IPV6:
            return _reachable(IPv6Address(self._take(16)))
        raise ValueError(number)

    def _text(self, lengths: range) -> str:
        length = self._number(1)
        if length not in lengths:
            raise ValueError(length)
        packed = self._take(_packed_bytes(length))
        text = b64encode(packed).decode()[:length]
        if _packed(text)[1:] != packed or not _ICE.fullmatch(text):
            raise ValueError(text)
        return text

    def _number(self, size: int) -> int:
        return int.from_bytes(self._take(size), "big")

    def _take(self, size: int) -> bytes:
        part, self._rest = self._rest[:size], self._rest[size:]
        if len(part) != size:
            raise ValueError(size)
        return part


def _candidates_of(places: list[object]) -> Iterator[Candidate]:
    for place in places:
        match place:
            case [str(address), int(port)] if 0 < port < 1 << 16:
                with suppress(ValueError):
                    yield Candidate(address=address_of(address), port=port)
