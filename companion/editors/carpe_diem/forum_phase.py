"""The forum phase: who visits when, whose turn it is, and how it begins and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.editors.carpe_diem import forum_steps as steps
from companion.editors.carpe_diem.forum_answers import between, stock_said
from companion.parts.basics import button, card, notice, plain_button, quiet, seat_mark, text
from companion.parts.fields import wrapped
from companion.theme import SPACE, Style
from companion.ui import use_ui
from scoring.carpe_diem.forum.visits import open_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.editors.carpe_diem.beside import Visit
    from companion.editors.carpe_diem.forum_steps import CarpeDiem
    from companion.live import LiveTable
    from companion.theme import Palette


LARGE: Final = 1.5
"""With text larger than that, what was brought stands below the name."""


def phase_panel(live: LiveTable) -> ft.Control:
    """Show where the forum stands: before a phase, in it, or after the last one."""
    evening: CarpeDiem = live.evening
    seat = steps.turn(evening.beside)
    if steps.is_over(evening.beside):
        return _after_all(live)
    return _before(live) if seat is None else _during(live, seat)


def _title(words: str, level: int = 2) -> ft.Semantics:
    style = Style.TITLE if level == 1 else Style.HEADING
    return ft.Semantics(content=text(words, style), header=True, heading_level=2, container=True)


def _before(live: LiveTable) -> ft.Control:
    palette = use_ui().look.palette
    evening: CarpeDiem = live.evening
    phase = evening.beside.phase
    unclear = steps.order_unclear(evening.table)

    async def begin() -> None:
        await live.change(f"forum phase {phase} begins", steps.begun)

    async def leave_out() -> None:
        await live.change(f"forum phase {phase} without Tessera", steps.ended)

    begins = button(
        f"Begin forum phase {phase}", begin, disabled=bool(unclear) or next(open_pairs(evening.table), None) is None
    )
    order = [_in_order(evening, number, seat) for number, seat in enumerate(steps.order_now(evening.table), start=1)]
    parts: list[ft.Control] = [
        _title(f"Forum phase {phase} of {steps.PHASES}"),
        quiet("As it stands now, they would visit in this order; beginning the phase fixes it.", palette),
        ft.Column(order, spacing=SPACE, tight=True),
        *[_unclear(live, problem.message, problem.path) for problem in unclear],
        wrapped([begins, plain_button("Played without Tessera", leave_out)]),
        *_booked(evening, palette),
    ]
    return card(parts, palette)


def _in_order(evening: CarpeDiem, number: int, seat: int) -> ft.Control:
    palette = use_ui().look.palette
    player = evening.table.players[seat]
    return ft.Row(
        [
            text(f"{number}."),
            seat_mark(evening.beside.seats[seat], palette),
            text(player.name, expand=True),
            quiet(f"space {player.prestige}", palette),
        ],
        spacing=2 * SPACE,
    )


def _unclear(live: LiveTable, words: object, path: str) -> ft.Control:
    page = ft.context.page
    palette = use_ui().look.palette
    seat = next(seat for seat in range(len(live.evening.table.players)) if path.startswith(f"players[{seat}]"))
    mend = plain_button("To the stock", lambda: page.navigate(f"/table/{live.id}/stock/{seat}"))
    said = notice(f"{words}. In the stock, say who lies higher in the pile.", palette, wrong=True)
    return ft.Column([said, mend], spacing=SPACE, tight=True)


def _during(live: LiveTable, seat: int) -> ft.Control:
    palette = use_ui().look.palette
    page = ft.context.page
    evening: CarpeDiem = live.evening
    beside, player = evening.beside, evening.table.players[seat]
    number = len(steps.visits_of(beside, beside.phase)) + 1

    turn = ft.Row(
        [
            seat_mark(beside.seats[seat], palette, 32),
            ft.Container(_title(f"{player.name} visits the forum", 1), expand=True),
        ],
        spacing=3 * SPACE,
    )
    stock = text(f"{player.name} {stock_said(player, evening.table.prestige_end)}.")
    parts: list[ft.Control] = [
        quiet(f"Forum phase {beside.phase} of {steps.PHASES}, visit {number} of {len(beside.order)}", palette),
        ft.Semantics(content=turn, live_region=True, container=True),
        stock,
        _course(evening, palette),
        wrapped([plain_button("Correct the stock", lambda: page.navigate(f"/table/{live.id}/stock/{seat}"))]),
    ]
    return card(parts, palette)


def ways_out(live: LiveTable, seat: int) -> ft.Control:
    """Offer to go on without a visit, or without the rest of the phase."""
    beside, player = live.evening.beside, live.evening.table.players[seat]

    async def skip() -> None:
        await live.change(f"{player.name} makes no visit", lambda old: steps.passed(old, seat))

    async def end() -> None:
        await live.change(f"forum phase {beside.phase} ends", steps.ended)

    return wrapped([plain_button("Skip this visit", skip), plain_button("End this phase", end)])


def _course(evening: CarpeDiem, palette: Palette) -> ft.Control:
    """Show what was visited in this phase, and who is still to come."""
    beside = evening.beside
    done = steps.visits_of(beside, beside.phase)
    lines: list[ft.Control] = [_visit(evening, visit.seat, _brought(visit), palette) for visit in done]
    lines += [_visit(evening, seat, "to come", palette) for seat in beside.order[len(done) + 1 :]]
    return ft.Column(lines, spacing=SPACE, tight=True)


def _brought(visit: Visit) -> str:
    return f"{between(visit.cells)}: {visit.points}" if visit.cells else "no visit"


def _visit(evening: CarpeDiem, seat: int, words: str, palette: Palette) -> ft.Control:
    sign = seat_mark(evening.beside.seats[seat], palette, 16)
    name, said = quiet(evening.table.players[seat].name, palette), quiet(words, palette)
    if use_ui().look.scale > LARGE:
        both = ft.Column([name, said], spacing=0, tight=True)
        return ft.Row([sign, ft.Container(both, expand=True)], spacing=2 * SPACE)
    return ft.Row([sign, ft.Container(name, expand=True), said], spacing=2 * SPACE)


def _booked(evening: CarpeDiem, palette: Palette) -> Sequence[ft.Control]:
    """Show what was visited in the phases before."""
    lines: list[ft.Control] = []
    for phase in range(1, evening.beside.phase):
        visits = steps.visits_of(evening.beside, phase)
        if visits:
            lines.append(quiet(f"Forum phase {phase}", palette))
            lines += [_visit(evening, visit.seat, _brought(visit), palette) for visit in visits]
    return lines


def _after_all(live: LiveTable) -> ft.Control:
    palette = use_ui().look.palette
    page = ft.context.page
    to_end = button("Tally the end", lambda: page.navigate(f"/table/{live.id}/end/0"))
    parts = [_title("All four forum phases are over"), wrapped([to_end]), *_booked(live.evening, palette)]
    return card(parts, palette)
