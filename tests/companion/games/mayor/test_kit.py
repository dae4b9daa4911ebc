"""What Mayor adds to the app apart from its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.games.mayor import copy_values
from companion.games.mayor.kit import MAYOR, begin, variants_of
from companion.tables.state import STYLES
from scoring.mayor.state import Kind, Variant

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless


@pytest.mark.parametrize(
    ("key", "variants"),
    [("basic", ()), ("events", (Variant.EVENTS,)), ("amenities", (Variant.AMENITIES,)), ("both", tuple(Variant))],
)
def test_the_variants_are_those_of_the_setup(key: str, variants: tuple[Variant, ...]) -> None:
    assert key in MAYOR.variants
    assert variants_of(key) == variants


def test_a_table_begins_with_the_lines_of_my_copy(app: Headless, copies: MyCopy) -> None:
    app.run(copy_values.LINES.keep(copies, Kind.SHOP, 7))
    state = begin(("Anna", "Ben"), STYLES[:2], "events", copies)
    assert state.table.tile_lines == {Kind.SHOP: 7}
    assert [(player.citizen, player.banker) for player in state.table.players] == [(0, 25), (0, 25)]
    keys = {item.key for item in MAYOR.setup(state)}
    assert {"festival", "amenities-removed", "neutral-markers"} <= keys
