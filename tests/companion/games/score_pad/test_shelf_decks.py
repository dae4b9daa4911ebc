"""Decks of the shelf: documents name them by key and checksum, and never hold them whole."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.games.score_pad import shelf
from companion.games.score_pad.shelf import rules_checksum
from companion.site.python_files import READ
from companion.system.paths import assets
from scoring.fields import Library
from scoring.messages import say
from storage.codes import contents
from storage.codes.contents import ContentKind
from storage.documents import codec
from tests.scoring.score_pad.pads import category, document

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEY: Final = "fantasy-realms"


def written(name: str = KEY) -> dict[str, Any]:
    held: dict[str, Any] = json.loads((assets() / "decks" / f"{name}.json").read_text("utf-8"))
    return held


def table(deck: Any) -> dict[str, Any]:
    return document(category("cards", deck=deck), entries=[{"one": {"king": 1, "knights": 1}}, {"one": 12}])


def deck_of(raw: dict[str, Any]) -> Any:
    """The deck as the document of what was read has it."""
    read = codec.read_table(raw)
    return codec.table_document(read.game, read.table)["table"]["pad"]["categories"][0]["deck"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The assets with decks of their own."""
    shutil.copytree(assets() / "decks", tmp_path / "decks")
    monkeypatch.setattr(shelf, "assets", lambda: tmp_path)
    _forget()
    yield tmp_path / "decks"
    _forget()


def _forget() -> None:
    shelf._decks.cache_clear()
    shelf._deck_names.cache_clear()


def test_a_deck_is_found_by_its_key_and_travels_with_its_checksum() -> None:
    name = f"{KEY}@{rules_checksum(written()['deck'])}"
    assert deck_of(table(KEY)) == deck_of(table(name)) == deck_of(table(written()["deck"])) == name
    assert codec.read_table(table(KEY)).table == codec.read_table(table(name)).table


def test_a_result_with_a_deck_travels_by_name_and_comes_back() -> None:
    read = codec.read_table(table(KEY))
    sheet = codec.score_result(read.game, read.game.score(read.table))
    sent = contents.play_result(sheet, table=codec.table_document(read.game, read.table)["table"])
    raw = codec.to_json(contents.document(sent))
    assert f"{KEY}@".encode() in raw
    assert b"Mountain" not in raw
    came = contents.read(ContentKind.RESULT, json.loads(raw))
    assert isinstance(came, contents.PlayResult)
    assert came.table == read.table


def test_a_deck_of_ones_own_stays_whole() -> None:
    own = {"tags": {}, "cards": [{"key": "king", "name": "King", "number": 9}, {"key": "knights", "name": "Knights"}]}
    assert [card["name"] for card in deck_of(table(own))["cards"]] == ["King", "Knights"]


@pytest.mark.parametrize("name", ["moon", f"{KEY}@00000000", "moon@00000000", ""])
def test_a_deck_that_this_version_does_not_have_is_named(name: str) -> None:
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_table(table(name))
    assert [(problem.path, str(problem.message)) for problem in caught.value.problems] == [
        ("pad.categories[0].deck", f'"{name}": this version of Tessera has no such deck')
    ]


def test_what_was_played_with_an_earlier_deck_is_scored_as_it_was(folder: Path) -> None:
    earlier = f"{KEY}@{rules_checksum(written()['deck'])}"
    before = codec.read_table(table(KEY))
    (folder / f"{KEY}.json").rename(folder / f"{earlier}.json")
    later = written()
    next(card for card in later["deck"]["cards"] if card["key"] == "knights")["number"] = 21
    (folder / f"{KEY}.json").write_text(json.dumps(later), encoding="utf-8")
    _forget()
    assert codec.read_table(table(earlier)).table == before.table
    assert deck_of(table(earlier)) == earlier
    assert deck_of(table(KEY)) == f"{KEY}@{rules_checksum(later['deck'])}" != earlier


def test_names_of_cards_are_no_part_of_the_checksum() -> None:
    deck = written("forest-shuffle")["deck"]
    renamed = json.loads(json.dumps(deck))
    renamed["cards"][0]["name"], renamed["words"] = "Lime", {"de": {"linden": "Linde"}}
    renamed["tags"]["tree"], renamed["shared"][0]["name"] = "Trees", "All butterflies"
    assert rules_checksum(renamed) == rules_checksum(deck)
    renamed["cards"][0]["points"] = []
    assert rules_checksum(renamed) != rules_checksum(deck)


def test_decks_are_among_the_files_of_the_site() -> None:
    assert ("decks", "*.json") in READ


def test_a_library_without_a_place_has_nothing() -> None:
    assert (Library().find(KEY), Library().name(say("deck"))) == (None, None)
