"""The language of the command line: the one of `--language`, else that of the environment, else English."""

from __future__ import annotations

import os
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations
from typing import TYPE_CHECKING, Final

from scoring.messages import ENGLISH, Message, reading

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

OPTION: Final = "--language"

VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables of the environment that say which language people read; the first one that is set decides."""

_IS_ASKED_FOR: Final[ContextVar[bool]] = ContextVar("_IS_ASKED_FOR", default=False)
"""Whether the option says the language, so that JSON is in it as well."""

_ENGLISH: Final = ("C", "POSIX", "en")


class _WhenRead(NullTranslations):
    """The catalogue of a language, which is loaded when the first sentence is worded: JSON needs none."""

    def __init__(self, code: str | None) -> None:
        """Word in a language, else in that of the environment."""
        super().__init__()
        self._code = code
        self._found: NullTranslations | None = None

    @property
    def _catalogue(self) -> NullTranslations:
        if self._found is None:
            self._found = _catalogue(self._code)
        return self._found

    def info(self) -> dict[str, str]:
        return self._catalogue.info()

    def gettext(self, message: str) -> str:
        return self._catalogue.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._catalogue.ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        return self._catalogue.pgettext(context, message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self._catalogue.npgettext(context, msgid1, msgid2, n)


def _catalogue(code: str | None) -> NullTranslations:
    language = code or _of_environment(os.environ)
    if not language or language.startswith(_ENGLISH):
        return ENGLISH
    from companion.formatting.languages import best_of, catalogue  # noqa: PLC0415 - it loads Babel

    return catalogue(code or best_of([language]))


def _of_environment(environment: Mapping[str, str]) -> str:
    """Return the language that the environment names; "" where it names none.

    >>> _of_environment({"LANG": "de_DE.UTF-8"}), _of_environment({"LC_ALL": "C", "LANG": "de"}), _of_environment({})
    ('de_DE', 'C', '')
    """
    named = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return named.partition(".")[0].partition("@")[0]


@contextmanager
def worded_for(arguments: Sequence[str], commands: Container[str]) -> Iterator[None]:
    """Word what the block says in the language that the arguments of the program ask for, else in the environment's."""
    code = _asked(arguments, commands)
    before = _IS_ASKED_FOR.set(code is not None)
    try:
        with reading(_WhenRead(code)):
            yield
    finally:
        _IS_ASKED_FOR.reset(before)


def _asked(arguments: Sequence[str], commands: Container[str]) -> str | None:
    """Return the language of the option before the command, where there is such a language.

    >>> _asked(["--language", "en", "score"], ["score"]), _asked(["score", "--language=en"], ["score"])
    ('en', None)
    >>> _asked(["--language=xx"], ["score"]), _asked(["--language"], ["score"])
    (None, None)
    >>> _asked([], ["score"]) is None
    True
    """
    for argument, following in zip(arguments, (*arguments[1:], ""), strict=False):
        if argument in commands:
            return None
        name, equals_sign, code = argument.partition("=")
        if name == OPTION:
            code = code if equals_sign else following
            return code if is_known(code) else None
    return None


def is_known(code: str) -> bool:
    """Return whether Tessera speaks a language."""
    return code in known()


def known() -> tuple[str, ...]:
    """Return the codes of all languages."""
    from companion.formatting.languages import languages  # noqa: PLC0415 - it loads Babel

    return languages()


def names() -> Mapping[str, str]:
    """Return the names of all languages, each in itself, by their codes."""
    from companion.formatting.languages import own_names  # noqa: PLC0415 - likewise

    return own_names()


def in_json(message: Message) -> str:
    """Return a sentence as JSON has it: in English, unless the option asked for another language."""
    return str(message) if _IS_ASKED_FOR.get() else message.english
