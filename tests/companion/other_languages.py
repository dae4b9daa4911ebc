"""Languages that show where something goes by words instead of what they stand for."""

from __future__ import annotations

import re
from contextlib import contextmanager
from gettext import NullTranslations
from typing import TYPE_CHECKING, Final

import pytest

from companion.ui.core import page
from scoring import messages
from scoring.messages import reading

if TYPE_CHECKING:
    from collections.abc import Iterator

MARK: Final = "⟡"

_FIELD: Final = re.compile(r"({[^{}]*})")
_DATE: Final = re.compile(r"[EdMyHm ,.:]+")
_FIRST_LETTER: Final = re.compile(r"\b[^\W\d_]")


class Language(NullTranslations):
    """A language that says everything by `gettext`, as one of it or many."""

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return self.gettext(singular if number == 1 else plural)

    def pgettext(self, _context: str, message: str) -> str:
        return self.gettext(message)

    def npgettext(self, _context: str, singular: str, plural: str, number: int) -> str:
        return self.ngettext(singular, plural, number)


class _Marked(Language):
    """The words of English, each with a mark behind its first letter."""

    def gettext(self, message: str) -> str:
        if _DATE.fullmatch(message):
            return message
        parts = _FIELD.split(message)
        return "".join(part if _FIELD.fullmatch(part) else _FIRST_LETTER.sub(rf"\g<0>{MARK}", part) for part in parts)


class _Wordless(Language):
    """No words at all, so that all sentences read the same."""

    def gettext(self, _message: str) -> str:
        return "…"


WORDLESS: Final = _Wordless()


@contextmanager
def marked_words() -> Iterator[None]:
    """Change every template meanwhile, on all screens and where English is asked for."""
    words = _Marked()
    with pytest.MonkeyPatch.context() as patched, reading(words):
        patched.setattr(messages, "ENGLISH", words)
        patched.setattr(page, "catalogue", lambda _: words)
        yield


def unmarked(words: str) -> str:
    return words.replace(MARK, "")
