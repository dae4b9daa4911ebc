"""A pad while it is being made or changed: everything as it was typed, what it begins from, and what is wrong in it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from companion.games.score_pad.copy_values import read_pad
from companion.games.score_pad.kinds import KITS, fields_of, kit_of
from companion.games.score_pad.kinds.draft import CategoryDraft, PadDraft, PlacesDraft, Reading, TieBreakDraft, is_blank
from companion.games.score_pad.kinds.kind import TypedCategory
from companion.games.score_pad.kinds.majority import CASCADIA, places_of
from scoring.messages import Message, as_typed, say, tr
from scoring.problems import Problem, problems_in
from scoring.score_pad.kinds import BY_KIND, AnyCategory, Bonus, By, Category, Kind, Lowest, Points, Steps
from scoring.score_pad.kinds.category import CATEGORY_TITLE, upside_down
from scoring.score_pad.limits import LIMITS, TOTAL
from scoring.score_pad.state import (
    BGG_RANGE,
    END_RANGE,
    MAX_CATEGORIES,
    MAX_TIE_BREAKS,
    PAD_TITLE,
    PLAYERS_RANGE,
    Ends,
    Pad,
    TieBreak,
    keys_of,
)
from scoring.sheet import Winner
from storage.documents.codec import plain
from storage.documents.records import record_of

if TYPE_CHECKING:
    from collections.abc import Mapping


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


MAX_KEY: Final = 36
"""The most characters of a key that is made from a title; a number may follow it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedDraft:
    """The pad of a draft, `None` where it has problems; these by the field, such as `categories.2.title`.

    `missing` are the fields in which nothing was typed yet, though they need something. `categories` are those of which
    no more than the title is wrong, by their numbers; `titles` are all titles by their keys.
    """

    pad: Pad | None
    problems: Mapping[str, Message]
    missing: frozenset[str]
    categories: Mapping[int, AnyCategory] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)

    def at(self, path: str, *, tried: bool) -> Message | None:
        """Return the problem of a field; what is only missing is one after keeping was `tried`."""
        return None if path in self.missing and not tried else self.problems.get(path)


def checked(draft: PadDraft) -> CheckedDraft:
    """Return the pad of a draft, or what is wrong with it."""
    reading = Reading({}, set())
    title = reading.title("title", draft.title, PAD_TITLE)
    written = [category for category in draft.categories if not is_blank(category)]
    if not written:
        reading.refuse("categories", say("Type at least one category: what gives points?"))
        reading.missing.add("categories")
    keys = _keys(written)
    categories = tuple(_checked_category(reading, draft, category, keys) for category in written)
    made = {
        category.number: category_made
        for category, category_made in zip(written, categories, strict=True)
        if not any(
            name.startswith(f"categories.{category.number}.") and not name.endswith(".title")
            for name in reading.problems
        )
    }
    pad = Pad(
        title=title,
        winner=draft.winner,
        players=_players(reading, draft),
        bgg=reading.number("bgg", draft.bgg, BGG_RANGE) if draft.bgg.strip() else None,
        categories=categories,
        tie_breaks=tuple(
            _tie_break(tie_break, keys) for tie_break in draft.tie_breaks if keys.keys() >= set(numbers_of(tie_break))
        ),
        ends=Ends(at=reading.number("ends_at", draft.ends_at, END_RANGE)) if draft.ends_at.strip() else draft.ends,
    )
    if not reading.problems and read_pad(plain(pad)) is None:
        reading.refuse("categories", _first_problem(pad))
    return CheckedDraft(
        pad=None if reading.problems else pad,
        problems=reading.problems,
        missing=frozenset(reading.missing),
        categories=made,
        titles={category.key: category.title for category in categories},
    )


def _tie_break(draft: TieBreakDraft, keys: Mapping[int, str]) -> TieBreak:
    first, *others = (keys[number] for number in numbers_of(draft))
    return TieBreak(category=(first, *others) if others else first, wanted=draft.wanted, by=draft.by)


def _first_problem(pad: Pad) -> Message:
    """Return what the reader of documents says against a pad in which nothing else was found."""
    problems: list[Problem] = []
    record_of(Pad).read(plain(pad), None, problems)
    problems += problems_in(pad, LIMITS)
    return problems[0].message


def _players(reading: Reading, draft: PadDraft) -> tuple[int, int] | None:
    typed = {"fewest": draft.fewest.strip(), "most": draft.most.strip()}
    if not any(typed.values()):
        return None
    for path, words in typed.items():
        if not words:
            reading.refuse(path, say("Fill in both, or neither."))
    fewest = reading.number("fewest", draft.fewest, PLAYERS_RANGE)
    most = reading.number("most", draft.most, PLAYERS_RANGE)
    if "fewest" not in reading.problems and "most" not in reading.problems and fewest > most:
        reading.refuse("most", upside_down(fewest, most))
    return fewest, most


