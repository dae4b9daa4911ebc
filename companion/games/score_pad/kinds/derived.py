"""Categories that are worked out from others, as the app has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from companion.games.said_entries import Takes
from companion.games.score_pad.kinds.draft import CategoryDraft, PadDraft, Reading, is_blank
from companion.games.score_pad.kinds.kind import (
    Choice,
    Compared,
    FormPart,
    KindKit,
    Typed,
    TypedCategory,
    titles_of_keys,
    with_points,
)
from scoring.messages import Message, points_text, say
from scoring.score_pad.kinds import BY_KIND, Bonus, By, Lowest
from scoring.score_pad.kinds.category import ROUND_RANGE, Scored, too_many
from scoring.score_pad.kinds.derived import MAX_COMPARED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

D = TypeVar("D", Lowest, Bonus)

BY: Final = {By.POINTS: say("Its points"), By.ENTRY: say("The number entered")}
"""What of a category counts."""

_BY: Final = Choice(name="by", choices=BY)

COUNTED: Final = {False: say("once"), True: say("times the number entered")}
"""How many times the lowest counts."""

_TIMES: Final = 2
"""How many times the lowest counts in the example, where that is entered."""


class _DerivedKit(KindKit[D]):
    least_compared: ClassVar[int] = 1
    too_few: ClassVar[Message] = say("Tick at least one category.")

    def drafted(self, category: D, numbers: Mapping[str, int]) -> dict[str, Any]:
        return {**(KindKit.drafted(self, category, numbers) or {}), "of": tuple(numbers[key] for key in category.of)}

    def numbers(self, reading: Reading, typed: TypedCategory) -> dict[str, Any]:
        of = self._compared(reading, typed)
        return {**KindKit.numbers(self, reading, typed), "of": of}

    def _compared(self, reading: Reading, typed: TypedCategory) -> tuple[str, ...]:
        path = f"{typed.path}.of"
        free = {category.number for category in comparable(typed.pad, typed.draft.number)}
        of = tuple(typed.keys[number] for number in typed.draft.of if number in free)
        if len(of) > MAX_COMPARED:
            reading.refuse(path, too_many(len(of), MAX_COMPARED))
        if len(of) < self.least_compared:
            reading.refuse(path, self.too_few)
            reading.missing.add(path)
        return of


class LowestKit(_DerivedKit[Lowest]):
    """The lowest of several categories, and how many times it counts."""

    of = Lowest
    name = say("Lowest")
    about = say("Only the lowest of other categories counts, such as the color you have least of.")
    form: ClassVar = (
        Compared(label=say("The lowest of")),
        _BY,
        Typed(name="worth", label=say("Points for each"), usual=1, hint="1"),
        Choice(name="counted", choices=COUNTED),
    )
    least_compared = 2
    too_few = say("Tick at least two categories.")

    def worth(self, category: Lowest, titles: Mapping[str, str]) -> Message:
        parts = titles_of_keys(category.of, titles)
        lowest = say("the lowest of {parts}", parts=parts)
        if category.by is By.POINTS:
            lowest = say("the lowest points of {parts}", parts=parts)
        if category.worth != 1:
            lowest = say("{what}, times {number}", what=lowest, number=category.worth)
        return say("{what}, times the number entered", what=lowest) if category.counted else lowest

    def examples(self, category: Lowest, titles: Mapping[str, str]) -> tuple[Message, ...]:
        return with_points([_worked_out(category, range(len(category.of), 0, -1), titles)])

    def drafted(self, category: Lowest, numbers: Mapping[str, int]) -> dict[str, Any]:
        return {**_DerivedKit.drafted(self, category, numbers), "by": category.by, "counted": category.counted}

    def numbers(self, reading: Reading, typed: TypedCategory) -> dict[str, Any]:
        by = typed.draft.by if may_count_by_entry(typed.pad, typed.draft) else By.POINTS
        return {**_DerivedKit.numbers(self, reading, typed), "by": by, "counted": typed.draft.counted}

    def fields(self, pad: PadDraft, draft: CategoryDraft) -> tuple[FormPart, ...]:
        return self.form if may_count_by_entry(pad, draft) else tuple(part for part in self.form if part is not _BY)

    def takes(self, category: Lowest) -> Takes:
        return Takes.NUMBER if category.counted else Takes.NOTHING


class BonusKit(_DerivedKit[Bonus]):
    """Points for enough points in other categories."""

    of = Bonus
    name = say("Bonus")
    form: ClassVar = (
        Compared(label=say("The points of")),
        Typed(name="at_least", label=say("At least"), range=ROUND_RANGE),
        Typed(name="worth", label=say("Bonus")),
    )
    takes_said = Takes.NOTHING

    def worth(self, category: Bonus, titles: Mapping[str, str]) -> Message:
        return say(
            "{points} for at least {least} in {parts}",
            points=points_text(category.worth),
            least=category.at_least,
            parts=titles_of_keys(category.of, titles),
        )

    def examples(self, category: Bonus, titles: Mapping[str, str]) -> tuple[Message, ...]:
        just, rest = divmod(category.at_least, len(category.of))
        enough = [just + (at < rest) for at in range(len(category.of))]
        examples = (enough, [enough[0] - 1, *enough[1:]])
        return tuple(_worked_out(category, numbers, titles)[1] for numbers in examples)


def comparable(draft: PadDraft, number: int) -> tuple[CategoryDraft, ...]:
    """Return the categories from which another one can be worked out."""
    return tuple(
        category
        for category in draft.categories
        if category.number != number and not BY_KIND[category.kind].shape.derived and not is_blank(category)
    )


def may_count_by_entry(pad: PadDraft, draft: CategoryDraft) -> bool:
    """Return whether one number is entered for each category from which another one is worked out."""
    compared = (category for category in comparable(pad, draft.number) if category.number in draft.of)
    return all(BY_KIND[category.kind].shape.single for category in compared)


def _worked_out(category: Lowest | Bonus, numbers: Sequence[int], titles: Mapping[str, str]) -> Scored:
    """Return what a category is worth that is worked out from others with these numbers."""
    held = dict(zip(category.of, numbers, strict=True))
    return category.worked_out({**held, category.key: _TIMES}, held, titles)
