"""The Hypothesis strategies that tests of several games use; those of a game lie with its tests in `tests/scoring`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from hypothesis import settings
from hypothesis import strategies as st

from storage.documents.fields import shown_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import SearchStrategy

Case = TypeVar("Case")

EACH_WEEK: Final = settings().max_examples > 1000
"""Whether every case of a kind is tried, by `--hypothesis-profile=long`; each day tries some of them."""


def some_of(cases: Sequence[Case], each: int = 3) -> Sequence[Case]:
    """Return one case out of so `each` many, and each week all of them."""
    return cases if EACH_WEEK else cases[::each]


def examples(number: int) -> settings:
    """Have a property tried with so many examples for each hundred that the profile has."""
    return settings(max_examples=max(1, number * settings().max_examples // 100))


few = st.integers(0, 9)
amounts = st.one_of(few, st.integers(0, 9999))
names = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=40).map(shown_name).filter(bool)

json_values: SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(st.characters(exclude_categories=["Cs"])),
    ),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)),
    max_leaves=20,
)
