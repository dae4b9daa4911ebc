"""How wide the columns of a sheet are, and what fits side by side, at a width and a size of text."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from operator import ne
from typing import TYPE_CHECKING, Final

from companion.ui.core.theme import SPACE, TARGET, Style, width_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LETTER: Final = 0.6
"""The width of a letter or a figure, as a fraction of its size; most are narrower."""

USUAL, CAPITAL = 0.56, 0.735
"""The greatest width of small letters and of capitals in the text font, as a fraction of their size."""

_WIDTHS: Final = {
    **dict.fromkeys(" ijlI.,'’", 0.265),
    **dict.fromkeys("frt-()", 0.36),
    **dict.fromkeys("acegksvxyzáäéèêFJLY0123456789", 0.505),
    **dict.fromkeys("mwW&ß@æœ%—", 0.84),
}
"""The letters that are narrower or wider, with their greatest width."""

NAME_SIZES: Final = (14, 13, 12)
"""The sizes of names at the heads of columns: the largest one at which as few as can be are cut, in px."""

NAME_LINES: Final = 2
"""The most lines that a name takes at the head of a column, a word a line."""

TITLE_LINES: Final = 3
"""The most lines that a title takes beside its numbers, about; longer ones stand above."""

_TEXT, _SMALL, _HEADING = 16, 14, 20
_BROAD: Final = 26 * SPACE
"""The width beyond which a column is no easier to read, in px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLayout:
    """Widths in px: with `titles` 0 the title of a rule stands above its numbers. `names` are cut to fit the columns.

    All names have one `name_size`, and in `tight` columns all figures. A number at the end of a title is `joined` to
    the word before it where there is room. The `whole` of the longest title has that width.
    """

    titles: float
    whole: float
    column: float
    names: tuple[str, ...]
    name_size: float
    tight: bool
    joined: bool

    def title(self, words: str) -> str:
        """Return a title as it is drawn."""
        return joined(words) if self.joined else words


def sheet_layout(
    width: float, scale: float, titles: Sequence[object], names: Sequence[str], figures: Iterable[object]
) -> SheetLayout:
    """Return the layout of a sheet in a width, in px, with text at `scale` times its size.

    >>> sheet_layout(358, 1.0, ["Villas"], ["Cathy", "Nick"], [61]).names
    ('Cathy', 'Nick')
    >>> sheet_layout(680, 1.0, ["A title that is as long as it can be " * 2], ["Cathy"] * 9, [6112]).titles
    0.0
    """
    digits = max(len(str(figure)) for figure in figures)
    least = max(TARGET, digits * _HEADING * scale * LETTER + 3 * SPACE)
    read = [str(title) for title in titles]
    with_numbers = _width(_words(joined(title, "") for title in read), _TEXT * scale)  # the blank is narrow
    is_joined = least <= (width - with_numbers) / len(names)
    words = with_numbers if is_joined else _width(_words(read), _TEXT * scale)
    whole = _width(read, _TEXT * scale)
    share, column, extras = (width - words) / len(names), width / len(names), 0.0
    if least <= share:
        broad = max((width - whole) / len(names), _width(_words(names), _SMALL * scale) + 3 * SPACE)
        figure = max(least, min(broad, share, _BROAD * scale))
        if whole <= TITLE_LINES * (width - len(names) * figure):
            column, extras = figure, width - len(names) * figure
    room = (column - 2 * SPACE) / (scale * LETTER)
    shown = {size * scale: tuple(short_name(name, room / size) for name in names) for size in NAME_SIZES}
    size, cut = min(shown.items(), key=lambda of_size: sum(map(ne, of_size[1], names)))
    return SheetLayout(
        titles=extras, whole=whole, column=column, names=cut, name_size=size, tight=column < least, joined=is_joined
    )


def joined(title: str, by: str = "\N{NO-BREAK SPACE}") -> str:
    r"""Return a title of which a number at the end stays on the line of the word before it.

    >>> joined("Round 12"), joined("Villas")
    ('Round\xa012', 'Villas')
    """
    words, space, number = title.rpartition(" ")
    return f"{words}{by}{number}" if space and number.isdecimal() else title


WHOLE: Final = 4
"""The most players who stand beside each other also where that is tight, as long as no figure is cut off."""


