"""A pad while it is being made or changed: everything as it was typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from scoring.messages import tr
from scoring.score_pad.state import (
    MAX_CATEGORIES,
    MAX_TIE_BREAKS,
    ROUND_RANGE,
    Alone,
    AnyCategory,
    Beyond,
    Bonus,
    By,
    Count,
    Derived,
    Ends,
    Kind,
    Lookups,
    Lowest,
    Majority,
    Marked,
    Points,
    Products,
    Rounds,
    Steps,
    Tick,
    Ties,
    Winner,
    keys_of,
)
from scoring.sheet import Better
from storage.documents.codec import plain
from storage.documents.records import record_of

if TYPE_CHECKING:
    from scoring.problems import Problem
    from scoring.score_pad.state import Pad, TieBreak

DERIVED_KINDS: Final = frozenset({Kind.LOWEST, Kind.BONUS})
"""The kinds that are worked out from other categories."""

LIST_KINDS: Final = frozenset({Kind.ROUNDS, Kind.PRODUCTS, Kind.LOOKUPS, Kind.BIDS, Kind.MARKED, *DERIVED_KINDS})
"""The kinds in which not one number is entered, so that only the points can break a tie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesDraft:
    """The values of a majority as they were typed: for the places, and for each place what those get who are level.

    They hold from so many `players` on, "" for any number.
    """

    players: str = ""
    values: str = ""
    level: tuple[str, ...] = ()

    def path(self, name: str, *more: int) -> str:
        """Return the name of one of the fields among those of its category."""
        return ".".join([name, *([self.players] if self.players else []), *map(str, more)])


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryDraft:
    """A category as it was typed; numbers are texts, and fields of other kinds stay for when they are chosen again.

    Where nothing is typed for `per`, `times` and `least` they are 1, and so is the `worth` of the lowest; `zero` is 0,
    and so is the `worth` of a tick that `wins`.

    `number` tells it apart while it is being made; `key` is its key on the pad, "" for a new one. `values` are the
    values of steps from 1 on, or of a majority unless there are `places`; `zero` is what 0 is worth. With `by_level`
    those who are level get values of their own. `of` are the numbers of the categories that it is worked out from.
    `kept` is a category that says more than can be typed, and stays as it is apart from its title.
    """

    number: int
    key: str = ""
    title: str = ""
    kind: Kind = Kind.POINTS
    low: str = ""
    high: str = ""
    each: str = ""
    per: str = ""
    worth: str = ""
    wins: bool = False
    times: str = ""
    values: str = ""
    zero: str = ""
    beyond: Beyond = Beyond.LAST
    ties: Ties = Ties.SHARE
    least: str = ""
    wanted: Better = Better.MOST
    places: tuple[PlacesDraft, ...] = ()
    by_level: bool = False
    of: tuple[int, ...] = ()
    by: By = By.POINTS
    counted: bool = False
    at_least: str = ""
    heading: str | None = None
    kept: AnyCategory | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreakDraft:
    """A tie-break by the number of a category, and of those that are added to it."""

    category: int
    added: tuple[int, ...] = ()
    wanted: Better = Better.MOST
    by: By = By.POINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class PadDraft:
    """A pad as it was typed; `ends` stays where it says more than how many points end the game, which are typed."""

    title: str = ""
    winner: Winner = Winner.MOST
    fewest: str = ""
    most: str = ""
    bgg: str = ""
    categories: tuple[CategoryDraft, ...] = field(default_factory=lambda: (CategoryDraft(number=1),))
    tie_breaks: tuple[TieBreakDraft, ...] = ()
    ends_at: str = ""
    ends: Ends | None = None


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
    return replace(draft, **_fields(numbers, category))


def _fields(numbers: Mapping[str, int], category: AnyCategory) -> dict[str, Any]:
    """Return what a draft holds of a category apart from its names: the category itself where it cannot be typed."""
    typed = _typed_fields(category) if isinstance(category, Alone) else _compared_fields(numbers, category)
    return {"kept": category} if typed is None else typed


