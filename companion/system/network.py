"""The network: whether the app answers this machine alone or all that reach it, and by which names it is found."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable

HERE: Final = "127.0.0.1"
"""The address by which this machine reaches itself, and nobody else does."""

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - listened at only where somebody has asked for it
"""Where all listen who want to be reached by every network."""

THIS_MACHINE: Final = (HERE, "localhost", "[::1]")
"""What this machine calls itself; other names may be made to point here by anybody (DNS rebinding)."""

PORT: Final = 8423
"""Where the app usually answers."""

FAR_AWAY: Final = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): the way there begins with the default route."""

TRIES: Final = 5
A_MOMENT: Final = 0.05
"""How often, and after how many seconds, a port is asked for again."""

SETTING: Final = "lan"
"""The setting under which it is remembered that the network was let in."""


class LanError(Exception):
    """The network could not be let in, or shut out; the text is a sentence for people."""


class SocketHost(Protocol):
    """A server that can listen elsewhere while it serves."""

    async def listen(self, bound: socket.socket) -> None:
        """Take in those who come at a socket from now on."""

    def stop_listening(self) -> None:
        """Take in nobody; whoever is in stays."""

    def cut_off(self) -> None:
        """Let go of those who came from other machines."""


class Lan:
    """Whether the network is let in; screens are told when that changes."""

    def __init__(self, port: int, address: str | None = None) -> None:
        """Begin with this machine alone, at a port; `address` is the public one behind a proxy, if there is one."""
        self.port = port
        self.address = None if address is None else address.rstrip("/")
        self.is_open = False
        self._name = None if address is None else (urlsplit(address).hostname or "").lower()
        self._moving = asyncio.Lock()
        self._listener: SocketHost | None = None
        self._watching: list[Callable[[], None]] = []

    def serve(self, listener: SocketHost) -> None:
        """Say what listens; it does so for this machine alone."""
        self._listener = listener

    async def open(self) -> None:
        """Let the network in.

        Raises:
            LanError: the port belongs to another program elsewhere; this machine is served as before.

        """
        await self._move(EVERYWHERE)

    async def close(self) -> None:
        """Shut the network out; phones are cut off, this machine is not.

        Raises:
            LanError: the port was lost meanwhile.

        """
        await self._move(HERE)
        if self._listener is not None:
            self._listener.cut_off()

    def watch(self, told: Callable[[], None]) -> Callable[[], None]:
        """Call `told` whenever the network was let in or shut out, until what is returned is called."""
        self._watching.append(told)
        return lambda: self._watching.remove(told) if told in self._watching else None

    def answers_to(self, name: str) -> bool:
        """Whether the app may be asked for by this name, in lower case and without a port.

        Numbers stand for themselves: nobody can make them point here.
        """
        if name in THIS_MACHINE or (name == self._name and name):
            return True
        return self.is_open and is_private(name.strip("[]"))

    def addresses(self) -> tuple[str, ...]:
        """Return the numbers by which networks know this machine: IPv4, the one of the default route first."""
        import ifaddr  # noqa: PLC0415 - asked for only where phones are

        found = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if isinstance(ip.ip, str)]
        usual = _usual()
        return tuple(sorted(filter(_is_found, dict.fromkeys(found)), key=lambda ip: (ip != usual, _distance(ip))))

    def bases(self) -> tuple[str, ...]:
        """Return what the addresses of pages begin with for phones, the best first; nothing while none is let in."""
        if self.address is not None:
            return (self.address,)
        return tuple(f"http://{ip}:{self.port}" for ip in self.addresses()) if self.is_open else ()

    async def _move(self, host: str) -> None:
        async with self._moving:
            if self._listener is None or self.is_open == (host == EVERYWHERE):
                return
            self._listener.stop_listening()  # one port cannot be listened at twice
            try:
                listening = await self._bound(host)
            except OSError as error:
                await self._listener.listen(await self._bound(HERE if host == EVERYWHERE else EVERYWHERE))
                raise LanError(_taken(self.port, error)) from error
            await self._listener.listen(listening)
            self.is_open = host == EVERYWHERE
        for told in tuple(self._watching):
            told()

    async def _bound(self, host: str) -> socket.socket:
        """Return a socket that listens; a loop may let go of the one before only after a moment."""
        for _ in range(TRIES):
            with suppress(OSError):
                return bound(host, self.port)
            await asyncio.sleep(A_MOMENT)
        return bound(host, self.port)


def join_link(base: str, secret: str) -> str:
    """Return the link that a code carries; the secret stands in the fragment, of which no server is told."""
    return f"{base}/join#{secret}"


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        OSError: the port cannot be had.

    """
    listening = socket.socket()
    try:
        if os.name == "posix":  # elsewhere this would share a port that is taken
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()
    except OSError:
        listening.close()
        raise
    return listening


def is_private(address: str) -> bool:
    """Whether this is the number of a machine on a network of one's own, or of this machine."""
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return False
    return not (number.is_global or number.is_multicast or number.is_unspecified)


def is_loopback(address: str) -> bool:
    """Whether this is a number by which this machine reaches itself."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _is_found(address: str) -> bool:
    return is_private(address) and not is_loopback(address)


def _distance(address: str) -> int:
    """Return how unlikely it is that phones find an address: homes, offices, containers, and what has no router."""
    order = ("192.168.", "10.", "172.", "100.", "169.254.")
    return next((place for place, start in enumerate(order) if address.startswith(start)), len(order))


def _usual() -> str | None:
    """Return the address from which this machine would speak to one far away; nothing is sent there."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        asking.connect(FAR_AWAY)
        own: str = asking.getsockname()[0]
        return own
    return None


def _taken(port: int, error: OSError) -> str:
    return (
        f"The network cannot be let in: port {port} cannot be had there ({error.strerror or error}). "
        "End the program that uses it, or start Tessera with another --port."
    )
