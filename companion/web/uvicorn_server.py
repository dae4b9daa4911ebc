"""The process that listens: where, for how long, and how it lets go."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import uvicorn

from companion.system.network import is_loopback

if TYPE_CHECKING:
    import socket
    from collections.abc import Awaitable, Callable
    from types import FrameType

    from companion.web.app import WebApp

SHUTDOWN_TIMEOUT_S: Final = 2
"""Seconds that open pages have to go when the server stops, and then what is being saved."""


class UvicornServer(uvicorn.Server):
    """Serves a site, and can listen elsewhere meanwhile."""

    def __init__(self, site: WebApp, *, proxies: str | None, begin: Callable[[], Awaitable[None]]) -> None:
        """Prepare; `proxies` are believed what they say of browsers, and `begin` is called as soon as it answers."""
        super().__init__(
            uvicorn.Config(
                site.asgi,
                ws="websockets-sansio",
                log_level="warning",
                access_log=False,
                server_header=False,
                proxy_headers=proxies is not None,
                forwarded_allow_ips=proxies,
                timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
            )
        )
        self._site = site
        self._begin = begin

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and begin."""
        await super().startup(sockets)
        await self._begin()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop: nobody is sent here any more."""
        self._site.health.stopping = True
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let go of the pages, which come back elsewhere by themselves, and have everything saved."""
        await super().shutdown(sockets)
        await self._site.health.settle(SHUTDOWN_TIMEOUT_S)

    async def listen(self, bound: socket.socket) -> None:
        """Take in those who come at a socket from now on."""
        protocol: Any = self.config.http_protocol_class
        talk = partial(protocol, config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        self.servers = [await asyncio.get_running_loop().create_server(talk, sock=bound)]

    def stop_listening(self) -> None:
        """Take in nobody; whoever is in stays."""
        for server in self.servers:
            server.close()

    def cut_off(self) -> None:
        """Let go of those who came from other machines."""
        for connection in tuple(self.server_state.connections):
            client = getattr(connection, "client", None)
            if client is None or not is_loopback(client[0]):
                connection.shutdown()
