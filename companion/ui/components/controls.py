"""The smallest pieces: texts, marks, buttons, cards and notices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from companion.formatting.text import for_screen
from companion.games import KITS
from companion.ui.core.error_boundary import key_of_act, on_press, once, supersede
from companion.ui.core.theme import (
    FONT,
    GAME_TINTS,
    MARKS,
    PAPER,
    PLAYER_ROLES,
    RADIUS,
    ROLES,
    SPACE,
    TARGET,
    Style,
    game_tint,
    line_height,
)
from scoring.messages import tr
from storage.repositories.games import is_of_pad
from storage.repositories.values import game_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from companion.tables.state import PlayerStyle


def text(words: object, style: Style = Style.TEXT, **more: Any) -> ft.Text:  # noqa: ANN401 - what Flet takes
    """Return a text in one of the styles of the theme."""
    return ft.Text(for_screen(str(words)), theme_style=ROLES[style], **more)


def caption(words: object, **more: Any) -> ft.Text:  # noqa: ANN401 - what Flet takes
    """Return a small, faint text."""
    return text(words, Style.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, **more)


def name_text(name: str, size: float | None = None, **more: Any) -> ft.Text:  # noqa: ANN401 - what Flet takes
    """Return a name as narrow as `sheet_layout` takes it to be."""
    style = ft.TextStyle(size=size, letter_spacing=0)
    return ft.Text(for_screen(name), theme_style=ROLES[Style.SMALL], style=style, **more)


def loading_text() -> ft.Text:
    """Return the text that stands while something is loaded."""
    return caption(tr("One moment …"))


def heading(words: object, level: int = 2) -> ft.Semantics:
    """Return a heading that screen readers find."""
    style = Style.TITLE if level == 1 else Style.HEADING
    return ft.Semantics(content=text(words, style), header=True, heading_level=level, container=True)


def glyph(char: str, size: float, color: str, label: object = "", **more: Any) -> ft.Text:  # noqa: ANN401 - what Flet takes
    """Return one of our own drawings; screen readers pass it over unless it has a label."""
    return ft.Text(
        char,
        style=ft.TextStyle(size=size, color=color, font_family=FONT, height=1),
        no_wrap=True,
        semantics_label=str(label),
        **more,
    )


def mark(name: str, size: float, color: str, label: object = "") -> ft.Control:
    """Return a drawing by its name."""
    return glyph(MARKS[name], size, color, label)


DRAWN, WRITTEN = 0.64, 0.44
"""The sizes of the drawing and of the letters on an emblem, as shares of its size."""


def emblem(game: str, title: str, size: float = 32, letters: str = "") -> ft.Control:
    """Return the emblem of a game: its drawing, or letters of its title, on a ground of its own; it is not read out."""
    tint, drawn, words = emblem_face(game, title, letters)
    style = ft.TextStyle(size=size * WRITTEN, color=PAPER, weight=ft.FontWeight.W_600, height=1)
    return ft.Container(
        glyph(words, size * DRAWN, PAPER) if drawn else ft.Text(words, style=style, no_wrap=True, semantics_label=""),
        width=size,
        height=size,
        bgcolor=tint,
        border_radius=size / 5,
        alignment=ft.Alignment.CENTER,
    )


def emblem_face(game: str, title: str, letters: str = "") -> tuple[str, bool, str]:
    """Return the tint of a game, whether it has a drawing, and that as a character, or else these letters or others."""
    kit = None if is_of_pad(game) else KITS.get(game_key(game))
    if kit is None:
        title = title.partition(" (")[0] or title  # what tells two of one title apart gives them no other colour
        return game_tint(title), False, letters or initials(title)
    return GAME_TINTS[list(KITS).index(game_key(game))], True, MARKS[kit.mark]


def initials(title: str) -> str:
    """Return two letters for a title: of its first words with a capital or a figure, or of its only one.

    >>> initials("Ticket to Ride"), initials("Wingspan"), initials("7 Wonders"), initials("Sea Salt & Paper")
    ('TR', 'Wi', '7W', 'SS')
    """
    words = title.split() or [" "]
    first, *others = [word for word in words if word[0].isupper() or word[0].isdecimal()] or words
    return first[0] + others[0][0] if others else first[:2]


def letters_apart(titles: Iterable[str]) -> Mapping[str, str]:
    """Return two letters for each of some titles, by which these can be told apart as far as their letters allow.

    >>> letters_apart(["Carcassonne", "Catan", "Cascadia", "Calico"])
    {'Carcassonne': 'Ca', 'Catan': 'Ct', 'Cascadia': 'Cs', 'Calico': 'Cl'}
    """
    letters: dict[str, str] = {}
    for title in titles:
        usual = initials(title)
        ways = (usual, *(usual[0] + letter for letter in title[1:] if letter.isalnum()))
        letters[title] = next((way for way in ways if way not in letters.values()), usual)
    return letters


def seat_mark(seat: PlayerStyle, size: float = 20) -> ft.Control:
    """Return the shape of a player in the player's color."""
    return mark(seat.shape.noun.mark, size, PLAYER_ROLES[seat.colour])


