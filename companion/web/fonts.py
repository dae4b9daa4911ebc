"""The routes of the fonts that Flet's client loads: those that it begins with, and slices of the fallback fonts."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from fastapi import APIRouter
from starlette.responses import FileResponse, Response

from companion.system.paths import fallback_font

if TYPE_CHECKING:
    from pathlib import Path


def font_routes(assets: Path) -> APIRouter:
    """Return the routes of our list of fonts, in place of Flet's, and of the fallback fonts."""
    router = APIRouter()

    @router.get("/assets/FontManifest.json")
    def manifest() -> Response:
        return FileResponse(assets / "page" / "FontManifest.json")

    @router.get("/fallback/{address:path}")
    def fallback(address: str) -> Response:
        try:
            return Response(fallback_font(address), media_type="font/woff2")
        except KeyError:
            return Response(status_code=HTTPStatus.NOT_FOUND)

    return router
