"""A pad while it is being made or changed: everything as it was typed, and what is wrong with it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from companion.games.score_pad.copy_values import read_pad
from scoring.fields import Between, PersonalName
from scoring.messages import Message, say
from scoring.problems import problems_in
from scoring.score_pad.limits import LIMITS, TOTAL
from scoring.score_pad.state import (
    MAX_PLAYERS,
    ROUND_RANGE,
    WORTH_RANGE,
    Beyond,
    By,
    Count,
    Kind,
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

    from scoring.problems import Problem
    from scoring.score_pad.state import AnyCategory

MAX_CATEGORIES, MAX_TIE_BREAKS = 40, 6
"""The most categories and tie-breaks of a pad."""

MAX_STEPS, MAX_PLACES = 40, 6
"""The most values that are typed of steps, apart from that of 0, and of a majority."""

PER_RANGE, LEAST_RANGE, PLACE_RANGE = Between(1, 99), Between(1, 99), Between(0, 999)
"""The ranges of how many things count once, of how many take a place, and of what a place is worth."""

PLAYERS_RANGE, BGG_RANGE = Between(1, MAX_PLAYERS), Between(1, 9_999_999)

MAX_KEY: Final = 36
"""The most characters of a key that is made from a title; a number may follow it."""

LIST_KINDS: Final = frozenset({Kind.ROUNDS, Kind.PRODUCTS})
"""The kinds in which several numbers are entered, so that only the points can break a tie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryDraft:
    """A category as it was typed; numbers are texts, and fields of other kinds stay for when they are chosen again.

    `number` tells it apart while it is being made; `key` is its key on the pad, "" for a new one. `values` are the
    values of steps from 1 on, or of a majority; `zero` is what 0 is worth.
    """

    number: int
    key: str = ""
    title: str = ""
    kind: Kind = Kind.POINTS
    low: str = ""
    high: str = ""
    each: str = ""
    per: str = "1"
    worth: str = ""
    values: str = ""
    zero: str = "0"
    beyond: Beyond = Beyond.LAST
    ties: Ties = Ties.SHARE
    least: str = "1"


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreakDraft:
    """A tie-break by the number of a category."""

    category: int
    wanted: Better = Better.MOST
    by: By = By.POINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class PadDraft:
    """A pad as it was typed."""

    title: str = ""
    winner: Better = Better.MOST
    fewest: str = ""
    most: str = ""
    bgg: str = ""
    categories: tuple[CategoryDraft, ...] = field(default_factory=lambda: (CategoryDraft(number=1),))
    tie_breaks: tuple[TieBreakDraft, ...] = ()


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
    categories = tuple(_category_draft(number, one) for number, one in enumerate(pad.categories, start=1))
    numbers = {one.key: one.number for one in categories}
    fewest, most = ("", "") if pad.players is None else map(str, pad.players)
    return PadDraft(
        title=pad.title,
        winner=pad.winner,
        fewest=fewest,
        most=most,
        bgg="" if pad.bgg is None else str(pad.bgg),
        categories=categories,
        tie_breaks=tuple(
            TieBreakDraft(category=numbers[one.category], wanted=one.wanted, by=one.by) for one in pad.tie_breaks
        ),
    )


def _category_draft(number: int, category: AnyCategory) -> CategoryDraft:
    draft = CategoryDraft(number=number, key=category.key, title=category.title, kind=category.kind)
    match category:
        case Points(low=low, high=high):
            ends = ("" if low == ROUND_RANGE.low else str(low), "" if high == ROUND_RANGE.high else str(high))
            return replace(draft, low=ends[0], high=ends[1])
        case Count(each=each, per=per):
            return replace(draft, each=str(each), per=str(per))
        case Tick(worth=worth):
            return replace(draft, worth=str(worth))
        case Steps(values=(zero, *values), beyond=beyond):
            return replace(draft, zero=str(zero), values=_joined(values), beyond=beyond)
        case Majority(values=values, ties=ties, least=least):
            return replace(draft, values=_joined(values), ties=ties, least=str(least))
    return draft


def _joined(values: Any) -> str:  # noqa: ANN401 - any sequence of numbers
    return ", ".join(map(str, values))


POINTS_ONLY: Final = PadDraft(categories=(CategoryDraft(number=1, title="Points"),))
"""A pad on which only the points are entered."""

ROUNDS_ONLY: Final = PadDraft(categories=(CategoryDraft(number=1, title="Rounds", kind=Kind.ROUNDS),))
"""A pad on which the points of each round are entered."""


