"""BG Stats, reading: what the categories of a score sheet are called, in all languages that it has.

Rows are alike in many plays, whatever was entered in them, so this is worked out once for each form of a sheet.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from scoring.messages import ENGLISH, Message, as_typed, reading, say
from scoring.score_pad import CATEGORY_TITLE, LANGUAGES, MAX_CATEGORIES, MAX_ROUNDS, TOTAL
from storage.exchange.bgstats import REST
from storage.exchange.plain_values import cleaned
from storage.repositories.values import folded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from gettext import NullTranslations

    from storage.exchange.files import Catalogues
    from storage.exchange.recorded_table import Titles

ROUNDS_TITLE: Final = say("Rounds")

_TAKEN: Final = frozenset({REST, TOTAL})
"""Keys that no row of a sheet gets."""

_OTHER_SIGNS: Final = re.compile("[^a-z0-9]+")

_NUMBER_OF_ROW: Final = "{row}"
"""What stands in a label for the number of a repeated row."""

_MAX_SLUG: Final = 37
"""The length of a key without a number behind it."""

_LABEL: Final = "label"
"""The field of a label, and the beginning of those in a language: `label-de`."""

_ENGLISH: Final = "en"

_MAX_LANGUAGES: Final = 40
"""In how many languages titles are kept."""

_A_LANGUAGE: Final = re.compile(LANGUAGES.pattern)

_REMEMBERED: Final = 256
"""How many forms of sheets are worked out once."""

Labels: TypeAlias = "tuple[tuple[str, str], ...]"
"""Labels, each with the name of its field."""


class Form(NamedTuple):
    """What a row is, whatever is entered in it: in many plays the same."""

    name: str
    """That of the row in the template, with that of its group unless all groups are the same one."""
    is_negative: bool
    kind: str
    is_extra: bool
    has_sums: bool
    """Whether somebody added several numbers."""
    labels: Labels
    group_labels: Labels
    before: int = 0
    """How many times the row stands before it, also where nobody has anything in it."""

    @property
    def template(self) -> tuple[str, bool, str]:
        """What rows have in common that are one row repeated."""
        return self[:3]


class Heading(NamedTuple):
    """A category of a sheet, made from its rows of these indices; the title is "" where no row has a label."""

    key: str
    title: str
    titles: Titles
    rows: tuple[int, ...]
    is_by_round: bool
    """Whether a row is a round, and more are before it or behind it."""


@lru_cache(_REMEMBERED)
def headings_of(forms: tuple[Form, ...], catalogues: Catalogues) -> tuple[Heading, ...] | None:
    """Return the categories of the filled rows of a sheet; `None` where a pad has no room for them.

    Their titles are in English, and in all languages that the sheet has; our own words in those of the catalogues.
    """
    repeated: dict[object, list[int]] = {}
    for index, form in enumerate(forms):
        repeated.setdefault(form.template, []).append(index)
    categories = [category for again in repeated.values() for category in _apart(again, forms)]
    last_rounds = (forms[rows[-1]].before for rows, is_by_round in categories if is_by_round)
    if len(categories) >= MAX_CATEGORIES or any(last >= MAX_ROUNDS for last in last_rounds):
        return None
    first = [forms[rows[0]]._replace(before=0) if by_round else forms[rows[0]] for rows, by_round in categories]
    titles, by_code = _titles(first, _ENGLISH, ENGLISH), _by_code(catalogues)
    codes = {_language_of(name) for form in forms for name, _ in (*form.labels, *form.group_labels)} | by_code.keys()
    named = sorted(codes - {_ENGLISH, ""})[:_MAX_LANGUAGES]
    others = {code: _titles(first, code, by_code.get(code, ENGLISH)) for code in named}
    return tuple(
        Heading(
            key=key,
            title=title,
            titles=tuple((code, key, there[index]) for code, there in others.items() if there[index] != title),
            rows=tuple(categories[index][0]),
            is_by_round=categories[index][1],
        )
        for index, (key, title) in enumerate(zip(_keys(first), titles, strict=True))
    )


def _apart(rows: list[int], forms: Sequence[Form]) -> Iterator[tuple[list[int], bool]]:
    """Yield the rows that become one category: all that are one row repeated, unless there are sums in them.

    With them stands whether each is a round.
    """
    if any(forms[row].has_sums for row in rows):
        yield from (([row], False) for row in rows)
    else:
        yield rows, forms[rows[-1]].before > 0 or len(rows) > 1


def _keys(categories: Sequence[Form]) -> list[str]:
    """Return a key for each category, the same in every language and in every play with such a sheet."""
    taken, keys = {*_TAKEN}, []
    for form in categories:
        own, number = _slug(form.name), form.before + 1
        key = f"{own}_{number}" if form.before else own
        while key in taken:
            number += 1
            key = f"{own}_{number}"
        taken.add(key)
        keys.append(key)
    return keys


def _slug(text: str) -> str:
    return _OTHER_SIGNS.sub("_", text.casefold()).strip("_")[:_MAX_SLUG] or "row"


def _titles(categories: Sequence[Form], code: str, catalogue: NullTranslations) -> list[str]:
    """Return the title of each category in a language, "" for one without a label; of equal ones, each names its group.

    Our own words are from the catalogue.
    """
    times, titles = Counter(form.template for form in categories), []
    before = Counter[object]()
    for form in categories:
        before[form.template] = max(before[form.template], form.before) + 1
        number = before[form.template] if times[form.template] > 1 or form.before else 0
        titles.append(_worded(_title(form, number, code), catalogue))
    alike = Counter(map(folded, titles))
    groups = [label_in(form.group_labels, code) for form in categories]
    return [
        _of_group(group, title) if group and title and (alike[folded(title)] > 1 or title.isdigit()) else title
        for title, group in zip(titles, groups, strict=True)
    ]


def _of_group(group: str, title: str) -> str:
    """Return a title with that of its group before it, which may have a colon itself, such as `Round 1: Spring`."""
    return _cleaned(f"{group}, {title}" if ":" in group else f"{group}: {title}")


def _title(form: Form, number: int, code: str) -> Message:
    """Return the title of a row, which is the `number`-th time of it where that is not 0."""
    label = label_in(form.labels, code)
    if _NUMBER_OF_ROW not in label:
        return as_typed(_cleaned(f"{label} {number}") if number and label else label)
    if number:
        return say("Round {number}", number=number)
    return say("Extra row") if form.is_extra else ROUNDS_TITLE


def labels_of(labelled: Mapping[str, Any]) -> Labels:
    """Return the labels of a row or a group with the names of their fields."""
    return tuple([entry for entry in labelled.items() if entry[0][:5] == _LABEL and type(entry[1]) is str])


def _language_of(name: str) -> str:
    """Return the code of the language of a label, "" where it has none that we know."""
    code = name.removeprefix(f"{_LABEL}-")
    return code if code != name and _A_LANGUAGE.fullmatch(code) else ""


def label_in(labels: Labels, code: str = _ENGLISH) -> str:
    """Return a label in a language, else in English, else the one without, else the first; "" where there is none."""
    by_name = dict(labels)
    names = f"{_LABEL}-{code}", f"{_LABEL}-{_ENGLISH}", _LABEL
    texts = (*(by_name.get(name, "") for name in names), *by_name.values())
    return next(filter(None, map(_cleaned, texts)), "")


@lru_cache(1000)
def _cleaned(label: str) -> str:
    return cleaned(label, CATEGORY_TITLE.most)


def in_languages(key: str, title: Message, catalogues: Catalogues) -> Titles:
    """Return a title of our own in other languages than English."""
    titles = ((code, _worded(title, catalogue)) for code, catalogue in _by_code(catalogues).items())
    return tuple((code, key, words) for code, words in titles if words != title.english)


def _by_code(catalogues: Catalogues) -> dict[str, NullTranslations]:
    return {catalogue.info().get("language") or _ENGLISH: catalogue for catalogue in catalogues}


def _worded(title: Message, catalogue: NullTranslations) -> str:
    with reading(catalogue):
        return str(title)