def sheet_layouts(
    width: float, scale: float, titles: Sequence[object], names: Sequence[str], figures: Sequence[int]
) -> tuple[tuple[range, SheetLayout], ...]:
    """Return the seats that stand beside each other on a sheet, with their layout: all, or as many as have room.

    >>> [list(seats) for seats, _ in sheet_layouts(358, 1.0, ["Villas"], ["Cathy"] * 12, [61])]
    [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]]
    >>> [list(seats) for seats, _ in sheet_layouts(288, 2.0, ["Villas"], ["Cathy"] * 4, [61234])]
    [[0, 1], [2, 3]]
    """
    needed = max(len(str(figure)) for figure in figures) * _TEXT * scale * LETTER + 2 * SPACE
    size = len(names)
    while size > 1 and width / size < needed:
        size -= 1
    while size > WHOLE and sheet_layout(width, scale, titles, names[:size], figures).tight:
        size -= 1
    size = ceil(len(names) / ceil(len(names) / size))
    groups = [range(first, min(first + size, len(names))) for first in range(0, len(names), size)]
    return tuple(
        (seats, sheet_layout(width, scale, titles, names[seats.start : seats.stop], figures)) for seats in groups
    )


NAMED_CELL: Final = 76
"""The least width of a cell with a name in it, with text of its usual size, in px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsLayout:
    """How rows of cells are laid out: in columns, or, with `in_a_row`, with so many named cells side by side.

    `cell` is the width of a cell, `scale` that of the text.
    """

    columns: SheetLayout
    cell: float
    scale: float
    in_a_row: int | None = None


def rows_layout(width: float, scale: float, titles: Sequence[object], names: Sequence[str], widest: str) -> RowsLayout:
    """Return the layout of rows in a width, in px: columns where all players have room beside each other.

    >>> rows_layout(358, 1.0, ["Villas"], ["Cathy", "Nick"], "61").in_a_row
    >>> rows_layout(358, 1.0, ["Villas"], ["Cathy"] * 9, "61").in_a_row
    3
    """
    columns = sheet_layout(width, scale, titles, names, [widest])
    if not columns.tight:
        return RowsLayout(columns=columns, cell=columns.column, scale=scale)
    least = max(NAMED_CELL, width_of(Style.HEADING, len(widest)) + 3 * SPACE)
    fits = max(int(width // (least * scale)), 1)
    in_a_row = ceil(len(names) / ceil(len(names) / fits))
    return RowsLayout(columns=columns, cell=width / in_a_row, scale=scale, in_a_row=in_a_row)


def short_name(name: str, room: float) -> str:
    """Return what fits of a name where a line has room for so many letters: all, its first word, or its beginning.

    >>> short_name("Anna Maria", 6), short_name("Anna Maximiliane", 6), short_name("Maximiliane", 6)
    ('Anna Maria', 'Anna', 'Maximi.')
    >>> short_name("Anna & Ben", 6), short_name("Anna & Ben", 4)
    ('Anna & Ben', 'Anna')
    """
    words = name.split()
    lines = [line.strip() for line in name.replace(" & ", " &\n").split("\n")] if "&" in words else words
    if len(lines) <= NAME_LINES and all(_letters(line) <= room for line in lines):
        return name
    if _letters(words[0]) <= room:
        return words[0]
    fits = next(end for end in range(len(name), 0, -1) if end == 1 or _letters(f"{name[:end]}.") <= room)
    return f"{name[:fits]}."


def _letters(name: str) -> float:
    """Return how wide a name is in the text font, in letters of the width that all others count with.

    >>> round(_letters("Lilli"), 1), round(_letters("Anna"), 1), round(_letters("Emma"), 1)
    (2.6, 3.9, 4.9)
    """
    return sum(map(letter_width, name)) / LETTER


def letter_width(letter: str) -> float:
    """Return the greatest width that a letter may have in the text font, as a fraction of its size."""
    return _WIDTHS.get(letter, CAPITAL if letter.isupper() else USUAL)


def _words(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(word for text in texts for word in text.split(" "))


def _width(texts: Iterable[str], size: float) -> float:
    """Return the width of the longest of these texts on one line, in px."""
    return max(map(len, texts)) * size * LETTER + SPACE
