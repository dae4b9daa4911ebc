"""A seat of a new table: the name, colour and shape of a player, and their place in the order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.services import new_table
from companion.tables.state import Colour, Shape
from companion.ui.components.controls import caption, card, icon_button, mark, raised, seat_mark, silent, tappable, text
from companion.ui.components.fields import field, swatch, wrapped
from companion.ui.components.players import team_choice
from companion.ui.core.context import Viewport, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import unless_gone, use_focus, use_toggle
from companion.ui.core.theme import PLAYER_ROLES, SPACE, TARGET, WIDEST
from scoring.messages import tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.services.new_table import SeatedPlayer, SeatingDraft
    from scoring.game import Game
    from scoring.messages import Message

    Change = Callable[[Callable[[SeatingDraft], SeatingDraft]], Awaitable[None]]

SEAT_GROUP: Final = "seats"

ONE_ROW_FROM: Final = 360
"""From this width on, divided by the scale of the text, the buttons stand beside the name, in px."""

AROUND_NAME: Final = 144
"""The width on both sides of a name in its field, in px."""

BOTH_WAYS_FROM: Final = 520
"""From this width on, divided by the scale of the text, the way down stands beside the way up, in px."""

BESIDE_FIELD: Final = 3
"""How much lower than its field a button begins, so that their middles are level, in px."""

LETTER: Final = 9
"""The width of a letter where text has its usual size, in px, rather too wide than too narrow."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Seat:
    """A seat in the form of a new table, with what changes the draft; `latest` is that as quick fingers have left it.

    `ways` are the fields of the names by seat, and behind the last one the button that goes on.
    """

    number: int
    draft: SeatingDraft
    game: Game[Any] | None
    latest: Callable[[], SeatingDraft]
    change: Change
    ways: dict[int, Any]

    @property
    def guest(self) -> SeatedPlayer:
        """Who sits here."""
        return self.draft.guests[self.number]

    @property
    def name(self) -> str:
        """The name in labels, also of a player who has none yet."""
        return _name_in(self.draft, self.number)

    async def do(self, step: Callable[..., SeatingDraft], *values: object) -> None:
        """Change the draft by a step about this seat."""
        await self.change(lambda old: step(old, self.number, *values))

    async def take_in(self, event: ft.DragTargetEvent) -> None:
        """Give this seat to a player who was dragged here."""
        origin = event.src.data
        await self.change(lambda old: new_table.with_seat_moved(old, origin, self.number))

    async def go_on(self) -> None:
        """Go to the next name; from the last one to another seat, where there is room, and from that, if empty, on."""
        now = self.latest()
        is_last, is_named = self.number == len(now.guests) - 1, bool(now.guests[self.number].name.strip())
        if is_last and is_named and len(now.guests) < new_table.seat_limits(self.game)[1]:
            await self.change(new_table.with_player)  # which takes the focus
        else:
            with unless_gone():
                await self.ways[self.number + 1].focus()
        if is_last and not is_named and new_table.can_go(now, self.game):
            await self.do(new_table.without_seat)


@component
def SeatCard(seat: Seat, *, lit: bool, tried: bool, fresh: bool) -> ft.Control:
    """Show who sits in a seat: style, name, and what moves them; `lit` by the draw, `fresh` where it is typed next."""
    viewport, guest = use_ui().viewport, seat.guest
    opened, toggle = use_toggle()
    wrong = new_table.name_problem(seat.draft, seat.number) if tried or guest.name.strip() else None
    name = use_name_field(seat, wrong, fresh=fresh)
    face = _handle(seat, _style_button(seat, toggle))
    room = viewport.width / viewport.scale
    order = _order_buttons(seat, both_ways=room >= BOTH_WAYS_FROM)
    fits = _fits(guest.name, viewport, AROUND_NAME + len(order) * TARGET)
    one_row = room >= ONE_ROW_FROM and (wrong is None or not guest.name.strip()) and fits
    ways = ft.Container(ft.Row(order, spacing=0, tight=True), padding=ft.Padding.only(top=BESIDE_FIELD))
    inside = [face, name, *([ways] if one_row else [])]
    line = ft.Row(inside, spacing=0, vertical_alignment=ft.CrossAxisAlignment.START)
    team, turn = new_table.team_called(seat.draft.game, guest.name), partial(seat.do, new_table.with_team)
    rows: list[ft.Control] = [
        line,
        *([] if one_row else [ft.Row(order, spacing=0, alignment=ft.MainAxisAlignment.END)]),
        *team_choice(team, turn, viewport, ticked=guest.team),
        *([_style_picker(seat)] if opened else []),
    ]
    made = card(rows, padding=3 * SPACE)
    made.bgcolor = ft.Colors.PRIMARY_CONTAINER if lit else ft.Colors.SURFACE_CONTAINER
    made.border = ft.Border.all(2, ft.Colors.PRIMARY if lit else ft.Colors.TRANSPARENT)
    return ft.DragTarget(group=SEAT_GROUP, content=made, on_accept=safe(seat.take_in), key=f"seat-{seat.number}")