def _checked_category(reading: Reading, pad: PadDraft, draft: CategoryDraft, keys: Mapping[int, str]) -> AnyCategory:
    """Return a category of a draft; its problems are noted."""
    common: dict[str, Any] = {
        "key": keys[draft.number],
        "title": reading.title(f"categories.{draft.number}.title", draft.title, CATEGORY_TITLE),
        "heading": draft.heading,
    }
    if draft.kept is not None:
        return replace(draft.kept, **{**common, "heading": draft.heading or draft.kept.heading})
    return KITS[draft.kind].made(reading, TypedCategory(pad=pad, draft=draft, keys=keys), common)


def _keys(categories: list[CategoryDraft]) -> dict[int, str]:
    """Return the keys of categories by their numbers: those they have, else new ones made from their titles."""
    keys = {category.number: category.key for category in categories if category.key}
    for category in categories:
        if not category.key:
            keys[category.number] = _new_key(category.title, {TOTAL, *keys.values()})
    return keys


def _new_key(title: str, taken: set[str]) -> str:
    """Return a key made from a title that no other category has.

    >>> _new_key("Castle in the middle", set()), _new_key("Points", {"points"}), _new_key("王国", set())
    ('castle_in_the_middle', 'points_2', 'category')
    """
    letters = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    stem = re.sub("[^a-z0-9]+", "_", letters).strip("_")[:MAX_KEY] or "category"
    if stem not in taken:
        return stem
    return next(key for number in range(2, len(taken) + 3) if (key := f"{stem}_{number}") not in taken)


def preset_of(category: Category | None) -> str | None:
    """Return the game that scores a category like this one, `None` where no preset does."""
    if category is None:
        return None
    kit = kit_of(category)
    like = kit.like_preset(category)
    return next((game for game, preset in kit.presets.items() if like == replace(preset, **_names(category))), None)


def _names(category: Category) -> dict[str, Any]:
    return {"key": category.key, "title": category.title, "heading": category.heading}


_ENDS: Final = {"Spades": "500", "UNO": "500", "Skyjo": "100"}
"""The points at which games end."""

_FEWEST: Final = ("Skyjo", "CABO")
"""The games that the fewest points win."""

_SQUARES, _SET = (0, 1, 4, 9, 16, 25, 36), 7
"""What symbols of science are worth in 7 Wonders, by how many there are, and a set of different ones."""

_UPPER_SECTION, _UPPER_BONUS, _DICE = 63, 35, 5
"""How many points the upper section of Yahtzee needs for a bonus, what that is worth, and how many dice there are."""


def starts() -> Mapping[Message, PadDraft]:
    """Return the drafts that a pad can begin from, in the language of whoever makes it, by what they are called."""
    in_rounds = {
        title: preset for kit in KITS.values() if kit.of.shape.in_rounds for title, preset in kit.presets.items()
    }
    return {as_typed(title): _of_rounds(title, category) for title, category in in_rounds.items()} | {
        say("{what}: {value}", what="7 Wonders", value=say("science")): draft_of(_science()),
        say("{what}: {value}", what="Cascadia", value=say("majority")): _of_category(tr("Largest group"), CASCADIA),
        say("{what}: {value}", what="Yahtzee", value=say("bonus")): draft_of(_upper_section()),
    }


def _of_category(title: str, category: AnyCategory) -> PadDraft:
    return with_preset(PadDraft(categories=(CategoryDraft(number=1, title=title),)), 1, category)


def _of_rounds(title: str, category: AnyCategory) -> PadDraft:
    """Return the draft of a game that is scored round by round."""
    return replace(
        _of_category(tr("Points"), category),
        title=title,
        winner=Winner.FEWEST if title in _FEWEST else Winner.MOST,
        ends_at=_ENDS.get(title, ""),
    )


def _science() -> Pad:
    """Return symbols that are worth their square each, and sets of different ones."""
    symbols = {"tablets": tr("Tablets"), "wheels": tr("Wheels"), "compasses": tr("Compasses")}
    squares = (Steps(key=key, title=title, values=_SQUARES) for key, title in symbols.items())
    sets = Lowest(key="sets", title=tr("Sets of three"), of=tuple(symbols), by=By.ENTRY, worth=_SET)
    return Pad(title="7 Wonders", categories=(*squares, sets))


def _upper_section() -> Pad:
    """Return the points of each number on dice, and the bonus for enough of them."""
    titles = (tr("Ones"), tr("Twos"), tr("Threes"), tr("Fours"), tr("Fives"), tr("Sixes"))
    numbers = [
        Points(key=f"number_{pips}", title=title, low=0, high=_DICE * pips) for pips, title in enumerate(titles, 1)
    ]
    of = tuple(number.key for number in numbers)
    bonus = Bonus(key="bonus", title=tr("Bonus"), of=of, at_least=_UPPER_SECTION, worth=_UPPER_BONUS)
    return Pad(title="Yahtzee", categories=(*numbers, bonus))
