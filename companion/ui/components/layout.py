"""How a screen is laid out: the bar on top, columns, rows that break where there is little room, and boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import flet as ft

from companion.ui.components.controls import icon_button, loading_text, outlined, text
from companion.ui.components.foot import FootBar, SnackbarStrip, foot_scrolls
from companion.ui.core.context import Viewport, use_loaded, use_ui
from companion.ui.core.error_boundary import component, safe, with_failed_loads
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import SPACE, TARGET, WIDEST, Style, width_of
from scoring.messages import say, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from companion.tables.live_table import LiveTable
    from scoring.messages import Message
    from scoring.problems import Problem

    DrawBoard = Callable[[Any, int, frozenset[str], float], ft.Control | None]


def column(controls: Iterable[ft.Control], spacing: float = 2 * SPACE, **more: Any) -> ft.Column:  # noqa: ANN401
    """Return controls below each other, each as wide as the column; `more` is what a `Column` takes."""
    stretch = ft.CrossAxisAlignment.STRETCH
    return ft.Column(list(controls), spacing=spacing, tight=True, horizontal_alignment=stretch, **more)


def scrolling(
    parts: Sequence[ft.Control],
    ref: ft.Ref[ft.Column] | None = None,
    margin: float = 2 * SPACE,
    *,
    has_foot: bool = True,
) -> ft.Control:
    """Return a column that scrolls in the room it has, with a margin at the sides; `ref` then refers to it.

    Where the bar of the page scrolls, it has that at its end, if it `has_foot`.
    """
    inner = column(parts)
    bar = [FootBar()] if has_foot and foot_scrolls(use_ui().viewport) else []
    return ft.Column(
        [ft.Container(inner, padding=ft.Padding.symmetric(horizontal=margin, vertical=2 * SPACE)), *bar],
        ref=ref,
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def max_width(content: ft.Control) -> ft.Container:
    """Return content no wider than is read well."""
    return ft.Container(content, width=min(use_ui().viewport.width - 4 * SPACE, WIDEST))


def two_columns(
    left: Sequence[ft.Control], right: Sequence[ft.Control], ref: ft.Ref[ft.Column] | None = None
) -> ft.Control:
    """Return two columns, each of which scrolls for itself; `ref` then refers to the left one."""
    columns = [scrolling(left, ref, has_foot=False), scrolling(right)]
    return ft.Row(columns, expand=True, spacing=0, vertical_alignment=ft.CrossAxisAlignment.START)


NARROW: Final = 240
"""Below this width, divided by the scale of the text, a name has a line of its own, in px."""


def leading_trailing_row(
    marks: Sequence[ft.Control], words: ft.Control, figure: ft.Control | None, room: float
) -> ft.Control:
    """Return words between marks and a figure, or below them where `room`, in px of unscaled text, is narrow."""
    figures = [] if figure is None else [figure]
    if room < NARROW:
        leading = ft.Row(list(marks), spacing=2 * SPACE, tight=True)
        above = ft.Row([leading, *figures], alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
        return column([above, words], spacing=0)
    words.expand = True
    return ft.Row([*marks, words, *figures], spacing=2 * SPACE)


T = TypeVar("T")


def use_more(entries: Sequence[T], at_first: int, words: object) -> tuple[Sequence[T], list[ft.Control]]:
    """Return the first entries, and the button that shows more of them while there are more."""
    most, set_most = use_value(at_first)

    def show_more() -> None:
        set_most(lambda old: old + 4 * at_first)

    return entries[:most], [outlined(words, show_more)] if len(entries) > most else []


TITLE_LINES: Final = 3
"""The most lines of the title of a screen."""

LEAST_ROOM_UNDER: Final = 88
"""The least width in px, where text has its usual size, in which what stands below a title breaks no word in two."""


def _lines(title: str, room: float) -> int:
    """Return how many lines a title takes in a width in px of unscaled text; more than any where a word is wider."""
    lines, letters = 1, -1
    for word in map(len, title.split()):
        if width_of(Style.HEADING, word) > room:
            return TITLE_LINES + 1
        letters += 1 + word
        if width_of(Style.HEADING, letters) > room:
            lines, letters = lines + 1, word
    return lines


def topbar(
    title: object, *, back: str | None = None, actions: Sequence[ft.Control] = (), under: ft.Control | None = None
) -> ft.Control:
    """Return the bar on top of a screen; its arrow leads to the address `back`.

    `under` stands below the title.
    """
    page = ft.context.page
    start: list[ft.Control] = []
    if back is not None:
        start.append(icon_button(ft.Icons.ARROW_BACK, tr("Back"), lambda: page.navigate(back)))
    viewport = use_ui().viewport
    room = viewport.width - (len(start) + len(actions)) * (TARGET + SPACE) - 2 * SPACE
    fits = _lines(str(title), room / viewport.scale) <= TITLE_LINES
    fits = fits and (under is None or room >= LEAST_ROOM_UNDER * viewport.scale)
    words = text(title, Style.HEADING, max_lines=TITLE_LINES, overflow=ft.TextOverflow.ELLIPSIS)
    name: ft.Control = ft.Semantics(content=words, header=True, heading_level=1, container=True)
    if under is not None:
        parts: list[ft.Control] = [name, under]
        name = ft.Column(parts, spacing=0, tight=True) if fits else spread_row(parts)
    name.expand = fits or None
    strut = [] if start or actions else [ft.Container(height=TARGET)]
    middle = name if fits else ft.Container(expand=True)
    line = ft.Row([*start, middle, *actions, *strut], spacing=SPACE)
    below = ft.Container(name, padding=ft.Padding.symmetric(horizontal=3 * SPACE))
    bar = line if fits else column([line, below], spacing=0)
    bar.margin = ft.Margin.only(left=(1 if start else 4) * SPACE, right=SPACE, top=SPACE, bottom=SPACE)
    return bar


def button_grid(buttons: Sequence[ft.Control], room: float, least: float) -> ft.Control:
    """Return buttons of one width in rows and columns, each at least `least` px wide where `room` px are there."""
    columns = max(1, min(len(buttons), int((room + 2 * SPACE) // (least + 2 * SPACE))))
    width = (room - (columns - 1) * 2 * SPACE) / columns
    cells = [_with_width(control, width) for control in buttons]
    return ft.Row(cells, wrap=True, spacing=2 * SPACE, run_spacing=2 * SPACE)


SCROLL_INTERVAL_MS: Final = 200
"""How often the client says where it has been scrolled to, in milliseconds."""


def is_near_end(event: ft.OnScrollEvent) -> bool:
    """Return whether a column was scrolled to less than a screen before its end."""
    return event.max_scroll_extent - event.pixels < event.viewport_dimension


def _with_width(control: ft.Control, width: float) -> ft.Control:
    """Return a control that is so many px wide; a component has no width of its own."""
    if not isinstance(control, ft.LayoutControl):
        return ft.Container(control, width=width)
    control.width = width
    return control


def screen_room(viewport: Viewport, widest: float = WIDEST) -> float:
    """Return the width inside a screen of one column, in px."""
    return min(viewport.width, widest) - 8 * SPACE


def screen(
    bar: ft.Control,
    body: Sequence[ft.Control],
    *,
    below: Sequence[ft.Control] | None = (),
    ref: ft.Ref[ft.Column] | None = None,
    on_scroll: Callable[[ft.OnScrollEvent], object] | None = None,
    widest: float = WIDEST,
) -> ft.Control:
    """Return a screen with one column that scrolls between two bars; another address begins at its top.

    More may stand `below` that at the thumb; with `None` it has no foot, as that of the screen beside it does for both.
    `ref`, where given, refers to the column, and `on_scroll` hears where it was scrolled to. What its component could
    not load is said in the place of the body.
    """
    viewport = use_ui().viewport
    address = ft.use_route_location()
    room, margin = screen_room(viewport, widest), 4 * SPACE
    foot = [] if below is None else [FootBar(widest=widest)]
    strip = [] if below is None else [SnackbarStrip()]
    middle = column(with_failed_loads(body), spacing=4 * SPACE, width=room, margin=margin)
    scrolling = ft.Column(
        [middle, *(foot if foot_scrolls(viewport) else [])],
        ref=ref,
        scroll=ft.ScrollMode.AUTO,
        scroll_interval=SCROLL_INTERVAL_MS,
        on_scroll=None if on_scroll is None else safe(on_scroll),
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        key=address,
    )
    parts = [bar, scrolling, *strip, *([] if foot_scrolls(viewport) else foot), *(below or ())]
    return ft.SafeArea(
        ft.Column(parts, spacing=0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH), expand=True
    )


def waiting(bar: ft.Control) -> ft.Control:
    """Return a screen whose data are still being loaded."""
    return screen(bar, [loading_text()])


NOT_IN_PLAY: Final = say("This table is no longer in play.")


def not_in_play(bar: ft.Control) -> ft.Control:
    """Return a screen of a table that was finished or removed meanwhile."""
    return screen(bar, [text(NOT_IN_PLAY)])


def use_table(table_id: str, bar: ft.Control) -> LiveTable | ft.Control:
    """Return a table in play, or the screen in its place: one that waits for it, or says that it is not in play.

    It is the last hook of a component, as that screen has some, too.
    """
    ui = use_ui()

    async def find() -> tuple[LiveTable | None]:
        return (await ui.tables.open(table_id),)

    opened, _ = use_loaded(find, [table_id])
    return waiting(bar) if opened is None else opened[0] or not_in_play(bar)


def spread_row(parts: list[ft.Control]) -> ft.Control:
    """Return words with their button at the other end of the row, or below them."""
    between = ft.MainAxisAlignment.SPACE_BETWEEN
    return ft.Row(parts, wrap=True, spacing=2 * SPACE, run_spacing=SPACE, alignment=between)


SQUARE_GAP = 2

SQUARE_CORNER = 4
"""The radius of a square of the board, in px."""


def grid(squares: Iterable[Iterable[ft.Control]], gap: float = SQUARE_GAP) -> ft.Column:
    """Return squares row by row."""
    rows: list[ft.Control] = [ft.Row(list(row), spacing=gap, tight=True) for row in squares]
    return ft.Column(rows, spacing=gap, tight=True)


def messages_by_square(problems: Sequence[Problem]) -> dict[str, tuple[Message, ...]]:
    """Return the messages of the problems of each square that has any."""
    cells = {cell for problem in problems for cell in problem.cells}
    return {cell: tuple(problem.message for problem in problems if cell in problem.cells) for cell in cells}


def room_for(width: float, columns: int, frame: float) -> float:
    """Return the size of a square where `columns` and a strip of the frame share a width, in px."""
    return (width - frame - (columns + 1) * SQUARE_GAP - 4 * SPACE) // columns


@component
def HighlightedBoard(draw: DrawBoard, table: Any, seat: int, cells: tuple[str, ...], width: float) -> ft.Control:  # noqa: ANN401
    """Show the board of a seat, `width` px wide, where the game draws one."""
    return draw(table, seat, frozenset(cells), width) or ft.Container()
