"""The messages of a page: those that a phone may send, and those that Flet must not take as they come."""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING, Any, Final

import flet as ft
import msgpack  # type: ignore[import-untyped]
from flet.messaging.protocol import MessageAction

from companion.system.limits import EVENT_BYTES, MAX_FRAME_BYTES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flet.messaging.session import Session

MESSAGE: Final = b"\x00"
"""The first byte of a message; other frames would belong to channels, and no screen has one."""

REGISTER: Final = MessageAction.REGISTER_CLIENT.value
EVENT: Final = MessageAction.CONTROL_EVENT.value
UPDATE: Final = MessageAction.UPDATE_CONTROL_PROPS.value
ANSWER: Final = MessageAction.INVOKE_METHOD.value

FIELDS: Final[Mapping[int, Mapping[str, Any]]] = {
    REGISTER: {"session_id": (str, type(None)), "page_name": str, "page": dict},
    EVENT: {"target": int, "name": str, "data": object},
    UPDATE: {"id": int, "props": dict},
    ANSWER: {"control_id": int, "call_id": str, "result": object, "error": (str, type(None))},
}
"""The fields of a message by its action."""

COMPONENT_PROPERTIES: Final = frozenset({"fn", "args", "kwargs", "memoized"})
"""Properties of components, which only the component around them sets."""

TARGETS: Final = {EVENT: "target", UPDATE: "id", ANSWER: "control_id"}
"""The field that names the control that a message is for, by its action."""


def action_of(frame: bytes) -> int | None:
    """Return the action of a phone's frame, `None` where none of our pages sends such a frame.

    Flet trusts its client: it sets any attribute of a control that a message names, internal ones too, and makes a new
    session each time a client registers. But whoever was let in can send anything.
    """
    if not frame.startswith(MESSAGE) or len(frame) > MAX_FRAME_BYTES:
        return None
    try:
        message = msgpack.unpackb(frame[len(MESSAGE) :])
    except (ValueError, msgpack.UnpackException):
        return None
    match message:
        case [int(action), dict(body)] if _has_fields(FIELDS.get(action), body):
            inner = body.get("page", body.get("props", {}))
            return None if _touches_internals(inner) else action
    return None


def cost_of(frame: bytes | str) -> int:
    """Return how many messages a phone's frame counts for."""
    return max(math.ceil(len(frame) / EVENT_BYTES), 1)


def _has_fields(fields: Mapping[str, Any] | None, body: dict[str, Any]) -> bool:
    return (
        fields is not None
        and body.keys() == fields.keys()
        and all(isinstance(body[name], kind) for name, kind in fields.items())
    )


def _touches_internals(value: object) -> bool:
    """Whether a name in a value, however deep, is not for a page to set.

    Flet's client also sends names such as `_dismissed`, which nothing here reads.
    """
    left = [value]
    while left:
        match left.pop():
            case dict() as named:
                if any(
                    not isinstance(name, str) or name.startswith("_") or name in COMPONENT_PROPERTIES for name in named
                ):
                    return True
                left += named.values()
            case list() as listed:
                left += listed
    return False


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
