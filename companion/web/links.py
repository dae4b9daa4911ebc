"""The route that takes the data of a link which was opened in a browser."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response

from companion.system.limits import MAX_LINK_BYTES
from companion.web.middleware import is_own

if TYPE_CHECKING:
    from companion.services.link_inbox import LinkInbox


def link_routes(links: LinkInbox) -> APIRouter:
    """Return the route by which our own pages hand over the fragment of their address."""
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
        return JSONResponse({"id": links.add(fragment)}, HTTPStatus.CREATED)

    return router


async def _bounded(request: Request) -> str | None:
    """Return the text of the body, `None` where it is longer than any link."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MAX_LINK_BYTES:
            return None
    return body.decode(errors="replace")
