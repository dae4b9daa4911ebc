"""The network: whether the app answers this machine alone or others too, and under which names."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol
from urllib.parse import urlsplit

from companion.system.machine import LOOPBACK, LOOPBACK_NAMES, LanError
from scoring.messages import tr
from storage.database.errors import os_reason

if TYPE_CHECKING:
    from collections.abc import Callable

ANY_ADDRESS: Final = "0.0.0.0"  # noqa: S104 - listened at only where somebody has asked for it
"""The address at which a server listens to be reached by every network."""

FAR_AWAY: Final = ("192.0.2.1", 9)
"""An address that no machine has (RFC 5737): the way there begins with the default route."""

BIND_TRIES: Final = 5
BIND_RETRY_S: Final = 0.05
"""How often, and after how many seconds, a port is asked for again."""


class SocketHost(Protocol):
    """A server that can listen elsewhere while it serves."""

    async def listen(self, listening: socket.socket) -> None:
        """Accept connections at a socket from now on."""

    def stop_listening(self) -> None:
        """Accept no more connections; those that are open stay."""

    def cut_off(self) -> None:
        """Close the connections of other machines."""


class Lan:
    """Whether the network is let in; subscribers are notified of every change."""

    def __init__(self, port: int, address: str | None = None) -> None:
        """Begin with this machine alone, at a port; `address` is the public one if there is a proxy."""
        self.port = port
        self.address = None if address is None else address.rstrip("/")
        self.is_open = False
        self._name = None if address is None else (urlsplit(address).hostname or "").lower()
        self._switching = asyncio.Lock()
        self._server: SocketHost | None = None
        self._subscribers: list[Callable[[], None]] = []

    def serve(self, server: SocketHost) -> None:
        """Switch the sockets of a server, which listens for this machine alone as yet."""
        self._server = server

    async def open(self) -> None:
        """Let the network in.

        Raises:
            LanError: the port belongs to another program elsewhere; this machine is served as before.

        """
        await self._switch_to(ANY_ADDRESS)

    async def close(self) -> None:
        """Shut the network out; phones are cut off, this machine is not.

        Raises:
            LanError: the port was lost meanwhile.

        """
        await self._switch_to(LOOPBACK)
        if self._server is not None:
            self._server.cut_off()

    def subscribe(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Call `on_change` whenever the network was let in or shut out; return what ends that."""
        self._subscribers.append(on_change)
        return lambda: self._subscribers.remove(on_change) if on_change in self._subscribers else None

    def answers_to(self, name: str) -> bool:
        """Whether a request may name this host, in lower case and without a port.

        IP addresses are safe: nobody can make them point here.
        """
        if name in LOOPBACK_NAMES or (name == self._name and name):
            return True
        return self.is_open and is_private(name.strip("[]"))

    def addresses(self) -> tuple[str, ...]:
        """Return the IPv4 addresses of this machine in its networks, the one of the default route first."""
        import ifaddr  # noqa: PLC0415 - needed only where phones are

        ips = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if isinstance(ip.ip, str)]
        reachable = (ip for ip in dict.fromkeys(ips) if is_private(ip) and not is_loopback(ip))
        default = _default_address()
        return tuple(sorted(reachable, key=lambda ip: (ip != default, _distance(ip))))

    def bases(self) -> tuple[str, ...]:
        """Return the base URLs of pages for phones, the best first; none while the network is shut out."""
        if self.address is not None:
            return (self.address,)
        return tuple(f"http://{ip}:{self.port}" for ip in self.addresses()) if self.is_open else ()

    async def _switch_to(self, host: str) -> None:
        async with self._switching:
            if self._server is None or self.is_open == (host == ANY_ADDRESS):
                return
            self._server.stop_listening()  # one port cannot be listened at twice
            try:
                listening = await self._bound(host)
            except OSError as error:
                await self._server.listen(await self._bound(LOOPBACK if host == ANY_ADDRESS else ANY_ADDRESS))
                raise LanError(_port_taken(self.port, error)) from error
            await self._server.listen(listening)
            self.is_open = host == ANY_ADDRESS
        for on_change in tuple(self._subscribers):
            on_change()

    async def _bound(self, host: str) -> socket.socket:
        """Return a listening socket; an event loop may free the one before only after a moment."""
        for _ in range(BIND_TRIES):
            with suppress(OSError):
                return listening_socket(host, self.port)
            await asyncio.sleep(BIND_RETRY_S)
        return listening_socket(host, self.port)


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        OSError: the port is not available.

    """
    listening = socket.socket()
    try:
        if os.name == "posix":  # on other systems this would share a port that is taken
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()
    except OSError:
        listening.close()
        raise
    return listening


def is_private(address: str) -> bool:
    """Whether this is the IP address of a machine in a private network, or of this machine."""
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return False
    return not (number.is_global or number.is_multicast or number.is_unspecified)


def is_loopback(address: str) -> bool:
    """Whether this is an IP address by which this machine reaches itself."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _distance(address: str) -> int:
    """Return how unlikely it is that phones reach an address: homes, offices, containers, networks without a router."""
    order = ("192.168.", "10.", "172.", "100.", "169.254.")
    return next((rank for rank, start in enumerate(order) if address.startswith(start)), len(order))


def _default_address() -> str | None:
    """Return the address from which this machine would reach a distant one; nothing is sent there."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(FAR_AWAY)
        own: str = probe.getsockname()[0]
        return own
    return None


def _port_taken(port: int, error: OSError) -> str:
    return tr(
        "The network cannot be let in: port {port} is not available there ({why}). End the program that uses it, or "
        "start Tessera with another --port.",
        port=port,
        why=os_reason(error),
    )
