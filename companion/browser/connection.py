"""The connection to the page of this worker; only a worker can import it, which has the module `flet_js`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft
from flet.messaging import pyodide_connection

from companion.page_messages import PageMessages

if TYPE_CHECKING:
    from collections.abc import Callable


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
