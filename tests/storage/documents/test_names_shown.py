"""Names that show nothing are none, and those that look alike are alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scoring.fields import PersonalName
from storage.documents.fields import NameField

if TYPE_CHECKING:
    from scoring.problems import Problem


@pytest.mark.parametrize("name", ["\u200b", "\u3164 \u2800", "\u2066\u2069", "\u115f\u1160", "\ufe0f", "\u200d"])
def test_a_name_that_shows_nothing_is_refused(name: str) -> None:
    problems: list[Problem] = []
    NameField(PersonalName()).read(name, None, problems)
    assert len(problems) == 1


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("A\u200b", "A"),
        ("\ufeffAn\u00adna\u200d", "Anna"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("\u0646\u06cc\u200c\u0645\u0627", "\u0646\u06cc\u200c\u0645\u0627"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
    ],
)
def test_a_name_is_read_without_what_shows_nothing(name: str, read: str) -> None:
    problems: list[Problem] = []
    assert NameField(PersonalName()).read(name, None, problems) == read
    assert problems == []
