"""What a copy of Carpe Diem prints, part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.games.carpe_diem import copy_values, wording
from scoring.carpe_diem.state import Card, FountainCard, FrameGoal, Thing
from scoring.carpe_diem.villa_chart import Chimneys
from scoring.carpe_diem.wording import NOUNS, chimneys_counted
from storage.documents.codec import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scoring.carpe_diem.state import Kind as CarpeDiemKind
from companion.games.copy_parts import CopyPart, PrintedValue, is_number, points_text, read_value

MOST_POINTS: Final = 999
"""The most points that the villa chart takes."""


def _villa(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    """Return an entry of the villa chart; "5" and "5+" are about the same."""
    try:
        chimneys = Chimneys.read(key)
    except ValueError:
        return None
    if not is_number(value, 0, MOST_POINTS):
        return None
    return PrintedValue(about=str(chimneys.number), what=str(chimneys_counted(chimneys)), worth=points_text(value))


def _card(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    read = read_value(Card, value, "carpe-diem")
    if read is None or copy_values.card_key(read) != key:
        return None
    return PrintedValue(about=key, what=str(wording.said(read)))


def _fountain(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    read = read_value(FountainCard, {"kind": key, "points": value}, "carpe-diem")
    return None if read is None else PrintedValue(about=key, what=_kind(read.kind), worth=points_text(read.points))


def _goal(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    read = read_value(FrameGoal, value, "carpe-diem")
    if read is None or copy_values.goal_key(read) != key:
        return None
    return PrintedValue(about=key, what=f"{_kind(read.kind)}, {points_text(read.points)}")


def _kind(kind: CarpeDiemKind) -> str:
    return NOUNS[Thing(kind.value)][0]


def _values(entries: Iterable[copy_values.Entry[Any]]) -> Iterable[tuple[str, Any]]:
    return ((entry.key, plain(entry.value)) for entry in entries)


PARTS: Final[Mapping[str, CopyPart]] = {
    copy_values.VILLA_CHART_PART: CopyPart(
        title="Villa chart", read=_villa, known_here=lambda copies: copy_values.villa_values(copies).items()
    ),
    copy_values.FORUM_CARD_PART: CopyPart(
        title="Forum cards", read=_card, known_here=lambda copies: _values(copy_values.forum_cards(copies))
    ),
    copy_values.FOUNTAIN_CARD_PART: CopyPart(
        title="Fountain cards", read=_fountain, known_here=lambda copies: _values(copy_values.fountain_values(copies))
    ),
    copy_values.FRAME_GOAL_PART: CopyPart(
        title="Frame goals", read=_goal, known_here=lambda copies: _values(copy_values.frame_goals(copies))
    ),
}
"""The parts of the copy, in the order in which they are shown."""
