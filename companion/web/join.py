"""What strangers may ask: to join by the secret of a join code, slowly where they guess, and whether the app lives."""

from __future__ import annotations

import asyncio
import html
import ipaddress
import json
import logging
import math
import time
from collections import deque
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from cachetools import LRUCache
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from companion.formatting.text import sentence
from companion.system import limits
from companion.web.auth import AuthBackend, Authenticator, cookie_name, is_secure, token_of
from companion.web.middleware import client_of, is_own
from scoring.messages import Message, counted, language, say
from storage.codes.links import END_MARKS
from storage.database.errors import StoreError
from storage.repositories import access
from storage.repositories.access import AccessDeniedError, TableFullError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from pathlib import Path

    from starlette.requests import Request

    from storage.repositories.tables import Store

DATABASE_TIMEOUT_S: Final = 2
"""Seconds that the database has to answer."""

HEALTH_PATHS: Final = ("/healthz", "/readyz")

LOG: Final = logging.getLogger("tessera")

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}
"""The headers of the page, which is all ours and may do no more than it does."""

PAGE: Final = "join.html"
FILES: Final = {
    "/join/join.js": "page/join.js",
    "/join/words.js": "page/words.js",
    "/join/join.css": "page/join.css",
    "/favicon.png": "favicon.png",
}

PUBLIC_PATHS: Final = ("/join", *FILES, *HEALTH_PATHS)
"""The paths that strangers may ask for."""

METHODS: Final = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

SCAN: Final = say(
    "To join a table, scan its code with this phone's camera. The host's screen shows the code; both devices must be "
    "on the same network."
)
OUT: Final = say(
    "This phone is no longer at a table: the host removed it, or the code was renewed. What was entered is kept. To "
    "go on, scan the code on the host's screen."
)
CODE: Final = say(
    "This code is for your own Tessera: it holds something such as the result of a game. Copy the address of this "
    "page, and paste it there under “Scan a code”."
)
NOT_NOW: Final = say("Tessera cannot look that up just now. Try again in a moment.")
NOT_OURS: Final = say("Tessera did not understand that. Scan the code again.")
NOBODY: Final = say("Phones cannot join here.")
NO_SCRIPTS: Final = say("You can join a table only in a browser with JavaScript.")
AGAIN: Final = say("Try again")


