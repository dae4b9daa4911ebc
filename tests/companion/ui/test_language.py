"""The language of a browser: chosen in the settings, wanted by the browser, and another one on the phone beside it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path
from shutil import copy
from typing import TYPE_CHECKING, Final
from zipfile import ZipFile

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion.formatting import languages
from companion.formatting.languages import LANGUAGE_SETTING, WANTED
from companion.formatting.numbers import percent, tenths
from companion.games.said_entries import YES_OR_NO
from companion.games.score_pad import ready_pads
from companion.services.said_scores import read_scores
from companion.ui.core.page import begin_reading
from companion.ui.screens.settings import Settings
from companion.ui.screens.table_screen import TableScreen
from scoring.messages import ENGLISH, counted, reading, tr
from storage.repositories import access
from storage.repositories.tables import Store
from tests.companion.carpe_diem_tables import laid_out
from tests.companion.phones import of_host, on_phone, seated, stock
from tests.test_languages import builder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.companion.headless import Headless

GERMAN: Final[dict[str | tuple[str, str], str | tuple[str, str]]] = {
    "Settings": "Einstellungen",
    "Language": "Sprache",
    "Automatic": "Automatisch",
    "Text at {size}": "Text in {size}",
    "coins": "Münzen",
    "Undo": "Rückgängig",
    ("{number} point", "{number} points"): ("{number} Punkt", "{number} Punkte"),
    ("{number} point on the cards", "{number} points on the cards"): (
        "{number} Punkt auf den Karten",
        "{number} Punkte auf den Karten",
    ),
}
"""A catalogue that has some sentences; all others stay English."""


@pytest.fixture(autouse=True)
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let there be German besides English, and nothing else."""
    catalog = Catalog(locale="de")
    for template, words in GERMAN.items():
        catalog.add(template, words)
    folder = tmp_path / "assets" / languages.FOLDER
    folder.mkdir(parents=True)
    with (folder / "de.mo").open("wb") as file:
        write_mo(file, catalog)
    (folder / languages.INDEX).write_text(json.dumps({"names": {"de": "Deutsch"}}), encoding="utf-8")
    monkeypatch.setattr(languages, "assets", lambda: tmp_path / "assets")
    forget()
    yield
    forget()


gathered: Final = cache(builder.gathered)