def button(
    words: object,
    do: Callable[..., Any],
    *,
    icon: ft.IconData | None = None,
    of: object = "",
    **more: Any,  # noqa: ANN401
) -> ft.Control:
    """Return the button of the main action; screen readers also say `of` what, where there are several such buttons."""
    return ft.FilledButton(icon=icon, height=None, **_act(words, do, of), **more)


def outlined(
    words: object,
    do: Callable[..., Any],
    *,
    icon: ft.IconData | None = None,
    of: object = "",
    **more: Any,  # noqa: ANN401
) -> ft.Control:
    """Return the button of a second action."""
    return ft.OutlinedButton(icon=icon, **_act(words, do, of), **more)


def plain_button(
    words: object,
    do: Callable[..., Any],
    *,
    icon: ft.IconData | None = None,
    of: object = "",
    **more: Any,  # noqa: ANN401
) -> ft.Control:
    """Return a button without a frame."""
    return ft.TextButton(icon=icon, **_act(words, do, of), **more)


def _act(words: object, do: Callable[..., Any], of: object) -> dict[str, Any]:
    """Return the words of a button, and what makes it do its act once, even at two quick taps."""
    shown, said = for_screen(words), for_screen(f"{words}: {of}" if of else words)
    content = ft.Text(shown, semantics_label=said) if of else shown
    return {"content": content, **on_press(once(said, do)), "key": key_of_act(said)}


def icon_button(icon: ft.IconData, label: object, do: Callable[..., Any], **more: Any) -> ft.Control:  # noqa: ANN401
    """Return an icon that is a button; `label` is its name for screen readers, and stands beside a mouse that rests."""
    return ft.IconButton(
        ft.Icon(icon, semantics_label=for_screen(label)),
        **on_press(supersede(do)),
        width=TARGET,
        height=TARGET,
        tooltip=ft.Tooltip(message=for_screen(label), exclude_from_semantics=True),
        **more,
    )


def silent(content: ft.Control) -> ft.Control:
    """Return a control that screen readers pass over, since a control around it says the same.

    A text without words for them is passed over as it is. Around anything else stands a `Semantics`, which counts as
    something of its own: a tap in which it lies does not become one with the name around that tap.
    """
    texts = [words for words in _texts(content) if words is None or words.semantics_label != ""]
    if any(words is None or hasattr(words, "_frozen") for words in texts):  # what was drawn before cannot be changed
        return ft.Semantics(content=content, exclude_semantics=True)
    for words in texts:
        if words is not None:
            words.semantics_label = ""
    return content


def _texts(control: object) -> Iterator[ft.Text | None]:
    """Find the texts in a control; `None` stands for whatever else screen readers may find in it."""
    match control:
        case ft.Control(tooltip=tooltip) if tooltip and not getattr(tooltip, "exclude_from_semantics", False):
            yield None
        case ft.Text() if not control.selectable:
            yield control
        case ft.Row(scroll=None) | ft.Column(scroll=None) | ft.Stack():
            for inner in control.controls:
                yield from _texts(inner)
        case ft.Container(on_click=None, on_long_press=None, on_hover=None):
            yield from _texts(control.content)
        case None | ft.Icon(semantics_label=None):
            return
        case _:
            yield None