def _typed_fields(category: Alone) -> dict[str, Any] | None:
    """Return what is typed for a category, apart from its title; `None` where it says more than can be typed."""
    typed: dict[str, Any] | None = None
    match category:
        case Points(low=low, high=high):
            typed = {"low": _unless(low, ROUND_RANGE.low), "high": _unless(high, ROUND_RANGE.high)}
        case Count(each=each, per=per):
            typed = {"each": str(each), "per": _unless(per, 1)}
        case Tick(worth=worth, wins=wins):
            typed = {"worth": _unless(worth, 0) if wins else str(worth), "wins": wins}
        case (
            Steps(values=(zero, *values), beyond=Beyond() as beyond)
            | Lookups(values=(zero, *values), beyond=Beyond() as beyond)
        ):
            typed = {"zero": _unless(zero, 0), "values": _joined(values), "beyond": beyond}
        case Rounds(times=times):
            typed = {"times": _unless(times, 1)}
        case Products():
            typed = {}
    return typed


def _compared_fields(numbers: Mapping[str, int], category: Majority | Derived | Marked) -> dict[str, Any] | None:
    """Return what is typed for a category in which others count, `None` where it says more than can be typed."""
    match category:
        case Majority(values=values, level=level):
            places = _places_drafts(values, level)
            typed = {"ties": category.ties, "wanted": category.wanted, "places": places, "by_level": level is not None}
            least = 1 if category.least is None else category.least
            return None if places is None else {**typed, "least": _unless(least, 1)}
        case Lowest(of=of, by=by, worth=worth, counted=counted):
            return {"of": _numbers(numbers, of), "by": by, "worth": _unless(worth, 1), "counted": counted}
        case Bonus(of=of, at_least=at_least, worth=worth):
            return {"of": _numbers(numbers, of), "at_least": str(at_least), "worth": str(worth)}
    return None


def _numbers(numbers: Mapping[str, int], keys: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(numbers[key] for key in keys)


def _places_drafts(values: Any, level: Any) -> tuple[PlacesDraft, ...] | None:  # noqa: ANN401 - two levels of numbers
    """Return the values of a majority as they are typed, `None` where not all are by the same numbers of players."""
    by_players = values if isinstance(values, Mapping) else {"": values}
    levels = level if isinstance(level, Mapping) else {"": level or ()}
    if level is not None and levels.keys() != by_players.keys():
        return None
    return tuple(
        PlacesDraft(
            players=players,
            values=_joined(by_players[players]),
            level=tuple(map(_joined, levels.get(players, ()))),
        )
        for players in sorted(by_players, key=lambda players: int(players or 0))
    )


def _unless(number: int, usual: int) -> str:
    """Return a number as it is typed: not at all where it is the usual one."""
    return "" if number == usual else str(number)


def _joined(values: Any) -> str:  # noqa: ANN401 - any sequence of numbers
    return ", ".join(map(str, values))


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


def is_blank(category: CategoryDraft) -> bool:
    """Return whether nothing was typed of a category: it is left out of the pad."""
    return category == CategoryDraft(number=category.number)


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
    by_points = {category.number for category in categories if category.kind in LIST_KINDS}
    tie_breaks = tuple(
        replace(tie_break, by=By.POINTS) if tie_break.category in by_points else tie_break
        for tie_break in draft.tie_breaks
    )
    return replace(draft, categories=categories, tie_breaks=tie_breaks)


def comparable(draft: PadDraft, number: int) -> tuple[CategoryDraft, ...]:
    """Return the categories from which another one can be worked out."""
    return tuple(
        category
        for category in draft.categories
        if category.number != number and category.kind not in DERIVED_KINDS and not is_blank(category)
    )


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


def places_of(category: CategoryDraft) -> tuple[PlacesDraft, ...]:
    """Return the values of a majority: those for any number of players, or from several numbers on."""
    return category.places or (PlacesDraft(values=category.values),)


def category_of(draft: PadDraft, number: int) -> CategoryDraft:
    """Return the category of a number."""
    return next(category for category in draft.categories if category.number == number)


def with_preset(draft: PadDraft, number: int, preset: AnyCategory) -> PadDraft:
    """Return the draft with a category that is worth what another one is, which compares no categories."""
    return with_category(draft, number, kind=preset.kind, **{"kept": None, **_fields({}, preset)})


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