def begun_from(draft: PadDraft, start: PadDraft) -> PadDraft:
    """Return a draft that begins like another one, with new keys, under the title that was typed."""
    categories = tuple(replace(one, key="") for one in start.categories)
    return replace(start, title=draft.title or start.title, categories=categories)


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
    """Return the draft with fields of a category changed; what cannot break a tie by its entry does by its points."""
    categories = tuple(replace(one, **values) if one.number == number else one for one in draft.categories)
    by_points = {one.number for one in categories if one.kind in LIST_KINDS}
    tie_breaks = tuple(replace(one, by=By.POINTS) if one.category in by_points else one for one in draft.tie_breaks)
    return replace(draft, categories=categories, tie_breaks=tie_breaks)


def with_blank_last(draft: PadDraft) -> PadDraft:
    """Return the draft with an empty category at the end, unless there are as many as there may be.

    >>> [one.number for one in with_blank_last(POINTS_ONLY).categories]
    [1, 2]
    """
    if len(draft.categories) >= MAX_CATEGORIES or (draft.categories and is_blank(draft.categories[-1])):
        return draft
    number = max((one.number for one in draft.categories), default=0) + 1
    return replace(draft, categories=(*draft.categories, CategoryDraft(number=number)))


def without_category(draft: PadDraft, number: int) -> PadDraft:
    """Return the draft without a category, and without the tie-breaks that it decides."""
    return replace(
        draft,
        categories=tuple(one for one in draft.categories if one.number != number),
        tie_breaks=tuple(one for one in draft.tie_breaks if one.category != number),
    )


def with_category_back(draft: PadDraft, before: PadDraft, number: int) -> PadDraft:
    """Return the draft with a category that was removed since `before`, at its place, and with its tie-breaks."""
    written = tuple(one for one in draft.categories if not is_blank(one))
    if any(one.number == number for one in draft.categories) or len(written) >= MAX_CATEGORIES:
        return draft
    at = next(at for at, one in enumerate(before.categories) if one.number == number)
    again = tuple(one for one in before.tie_breaks if one.category == number)
    return replace(
        draft,
        categories=(*draft.categories[:at], before.categories[at], *draft.categories[at:])[:MAX_CATEGORIES],
        tie_breaks=(*draft.tie_breaks, *again)[:MAX_TIE_BREAKS],
    )


def with_category_moved(draft: PadDraft, number: int, to: int) -> PadDraft:
    """Return the draft with a category at another place; the others close up."""
    others = [one for one in draft.categories if one.number != number]
    one = next(one for one in draft.categories if one.number == number)
    others.insert(to, one)
    return replace(draft, categories=tuple(others))


def with_tie_break(draft: PadDraft, at: int, tie_break: TieBreakDraft | None) -> PadDraft:
    """Return the draft with another tie-break at a place; `None` removes it."""
    new = () if tie_break is None else (tie_break,)
    return replace(draft, tie_breaks=(*draft.tie_breaks[:at], *new, *draft.tie_breaks[at + 1 :]))


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
            self.refuse(path, say("Type the values, such as 3, 6, 10."))
            self.missing.add(path)
        elif wrong is not None:
            self.refuse(path, _no_number(wrong, allowed))
        elif len(words) > most:
            self.refuse(path, say("{number} values: at most {most} fit here.", number=len(words), most=most))
        else:
            return tuple(map(int, words))
        return (0,)

    def title(self, path: str, typed: str, name: PersonalName, ask: Message) -> str:
        found: list[Problem] = []
        read: str = NameField(name).read(typed, None, found)
        if not typed.strip():
            self.refuse(path, ask)
            self.missing.add(path)
        elif found:
            self.refuse(path, found[0].message)
        return typed if found else read


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
    if not words:
        return say("Type a whole number from {low} to {high}.", low=allowed.low, high=allowed.high)
    shown = words if len(words) <= 12 else f"{words[:12]}…"  # noqa: PLR2004 - what fits in a field
    return say("{typed}: type a whole number from {low} to {high}.", typed=shown, low=allowed.low, high=allowed.high)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedDraft:
    """The pad of a draft, `None` where it has problems; these by the field, such as `categories.2.title`.

    `missing` are the fields in which nothing was typed yet, though they need something.
    """

    pad: Pad | None
    problems: Mapping[str, Message]
    missing: frozenset[str]

    def at(self, path: str, *, tried: bool) -> Message | None:
        """Return the problem of a field; what is only missing is one after keeping was `tried`."""
        return None if path in self.missing and not tried else self.problems.get(path)


