"""The forum of the table: its cards and markers, the phase, and the visits that the open pairs allow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.carpe_diem import forum
from companion.games.carpe_diem.wording import card_text, pair_name
from companion.tables.state import with_table
from companion.ui.components.async_state import use_computed
from companion.ui.components.controls import button, caption, card, heading, notice, outlined, plain_button, text
from companion.ui.components.dialogs import change_and_say, step_taken_back, use_window
from companion.ui.components.fields import wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column, scrolling, spread_row, two_columns
from companion.ui.core.context import Viewport, use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import Setter, keyed, unless_gone, use_effect, use_ref, use_value, value_now
from companion.ui.core.theme import SPACE, WIDEST
from companion.ui.editors.carpe_diem.card_picker import CardPicker, CardsOnTable
from companion.ui.editors.carpe_diem.forum_grid import ForumTaps, forum_grid, forum_map
from companion.ui.editors.carpe_diem.forum_phase import phase_panel, ways_out
from companion.ui.editors.carpe_diem.forum_visits import (
    BEST_SHOWN,
    PairDetail,
    objective_chips,
    problems,
    ranking_number,
    visit_list,
)
from scoring.carpe_diem.checks import NO_PAIR
from scoring.carpe_diem.forum.visits import Pair, cards_lying, is_over, next_visitor
from scoring.messages import say, titled, tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.tables.live_table import LiveTable
    from scoring.carpe_diem.forum.answers import ForumVisit
    from scoring.carpe_diem.state import Card, Objective

MARGIN: Final = 4 * SPACE
"""The margins of a column of the table screen, both together, in px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsWindow:
    """A window about the card of one square, or about the pair of two."""

    squares: tuple[str, ...]

    @property
    def pair(self) -> Pair | None:
        """The pair, where there are two squares."""
        return (self.squares[0], self.squares[1]) if len(self.squares) > 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class PickerWindow:
    """A window in which a card is picked for a square, or `start` corrected.

    `on` continues with the next square; `laid` are the squares before it that got cards in this window, with the steps.
    """

    square: str
    start: Card | None = None
    on: bool = False
    laid: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ForumView:
    """What is open in this browser: a window, a card being moved, a visit of the list, and whether all are listed."""

    window: CardsWindow | PickerWindow | None = None
    moved: str | None = None
    visit: Pair | None = None
    every_visit: bool = False

    @property
    def highlighted(self) -> frozenset[str]:
        """The squares that stand out on the forum."""
        if isinstance(self.window, CardsWindow):
            return frozenset(self.window.squares)
        return frozenset((self.moved,) if self.moved else self.visit or ())


@component
def ForumTab(live: LiveTable, _seat: int) -> ft.Control:
    """Show the forum: the phase, the cards, and what each open pair would bring the next visitor."""
    use_revision(live)
    viewport = use_ui().viewport
    scrolled = _use_top(next_visitor(live.state.table))
    view, set_view = use_value(ForumView())
    objective = live.state.table.objective
    visits = use_computed(forum.visits_to_pairs, live.state.table)

    def show(window: CardsWindow | PickerWindow | None) -> None:
        set_view(lambda old: replace(old, window=window))

    def move(square: str | None) -> None:
        set_view(lambda old: replace(old, window=None, moved=square))

    async def tap_square(square: str) -> None:
        moved = value_now(set_view).moved
        if moved is not None:
            move(None)
            await live.change(say("card on {square}", square=square), lambda old: forum.swap(old, moved, square))
        elif square in cards_lying(live.state.table):
            show(CardsWindow(squares=(square,)))
        else:
            show(PickerWindow(square=square))

    _use_window(live, view, set_view, move)
    values = {} if visits is None else {visit.cells or ("", ""): ranking_number(visit, objective) for visit in visits}
    taps = ForumTaps(square=ft.use_callback(tap_square, [live]), pair=lambda pair: show(CardsWindow(squares=pair)))
    board: list[ft.Control] = [
        *_hints(live, view, show, move),
        forum_grid(live.state, _column_width(viewport), viewport, view.highlighted, values, taps),
    ]
    return _arranged(viewport, phase_panel(live), board, _visits(live, visits, view, set_view), scrolled)


