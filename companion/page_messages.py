"""The messages of a page that Flet must not take as they come, the same on a server and in a browser."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import flet as ft
from flet.messaging.protocol import MessageAction

if TYPE_CHECKING:
    from flet.messaging.session import Session

EVENT: Final = MessageAction.CONTROL_EVENT.value
UPDATE: Final = MessageAction.UPDATE_CONTROL_PROPS.value
ANSWER: Final = MessageAction.INVOKE_METHOD.value

TARGETS: Final = {EVENT: "target", UPDATE: "id", ANSWER: "control_id"}
"""The field that names the control that a message is for, by its action."""


class PageMessages:
    """The messages of one page."""

    def __init__(self) -> None:
        """Begin without anything typed."""
        self._typing: set[asyncio.Task[None]] = set()

    def are_taken(self, session: Session | None, message: list[Any]) -> bool:
        """Return whether there is nothing left for Flet to do with a message.

        One for a control that the page does not have would cost dearly: Flet would search the whole page for it.
        """
        action, body = message
        target = body.get(TARGETS.get(action, ""))
        if session is None or target is None:
            return target is not None
        control = session.index.get(target)
        if isinstance(control, ft.TextField) and control.on_change is not None:
            if action == UPDATE:
                body["props"].pop("value", None)  # it comes again, see `_typed`
            elif action == EVENT and body["name"] == "change":
                typing = asyncio.create_task(_typed(session, target, body["data"]))
                self._typing.add(typing)
                typing.add_done_callback(self._typing.discard)
                return True
        return control is None


async def _typed(session: Session, target: int, words: object) -> None:
    """Tell a field what was typed and call its handler, with nothing between the two.

    Else the screen might be drawn between them, with the words of before: Flet would see that they differ from those
    that were typed, and send them. Far away they would arrive after more letters, and replace them.
    """
    session.apply_patch(target, {"value": words})
    await session.dispatch_event(target, "change", words)
