"""The quick count: the completed structures of a district as numbers, for those who enter only the end of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.carpe_diem import actions
from companion.ui.components.controls import card, heading, notice, outlined, plain_button
from companion.ui.components.correction import spot
from companion.ui.components.dialogs import Confirmation, change_and_say, use_confirmation
from companion.ui.components.layout import column
from companion.ui.components.stepper import Counter, Stepper, alone, counter_of
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component
from companion.ui.core.glyphs import MARKS
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import SPACE
from companion.ui.editors.carpe_diem.goals import Goals
from companion.ui.editors.carpe_diem.villa_chart import villa_questions
from scoring.carpe_diem.state import CHIMNEYS, COUNTS, DISTRICT_SQUARES, RULES, Kind, Tally, Thing
from scoring.fields import Between
from scoring.messages import say, titled, tr, wordless
from scoring.players import problems_of

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from scoring.fields import Number

MAX_COUNT: Final = len(DISTRICT_SQUARES)
"""Nothing is more often in a district than it has squares."""


@component
def QuickCount(live: LiveTable, seat: int) -> ft.Control:
    """Show the tally of a seat."""
    use_revision(live)
    player = live.state.table.players[seat]
    tally = player.tally
    if tally is None:
        return ft.Container()
    counts = [_stepper(live, seat, COUNTS[kind], tally) for kind in COUNTS]
    return column(
        [
            *(notice(problem.message, wrong=True) for problem in problems_of(live.problems, seat)),
            spot("villas", card([heading(RULES["villas"]), *_villas(live, seat, tally), *villa_questions(live, seat)])),
            spot("frame", card([Goals(live, seat, None, _nowhere)])),
            card([heading(titled(say("completed"))), *counts]),
            TilesInstead(live, seat),
        ],
        spacing=3 * SPACE,
    )


async def _nowhere(_place: str | None) -> None:
    """Pick nothing: a tally has no board."""


def _stepper(live: LiveTable, seat: int, number: Number, tally: Tally, least: int = 0) -> ft.Control:
    async def keep(value: int) -> None:
        await live.change(alone("", number, value), lambda state: actions.with_tally(state, seat, number, value))

    counter = counter_of(number, Between(least, number.range.high))
    return keyed(f"{seat} {number.field} {number.key} {least}", Stepper, counter, number.of(tally), keep)


def _villas(live: LiveTable, seat: int, tally: Tally) -> list[ft.Control]:
    rows: list[ft.Control] = [
        keyed(
            f"{seat} villa {index} of {len(tally.villas)}",
            VillaRow,
            live,
            seat,
            index,
        )
        for index in range(len(tally.villas))
    ]

    add_villa = say("Add {spoken}", spoken=Kind.VILLA.noun.name)

    async def add() -> None:
        await live.change(add_villa, lambda state: actions.with_villas(state, seat, (*tally.villas, 1)))

    return [
        *rows,
        ft.Row([outlined(add_villa, add, icon=ft.Icons.ADD)], wrap=True),
        _stepper(live, seat, CHIMNEYS, tally, least=sum(tally.villas)),
    ]


@component
def VillaRow(live: LiveTable, seat: int, index: int) -> ft.Control:
    """Show a completed villa with its chimneys."""
    use_revision(live)
    tally = live.state.table.players[seat].tally
    if tally is None or index >= len(tally.villas):
        return ft.Container()
    villa = wordless("{kind} {number}", kind=Kind.VILLA.noun.name, number=index + 1)
    name = wordless("{villa}, {chimneys}", villa=titled(villa), chimneys=Thing.CHIMNEYS.noun.name)
    counter = Counter(name=name, most=MAX_COUNT, char=MARKS["villa"], ink=ft.Colors.ON_SURFACE)

    async def keep(chimneys: int) -> None:
        villas = (*tally.villas[:index], chimneys, *tally.villas[index + 1 :])
        await live.change(
            say("{what}: {value}", what=name, value=chimneys), lambda state: actions.with_villas(state, seat, villas)
        )

    async def remove_villa() -> None:
        villas = (*tally.villas[:index], *tally.villas[index + 1 :])
        label = say("{spoken}: removed", spoken=villa)
        await change_and_say(live, label, lambda state: actions.with_villas(state, seat, villas))

    button = plain_button(tr("Remove {name}", name=villa), remove_villa, icon=ft.Icons.DELETE_OUTLINE)
    return ft.Column([Stepper(counter, tally.villas[index], keep), ft.Row([button], wrap=True)], spacing=0, tight=True)


@component
def TilesInstead(live: LiveTable, seat: int) -> ft.Control:
    """Offer the board of tiles; a question says first what would be given up."""
    title = say("Lay tiles instead of counting")

    async def lay() -> None:
        await change_and_say(live, title, lambda state: actions.lay_tiles(state, seat))

    question = Confirmation(
        title=title,
        words=tr("This clears the counts and the frame goals entered here. You can undo this."),
        do=tr("Lay tiles"),
        leave=tr("Cancel"),
    )
    ask = use_confirmation(question, lay)
    return ft.Row([plain_button(title, ask, icon=ft.Icons.GRID_VIEW)], wrap=True)
