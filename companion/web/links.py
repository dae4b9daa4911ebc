"""The routes for what our own pages bring: the data of links, and camera pictures that may show codes."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from cachetools import LRUCache
from fastapi import APIRouter, Request
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response

from companion.system.limits import (
    MAX_LINK_BYTES,
    MAX_SCAN_PIXELS,
    MAX_SCANS,
    SCAN_BURST,
    SCANS_PER_SECOND,
    TokenBucket,
)
from companion.system.machine import offload
from companion.system.pictures import PictureError
from companion.web.auth import visitor_of
from companion.web.middleware import is_own

if TYPE_CHECKING:
    from companion.services.link_inbox import LinkInbox


MAX_REMEMBERED: Final = 1000
"""Visitors whose last pictures are counted; with one more, the one that was quiet for the longest is forgotten."""


def link_routes(links: LinkInbox) -> APIRouter:
    """Return the routes by which our own pages hand over fragments of links, and pictures that may show codes."""
    router = APIRouter()
    reading = asyncio.Semaphore(MAX_SCANS)
    budgets: LRUCache[str, TokenBucket] = LRUCache(MAX_REMEMBERED)

    @router.post("/arrivals")
    async def arrive(request: Request) -> Response:
        body = await _body(request)
        if isinstance(body, HTTPStatus):
            return Response(status_code=body)
        return JSONResponse({"id": links.add(body.decode(errors="replace"))}, HTTPStatus.CREATED)

    @router.post("/scans")
    async def scan(request: Request) -> Response:
        visitor = visitor_of(request.scope)
        budget = budgets.setdefault(visitor.key if visitor else "", TokenBucket(SCANS_PER_SECOND, SCAN_BURST))
        body = await _body(request)
        if isinstance(body, HTTPStatus):
            return Response(status_code=body)
        if reading.locked() or not budget.take_if_there():
            return Response(status_code=HTTPStatus.TOO_MANY_REQUESTS)
        from companion.system.native_pictures import codes_in  # noqa: PLC0415 - takes long to load

        async with reading:
            try:
                texts = await offload(codes_in, body, MAX_SCAN_PIXELS)
            except PictureError:
                return Response(status_code=HTTPStatus.BAD_REQUEST)
        return JSONResponse({"texts": texts})

    return router


async def _body(request: Request) -> bytes | HTTPStatus:
    """Return the body of a request, or why there is none: a foreign page asks, it is too long, the page went."""
    if not is_own(request.headers):
        return HTTPStatus.FORBIDDEN
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > MAX_LINK_BYTES:
                return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    except ClientDisconnect:
        return HTTPStatus.BAD_REQUEST
    return bytes(body)
