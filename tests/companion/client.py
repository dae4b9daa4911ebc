"""The other end of a connection of Flet, as a browser would be it."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

import msgpack  # type: ignore[import-untyped]
from flet.controls.base_control import BaseControl
from flet.controls.services.semantics_service import AccessibilityFeatures
from flet.messaging.connection import Connection
from flet.messaging.protocol import (
    Message,
    MessageAction,
    RegisterClientResponseBody,
    configure_encode_object_for_msgpack,
)
from flet.pubsub.pubsub_hub import PubSubHub

if TYPE_CHECKING:
    import asyncio
    from concurrent.futures import ThreadPoolExecutor

    from flet.messaging.session import Session


FEATURES: Final = tuple(field.name for field in fields(AccessibilityFeatures))


class Client(Connection):
    """The other end: answers what the server asks of a browser, and keeps where it was sent.

    `still` says that its system asks for less motion.
    """

    still = True

    def __init__(self, loop: asyncio.AbstractEventLoop, executor: ThreadPoolExecutor) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.loop = loop
        self.executor = executor
        self.pubsubhub = PubSubHub(loop=loop, executor=executor)
        self.page_url = "http://127.0.0.1"
        self.session: Session | None = None
        self.route = "/"
        self.called: list[tuple[str, Any]] = []
        self.focused: int | None = None
        self.failures: list[str] = []
        self.updates = 0

    def send_message(self, message: Message) -> None:
        """Take a message, which must be one that can be sent."""
        packing = configure_encode_object_for_msgpack(BaseControl)  # type: ignore[no-untyped-call]
        msgpack.packb([message.action, message.body], default=packing)
        body: Any = message.body
        if message.action is MessageAction.SESSION_CRASHED:
            self.failures.append(body.message)
        elif message.action is MessageAction.PATCH_CONTROL:
            self.updates += 1
        elif message.action is MessageAction.INVOKE_METHOD:
            self._invoked(body)

    def _invoked(self, body: Any) -> None:
        self.called.append((body.name, body.args))
        if body.name == "focus":
            self.focused = body.control_id
        if body.name == "push_route":
            self.route = body.args["route"]
        assert self.session is not None
        answer = self.session.handle_invoke_method_results
        result = dict.fromkeys(FEATURES, self.still) if body.name == "get_accessibility_features" else None
        self.loop.call_soon(lambda: answer(body.control_id, body.call_id, result, None))


def registered(session: Session) -> Message:
    """Return what a browser is sent first; packing it is what Flet takes for what the browser knows."""
    page = session.get_page_patch()  # type: ignore[no-untyped-call]
    body = RegisterClientResponseBody(session_id=session.id, page_patch=page, error="")
    return Message(MessageAction.REGISTER_CLIENT, body)
