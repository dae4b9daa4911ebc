"""Tables of The Palaces of Carrara in play, on a store of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.palaces_of_carrara.kit import GAME, begin
from companion.tables.state import STYLES, Extras, TableState
from tests.scoring.palaces_of_carrara.boards import player, table, with_cards

if TYPE_CHECKING:
    from companion.games.palaces_of_carrara.actions import CarraraTable
    from companion.tables.attempt import Transition
    from companion.tables.live_table import LiveTable
    from companion.ui.core.context import Viewport
    from scoring.palaces_of_carrara.state import Player, Table
    from tests.companion.headless import Headless, Screen


def table_state(table_: Table, **in_play: Any) -> CarraraTable:
    """A table as it is played, with these fields that only a table in play has."""
    return TableState(table=replace(table_, **in_play), extras=Extras(seats=STYLES[: len(table_.players)]))


def base(*players: Player) -> CarraraTable:
    """These players at a table of the base game, with Ben next to one who is alone."""
    return table_state(table(*(players if len(players) > 1 else (*players, player("Ben")))))


def expanded(*players: Player, **cards: Any) -> CarraraTable:
    """These players at a table with the expansion, with Ben next to one who is alone."""
    return table_state(with_cards(*(players if len(players) > 1 else (*players, player("Ben"))), **cards))


def without_cards(*players: Player) -> CarraraTable:
    """A table with the expansion whose cards are not picked yet."""
    state = base(*players)
    return replace(state, table=replace(state.table, expansion=True))


def after_actions(state: CarraraTable, *actions: Transition) -> CarraraTable:
    """The table after these actions, one after the other."""
    for apply in actions:
        state = apply(state)
    return state


def laid_out(app: Headless, variant: str = "base", *names: str) -> LiveTable:
    """A table before the first turn, begun and open."""
    seated = names or ("Anna", "Ben")
    return begun(app, begin(seated, STYLES[: len(seated)], variant, app.tables.copies[GAME]))


def begun(app: Headless, state: CarraraTable) -> LiveTable:
    """A table as it lies there, begun and open."""
    return app.begin_table(GAME, state)


def shown(
    app: Headless, place: Any, state: CarraraTable, *seat: int, viewport: Viewport | None = None
) -> tuple[LiveTable, Screen]:
    """A place of the table screen, and the table that it shows."""
    live = begun(app, state)
    return live, app.show(place, live, *seat, viewport=viewport)


def first(live: LiveTable) -> Player:
    """Who sits first."""
    hers: Player = live.state.table.players[0]
    return hers
