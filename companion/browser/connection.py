"""The connections to the page of this worker and to those of guests; only a worker can import it."""

from __future__ import annotations

import asyncio
import logging
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, Final

import flet as ft
import flet_js  # type: ignore[import-not-found]  # which a worker alone has
import msgpack  # type: ignore[import-untyped]
from flet.controls.context import _context_page
from flet.messaging import pyodide_connection
from flet.messaging.protocol import decode_ext_from_msgpack

from companion.formatting.languages import WANTED
from companion.page_messages import MESSAGE, REGISTER, PageMessages, action_of, cost_of
from companion.system.limits import EVENT_BURST, EVENTS_PER_SECOND, PAGE_COST, SLOWED_TIMEOUT_S, TokenBucket
from companion.tables.access import VISITOR, Visitor

if TYPE_CHECKING:
    from collections.abc import Callable

    from flet.messaging.session import Session

LOG: Final = logging.getLogger(__name__)

MAX_WAITING: Final = round(EVENTS_PER_SECOND * SLOWED_TIMEOUT_S)
"""Messages of a guest that wait to be read; one that sends more is cut off."""


def connect(main: Callable[[ft.Page], Any]) -> None:
    """Wait for the page of this worker, and show it the app by `main`."""
    pyodide_connection.PyodideConnection = PageConnection  # type: ignore[misc]  # as Flet takes no connection of ours
    ft.run(main)


class PageConnection(pyodide_connection.PyodideConnection):
    """The connection to the page, which loses no letter that is typed while the screen is drawn."""

    def __init__(self, *arguments: Any, **more: Any) -> None:  # noqa: ANN401 - what Flet's own takes
        """Wait for the page."""
        super().__init__(*arguments, **more)
        self._messages = PageMessages()

    async def _PyodideConnection__on_message(self, message: list[Any]) -> None:  # noqa: N802 - Flet's own name
        """Take a message of the page."""
        if not self._messages.are_taken(getattr(self, "session", None), message):
            await super()._PyodideConnection__on_message(message)  # type: ignore[misc]


class GuestConnection(PageConnection):
    """The connection to the page of a guest, of whose frames only those are taken that our pages send.

    What comes faster than people tap and type has to wait; a page that never pauses is cut off.
    """

    def __init__(
        self, main: Callable[[ft.Page], object], send: Callable[[bytes], object], cut: Callable[[], None]
    ) -> None:
        """Show the page the app by `main`, once it asks for it; `send` sends it a frame, `cut` cuts its channel."""
        super().__init__(self._show, None)
        self._main = main
        self._cut = cut
        self.send_callback = send
        self.page_url = flet_js.documentUrl
        self.local_data_transport = False
        self._budget = TokenBucket(EVENTS_PER_SECOND, EVENT_BURST)
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(MAX_WAITING)
        self._reading = asyncio.create_task(self._read())

    def take(self, frame: bytes) -> None:
        """Take a frame that the page has sent."""
        try:
            self._waiting.put_nowait(frame)
        except asyncio.QueueFull:
            self._cut()

    def close(self) -> None:
        """End the session; what is still being typed in it is saved."""
        self._reading.cancel()
        if self._session is not None:
            self._ending = asyncio.create_task(_end(self._session))

    async def _read(self) -> None:
        try:
            while True:
                frame = await self._waiting.get()
                await asyncio.sleep(self._budget.take(cost_of(frame)))
                await self._take(frame, action_of(frame))
        except Exception as error:  # noqa: BLE001 - whatever a guest's message did, nobody else notices
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        LOG.error("a message of a guest failed", exc_info=error)
        self._cut()

    async def _take(self, frame: bytes, action: int | None) -> None:
        if action == REGISTER:
            self._budget.take(PAGE_COST)
            if self._session is not None:  # its page was loaded anew
                await _end(self._session)
        if action == REGISTER or (action is not None and self._session is not None):
            message = msgpack.unpackb(frame[len(MESSAGE) :], ext_hook=decode_ext_from_msgpack)
            await self._PyodideConnection__on_message(message)

    @property
    def _session(self) -> Session | None:
        return getattr(self, "session", None)

    async def _show(self, session: Session) -> None:
        _context_page.set(session.page)
        try:
            self._main(session.page)
            await session.after_event(session.page)
        except Exception as error:  # noqa: BLE001 - likewise: a page may say of itself what none is
            self._fail(error)


def guest_connection(
    main: Callable[[ft.Page], object],
    visitor: Visitor,
    languages: tuple[str, ...],
    send: Callable[[bytes], object],
    cut: Callable[[], None],
) -> GuestConnection:
    """Return a connection to the page of a visitor, who reads one of the `languages`, the best first."""

    def begin() -> GuestConnection:
        VISITOR.set(visitor)
        WANTED.set(languages)
        return GuestConnection(main, send, cut)

    return copy_context().run(begin)


async def _end(session: Session) -> None:
    await session.disconnect(session_timeout_seconds=0)
    session.close()  # type: ignore[no-untyped-call]