def use_name_field(seat: Seat, wrong: Message | None, *, fresh: bool) -> ft.TextField:
    """Return the field of a name, which begins with the focus where it is `fresh` and empty."""
    ui, typed = use_ui(), seat.guest.name
    name = field(
        ui,
        tr("Starting player") if seat.number == 0 else tr("Player {number}", number=seat.number + 1),
        typed,
        partial(seat.do, new_table.with_name),
        wrong=wrong,
        helper=None if _fits(typed, ui.viewport, AROUND_NAME) else caption(typed),  # the whole of it
        expand=True,
        on_submit=safe(seat.go_on),
    )
    seat.ways[seat.number] = name
    use_focus(name, [], when=fresh and not typed)
    return name


def _name_in(draft: SeatingDraft, number: int) -> str:
    return draft.guests[number].name.strip() or tr("Player {number}", number=number + 1)


def _style_button(seat: Seat, do: Callable[[], None]) -> ft.Control:
    return tappable(
        ft.Container(seat_mark(seat.guest.style, 28), alignment=ft.Alignment.CENTER),
        f"{seat.name}: {seat.guest.style.colour.noun.name}, {seat.guest.style.shape.noun.name}",
        do,
        width=TARGET,
        height=TARGET,
        **raised(),
    )


def _order_buttons(seat: Seat, *, both_ways: bool) -> list[ft.Control]:
    """Return what moves a player to another seat, or removes them; who goes up moves the one above down."""
    name, number, last = seat.name, seat.number, len(seat.draft.guests) - 1
    move = partial(seat.do, new_table.with_seat_moved)
    up = icon_button(
        ft.Icons.ARROW_UPWARD, tr("Move {name} up", name=name), partial(move, number - 1), disabled=number == 0
    )
    down = icon_button(
        ft.Icons.ARROW_DOWNWARD, tr("Move {name} down", name=name), partial(move, number + 1), disabled=number == last
    )
    remove = icon_button(ft.Icons.CLOSE, tr("Remove {name}", name=name), partial(seat.do, new_table.without_seat))
    return [up, down, remove] if both_ways else [up, remove]


def _fits(name: str, viewport: Viewport, around: float) -> bool:
    """Return whether a field shows the whole name; if not, it stands below as well, where it can wrap."""
    return len(name) * LETTER * viewport.scale <= min(viewport.width, WIDEST) - around


def _handle(seat: Seat, face: ft.Control) -> ft.Control:
    """Return the mark of a player as the handle by which the seat is dragged; the buttons in the row do the same."""
    lifted = ft.Container(
        ft.Row([seat_mark(seat.guest.style), text(seat.name)], spacing=2 * SPACE, tight=True),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border_radius=2 * SPACE,
        padding=3 * SPACE,
        shadow=ft.BoxShadow(blur_radius=8, color=ft.Colors.with_opacity(0.3, ft.Colors.ON_SURFACE)),
    )
    grip = ft.Container(face, padding=ft.Padding.only(top=SPACE, right=2 * SPACE))
    return ft.Draggable(
        group=SEAT_GROUP, data=seat.number, content=grip, content_feedback=silent(lifted), affinity=ft.Axis.VERTICAL
    )


def _style_picker(seat: Seat) -> ft.Control:
    colours = [
        swatch(
            mark(Shape.CIRCLE.noun.mark, 24, PLAYER_ROLES[colour]),
            _label(seat, colour),
            partial(seat.do, new_table.with_choice, colour),
            chosen=colour is seat.guest.colour,
        )
        for colour in Colour
    ]
    shapes = [
        swatch(
            mark(shape.noun.mark, 24, PLAYER_ROLES[seat.guest.colour]),
            _label(seat, shape),
            partial(seat.do, new_table.with_choice, shape),
            chosen=shape is seat.guest.shape,
        )
        for shape in Shape
    ]
    words = caption(tr("If another player has it, the two swap."))
    return ft.Column([wrapped(colours), wrapped(shapes), words], spacing=2 * SPACE, tight=True)


def _label(seat: Seat, choice: Colour | Shape) -> str:
    """Return the name of a colour or a shape, and who else has it."""
    for number, guest in enumerate(seat.draft.guests):
        if number != seat.number and choice in (guest.colour, guest.shape):
            return f"{choice.noun.title}: {_name_in(seat.draft, number)}"
    return str(choice.noun.title)
