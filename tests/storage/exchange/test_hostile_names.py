"""Names made to break a file: whatever people, games and places are called, they come back as they were."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final
from xml.sax.saxutils import escape, quoteattr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.documents.fields import shown_name
from storage.exchange.bgstats import export_bgsplay
from storage.exchange.csv_file import export_csv
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories.history import Filter, stream
from storage.repositories.values import folded
from tests.storage.exchange.samples import exported, keep, number, plain, read, take_in
from tests.storage.exchange.test_bgg import listed
from tests.storage.stores import opened
from tests.strategies import examples

if TYPE_CHECKING:
    from pathlib import Path

EXPORTS: Final = {"csv": export_csv, "bgstats": export_bgsplay, "tessera": export_jsonl}

HOSTILE: Final = [
    "=1+1", "+1", "-1", "@SUM(A1)", "'=1", "＝1", "=cmd|' /C calc'!A0", '"', '""', "'", "''", ",", ";", ";;",
    '","', "\\", "\\n", "NULL", "null", "None", "nan", "true", "0", "-0", "1e999", "{}", "{0}", "{name}", "%s",
    "%n", "$(id)", "`id`", "${x}", "<b>", "</player>", "<!--", "]]>", "&amp;", "&", "&#0;", "&x;", "<?xml?>",
    "../..", "C:\\", "CON", "'; DROP TABLE plays;--", "Anna\u0301", "Ann\u00e1", "\u0130stanbul", "ıİ", "ſs",
    "ß", "ẞ", "ﬀ", "Ǆ", "Ω", "\u0041\u030a", "\U0001f469\u200d\U0001f680", "\u202eevil", "\u2066a\u2069",
    "a\u200bb", "a\u00adb", "a\u00a0b", "a\u3000b", "مرحبا", "שלום", "ก็็็็็", "e" + "\u0301" * 30, "x" * 40,
    "player", "Player", "total", "won", "date", "game", "place", "note", "Anonymous", "Anonymous player", "(1)",
    "Anna (2)",
]  # fmt: skip

NASTY: Final = "=+-@'\"\\,;:&<>{}%$`|/#\t\n\r\0\x1b\u200b\u200d\u202e\u2028\ufeff\ufffe\ud800 aA"

texts = st.one_of(st.sampled_from(HOSTILE), st.text(st.one_of(st.sampled_from(NASTY), st.characters()), max_size=40))


def storable(text: str) -> str:
    """Return a text as a name that is kept, "" where it is none."""
    return shown_name("".join(letter for letter in text if letter.isprintable() or letter == " "))[:40].strip()


names = texts.map(storable).filter(bool)
players = st.lists(names, min_size=1, max_size=5, unique_by=folded)


def in_history(data: bytes, path: Path) -> list[tuple[Any, ...]]:
    """Return what is in a history that had nothing but this file."""
    assert read(data).problems == ()
    with opened(path) as store:
        take_in(store, data)
        contents = list(stream(store, Filter()))
    return [
        (play.title, play.place, play.note, [(seat.name, seat.total) for seat in play.players]) for play in contents
    ]


@pytest.mark.parametrize("form", [*EXPORTS, "bgg"])
def test_what_goes_out_comes_back(form: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    @examples(10)
    @given(players, names, names, names)
    def there_and_back(players: list[str], title: str, place: str, note: str) -> None:
        folder = tmp_path_factory.mktemp("names")
        totals = {name: points for points, name in enumerate(players)}
        if form == "bgg":
            data = from_bgg(totals, title, place, note)
        else:
            with opened(folder / "one.db") as store:
                keep(store, replace(plain(dict(totals), title=title, note=note), place=place), number(1))
                data = exported(EXPORTS[form], store)
        assert in_history(data, folder / "other.db") == [(title, place, note, list(totals.items()))]

    there_and_back()


def from_bgg(totals: dict[str, int], title: str, place: str, note: str) -> bytes:
    """Return a play as BoardGameGeek has it."""
    players = "".join(
        f"<player username='' name={quoteattr(name)} startposition='' score='{points}' win='0'/>"
        for name, points in totals.items()
    )
    item = f"<item name={quoteattr(title)} objecttype='thing' objectid='230802'/>"
    head = f"<play id='11' date='2024-03-01' quantity='1' length='90' location={quoteattr(place)}>"
    play = f"{head}{item}<players>{players}</players><comments>{escape(note)}</comments></play>"
    return listed(play)
