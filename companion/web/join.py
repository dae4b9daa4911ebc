"""The door: the page where a phone hands over the secret of a code, and gets the cookie by which it is known."""

from __future__ import annotations

import asyncio
import json
import logging
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from companion.web import health
from companion.web.auth import cookie_of, is_secure, token_of
from companion.web.middleware import client_of, is_own
from companion.web.rate_limit import Throttle
from storage.database.errors import StoreError
from storage.repositories import access
from storage.repositories.access import AccessDeniedError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from starlette.requests import Request

    from companion.web.auth import AuthBackend, Authenticator
    from companion.web.health import Health

LOG: Final = logging.getLogger("tessera")

LASTING: Final = 30 * 24 * 60 * 60
"""How long a browser keeps the cookie, in seconds."""

LONGEST: Final = 1000
"""The longest body that is read, in bytes; one with a secret is much shorter."""

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}
"""The page is all ours, and may do no more than it does."""

PAGE: Final = "join.html"
FILES: Final = {
    "/join/join.js": "page/join.js",
    "/join/join.css": "page/join.css",
    "/favicon.png": "favicon.png",
}

PATHS: Final = ("/join", *FILES, *health.PATHS)
"""What strangers may ask for."""

METHODS: Final = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

SCAN: Final = (
    "To come to a table, scan its code with the camera of this phone. The host's screen shows it; both are in the same "
    "network."
)
OUT: Final = (
    "This phone is not at a table any more: the host let it go, or the code was renewed. What was entered is kept. "
    "To go on, scan its code, which the host's screen shows."
)
WRONG: Final = "This code is not right, or not any more. Scan the one that the host's screen shows now."
LOCKED: Final = "The table is locked. Ask the host to unlock it, then try again."
SLOWLY: Final = "Too many wrong codes were tried. This page tries again by itself in {seconds} seconds."
NOT_NOW: Final = "Tessera cannot look that up just now. Try again in a moment."
NOT_OURS: Final = "Tessera did not understand that. Scan the code once more."
NOBODY: Final = "Phones cannot join here."


class JoinPage:
    """Lets phones in, one after the other."""

    def __init__(self, house: AuthBackend | None, throttle: Throttle) -> None:
        """Lead into a house."""
        self._house = house
        self._throttle = throttle
        self._one_by_one = asyncio.Lock()

    async def join(self, request: Request) -> Response:
        """Answer what a page has handed over."""
        if not is_own(request.headers):
            return _no(NOT_OURS, HTTPStatus.FORBIDDEN)
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return _no(NOT_OURS, HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        try:
            secret = await _secret(request)
        except ClientDisconnect:
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        if secret is None:
            return _no(NOT_OURS, HTTPStatus.BAD_REQUEST)
        async with self._one_by_one:  # who guesses at a hundred places at once waits as well
            return await self._enter(request, secret)

    async def _enter(self, request: Request, secret: str) -> Response:
        address = client_of(request.scope)
        seconds = self._throttle.wait(address)
        if seconds:
            refused = _no(SLOWLY.format(seconds=seconds), HTTPStatus.TOO_MANY_REQUESTS)
            refused.headers["Retry-After"] = str(seconds)
            return refused
        if self._house is None:
            return _no(NOBODY, HTTPStatus.FORBIDDEN)
        try:
            token = await self._token(self._house, request)
            where, _ = await self._house.doors.redeem(secret, token)
        except AccessDeniedError as error:
            if error.locked:
                return _no(LOCKED, HTTPStatus.LOCKED)
            self._throttle.wrong(address)
            return _no(WRONG, HTTPStatus.FORBIDDEN)
        except StoreError as error:  # not what it says: a sentence of the database may name what was asked
            LOG.warning("a phone could not be let in: %s", type(error).__name__)
            return _no(NOT_NOW, HTTPStatus.SERVICE_UNAVAILABLE)
        self._throttle.right(address)
        return _yes(request, where, token)

    async def _token(self, house: AuthBackend, request: Request) -> str:
        """Return the token that a phone has, or a new one; nobody is known by one that they chose."""
        token = token_of(request.scope)
        known = token is not None and await house.doors.visitor(token) is not None
        return token if token is not None and known else access.new_token()


def _yes(request: Request, where: str, token: str) -> Response:
    answer = JSONResponse({"go": "/" if where == access.HOST_CODE else f"/table/{where}"}, headers=HEADERS)
    answer.set_cookie(
        cookie_of(request.scope),
        token,
        max_age=LASTING,
        path="/",
        secure=is_secure(request.scope),
        httponly=True,
        samesite="lax",
    )
    return answer


def _no(sentence: str, status: HTTPStatus) -> Response:
    return JSONResponse({"sentence": sentence}, status, headers=HEADERS)


async def _secret(request: Request) -> str | None:
    """Return the secret that was handed over, `None` where it is none."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LONGEST:
            return None
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return None
    secret = said.get("secret") if isinstance(said, dict) else None
    return secret if isinstance(secret, str) and secret.isascii() else None


def door(assets: Path, reception: Authenticator, watch: Health) -> Starlette:
    """Return what strangers find, and everybody at the paths that are open to all."""
    page = (assets / "page" / PAGE).read_text(encoding="utf-8")

    async def at_the_door(_: Request) -> Response:
        return HTMLResponse(page.replace("{words}", SCAN), headers=HEADERS)

    async def elsewhere(request: Request) -> Response:
        words = SCAN if token_of(request.scope) is None else OUT
        return HTMLResponse(page.replace("{words}", words), HTTPStatus.FORBIDDEN, headers=HEADERS)

    routes = [
        Route("/join", at_the_door),
        Route("/join", JoinPage(reception.house, Throttle()).join, methods=["POST"]),
        *(Route(path, _sent(assets / file)) for path, file in FILES.items()),
        *watch.routes(),
        Route("/{path:path}", elsewhere, methods=METHODS),
    ]
    return Starlette(routes=routes)


def _sent(file: Path) -> Callable[[Request], Awaitable[Response]]:
    async def sent(_: Request) -> Response:
        return FileResponse(file)

    return sent