def checked(draft: PadDraft) -> CheckedDraft:
    """Return the pad of a draft, or what is wrong with it."""
    reading = _Reading({}, set())
    title = reading.title("title", draft.title, PersonalName(80, "title"), say("What is the game called?"))
    written = [one for one in draft.categories if not is_blank(one)]
    if not written:
        reading.refuse("categories", say("Type at least one category: what gives points?"))
        reading.missing.add("categories")
    keys = _keys(written)
    categories = tuple(checked_category(reading, one, keys[one.number]) for one in written)
    pad = Pad(
        title=title,
        winner=draft.winner,
        players=_players(reading, draft),
        bgg=reading.number("bgg", draft.bgg, BGG_RANGE) if draft.bgg.strip() else None,
        categories=categories,
        tie_breaks=tuple(
            TieBreak(category=keys[one.category], wanted=one.wanted, by=one.by)
            for one in draft.tie_breaks
            if one.category in keys
        ),
    )
    if not reading.problems and read_pad(plain(pad)) is None:
        reading.refuse("categories", _first_problem(pad))
    return CheckedDraft(
        pad=None if reading.problems else pad, problems=reading.problems, missing=frozenset(reading.missing)
    )


def _first_problem(pad: Pad) -> Message:
    """Return what the reader of documents says against a pad in which nothing else was found."""
    found: list[Problem] = []
    record_of(Pad).read(plain(pad), None, found)
    found += problems_in(pad, LIMITS)
    return found[0].message


def _players(reading: _Reading, draft: PadDraft) -> tuple[int, int] | None:
    typed = {"fewest": draft.fewest.strip(), "most": draft.most.strip()}
    if not any(typed.values()):
        return None
    for path, words in typed.items():
        if not words:
            reading.refuse(path, say("Say both, or neither."))
    fewest = reading.number("fewest", draft.fewest, PLAYERS_RANGE)
    most = reading.number("most", draft.most, PLAYERS_RANGE)
    if "fewest" not in reading.problems and "most" not in reading.problems and fewest > most:
        reading.refuse("most", say("{most} is less than {fewest}.", most=most, fewest=fewest))
    return fewest, most


def checked_category(reading: _Reading, draft: CategoryDraft, key: str) -> AnyCategory:
    """Return the category of a draft; its problems are noted."""
    path = f"categories.{draft.number}"
    common: dict[str, Any] = {
        "key": key,
        "title": reading.title(
            f"{path}.title", draft.title, PersonalName(60, "title"), say("What is the category called?")
        ),
    }
    made: AnyCategory
    match draft.kind:
        case Kind.POINTS:
            low = reading.number(f"{path}.low", draft.low, ROUND_RANGE, ROUND_RANGE.low)
            high = reading.number(f"{path}.high", draft.high, ROUND_RANGE, ROUND_RANGE.high)
            if f"{path}.low" not in reading.problems and low > high:
                reading.refuse(f"{path}.high", say("{high} is less than {low}.", high=high, low=low))
            made = Points(low=low, high=high, **common)
        case Kind.COUNT:
            each = reading.number(f"{path}.each", draft.each, WORTH_RANGE)
            made = Count(each=each, per=reading.number(f"{path}.per", draft.per, PER_RANGE, 1), **common)
        case Kind.TICK:
            made = Tick(worth=reading.number(f"{path}.worth", draft.worth, WORTH_RANGE), **common)
        case Kind.STEPS:
            values = reading.numbers(f"{path}.values", draft.values, WORTH_RANGE, MAX_STEPS)
            zero = reading.number(f"{path}.zero", draft.zero, WORTH_RANGE, 0)
            if draft.beyond is Beyond.AGAIN and zero != 0:
                reading.refuse(f"{path}.zero", say("Values that begin again begin with 0 for none."))
            made = Steps(values=(zero, *values), beyond=draft.beyond, **common)
        case Kind.ROUNDS:
            made = Rounds(**common)
        case Kind.PRODUCTS:
            made = Products(**common)
        case Kind.MAJORITY:
            values = reading.numbers(f"{path}.values", draft.values, PLACE_RANGE, MAX_PLACES)
            least = reading.number(f"{path}.least", draft.least, LEAST_RANGE, 1)
            made = Majority(values=values, ties=draft.ties, least=least, **common)
    return made


def category_alone(draft: CategoryDraft) -> AnyCategory | None:
    """Return the category of a draft, `None` where more than its title is wrong."""
    reading = _Reading({}, set())
    made = checked_category(reading, replace(draft, title=draft.title.strip() or "?"), draft.key or "key")
    return None if reading.problems.keys() - {f"categories.{draft.number}.title"} else made


def _keys(categories: list[CategoryDraft]) -> dict[int, str]:
    """Return the keys of categories by their numbers: those they have, else new ones made from their titles."""
    keys = {one.number: one.key for one in categories if one.key}
    for one in categories:
        if not one.key:
            keys[one.number] = _new_key(one.title, {TOTAL, *keys.values()})
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
