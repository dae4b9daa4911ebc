"""What lies on and beside the resource board of a player: goods, coins, bread, prestige, writs, cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.editors.carpe_diem import acts
from companion.editors.carpe_diem.adding import Adding, Known
from companion.editors.carpe_diem.copy import fountain_values, keep_fountain
from companion.evening import with_player
from companion.guards import component, tell
from companion.hooks import keyed
from companion.parts.basics import card, heading, icon_button, mark, notice, quiet, text
from companion.parts.stepper import Counter, Stepper
from companion.parts.undoing import undoing
from companion.pictures import MARKS
from companion.theme import SPACE, Style
from companion.ui import use_live, use_ui
from scoring.carpe_diem.district import holdings
from scoring.carpe_diem.state import FountainCard, Good, Kind
from scoring.sheet import counted

if TYPE_CHECKING:
    from companion.editors.carpe_diem.acts import Dinner
    from companion.live import LiveTable
    from companion.theme import Palette

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
    """Show the stock of a seat."""
    use_live(live)
    palette = use_ui().look.palette
    player = acts.player_of(live.evening, seat)
    wrong = [one for one in live.problems if one.path.startswith(f"players[{seat}]") and not one.cells]
    items: list[ft.Control] = [heading("On the resource board")]
    items += [_good(live, seat, good, palette) for good in Good]
    items += [_field(live, seat, name, palette) for name in FIELDS]
    return ft.Column(
        [
            *(notice(problem.message, palette, wrong=True) for problem in wrong),
            card(items, palette),
            card(
                [
                    heading("Points and prestige"),
                    _number(live, seat, replace(CARDS, ink=palette.ink), "victory_cards"),
                    Prestige(live, seat),
                    _number(live, seat, replace(WRITS, ink=palette.ink), "writs_left"),
                ],
                palette,
            ),
            card(
                [heading("Fountain cards"), keyed(f"fountains {len(player.fountain_cards)}", Fountains, live, seat)],
                palette,
            ),
        ],
        spacing=3 * SPACE,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _good(live: LiveTable, seat: int, good: Good, palette: Palette) -> ft.Control:
    player = acts.player_of(live.evening, seat)
    counter = Counter(name=GOOD_MARKS[good], most=AMOUNT_MOST, char=MARKS[good.value], ink=palette.ink)

    async def keep(number: int) -> None:
        def act(evening: Dinner) -> Dinner:
            goods = {**acts.player_of(evening, seat).goods, good: number}
            return with_player(evening, seat, goods={one: held for one, held in goods.items() if held})

        await live.change(f"{counter.name}: {number}", act)

    return keyed(f"{seat} {good}", Stepper, counter, player.goods.get(good, 0), keep)


def _field(live: LiveTable, seat: int, name: str, palette: Palette) -> ft.Control:
    title, drawing = FIELDS[name]
    return _number(live, seat, Counter(name=title, most=AMOUNT_MOST, char=MARKS[drawing], ink=palette.ink), name)


def _number(live: LiveTable, seat: int, counter: Counter, field: str) -> ft.Control:
    value: int = getattr(acts.player_of(live.evening, seat), field)

    async def keep(number: int) -> None:
        await live.change(f"{counter.name}: {number}", lambda evening: with_player(evening, seat, **{field: number}))

    return keyed(f"{seat} {field}", Stepper, counter, value, keep)


@component
def Prestige(live: LiveTable, seat: int) -> ft.Control:
    """Show where the marker is on the prestige bar, and how high it lies where others are on that space."""
    use_live(live)
    palette = use_ui().look.palette
    table = live.evening.table
    mine = table.players[seat]
    counter = Counter(
        name="Space on the prestige bar", most=table.prestige_end, char=MARKS["prestige"], ink=palette.ink
    )

    async def keep(space: int) -> None:
        await live.change(f"Prestige: space {space}", acts.on_space(seat, space))

    parts: list[ft.Control] = [keyed(f"{seat} prestige", Stepper, counter, mine.prestige, keep)]
    there = sorted(
        (other for other in table.players if other.prestige == mine.prestige), key=lambda one: one.stack, reverse=True
    )
    if len(there) > 1:
        parts.append(_pile(live, seat, [player.name for player in there], palette))
    return ft.Column(parts, spacing=SPACE, tight=True)


def _pile(live: LiveTable, seat: int, names: list[str], palette: Palette) -> ft.Control:
    mine = acts.player_of(live.evening, seat)

    async def higher() -> None:
        await live.change(f"{mine.name} higher in the pile", acts.swap_up(seat))

    words = f"The pile on space {mine.prestige}, from the top: {', '.join(names)}."
    row: list[ft.Control] = [quiet(words, palette, expand=True)]
    if names[0] != mine.name:
        row.append(icon_button(ft.Icons.ARROW_UPWARD, f"{mine.name} one higher in the pile", higher))
    return ft.Row(row)


@component
def Fountains(live: LiveTable, seat: int) -> ft.Control:
    """Show the fountain cards a player holds, and add others."""
    use_live(live)
    ui = use_ui()
    palette = ui.look.palette
    copies = ui.tables.copies[live.game.key]
    player = acts.player_of(live.evening, seat)
    parts: list[ft.Control] = [FountainRow(live, seat, index) for index in range(len(player.fountain_cards))]
    if not parts:
        parts.append(quiet("None yet. Tap what a card scores to add it.", palette))

    async def add(kind: Kind, points: int) -> None:
        added = FountainCard(kind=kind, points=points)
        await live.change(f"fountain card {kind.value}", with_fountain(seat, None, added))
        await keep_fountain(copies, kind, points)

    if len(player.fountain_cards) < FOUNTAIN_CARDS_MOST:
        sure = {Kind(entry.key): entry.value for entry in fountain_values(copies)}
        parts.append(Adding("fountain card", Known(sure=sure), add))
    return ft.Column(parts, spacing=2 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def with_fountain(seat: int, index: int | None, card: FountainCard | None) -> acts.Act:
    """Change the fountain card with an index, add one where there is no index, take it off where there is no card."""

    def act(evening: Dinner) -> Dinner:
        held = list(acts.player_of(evening, seat).fountain_cards)
        if index is None:
            held += [] if card is None else [card]
        elif card is None:
            del held[index]
        else:
            held[index] = card
        return with_player(evening, seat, fountain_cards=tuple(held))

    return act


@component
def FountainRow(live: LiveTable, seat: int, index: int) -> ft.Control:
    """Show one fountain card: its kind, its points for each, and what it is worth now."""
    use_live(live)
    ui = use_ui()
    palette = ui.look.palette
    player = acts.player_of(live.evening, seat)
    if index >= len(player.fountain_cards):
        return ft.Container()
    held = player.fountain_cards[index]
    worth = held.points * holdings(player).counts.get(held.kind, 0)

    async def keep(points: int) -> None:
        changed = with_fountain(seat, index, replace(held, points=points))
        await live.change(f"fountain card {held.kind.value}: {points} each", changed)
        await keep_fountain(ui.tables.copies[live.game.key], held.kind, points)

    async def take_off() -> None:
        await live.change(f"fountain card {held.kind.value} given back", with_fountain(seat, index, None))
        tell(f"The fountain card {held.kind.value} was given back.", undo=undoing(live))

    head: list[ft.Control] = [
        mark(held.kind.value, 24, palette.ink),
        text(held.kind.value.capitalize(), Style.STRONG, expand=True),
        quiet(f"now {counted(worth, 'point', 'points')}", palette),
        icon_button(ft.Icons.DELETE_OUTLINE, f"Give back the fountain card {held.kind.value}", take_off),
    ]
    counter = replace(PRINTED, name=f"Points for each {held.kind.value}")
    return ft.Column([ft.Row(head), Stepper(counter, held.points, keep)], spacing=0, tight=True)
