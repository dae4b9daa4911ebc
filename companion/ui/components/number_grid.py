"""A grid of numbers: its cells, the keys with which they are typed, and what is known of the one being typed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

import flet as ft

from companion.formatting.text import for_screen, sentence
from companion.services.end_sheet import BACK, PLUS, SIGN
from companion.ui.components.controls import caption, silent, tappable, tappable_picture, text
from companion.ui.components.foot import SnackbarStrip
from companion.ui.components.layout import column
from companion.ui.components.number_entry import CLEAR, NEXT
from companion.ui.components.number_sheet import DONE, NEXT_ONE, WHO_WON
from companion.ui.core.error_boundary import repeated
from companion.ui.core.theme import SPACE, TARGET, TWO_COLUMNS, Style, text_part, width_of
from scoring.messages import Message, say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.ui.components.number_entry import Press
    from companion.ui.components.number_sheet import CellFacts
    from companion.ui.components.sheet_layout import SheetLayout
    from companion.ui.core.context import Viewport

DETAILS, LESS, MORE = "details", "less", "more"
"""The keys that a grid may have in addition: one leads to details, two step by one."""

WORDS: Final = {
    SIGN: say("Minus"),
    PLUS: say("Plus"),
    BACK: say("Delete the last digit"),
    CLEAR: say("Clear"),
    DETAILS: say("Details"),
    LESS: say("One less"),
    MORE: say("One more"),
}
"""What screen readers say of the keys that are no digits."""

SIGNS: Final = {SIGN: "±", LESS: "−1", MORE: "+1"}
"""What is written on keys instead of their words."""

ICONS: Final = {BACK: ft.Icons.BACKSPACE_OUTLINED, CLEAR: ft.Icons.CLEAR, DETAILS: ft.Icons.LIST_ALT}
"""What stands for words where there is no room for them."""

WRITTEN: Final = frozenset({CLEAR, DETAILS})
"""The keys on which their words are written where there is room."""


GAP: Final = SPACE // 2
"""The gap around a cell, in px: between two cells there are two."""


def scroll_key(key: str) -> Any:  # noqa: ANN401 - Flet makes it a dataclass late
    """Return the key of a line that is scrolled to."""
    return cast("Any", ft.ScrollKey)(key)


MAX_FIGURES: Final = 4
"""The most characters of a sum that a cell shows: its end; what is known of the cell has all of it."""


def number_figure(figure: object, *, firm: bool) -> ft.Text:
    """Return the number of a cell; it is `firm` where somebody entered it."""
    words = str(figure)
    return text(
        words
        if len(words) <= MAX_FIGURES or words.replace("/", "").lstrip("-").isdecimal()
        else f"…{words[1 - MAX_FIGURES :]}",
        Style.STRONG if firm else Style.TEXT,
        color=ft.Colors.ON_SURFACE if firm else ft.Colors.ON_SURFACE_VARIANT,
        no_wrap=True,
    )


NOT_SAVED: Final = say("not saved yet")


def cell_face(facts: CellFacts, scale: float) -> ft.Control:
    """Return the figure or the tick of a cell, with text at a scale, above what it comes to where that is shown.

    It is pale until it is saved.
    """
    if facts.ticked is None:
        face: ft.Control = number_figure(facts.figure, firm=facts.firm and not facts.pending)
    else:
        icon = ft.Icons.CHECK_BOX if facts.ticked else ft.Icons.CHECK_BOX_OUTLINE_BLANK
        ink = ft.Colors.SECONDARY if facts.ticked and not facts.pending else ft.Colors.ON_SURFACE_VARIANT
        face = ft.Icon(icon, color=ink, size=20 * scale)
    marks = [ft.Icon(ft.Icons.FLAG, color=ft.Colors.SECONDARY, size=16)] if facts.marked else []
    marks += [ft.Icon(ft.Icons.CLOUD_OFF, color=ft.Colors.ERROR, size=16)] if facts.unsaved else []
    if marks:
        face = ft.Row([*marks, face], spacing=SPACE, tight=True, alignment=ft.MainAxisAlignment.END)
    if facts.worth is None or not facts.firm or str(facts.worth) == str(facts.figure):
        return face
    words = f"{facts.how}= {facts.worth}"
    if isinstance(face, ft.Text):
        small = text_part(Style.SMALL, scale, ft.Colors.ON_SURFACE_VARIANT)
        face.spans = [ft.TextSpan(f"\n{for_screen(words)}", small)]
        face.text_align = ft.TextAlign.RIGHT
        return face
    worth = text(words, Style.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, no_wrap=True)
    return ft.Column([face, worth], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END)


def number_cell(  # noqa: PLR0913 - what a cell shows, and where
    face: ft.Control,
    facts: CellFacts,
    title: Message,
    do: Callable[[], Any],
    width: float,
    height: float = TARGET,
    *,
    ground: str = ft.Colors.SURFACE_CONTAINER,
) -> ft.Control:
    """Return a cell of this title that a tap opens, marked where it is open, or what was typed is wrong.

    `width` includes the gaps at its sides, which are those of the row in which it lies; in a column the `ground` is
    that of its player.
    """
    label = f"{title}: {', '.join(map(str, (*facts.said, *([NOT_SAVED] if facts.unsaved else []))))}"
    ink = ft.Colors.TRANSPARENT
    if facts.is_open:
        ground, ink = ft.Colors.PRIMARY_CONTAINER, ft.Colors.PRIMARY
    if facts.wrong:
        ground, ink = ft.Colors.ERROR_CONTAINER, ft.Colors.ERROR
    look: dict[str, Any] = {
        "width": width - 2 * GAP,
        "height": height,
        "alignment": ft.Alignment.CENTER_RIGHT,
        "padding": ft.Padding.symmetric(horizontal=SPACE),
        "bgcolor": ground,
        "border": ft.Border.all(2, ink),
    }
    if facts.ticked is not None:
        return tappable(face, label, do, checked=facts.ticked, **look)
    button = tappable_picture(silent(face), label, do, selected=facts.is_open, ink=False, **look)
    button.identifier = "cell"  # by which the page knows that arrows are heard here
    return button


def cells_row(cells: Sequence[ft.Control], **more: Any) -> ft.Row:  # noqa: ANN401 - what a Row takes
    """Return cells side by side."""
    more.setdefault("margin", GAP)
    return ft.Row(list(cells), spacing=2 * GAP, **more)


def grid_row(title: ft.Text, cells: Sequence[ft.Control], lay: SheetLayout, gap: float) -> ft.Control:
    """Return a title with the numbers of all players beside it, or below it; `gap` is that above and below these."""
    title.value = lay.title(title.value)
    if lay.titles:
        title.width = lay.titles - GAP
        return cells_row([title, *cells], margin=ft.Margin.symmetric(vertical=gap))
    below = cells_row(cells, margin=ft.Margin.symmetric(vertical=gap, horizontal=GAP))
    return ft.Column([title, below], spacing=0, tight=True)


def keypad(
    press: Press,
    at_the_side: tuple[str, str, str],
    corner: str,
    width: float,
    way_on: Message,
    *,
    does: Mapping[str, Callable[[], Any]] | None = None,
) -> ft.Control:
    """Return the keys in a width, in px of unscaled text; the one that leaves the cell says `way_on`.

    `at_the_side` are the keys at the right of the digits, from the top, `corner` is the one at the left of the zero.
    `does` says what keys do that type nothing.
    """
    fits = width / 4 - 2 * SPACE >= width_of(Style.STRONG, max(len(str(WORDS[key])) for key in WRITTEN))
    calls = does or {}

    def key(name: str, share: int = 3) -> ft.Control:
        return _key(name, calls.get(name, partial(press, name)), share, fits=fits)

    rows = [
        [*(key(digit) for digit in digits), key(more)] for digits, more in zip(DIGIT_ROWS, at_the_side, strict=True)
    ]
    rows.append([key(corner), key("0"), key(PLUS, 2), _next(press, 4, width, way_on)])
    return column([ft.Row(row, spacing=SPACE) for row in rows], spacing=SPACE)


DIGIT_ROWS: Final = ("123", "456", "789")
"""The digits above the zero."""


WAYS_ON: Final = {NEXT_ONE: ft.Icons.ARROW_FORWARD, DONE: ft.Icons.CHECK, WHO_WON: ft.Icons.EMOJI_EVENTS_OUTLINED}
"""What stands for the way on where there is no room for its words."""


def _key(name: str, do: Callable[[], object], share: int, *, fits: bool) -> ft.Control:
    label = WORDS.get(name, name)
    written = label if name in WRITTEN else SIGNS.get(name, name)
    face: ft.Control = text(written, Style.STRONG if name in WRITTEN else Style.HEADING, no_wrap=True)
    if name in ICONS and not (fits and name in WRITTEN):
        face = ft.Icon(ICONS[name], color=ft.Colors.ON_SURFACE)
    return tappable(
        face,
        label,
        repeated(do),
        expand=share,
        height=TARGET,
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
    )


def _next(press: Press, share: int, width: float, way_on: Message) -> ft.Control:
    face: ft.Control = text(way_on, Style.STRONG, color=ft.Colors.ON_PRIMARY, no_wrap=True)
    if width_of(Style.STRONG, len(str(way_on))) > width * share / 12 - 2 * SPACE:
        face = ft.Icon(WAYS_ON[way_on], color=ft.Colors.ON_PRIMARY)
    return tappable(
        face,
        way_on,
        repeated(partial(press, NEXT)),
        expand=share,
        height=TARGET,
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.PRIMARY,
    )


def explained(title: str, reason: Message | None, wrong: Message | None, lines: int | None = None) -> ft.Control:
    """Return whose number is open, and what is wrong with it or else how it comes about, if that is said.

    Title and reason take so many `lines` at most: the rest stands in the grid, and in the final scoring.
    """
    cut = ft.TextOverflow.ELLIPSIS
    head = _read_out(text(title, Style.STRONG, max_lines=lines, overflow=cut))
    if wrong is not None:
        words = text(sentence(wrong), Style.SMALL, color=ft.Colors.ERROR)
    elif reason is not None:
        words = caption(sentence(reason), max_lines=lines, overflow=cut)
    else:
        return head
    return column([head, _read_out(words)], spacing=0)


def _read_out(words: ft.Control) -> ft.Control:
    """Return words that screen readers read out when they change."""
    return ft.Semantics(content=words, live_region=True, container=True)


PANEL_WIDTH: Final = 360
"""The width of the keys beside a grid, in px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRoom:
    """The widths of a grid in px, and of its keys in px of unscaled text; on a `wide` screen these stand beside it."""

    wide: bool
    grid: float
    keys: float


def grid_room(viewport: Viewport, most: float) -> GridRoom:
    """Return the room for a grid that is no easier to read with `most` px or more."""
    wide = viewport.width >= TWO_COLUMNS
    room = viewport.width - (PANEL_WIDTH if wide else 0) - 4 * SPACE
    return GridRoom(wide=wide, grid=min(room, most), keys=(PANEL_WIDTH if wide else viewport.width) / viewport.scale)


def with_panel(numbers: ft.Control, panel: ft.Control, room: GridRoom) -> ft.Control:
    """Return a grid with the panel below, or beside it."""
    if not room.wide:
        padding = ft.Padding.symmetric(horizontal=2 * SPACE)
        above = ft.Container(numbers, padding=padding, expand=True)
        return ft.Column([above, SnackbarStrip(), panel], spacing=0, expand=True)
    parts: list[ft.Control] = [ft.Container(numbers, width=room.grid), ft.Container(panel, width=PANEL_WIDTH)]
    start = ft.CrossAxisAlignment.START
    both = ft.Row(parts, alignment=ft.MainAxisAlignment.CENTER, vertical_alignment=start, expand=True)
    return ft.Column([both, SnackbarStrip()], spacing=0, expand=True)
