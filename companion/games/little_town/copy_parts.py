"""What a copy of Little Town prints, part by part."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from companion.games.copy_parts import CopyPart, PrintedValue, entered_values, is_number, points_text
from companion.games.little_town import copy_values
from storage.documents.codec import plain

if TYPE_CHECKING:
    from collections.abc import Mapping

UNSAID: Final = "the aid does not say it"


def _answer(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    question = next((asked for asked in copy_values.QUESTIONS if asked.field == key), None)
    if question is None:
        return None
    words = {plain(choice.value): choice.words for choice in question.choices} | {copy_values.UNSAID: UNSAID}
    if not isinstance(value, (bool, str)) or value not in words:
        return None
    return PrintedValue(about=key, what=question.words, worth=words[value])


_WORDS: Final = re.compile(r"[^\x00-\x1f\x7f]{1,200}")


def _objective(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    points = copy_values.CARD_POINTS
    if not _WORDS.fullmatch(key) or not is_number(value, points.start, points.stop - 1):
        return None
    return PrintedValue(about=key, what=f"“{key}”", worth=points_text(value))


PARTS: Final[Mapping[str, CopyPart]] = {
    copy_values.AID_PART: CopyPart(title="Gameplay aid", read=_answer, known=entered_values(copy_values.AID_PART)),
    copy_values.CARD_PART: CopyPart(
        title="Objective cards", read=_objective, known=entered_values(copy_values.CARD_PART)
    ),
}
"""The parts of the copy, in the order in which they are shown."""
