"""What is impossible on a pad: its keys, its values, and what they say about each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.messages import say
from scoring.problems import UNREADABLE, Problem, for_each, join_path
from scoring.score_pad.entries import LISTS
from scoring.score_pad.state import Beyond, Bonus, By, Lowest, MarkedRule, Ties, keys_of
from scoring.score_pad.titles import OF_HEADING
from scoring.sheet import Better

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scoring.messages import Message
    from scoring.score_pad.state import AnyCategory, Ends, Lookups, Majority, Marked, Pad, Points, Steps, TieBreak

MAX_NAMED_KEYS: Final = 8
"""The most keys of categories that a problem names."""

TOTAL: Final = "points"
"""The criterion before all tie-breaks, whose name no category has."""

BEGINS_WITH_0: Final = say("values that begin again begin with 0")

FOR_NO_NUMBER: Final = say("missing: a value for at least one number of players belongs here")

FIELDS_OF_RULES: Final[Mapping[MarkedRule, str]] = {
    MarkedRule.DOUBLE: "negatives",
    MarkedRule.CLEAR: "add",
    MarkedRule.TAKE: "lose",
}
"""The field that each rule of marked rounds takes."""


def keys_differ(pad: Pad) -> Iterator[Problem]:
    """Each category has a key of its own, which is not that of the total."""
    seen = {TOTAL}

    def key_is_new(index: int, category: AnyCategory) -> Iterator[Problem]:
        path = f"categories[{index}].key"
        if category.key in seen:
            message = say("{key} is taken: give this category another key", key=category.key)
            yield Problem(path=path, message=message)
        seen.add(category.key)

    yield from for_each(pad.categories, key_is_new)


def fewest_to_most_players(pad: Pad) -> Iterator[Problem]:
    """The fewest players of a pad are not more than the most."""
    match pad.players:
        case (fewest, most) if fewest > most:
            yield Problem(path="players", message=upside_down(fewest, most))


def tie_breaks_name_categories(pad: Pad) -> Iterator[Problem]:
    """A tie-break is about categories of the pad, all different, by entries only where these are one number each."""

    def names_categories(index: int, tie_break: TieBreak) -> Iterator[Problem]:
        path = f"tie_breaks[{index}]"
        if tie_break.category is not UNREADABLE and isinstance(tie_break.category, str):
            yield from _key_problem(pad, tie_break.category, f"{path}.category")
        else:
            yield from _key_problems(pad, tie_break.category, f"{path}.category", derived=True)
        yield from _by_entry_of_numbers(pad, tie_break.by, keys_of(tie_break), f"{path}.by")

    yield from for_each(pad.tie_breaks, names_categories)


def derived_from_categories(pad: Pad) -> Iterator[Problem]:
    """The lowest and a bonus are worked out from other categories, which are not worked out themselves."""

    def from_others(index: int, category: AnyCategory) -> Iterator[Problem]:
        if isinstance(category, (Lowest, Bonus)):
            path = f"categories[{index}]"
            yield from _key_problems(pad, category.of, f"{path}.of", derived=False)
            if isinstance(category, Lowest):
                yield from _by_entry_of_numbers(pad, category.by, category.of, f"{path}.by")

    yield from for_each(pad.categories, from_others)


def ends_in_a_category(pad: Pad) -> Iterator[Problem]:
    """A game ends by the total, or by the points of a category of the pad."""
    if pad.ends is not None and pad.ends.category is not None:
        yield from _key_problem(pad, pad.ends.category, "ends.category")


def titles_name_categories(pad: Pad) -> Iterator[Problem]:
    """Titles in other languages are those of categories of the pad."""

    def of_language(_index: int, item: tuple[str, Mapping[str, str]]) -> Iterator[Problem]:
        code, titles = item
        for key in titles:
            yield from _key_problem(pad, key.removesuffix(OF_HEADING), join_path(f"titles.{code}", key))

    yield from for_each((pad.titles or {}).items(), of_language)


def _key_problem(pad: Pad, key: str, path: str) -> Iterator[Problem]:
    """Yield the problem of a key that no category of the pad has, where all their keys can be read."""
    categories = by_key(pad)
    if key not in categories and all_keys_are_legible(pad):
        yield Problem(path=path, message=unknown_key(categories))


def _key_problems(pad: Pad, keys: Sequence[str], path: str, *, derived: bool) -> Iterator[Problem]:
    """Yield what is wrong with keys of categories; those that are worked out from others may stand there or not."""
    categories, seen = by_key(pad), set[str]()

    def stands_once(index: int, key: str) -> Iterator[Problem]:
        where = f"{path}[{index}]"
        if key in seen:
            yield Problem(path=where, message=say("{key} stands there already", key=key))
        elif not derived and isinstance(categories.get(key), (Lowest, Bonus)):
            yield Problem(path=where, message=say("{key} is itself worked out from other categories", key=key))
        else:
            yield from _key_problem(pad, key, where)
        seen.add(key)

    yield from for_each(keys, stands_once)


def _by_entry_of_numbers(pad: Pad, by: By, keys: Sequence[str], path: str) -> Iterator[Problem]:
    """Yield the problem that categories count by their entries, and one of them has none that is a number."""
    categories = by_key(pad)
    named = [categories.get(key) for key in keys if key is not UNREADABLE]
    if by is By.ENTRY and any(isinstance(category, (*LISTS, Lowest, Bonus)) for category in named):
        message = say("entry: for this category no single number is entered, so only its points can count")
        yield Problem(path=path, message=message)


def low_to_high(category: Points) -> Iterator[Problem]:
    """The fewest points that can be entered are not more than the most."""
    if category.low > category.high:
        yield Problem(path="high", message=upside_down(category.low, category.high))


def again_begins_with_nothing(category: Steps | Lookups) -> Iterator[Problem]:
    """Steps that begin again are worth nothing at first: otherwise a full round would be worth two things."""
    match category.values:
        case (first, *_) if category.beyond is Beyond.AGAIN and first != 0:
            yield Problem(path="values[0]", message=BEGINS_WITH_0)


def values_for_some_number(category: Majority) -> Iterator[Problem]:
    """Values by number of players say what holds for one number at least."""
    for name in ("values", "level"):
        if getattr(category, name) == {}:
            yield Problem(path=name, message=FOR_NO_NUMBER)


def an_end_for_some_number(ends: Ends) -> Iterator[Problem]:
    """An end by number of players says what holds for one number at least."""
    if ends.at == {}:
        yield Problem(path="at", message=FOR_NO_NUMBER)


def ranks_without_gaps_need_no_level(category: Majority) -> Iterator[Problem]:
    """Where ranks have no gaps, each player gets the value of the rank, whoever is level."""
    if category.ties is Ties.NEXT and category.level is not None:
        message = say("with next, each gets the value of the rank: remove level, or choose other ties")
        yield Problem(path="level", message=message)


def fewest_need_no_least(category: Majority) -> Iterator[Problem]:
    """Where the fewest win, everybody has a place."""
    if category.wanted is Better.FEWEST and category.least is not None and category.least is not UNREADABLE:
        yield Problem(path="least", message=say("where the fewest win, everybody has a place: remove least"))


def fields_of_its_rule(category: Marked) -> Iterator[Problem]:
    """Each rule of marked rounds takes a field of its own."""
    own = FIELDS_OF_RULES[category.rule]
    for name in FIELDS_OF_RULES.values():
        value = getattr(category, name)
        if name != own and value is not None and value is not UNREADABLE:
            message = say(
                "{name} is not known here; with {rule} it is {field}", name=name, rule=category.rule, field=own
            )
            yield Problem(path=name, message=message)


def by_key(pad: Pad) -> dict[str, AnyCategory]:
    """Return the categories by their keys, those whose key can be read; of two with one key the first."""
    by_key: dict[str, AnyCategory] = {}
    for category in pad.categories:
        if category is not UNREADABLE and category.key is not UNREADABLE:
            by_key.setdefault(category.key, category)
    return by_key


def all_keys_are_legible(pad: Pad) -> bool:
    """Return whether the keys of all categories can be read, so that another one is none of them."""
    return all(category is not UNREADABLE and category.key is not UNREADABLE for category in pad.categories)


def unknown_key(keys: Iterable[str]) -> Message:
    """Return what is wrong with a key that is none of these."""
    named: tuple[str | Message, ...] = tuple(keys)
    if len(named) > MAX_NAMED_KEYS:
        named = (*named[:MAX_NAMED_KEYS], say("{number} more", number=len(named) - MAX_NAMED_KEYS))
    return say("the pad has no category with this key; it has {known}", known=named)


def upside_down(low: int, high: int) -> Message:
    """Return what is wrong with a range that ends before it begins."""
    return say("{high} is less than {low}: the smaller number comes first", low=low, high=high)
