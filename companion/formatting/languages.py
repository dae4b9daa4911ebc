"""The languages in which people read: their catalogues, and which of them a reader gets."""

from __future__ import annotations

import json
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from typing import TYPE_CHECKING, Any, Final
from zipfile import ZipFile

from babel import negotiate_locale

from companion.system.paths import PACKAGE, assets
from scoring.messages import ENGLISH, language

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

ENGLISH_CODE: Final = "en"

FOLDER: Final = "languages"
"""The folder of the catalogues, among the assets."""

LANGUAGE_SETTING: Final = "language"
"""The setting that says which language a browser shows; without it the browser's own languages decide."""

WANTED: Final[ContextVar[tuple[str, ...]]] = ContextVar("WANTED", default=())
"""The languages that the browser of the page that is being served asks for, best first."""

_BABEL: Final = {ENGLISH_CODE: "en_GB"}
"""The locales whose dates and numbers are written otherwise than those of their language alone."""

CATALOGUE, LANGUAGE_PACK = ".mo", ".zip"

INDEX: Final = "index.json"
"""The file beside the catalogues: their names, how far each is that is not whole, and titles of games in all."""


@cache
def _index(file: Path) -> Mapping[str, Any]:
    index: dict[str, Any] = json.loads(file.read_bytes()) if file.is_file() else {}
    return index


def translated() -> Mapping[str, int]:
    """Return of how many percent of the messages each language has a translation that is not whole, by its code."""
    shares: Mapping[str, int] = _index(assets() / FOLDER / INDEX).get("translated", {})
    return shares


def game_titles() -> Mapping[str, Sequence[str]]:
    """Return the titles by which people look for the games of the shelf in other languages, by their keys."""
    titles: Mapping[str, Sequence[str]] = _index(assets() / FOLDER / INDEX).get("titles", {})
    return titles


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    files = (assets() / FOLDER).iterdir()
    return ENGLISH_CODE, *sorted({file.stem for file in files if file.suffix in (CATALOGUE, LANGUAGE_PACK)})


def catalogue(code: str) -> NullTranslations:
    """Return the catalogue of a language, that of English where there is none, or none can be had now."""
    if code not in languages() or code == ENGLISH_CODE:
        return ENGLISH
    try:
        return _read(assets() / FOLDER / f"{code}{CATALOGUE}")
    except OSError:
        return ENGLISH


@cache
def _read(file: Path) -> NullTranslations:
    """Return the catalogue of a file.

    A browser has it packed, with what Babel needs for its dates and numbers, and gets it from the site when it is read.
    """
    packed = file.with_suffix(LANGUAGE_PACK)
    if packed.is_file():
        with ZipFile(packed) as parts:
            parts.extractall(PACKAGE.parent)
    with file.open("rb") as content:
        return GNUTranslations(content)


def own_names() -> Mapping[str, str]:
    """Return the names of all languages by their codes, each in itself; of one that is not whole also how far it is."""
    names: Mapping[str, str] = {ENGLISH_CODE: "English"} | _index(assets() / FOLDER / INDEX).get("names", {})
    far = {code: f", {share}\N{NO-BREAK SPACE}%" for code, share in translated().items()}
    return {code: names.get(code, code) + far.get(code, "") for code in languages()}


def best_of(codes: Iterable[str]) -> str:
    """Return the code of the first of these languages that is here and whole, English where none is.

    >>> best_of(["tlh-KX", "en-US"]), best_of([])
    ('en', 'en')
    """
    whole = [code for code in languages() if code not in translated()]
    best = negotiate_locale([code.replace("-", "_") for code in codes], whole, sep="_")
    return best or ENGLISH_CODE


def accepted(header: str) -> tuple[str, ...]:
    """Return the languages of an `Accept-Language` header, best first.

    >>> accepted("de-CH, de;q=0.9, en;q=0.8, *;q=0.5, x;q=none")
    ('de-CH', 'de', 'en')
    """
    weighed = []
    for part in header.split(","):
        name, _, weight = part.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), name.strip()))
        except ValueError:
            continue
    return tuple(name for _, name in sorted(weighed, key=lambda entry: entry[0]) if name and name != "*")


def locale() -> str:
    """Return the locale in which dates and numbers are written for the reader of the moment."""
    code = language()
    return _BABEL.get(code, code)
