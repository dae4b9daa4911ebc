"""What is entered at a table of Mayor apart from the actions of a turn."""

from __future__ import annotations

from functools import partial

from companion.games.mayor import actions
from companion.tables.state import state_of, stored_of, transition
from scoring.mayor.game import MAYOR
from scoring.mayor.state import Event, Kind, Variant
from scoring.mayor.turns import Laying, place_tile, walk
from tests.companion.mayor_tables import after_actions, holding, three_citizens
from tests.scoring.mayor.tables import ORDER, tile


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
    assert state_of(MAYOR, stored_of(after)) == after
