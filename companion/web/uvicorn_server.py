"""The server: the sockets at which it listens, and how it stops."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import uvicorn

from companion.system.limits import (
    DESCRIPTORS_KEPT,
    KEEP_ALIVE_S,
    MAX_HEADER_BYTES,
    MAX_HOST_FRAME_BYTES,
    PING_TIMEOUT_S,
    connection_limit,
)
from companion.system.network import is_loopback
from companion.web.connections import HttpConnection, OpenConnections, WebSocketConnection, shared_addresses

if TYPE_CHECKING:
    import socket
    from collections.abc import Awaitable, Callable
    from types import FrameType

    from companion.web.app import WebApp

SHUTDOWN_TIMEOUT_S: Final = 2
"""Seconds that open pages have to go when the server stops, and then what is being saved."""

BACKLOG: Final = DESCRIPTORS_KEPT
"""Connections that are accepted before any of them is counted."""


class UvicornServer(uvicorn.Server):
    """Serves a site, and can change the socket at which it listens meanwhile."""

    def __init__(self, site: WebApp, *, proxies: str | None, begin: Callable[[], Awaitable[None]]) -> None:
        """Prepare a server that believes what `proxies` say of browsers; `begin` is called as soon as it answers."""
        asgi: Any = site.asgi
        connections = OpenConnections(connection_limit(), shared_addresses(proxies))
        http: Any = partial(HttpConnection, connections)
        websocket: Any = partial(WebSocketConnection, connections)
        super().__init__(
            uvicorn.Config(
                asgi,
                http=http,
                h11_max_incomplete_event_size=MAX_HEADER_BYTES,
                timeout_keep_alive=KEEP_ALIVE_S,
                backlog=BACKLOG,
                ws=websocket,
                ws_max_size=MAX_HOST_FRAME_BYTES,
                ws_per_message_deflate=False,  # a few bytes of a browser would become many
                ws_ping_interval=PING_TIMEOUT_S,
                ws_ping_timeout=PING_TIMEOUT_S,
                log_config=None,
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
        """Listen, then begin."""
        await super().startup(sockets)
        await self._begin()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; a proxy is told to send no more browsers here."""
        self._site.health.stopping = True
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the connections to pages, which come back by themselves, and wait until everything is saved."""
        await super().shutdown(sockets)
        await self._site.health.wait_until_saved(SHUTDOWN_TIMEOUT_S)

    async def listen(self, listening: socket.socket) -> None:
        """Accept connections at a socket from now on."""
        protocol: Any = self.config.http_protocol_class
        connection = partial(
            protocol, config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        loop = asyncio.get_running_loop()
        self.servers = [await loop.create_server(connection, sock=listening, backlog=BACKLOG)]

    def stop_listening(self) -> None:
        """Accept no more connections; those that are open stay."""
        for server in self.servers:
            server.close()

    def cut_off(self) -> None:
        """Close the connections of other machines."""
        for connection in tuple(self.server_state.connections):
            client = getattr(connection, "client", None)
            if client is None or not is_loopback(client[0]):
                connection.shutdown()
