"""The Stock tab: points on the track, coins, and the blocks and objects behind the screen of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.palaces_of_carrara import actions
from companion.ui.components.controls import caption, card, heading, notice
from companion.ui.components.correction import spot
from companion.ui.components.layout import column
from companion.ui.components.stepper import Counter, Stepper, player_stepper
from companion.ui.core.context import use_selector
from companion.ui.core.error_boundary import component, memo
from companion.ui.core.glyphs import MARKS
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import SPACE
from companion.ui.editors.palaces_of_carrara.drawings import block
from companion.ui.editors.palaces_of_carrara.screened import Screened, SecretSwitch
from scoring.messages import counted, say, tr
from scoring.palaces_of_carrara.data import OBJECTS_OF_A_TYPE
from scoring.palaces_of_carrara.object_card import number_of
from scoring.palaces_of_carrara.rules import blocks_held
from scoring.palaces_of_carrara.state import BLOCKS_OF_A_COLOR, NUMBERS, Color, Object
from scoring.palaces_of_carrara.wording import BLOCK_TITLES, COLOR_BLOCKS, OBJECT_TITLES, OBJECTS
from scoring.players import problems_of

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from scoring.palaces_of_carrara.state import Player

FIELDS: Final = ("blocks", "objects", "score", "coins")
"""The fields of a player that are entered on this tab."""


@component
def Stock(live: LiveTable, seat: int) -> ft.Control:
    """Show the points, coins, blocks and objects of a seat, and whether they are hidden."""
    behind = keyed(f"stock {seat}", Screened, live, seat, lambda: Holdings(live, seat))
    return column([behind, SecretSwitch(live)], spacing=3 * SPACE)


@component
def Holdings(live: LiveTable, seat: int) -> ft.Control:
    """Show the points, coins, blocks and objects of a seat; each number is drawn anew when it changes."""
    wrong = use_selector(live, lambda: problems_of(live.problems, seat, *FIELDS))
    held = use_selector(live, lambda: _held(live.state.table.players[seat]))
    blocks = counted(
        held[0],
        "{number} block in all; the most blocks win a tie.",
        "{number} blocks in all; the most blocks win a tie.",
    )
    objects = counted(held[1], "{number} object in all.", "{number} objects in all.")
    points_and_coins = [
        heading(tr("Points and coins")),
        *(player_stepper(live, seat, number) for number in NUMBERS.values()),
    ]
    return column(
        [
            *(notice(sentence(problem.message), wrong=True) for problem in wrong),
            card(points_and_coins),
            card(
                [
                    heading(tr("Blocks")),
                    caption(blocks),
                    *(keyed(color.value, BlocksStepper, live, seat, color) for color in Color),
                ]
            ),
            spot(
                "objects",
                card(
                    [
                        heading(tr("Objects")),
                        caption(objects),
                        *(keyed(one.value, ObjectsStepper, live, seat, one) for one in Object),
                    ]
                ),
            ),
        ],
        spacing=3 * SPACE,
    )


def _held(player: Player) -> tuple[int, int]:
    """Return the number of blocks, and of objects, of a player."""
    return blocks_held(player), number_of(player.objects)


@memo
def BlocksStepper(live: LiveTable, seat: int, color: Color) -> ft.Control:
    """Show the number of blocks of a color, to be changed."""
    number = use_selector(live, lambda: live.state.table.players[seat].blocks.get(color, 0))
    counter = Counter(name=BLOCK_TITLES[color], most=BLOCKS_OF_A_COLOR)

    async def keep(entered: int) -> None:
        name = live.state.table.players[seat].name
        label = say("{player}: {blocks}", player=name, blocks=counted(entered, *COLOR_BLOCKS[color]))
        await live.change(label, actions.with_blocks(seat, color, entered))

    return ft.Row([block(color), ft.Container(Stepper(counter, number, keep), expand=True)], spacing=2 * SPACE)


@memo
def ObjectsStepper(live: LiveTable, seat: int, one: Object) -> ft.Control:
    """Show the number of objects of a type, to be changed."""
    number = use_selector(live, lambda: live.state.table.players[seat].objects.get(one, 0))
    counter = Counter(name=OBJECT_TITLES[one], most=OBJECTS_OF_A_TYPE, char=MARKS[one.value], ink=ft.Colors.ON_SURFACE)

    async def keep(entered: int) -> None:
        name = live.state.table.players[seat].name
        label = say("{player}: {objects}", player=name, objects=counted(entered, *OBJECTS[one]))
        await live.change(label, actions.with_object(seat, one, entered))

    stepper: ft.Control = Stepper(counter, number, keep)
    return stepper