def tappable(  # noqa: PLR0913 - what a control of our own needs
    content: ft.Control,
    label: object,
    do: Callable[..., Any],
    *,
    selected: bool | None = None,
    checked: bool | None = None,
    live: bool | None = None,
    expand: bool | int | None = None,
    **more: Any,  # noqa: ANN401 - what a Container takes
) -> ft.Control:
    """Return a control that can be tapped, focused and read aloud as `label`, whatever it shows.

    `checked` makes it a checkbox instead of a button; `live` has a new label read out at once. As it was drawn once, it
    changes a table once, unless `do` is `repeated`.
    """
    more.setdefault("border_radius", RADIUS)
    face = silent(content)
    semantics = ft.Semantics(
        label=for_screen(label),
        button=checked is None or None,
        checked=checked,
        selected=selected,
        live_region=live,
        content=ft.Container(face, ink=True, on_click=once(for_screen(label), do), **more),
    )
    if face is not content:
        return ft.MergeSemantics(semantics, expand=expand)  # else the tap has a nameless button of its own
    semantics.container, semantics.expand = True, expand
    return semantics


def tappable_picture(
    picture: ft.Control,
    label: object,
    do: Callable[..., Any],
    *,
    selected: bool | None = None,
    ink: bool = True,
    **more: Any,  # noqa: ANN401 - what a Container takes
) -> ft.Semantics:
    """Return a picture of texts that are `silent` and can be tapped, for screens with many of them.

    `ink` shows a ripple, for which the whole screen is painted several times: too slow for the squares of a board.
    """
    more.setdefault("border_radius", RADIUS)
    return ft.Semantics(
        label=for_screen(label),
        button=True,
        container=True,
        focusable=None if ink else True,
        selected=selected,
        content=ft.Container(picture, ink=ink, on_click=supersede(do), **more),
    )


def raised(*, chosen: bool = False) -> dict[str, Any]:
    """Return the ground of what one presses, with an outline where it is chosen."""
    return {
        "bgcolor": ft.Colors.PRIMARY_CONTAINER if chosen else ft.Colors.SURFACE_CONTAINER_HIGHEST,
        "border": ft.Border.all(2, ft.Colors.PRIMARY if chosen else ft.Colors.TRANSPARENT),
    }


def card(controls: Sequence[ft.Control], spacing: float = 2 * SPACE, **more: Any) -> ft.Container:  # noqa: ANN401
    """Return controls below each other in a frame."""
    more.setdefault("padding", 4 * SPACE)
    return ft.Container(
        ft.Column(list(controls), spacing=spacing, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border_radius=2 * RADIUS,
        **more,
    )


def notice(words: object, *, wrong: bool = False, live: bool = True) -> ft.Control:
    """Return a sentence in a frame: what is wrong, or what just happened.

    It has a key: where it comes and goes, what is below stays what it is, with its focus and what is half typed.
    """
    icon = ft.Icons.ERROR_OUTLINE if wrong else ft.Icons.INFO_OUTLINE
    return ft.Semantics(
        key=f"notice {words}",
        live_region=live,
        container=True,
        content=ft.Container(
            ft.Row(
                [
                    ft.Icon(icon, ft.Colors.ERROR if wrong else ft.Colors.TERTIARY, line_height(Style.SMALL)),
                    text(words, Style.SMALL, expand=True),
                ],
                vertical_alignment=ft.CrossAxisAlignment.START,
            ),
            bgcolor=ft.Colors.ERROR_CONTAINER if wrong else ft.Colors.TERTIARY_CONTAINER,
            border_radius=RADIUS,
            padding=3 * SPACE,
        ),
    )


def group(content: ft.Control, label: object) -> ft.Semantics:
    """Return controls that screen readers find under a name."""
    return ft.Semantics(label=for_screen(label), container=True, content=content)


def labelled(content: ft.Control, label: object, **more: Any) -> ft.Semantics:  # noqa: ANN401 - what Semantics takes
    """Return a control that is read aloud as `label`, whatever it shows."""
    return ft.Semantics(label=for_screen(label), container=True, content=silent(content), **more)
