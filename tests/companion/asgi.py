"""A site that is asked without a network, as browsers on this machine and elsewhere would ask it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import flet.fastapi

from companion.services.share_codes.incoming import LinkInbox
from companion.system import paths
from companion.system.network import Lan
from companion.web.app import WebApp
from storage.repositories import access
from tests.browser.counter import main
from tests.companion.phones import come

if TYPE_CHECKING:
    from pathlib import Path

    from flet.messaging.session import Session
    from starlette.types import ASGIApp, Message

    from companion.tables.live_table import LiveTable
    from companion.web.auth import AuthBackend
    from tests.companion.headless import Headless

THIS_MACHINE, ANOTHER = ("127.0.0.1", 50000), ("192.168.0.7", 50000)

HOST: Final = "127.0.0.1:8423"


def served(
    data: Path, *, assets: Path | None = None, lan: Lan | None = None, auth: AuthBackend | None = None
) -> ASGIApp:
    """The smallest app as it is served."""
    lan = lan or Lan(8423)
    return WebApp(main, assets=assets or paths.assets(), data=data, lan=lan, links=LinkInbox(), auth=auth).asgi


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came back; the names of headers are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def page(self) -> str:
        assert self.headers["content-type"].startswith("text/html")
        return self.body.decode()


class Caller:
    """Asks a server as somebody on a machine would."""

    def __init__(self, asgi: ASGIApp, machine: tuple[str, int] = THIS_MACHINE, *, scheme: str = "http") -> None:
        self._asgi = asgi
        self._machine = machine
        self._scheme = scheme

    def ask(self, path: str, *, method: str = "GET", host: str = HOST, body: bytes = b"", **headers: str) -> Answer:
        sent = self._talk("http", path, {"host": host, **headers}, {"type": "http.request", "body": body}, method)
        start, *rest = sent
        answered = {name.decode(): value.decode() for name, value in start["headers"]}
        assert len(answered) == len(start["headers"]), "a header was sent twice"
        body = b"".join(message["body"] for message in rest)
        return Answer(status=start["status"], headers=answered, body=body)

    def let_in(self, *, host: str = HOST, **headers: str) -> bool:
        """Whether a WebSocket is accepted."""
        sent = self._talk("websocket", "/ws", {"host": host, **headers}, {"type": "websocket.connect"})
        return [message["type"] for message in sent] == ["websocket.accept"]

    def client(self) -> str:
        """Where the files of the client lie."""
        _, _, rest = self.ask("/").page.partition('flet.assetBase = "')
        return rest.partition('"')[0]

    def _talk(self, kind: str, path: str, headers: dict[str, str], first: Message, method: str = "") -> list[Message]:
        sent: list[Message] = []
        heard: list[Message] = [{"type": "websocket.disconnect", "code": 1000}] if kind == "websocket" else []
        heard.append(first)

        async def receive() -> Message:
            return heard.pop() if heard else await asyncio.get_running_loop().create_future()

        async def send(message: Message) -> None:
            sent.append(message)

        scope = scope_of(kind, path, headers, self._machine) | {"method": method, "scheme": self._scheme}

        async def talk() -> None:
            await self._asgi(scope, receive, send)

        asyncio.run(talk())
        return sent


def scope_of(kind: str, path: str, headers: dict[str, str], machine: tuple[str, int] = THIS_MACHINE) -> dict[str, Any]:
    """What a server knows of a request."""
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http",
        "path": path,
        "query_string": b"",
        "root_path": "",
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
        "client": machine,
        "server": ("127.0.0.1", 8423),
    }


def joined(app: Headless, live: LiveTable) -> str:
    """The cookie of a phone that has come to a table."""
    token = access.new_token()
    come(app, live, token)
    return f"tessera={token}"


def hosts_own(app: Headless) -> str:
    """The cookie of a phone that came in by the host's link."""
    token = access.new_token()
    code = app.run(app.tables.access.join_code(access.HOST_CODE))
    app.run(app.tables.access.redeem(code.secret, token))
    return f"tessera={token}"


def sessions() -> dict[str, Session]:
    sessions: dict[str, Session] = flet.fastapi.app_manager._FletAppManager__sessions
    return sessions
