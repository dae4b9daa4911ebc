"""What a player has beside the board: points on the track, coins, blocks and objects behind the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.editors.palaces_of_carrara import acts
from companion.editors.palaces_of_carrara.pieces import block
from companion.evening import with_player
from companion.guards import component
from companion.hooks import keyed
from companion.parts.basics import card, heading, notice, quiet
from companion.parts.stepper import Counter, Stepper
from companion.pictures import MARKS
from companion.theme import SPACE
from companion.ui import use_live, use_ui
from companion.words import sentence
from scoring.messages import counted
from scoring.palaces_of_carrara.data import OBJECTS_OF_A_TYPE
from scoring.palaces_of_carrara.object_card import number_of
from scoring.palaces_of_carrara.rules import blocks_held
from scoring.palaces_of_carrara.state import BLOCKS_OF_A_COLOR, Color, Object
from scoring.palaces_of_carrara.wording import OBJECTS

if TYPE_CHECKING:
    from companion.live import LiveTable
    from companion.theme import Palette

MOST: Final = 999
"""The most points or coins that one enters, though the documents allow more coins."""


@component
def Stock(live: LiveTable, seat: int) -> ft.Control:
    """Show the track and what lies behind the screen of a seat."""
    use_live(live)
    palette = use_ui().look.palette
    player = acts.player_of(live.evening, seat)
    starts = tuple(f"players[{seat}].{field}" for field in ("blocks", "objects", "score", "coins"))
    wrong = [notice(sentence(one.message), palette, wrong=True) for one in live.problems if one.path.startswith(starts)]
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
                        palette,
                    ),
                    _number(live, seat, Counter(name="Coins", most=MOST, char=MARKS["coin"]), "coins", palette),
                ],
                palette,
            ),
            card(
                [
                    heading("Blocks"),
                    quiet(f"{blocks} in all; the most decide a tie.", palette),
                    *(_blocks(live, seat, color, palette) for color in Color),
                ],
                palette,
            ),
            card(
                [
                    heading("Objects"),
                    quiet(f"{objects} in all.", palette),
                    *(_objects(live, seat, one, palette) for one in Object),
                ],
                palette,
            ),
        ],
        spacing=3 * SPACE,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _number(live: LiveTable, seat: int, counter: Counter, field: str, palette: Palette) -> ft.Control:
    player = acts.player_of(live.evening, seat)
    value: int = getattr(player, field)
    inked = Counter(name=counter.name, most=counter.most, char=counter.char, ink=palette.ink)

    async def keep(number: int) -> None:
        label = f"{player.name}, {counter.name.lower()}: {number}"
        await live.change(label, lambda evening: with_player(evening, seat, **{field: number}))

    return keyed(f"{seat} {field}", Stepper, inked, value, keep)


def _blocks(live: LiveTable, seat: int, color: Color, palette: Palette) -> ft.Control:
    player = acts.player_of(live.evening, seat)
    counter = Counter(name=f"{color.value.capitalize()} blocks", most=BLOCKS_OF_A_COLOR)

    async def keep(number: int) -> None:
        label = f"{player.name}, {counter.name.lower()}: {number}"
        await live.change(label, acts.with_blocks(seat, color, number))

    stepper = keyed(f"{seat} {color}", Stepper, counter, player.blocks.get(color, 0), keep)
    return ft.Row([block(color, palette), ft.Container(stepper, expand=True)], spacing=2 * SPACE)


def _objects(live: LiveTable, seat: int, one: Object, palette: Palette) -> ft.Control:
    player = acts.player_of(live.evening, seat)
    name = OBJECTS[one][1].capitalize()
    counter = Counter(name=name, most=OBJECTS_OF_A_TYPE, char=MARKS[one.value], ink=palette.ink)

    async def keep(number: int) -> None:
        label = f"{player.name}, {counter.name.lower()}: {number}"
        await live.change(label, acts.with_object(seat, one, number))

    return keyed(f"{seat} {one}", Stepper, counter, player.objects.get(one, 0), keep)
