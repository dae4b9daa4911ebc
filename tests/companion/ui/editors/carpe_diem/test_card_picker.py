"""The face of a forum card."""

from __future__ import annotations

from hypothesis import given

from companion.games.carpe_diem import wording as words
from companion.ui.editors.carpe_diem.forum_grid import face_height, given_lines, lines, measures
from scoring.carpe_diem.state import Card, Reward, Thing
from tests.scoring.carpe_diem import strategies

VILLAS = Card(own={Thing.VILLA: 2}, reward=Reward(coins=1, bread=1, prestige=1))


@given(strategies.cards)
def test_a_face_holds_its_card_at_every_size_of_text(card: Card) -> None:
    for scale in (1.0, 2.0):
        sizes = measures(64, scale)
        taken = lines(words.asked_pieces(card), sizes) + lines(words.given_pieces(card), sizes)
        assert face_height((card,), 64, scale) > taken * sizes.line
        assert face_height((card, VILLAS), 64, scale) >= face_height((card,), 64, scale)
        assert given_lines((card, VILLAS), 64, scale) >= given_lines((card,), 64, scale)
