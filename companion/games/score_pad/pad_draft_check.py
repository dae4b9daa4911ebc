"""The pad that a draft makes, or what is wrong with what was typed, each problem at its field."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from companion.games.score_pad.copy_values import read_pad
from companion.games.score_pad.pad_draft import LIST_KINDS, comparable, is_blank, numbers_of, places_of
from scoring.messages import Message, say
from scoring.problems import problems_in
from scoring.score_pad.limits import LIMITS, too_many
from scoring.score_pad.pad_limits import BEGINS_WITH_0, TOTAL, upside_down
from scoring.score_pad.state import (
    BGG_RANGE,
    CATEGORY_TITLE,
    END_RANGE,
    LEAST_RANGE,
    MAX_COMPARED,
    MAX_LEVEL,
    MAX_PLACES,
    MAX_STEPS,
    PAD_TITLE,
    PER_RANGE,
    PLACE_RANGE,
    PLAYERS_RANGE,
    ROUND_RANGE,
    TIMES_RANGE,
    WORTH_RANGE,
    Beyond,
    Bonus,
    By,
    Count,
    Ends,
    Kind,
    Lookups,
    Lowest,
    Majority,
    Pad,
    Points,
    Products,
    Rounds,
    Steps,
    Tick,
    TieBreak,
    Ties,
)
from scoring.sheet import Better
from storage.documents.codec import plain
from storage.documents.fields import NameField
from storage.documents.records import record_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.score_pad.pad_draft import CategoryDraft, PadDraft, PlacesDraft, TieBreakDraft
    from scoring.fields import Between, PersonalName
    from scoring.problems import Problem
    from scoring.score_pad.state import AnyCategory

TICK_ONE, TICK_TWO = say("Tick at least one category."), say("Tick at least two categories.")

MAX_KEY: Final = 36
"""The most characters of a key that is made from a title; a number may follow it."""


@dataclass(slots=True)
class _Reading:
    """Problems by the path of the field in the draft, found while it is read; what is `missing` was not typed yet."""

    problems: dict[str, Message]
    missing: set[str]

    def refuse(self, path: str, message: Message) -> None:
        self.problems.setdefault(path, message)

    def number(self, path: str, typed: str, allowed: Between, absent: int | None = None) -> int:
        """Return a number that was typed; where nothing was, the one for `absent`."""
        words = typed.strip().replace("−", "-")
        if not words and absent is not None:
            return absent
        read = _whole(words)
        if read is not None and allowed.low <= read <= allowed.high:
            return read
        self.refuse(path, _no_number(words, allowed))
        if not words:
            self.missing.add(path)
        return allowed.clamp(0)

    def numbers(self, path: str, typed: str, allowed: Between, most: int) -> tuple[int, ...]:
        """Return a list of numbers that was typed."""
        words = split_numbers(typed)
        wrong = next((word for word in words if not _is_allowed(word, allowed)), None)
        if not words:
            self.refuse(path, _no_number("", allowed))
            self.missing.add(path)
        elif wrong is not None:
            self.refuse(path, _no_number(wrong, allowed))
        elif len(words) > most:
            self.refuse(path, too_many(len(words), most))
        else:
            return tuple(map(int, words))
        return (0,)

    def title(self, path: str, typed: str, name: PersonalName) -> str:
        problems: list[Problem] = []
        read: str = NameField(name).read(typed, None, problems)
        if not typed.strip():
            self.refuse(path, say("Type a title."))
            self.missing.add(path)
        elif problems:
            self.refuse(path, problems[0].message)
        return typed if problems else read


def _whole(words: str) -> int | None:
    fits = re.fullmatch("-?[0-9]{1,9}", words, re.ASCII)
    return int(words) if fits else None


def _is_allowed(word: str, allowed: Between) -> bool:
    read = _whole(word)
    return read is not None and allowed.low <= read <= allowed.high


def split_numbers(typed: str) -> tuple[str, ...]:
    """Return the numbers of a list, typed with commas, semicolons or spaces between them.

    >>> split_numbers("3, 6;10  −2")
    ('3', '6', '10', '-2')
    """
    return tuple(word for word in re.split(r"[\s,;/]+", typed.replace("−", "-")) if word)


def _no_number(words: str, allowed: Between) -> Message:
    expected = say("a whole number from {low} to {high}", low=allowed.low, high=allowed.high)
    if not words:
        return say("missing: {expected} belongs here", expected=expected)
    shown = words if len(words) <= 12 else f"{words[:12]}…"  # noqa: PLR2004 - what fits in a field
    return say("{value}: {expected} belongs here", value=shown, expected=expected)


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
    reading = _Reading({}, set())
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


def _players(reading: _Reading, draft: PadDraft) -> tuple[int, int] | None:
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


def _checked_category(reading: _Reading, pad: PadDraft, draft: CategoryDraft, keys: Mapping[int, str]) -> AnyCategory:
    """Return a category of a draft; its problems are noted."""
    path = f"categories.{draft.number}"
    common: dict[str, Any] = {
        "key": keys[draft.number],
        "title": reading.title(f"{path}.title", draft.title, CATEGORY_TITLE),
        "heading": draft.heading,
    }
    if draft.kept is not None:
        return replace(draft.kept, **{**common, "heading": draft.heading or draft.kept.heading})
    match draft.kind:
        case Kind.MAJORITY:
            return _majority(reading, draft, path, common)
        case Kind.LOWEST | Kind.BONUS:
            return _derived(reading, pad, draft, {**common, "of": _compared(reading, pad, draft, keys)})
    return _typed_category(reading, draft, path, common)


def _majority(reading: _Reading, draft: CategoryDraft, path: str, common: dict[str, Any]) -> Majority:
    """Return the majority of what was typed: its values for any number of players, or by their numbers."""
    if draft.wanted is Better.MOST:
        common["least"] = reading.number(f"{path}.least", draft.least, LEAST_RANGE, 1)
    values, level = {}, {}
    for places in places_of(draft):
        values[places.players] = reading.numbers(
            f"{path}.{places.path('values')}", places.values, PLACE_RANGE, MAX_PLACES
        )
        if draft.by_level and draft.ties is not Ties.NEXT:
            level[places.players] = _level(reading, path, places)
    return Majority(
        values=values.get("", values),
        level=level.get("", level) or None,
        ties=draft.ties,
        wanted=draft.wanted,
        **common,
    )


def _level(reading: _Reading, path: str, places: PlacesDraft) -> tuple[tuple[int, ...], ...]:
    """Return what those get who are level, up to the last place for which that was typed."""
    last = max((at for at, typed in enumerate(places.level) if typed.strip()), default=0)
    typed = (*places.level, "")[: last + 1]
    return tuple(
        reading.numbers(f"{path}.{places.path('level', at)}", values, PLACE_RANGE, MAX_LEVEL)
        for at, values in enumerate(typed)
    )


def _compared(reading: _Reading, pad: PadDraft, draft: CategoryDraft, keys: Mapping[int, str]) -> tuple[str, ...]:
    """Return the keys of the categories that were ticked, of which the lowest needs two."""
    path = f"categories.{draft.number}.of"
    free = {category.number for category in comparable(pad, draft.number)}
    of = tuple(keys[number] for number in draft.of if number in free)
    if len(of) > MAX_COMPARED:
        reading.refuse(path, too_many(len(of), MAX_COMPARED))
    if len(of) < (2 if draft.kind is Kind.LOWEST else 1):
        reading.refuse(path, TICK_TWO if draft.kind is Kind.LOWEST else TICK_ONE)
        reading.missing.add(path)
    return of


def _derived(reading: _Reading, pad: PadDraft, draft: CategoryDraft, common: dict[str, Any]) -> Lowest | Bonus:
    """Return the category that is worked out from those that were ticked."""
    path = f"categories.{draft.number}"
    if draft.kind is Kind.BONUS:
        at_least = reading.number(f"{path}.at_least", draft.at_least, ROUND_RANGE)
        return Bonus(at_least=at_least, worth=reading.number(f"{path}.worth", draft.worth, WORTH_RANGE), **common)
    by = draft.by if may_count_by_entry(pad, draft) else By.POINTS
    worth = reading.number(f"{path}.worth", draft.worth, WORTH_RANGE, 1)
    return Lowest(by=by, worth=worth, counted=draft.counted, **common)


def may_count_by_entry(pad: PadDraft, draft: CategoryDraft) -> bool:
    """Return whether one number is entered for each category from which another one is worked out."""
    return not any(
        category.kind in LIST_KINDS for category in comparable(pad, draft.number) if category.number in draft.of
    )


def _typed_category(reading: _Reading, draft: CategoryDraft, path: str, common: dict[str, Any]) -> AnyCategory:
    """Return the category of what was typed; kinds that cannot be typed are points."""
    made: AnyCategory = Points(**common)
    match draft.kind:
        case Kind.POINTS:
            low = reading.number(f"{path}.low", draft.low, ROUND_RANGE, ROUND_RANGE.low)
            high = reading.number(f"{path}.high", draft.high, ROUND_RANGE, ROUND_RANGE.high)
            if f"{path}.low" not in reading.problems and low > high:
                reading.refuse(f"{path}.high", upside_down(low, high))
            made = Points(low=low, high=high, **common)
        case Kind.COUNT:
            each = reading.number(f"{path}.each", draft.each, WORTH_RANGE)
            made = Count(each=each, per=reading.number(f"{path}.per", draft.per, PER_RANGE, 1), **common)
        case Kind.TICK:
            worth = reading.number(f"{path}.worth", draft.worth, WORTH_RANGE, 0 if draft.wins else None)
            made = Tick(worth=worth, wins=draft.wins, **common)
        case Kind.STEPS | Kind.LOOKUPS:
            values = reading.numbers(f"{path}.values", draft.values, WORTH_RANGE, MAX_STEPS)
            zero = reading.number(f"{path}.zero", draft.zero, WORTH_RANGE, 0)
            if draft.beyond is Beyond.AGAIN and zero != 0:
                reading.refuse(f"{path}.zero", BEGINS_WITH_0)
            kind = Steps if draft.kind is Kind.STEPS else Lookups
            made = kind(values=(zero, *values), beyond=draft.beyond, **common)
        case Kind.ROUNDS:
            made = Rounds(times=reading.number(f"{path}.times", draft.times, TIMES_RANGE, 1), **common)
        case Kind.PRODUCTS:
            made = Products(**common)
    return made


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
