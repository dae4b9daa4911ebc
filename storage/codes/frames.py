"""Frames: a payload too large for one code as a series of numbered links, shown in turn and scanned in any order.

A frame holds its version, the checksum of the payload (the same in the whole series), its number and the number of
frames, a part of the payload, and a checksum of its own, so that a damaged frame is refused at once.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from scoring.messages import Message, counted, say
from storage.codes import DamagedCodeError, ForeignCodeError, NewerCodeError, OversizedCodeError, payload
from storage.codes.links import LinkData, LinkKind, fits, link_of, parse_link, payload_link

if TYPE_CHECKING:
    from collections.abc import Mapping

VERSION: Final = 1
"""The version of frames that is written, and the newest that is read."""

MAX_CODE_VERSION: Final = 8
"""The largest QR version in a series; phones read it from a screen at arm's length."""

MAX_FRAMES: Final = 255
"""The most frames of a series; nobody would scan that many."""

MAX_SERIES: Final = 32
"""The most series that are collected side by side; with one more the oldest goes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A part of a payload: `number` from 1 to `of`, with the checksum of the whole payload."""

    checksum: bytes
    number: int
    of: int
    part: bytes


MIXED: Final = say("these codes do not fit together: start again with the first")


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectedFrames:
    """The frames of one series that were scanned, by number."""

    checksum: bytes
    of: int
    parts: Mapping[int, bytes] = field(default_factory=dict)

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the missing frames."""
        return tuple(number for number in range(1, self.of + 1) if number not in self.parts)

    @property
    def is_whole(self) -> bool:
        """Whether all frames were scanned."""
        return not self.missing

    def progress(self) -> Message:
        """Return a sentence about how many frames were scanned and which are missing."""
        if self.is_whole:
            return counted(self.of, "all {number} code are here", "all {number} codes are here")
        return counted(
            self.of,
            "{here} of {number} code; missing: {missing}",
            "{here} of {number} codes; missing: {missing}",
            here=len(self.parts),
            missing=self.missing,
        )

    def payload(self) -> bytes:
        """Return the payload that the frames make up.

        Raises:
            DamagedCodeError: some are missing, or they do not belong together.

        """
        if not self.is_whole:
            raise DamagedCodeError(self.progress())
        joined = b"".join(self.parts[number] for number in range(1, self.of + 1))
        if joined[-payload.CHECKSUM_BYTES :] != self.checksum:
            raise DamagedCodeError(MIXED)
        return joined


def links(whole: bytes, base: str, largest: int = MAX_CODE_VERSION) -> tuple[str, ...]:
    """Return the links of a payload: one if its code is at most of version `largest`, else a series of such codes.

    All codes of a series are equally large, within a byte.

    Raises:
        OversizedCodeError: the series would have more than 255 codes.

    """
    whole_link = payload_link(whole, base)
    if fits(whole_link, largest):
        return (whole_link,)
    room = _room(base, largest)
    number = -(-len(whole) // room) if room > 0 else MAX_FRAMES + 1
    if number > MAX_FRAMES:
        raise OversizedCodeError
    ends = [len(whole) * index // number for index in range(number + 1)]
    frames = (
        Frame(checksum=whole[-payload.CHECKSUM_BYTES :], number=index, of=number, part=whole[start:end])
        for index, (start, end) in enumerate(itertools.pairwise(ends), start=1)
    )
    return tuple(link_of(LinkData(kind=LinkKind.FRAME, data=_written(frame)), base) for frame in frames)


def collect(frame: Frame, series: tuple[CollectedFrames, ...] = ()) -> tuple[CollectedFrames, ...]:
    """Return the series collected so far with another frame, which may begin one; a repeated frame changes nothing.

    Raises:
        DamagedCodeError: its number came with another content before.

    """
    so_far = next(
        (collected for collected in series if (collected.checksum, collected.of) == (frame.checksum, frame.of)), None
    )
    if so_far is None:
        begun = CollectedFrames(checksum=frame.checksum, of=frame.of, parts={frame.number: frame.part})
        return (*series, begun)[-MAX_SERIES:]
    if so_far.parts.get(frame.number, frame.part) != frame.part:
        raise DamagedCodeError(MIXED)
    more = replace(so_far, parts={**so_far.parts, frame.number: frame.part})
    return tuple(more if collected is so_far else collected for collected in series)


def read(text: str) -> bytes | Frame:
    """Return what a link holds: a whole payload, or a frame of a series.

    Raises:
        ForeignCodeError: it is no link of Tessera.
        DamagedCodeError: it is incomplete or changed.
        NewerCodeError: a newer version made it.
        OversizedCodeError: it is longer than any link that is read.

    """
    link_data = parse_link(text)
    if link_data.kind is LinkKind.PAIRING:
        raise ForeignCodeError
    return link_data.data if link_data.kind is LinkKind.PAYLOAD else _frame(link_data.data)


_HEADER_BYTES: Final = 1 + payload.CHECKSUM_BYTES + 2
_MIN_BYTES: Final = _HEADER_BYTES + 1 + payload.CHECKSUM_BYTES
_MAX_CODE_BYTES: Final = 3000
"""More bytes than any QR code holds."""


def _written(frame: Frame) -> bytes:
    body = bytes([VERSION]) + frame.checksum + bytes([frame.number, frame.of]) + frame.part
    return body + payload.checksum(body)


def _frame(data: bytes) -> Frame:
    body, checksum = data[: -payload.CHECKSUM_BYTES], data[-payload.CHECKSUM_BYTES :]
    if len(data) < _MIN_BYTES or payload.checksum(body) != checksum:
        raise DamagedCodeError
    if body[0] > VERSION:
        raise NewerCodeError
    number, of = body[_HEADER_BYTES - 2], body[_HEADER_BYTES - 1]
    if body[0] == 0 or not 1 <= number <= of:
        raise ForeignCodeError
    return Frame(checksum=body[1 : 1 + payload.CHECKSUM_BYTES], number=number, of=of, part=body[_HEADER_BYTES:])


def _room(base: str, largest: int) -> int:
    """Return how many bytes of a payload fit into a frame; 0 or less if none do."""

    def is_too_much(size: int) -> bool:
        return not fits(link_of(LinkData(kind=LinkKind.FRAME, data=bytes(size)), base), largest)

    most = bisect_left(range(_MAX_CODE_BYTES), True, key=is_too_much) - 1  # noqa: FBT003 - what is_too_much says
    return most - _HEADER_BYTES - payload.CHECKSUM_BYTES
