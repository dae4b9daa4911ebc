"""A pad while it is being made or changed: everything as it was typed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.score_pad.kinds import fields_of
from companion.games.score_pad.kinds.draft import CategoryDraft, PadDraft, PlacesDraft, TieBreakDraft, is_blank
from companion.games.score_pad.kinds.majority import places_of
from scoring.messages import tr
from scoring.score_pad.kinds import BY_KIND, AnyCategory, By, Kind
from scoring.score_pad.state import MAX_CATEGORIES, MAX_TIE_BREAKS, keys_of
from storage.documents.codec import plain
from storage.documents.records import record_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.problems import Problem
    from scoring.score_pad.state import Pad, TieBreak


def read_draft(stored: object) -> PadDraft | None:
    """Return a draft from JSON, `None` where it cannot be read."""
    problems: list[Problem] = []
    read: PadDraft = record_of(PadDraft).read(stored, None, problems)
    return None if problems else read


def plain_draft(draft: PadDraft) -> dict[str, Any]:
    """Return a draft as JSON."""
    stored: dict[str, Any] = plain(draft)
    return stored


def draft_of(pad: Pad) -> PadDraft:
    """Return the draft that changes a pad."""
    numbers = {category.key: number for number, category in enumerate(pad.categories, start=1)}
    categories = tuple(_category_draft(numbers, category) for category in pad.categories)
    ends = pad.ends
    typed_end = str(ends.at) if ends is not None and isinstance(ends.at, int) and ends.category is None else ""
    fewest, most = ("", "") if pad.players is None else map(str, pad.players)
    return PadDraft(
        title=pad.title,
        winner=pad.winner,
        fewest=fewest,
        most=most,
        bgg="" if pad.bgg is None else str(pad.bgg),
        categories=categories,
        tie_breaks=tuple(_tie_break_draft(tie_break, numbers) for tie_break in pad.tie_breaks),
        ends_at=typed_end,
        ends=None if typed_end else ends,
    )


def _tie_break_draft(tie_break: TieBreak, numbers: Mapping[str, int]) -> TieBreakDraft:
    first, *others = (numbers[key] for key in keys_of(tie_break))
    return TieBreakDraft(category=first, added=tuple(others), wanted=tie_break.wanted, by=tie_break.by)


def _category_draft(numbers: Mapping[str, int], category: AnyCategory) -> CategoryDraft:
    draft = CategoryDraft(
        number=numbers[category.key],
        key=category.key,
        title=category.title,
        kind=category.kind,
        heading=category.heading,
    )
    return replace(draft, **fields_of(category, numbers))


def points_only() -> PadDraft:
    """Return a pad on which only the points are entered, in the language of whoever makes it."""
    return PadDraft(categories=(CategoryDraft(number=1, title=tr("Points")),))


def rounds_only() -> PadDraft:
    """Return a pad on which the points of each round are entered, in the language of whoever makes it."""
    return PadDraft(categories=(CategoryDraft(number=1, title=tr("Rounds"), kind=Kind.ROUNDS),))


def begun_from(draft: PadDraft, start: PadDraft) -> PadDraft:
    """Return a draft that begins like another one, under the title that was typed, with new keys."""
    categories = tuple(replace(category, key="") for category in start.categories)
    return replace(start, title=draft.title or start.title, categories=categories)


def numbers_of(tie_break: TieBreakDraft) -> tuple[int, ...]:
    """Return the numbers of all categories by which a tie is broken."""
    return (tie_break.category, *tie_break.added)


def is_begun(draft: PadDraft) -> bool:
    """Return whether a category was typed."""
    return any(not is_blank(category) for category in draft.categories)


def with_field(draft: PadDraft, name: str, typed: str) -> PadDraft:
    """Return the draft with another text in one of its fields."""
    values: dict[str, Any] = {name: typed}
    return replace(draft, **values)


def with_category(draft: PadDraft, number: int, **values: Any) -> PadDraft:  # noqa: ANN401 - fields of any type
    """Return the draft with fields of a category changed; what cannot break a tie by its entry does by its points.

    A category that says more than can be typed becomes another one with another kind.
    """
    if "kind" in values and values["kind"] is not category_of(draft, number).kind:
        values.setdefault("kept", None)
    categories = tuple(
        replace(category, **values) if category.number == number else category for category in draft.categories
    )
    by_points = {category.number for category in categories if not BY_KIND[category.kind].shape.single}
    tie_breaks = tuple(
        replace(tie_break, by=By.POINTS) if tie_break.category in by_points else tie_break
        for tie_break in draft.tie_breaks
    )
    return replace(draft, categories=categories, tie_breaks=tie_breaks)


def with_compared(draft: PadDraft, number: int, compared: int) -> PadDraft:
    """Return the draft with a category worked out from one more, or from one less, in the order of the sheet."""
    of = set(category_of(draft, number).of) ^ {compared}
    return with_category(
        draft, number, of=tuple(category.number for category in draft.categories if category.number in of)
    )


def with_players(draft: PadDraft, number: int, players: str) -> PadDraft:
    """Return the draft with values of a majority from so many players on, or without them.

    They begin as those that held for that number before; without any, the first ones hold for any number.
    """
    places = places_of(category_of(draft, number))
    others = [values for values in places if values.players not in ("", players)]
    if all(values.players != players for values in places):
        before = [values for values in places if int(values.players or 0) <= int(players)] or places
        others = sorted((*others, replace(before[-1], players=players)), key=lambda values: int(values.players))
    return with_category(draft, number, places=tuple(others) or (replace(places[0], players=""),))


def with_places(draft: PadDraft, number: int, places: PlacesDraft) -> PadDraft:
    """Return the draft with other values of a majority for the same numbers of players."""
    changed = (
        places if values.players == places.players else values for values in places_of(category_of(draft, number))
    )
    return with_category(draft, number, places=tuple(changed))


def category_of(draft: PadDraft, number: int) -> CategoryDraft:
    """Return the category of a number."""
    return next(category for category in draft.categories if category.number == number)


def with_preset(draft: PadDraft, number: int, preset: AnyCategory) -> PadDraft:
    """Return the draft with a category that is worth what another one is, which compares no categories."""
    return with_category(draft, number, kind=preset.kind, **{"kept": None, **fields_of(preset, {})})


def with_blank_last(draft: PadDraft) -> PadDraft:
    """Return the draft with an empty category at the end, unless there are as many as there may be.

    >>> [category.number for category in with_blank_last(points_only()).categories]
    [1, 2]
    """
    if len(draft.categories) >= MAX_CATEGORIES or (draft.categories and is_blank(draft.categories[-1])):
        return draft
    number = max((category.number for category in draft.categories), default=0) + 1
    return replace(draft, categories=(*draft.categories, CategoryDraft(number=number)))


def without_category(draft: PadDraft, number: int) -> PadDraft:
    """Return the draft without a category, and without the tie-breaks that it decides."""
    return replace(
        draft,
        categories=tuple(category for category in draft.categories if category.number != number),
        tie_breaks=tuple(tie_break for tie_break in draft.tie_breaks if number not in numbers_of(tie_break)),
    )


def with_category_back(draft: PadDraft, before: PadDraft, number: int) -> PadDraft:
    """Return the draft with a category that was removed since `before`, at its place, and with its tie-breaks."""
    written = tuple(category for category in draft.categories if not is_blank(category))
    if any(category.number == number for category in draft.categories) or len(written) >= MAX_CATEGORIES:
        return draft
    at = next(at for at, category in enumerate(before.categories) if category.number == number)
    again = tuple(tie_break for tie_break in before.tie_breaks if number in numbers_of(tie_break))
    return replace(
        draft,
        categories=(*draft.categories[:at], before.categories[at], *draft.categories[at:])[:MAX_CATEGORIES],
        tie_breaks=(*draft.tie_breaks, *again)[:MAX_TIE_BREAKS],
    )


def with_category_moved(draft: PadDraft, number: int, to: int) -> PadDraft:
    """Return the draft with a category at another place; the others close up."""
    others = [category for category in draft.categories if category.number != number]
    moved = category_of(draft, number)
    others.insert(to, moved)
    return replace(draft, categories=tuple(others))


def with_tie_break(draft: PadDraft, at: int, tie_break: TieBreakDraft | None) -> PadDraft:
    """Return the draft with another tie-break at a place; `None` removes it."""
    new = () if tie_break is None else (tie_break,)
    return replace(draft, tie_breaks=(*draft.tie_breaks[:at], *new, *draft.tie_breaks[at + 1 :]))
