"""The forum phase: who visits when, whose turn it is, and how it begins and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.carpe_diem import forum
from companion.games.carpe_diem.kit import next_round
from companion.games.carpe_diem.wording import forum_phase_name, pair_name, stock_text
from companion.tables.state import transition, with_table
from companion.ui.components.controls import button, caption, card, notice, outlined, plain_button, seat_mark, text
from companion.ui.components.fields import wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.core.context import use_ui
from companion.ui.core.theme import SPACE, Style
from scoring.carpe_diem.checks import NO_PAIR
from scoring.carpe_diem.forum.visits import is_over, next_visitor, open_pairs, order_now, visits_of
from scoring.carpe_diem.game import ORDER_FIXED
from scoring.carpe_diem.moves import begin_phase, between_phases, end_phase, skip_visit
from scoring.carpe_diem.state import ROUNDS
from scoring.messages import say, titled, tr, with_commas
from scoring.players import problems_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.carpe_diem.actions import CarpeDiemTable
    from companion.tables.live_table import LiveTable
    from scoring.carpe_diem.state import BookedVisit
    from scoring.problems import Problem


LARGE: Final = 1.5
"""The scale of text above which the points of a visit stand below the name."""


def phase_panel(live: LiveTable) -> ft.Control:
    """Return the state of the forum: before a phase, in it, or after the last one."""
    seat = next_visitor(live.state.table)
    if is_over(live.state.table):
        return _after_all(live)
    return _before(live) if seat is None else _during(live, seat)


def next_round_button(live: LiveTable) -> list[ft.Control]:
    """Return the button that notes the next round of a building phase, nothing where there is none."""
    number = next_round(live.state)
    if number is None or live.refusal is not None:
        return []
    words = say("round {round} of {rounds}", round=number, rounds=ROUNDS)

    async def note() -> None:
        await live.change(words, lambda state: with_table(state, round=number))

    act = say("Start") if number == 1 else say("Next")
    return [outlined(tr("{what}: {value}", what=act, value=words), note, icon=ft.Icons.SKIP_NEXT)]


def _title(words: object, style: Style = Style.HEADING, *, live: bool | None = None) -> ft.Semantics:
    return ft.Semantics(content=text(words, style), header=True, heading_level=2, live_region=live, container=True)


def _before(live: LiveTable) -> ft.Control:
    state: CarpeDiemTable = live.state
    phase = state.table.phase
    unclear = forum.order_unclear(state.table)

    title = titled(forum_phase_name(phase))
    start, without_tessera = say("Start"), say("Played without Tessera")

    async def begin() -> None:
        await live.change(say("{what}: {value}", what=title, value=start), transition(begin_phase))

    async def leave_out() -> None:
        await live.change(say("{what}: {value}", what=title, value=without_tessera), transition(end_phase))

    in_line = ft.ButtonStyle(padding=ft.Padding.symmetric(vertical=3 * SPACE))
    no_pair = next(open_pairs(state.table), None) is None
    begins = [AtThumb(lambda: [button(tr("Start the forum phase"), begin, disabled=bool(unclear))])]
    if forum.next_empty(state.table, "") is not None:  # more cards are laid first
        begins = [wrapped([outlined(tr("Start the forum phase"), begin, disabled=bool(unclear))])]
    order = [_in_order(state, number, seat) for number, seat in enumerate(order_now(state.table), start=1)]
    parts: list[ft.Control] = [
        _title(title),
        *_before_building(state),
        caption(ORDER_FIXED),
        ft.Column(order, spacing=SPACE, tight=True),
        *[_unclear(live, problem) for problem in unclear],
        *([caption(NO_PAIR)] if no_pair else []),
        wrapped([plain_button(without_tessera, leave_out, style=in_line)]),
        *([] if no_pair else begins),
        *_earlier_visits(state),
    ]
    return card(parts)


def _before_building(state: CarpeDiemTable) -> list[ft.Control]:
    """Return what is done before the building phase that begins now; the first one has the set-up list."""
    phase = state.table.phase
    if phase == 1:
        return []
    words = between_phases(state.table)
    return [text(tr("Before building phase {phase}: {words}", phase=phase, words=words), Style.SMALL)]


def _in_order(state: CarpeDiemTable, number: int, seat: int) -> ft.Control:
    player = state.table.players[seat]
    return ft.Row(
        [
            text(f"{number}."),
            seat_mark(state.extras.seats[seat]),
            text(player.name, expand=True),
            caption(tr("on space {space}", space=player.prestige)),
        ],
        spacing=2 * SPACE,
    )


def _unclear(live: LiveTable, problem: Problem) -> ft.Control:
    """Return why the order is not clear, and the way to the stock, where it is made clear."""
    page = ft.context.page
    seat = next(seat for seat in range(len(live.state.table.players)) if problems_of([problem], seat))
    to_stock = plain_button(tr("Go to Stock"), lambda: page.navigate(f"/table/{live.id}/stock/{seat}"))
    return ft.Column([notice(sentence(problem.message), wrong=True), to_stock], spacing=SPACE, tight=True)


def _during(live: LiveTable, seat: int) -> ft.Control:
    page = ft.context.page
    state: CarpeDiemTable = live.state
    table, player = state.table, state.table.players[seat]
    number = len(visits_of(table, table.phase)) + 1

    title = _title(tr("{name} visits the forum", name=player.name), Style.TITLE, live=True)
    turn = ft.Row([seat_mark(state.extras.seats[seat], 32), ft.Container(title, expand=True)], spacing=3 * SPACE)
    stock = text(f"{player.name} {stock_text(player, table.prestige_end)}.")
    visit = say("visit {number} of {visits}", number=number, visits=len(table.order))
    parts: list[ft.Control] = [
        caption(with_commas((titled(forum_phase_name(table.phase)), visit))),
        turn,
        stock,
        _course(state),
        wrapped([plain_button(tr("Go to Stock"), lambda: page.navigate(f"/table/{live.id}/stock/{seat}"))]),
    ]
    return card(parts)


def ways_out(live: LiveTable, seat: int) -> ft.Control:
    """Return the buttons that skip the visit, or end the phase."""
    table, player = live.state.table, live.state.table.players[seat]

    async def skip() -> None:
        label = say("{what}: {value}", what=player.name, value=say("no visit"))
        await live.change(label, transition(skip_visit, seat))

    async def end() -> None:
        label = say("{what}: {value}", what=titled(forum_phase_name(table.phase)), value=words)
        await live.change(label, transition(end_phase))

    words = say("End this phase")
    return wrapped([plain_button(tr("Skip this visit"), skip), plain_button(words, end)])


def _course(state: CarpeDiemTable) -> ft.Control:
    """Return the visits of this phase, and the players still to come."""
    visits = visits_of(state.table, state.table.phase)
    lines: list[ft.Control] = [_visit(state, visit.seat, _visit_text(visit)) for visit in visits]
    lines += [_visit(state, seat, tr("to come")) for seat in state.table.order[len(visits) + 1 :]]
    return ft.Column(lines, spacing=SPACE, tight=True)


def _visit_text(visit: BookedVisit) -> str:
    if not visit.cells:
        return tr("no visit")
    return tr("{what}: {value}", what=pair_name(visit.cells), value=visit.points)


def _visit(state: CarpeDiemTable, seat: int, words: str) -> ft.Control:
    sign = seat_mark(state.extras.seats[seat], 16)
    name, points = caption(state.table.players[seat].name), caption(words)
    if use_ui().viewport.scale > LARGE:
        both = ft.Column([name, points], spacing=0, tight=True)
        return ft.Row([sign, ft.Container(both, expand=True)], spacing=2 * SPACE)
    return ft.Row([sign, ft.Container(name, expand=True), points], spacing=2 * SPACE)


def _earlier_visits(state: CarpeDiemTable) -> Sequence[ft.Control]:
    """Return the visits of earlier phases."""
    lines: list[ft.Control] = []
    for phase in range(1, state.table.phase):
        visits = visits_of(state.table, phase)
        if visits:
            lines.append(caption(titled(forum_phase_name(phase))))
            lines += [_visit(state, visit.seat, _visit_text(visit)) for visit in visits]
    return lines


def _after_all(live: LiveTable) -> ft.Control:
    page = ft.context.page
    to_end = AtThumb(lambda: [button(tr("Final scoring"), lambda: page.navigate(f"/table/{live.id}/end/0"))])
    return card([_title(tr("All four forum phases are over")), *_earlier_visits(live.state), to_end])
