"""What lies on and beside the resource board of a player: goods, coins, bread, prestige, writs, cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.carpe_diem import actions
from companion.games.carpe_diem.copy_values import fountain_values, keep_fountain
from companion.tables.state import with_player
from companion.ui.components.controls import caption, card, heading, icon_button, mark, notice, text
from companion.ui.components.dialogs import undo_of_last_step
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_selector, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.glyphs import MARKS
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.carpe_diem.adding import Adding, Known
from scoring.carpe_diem.district import built_by
from scoring.carpe_diem.state import FountainCard, Good, Kind
from scoring.messages import counted

if TYPE_CHECKING:
    from companion.games.carpe_diem.actions import CarpeDiemTable
    from companion.tables.live_table import LiveTable
    from scoring.carpe_diem.state import Player
    from scoring.problems import Problem

AMOUNT_MOST: Final = 999
"""The most that one enters of anything, though the documents allow more."""

CARDS: Final = Counter(name="Points on victory cards", least=-99, most=AMOUNT_MOST, char=MARKS["victory_card"])
WRITS: Final = Counter(name="Writs left", most=9, char=MARKS["writ"])
PRINTED: Final = Counter(name="Points for each", least=1, most=20)


FOUNTAIN_CARDS_MOST: Final = 24

GOOD_MARKS: Final = {Good.GRAPES: "Grapes", Good.HERBS: "Herbs", Good.CHICKEN: "Chicken", Good.FISH: "Fish"}
FIELDS: Final = {
    "coins": ("Coins", "coin"),
    "bread": ("Bread", "bread"),
    "stored_tiles": ("Stored tiles", "stored_tile"),
}


@component
def Stock(live: LiveTable, seat: int) -> ft.Control:
    """Show the stock of a seat; each part of it is shown anew when what it shows has changed."""
    wrong = use_selector(live, lambda: _wrong(live, seat), seat)
    cards = use_selector(live, lambda: len(actions.player_of(live.state, seat).fountain_cards), seat)
    items: list[ft.Control] = [heading("On the resource board")]
    items += [keyed(f"{seat} {good}", Goods, live, seat, good) for good in Good]
    items += [keyed(f"{seat} {name}", Amount, live, seat, _counter(name), name) for name in FIELDS]
    return ft.Column(
        [
            *(notice(problem.message, wrong=True) for problem in wrong),
            card(items),
            card(
                [
                    heading("Points and prestige"),
                    keyed(f"{seat} cards", Amount, live, seat, CARDS, "victory_cards"),
                    Prestige(live, seat),
                    keyed(f"{seat} writs", Amount, live, seat, WRITS, "writs_left"),
                ],
            ),
            card(
                [heading("Fountain cards"), keyed(f"fountains {cards}", Fountains, live, seat)],
            ),
        ],
        spacing=3 * SPACE,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _wrong(live: LiveTable, seat: int) -> list[Problem]:
    return [one for one in live.problems if one.path.startswith(f"players[{seat}]") and not one.cells]


def _counter(name: str) -> Counter:
    title, drawing = FIELDS[name]
    return Counter(name=title, most=AMOUNT_MOST, char=MARKS[drawing])


@component
def Goods(live: LiveTable, seat: int, good: Good) -> ft.Control:
    """Show how much a player has of a good."""
    held = use_selector(live, lambda: actions.player_of(live.state, seat).goods.get(good, 0), seat)
    ink = ft.Colors.ON_SURFACE
    counter = Counter(name=GOOD_MARKS[good], most=AMOUNT_MOST, char=MARKS[good.value], ink=ink)

    async def keep(number: int) -> None:
        def apply(state: CarpeDiemTable) -> CarpeDiemTable:
            goods = {**actions.player_of(state, seat).goods, good: number}
            return with_player(state, seat, goods={one: held for one, held in goods.items() if held})

        await live.change(f"{counter.name}: {number}", apply)

    return Stepper(counter, held, keep)


@component
def Amount(live: LiveTable, seat: int, counter: Counter, field: str) -> ft.Control:
    """Show a number that stands in a field of a player."""
    value: int = use_selector(live, lambda: getattr(actions.player_of(live.state, seat), field), seat)
    counter = replace(counter, ink=ft.Colors.ON_SURFACE)

    async def keep(number: int) -> None:
        await live.change(f"{counter.name}: {number}", lambda state: with_player(state, seat, **{field: number}))

    return Stepper(counter, value, keep)


@component
def Prestige(live: LiveTable, seat: int) -> ft.Control:
    """Show where the marker is on the prestige bar, and how high it lies where others are on that space."""
    mine, there = use_selector(live, lambda: _on_space(live, seat), seat)
    table = live.state.table
    counter = Counter(
        name="Space on the prestige bar", most=table.prestige_end, char=MARKS["prestige"], ink=ft.Colors.ON_SURFACE
    )

    async def keep(space: int) -> None:
        await live.change(f"Prestige: space {space}", actions.on_space(seat, space))

    parts: list[ft.Control] = [Stepper(counter, mine, keep)]
    if len(there) > 1:
        parts.append(_pile(live, seat, there))
    return ft.Column(parts, spacing=SPACE, tight=True)


def _on_space(live: LiveTable, seat: int) -> tuple[int, list[str]]:
    """Return the space of a player, and who is there, from the top."""
    players = live.state.table.players
    space = players[seat].prestige
    there = sorted((one for one in players if one.prestige == space), key=lambda one: one.stack, reverse=True)
    return space, [one.name for one in there]


def _pile(live: LiveTable, seat: int, names: list[str]) -> ft.Control:
    mine = actions.player_of(live.state, seat)

    async def higher() -> None:
        await live.change(f"{mine.name} higher in the pile", actions.swap_up(seat))

    words = f"The pile on space {mine.prestige}, from the top: {', '.join(names)}."
    row: list[ft.Control] = [caption(words, expand=True)]
    if names[0] != mine.name:
        row.append(icon_button(ft.Icons.ARROW_UPWARD, f"{mine.name} one higher in the pile", higher))
    return ft.Row(row)


@component
def Fountains(live: LiveTable, seat: int) -> ft.Control:
    """Show the fountain cards a player holds, and add others."""
    held = use_selector(live, lambda: len(actions.player_of(live.state, seat).fountain_cards), seat)
    ui = use_ui()
    copies = ui.tables.copies[live.game.key]
    parts: list[ft.Control] = [FountainRow(live, seat, index) for index in range(held)]
    if not parts:
        parts.append(caption("None yet. Tap what a card scores to add it."))

    async def add(kind: Kind, points: int) -> None:
        added = FountainCard(kind=kind, points=points)
        await live.change(f"fountain card {kind.value}", with_fountain(seat, None, added))
        await keep_fountain(copies, kind, points)

    if held < FOUNTAIN_CARDS_MOST:
        sure = {Kind(entry.key): entry.value for entry in fountain_values(copies)}
        parts.append(Adding("fountain card", Known(sure=sure), add))
    return ft.Column(parts, spacing=2 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def with_fountain(seat: int, index: int | None, card: FountainCard | None) -> actions.Transition:
    """Change the fountain card with an index, add one where there is no index, take it off where there is no card."""

    def apply(state: CarpeDiemTable) -> CarpeDiemTable:
        held = list(actions.player_of(state, seat).fountain_cards)
        if index is None:
            held += [] if card is None else [card]
        elif card is None:
            del held[index]
        else:
            held[index] = card
        return with_player(state, seat, fountain_cards=tuple(held))

    return apply


@component
def FountainRow(live: LiveTable, seat: int, index: int) -> ft.Control:
    """Show one fountain card: its kind, its points for each, and what it is worth now."""
    use_selector(live, lambda: _of_fountains(actions.player_of(live.state, seat)), seat)
    ui = use_ui()
    player = actions.player_of(live.state, seat)
    if index >= len(player.fountain_cards):
        return ft.Container()
    held = player.fountain_cards[index]
    worth = held.points * built_by(player).counts.get(held.kind, 0)

    async def keep(points: int) -> None:
        changed = with_fountain(seat, index, replace(held, points=points))
        await live.change(f"fountain card {held.kind.value}: {points} each", changed)
        await keep_fountain(ui.tables.copies[live.game.key], held.kind, points)

    async def take_off() -> None:
        await live.change(f"fountain card {held.kind.value} given back", with_fountain(seat, index, None))
        show_snackbar(f"The fountain card {held.kind.value} was given back.", undo=undo_of_last_step(live))

    head: list[ft.Control] = [
        mark(held.kind.value, 24, ft.Colors.ON_SURFACE),
        text(held.kind.value.capitalize(), Style.STRONG, expand=True),
        caption(f"now {counted(worth, 'point', 'points')}"),
        icon_button(ft.Icons.DELETE_OUTLINE, f"Give back the fountain card {held.kind.value}", take_off),
    ]
    counter = replace(PRINTED, name=f"Points for each {held.kind.value}")
    return ft.Column([ft.Row(head), Stepper(counter, held.points, keep)], spacing=0, tight=True)


def _of_fountains(player: Player) -> object:
    """Return what the fountain cards of a player, and their worth, depend on."""
    return player.fountain_cards, player.district, player.tally
