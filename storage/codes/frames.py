"""Series: a parcel too large for one code, as numbered links that are shown in turn and collected in any order.

A frame is its version, the parcel's checksum (which the whole series shares), its number and how many there are, a part
of the parcel, and a checksum of its own, so that a damaged one is refused before it spoils what was collected.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from scoring.messages import counted, say
from storage.codes import payload
from storage.codes.errors import (
    DamagedCodeError,
    ForeignCodeError,
    NewerCodeError,
    OtherSeriesError,
    OversizedCodeError,
)
from storage.codes.links import LinkData, LinkKind, link_of, parse_link, payload_link
from storage.codes.qr_codes import fits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.messages import Message

VERSION: Final = 1
"""The version of frames that is written, and the newest one that is read."""

MAX_CODE_VERSION: Final = 8
"""The largest version of the codes of a series: one that phones read from a screen at arm's length."""

MAX_FRAMES: Final = 255
"""The longest series; nobody scans so many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A part of a parcel: `number` 1 to `of`, and the checksum of the whole parcel."""

    checksum: bytes
    number: int
    of: int
    part: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectedFrames:
    """The frames of one series that have come in, by number."""

    checksum: bytes
    of: int
    parts: Mapping[int, bytes] = field(default_factory=dict)

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers that have not come in yet."""
        return tuple(number for number in range(1, self.of + 1) if number not in self.parts)

    @property
    def is_whole(self) -> bool:
        """Whether all have come in."""
        return not self.missing

    def progress(self) -> Message:
        """Return how far the series has come, for people."""
        if self.is_whole:
            return say("all {codes} are here", codes=counted(self.of, "code", "codes"))
        here = say("{here} of {codes}", here=len(self.parts), codes=counted(self.of, "code", "codes"))
        return say("{here}; missing: {missing}", here=here, missing=self.missing)

    def payload(self) -> bytes:
        """Return the parcel that the frames make up.

        Raises:
            DamagedError: some are missing, or they do not belong together.

        """
        if not self.is_whole:
            raise DamagedCodeError(self.progress())
        joined = b"".join(self.parts[number] for number in range(1, self.of + 1))
        if joined[-payload.CHECKSUM_BYTES :] != self.checksum:
            raise DamagedCodeError(say("these codes do not make up a whole: start again with the first"))
        return joined


def links(packed: bytes, base: str, largest: int = MAX_CODE_VERSION) -> tuple[str, ...]:
    """Return the links of a parcel: one where its code is of version `largest` at most, else a series of such codes.

    All codes of a series are as large as one another, within a byte.

    Raises:
        OversizedError: a series would have more than 255 codes.

    """
    one = payload_link(packed, base)
    if fits(one, largest):
        return (one,)
    room = _room(base, largest)
    number = -(-len(packed) // room) if room > 0 else MAX_FRAMES + 1
    if number > MAX_FRAMES:
        raise OversizedCodeError(say("too large for codes: send the link itself"))
    ends = [len(packed) * index // number for index in range(number + 1)]
    frames = (
        Frame(checksum=packed[-payload.CHECKSUM_BYTES :], number=index, of=number, part=packed[start:end])
        for index, (start, end) in enumerate(itertools.pairwise(ends), start=1)
    )
    return tuple(link_of(LinkData(kind=LinkKind.FRAME, data=_written(frame)), base) for frame in frames)


def collect(frame: Frame, collected: CollectedFrames | None = None) -> CollectedFrames:
    """Return what has come in with one frame more; one that is there already changes nothing.

    Raises:
        OtherSeriesError: it belongs to another series.
        DamagedError: its number is taken by something else.

    """
    so_far = collected or CollectedFrames(checksum=frame.checksum, of=frame.of)
    if (frame.checksum, frame.of) != (so_far.checksum, so_far.of):
        raise OtherSeriesError(say("this code belongs to another series: finish this one first, or start again"))
    if so_far.parts.get(frame.number, frame.part) != frame.part:
        raise DamagedCodeError(say("code {number} is here with something else in it: start again", number=frame.number))
    return replace(so_far, parts={**so_far.parts, frame.number: frame.part})


def read(text: str) -> bytes | Frame:
    """Return what a link holds: a whole parcel, or a frame of a series.

    Raises:
        NotOursError: it is no link of Tessera.
        DamagedError: it is cut or changed.
        NewerError: a newer version made it.
        OversizedError: it is longer than any link that is read.

    """
    carried = parse_link(text)
    return carried.data if carried.kind is LinkKind.PAYLOAD else _frame(carried.data)


_HEADER_BYTES: Final = 1 + payload.CHECKSUM_BYTES + 2
_MIN_BYTES: Final = _HEADER_BYTES + 1 + payload.CHECKSUM_BYTES
_MAX_CODE_BYTES: Final = 3000
"""More bytes than any QR code holds."""


def _written(frame: Frame) -> bytes:
    body = bytes([VERSION]) + frame.checksum + bytes([frame.number, frame.of]) + frame.part
    return body + payload.checksum(body)


def _frame(data: bytes) -> Frame:
    body, found = data[: -payload.CHECKSUM_BYTES], data[-payload.CHECKSUM_BYTES :]
    if len(data) < _MIN_BYTES or payload.checksum(body) != found:
        raise DamagedCodeError(say("this code is damaged: scan it once more"))
    if body[0] > VERSION:
        raise NewerCodeError(say("this was made by a newer version of Tessera: update this one to read it"))
    number, of = body[_HEADER_BYTES - 2], body[_HEADER_BYTES - 1]
    if body[0] == 0 or not 1 <= number <= of:
        raise ForeignCodeError(say("this does not come from Tessera"))
    return Frame(checksum=body[1 : 1 + payload.CHECKSUM_BYTES], number=number, of=of, part=body[_HEADER_BYTES:])


def _room(base: str, largest: int) -> int:
    """Return how many bytes of a parcel a frame has room for, 0 or less where not even one."""

    def is_too_much(size: int) -> bool:
        return not fits(link_of(LinkData(kind=LinkKind.FRAME, data=bytes(size)), base), largest)

    most = bisect_left(range(_MAX_CODE_BYTES), True, key=is_too_much) - 1  # noqa: FBT003 - what is_too_much says
    return most - _HEADER_BYTES - payload.CHECKSUM_BYTES
