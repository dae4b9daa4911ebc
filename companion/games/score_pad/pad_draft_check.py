"""The pad that a draft makes, or what is wrong with what was typed, each problem at its field."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from companion.games.score_pad.copy_values import read_pad
from companion.games.score_pad.kinds import KITS
from companion.games.score_pad.kinds.draft import Reading, is_blank
from companion.games.score_pad.kinds.kind import TypedCategory
from companion.games.score_pad.pad_draft import numbers_of
from scoring.messages import Message, say
from scoring.problems import problems_in
from scoring.score_pad.kinds.category import CATEGORY_TITLE, upside_down
from scoring.score_pad.limits import LIMITS, TOTAL
from scoring.score_pad.state import BGG_RANGE, END_RANGE, PAD_TITLE, PLAYERS_RANGE, Ends, Pad, TieBreak
from storage.documents.codec import plain
from storage.documents.records import record_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.score_pad.kinds.draft import CategoryDraft, PadDraft, TieBreakDraft
    from scoring.problems import Problem
    from scoring.score_pad.kinds import AnyCategory

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
