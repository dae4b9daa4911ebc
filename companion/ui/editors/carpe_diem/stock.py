"""The stock of a player: goods and other items, points and prestige, writs and fountain cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import flet as ft

from companion.games.carpe_diem import actions
from companion.games.carpe_diem.copy_values import FOUNTAIN_CARDS
from companion.tables.state import transition
from companion.ui.components.controls import caption, card, heading, icon_button, mark, notice, text
from companion.ui.components.correction import spot
from companion.ui.components.dialogs import change_and_say
from companion.ui.components.layout import column
from companion.ui.components.stepper import Stepper, alone, counter_of, player_stepper
from companion.ui.core.context import use_selector, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.carpe_diem.goals import FOUNTAIN_CARD, POINTS, KindPicker, KnownPoints, adding_group, of_kind
from scoring.carpe_diem.data import START_POINTS
from scoring.carpe_diem.district import built_by
from scoring.carpe_diem.moves import put_marker, raise_marker
from scoring.carpe_diem.state import (
    FOUNTAIN_CARDS_LENGTH,
    GOODS,
    ITEMS_ON_BOARD,
    NUMBERS,
    FountainCard,
    Kind,
)
from scoring.fields import Between
from scoring.messages import counted, points_text, say, tr
from scoring.players import problems_of

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from scoring.carpe_diem.state import Player, Table
    from scoring.fields import Number
    from scoring.messages import Message
    from scoring.problems import Problem


def has_start_points(table: Table, seat: int) -> bool:
    """Return whether a player still has the points of the start, and built nothing yet."""
    player = table.players[seat]
    built = player.tally is not None or (player.district is not None and player.district.tiles)
    return (player.victory_cards,) == START_POINTS.get(len(table.players), ())[seat : seat + 1] and not built


def _start_points(live: LiveTable) -> Message:
    """Return with how many points on cards players begin."""
    return say("Everybody begins with points: {points}, in seat order.", points=START_POINTS[len(live.names)])


@component
def Stock(live: LiveTable, seat: int) -> ft.Control:
    """Show the stock of a seat; each part is rendered again when its own values change."""
    problems = use_selector(live, lambda: _problems(live, seat), seat)
    cards = use_selector(live, lambda: len(live.state.table.players[seat].fountain_cards), seat)
    begins = use_selector(live, lambda: has_start_points(live.state.table, seat), seat)
    items: list[ft.Control] = [heading(tr("On the resource board"))]
    items += [player_stepper(live, seat, good, alone) for good in GOODS]
    items += [_item(live, seat, item) for item in ITEMS_ON_BOARD]
    return column(
        [
            *(notice(problem.message, wrong=True) for problem in problems),
            spot("items", card(items)),
            card(
                [
                    heading(tr("Points and prestige")),
                    spot("victory_cards", player_stepper(live, seat, NUMBERS["victory_cards"], alone)),
                    *([caption(_start_points(live))] if begins else []),
                    spot("prestige", Prestige(live, seat)),
                    spot("writs_left", player_stepper(live, seat, NUMBERS["writs_left"], alone)),
                ],
            ),
            spot(
                "fountains",
                card([heading(FOUNTAIN_CARDS.title), keyed(f"fountains {cards}", Fountains, live, seat)]),
            ),
        ],
        spacing=3 * SPACE,
    )


def _problems(live: LiveTable, seat: int) -> list[Problem]:
    return [problem for problem in problems_of(live.problems, seat) if not problem.cells]


def _item(live: LiveTable, seat: int, item: Number) -> ft.Control:
    parts = [player_stepper(live, seat, item, alone)]
    if item.in_the_box is not None:
        parts.append(MoreThanInTheBox(live, item, item.in_the_box))
    return ft.Column(parts, spacing=0, tight=True)


@component
def MoreThanInTheBox(live: LiveTable, item: Number, in_the_box: int) -> ft.Control:
    """Say where all players together hold more of something than the box has."""
    held: int = use_selector(live, lambda: sum(map(item.of, live.state.table.players)), item.field)
    if held <= in_the_box:
        return ft.Container()
    words = counted(held, *item.forms)
    return caption(tr("All players together hold {held}; the box has {in_the_box}.", held=words, in_the_box=in_the_box))


@component
def Prestige(live: LiveTable, seat: int) -> ft.Control:
    """Show the space of a player's marker on the prestige bar, and its pile where others are on that space."""
    space, pile = use_selector(live, lambda: _on_space(live, seat), seat)
    table = live.state.table
    counter = counter_of(NUMBERS["prestige"], Between(0, table.prestige_end))

    async def keep(new_space: int) -> None:
        label = say("{what}: {value}", what=counter.name, value=new_space)
        await live.change(label, transition(put_marker, seat, new_space))

    parts: list[ft.Control] = [Stepper(counter, space, keep)]
    if len(pile) > 1:
        parts.append(_pile(live, seat, pile))
    return ft.Column(parts, spacing=SPACE, tight=True)