class JoinRoute:
    """The route by which phones join, one after the other."""

    def __init__(self, backend: AuthBackend | None, throttle: Throttle) -> None:
        """Let phones in by a backend; without one nobody joins."""
        self._backend = backend
        self._throttle = throttle
        self._one_by_one = asyncio.Lock()

    async def join(self, request: Request) -> Response:
        """Answer the secret that a page hands over."""
        if not is_own(request.headers):
            return _refusal(NOT_OURS, HTTPStatus.FORBIDDEN)
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return _refusal(NOT_OURS, HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        try:
            secret = await _secret(request)
        except ClientDisconnect:
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        if secret is None:
            return _refusal(NOT_OURS, HTTPStatus.BAD_REQUEST)
        async with self._one_by_one:  # a hundred guesses at once are slowed as well
            return await self._redeem(request, secret)

    async def _redeem(self, request: Request, secret: str) -> Response:
        if self._backend is None:
            return _refusal(NOBODY, HTTPStatus.FORBIDDEN)
        try:
            token = await self._token(self._backend, request)
            host_token = access.new_token()
            where, _ = await self._backend.access.redeem(secret, token, host_token)
        except StoreError as error:
            return self._refused(error, client_of(request.scope))
        return _let_in(request, where, host_token if where == access.HOST_CODE else token)

    def _refused(self, error: StoreError, address: str) -> Response:
        """Return why a phone does not come in; only a wrong code counts as a guess.

        Who guesses may share an address with others, so that a right code comes in whatever its address did before.
        """
        match error:
            case AccessDeniedError(locked=True):
                return _refusal(error.message, HTTPStatus.LOCKED)
            case AccessDeniedError():
                seconds = self._throttle.seconds_to_wait(address)
                if seconds:
                    refusal = _refusal(_slowly(seconds), HTTPStatus.TOO_MANY_REQUESTS)
                    refusal.headers["Retry-After"] = str(seconds)
                    return refusal
                self._throttle.record_failure(address)
                return _refusal(error.message, HTTPStatus.FORBIDDEN)
            case TableFullError():
                return _refusal(error.message, HTTPStatus.CONFLICT)
        LOG.warning("a phone could not be let in: %s", type(error).__name__)  # its sentence may name the secret
        return _refusal(NOT_NOW, HTTPStatus.SERVICE_UNAVAILABLE)

    async def _token(self, backend: AuthBackend, request: Request) -> str:
        """Return the token of a known phone, else a new one: a token that somebody made up is never taken."""
        token = token_of(request.scope)
        is_known = token is not None and await backend.access.visitor(token) is not None
        return token if token is not None and is_known else access.new_token()


def _let_in(request: Request, where: str, token: str) -> Response:
    answer = JSONResponse({"go": "/" if where == access.HOST_CODE else f"/table/{where}"}, headers=HEADERS)
    answer.set_cookie(
        cookie_name(request.scope),
        token,
        max_age=limits.COOKIE_MAX_AGE_S,
        path="/",
        secure=is_secure(request.scope),
        httponly=True,
        samesite="lax",
    )
    return answer


def _slowly(seconds: int) -> Message:
    return counted(
        seconds,
        "Too many wrong codes were tried. This page tries again by itself in {number} second.",
        "Too many wrong codes were tried. This page tries again by itself in {number} seconds.",
    )


def _refusal(message: Message, status: HTTPStatus) -> Response:
    return JSONResponse({"sentence": sentence(message)}, status, headers=HEADERS)


async def _secret(request: Request) -> str | None:
    """Return the secret in a body, `None` where the body is not what our page sends."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > limits.MAX_JOIN_BYTES:
            return None
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return None
    secret = data.get("secret") if isinstance(data, dict) else None
    if not isinstance(secret, str):
        return None
    secret = secret.rstrip(END_MARKS)
    return secret if secret.isascii() else None


def join_app(assets: Path, authenticator: Authenticator, health: Health) -> Starlette:
    """Return the application that answers strangers, and everybody at the public paths."""
    page = (assets / "page" / PAGE).read_text(encoding="utf-8")

    async def join_page(_: Request) -> Response:
        return HTMLResponse(_worded(page, SCAN), headers=HEADERS)

    async def elsewhere(request: Request) -> Response:
        words = SCAN if token_of(request.scope) is None else OUT
        return HTMLResponse(_worded(page, words), HTTPStatus.FORBIDDEN, headers=HEADERS)

    routes = [
        Route("/join", join_page),
        Route("/join", JoinRoute(authenticator.backend, Throttle()).join, methods=["POST"]),
        *(Route(path, _file(assets / file)) for path, file in FILES.items()),
        *health.routes(),
        Route("/{path:path}", elsewhere, methods=METHODS),
    ]
    return Starlette(routes=routes)


def _worded(page: str, words: Message) -> str:
    """Return the page for joining with the sentence `words`, in the language of the reader."""
    said = {"words": words, "code": CODE, "scripts": NO_SCRIPTS, "again": AGAIN, "language": language()}
    for name, message in said.items():
        page = page.replace(f"{{{name}}}", html.escape(str(message), quote=name == "code"))
    return page


def _file(path: Path) -> Callable[[Request], Awaitable[Response]]:
    async def send(_: Request) -> Response:
        return FileResponse(path)

    return send


class Health:
    """Whether the process lives, and whether a proxy should send browsers to it."""

    def __init__(self, authenticator: Authenticator, identity: Mapping[str, str]) -> None:
        """Say the `identity` to this machine; strangers learn the name of the app alone."""
        self._authenticator = authenticator
        self._identity = dict(identity)
        self.stopping = False

    def routes(self) -> list[Route]:
        """Return the routes of both questions."""
        return [Route(path, answer) for path, answer in zip(HEALTH_PATHS, (self._alive, self._ready), strict=True)]

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


MAX_ADDRESSES: Final = 1000
"""With one more, the address that was last heard of longest ago is forgotten."""


class _Failures:
    """The failures of one address."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=limits.MAX_FAILURES)
        self._wait = 0.0
        self._until = 0.0

    def seconds_left(self, now: float) -> float:
        return self._until - now

    def record(self, now: float) -> None:
        if self._wait and now - self._until > limits.MAX_WAIT_S:
            self._wait = 0.0
        self._times.append(now)
        too_many = len(self._times) == limits.MAX_FAILURES and now - self._times[0] < limits.FAILURE_WINDOW_S
        if too_many or self._wait:
            self._wait = min(self._wait * 2 or limits.FIRST_WAIT_S, limits.MAX_WAIT_S)
            self._until = now + self._wait


class Throttle:
    """The failures by address; those of one make nobody else wait."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without failures; the clock counts seconds."""
        self._clock = clock
        self._by_network: LRUCache[str, _Failures] = LRUCache(MAX_ADDRESSES)

    def seconds_to_wait(self, address: str) -> int:
        """Return how many seconds an address has to wait before its next failure counts, 0 for none."""
        failures = self._by_network.get(_network(address))
        return 0 if failures is None else max(math.ceil(failures.seconds_left(self._clock())), 0)

    def record_failure(self, address: str) -> None:
        """Count a failure of an address."""
        self._by_network.setdefault(_network(address), _Failures()).record(self._clock())


def _network(address: str) -> str:
    """Return the part of an address that its owner cannot change at will: of IPv6 the first half, of IPv4 all."""
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(number, ipaddress.IPv6Address):
        return str(number.ipv4_mapped or ipaddress.ip_network((int(number) >> 64 << 64, 64)))
    return str(number)
