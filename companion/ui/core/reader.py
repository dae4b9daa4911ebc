"""The reader of a page: the language in which this browser shows everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.languages import LANGUAGE_SETTING, WANTED, best_of, catalogue, languages
from scoring.messages import read_by

if TYPE_CHECKING:
    from collections.abc import Mapping

_KEY: Final = "language"
"""The key of the session under which stands the code of the language."""

_WANTED_KEY: Final = "languages wanted"
"""The key of the session under which stand the languages that the browser asks for, best first."""


def begin_reading(page: ft.Page, settings: Mapping[str, Any]) -> None:
    """Take up the languages that the browser of a new page asks for, and show the page in the best one."""
    page.session.store.set(_WANTED_KEY, WANTED.get())
    apply_language(page, settings)


def apply_language(page: ft.Page, settings: Mapping[str, Any]) -> None:
    """Show a page in the language of the settings, or else in the best one that its browser asks for."""
    chosen = settings.get(LANGUAGE_SETTING)
    code = chosen if chosen in languages() else best_of(page.session.store.get(_WANTED_KEY) or ())
    page.session.store.set(_KEY, code)
    locales = [ft.Locale(language) for language in languages()]
    page.locale_configuration = ft.LocaleConfiguration(supported_locales=locales, current_locale=ft.Locale(code))
    read_by(catalogue(code))


def read_as(page: ft.Page) -> None:
    """Word messages for the reader of a page from now on, in this task."""
    read_by(catalogue(page.session.store.get(_KEY) or ""))
