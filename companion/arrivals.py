"""What links brought that were opened in a browser: kept for a while, until the screen asks for it.

The data of a link stands in its fragment, which no browser sends by itself; a script on the page hands it over.
"""

from __future__ import annotations

import secrets
import time
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter, Request
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response

from companion.web import is_own
from storage.codes.links import MAX_LINK_LENGTH

if TYPE_CHECKING:
    from collections.abc import Callable

MOST: Final = 64
"""How many are kept; with one more the oldest goes."""

LASTING: Final = 60 * 60
"""How long one is kept, in seconds."""

ID_BYTES: Final = 16
"""How many random bytes an id has, so that nobody guesses it."""


class Arrivals:
    """What links brought, by ids that only those know who handed it over."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with nothing; the clock counts seconds."""
        self._clock = clock
        self._kept: dict[str, tuple[float, str]] = {}

    def keep(self, fragment: str) -> str:
        """Keep the fragment of a link, without its `#`, and return the id to ask for it by."""
        self._forget()
        while len(self._kept) >= MOST:
            del self._kept[next(iter(self._kept))]
        number = secrets.token_urlsafe(ID_BYTES)
        self._kept[number] = (self._clock(), fragment)
        return number

    def get(self, number: str) -> str | None:
        """Return what was kept under an id, `None` where it is not there, or not there any more."""
        self._forget()
        found = self._kept.get(number)
        return None if found is None else found[1]

    def all(self) -> tuple[str, ...]:
        """Return all that is kept, the oldest first."""
        self._forget()
        return tuple(fragment for _, fragment in self._kept.values())

    def _forget(self) -> None:
        end = self._clock() - LASTING
        self._kept = {number: (at, fragment) for number, (at, fragment) in self._kept.items() if at >= end}


ARRIVALS: Final = Arrivals()
"""What links brought to this process."""


def routes(arrivals: Arrivals) -> APIRouter:
    """Return the route by which pages of our own hand over what their address brought."""
    router = APIRouter()

    @router.post("/arrivals")
    async def arrive(request: Request) -> Response:
        if not is_own(request.headers):
            return Response(status_code=HTTPStatus.FORBIDDEN)
        try:
            fragment = await _bounded(request)
        except ClientDisconnect:
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        if fragment is None:
            return Response(status_code=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return JSONResponse({"id": arrivals.keep(fragment)}, HTTPStatus.CREATED)

    return router


async def _bounded(request: Request) -> str | None:
    """Return the text that is handed over, `None` where it is longer than any link."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MAX_LINK_LENGTH:
            return None
    return body.decode(errors="replace")
