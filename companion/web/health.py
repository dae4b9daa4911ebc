"""What the process tells about itself to those who watch over it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from storage.database.errors import StoreError
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from companion.web.auth import Authenticator

PATIENCE: Final = 2
"""Seconds that the database has to answer."""

PATHS: Final = ("/healthz", "/readyz")


class Health:
    """Whether the process lives, and whether somebody should be sent to it."""

    def __init__(self, reception: Authenticator, told: Mapping[str, str]) -> None:
        """Watch over a house; of what is `told`, strangers learn the name of the app alone."""
        self._reception = reception
        self._told = dict(told)
        self.stopping = False

    def routes(self) -> list[Route]:
        """Return where others ask."""
        return [Route(path, answer) for path, answer in zip(PATHS, (self._lives, self._ready), strict=True)]

    async def settle(self, seconds: float) -> None:
        """Wait until all that the store was asked is saved, but not for ever."""
        house = self._reception.house
        if house is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await house.worker.run(_nothing)

    async def _lives(self, request: Request) -> Response:
        here = self._reception.is_here(request.scope)
        return JSONResponse(self._told if here else {"app": self._told["app"]})

    async def _ready(self, _: Request) -> Response:
        ready = not self.stopping and await self._answers()
        return JSONResponse({"ready": ready}, HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE)

    async def _answers(self) -> bool:
        """Whether the database does."""
        house = self._reception.house
        try:
            async with asyncio.timeout(PATIENCE):
                if house is not None:
                    await house.worker.run(Store.settings)
        except (TimeoutError, StoreError):
            return False
        return True


def _nothing(_: Store) -> None:
    """Ask nothing: by the time this is answered, all that was asked before is."""
