"""Pads in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.messages import say

if TYPE_CHECKING:
    from scoring.messages import Message
    from scoring.score_pad.state import AnyCategory


def category_text(category: AnyCategory) -> Message:
    """Return a category in words."""
    return say("{title} ({kind})", title=category.title, kind=category.kind.value)
