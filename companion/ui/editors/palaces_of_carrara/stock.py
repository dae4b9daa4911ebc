"""What a player has beside the board: points on the track, coins, blocks and objects behind the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.palaces_of_carrara import actions
from companion.tables.state import with_player
from companion.ui.components.controls import caption, card, heading, notice
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component
from companion.ui.core.glyphs import MARKS
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import SPACE
from companion.ui.editors.palaces_of_carrara.pieces import block
from scoring.messages import counted
from scoring.palaces_of_carrara.data import OBJECTS_OF_A_TYPE
from scoring.palaces_of_carrara.object_card import number_of
from scoring.palaces_of_carrara.rules import blocks_held
from scoring.palaces_of_carrara.state import BLOCKS_OF_A_COLOR, Color, Object
from scoring.palaces_of_carrara.wording import OBJECTS

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable

MOST: Final = 999
"""The most points or coins that one enters, though the documents allow more coins."""


@component
def Stock(live: LiveTable, seat: int) -> ft.Control:
    """Show the track and what lies behind the screen of a seat."""
    use_revision(live)
    player = actions.player_of(live.state, seat)
    starts = tuple(f"players[{seat}].{field}" for field in ("blocks", "objects", "score", "coins"))
    wrong = [notice(sentence(one.message), wrong=True) for one in live.problems if one.path.startswith(starts)]
    blocks = counted(blocks_held(player), "block", "blocks")
    objects = counted(number_of(player.objects), "object", "objects")
    return ft.Column(
        [
            *wrong,
            card(
                [
                    heading("Points and coins"),
                    _number(
                        live,
                        seat,
                        Counter(name="Points on the track", most=MOST, char=MARKS["prestige"]),
                        "score",
                    ),
                    _number(live, seat, Counter(name="Coins", most=MOST, char=MARKS["coin"]), "coins"),
                ],
            ),
            card(
                [
                    heading("Blocks"),
                    caption(f"{blocks} in all; the most decide a tie."),
                    *(_blocks(live, seat, color) for color in Color),
                ],
            ),
            card(
                [
                    heading("Objects"),
                    caption(f"{objects} in all."),
                    *(_objects(live, seat, one) for one in Object),
                ],
            ),
        ],
        spacing=3 * SPACE,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _number(live: LiveTable, seat: int, counter: Counter, field: str) -> ft.Control:
    player = actions.player_of(live.state, seat)
    value: int = getattr(player, field)
    inked = Counter(name=counter.name, most=counter.most, char=counter.char, ink=ft.Colors.ON_SURFACE)

    async def keep(number: int) -> None:
        label = f"{player.name}, {counter.name.lower()}: {number}"
        await live.change(label, lambda state: with_player(state, seat, **{field: number}))

    return keyed(f"{seat} {field}", Stepper, inked, value, keep)


def _blocks(live: LiveTable, seat: int, color: Color) -> ft.Control:
    player = actions.player_of(live.state, seat)
    counter = Counter(name=f"{color.value.capitalize()} blocks", most=BLOCKS_OF_A_COLOR)

    async def keep(number: int) -> None:
        label = f"{player.name}, {counter.name.lower()}: {number}"
        await live.change(label, actions.with_blocks(seat, color, number))

    stepper = keyed(f"{seat} {color}", Stepper, counter, player.blocks.get(color, 0), keep)
    return ft.Row([block(color), ft.Container(stepper, expand=True)], spacing=2 * SPACE)


def _objects(live: LiveTable, seat: int, one: Object) -> ft.Control:
    player = actions.player_of(live.state, seat)
    name = OBJECTS[one][1].capitalize()
    counter = Counter(name=name, most=OBJECTS_OF_A_TYPE, char=MARKS[one.value], ink=ft.Colors.ON_SURFACE)

    async def keep(number: int) -> None:
        label = f"{player.name}, {counter.name.lower()}: {number}"
        await live.change(label, actions.with_object(seat, one, number))

    return keyed(f"{seat} {one}", Stepper, counter, player.objects.get(one, 0), keep)
