"""What a player has: the score track, coins, cubes, and what is left to place; below it the objective cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town import actions
from companion.games.little_town.wording import CUBE_MARKS
from companion.tables.state import with_player
from companion.ui.components.controls import caption, card, heading, notice
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component
from companion.ui.core.glyphs import MARKS
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import SPACE
from companion.ui.editors.little_town.objectives import ObjectiveCards
from companion.ui.editors.little_town.pieces import column
from scoring.little_town.board import houses_left, reserve
from scoring.little_town.state import CUBES_OF_A_KIND, Cube
from scoring.little_town.wording import cubes_listed
from scoring.messages import counted, say

if TYPE_CHECKING:
    from companion.games.little_town.actions import LittleTownTable
    from companion.tables.live_table import LiveTable

SCORE: Final = Counter(name="Score track", least=-999, most=999, char=MARKS["point"])
COINS: Final = Counter(name="Coins", most=999, char=MARKS["coin"])

CUBES_PATH: Final = ".cubes."
"""In the path of a problem about cubes, of which all players together hold too many."""


@component
def PlayerTab(live: LiveTable, seat: int) -> ft.Control:
    """Show what a player has, and the objectives."""
    use_revision(live)
    state = live.state
    player = actions.player_of(state, seat)
    wrong = [one for one in live.problems if one.path.startswith(f"players[{seat}]") or CUBES_PATH in one.path]
    workers, houses = actions.at_hand(state, seat), max(houses_left(state.table, player.name), 0)
    left = (counted(workers, "worker", "workers"), counted(houses, "house", "houses"))
    kinds = cubes_listed(reserve(state.table))
    items: list[ft.Control] = [heading(player.name), _field(live, seat, SCORE, "score")]
    items.append(_field(live, seat, COINS, "coins"))
    items += [_cubes(live, seat, cube) for cube in Cube]
    items.append(caption(say("{name} has {left} left to place.", name=player.name, left=left)))
    items.append(caption(say("In the reserve: {kinds}.", kinds=kinds)))
    return column(
        [
            *(notice(sentence(problem.message), wrong=True) for problem in wrong),
            card(items),
            keyed(f"objectives {seat}", ObjectiveCards, live, seat),
        ],
        3 * SPACE,
    )


def _field(live: LiveTable, seat: int, counter: Counter, field: str) -> ft.Control:
    value: int = getattr(actions.player_of(live.state, seat), field)
    name = actions.name_of(live.state, seat)
    shown = Counter(
        name=counter.name, least=counter.least, most=counter.most, char=counter.char, ink=ft.Colors.ON_SURFACE
    )

    async def keep(number: int) -> None:
        label = f"{name}, {counter.name.lower()}: {number}"
        await live.change(label, lambda state: with_player(state, seat, **{field: number}))

    return keyed(f"{seat} {field}", Stepper, shown, value, keep)


def _cubes(live: LiveTable, seat: int, cube: Cube) -> ft.Control:
    player = actions.player_of(live.state, seat)
    counter = Counter(
        name=cube.value.capitalize(), most=CUBES_OF_A_KIND, char=MARKS[CUBE_MARKS[cube]], ink=ft.Colors.ON_SURFACE
    )

    async def keep(number: int) -> None:
        def apply(state: LittleTownTable) -> LittleTownTable:
            cubes = {**actions.player_of(state, seat).cubes, cube: number}
            return with_player(state, seat, cubes={one: held for one, held in cubes.items() if held})

        await live.change(f"{player.name}, {cube.value}: {number}", apply)

    return keyed(f"{seat} {cube}", Stepper, counter, player.cubes.get(cube, 0), keep)
