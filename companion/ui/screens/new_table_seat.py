"""A seat of a new table: the name, colour and shape of a player, and their place in the order."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.services import new_table
from companion.tables.state import Colour, PlayerStyle, Shape
from companion.ui.components.controls import caption, card, icon_button, mark, raised, seat_mark, silent, tappable, text
from companion.ui.components.fields import field, swatch, wrapped
from companion.ui.components.players import team_choice
from companion.ui.core.context import Viewport, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import use_effect, use_toggle
from companion.ui.core.theme import PLAYER_ROLES, SPACE, TARGET, WIDEST
from scoring.messages import tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.services.new_table import SeatingDraft
    from scoring.game import Game

    Change = Callable[[Callable[[SeatingDraft], SeatingDraft]], Awaitable[None]]

SEAT_GROUP: Final = "seats"

ONE_ROW_FROM: Final = 360
"""From this width on, divided by the scale of the text, the buttons stand beside the name, in px."""

AROUND_NAME: Final = 144
"""The width on both sides of a name in its field, in px."""

BOTH_WAYS_FROM: Final = 520
"""From this width on, divided by the scale of the text, the way down stands beside the way up, in px."""

LETTER: Final = 9
"""The width of a letter where text has its usual size, in px, rather too wide than too narrow."""


@component
def SeatCard(  # noqa: PLR0913 - what a seat needs
    draft: SeatingDraft,
    seat: int,
    game: Game[Any] | None,
    latest: Callable[[], SeatingDraft],
    change: Change,
    ways: dict[int, Any],
    *,
    lit: bool,
    tried: bool,
    fresh: bool,
) -> ft.Control:
    """Show who sits in a seat: style, name, and what moves them; `lit` during the draw, `fresh` where it is typed next.

    `ways` are the names by seat, and behind the last one the way on. Enter in a name leads to the next of them; in the
    last name to a seat for another player, where there is room, and in that one, left empty, to the way on.
    """
    ui = use_ui()
    opened, toggle = use_toggle()
    guest = draft.guests[seat]
    wrong = new_table.name_problem(draft, seat) if tried or guest.name.strip() else None

    async def go_on() -> None:
        now = latest()  # which quick fingers have changed since it was drawn
        is_last, is_named = seat == len(now.guests) - 1, bool(now.guests[seat].name.strip())
        if is_last and is_named and len(now.guests) < new_table.seat_limits(game)[1]:
            await change(new_table.with_player)  # which takes the focus
        else:
            await ways[seat + 1].focus()
        if is_last and not is_named and new_table.can_go(now, game):
            await change(lambda old: new_table.without_seat(old, seat))

    name = field(
        ui,
        tr("Starting player") if seat == 0 else tr("Player {number}", number=seat + 1),
        guest.name,
        lambda typed: change(lambda old: new_table.with_name(old, seat, typed)),
        wrong=wrong,
        helper=_below(draft, seat, ui.viewport),
        expand=True,
        on_submit=safe(go_on),
    )
    ways[seat] = name

    async def take_focus() -> None:
        if fresh and not guest.name:
            await name.focus()  # type: ignore[no-untyped-call]

    use_effect(take_focus, [])
    face = _handle(draft, seat, _style_button(draft, seat, toggle))
    room = ui.viewport.width / ui.viewport.scale
    order = _order_buttons(draft, seat, change, both_ways=room >= BOTH_WAYS_FROM)
    fits = _fits(guest.name, ui.viewport, AROUND_NAME + len(order) * TARGET)
    one_row = room >= ONE_ROW_FROM and wrong is None and fits
    line = ft.Row([face, name, *(order if one_row else [])], spacing=0, vertical_alignment=ft.CrossAxisAlignment.START)
    rows: list[ft.Control] = [
        line,
        *([] if one_row else [ft.Row(order, spacing=0, alignment=ft.MainAxisAlignment.END)]),
        *team_choice(
            new_table.team_called(draft.game, guest.name),
            lambda: change(lambda old: new_table.with_team(old, seat)),
            ui.viewport,
            ticked=guest.team,
        ),
        *([_style_picker(draft, seat, change)] if opened else []),
    ]
    made = card(rows, padding=3 * SPACE)
    made.bgcolor = ft.Colors.PRIMARY_CONTAINER if lit else ft.Colors.SURFACE_CONTAINER
    made.border = ft.Border.all(2, ft.Colors.PRIMARY if lit else ft.Colors.TRANSPARENT)

    async def dropped(event: ft.DragTargetEvent) -> None:
        origin = event.src.data
        await change(lambda old: new_table.with_seat_moved(old, origin, seat))

    return ft.DragTarget(group=SEAT_GROUP, content=made, on_accept=safe(dropped), key=f"seat-{seat}")


def _below(draft: SeatingDraft, seat: int, viewport: Viewport) -> ft.Control | None:
    """Return the whole of a name that the field does not show."""
    name = draft.guests[seat].name
    return None if _fits(name, viewport, AROUND_NAME) else caption(name)


def _style_of(draft: SeatingDraft, seat: int) -> PlayerStyle:
    guest = draft.guests[seat]
    return PlayerStyle(colour=guest.colour, shape=guest.shape)


def _called(draft: SeatingDraft, seat: int) -> str:
    """Return the name of a player in labels, also of one who has none yet."""
    return draft.guests[seat].name.strip() or tr("Player {number}", number=seat + 1)


def _style_button(draft: SeatingDraft, seat: int, do: Callable[[], None]) -> ft.Control:
    style = _style_of(draft, seat)
    return tappable(
        ft.Container(seat_mark(style, 28), alignment=ft.Alignment.CENTER),
        f"{_called(draft, seat)}: {style.colour.noun.name}, {style.shape.noun.name}",
        do,
        width=TARGET,
        height=TARGET,
        **raised(),
    )


def _order_buttons(draft: SeatingDraft, seat: int, change: Change, *, both_ways: bool) -> list[ft.Control]:
    """Return what moves a player to another seat, or removes them; who goes up moves the one above down."""
    name, last = _called(draft, seat), len(draft.guests) - 1

    def move(to: int) -> Awaitable[None]:
        return change(lambda old: new_table.with_seat_moved(old, seat, to))

    up = icon_button(
        ft.Icons.ARROW_UPWARD, tr("Move {name} up", name=name), partial(move, seat - 1), disabled=seat == 0
    )
    down = icon_button(
        ft.Icons.ARROW_DOWNWARD, tr("Move {name} down", name=name), partial(move, seat + 1), disabled=seat == last
    )
    remove = icon_button(
        ft.Icons.CLOSE, tr("Remove {name}", name=name), lambda: change(lambda old: new_table.without_seat(old, seat))
    )
    return [up, down, remove] if both_ways else [up, remove]


def _fits(name: str, viewport: Viewport, around: float) -> bool:
    """Return whether a field shows the whole name; if not, it stands below as well, where it can wrap."""
    return len(name) * LETTER * viewport.scale <= min(viewport.width, WIDEST) - around


def _handle(draft: SeatingDraft, seat: int, face: ft.Control) -> ft.Control:
    """Return the mark of a player as the handle by which the seat is dragged; the buttons in the row do the same."""
    style, name = _style_of(draft, seat), draft.guests[seat].name.strip()
    lifted = ft.Container(
        ft.Row([seat_mark(style), text(name or tr("Player {number}", number=seat + 1))], spacing=2 * SPACE, tight=True),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border_radius=2 * SPACE,
        padding=3 * SPACE,
        shadow=ft.BoxShadow(blur_radius=8, color=ft.Colors.with_opacity(0.3, ft.Colors.ON_SURFACE)),
    )
    grip = ft.Container(face, padding=ft.Padding.only(top=SPACE, right=2 * SPACE))
    return ft.Draggable(
        group=SEAT_GROUP, data=seat, content=grip, content_feedback=silent(lifted), affinity=ft.Axis.VERTICAL
    )


def _style_picker(draft: SeatingDraft, seat: int, change: Change) -> ft.Control:
    guest = draft.guests[seat]

    def choose(step: Callable[[SeatingDraft], SeatingDraft]) -> Callable[[], Any]:
        return lambda: change(step)

    colours = [
        swatch(
            mark(Shape.CIRCLE.noun.mark, 24, PLAYER_ROLES[colour]),
            _label(draft, seat, colour),
            choose(lambda old, colour=colour: new_table.with_colour(old, seat, colour)),  # type: ignore[misc]
            chosen=colour is guest.colour,
        )
        for colour in Colour
    ]
    shapes = [
        swatch(
            mark(shape.noun.mark, 24, PLAYER_ROLES[guest.colour]),
            _label(draft, seat, shape),
            choose(lambda old, shape=shape: new_table.with_shape(old, seat, shape)),  # type: ignore[misc]
            chosen=shape is guest.shape,
        )
        for shape in Shape
    ]
    words = caption(tr("If another player has it, the two swap."))
    return ft.Column([wrapped(colours), wrapped(shapes), words], spacing=2 * SPACE, tight=True)


def _label(draft: SeatingDraft, seat: int, choice: Colour | Shape) -> str:
    """Return the name of a colour or a shape, and who else has it."""
    for neighbor, guest in enumerate(draft.guests):
        if neighbor != seat and choice in (guest.colour, guest.shape):
            return f"{choice.noun.title}: {_called(draft, neighbor)}"
    return str(choice.noun.title)
