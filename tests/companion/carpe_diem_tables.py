"""Tables of Carpe Diem in play, on a store of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.carpe_diem.kit import begin
from companion.tables.state import STYLES, Extras, TableState
from companion.ui.editors.carpe_diem.district import DistrictTab
from scoring.carpe_diem.state import District, Feature, Kind, Player, Table, Tile

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.games.carpe_diem.actions import CarpeDiemTable
    from companion.tables.attempt import Transition
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen

GAME = "carpe-diem"

PAPER = {
    "victory_cards": (38, 42, 31),
    "items": (4, 3, 6),
    "prestige": (9, 12, 4),
    "frame": (14, 9, 17),
    "fountains": (6, 10, 8),
    "villas": (17, 10, 24),
}
"""The numbers of three players on a sheet of paper, by rule, in seat order."""


def tile(cell: str, *features: str) -> Tile:
    """A tile from texts such as "pond NE", "villa S2" (two chimneys), "market"."""
    return Tile(cell=cell, features=tuple(map(_feature, features)))


def _feature(text: str) -> Feature:
    kind, _, rest = text.partition(" ")
    opens = rest.rstrip("0123456789")
    return Feature(kind=Kind(kind), opens=opens, chimneys=int(rest[len(opens) :] or 0))


def district(*tiles: Tile, shovel: str | None = None) -> District:
    return District(tiles=tiles, shovel=shovel)


def player_with(name: str, *tiles: Tile, **fields: Any) -> Player:
    """A player with these tiles before them, or with a tally that is given."""
    board = {} if "tally" in fields else {"district": district(*tiles)}
    return Player(**{"name": name, "victory_cards": 0, "prestige": 0, "writs_left": 9, **board, **fields})


def table_state(*players: Player, **fields: Any) -> CarpeDiemTable:
    """These players at a table, with Ben beside one who is alone."""
    seated = players if len(players) > 1 else (*players, player_with("Ben", stack=1))
    return TableState(table=Table(players=seated, **fields), extras=Extras(seats=STYLES[: len(seated)]))


def after_actions(state: CarpeDiemTable, *actions: Transition) -> CarpeDiemTable:
    """What becomes of a state by actions, one after the other."""
    for apply in actions:
        state = apply(state)
    return state


def laid_out(app: Headless, *names: str) -> LiveTable:
    """A table before the first turn, begun and open."""
    state = begin(names or ("Anna", "Ben"), STYLES[: len(names) or 2], "second", app.tables.copies[GAME])
    return begun(app, state)


def begun(app: Headless, state: CarpeDiemTable) -> LiveTable:
    """A table as it lies there, begun and open."""
    return app.begin_table(GAME, state)


def lying(app: Headless, *tiles: Any, **fields: Any) -> tuple[LiveTable, Screen]:
    """A table where these tiles lie before Anna, and her board."""
    live = begun(app, table_state(player_with("Anna", *tiles, **fields)))
    return live, app.show(DistrictTab, live, 0)


def change(
    app: Headless, live: LiveTable, apply: Callable[[Any], Any], label: str = "step", author: str = "host"
) -> None:
    """Change a table, wherever that comes from."""
    app.run(as_user(live, author).change(label, apply))


def as_user(live: LiveTable, author: str) -> LiveTable:
    """The same table as somebody has it who may do everything."""
    return live.as_user(author, lambda: None)