def _on_space(live: LiveTable, seat: int) -> tuple[int, list[str]]:
    """Return the space of a player's marker, and the names of the players there, from the top of the pile."""
    players = live.state.table.players
    space = players[seat].prestige
    pile = sorted(
        (player for player in players if player.prestige == space), key=lambda player: player.stack, reverse=True
    )
    return space, [player.name for player in pile]


def _pile(live: LiveTable, seat: int, names: list[str]) -> ft.Control:
    player = live.state.table.players[seat]

    async def higher() -> None:
        await live.change(say("{name} one higher in the pile", name=player.name), transition(raise_marker, seat))

    words = tr("The pile on space {space}, from the top: {names}.", space=player.prestige, names=", ".join(names))
    row: list[ft.Control] = [caption(words, expand=True)]
    if names[0] != player.name:
        row.append(icon_button(ft.Icons.ARROW_UPWARD, tr("{name} one higher in the pile", name=player.name), higher))
    return ft.Row(row)


@component
def Fountains(live: LiveTable, seat: int) -> ft.Control:
    """Show the fountain cards of a player, and let others be added."""
    number = use_selector(live, lambda: len(live.state.table.players[seat].fountain_cards), seat)
    copies = use_ui().tables.copies[live.game.key]
    parts: list[ft.Control] = [FountainRow(live, seat, index) for index in range(number)]

    async def add(kind: Kind, points: int) -> None:
        added = FountainCard(kind=kind, points=points)
        await live.change(
            of_kind(FOUNTAIN_CARD, kind), lambda state: actions.with_fountain_card(state, seat, None, added)
        )
        await FOUNTAIN_CARDS.keep(copies, kind, points)

    if number < FOUNTAIN_CARDS_LENGTH.most:
        picker = KindPicker(FOUNTAIN_CARD, KnownPoints(sure=FOUNTAIN_CARDS.values(copies)), add)
        parts.append(adding_group(FOUNTAIN_CARD, picker))
    return column(parts)


@component
def FountainRow(live: LiveTable, seat: int, index: int) -> ft.Control:
    """Show a fountain card: its kind, its points for each, and its worth now."""
    use_selector(live, lambda: _fountain_inputs(live.state.table.players[seat]), seat)
    copies = use_ui().tables.copies[live.game.key]
    player: Player = live.state.table.players[seat]
    if index >= len(player.fountain_cards):
        return ft.Container()
    fountain = player.fountain_cards[index]
    kind = fountain.kind
    worth = fountain.points * built_by(player).counts.get(kind, 0)

    async def keep(points: int) -> None:
        changed = replace(fountain, points=points)
        label = say("{what}: {value}", what=of_kind(FOUNTAIN_CARD, kind), value=points_text(points))
        await live.change(label, lambda state: actions.with_fountain_card(state, seat, index, changed))
        await FOUNTAIN_CARDS.keep(copies, kind, points)

    async def give_back() -> None:
        label = say("{spoken}: removed", spoken=of_kind(FOUNTAIN_CARD, kind))
        await change_and_say(
            live, label, lambda state: actions.without_fountain_card(state, seat, player.fountain_cards, index)
        )

    head: list[ft.Control] = [
        mark(kind.noun.mark, 24, ft.Colors.ON_SURFACE),
        text(kind.noun.title, Style.STRONG, expand=True),
        caption(tr("now {points}", points=points_text(worth))),
        icon_button(ft.Icons.DELETE_OUTLINE, tr("Remove {name}", name=of_kind(FOUNTAIN_CARD, kind)), give_back),
    ]
    counter = replace(POINTS, name=say("Points for {what}", what=kind.noun.name))
    return ft.Column([ft.Row(head), Stepper(counter, fountain.points, keep)], spacing=0, tight=True)


def _fountain_inputs(player: Player) -> object:
    """Return the values that the fountain cards of a player, and their worth, depend on."""
    return player.fountain_cards, player.district, player.tally