@pytest.fixture
def dutch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Add a Dutch that somebody has begun, as CONTRIBUTING says, and return what the script says of it."""
    folder = tmp_path / "assets" / languages.FOLDER
    copy(Path(__file__).parent.parent / "formatting" / "nl.po", folder)
    copy(builder.WORDS, folder)
    for name in ("TEMPLATE", "INDEX", "WORDS"):
        monkeypatch.setattr(builder, name, folder / getattr(builder, name).name)
    monkeypatch.setattr(builder, "FOLDER", folder)
    monkeypatch.setattr(builder, "gathered", gathered)
    said = StringIO()
    monkeypatch.setattr(builder.sys, "stdout", said)
    builder.main()
    forget()
    return said.getvalue()


def test_a_language_that_is_begun_is_offered_as_such_and_english_where_it_has_no_words(
    app: Headless, dutch: str
) -> None:
    messages, faults = map(int, re.findall(r"(\d+) (?:templates|faults)", dutch))
    assert messages - faults == 49, "of fifty messages one has lost a value"
    screen = of_host(app, "/settings")
    screen.tap("Nederlands, 1\N{NO-BREAK SPACE}%")
    assert screen.has("Instellingen")
    assert screen.has("Animations"), "what has no translation stays English"
    with reading(languages.catalogue("nl")):
        assert str(counted(2, "{number} player", "{number} players")) == "2 spelers"
        assert str(counted(2, "{number} coin", "{number} coins")) == "2 coins"
        assert str(replace(YES_OR_NO, values={"name": "Anna"})) == "Anna: yes or no?", "it has lost its name in Dutch"


def test_pads_and_said_scores_read_in_a_language_that_is_begun(dutch: str) -> None:
    assert dutch
    assert languages.best_of(["nl", "de"]) == "de", "until it is whole, who wants it chooses it"
    game = ready_pads()["yahtzee"]
    with reading(languages.catalogue("nl")):
        assert [row.title for row in game.pad().categories[:4]] == ["Enen", "Tweeën", "Drieën", "Fours"]
        read = read_scores("Anna heeft eenentwintig en Ben acht en negentig", ("Anna", "Ben"), {"": "Round"}, "")
        english = read_scores("Anna has twenty-one and Ben ninety-eight", ("Anna", "Ben"), {"": "Round"}, "")
        assert [score.number for score in read.scores] == [score.number for score in english.scores] == [21, 98]
    assert "Dobbelpoker" in game.names


def test_a_browser_unpacks_a_language_when_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "PACKAGE", tmp_path / "companion")
    file = tmp_path / "assets" / languages.FOLDER / "de.mo"
    packed = file.with_suffix(languages.LANGUAGE_PACK)
    with ZipFile(packed, "w") as archive:
        archive.write(file, file.relative_to(tmp_path))
    whole = packed.read_bytes()
    file.unlink()
    forget()
    assert languages.languages() == ("en", "de")
    packed.write_bytes(b"<!DOCTYPE html>")  # as a network that wants a visitor to log in answers
    assert languages.catalogue("de") is ENGLISH
    packed.write_bytes(whole)
    with reading(languages.catalogue("de")):
        assert tr("Settings") == "Einstellungen"


def forget() -> None:
    languages.languages.cache_clear()
    languages._read.cache_clear()
    languages._index.cache_clear()


def test_a_page_changes_its_language_at_once(app: Headless) -> None:
    screen = of_host(app, "/settings")
    assert screen.has("Settings")
    screen.tap("Deutsch")
    assert screen.has("Einstellungen")
    assert screen.has("Sprache")
    assert not screen.has("Language")
    assert app.worker.run_blocking(Store.settings)[LANGUAGE_SETTING] == "de"
    screen.tap("English")
    assert screen.has("Settings")
    screen.tap("Deutsch")
    screen.tap("Automatisch")
    assert screen.has("Automatic")
    assert app.worker.run_blocking(Store.settings)[LANGUAGE_SETTING] is None


def test_every_language_has_its_own_name(app: Headless) -> None:
    screen = app.show(Settings, language="de")
    named = ["Automatisch", "English", "Deutsch"]
    assert [name for name in screen.names if name in named][:3] == named
    assert screen.has("125\u00a0%")


def test_a_language_that_is_gone_counts_as_none(app: Headless) -> None:
    screen = app.show(Settings, settings={LANGUAGE_SETTING: "tlh"}, language="tlh")
    assert screen.has("Language")


def test_without_a_setting_the_browser_decides(app: Headless) -> None:
    page = app.show(Settings).page
    with reading(ENGLISH):
        before = WANTED.set(("fr", "de-CH", "en"))
        begin_reading(page, {})
        WANTED.reset(before)
        assert tr("Settings") == "Einstellungen"
        begin_reading(page, {LANGUAGE_SETTING: "en"})
        assert tr("Settings") == "Settings"


def test_a_table_is_read_in_two_languages(app: Headless) -> None:
    live = laid_out(app)
    english, german = (app.show(TableScreen, live.id, "stock", 0, language=code) for code in ("en", "de"))
    english.tap("Coins, +1")
    assert english.has("Undo: Coins: 1")
    assert german.has("Rückgängig: Münzen: 1")
    german.tap("Rückgängig: Münzen: 1")
    assert english.has("Undo")
    assert german.has("Rückgängig")


def test_the_reasons_of_a_sheet_are_read_in_two_languages(app: Headless) -> None:
    live = laid_out(app)
    english, german = (app.show(TableScreen, live.id, "sheet", 0, language=code) for code in ("en", "de"))
    for screen in (english, german):
        screen.tap(next(name for name in screen.names if name.startswith("Anna: 8")))
    assert english.has("8 points on the cards.")
    assert german.has("8 Punkte auf den Karten.")


def test_a_phone_has_a_language_of_its_own(app: Headless) -> None:
    live = laid_out(app)
    visitor = seated(app, live, 0)
    host, phone = of_host(app, stock(live, 1)), on_phone(app, visitor)
    phone.tap("Deutsch")
    phone.go(stock(live))
    phone.tap("Münzen, +1")
    host.tap("Coins, +1")
    assert phone.has("Rückgängig: Münzen: 1")
    assert host.has("Undo: Coins: 1")
    assert LANGUAGE_SETTING not in app.worker.run_blocking(Store.settings)
    assert on_phone(app, visitor, stock(live)).has("Undo: Coins: 1")  # only `main` takes up what a phone keeps


def test_a_browser_elsewhere_that_is_the_hosts_has_a_language_of_its_own(app: Headless) -> None:
    app.worker.run_blocking(Store.set, LANGUAGE_SETTING, "de")
    token, code = access.new_token(), app.run(app.tables.access.join_code(access.HOST_CODE))
    _, visitor = app.run(app.tables.access.redeem(code.secret, token))
    elsewhere = on_phone(app, visitor, "/settings")
    elsewhere.tap("Dark")
    assert elsewhere.has("Settings")
    elsewhere.tap("Deutsch")
    assert elsewhere.has("Einstellungen")
    assert app.worker.run_blocking(Store.settings) == {LANGUAGE_SETTING: "de", "theme": "dark"}
    kept = app.worker.run_blocking(access.device_with_token, token)
    assert kept is not None
    assert kept.settings == {LANGUAGE_SETTING: "de"}
    elsewhere.tap("English")
    assert app.worker.run_blocking(Store.settings)[LANGUAGE_SETTING] == "de"


def test_numbers_are_written_as_the_reader_does() -> None:
    with reading(languages.catalogue("de")):
        assert (tenths(-4.25), percent(0.416)) == ("−4,2", "42\u00a0%")
    assert (tenths(-4.25), percent(0.416)) == ("−4.2", "42%")
