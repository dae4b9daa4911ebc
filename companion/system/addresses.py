"""Names of this machine in the network, and the links by which phones come; nothing here opens a connection."""

from __future__ import annotations

from typing import Final

LOOPBACK: Final = "127.0.0.1"
"""The address by which this machine reaches itself, and no other machine does."""

LOOPBACK_NAMES: Final = (LOOPBACK, "localhost", "[::1]")
"""The names by which this machine calls itself; anybody can make another name point here (DNS rebinding)."""

DEFAULT_PORT: Final = 8423

LAN_SETTING: Final = "lan"
"""The setting that remembers whether the network was let in."""


class LanError(Exception):
    """The network could not be let in, or shut out; the text is a sentence for people."""


def join_link(base: str, secret: str) -> str:
    """Return the link in a join code; the secret stands in the fragment, which browsers send to no server."""
    return f"{base}/join#{secret}"
