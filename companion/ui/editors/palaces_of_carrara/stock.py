"""The Stock tab: points on the track, coins, and the blocks and objects behind the screen of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.ui.components.controls import caption, card, heading, notice
from companion.ui.components.correction import spot
from companion.ui.components.layout import column
from companion.ui.components.stepper import player_stepper
from companion.ui.core.context import use_selector
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import SPACE
from companion.ui.editors.palaces_of_carrara.drawings import block
from companion.ui.editors.palaces_of_carrara.screened import Screened, SecretSwitch
from scoring.fields import Between, nouns_of, numbers_under
from scoring.messages import counted, say, tr
from scoring.palaces_of_carrara.data import OBJECTS_OF_A_TYPE
from scoring.palaces_of_carrara.object_card import number_of
from scoring.palaces_of_carrara.rules import blocks_held
from scoring.palaces_of_carrara.state import BLOCKS_OF_A_COLOR, NUMBERS, Color, Object, Player
from scoring.players import problems_of

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from scoring.fields import Number
    from scoring.messages import Message

BLOCKS: Final = numbers_under(Color, "blocks", Between(0, BLOCKS_OF_A_COLOR))
OBJECTS: Final = numbers_under(Object, "objects", Between(0, OBJECTS_OF_A_TYPE))

NOUNS: Final = nouns_of(Player)

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
    blocks, objects = (tr("{number} in all", number=number) for number in held)
    points_and_coins = [player_stepper(live, seat, number) for number in NUMBERS.values()]
    return column(
        [
            *(notice(sentence(problem.message), wrong=True) for problem in wrong),
            card(points_and_coins),
            card(
                [
                    heading(NOUNS["blocks"].title),
                    caption(blocks),
                    *(_blocks(live, seat, color) for color in BLOCKS),
                ]
            ),
            spot(
                "objects",
                card(
                    [
                        heading(NOUNS["objects"].title),
                        caption(objects),
                        *(player_stepper(live, seat, number, holding) for number in OBJECTS.values()),
                    ]
                ),
            ),
        ],
        spacing=3 * SPACE,
    )


def _held(player: Player) -> tuple[int, int]:
    """Return the number of blocks, and of objects, of a player."""
    return blocks_held(player), number_of(player.objects)


def holding(player: str, number: Number, value: int) -> Message:
    """Return the label that undo has of what a player holds: so many blocks or objects."""
    return say("{what}: {value}", what=player, value=counted(value, *number.forms))


def _blocks(live: LiveTable, seat: int, color: Color) -> ft.Control:
    stepper = player_stepper(live, seat, BLOCKS[color], holding)
    return ft.Row([block(color), ft.Container(stepper, expand=True)], spacing=2 * SPACE)
