"""The visits a player can make: what each open pair of cards would bring, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.carpe_diem import forum as steps
from companion.games.carpe_diem.wording import said
from companion.ui.components.async_state import use_computed
from companion.ui.components.controls import button, caption, notice, outlined, plain_button, tappable, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.carpe_diem.forum_answers import (
    besides,
    between,
    cards_of,
    cards_said,
    impossible,
    points,
    rulings,
    ways,
)
from scoring.carpe_diem.state import Objective

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from companion.games.carpe_diem.forum import CarpeDiem, Pair
    from companion.tables.live_table import LiveTable
    from scoring.carpe_diem.forum.answers import ForumVisit

FIRST: Final = 5
"""How many of the best visits are shown first."""

WISHES: Final = {Objective.POINTS: "Points now", Objective.FINAL: "Final total"}


def worth(visit: ForumVisit, objective: Objective) -> int:
    """Return the number that a visit is weighed by."""
    return visit.final_gain if objective is Objective.FINAL else visit.points


def wishes(objective: Objective, choose: Callable[[Objective], Awaitable[None]]) -> ft.Control:
    """Let the player say what a visit is to bring."""

    def wish(one: Objective) -> ft.Control:
        return chip(WISHES[one], lambda: choose(one), selected=one is objective)

    return wrapped([wish(one) for one in WISHES])


def visit_list(
    state: CarpeDiem,
    visits: Sequence[ForumVisit],
    opened: tuple[Pair | None, ft.Control],
    pick: Callable[[Pair], object],
) -> list[ft.Control]:
    """Return a line for each visit; that of the pair which is `opened` is followed by what is given with it."""
    lines: list[ft.Control] = []
    for visit in visits:
        pair = visit.cells or ("", "")
        lines.append(_line(state, visit, pair, pair == opened[0], pick))
        if pair == opened[0]:
            lines.append(opened[1])
    return lines


def _line(
    state: CarpeDiem,
    visit: ForumVisit,
    pair: Pair,
    chosen: bool,  # noqa: FBT001
    pick: Callable[[Pair], object],
) -> ft.Control:
    cards = cards_of(state.table, pair)
    words = cards_said(cards) if cards else ""
    big = worth(visit, state.extras.objective)
    face = ft.Row(
        [
            ft.Column(
                [
                    text(between(pair), Style.STRONG),
                    text(words, Style.SMALL),
                    caption(_rest(visit, state.extras.objective)),
                ],
                spacing=0,
                tight=True,
                expand=True,
            ),
            text(f"{big:+}" if state.extras.objective is Objective.FINAL else big, Style.TITLE),
        ],
        spacing=3 * SPACE,
    )
    return tappable(
        face,
        f"{between(pair)}: {points(visit)}, {besides(visit)}",
        lambda: pick(pair),
        selected=chosen,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(2 if chosen else 1, ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE_VARIANT),
        padding=3 * SPACE,
    )


def _rest(visit: ForumVisit, objective: Objective) -> str:
    return f"{points(visit)}, {besides(visit)}" if objective is Objective.FINAL else str(besides(visit))


@component
def PairDetail(live: LiveTable, pair: Pair, close: Callable[[], None]) -> ft.Control:
    """Show what lies between two cards, what a visit to them would bring and why, and book it."""
    use_revision(live)
    state: CarpeDiem = live.state
    seat = steps.turn(state.extras)
    marked = steps.has_marker(state.table, pair)
    found = use_computed(ways, state.table, seat, state.extras.objective, pair)
    lying = steps.cards_lying(state.table)
    parts: list[ft.Control] = [
        text(f"{square}: {said(lying[square])}.", Style.SMALL) for square in pair if square in lying
    ]
    if marked:
        parts += _with_marker(live, pair, close)
    elif seat is None:
        parts += [caption("No marker lies here."), _put_marker(live, pair, close, "Put a marker here")]
    else:
        parts += _to_choose(live, pair, found, close)
        parts.append(_put_marker(live, pair, close, "Only block this place with a marker"))
    return ft.Column(parts, spacing=2 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _with_marker(live: LiveTable, pair: Pair, close: Callable[[], None]) -> list[ft.Control]:
    state: CarpeDiem = live.state
    seat = steps.owner(state.extras, pair)
    whose = "A marker" if seat is None else f"{state.table.players[seat].name}’s marker"

    async def take() -> None:
        await live.change(f"marker taken from {between(pair)}", lambda old: steps.without_marker(old, pair))
        close()

    return [text(f"{whose} lies here."), wrapped([outlined("Take the marker away", take)])]


def _put_marker(live: LiveTable, pair: Pair, close: Callable[[], None], words: str) -> ft.Control:
    async def put() -> None:
        await live.change(f"marker on {between(pair)}", lambda old: steps.with_marker(old, pair))
        close()

    return wrapped([plain_button(words, put)])


def _to_choose(
    live: LiveTable, pair: Pair, found: tuple[ForumVisit, ...] | None, close: Callable[[], None]
) -> list[ft.Control]:
    if found is None:
        return [ft.ProgressBar(semantics_label="Working out what this pair brings")]
    cards = cards_of(live.state.table, pair)
    if cards is None or not found:
        return []
    best, *others = found
    parts = _way(live, best, button, "Choose", close)
    for other in others:
        parts += [ft.Divider(height=1), *_way(live, other, outlined, "Choose this instead", close)]
    decided = {str(ruling): ruling for visit in found for ruling in rulings(live.state.table, cards, visit)}
    return [*parts, *[caption(ruling) for ruling in decided.values()]]


def _way(
    live: LiveTable,
    visit: ForumVisit,
    button_of: Callable[[str, Callable[[], Awaitable[None]]], ft.Control],
    words: str,
    close: Callable[[], None],
) -> list[ft.Control]:
    state: CarpeDiem = live.state
    table, seat, pair = state.table, steps.turn(state.extras), visit.cells
    if seat is None or pair is None:
        return []
    name = table.players[seat].name

    async def book() -> None:
        label = f"{name} visits {between(pair)}: {points(visit)}"
        await live.change(label, lambda old: steps.booked(old, seat, visit, pair) if old.table == table else old)
        if steps.owner(live.state.extras, pair) != seat:
            show_snackbar("The table has changed meanwhile, nothing was booked. Look at the visits again.")
            return
        close()
        show_snackbar(f"{label}, {besides(visit)}.", undo=live.undo)

    return [
        text(points(visit), Style.HEADING),
        text(f"{besides(visit)}.", Style.SMALL),
        text(visit.because, Style.SMALL),
        wrapped([button_of(f"{words}: {between(pair)} for {name}", book)]),
    ]


def problems(live: LiveTable, seat: int | None) -> list[ft.Control]:
    """Say what is impossible in what the answers rest on."""
    if seat is None:
        return []
    page = ft.context.page
    found = impossible(live.state.table, seat)
    if not found:
        return []
    words = " ".join(f"{problem.message}." for problem in found)
    name = live.state.table.players[seat].name
    said_so = f"What stands here may be wrong, since something that was entered cannot be: {words}"
    mend = plain_button(f"To {name}’s district", lambda: page.navigate(f"/table/{live.id}/district/{seat}"))
    return [notice(said_so, wrong=True), wrapped([mend])]
