"""Sentences for people: templates with values, so that they can be translated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for people: a template and its values, so that it can be translated.

    Values are texts, numbers, other messages, or tuples of these, which read as a list.

    >>> str(say("{who} has {what}", who="Nick", what=(counted(1, "coin", "coins"), "2 bread")))
    'Nick has 1 coin and 2 bread'
    """

    template: str
    values: Mapping[str, object]

    def __str__(self) -> str:
        """Return the sentence in English."""
        return self.template.format_map({name: _spoken(value) for name, value in self.values.items()})


def _spoken(value: object) -> object:
    if isinstance(value, tuple):
        *most, last = [str(_spoken(part)) for part in value] or ["nothing"]
        return f"{', '.join(most)} and {last}" if most else last
    return value


def say(template: str, /, **values: object) -> Message:
    """Return the message that puts `values` into `template`."""
    return Message(template, values)


def counted(number: int, one: str, many: str) -> Message:
    """Return a number with its noun in the singular or plural: `1 coin`, `2 coins`."""
    return Message("{number} " + (one if abs(number) == 1 else many), {"number": number})
