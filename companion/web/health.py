"""What the process says about itself to programs that watch over it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from storage.database.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from companion.web.auth import Authenticator
    from storage.repositories.tables import Store

DATABASE_TIMEOUT_S: Final = 2
"""Seconds that the database has to answer."""

PATHS: Final = ("/healthz", "/readyz")


class Health:
    """Whether the process lives, and whether a proxy should send browsers to it."""

    def __init__(self, authenticator: Authenticator, identity: Mapping[str, str]) -> None:
        """Say the `identity` to this machine; strangers learn the name of the app alone."""
        self._authenticator = authenticator
        self._identity = dict(identity)
        self.stopping = False

    def routes(self) -> list[Route]:
        """Return the routes of both questions."""
        return [Route(path, answer) for path, answer in zip(PATHS, (self._alive, self._ready), strict=True)]

    async def wait_until_saved(self, seconds: float) -> None:
        """Wait until the store has done everything it was asked, at most so many seconds."""
        backend = self._authenticator.backend
        if backend is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await backend.worker.run(_nothing)

    async def _alive(self, request: Request) -> Response:
        is_local = self._authenticator.is_this_machine(request.scope)
        return JSONResponse(self._identity if is_local else {"app": self._identity["app"]})

    async def _ready(self, _: Request) -> Response:
        ready = not self.stopping and await self._database_answers()
        return JSONResponse({"ready": ready}, HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE)

    async def _database_answers(self) -> bool:
        backend = self._authenticator.backend
        try:
            async with asyncio.timeout(DATABASE_TIMEOUT_S):
                if backend is not None:
                    await backend.worker.run(_check)
        except (TimeoutError, StoreError):
            return False
        return True


def _check(store: Store) -> None:
    """Check that the database answers, and keeps what is saved."""
    store.check_place()
    store.settings()


def _nothing(_: Store) -> None:
    """Do nothing: when the store has, it has done everything before."""
