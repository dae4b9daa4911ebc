"""What links brought: handed over by pages of our own alone, bounded in size, number and age."""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from typing import TYPE_CHECKING

import pytest
from fastapi import FastAPI

from companion.services.link_inbox import LinkInbox
from companion.web.links import link_routes
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
    """The route alone, asked as a browser does."""

    def __init__(self, inbox: LinkInbox) -> None:
        self._app = FastAPI()
        self._app.include_router(link_routes(inbox))

    def post(self, headers: dict[str, str], *parts: bytes, last: Message | None = None) -> tuple[int, bytes]:
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
            "path": "/arrivals",
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in named.items()],
        }
        asyncio.run(self._app(scope, receive, send))
        return answered[0]["status"], b"".join(message.get("body", b"") for message in answered[1:])


@pytest.fixture
def server(inbox: LinkInbox) -> Server:
    return Server(inbox)


def test_what_is_handed_over_is_there_under_the_id_that_is_answered(server: Server, inbox: LinkInbox) -> None:
    status, body = server.post(OWN, b"t0", b"65")
    assert status == HTTPStatus.CREATED
    assert inbox.get(json.loads(body)["id"]) == "t065"


@pytest.mark.parametrize(
    "headers",
    [{}, {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": ""}, {"origin": "", "host": ""}],
    ids=str,
)
def test_other_pages_hand_nothing_over(server: Server, inbox: LinkInbox, headers: dict[str, str]) -> None:
    status, _ = server.post(headers, b"t065")
    assert status == HTTPStatus.FORBIDDEN
    assert inbox.all() == ()


def test_no_more_is_kept_than_any_link_holds(server: Server, inbox: LinkInbox) -> None:
    most = b"1" * MAX_LINK_LENGTH
    assert server.post(OWN, most)[0] == HTTPStatus.CREATED
    assert server.post(OWN, most, b"1")[0] == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    assert len(inbox.all()) == 1


def test_nothing_is_read_beyond_that(server: Server) -> None:
    most = b"1" * MAX_LINK_LENGTH
    unread: Message = {"type": "nobody reads this"}
    assert server.post(OWN, most, b"1", last=unread)[0] == HTTPStatus.REQUEST_ENTITY_TOO_LARGE


def test_a_page_that_goes_meanwhile_leaves_nothing(server: Server, inbox: LinkInbox) -> None:
    gone: Message = {"type": "http.disconnect"}
    assert server.post(OWN, b"t0", last=gone)[0] == HTTPStatus.BAD_REQUEST
    assert inbox.all() == ()
