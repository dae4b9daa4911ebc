"""The forum on the screen: its cards as they lie, the markers between them, and the visits of the four phases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.carpe_diem import forum as steps
from companion.games.carpe_diem.wording import said
from companion.ui.components.async_state import use_computed
from companion.ui.components.controls import button, caption, card, heading, notice, outlined, plain_button, text
from companion.ui.components.dialogs import use_window
from companion.ui.components.fields import wrapped
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import SPACE, WIDEST
from companion.ui.editors.carpe_diem.cards import CardPicker
from companion.ui.editors.carpe_diem.forum_answers import between, pairs
from companion.ui.editors.carpe_diem.forum_grid import Taps, forum_grid
from companion.ui.editors.carpe_diem.forum_phase import phase_panel, ways_out
from companion.ui.editors.carpe_diem.forum_visits import FIRST, WISHES, PairDetail, problems, visit_list, wishes, worth
from scoring.carpe_diem.state import FORUM_SQUARES, Objective

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.games.carpe_diem.forum import CarpeDiem, Pair
    from companion.tables.live_table import LiveTable
    from companion.ui.core.context import Viewport
    from companion.ui.core.hooks import Setter
    from scoring.carpe_diem.forum.answers import ForumVisit
    from scoring.carpe_diem.state import Card

MARGIN: Final = 4 * SPACE
"""What the table screen leaves free on both sides, in px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Looking:
    """A card, or a pair of cards, that is looked at."""

    squares: tuple[str, ...]

    @property
    def pair(self) -> Pair | None:
        """The pair, where it is one."""
        return (self.squares[0], self.squares[1]) if len(self.squares) > 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Filling:
    """The square that a card is picked for, a card to be corrected, and whether the next empty square comes then."""

    square: str
    start: Card | None = None
    on: bool = False


Shown = Looking | Filling | None
"""What is open over the forum."""


@component
def ForumTab(live: LiveTable, _seat: int) -> ft.Control:
    """Show the forum: the phase, the cards, and what they would bring whoever is to visit."""
    use_revision(live)
    viewport = use_ui().viewport
    nothing: Shown = None
    shown, set_shown = use_value(nothing)
    unmoved: str | None = None
    moving, set_moving = use_value(unmoved)
    closed: Pair | None = None
    row, set_row = use_value(closed)
    everything, set_everything = use_value(initial=False)
    state: CarpeDiem = live.state
    seat = steps.turn(state.extras)
    visits = use_computed(pairs, state.table, seat, state.extras.objective)

    def show(new: Shown) -> None:
        set_shown(lambda _: new)

    def open_row(pair: Pair) -> None:
        set_row(lambda old: None if old == pair else pair)

    def move(square: str) -> None:
        show(None)
        set_moving(lambda _: square)

    async def tap_square(square: str) -> None:
        if moving is not None:
            set_moving(lambda _: None)
            await live.change(f"cards of {moving} and {square}", lambda old: steps.swapped(old, moving, square))
        elif square in steps.cards_lying(live.state.table):
            show(Looking(squares=(square,)))
        else:
            show(Filling(square=square))

    _use_what_is_shown(live, shown, set_shown, move)
    values = {} if visits is None else {one.cells or ("", ""): worth(one, state.extras.objective) for one in visits}
    lit = frozenset(shown.squares if isinstance(shown, Looking) else (moving,) if moving else row or ())
    taps = Taps(square=tap_square, pair=lambda pair: show(Looking(squares=pair)))
    board: list[ft.Control] = [
        *_hints(live, moving, show, set_moving),
        forum_grid(state, _room(viewport), viewport, lit, values, taps),
    ]
    every = (everything, lambda: set_everything(lambda old: not old))
    return _arranged(viewport, phase_panel(live), board, _visits(live, visits, (row, open_row), every))


def _use_what_is_shown(live: LiveTable, shown: Shown, set_shown: Setter[Shown], move: Callable[[str], None]) -> None:
    """Show, in a window, what was tapped in the forum: wherever that was scrolled to, it is seen."""

    def show(new: Shown) -> None:
        set_shown(lambda _: new)

    def leave() -> None:
        set_shown(lambda old: None if old == shown else old)

    async def choose(chosen: Card) -> None:
        if not isinstance(shown, Filling):
            return
        square = shown.square
        await live.change(f"card on {square}", lambda old: steps.with_card(old, square, chosen))
        following = next_empty(live.state, square) if shown.on else None
        show(Filling(square=following, on=True) if following else None)

    if isinstance(shown, Filling):
        picker = keyed(shown.square, CardPicker, live.game.key, choose, shown.start)
        use_window(f"The card on {shown.square}", picker, leave)
    elif shown is None:
        use_window("", None, leave)
    elif shown.pair is not None:
        use_window(between(shown.pair), PairDetail(live, shown.pair, leave), leave, low=True)
    else:
        square = shown.squares[0]
        use_window(square, CardDetail(live, square, show, move), leave, low=True)


