"""What links and cameras brought: handed over by pages of our own alone, bounded in size, number and age."""

from __future__ import annotations

import asyncio
import io
import json
import math
from http import HTTPStatus
from typing import TYPE_CHECKING

import pytest
from fastapi import FastAPI
from PIL import Image

from companion.services.share_codes.incoming import LinkInbox
from companion.system import limits
from companion.system.limits import MAX_SCAN_PIXELS
from companion.web.app import link_routes
from storage.codes import links
from storage.codes.frames import MAX_FRAMES
from storage.codes.links import MAX_LINK_LENGTH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import Message


HOST = "127.0.0.1:8423"
OWN = {"origin": f"http://{HOST}"}


@pytest.fixture
def inbox() -> LinkInbox:
    return LinkInbox()


class Server:
    """The routes alone, asked as a browser does."""

    def __init__(self, inbox: LinkInbox) -> None:
        self._app = FastAPI()
        self._app.include_router(link_routes(inbox))

    def post(
        self, headers: dict[str, str], *parts: bytes, last: Message | None = None, path: str = "/arrivals"
    ) -> tuple[int, bytes]:
        """Return status and body of what is answered; the last part is followed by `last`, where that is given."""
        more = last is not None
        bodies = [
            {"type": "http.request", "body": part, "more_body": more or number < len(parts)}
            for number, part in enumerate(parts, start=1)
        ]
        coming: Iterator[Message] = iter([*bodies, *([last] if last else [])])
        answered: list[Message] = []

        async def receive() -> Message:
            return next(coming)

        async def send(message: Message) -> None:
            answered.append(message)

        named = {"host": HOST} | headers
        scope = {
            "type": "http",
            "method": "POST",
            "path": path,
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in named.items()],
        }
        asyncio.run(self._app(scope, receive, send))
        return answered[0]["status"], b"".join(message.get("body", b"") for message in answered[1:])


@pytest.fixture
def link_server(inbox: LinkInbox) -> Server:
    return Server(inbox)


def test_what_is_handed_over_is_there_under_the_id_that_is_answered(link_server: Server, inbox: LinkInbox) -> None:
    status, body = link_server.post(OWN, b"t0", b"65")
    assert status == HTTPStatus.CREATED
    assert inbox.get(json.loads(body)["id"]) == ("t065",)


@pytest.mark.parametrize(
    "headers",
    [{}, {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": ""}, {"origin": "", "host": ""}],
    ids=str,
)
def test_other_pages_hand_nothing_over(link_server: Server, inbox: LinkInbox, headers: dict[str, str]) -> None:
    status, _ = link_server.post(headers, b"t065")
    assert status == HTTPStatus.FORBIDDEN
    assert inbox.all() == ()


def test_no_more_is_kept_than_any_link_holds(link_server: Server, inbox: LinkInbox) -> None:
    most = b"1" * MAX_LINK_LENGTH
    assert link_server.post(OWN, most)[0] == HTTPStatus.CREATED
    assert link_server.post(OWN, most, b"1")[0] == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    assert len(inbox.all()) == 1


def test_nothing_is_read_beyond_that(link_server: Server) -> None:
    most = b"1" * MAX_LINK_LENGTH
    unread: Message = {"type": "nobody reads this"}
    assert link_server.post(OWN, most, b"1", last=unread)[0] == HTTPStatus.REQUEST_ENTITY_TOO_LARGE


def test_the_codes_of_a_series_come_one_a_line(link_server: Server, inbox: LinkInbox) -> None:
    link_server.post(OWN, b"t01")
    _, body = link_server.post(OWN, b"s065\ns066")
    assert inbox.get(json.loads(body)["id"]) == ("s065", "s066")
    assert inbox.all() == ("t01", "s065", "s066")
    link_server.post(OWN, b"\n" * MAX_LINK_LENGTH)
    assert len(inbox.all()) == 3 + MAX_FRAMES


def scanned(server: Server, picture: bytes, headers: dict[str, str] = OWN) -> tuple[int, bytes]:
    return server.post(headers, picture, path="/scans")


def test_codes_are_found_in_a_picture_of_the_camera(link_server: Server) -> None:
    link = "Tessera#t065"
    status, body = scanned(link_server, links.png(link))
    assert (status, json.loads(body)) == (HTTPStatus.OK, {"texts": [link]})
    assert scanned(link_server, plain(100))[1] == b'{"texts":[]}'


def plain(side: int) -> bytes:
    picture = io.BytesIO()
    Image.new("L", (side, side), 120).save(picture, "JPEG")
    return picture.getvalue()


def test_pictures_of_other_pages_and_what_is_none_are_refused(link_server: Server) -> None:
    assert scanned(link_server, plain(100), {"origin": "http://evil.example"})[0] == HTTPStatus.FORBIDDEN
    assert scanned(link_server, b"none")[0] == HTTPStatus.BAD_REQUEST
    assert scanned(link_server, plain(math.isqrt(MAX_SCAN_PIXELS) + 1))[0] == HTTPStatus.BAD_REQUEST
    assert scanned(link_server, b"1" * (MAX_LINK_LENGTH + 1))[0] == HTTPStatus.REQUEST_ENTITY_TOO_LARGE


@pytest.mark.parametrize(("limit", "before"), [("SCAN_BURST", 3), ("MAX_SCANS", 0)])
def test_what_a_camera_sends_too_fast_is_left_out(monkeypatch: pytest.MonkeyPatch, limit: str, before: int) -> None:
    monkeypatch.setattr(limits, "SCANS_PER_SECOND", 1e-6)
    monkeypatch.setattr(limits, limit, before)
    server = Server(LinkInbox())
    for _ in range(before):
        assert scanned(server, plain(100))[0] == HTTPStatus.OK
    assert scanned(server, plain(100))[0] == HTTPStatus.TOO_MANY_REQUESTS


def test_a_page_that_goes_meanwhile_leaves_nothing(link_server: Server, inbox: LinkInbox) -> None:
    gone: Message = {"type": "http.disconnect"}
    assert link_server.post(OWN, b"t0", last=gone)[0] == HTTPStatus.BAD_REQUEST
    assert inbox.all() == ()
