"""The titles of a pad in the language of whoever reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.formatting.languages import catalogue
from scoring import GAMES
from scoring.messages import reading
from scoring.score_pad.game import remarks
from scoring.score_pad.state import worded
from storage.documents import codec
from tests.scoring.score_pad.pads import category, document

if TYPE_CHECKING:
    from scoring.score_pad.state import Table

HUTS = category("points", "huts", heading="Buildings")


def table(**titles: dict[str, str]) -> Table:
    more = {"titles": titles} if titles else {}
    entries = [{"huts": 3, "boats": 1}, {"boats": 2}]
    read: Table = codec.read_table(document(HUTS, category("points", "boats"), entries=entries, **more)).table
    return read


@pytest.mark.parametrize(
    ("code", "titles", "heading"), [("de", ["Hütten", "Boats"], "Gebäude"), ("en", ["Huts", "Boats"], "Buildings")]
)
def test_titles_are_worded_when_they_are_read(code: str, titles: list[str], heading: str) -> None:
    of_sheet = table(de={"huts": "Hütten", "huts.heading": "Gebäude"}, fr={"huts": "Cabanes"})
    game = GAMES["score-pad"].at(of_sheet)
    gap = remarks(of_sheet)
    with reading(catalogue(code)):
        assert list(map(str, game.rules.values())) == titles
        assert [str(text) for text in game.headings.values()] == [heading]
        assert titles[0] in str(gap[0])
        pad = worded(of_sheet.pad)
    assert [part.title for part in pad.categories] == titles
    assert (pad.categories[0].heading, pad.titles) == (heading, None)


def test_a_pad_in_one_language_stays_as_it_is() -> None:
    pad = table().pad
    assert worded(pad) is pad