def _use_top(visitor: int | None) -> ft.Ref[ft.Column]:
    """Bring the head of the forum into view once somebody else visits it: the list is theirs then."""
    scrolled, seen = use_ref(ft.Ref[ft.Column]).current, use_ref(lambda: visitor)

    async def go_up() -> None:
        if visitor != seen.current and scrolled.current is not None:
            with unless_gone():
                await scrolled.current.scroll_to(offset=0)
        seen.current = visitor

    use_effect(go_up, [visitor])
    return scrolled


def _use_window(
    live: LiveTable, view: ForumView, set_view: Setter[ForumView], move: Callable[[str | None], None]
) -> None:
    """Show the open window, if any: it is seen wherever the forum was scrolled to."""
    window = view.window

    def show(new: CardsWindow | PickerWindow | None) -> None:
        set_view(lambda old: replace(old, window=new) if old.window == window else old)

    def leave() -> None:
        show(None)

    async def choose(chosen: Card) -> None:
        if not isinstance(window, PickerWindow):
            return
        square = window.square
        label = say("card on {square}", square=square)
        step = await live.change(label, lambda old: forum.with_card(old, square, chosen))
        show(_following(live, window if step is None else replace(window, laid=(*window.laid, (square, step)))))

    if isinstance(window, PickerWindow):
        picker = keyed(window.square, CardChoice, live, window, choose, show)
        use_window(titled(say("card on {square}", square=window.square)), picker, leave, tall=True)
    elif window is None:
        use_window("", None, leave)
    elif window.pair is not None:
        detail = keyed(" ".join(window.pair), PairDetail, live, window.pair, leave)
        use_window(pair_name(window.pair), detail, leave, low=True)
    else:
        square = window.squares[0]
        use_window(square, keyed(f"card on {square}", CardDetail, live, square, show, move), leave, low=True)


@component
def CardChoice(
    live: LiveTable,
    window: PickerWindow,
    choose: Callable[[Card], Awaitable[None]],
    show: Callable[[PickerWindow | None], None],
) -> ft.Control:
    """Show the choice of a card for a square, in a series with how far it went."""
    series = [_series(live, window, show)] if window.on else []
    return column([*series, CardPicker(live.game.key, choose, window.start, _others(live, window.square))])


def _others(live: LiveTable, square: str) -> CardsOnTable:
    """Return the cards that lie beside the one to be picked for a square."""
    lying = {neighbour: card for neighbour, card in cards_lying(live.state.table).items() if neighbour != square}
    return CardsOnTable(lying=lying, drawn=forum.cards_drawn(live.state.table), edition=live.state.table.edition)


def _following(live: LiveTable, window: PickerWindow) -> PickerWindow | None:
    """Return the window for the next square of a series, `None` at its end."""
    square = forum.next_empty(live.state.table, window.square) if window.on else None
    return PickerWindow(square=square, on=True, laid=window.laid) if square else None


def _series(live: LiveTable, window: PickerWindow, show: Callable[[PickerWindow | None], None]) -> ft.Control:
    """Return how many of the cards lie, while they are laid one after the other, and the ways back and on."""
    table, laid = live.state.table, window.laid

    async def undo() -> None:
        square, step = laid[-1]
        if await step_taken_back(live, step):
            show(PickerWindow(square=square, on=True, laid=laid[:-1]))

    words = tr("{laid} of {all} laid", laid=len(cards_lying(table)), all=sum(forum.cards_drawn(table).values()))
    skip = plain_button(tr("Leave {square} empty", square=window.square), lambda: show(_following(live, window)))
    ways = [plain_button(tr("Undo"), undo, disabled=not laid), skip]
    said = ft.Semantics(content=caption(words), live_region=True, container=True)
    at = ft.Row([forum_map(cards_lying(table), window.square), said], spacing=2 * SPACE, tight=True)
    return spread_row([at, ft.Row(ways, tight=True)])


def _column_width(viewport: Viewport) -> float:
    """Return the width of a column of the table screen, in px."""
    return min((viewport.width / 2 if viewport.wide else viewport.width) - MARGIN, WIDEST)


