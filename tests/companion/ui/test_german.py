"""A walk through all screens in German: none says a word that English alone has, nor lets a main button scroll away."""

from __future__ import annotations

import json
import re
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from babel.messages.pofile import read_po

from companion.system.paths import assets
from companion.ui.app import App
from companion.ui.editors import EDITORS
from storage.documents import codec
from tests.companion import phones
from tests.companion.played import in_play, put_play, put_result
from tests.companion.spoken import strays

if TYPE_CHECKING:
    from collections.abc import Iterable

    from babel.messages.catalog import Message

    from tests.companion.headless import Headless, Screen

GOLDEN: Final = Path(__file__).parents[2] / "golden"

TABLES: Final = {
    "carpe-diem": "cathy-frame",
    "little-town": "castle-watchtower-and-a-shared-win",
    "mayor": "job-sharing-scored",
    "palaces-of-carrara": "final-scoring-four-players",
    "score-pad": "farm",
}
"""A golden sheet of each game, which lies on the table."""

WORD: Final = re.compile(r"[^\W\d_]{3,}")

VALUE: Final = re.compile(r"{[^{}]*}")

NEVER_GERMAN: Final = frozenset(
    {"the", "and", "with", "you", "your", "not", "for", "from", "has", "are", "were", "this"}
)
"""English words that no name has."""


@cache
def english_words() -> frozenset[str]:
    """Words that templates have in English, and no translation has in German: names and borrowed words are in both."""
    with (assets() / "languages" / "de.po").open("rb") as file:
        entries = [entry for entry in read_po(file, locale="de") if entry.id and not _is_of_pad(entry)]
    english = {word for entry in entries for word in _words(_texts(entry.id))}
    german = {word for entry in entries for word in _words(_texts(entry.string))}
    return frozenset(english - german)


def _is_of_pad(entry: Message) -> bool:
    """Whether a message is a word of a game, which may be anybody's."""
    return any(place.startswith(("assets/shelf/", "assets/decks/")) for place, _ in entry.locations)


def _texts(text: str | Iterable[str] | None) -> Iterable[str]:
    return (text or "",) if isinstance(text, str | None) else text


def _words(texts: Iterable[str]) -> set[str]:
    return {word.casefold() for text in texts for word in WORD.findall(VALUE.sub(" ", text))}


def english_in(screen: Screen, typed: Iterable[str]) -> list[str]:
    """What a screen says with a word that is English alone, beside the words that somebody typed."""
    typed_words = _words(typed)
    return [name for name in screen.names if (_words([name]) - typed_words) & english_words()]


def test_the_words_that_are_looked_for_are_those_of_english() -> None:
    assert english_words() >= NEVER_GERMAN
    assert "carpe" not in english_words()


def begun(app: Headless, game: str) -> tuple[str, list[str]]:
    """A golden sheet of a game on a table: the address, and what somebody typed there."""
    path = GOLDEN / game / f"{TABLES[game]}.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    read = codec.read_table(document)
    table = app.run(app.tables.begin(game, in_play(read, app.tables.copies[game])))
    pad = document["table"].get("pad", {})
    titles = [pad.get("title", ""), *(category["title"] for category in pad.get("categories", ()))]
    return table, [*(player.name for player in read.table.players), *titles]


@pytest.mark.parametrize("game", TABLES)
def test_the_table_of_a_game_is_german_in_all_its_tabs(app: Headless, game: str) -> None:
    table, typed = begun(app, game)
    routes = [f"/table/{table}/{tab.key}/0" for tab in EDITORS[game].tabs]
    routes += [f"/{which}/{table}" for which in ("seating", "dice", "phones", "code/table", "part")]
    screen = app.show(App, phones.context_of(app), language="de")
    for route in (*routes, f"/help/{game}/{table}", f"/settings/{game}"):
        screen.go(route)
        assert (english_in(screen, typed), strays(screen)) == ([], []), route


@pytest.mark.parametrize("game", TABLES)
def test_whatever_is_tapped_at_a_table_answers_in_german(app: Headless, game: str) -> None:
    table, typed = begun(app, game)
    screen = app.show(App, phones.context_of(app), language="de")
    for tab in EDITORS[game].tabs:
        route = f"/table/{table}/{tab.key}/0"
        screen.go(route)
        for name in dict.fromkeys(screen.names):
            if not screen.can_be_tapped(name):
                continue
            screen.tap(name)
            assert (english_in(screen, typed), strays(screen)) == ([], []), f"{route}: {name}"
            screen.go(route)


def test_all_other_screens_are_german(app: Headless) -> None:
    play = app.worker.run_blocking(
        put_play, date(2026, 1, 4), {"Anna": (40, 5, 9, 14, 6, 17), "Ben": (38, 4, 12, 9, 10, 10)}
    )
    app.worker.run_blocking(put_result, date(2026, 1, 5), {"Anna": 12, "Ben": 9})
    screen = app.show(App, phones.context_of(app), language="de")
    plays = (f"/play/{play}", f"/play/{play}/correct", f"/play/{play}/picture", f"/code/play/{play}")
    statistics = ("/statistics", "/statistics/all", "/statistics/carpe-diem", "/statistics/carpe-diem/Anna")
    others = (
        "/history",
        "/history/deleted",
        "/game/carpe-diem",
        "/people",
        "/exchange",
        "/settings",
        "/take",
        "/cards",
    )
    begin = ("/", "/new", "/new/pad", "/settings/score-pad/pad", "/no/such/address", "/cards")
    for route in (*begin, *plays, *statistics, *others):
        screen.go(route)
        if screen.has("Mehr zeigen: Statistik"):
            screen.tap("Mehr zeigen: Statistik")
        assert (english_in(screen, ["Anna", "Ben", "Azul", app.tables.where]), strays(screen)) == ([], []), route


def test_a_phone_at_a_table_is_german(app: Headless) -> None:
    table, typed = begun(app, "carpe-diem")
    live = app.run(app.tables.open(table))
    assert live is not None
    visitor = phones.come(app, live)
    screen = app.show(App, phones.context_of(app), visitor, language="de")
    for route in ("/", f"/seat/{table}", f"/table/{table}", f"/table/{table}/sheet/0"):
        screen.go(route)
        assert (english_in(screen, typed), strays(screen)) == ([], []), route
