"""The versions of a play, which are never changed, only followed: their names, which one counts, and which collide.

A name begins with a stamp, in milliseconds. It is later than those of the versions that this one follows, whatever the
clock says, so the latest name is never older news. What a device has of a play is a set of versions; an exchange is the
union of two sets, and the version with the latest name counts. Two that do not follow each other are a collision.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

NAME: Final = r"[0-2]\d{14}-[0-9a-f]{16}(-[a-z0-9]{1,12})?"
"""The pattern of a name: the stamp, what nobody else has, and where it came from if nobody wrote it in Tessera."""

MAX_FOLLOWED: Final = 64
"""The most versions that one follows."""

FROM_TESSERA: Final = "tessera"
"""Where the versions of files come from that know no stamps."""

BY_A_PAD: Final = "pad"
"""Where a version comes from in which a pad says who won."""

BIN: Final = "bin"
"""Where a version comes from that puts a play into the bin, as somebody deleted for good what was before it."""

_DIGITS: Final = 15
_MAX_STAMP: Final = 3 * 10 ** (_DIGITS - 1) - 1
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MS: Final = timedelta(milliseconds=1)


def stamp_at(moment: datetime) -> int:
    """Return the stamp of a moment."""
    return max(0, (moment - _EPOCH) // _MS)


def stamp_of(version: str) -> int:
    """Return the stamp of a version."""
    return int(version[:_DIGITS])


def moment_of(version: str) -> datetime | None:
    """Return the moment that a stamp names; `None` after the year 9999."""
    try:
        return _EPOCH + stamp_of(version) * _MS
    except OverflowError:
        return None


def origin_of(version: str) -> str:
    """Return where a version came from, "" if somebody wrote it in Tessera.

    >>> origin_of("001709321400000-0123456789abcdef-bgg"), origin_of("001709321400000-0123456789abcdef")
    ('bgg', '')
    """
    return version[_DIGITS + 1 :].partition("-")[2]


def next_stamp(clock: int, followed: Iterable[str]) -> int:
    """Return the stamp of a version: the present one by the clock, but later than what it follows."""
    return min(_MAX_STAMP, max((clock, *(stamp_of(version) + 1 for version in followed))))


def new_name(stamp: int) -> str:
    """Return the name of a version that somebody wrote just now."""
    return f"{stamp:0{_DIGITS}}-{secrets.token_hex(8)}"


def name_from(stamp: int, follows: str, digest: str, origin: str = "") -> str:
    """Return the name of a version that came from elsewhere: the same on every device that takes it in."""
    own = sha256(f"{stamp} {follows} {digest} {origin}".encode()).hexdigest()[:16]
    return f"{stamp:0{_DIGITS}}-{own}" + (f"-{origin}" if origin else "")


def open_ends(follows: Mapping[str, str]) -> frozenset[str]:
    """Return the versions that none follows, the one that counts as well.

    They are given by their names, each with the names of what it follows, separated by blanks.
    """
    followed = {name for version, names in follows.items() for name in names.split() if name != version}
    return frozenset(follows.keys() - followed)


def joined(versions: Iterable[str]) -> str:
    """Return the latest of some names, as what a version follows."""
    return " ".join(sorted(versions, reverse=True)[:MAX_FOLLOWED])
