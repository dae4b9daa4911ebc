"""What fields and keys are called, and their numbers: read from types, and read and set by them."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - read from the types of a record
from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest

from scoring.fields import Amount, Between, Noun, NounKey, Number, nouns_of, numbers_of, numbers_under
from scoring.messages import forms, say


class Herb(NounKey):
    """Herbs."""

    MINT = "mint", Noun(say("mint"), say("Mint"), forms("{number} mint", "{number} mints"))
    SAGE = "sage", Noun(say("sage"), say("Sage"), mark="leaf")


@dataclass(frozen=True, slots=True, kw_only=True)
class Garden:
    """A garden."""

    name: str = ""
    beds: Annotated[int | None, Between(0, 9), Number(say("beds"), say("Beds"), group="dug")] = None
    seeds: Annotated[Amount, Number(say("seeds"), say("Seeds"), range=Between(0, 99)), "in the shed"] = 0
    herbs: Annotated[Mapping[Herb, Amount], Noun(say("herbs"), say("Herbs"))] = field(default_factory=dict)


HERBS = numbers_under(Herb, "herbs", Between(0, 5))


def test_fields_are_called_what_their_types_say() -> None:
    assert {name: str(noun.title) for name, noun in nouns_of(Garden).items()} == {
        "beds": "Beds",
        "seeds": "Seeds",
        "herbs": "Herbs",
    }


def test_a_number_has_the_range_of_its_field_unless_its_own_is_narrower() -> None:
    numbers = numbers_of(Garden)
    assert {name: (number.field, number.range) for name, number in numbers.items()} == {
        "beds": ("beds", Between(0, 9)),
        "seeds": ("seeds", Between(0, 99)),
    }
    assert [*numbers_of(Garden, "dug")] == ["beds"]


def test_a_key_is_found_by_its_text_and_has_its_noun() -> None:
    assert [(Herb(herb.value), herb.noun.mark) for herb in Herb] == [(Herb.MINT, "mint"), (Herb.SAGE, "leaf")]
    assert [str(number.title) for number in HERBS.values()] == ["Mint", "Sage"]


def test_a_key_without_a_noun_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="not enough values"):
        NounKey("Weed", {"NETTLE": ("nettle",)})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("number", "value", "changed"),
    [
        (numbers_of(Garden)["beds"], 3, {"beds": 3}),
        (HERBS[Herb.MINT], 2, {"herbs": {Herb.MINT: 2, Herb.SAGE: 1}}),
        (HERBS[Herb.SAGE], 0, {"herbs": {}}),
    ],
)
def test_a_number_is_read_and_set_by_its_type(number: Number, value: int, changed: dict[str, Any]) -> None:
    after = number.put(Garden(herbs={Herb.SAGE: 1}), value)
    assert after == Garden(**{"herbs": {Herb.SAGE: 1}, **changed})
    assert number.of(after) == value


def test_a_number_that_is_not_there_is_0() -> None:
    assert (numbers_of(Garden)["beds"].of(Garden()), HERBS[Herb.MINT].of(Garden())) == (0, 0)
