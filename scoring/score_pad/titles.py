"""The titles of a pad's categories in the language of whoever reads them, as far as the pad has it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from scoring.messages import as_typed, language, wordless

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.messages import Message
    from scoring.score_pad.kinds import AnyCategory
    from scoring.score_pad.state import Pad

OF_HEADING: Final = ".heading"
"""What follows the key of a category where its heading is meant."""

_NONE: Final[Mapping[str, Mapping[str, str]]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Title:
    """A title, and those in other languages."""

    title: str
    others: Mapping[str, str]

    def __str__(self) -> str:
        return self.others.get(language(), self.title)


def titles_of(pad: Pad) -> dict[str, Message]:
    """Return the title of each category by its key, worded when it is read."""
    return {category.key: _worded(pad, category.key, category.title) for category in pad.categories}


def headings_of(pad: Pad) -> dict[str, Message]:
    """Return the heading of each category that has one by its key, worded when it is read."""
    return {
        category.key: _worded(pad, f"{category.key}{OF_HEADING}", category.heading)
        for category in pad.categories
        if category.heading
    }


def _worded(pad: Pad, key: str, title: str) -> Message:
    others = {code: titles[key] for code, titles in (pad.titles or _NONE).items() if key in titles}
    return wordless("{text}", text=_Title(title=title, others=others)) if others else as_typed(title)


def worded(pad: Pad) -> Pad:
    """Return a pad in the reader's language alone, as a table of it is begun."""
    titles, headings = titles_of(pad), headings_of(pad)

    def in_language(category: AnyCategory) -> AnyCategory:
        heading = headings.get(category.key)
        return replace(category, title=str(titles[category.key]), heading=None if heading is None else str(heading))

    return pad if pad.titles is None else replace(pad, categories=tuple(map(in_language, pad.categories)), titles=None)
