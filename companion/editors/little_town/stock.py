"""What a player has: the score track, coins, cubes, and what is left to place; below it the objective cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.editors.little_town import acts
from companion.editors.little_town.objectives import ObjectiveCards
from companion.editors.little_town.pieces import column
from companion.editors.little_town.words import CUBE_MARKS
from companion.evening import with_player
from companion.guards import component
from companion.hooks import keyed
from companion.parts.basics import card, heading, notice, quiet
from companion.parts.stepper import Counter, Stepper
from companion.pictures import MARKS
from companion.theme import SPACE
from companion.ui import use_live, use_ui
from companion.words import sentence
from scoring.little_town.board import houses_left, reserve
from scoring.little_town.state import CUBES_OF_A_KIND, Cube
from scoring.little_town.wording import cubes_listed
from scoring.messages import counted, say

if TYPE_CHECKING:
    import flet as ft

    from companion.editors.little_town.acts import Town
    from companion.live import LiveTable
    from companion.theme import Palette

SCORE: Final = Counter(name="Score track", least=-999, most=999, char=MARKS["point"])
COINS: Final = Counter(name="Coins", most=999, char=MARKS["coin"])

CUBES_PATH: Final = ".cubes."
"""In the path of a problem about cubes, of which all players together hold too many."""


@component
def PlayerPlace(live: LiveTable, seat: int) -> ft.Control:
    """Show what a player has, and the objectives."""
    use_live(live)
    palette = use_ui().look.palette
    evening = live.evening
    player = acts.player_of(evening, seat)
    wrong = [one for one in live.problems if one.path.startswith(f"players[{seat}]") or CUBES_PATH in one.path]
    workers, houses = acts.at_hand(evening, seat), max(houses_left(evening.table, player.name), 0)
    left = (counted(workers, "worker", "workers"), counted(houses, "house", "houses"))
    kinds = cubes_listed(reserve(evening.table))
    items: list[ft.Control] = [heading(player.name), _field(live, seat, SCORE, "score", palette)]
    items.append(_field(live, seat, COINS, "coins", palette))
    items += [_cubes(live, seat, cube, palette) for cube in Cube]
    items.append(quiet(say("{name} has {left} left to place.", name=player.name, left=left), palette))
    items.append(quiet(say("In the reserve: {kinds}.", kinds=kinds), palette))
    return column(
        [
            *(notice(sentence(problem.message), palette, wrong=True) for problem in wrong),
            card(items, palette),
            keyed(f"objectives {seat}", ObjectiveCards, live, seat),
        ],
        3 * SPACE,
    )


def _field(live: LiveTable, seat: int, counter: Counter, field: str, palette: Palette) -> ft.Control:
    value: int = getattr(acts.player_of(live.evening, seat), field)
    name = acts.name_of(live.evening, seat)
    shown = Counter(name=counter.name, least=counter.least, most=counter.most, char=counter.char, ink=palette.ink)

    async def keep(number: int) -> None:
        label = f"{name}, {counter.name.lower()}: {number}"
        await live.change(label, lambda evening: with_player(evening, seat, **{field: number}))

    return keyed(f"{seat} {field}", Stepper, shown, value, keep)


def _cubes(live: LiveTable, seat: int, cube: Cube, palette: Palette) -> ft.Control:
    player = acts.player_of(live.evening, seat)
    counter = Counter(name=cube.value.capitalize(), most=CUBES_OF_A_KIND, char=MARKS[CUBE_MARKS[cube]], ink=palette.ink)

    async def keep(number: int) -> None:
        def act(evening: Town) -> Town:
            cubes = {**acts.player_of(evening, seat).cubes, cube: number}
            return with_player(evening, seat, cubes={one: held for one, held in cubes.items() if held})

        await live.change(f"{player.name}, {cube.value}: {number}", act)

    return keyed(f"{seat} {cube}", Stepper, counter, player.cubes.get(cube, 0), keep)
