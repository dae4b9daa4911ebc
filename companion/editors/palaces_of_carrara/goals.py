"""The Objectives board: the cards of the expansion, how far everybody is, and announcing the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.editors.palaces_of_carrara import acts
from companion.editors.palaces_of_carrara.card_words import BASE, CARDS, TITLES, asked, at_the_end
from companion.editors.palaces_of_carrara.pieces import roomy
from companion.guards import component, safe, tell
from companion.hooks import use_value
from companion.parts.basics import (
    button,
    card,
    heading,
    labelled,
    notice,
    outlined,
    quiet,
    seat_mark,
    tappable,
    text,
)
from companion.parts.fields import wrapped
from companion.parts.undoing import undoing
from companion.theme import SPACE, Style
from companion.ui import use_live, use_ui
from companion.words import sentence
from scoring.messages import counted
from scoring.palaces_of_carrara.data import ANNOUNCING_POINTS
from scoring.palaces_of_carrara.objectives import ObjectiveProgress, objectives
from scoring.palaces_of_carrara.state import GREAT_COST

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.editors.palaces_of_carrara.card_words import Card
    from companion.live import LiveTable
    from companion.theme import Palette
    from companion.ui import Look
    from scoring.palaces_of_carrara.objectives import PlayerObjectives

PICK: Final = "Pick the four cards that lie on the Objectives board. Until then the game counts as the base game does."
NOBODY: Final = "Nobody has all three yet."
OBJECTIVES: Final = tuple(BASE)
"""The colors of the cards that are objectives."""

BAR: Final = 90
"""The width of a bar beside a name, in px, where the text has its own size."""


@component
def GoalsPlace(live: LiveTable) -> ft.Control:
    """Show the objectives with everybody's progress; with the expansion the cards are picked here."""
    use_live(live)
    look = use_ui().look
    palette = look.palette
    asking, set_asking = use_value("")
    cards: Mapping[str, Card] = acts.picked(live.evening) if live.evening.table.expansion else BASE
    complete = not live.evening.table.expansion or live.evening.table.cards is not None

    def ask(color: str) -> None:
        set_asking(lambda before: "" if before == color else color)

    def picking(color: str, one: Card) -> Callable[[], Awaitable[None]]:
        async def pick() -> None:
            set_asking(lambda _: "")
            said = asked(one, len(live.evening.table.players))
            await live.change(f"{TITLES[color]}: {said}", acts.pick(color, one))

        return pick

    parts: list[ft.Control] = [] if complete else [notice(PICK, palette)]
    missing = [color for color in TITLES if color not in cards] if live.evening.table.expansion else []
    opened = asking or next(iter(missing), "")
    for color in cards if complete else TITLES:
        face = cards.get(color)
        body: list[ft.Control] = [_head(live, color, face, (ask, look), chosen=opened == color)]
        if color == opened and live.evening.table.expansion:
            body += [_offer(live, one, picking(color, one), palette, chosen=one is face) for one in CARDS[color]]
        elif complete and color in OBJECTIVES:
            body += _progress(live, color, look)
        parts.append(card(body, palette, padding=3 * SPACE))
    if complete:
        parts.append(Announcing(live))
    return ft.Column(parts, spacing=3 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _head(
    live: LiveTable, color: str, face: Card | None, way: tuple[Callable[[str], None], Look], *, chosen: bool
) -> ft.Control:
    """Return a card as it lies there, with the way to pick another one."""
    ask, look = way
    palette = look.palette
    title = TITLES[color] if live.evening.table.expansion else _BASE_TITLES[color]
    if face is None:
        words: list[ft.Control] = [heading(title), quiet("Tap the card that lies there.", palette)]
    else:
        said = sentence(asked(face, len(live.evening.table.players)))
        words = [heading(said.rstrip(".")), quiet(f"{title}: {at_the_end(face)}.", palette)]
    column = ft.Column(words, spacing=0, tight=True)
    if face is None or not live.evening.table.expansion:
        return column
    change = "Leave it" if chosen else "Change"
    another = ft.TextButton(ft.Text(change, semantics_label=f"{change}: {title}"), on_click=safe(lambda: ask(color)))
    if not roomy(look):
        column.controls.append(another)
        return column
    column.expand = True
    return ft.Row([column, another], vertical_alignment=ft.CrossAxisAlignment.START)


_BASE_TITLES: Final = dict(zip(BASE, ("Objective I", "Objective II", "Objective III"), strict=True))


def _offer(
    live: LiveTable, one: Card, pick: Callable[[], Awaitable[None]], palette: Palette, *, chosen: bool
) -> ft.Control:
    said = sentence(asked(one, len(live.evening.table.players))).rstrip(".")
    face = ft.Column([text(said, Style.STRONG), quiet(sentence(at_the_end(one)), palette)], spacing=0, tight=True)
    return tappable(
        face,
        f"{said}, {at_the_end(one)}",
        pick,
        selected=chosen,
        bgcolor=palette.primary_wash if chosen else palette.surface,
        border=ft.Border.all(2 if chosen else 1, palette.primary if chosen else palette.quiet),
        padding=3 * SPACE,
    )


def _progress(live: LiveTable, color: str, look: Look) -> list[ft.Control]:
    """Return how far each player is with the objective of one card."""
    return [_player(live, seat, getattr(one, color), one, look) for seat, one in enumerate(_all(live))]


def _all(live: LiveTable) -> tuple[PlayerObjectives, ...]:
    return objectives(live.evening.table).players


def _player(live: LiveTable, seat: int, one: ObjectiveProgress, whose: PlayerObjectives, look: Look) -> ft.Control:
    palette = look.palette
    figures = f"{one.have} of {one.need}"
    said = f"{whose.name}: {figures}{', met' if one.met else ''}"
    bar = ft.ProgressBar(
        value=min(one.have / one.need, 1),
        bar_height=2 * SPACE,
        border_radius=SPACE,
        color=palette.secondary if one.met else palette.primary,
        bgcolor=palette.raised,
    )
    met = ft.Icon(ft.Icons.CHECK, size=20, color=palette.secondary if one.met else ft.Colors.TRANSPARENT)
    row: list[ft.Control] = [
        seat_mark(live.evening.beside.seats[seat], palette, 18),
        text(whose.name, expand=True),
        text(figures, Style.STRONG, no_wrap=True),
        met,
    ]
    shown = ft.Column([ft.Row(row, spacing=2 * SPACE), bar], spacing=2, tight=True)
    if not roomy(look):
        rows = [ft.Row(some, spacing=2 * SPACE) for some in (row[:2], row[2:])]
        shown = ft.Column([*rows, bar], spacing=2, tight=True)
    if look.wide:
        row.insert(2, ft.Container(bar, width=2 * BAR))
        shown = ft.Column([ft.Row(row, spacing=2 * SPACE)], tight=True)
    return labelled(shown, said)


@component
def Announcing(live: LiveTable) -> ft.Control:
    """Show who may announce the end of the game, and let it be done once."""
    use_live(live)
    palette = use_ui().look.palette
    table, announced = live.evening.table, live.evening.beside.announced
    points = counted(ANNOUNCING_POINTS, "point", "points")
    left = sum(tile.cost != GREAT_COST for tile in acts.tiles_left(live.evening))
    stock = counted(left, "building of cost 1 to 5 is", "buildings of cost 1 to 5 are")
    last = quiet(f"{stock} not built yet; the last one ends the game, too.", palette)
    parts: list[ft.Control] = [heading("Announcing the end")]

    async def withdraw() -> None:
        await live.change("The announcement of the end is taken back", acts.withdraw)

    if announced is not None:
        name = table.players[announced].name
        words = f"{name} announced the end: {points} on the track. The round is played to its end."
        back = ft.Row([outlined("Take the announcement back", withdraw)], wrap=True)
        return card([*parts, notice(words, palette), back], palette, padding=3 * SPACE)
    may = [seat for seat, one in enumerate(_all(live)) if one.may_announce]

    def announcing(seat: int) -> Callable[[], Awaitable[None]]:
        async def announce() -> None:
            said = f"{table.players[seat].name} announces the end: {points}"
            await live.change(said, acts.announce(seat))
            tell(f"{said}.", undo=undoing(live))

        return announce

    parts.append(quiet(f"With all three objectives a player may announce the end, for {points} at once.", palette))
    ways = [button(f"{table.players[seat].name} announces the end", announcing(seat)) for seat in may]
    parts.append(wrapped(ways) if ways else quiet(NOBODY, palette))
    parts.append(last)
    return card(parts, palette, padding=3 * SPACE)
