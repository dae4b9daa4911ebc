"""The app with all texts whole, or with dots where they are cut off, and with a language a half longer.

Two pictures of a screen, one of each kind, are the same where all texts have the room that they need.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any, Final, Literal

import flet as ft

from companion.cli.app import main
from companion.formatting import languages
from companion.tables.registry import Tables
from companion.ui.core import page
from scoring import GAMES
from tests.companion.other_languages import Language

if TYPE_CHECKING:
    from collections.abc import Callable
    from gettext import NullTranslations
    from pathlib import Path

Texts = Literal["whole", "dots"]

LONGER: Final = "en_LONGER"
"""The code of a language whose words are those of English, each a half longer."""

WHERE: Final = "/home/anna/.local/share/tessera/tessera.sqlite3"
"""Where both say that their data are."""

_FIELD: Final = re.compile(r"({[^{}]*})")
_NAMES: Final = {game.title for game in GAMES.values()}
_DATE: Final = re.compile(r"[EdMyHm ,.:]+")
_WORD: Final = re.compile(r"[A-Za-z]{2,}")


class _Longer(Language):
    def gettext(self, message: str) -> str:
        if _DATE.fullmatch(message) or message in _NAMES:
            return message
        parts = _FIELD.split(message)
        return "".join(part if _FIELD.fullmatch(part) else _WORD.sub(_half_longer, part) for part in parts)


def _half_longer(word: re.Match[str]) -> str:
    return word[0] + word[0][: (len(word[0]) + 1) // 2].lower()


def showing(texts: Texts) -> Callable[[int, Path], list[str]]:
    """Return what gives the command that starts the app with its texts in a way."""
    return lambda port, data: [
        "-m", "tests.browser.measured", texts, "--no-browser", "--port", str(port), "--data", str(data)
    ]  # fmt: skip


def _measure(texts: str) -> None:
    before: Callable[[ft.Text], None] = ft.Text.before_update

    def before_update(text: ft.Text) -> None:
        before(text)
        if text.no_wrap or text.max_lines:
            if texts == "whole":
                text.no_wrap, text.max_lines, text.overflow = False, None, ft.TextOverflow.CLIP
            else:
                text.overflow = ft.TextOverflow.ELLIPSIS

    all_languages, catalogue = languages.languages, languages.catalogue

    def catalogue_of(code: str) -> NullTranslations:
        return _Longer() if code == LONGER else catalogue(code)

    replaced: dict[str, Any] = {"catalogue": catalogue_of, "languages": lambda: (*all_languages(), LONGER)}
    for name, value in replaced.items():
        setattr(languages, name, value)
        setattr(page, name, value)
    setattr(ft.Text, "before_update", before_update)  # noqa: B010 - Flet calls it for every text
    setattr(Tables, "where", property(lambda _: WHERE, lambda *_: None))  # noqa: B010 - Settings shows it


if __name__ == "__main__":
    _measure(sys.argv.pop(1))
    main()
