"""Messages as texts that are kept: with their values, so that each reader reads them in a language of their own."""

from __future__ import annotations

import json
from typing import Any

from scoring.messages import Message

MARK = '{"say":'
"""The beginning of a message that is kept with its values; what begins otherwise is a sentence in English."""


def text_of(message: Message | str) -> str:
    """Return a message, or a sentence in English, as a text to keep.

    >>> text_of(Message("Undone", {})), text_of(Message("{name} left", {"name": "Anna"}))
    ('Undone', '{"say":["{name} left",{"name":"Anna"},"",""]}')
    """
    if isinstance(message, str):
        return message
    if not message.values and not message.context:
        return message.english
    return json.dumps({"say": _plain(message)}, ensure_ascii=False, separators=(",", ":"))


def message_of(text: str) -> Message:
    """Return a message that was kept; a sentence without values is worded by the catalogues that have it.

    >>> str(message_of(text_of(Message("{name} left", {"name": Message("nobody", {})}))))
    'nobody left'
    """
    if text.startswith(MARK):
        try:
            message = _message(json.loads(text)["say"])
            message.english  # noqa: B018 - a template that lacks a value fails here
        except (ValueError, TypeError, KeyError, IndexError):
            return _sentence(text)
        return message
    return _sentence(text)


def _sentence(text: str) -> Message:
    return Message(text.replace("{", "{{").replace("}", "}}"), {})


def _plain(value: object) -> Any:  # noqa: ANN401 - what JSON can hold
    if isinstance(value, Message):
        values = {name: _inner(part) for name, part in value.values.items()}
        return [value.template, values, value.many, value.context]
    return value if isinstance(value, int) else str(value)


def _inner(value: object) -> Any:  # noqa: ANN401 - what JSON can hold
    if isinstance(value, Message):
        return {"say": _plain(value)}
    return [_inner(part) for part in value] if isinstance(value, tuple) else _plain(value)


def _message(kept: Any) -> Message:  # noqa: ANN401 - what JSON can hold
    template, values, many, context = kept
    return Message(template, {name: _value(part) for name, part in values.items()}, many, context)


def _value(kept: Any) -> object:  # noqa: ANN401 - what JSON can hold
    if isinstance(kept, dict):
        return _message(kept["say"])
    return tuple(_value(part) for part in kept) if isinstance(kept, list) else kept