def _arranged(
    viewport: Viewport,
    phase: ft.Control,
    board: list[ft.Control],
    listed: list[ft.Control],
    scrolled: ft.Ref[ft.Column],
) -> ft.Control:
    """Return one column, to which a ref refers, or two that scroll for themselves, the board on the left, with room."""

    def in_the_middle(parts: list[ft.Control]) -> ft.Control:
        content = ft.Container(column(parts, spacing=3 * SPACE), width=_column_width(viewport))
        return ft.Row([content], alignment=ft.MainAxisAlignment.CENTER)

    if not viewport.wide:
        return scrolling([in_the_middle([phase, *board, *listed])], scrolled)
    return two_columns([in_the_middle(board)], [in_the_middle([phase, *listed])])


def _hints(
    live: LiveTable, view: ForumView, show: Callable[[PickerWindow], None], move: Callable[[str | None], None]
) -> list[ft.Control]:
    """Return what can be done with the cards now: put down the one being moved, or lay cards on empty squares."""
    if view.moved is not None:
        words = tr("Tap where the card on {moving} belongs; two cards swap places.", moving=view.moved)
        return [notice(words), wrapped([plain_button(tr("Cancel"), lambda: move(None))])]
    notices: list[ft.Control] = [notice(sentence(problem)) for problem in forum.too_many(live.state.table)]
    square = forum.next_empty(live.state.table, "")
    if square is None:
        return notices

    def lay(way: Callable[..., ft.Control]) -> list[ft.Control]:
        return [way(tr("Lay the cards"), lambda: show(PickerWindow(square=square, on=True)))]

    comes_first = next_visitor(live.state.table) is None and not is_over(live.state.table)
    return [*notices, AtThumb(lambda: lay(button)) if comes_first else wrapped(lay(outlined))]


def _visits(
    live: LiveTable, visits: tuple[ForumVisit, ...] | None, view: ForumView, set_view: Setter[ForumView]
) -> list[ft.Control]:
    """Return the visits that the player whose turn it is can make; nothing where no phase is open."""
    seat = next_visitor(live.state.table)
    if seat is None:
        return []

    async def rank_by(objective: Objective) -> None:
        await live.change(objective.noun.title, partial(with_table, objective=objective))

    if visits is None:
        shown: list[ft.Control] = [ft.ProgressBar(semantics_label=tr("One moment …"))]
    elif not visits:
        shown = [caption(NO_PAIR)]
    else:
        shown = _ranked_visits(live, visits, view, set_view)
    return [
        heading(tr("What the open pairs bring")),
        objective_chips(live.state.table.objective, rank_by),
        *problems(live, seat),
        *shown,
        ways_out(live, seat),
    ]


def _ranked_visits(
    live: LiveTable, visits: tuple[ForumVisit, ...], view: ForumView, set_view: Setter[ForumView]
) -> list[ft.Control]:
    """Return the best visits, or all, with the open one in detail, and the button that shows the others."""

    def toggle_visit(pair: Pair) -> None:
        set_view(lambda old: replace(old, visit=None if old.visit == pair else pair))

    def toggle_every() -> None:
        set_view(lambda old: replace(old, every_visit=not old.every_visit))

    pair = view.visit
    detail = [heading(pair_name(pair), 3), PairDetail(live, pair, lambda: toggle_visit(pair))] if pair else []
    shown = visits if view.every_visit else visits[:BEST_SHOWN]
    lines = visit_list(live.state, shown, (pair, card(detail, padding=3 * SPACE)), toggle_visit)
    if len(visits) <= BEST_SHOWN:
        return lines
    words = tr("The best {number}", number=BEST_SHOWN) if view.every_visit else tr("All {number}", number=len(visits))
    return [*lines, wrapped([plain_button(words, toggle_every)])]


@component
def CardDetail(
    live: LiveTable, square: str, show: Callable[[PickerWindow | None], None], move: Callable[[str | None], None]
) -> ft.Control:
    """Show a card in words, and what can be done with it."""
    use_revision(live)
    lying = cards_lying(live.state.table).get(square)
    if lying is None:
        return ft.Container()

    async def remove() -> None:
        label = say("{spoken}: removed", spoken=titled(say("card on {square}", square=square)))
        show(None)
        await change_and_say(live, label, lambda old: forum.without_card(old, square))

    buttons = [
        outlined(tr("Another card"), lambda: show(PickerWindow(square=square))),
        outlined(tr("Edit"), lambda: show(PickerWindow(square=square, start=lying))),
        outlined(tr("Move"), lambda: move(square)),
        outlined(tr("Remove"), remove),
    ]
    return column([text(f"{card_text(lying)}."), wrapped(buttons)])