def _room(viewport: Viewport) -> float:
    """Return how wide a column is, in px: the table screen gives no more than what is read well."""
    whole = min(viewport.width - MARGIN, WIDEST)
    return (whole - MARGIN) / 2 if viewport.wide else whole


def _arranged(viewport: Viewport, phase: ft.Control, board: list[ft.Control], listed: list[ft.Control]) -> ft.Control:
    """One column, or the board beside the phase and its visits where there is room."""
    if not viewport.wide:
        return _column([phase, *board, *listed])
    room = _room(viewport)
    return ft.Row(
        [ft.Container(_column(board), width=room), ft.Container(_column([phase, *listed]), width=room)],
        spacing=MARGIN,
        vertical_alignment=ft.CrossAxisAlignment.START,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _column(controls: list[ft.Control]) -> ft.Column:
    return ft.Column(controls, spacing=3 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _hints(
    live: LiveTable,
    moving: str | None,
    show: Callable[[Shown], None],
    set_moving: Setter[str | None],
) -> list[ft.Control]:
    """Say what can be done with the cards at the moment."""
    if moving is not None:
        words = f"Tap where the card of {moving} is to lie; two cards change places."
        stay = plain_button("Leave it where it is", lambda: set_moving(lambda _: None))
        return [notice(words), wrapped([stay])]
    lying = steps.cards_lying(live.state.table)
    square = next_empty(live.state, "")
    if square is None:
        return []
    lay = button("Lay the cards", lambda: show(Filling(square=square, on=True)))
    if lying:
        return [wrapped([lay])]
    words = "No card lies here yet. Tap a place to say which card lies there, or lay them all, row by row."
    return [caption(words), wrapped([lay])]


def next_empty(state: CarpeDiem, after: str) -> str | None:
    """Return the first square after another one, by rows, that still takes a card; of all squares after ""."""
    start = FORUM_SQUARES.index(after) + 1 if after else 0
    taken = steps.cards_lying(state.table).keys() | steps.left_empty(state.table)
    return next((square for square in FORUM_SQUARES[start:] if square not in taken), None)


def _visits(
    live: LiveTable,
    visits: tuple[ForumVisit, ...] | None,
    opening: tuple[Pair | None, Callable[[Pair], None]],
    showing: tuple[bool, Callable[[], None]],
) -> list[ft.Control]:
    """Return the list of visits for whoever's turn it is."""
    state: CarpeDiem = live.state
    seat = steps.turn(state.extras)
    if seat is None:
        return []

    async def weigh(objective: Objective) -> None:
        label = f"visits weighed for {WISHES[objective].lower()}"
        await live.change(label, lambda old: steps.weighed_for(old, objective))

    parts: list[ft.Control] = [
        heading("What the open pairs bring"),
        wishes(state.extras.objective, weigh),
        *problems(live, seat),
    ]
    out = ways_out(live, seat)
    if visits is None:
        return [*parts, ft.ProgressBar(semantics_label="Working out what the open pairs bring"), out]
    if not visits:
        return [*parts, caption("No pair of neighbouring cards is open: lay the cards first."), out]
    pair, open_row = opening
    detail = [heading(between(pair), 3), PairDetail(live, pair, lambda: open_row(pair))] if pair else []
    everything, turn_over = showing
    shown = visits if everything else visits[:FIRST]
    lines = visit_list(
        state,
        shown,
        (pair, card(detail, padding=3 * SPACE)),
        open_row,
    )
    parts += lines
    if len(visits) > FIRST:
        parts.append(wrapped([plain_button(f"The best {FIRST}" if everything else f"All {len(visits)}", turn_over)]))
    return [*parts, out]


@component
def CardDetail(
    live: LiveTable,
    square: str,
    show: Callable[[Shown], None],
    move: Callable[[str], None],
) -> ft.Control:
    """Show a card in words, and what can be done with it."""
    use_revision(live)
    lying = steps.cards_lying(live.state.table).get(square)
    if lying is None:
        return ft.Container()

    async def take() -> None:
        await live.change(f"card taken from {square}", lambda old: steps.without_card(old, square))
        show(None)
        show_snackbar(f"The card of {square} was taken away, with the markers beside it.", undo=live.undo)

    return ft.Column(
        [
            text(f"{said(lying)}."),
            wrapped(
                [
                    outlined("Another card", lambda: show(Filling(square=square))),
                    outlined("Correct it", lambda: show(Filling(square=square, start=lying))),
                    outlined("Move it", lambda: move(square)),
                    outlined("Take it away", take),
                ]
            ),
        ],
        spacing=2 * SPACE,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
