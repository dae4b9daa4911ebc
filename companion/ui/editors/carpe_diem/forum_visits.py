"""The visits that a player can make: what each open pair of cards would bring, why, and how it is booked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.carpe_diem import forum
from companion.games.carpe_diem.wording import card_text, pair_name, pair_text, visit_gains, visit_points
from companion.ui.components.async_state import use_computed
from companion.ui.components.controls import button, caption, notice, outlined, plain_button, tappable, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.theme import SPACE, Style
from scoring.carpe_diem.state import Objective

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from companion.games.carpe_diem.extras import CarpeDiemTable
    from companion.games.carpe_diem.forum import Pair
    from companion.tables.live_table import LiveTable
    from scoring.carpe_diem.forum.answers import ForumVisit

    ToggleVisit = Callable[[Pair], object]
    VisitButton = Callable[[str, Callable[[], Awaitable[None]]], ft.Control]

BEST_SHOWN: Final = 5
"""How many of the best visits are shown at first."""

OBJECTIVES: Final = {Objective.POINTS: "Points now", Objective.FINAL: "Final total"}


def ranking_number(visit: ForumVisit, objective: Objective) -> int:
    """Return the number by which a visit is ranked."""
    return visit.final_gain if objective is Objective.FINAL else visit.points


def objective_chips(objective: Objective, choose: Callable[[Objective], Awaitable[None]]) -> ft.Control:
    """Return the choice of the objective that visits are ranked by."""

    def objective_chip(one: Objective) -> ft.Control:
        return chip(OBJECTIVES[one], lambda: choose(one), selected=one is objective)

    return wrapped([objective_chip(one) for one in OBJECTIVES])


def visit_list(
    state: CarpeDiemTable, visits: Sequence[ForumVisit], detail: tuple[Pair | None, ft.Control], toggle: ToggleVisit
) -> list[ft.Control]:
    """Return a line for each visit; `detail` is the open pair, and what follows its line."""
    open_pair, shown = detail
    lines: list[ft.Control] = []
    for visit in visits:
        pair = visit.cells or ("", "")
        lines.append(_line(state, visit, pair, toggle, is_open=pair == open_pair))
        lines += [shown] if pair == open_pair else []
    return lines


def _line(state: CarpeDiemTable, visit: ForumVisit, pair: Pair, toggle: ToggleVisit, *, is_open: bool) -> ft.Control:
    final = state.extras.objective is Objective.FINAL
    cards = forum.cards_of(state.table, pair)
    gains = f"{visit_points(visit)}, {visit_gains(visit)}"
    words = ft.Column(
        [
            text(pair_name(pair), Style.STRONG),
            text(pair_text(cards) if cards else "", Style.SMALL),
            caption(gains if final else visit_gains(visit)),
        ],
        spacing=0,
        tight=True,
        expand=True,
    )
    figure = text(f"{visit.final_gain:+}" if final else visit.points, Style.TITLE)
    return tappable(
        ft.Row([words, figure], spacing=3 * SPACE),
        f"{pair_name(pair)}: {gains}",
        lambda: toggle(pair),
        selected=is_open,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if is_open else ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(2 if is_open else 1, ft.Colors.PRIMARY if is_open else ft.Colors.OUTLINE_VARIANT),
        padding=3 * SPACE,
    )


@component
def PairDetail(live: LiveTable, pair: Pair, close: Callable[[], None]) -> ft.Control:
    """Show the cards of a pair, the marker between them or the visits it allows, and the buttons that book one."""
    use_revision(live)
    state: CarpeDiemTable = live.state
    seat = forum.turn(state.extras)
    visits = use_computed(forum.visits_to_pair, state.table, seat, state.extras.objective, pair)
    lying = forum.cards_lying(state.table)
    parts: list[ft.Control] = [
        text(f"{square}: {card_text(lying[square])}.", Style.SMALL) for square in pair if square in lying
    ]
    if forum.has_marker(state.table, pair):
        parts += _marker(live, pair, close)
    elif seat is None:
        parts += [caption("No marker lies here."), _put_marker(live, pair, close, "Put a marker here")]
    else:
        parts += _visit_choice(live, pair, visits, close)
        parts.append(_put_marker(live, pair, close, "Only block this place with a marker"))
    return column(parts)


def _marker(live: LiveTable, pair: Pair, close: Callable[[], None]) -> list[ft.Control]:
    state: CarpeDiemTable = live.state
    seat = forum.owner(state.extras, pair)
    whose = "A marker" if seat is None else f"{state.table.players[seat].name}’s marker"

    async def remove() -> None:
        await live.change(f"marker taken from {pair_name(pair)}", lambda old: forum.without_marker(old, pair))
        close()

    return [text(f"{whose} lies here."), wrapped([outlined("Take the marker away", remove)])]


def _put_marker(live: LiveTable, pair: Pair, close: Callable[[], None], words: str) -> ft.Control:
    async def put() -> None:
        await live.change(f"marker on {pair_name(pair)}", lambda old: forum.with_marker(old, pair))
        close()

    return wrapped([plain_button(words, put)])


def _visit_choice(
    live: LiveTable, pair: Pair, visits: tuple[ForumVisit, ...] | None, close: Callable[[], None]
) -> list[ft.Control]:
    """Return the best visit to an open pair, the alternatives, and the rulings that they rest on."""
    if visits is None:
        return [ft.ProgressBar(semantics_label="Working out what this pair brings")]
    cards = forum.cards_of(live.state.table, pair)
    if cards is None or not visits:
        return []
    best, *others = visits
    parts = _visit(live, best, button, "Choose", close)
    for other in others:
        parts += [ft.Divider(height=1), *_visit(live, other, outlined, "Choose this instead", close)]
    rulings = {
        str(ruling): ruling for visit in visits for ruling in forum.rulings_of_visit(live.state.table, cards, visit)
    }
    return [*parts, *(caption(ruling) for ruling in rulings.values())]


def _visit(
    live: LiveTable, visit: ForumVisit, button_of: VisitButton, words: str, close: Callable[[], None]
) -> list[ft.Control]:
    """Return what a visit brings and why, and the button that books it."""
    state: CarpeDiemTable = live.state
    table, seat, pair = state.table, forum.turn(state.extras), visit.cells
    if seat is None or pair is None:
        return []
    name = table.players[seat].name

    async def book() -> None:
        label = f"{name} visits {pair_name(pair)}: {visit_points(visit)}"
        await live.change(label, lambda old: forum.booked(old, seat, visit, pair) if old.table == table else old)
        if forum.owner(live.state.extras, pair) != seat:
            show_snackbar("The table has changed meanwhile, nothing was booked. Look at the visits again.")
            return
        close()
        show_snackbar(f"{label}, {visit_gains(visit)}.", undo=live.undo)

    return [
        text(visit_points(visit), Style.HEADING),
        text(f"{visit_gains(visit)}.", Style.SMALL),
        text(visit.because, Style.SMALL),
        wrapped([button_of(f"{words}: {pair_name(pair)} for {name}", book)]),
    ]


def problems(live: LiveTable, seat: int) -> list[ft.Control]:
    """Return the problems of what the visits rest on, and the way to a player's district, where they are mended."""
    page = ft.context.page
    found = forum.problems_of_visitor(live.state.table, seat)
    if not found:
        return []
    sentences = " ".join(f"{problem.message}." for problem in found)
    words = f"What stands here may be wrong, since something that was entered cannot be: {sentences}"
    name = live.state.table.players[seat].name
    to_district = plain_button(f"To {name}’s district", lambda: page.navigate(f"/table/{live.id}/district/{seat}"))
    return [notice(words, wrong=True), wrapped([to_district])]
