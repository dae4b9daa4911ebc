"""The quick count: what a district has, for those who enter only the end of a game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.carpe_diem import actions
from companion.tables.state import with_player
from companion.ui.components.controls import card, heading, notice, outlined, plain_button
from companion.ui.components.dialogs import Confirmation, undo_of_last_step, use_confirmation
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.glyphs import MARKS
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import SPACE
from companion.ui.editors.carpe_diem.goals import Goals
from scoring.carpe_diem.state import Kind, Tally

if TYPE_CHECKING:
    from companion.games.carpe_diem.actions import CarpeDiemTable, Transition
    from companion.tables.live_table import LiveTable

MOST: Final = 36
"""A district has 36 squares, so nothing in it is more often there than that."""

CHIMNEYS_MOST: Final = 999
COUNTED: Final = tuple(kind for kind in Kind if kind is not Kind.VILLA)


def with_tally(seat: int, **changed: object) -> Transition:
    """Change fields of a player's count."""

    def apply(state: CarpeDiemTable) -> CarpeDiemTable:
        tally = actions.player_of(state, seat).tally or Tally(counts={}, villas=(), chimneys=0)
        return with_player(state, seat, tally=replace(tally, **changed))  # type: ignore[arg-type]

    return apply


def counted_kind(seat: int, kind: Kind, number: int) -> Transition:
    """Set how many completed structures of a kind there are."""

    def apply(state: CarpeDiemTable) -> CarpeDiemTable:
        tally = actions.player_of(state, seat).tally
        counts = {**(tally.counts if tally else {}), kind: number}
        return with_tally(seat, counts={one: held for one, held in counts.items() if held})(state)

    return apply


def with_villas(seat: int, villas: tuple[int, ...]) -> Transition:
    """Set the chimneys of each completed villa; all chimneys are at least these."""

    def apply(state: CarpeDiemTable) -> CarpeDiemTable:
        tally = actions.player_of(state, seat).tally
        chimneys = max(tally.chimneys if tally else 0, sum(villas))
        return with_tally(seat, villas=villas, chimneys=chimneys)(state)

    return apply


@component
def QuickCount(live: LiveTable, seat: int) -> ft.Control:
    """Show the counts of a seat."""
    use_revision(live)
    player = actions.player_of(live.state, seat)
    tally = player.tally
    if tally is None:
        return ft.Container()
    wrong = [one for one in live.problems if one.path.startswith(f"players[{seat}].")]
    counts: list[ft.Control] = [heading("Completed, as counted on the table")]
    counts += [_count(live, seat, kind, tally) for kind in COUNTED]
    return ft.Column(
        [
            *(notice(problem.message, wrong=True) for problem in wrong),
            card(counts),
            card([heading("Villas"), *_villas(live, seat, tally)]),
            card([Goals(live, seat, None, _nowhere)]),
            TilesInstead(live, seat),
        ],
        spacing=3 * SPACE,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


async def _nowhere(_place: str | None) -> None:
    """Nothing of a board is picked in a count."""


def _count(live: LiveTable, seat: int, kind: Kind, tally: Tally) -> ft.Control:
    counter = Counter(name=kind.value.capitalize(), most=MOST, char=MARKS[kind.value], ink=ft.Colors.ON_SURFACE)

    async def keep(number: int) -> None:
        await live.change(f"{counter.name}: {number}", counted_kind(seat, kind, number))

    return keyed(f"{seat} {kind}", Stepper, counter, tally.counts.get(kind, 0), keep)


def _villas(live: LiveTable, seat: int, tally: Tally) -> list[ft.Control]:
    rows: list[ft.Control] = [
        keyed(f"{seat} villa {index} of {len(tally.villas)}", VillaRow, live, seat, index)
        for index in range(len(tally.villas))
    ]
    every = Counter(
        name="All chimneys",
        least=sum(tally.villas),
        most=CHIMNEYS_MOST,
        char=MARKS["chimney"],
        ink=ft.Colors.ON_SURFACE,
    )

    async def keep(number: int) -> None:
        await live.change(f"All chimneys: {number}", with_tally(seat, chimneys=number))

    async def add() -> None:
        await live.change("one villa more", with_villas(seat, (*tally.villas, 1)))

    return [
        *rows,
        ft.Row([outlined("Add a completed villa", add, icon=ft.Icons.ADD)], wrap=True),
        keyed(f"{seat} chimneys {sum(tally.villas)}", Stepper, every, tally.chimneys, keep),
    ]


@component
def VillaRow(live: LiveTable, seat: int, index: int) -> ft.Control:
    """Show one completed villa with its chimneys."""
    use_revision(live)
    tally = actions.player_of(live.state, seat).tally
    if tally is None or index >= len(tally.villas):
        return ft.Container()
    counter = Counter(name=f"Villa {index + 1}, chimneys", most=MOST, char=MARKS["villa"], ink=ft.Colors.ON_SURFACE)

    async def keep(chimneys: int) -> None:
        villas = (*tally.villas[:index], chimneys, *tally.villas[index + 1 :])
        await live.change(f"{counter.name}: {chimneys}", with_villas(seat, villas))

    async def take_off() -> None:
        await live.change("one villa less", with_villas(seat, (*tally.villas[:index], *tally.villas[index + 1 :])))
        show_snackbar("The villa was taken away.", undo=undo_of_last_step(live))

    remove = plain_button(f"Take villa {index + 1} away", take_off, icon=ft.Icons.DELETE_OUTLINE)
    return ft.Column([Stepper(counter, tally.villas[index], keep), ft.Row([remove], wrap=True)], spacing=0, tight=True)


@component
def TilesInstead(live: LiveTable, seat: int) -> ft.Control:
    """Offer the board of tiles, saying first what would be given up."""

    async def lay() -> None:
        await live.change("tiles instead of counts", actions.lay_tiles(seat))
        show_snackbar("The board is empty now.", undo=undo_of_last_step(live))

    question = Confirmation(
        title="Lay tiles instead of counting?",
        words="The counts and the frame goals entered here are given up. Undo brings them back.",
        do="Lay tiles",
        leave="Keep the counts",
    )
    ask = use_confirmation(question, lay)
    return ft.Row([plain_button("Lay tiles instead of counting", ask, icon=ft.Icons.GRID_VIEW)], wrap=True)
