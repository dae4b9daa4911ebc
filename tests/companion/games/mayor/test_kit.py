"""What Mayor adds to the app apart from its rules: its set-up, my copy, and what is entered outside a turn."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from companion.games.mayor import actions, copy_values
from companion.games.mayor.kit import MAYOR, begin, variants_of
from companion.tables.state import STYLES, state_of, stored_of, transition
from scoring import GAMES
from scoring.mayor.state import Event, Kind, Street, Variant
from scoring.mayor.turns import Laying, place_tile, walk
from tests.companion.mayor_tables import after_actions, holding, know_the_rondel, three_citizens
from tests.scoring.mayor.tables import ORDER, tile

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


def test_the_rondel_is_known_once_two_things_are_entered(app: Headless, copies: MyCopy) -> None:
    assert copy_values.rondel(copies) is None
    app.run(copy_values.RONDEL.keep(copies, copy_values.AFTER_SHOP, Kind.CHURCH))
    assert copy_values.rondel(copies) is None
    know_the_rondel(app)
    spaces = copy_values.rondel(copies) or ()
    assert tuple(space.kind for space in spaces) == ORDER
    assert [space.street for space in spaces] == [Street.RED, Street.YELLOW, Street.BLUE, Street.GREEN, None]
    app.run(copy_values.RONDEL.keep(copies, copy_values.AFTER_SHOP, Kind.STATUE))
    assert [space.kind for space in copy_values.rondel(copies) or ()][2:] == [Kind.STATUE, Kind.PARK, Kind.CHURCH]


def test_prices_are_known_by_the_tiles_left(app: Headless, copies: MyCopy) -> None:
    for left, shown in ((6, 7), (5, 6)):
        app.run(copy_values.PRICES.keep(copies, copy_values.price_key(Kind.SHOP, left), shown))
    assert copy_values.price(copies, Kind.SHOP, 5) == 6
    assert copy_values.price(copies, Kind.SHOP, None) is None
    assert copy_values.price(copies, Kind.BANK, 5) is None
    assert [entry.value for entry in copy_values.prices(copies, Kind.SHOP)] == [7, 6]


def test_another_event_is_due_no_more_once_it_is_in_effect() -> None:
    event = Event(dearer={Kind.BANK: 1})
    after = after_actions(three_citizens(event_due=True), lambda state: actions.with_event(state, event))
    assert (after.table.event, after.table.event_due) == (event, False)


def test_a_tile_that_two_phones_take_away_at_once_goes_once() -> None:
    bank = tile("bank", "red S +")
    state = holding(three_citizens(), 0, bank, bank, tile("park", "shop 2"))
    take = partial(actions.take_away, seat=0, seen=state.table.held[0], number=0)
    after = after_actions(state, take, take)
    assert (after.table.held[0], after.table.players[0].tiles) == (
        state.table.held[0][1:],
        state.table.players[0].tiles - 1,
    )


def test_all_of_it_is_stored_and_read_again() -> None:
    before = holding(
        three_citizens(points=4, variants=tuple(Variant)), 0, tile("bank", "red S +"), tile("park", "shop 2")
    )
    after = after_actions(
        before,
        lambda state: actions.with_shown_price(state, Kind.SHOP, 6),
        lambda state: actions.with_event(state, Event(dearer={Kind.BANK: 1})),
        transition(walk, 0, Kind.CHURCH, ORDER),
        transition(place_tile, 0, Laying(placement=None, tile=0), ORDER),
    )
    assert state_of(GAMES["mayor"], stored_of(after)) == after
