"""What comes from somebody who knows how our pages speak, and does not keep to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgpack  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random

ODD: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    2**63,
    1e308,
    "",
    "\ud800",
    "x" * 70,
    b"\0",
    [],
    [[]],
    {},
    {"": {}},
    {"_i": 1},
)
"""Values that may stand where others are expected."""


def broken(chance: Random, sound: Sequence[bytes], number: int) -> Iterator[bytes]:
    """Yield so many bytes that are cut short, grown or changed from sound ones, or never were any."""
    for _ in range(number):
        content = bytearray(chance.choice(sound))
        at = chance.randrange(len(content))
        match chance.randrange(4):
            case 0:
                content = bytearray(chance.randbytes(chance.randrange(80)))
            case 1:
                del content[at:]
            case 2:
                content[at:at] = chance.randbytes(chance.randrange(1, 9))
            case _:
                content[at] ^= chance.randrange(1, 256)
        yield bytes(content)


def odd_frames(chance: Random, sound: Sequence[tuple[int, Mapping[str, Any]]], number: int) -> Iterator[bytes]:
    """Yield so many frames for Flet in which an action or values differ from sound ones."""
    for _ in range(number):
        action, body = chance.choice(sound)
        changed = dict(body) | {chance.choice([*body, "_i"]): chance.choice(ODD)}
        written: bytes = msgpack.packb(
            [chance.choice((action, action, -1, 0, 12)), changed], unicode_errors="surrogatepass"
        )
        yield b"\0" + written
