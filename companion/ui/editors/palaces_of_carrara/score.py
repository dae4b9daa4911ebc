"""Before a scoring: what each possible action would pay, side by side, and how it comes about."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.palaces_of_carrara import actions as acts
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    mark,
    outlined,
    plain_button,
    tappable,
    text,
)
from companion.ui.components.dialogs import undoing
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, safe, show_snackbar
from companion.ui.core.hooks import use_lazy_state
from companion.ui.core.theme import RADIUS, SPACE, WIDEST, Style
from companion.ui.editors.palaces_of_carrara.objects import ShownObjects, unsure
from companion.ui.editors.palaces_of_carrara.pieces import objects_row
from scoring.messages import counted, say
from scoring.palaces_of_carrara.data import SCORING_MARKERS
from scoring.palaces_of_carrara.game import PALACES_OF_CARRARA
from scoring.palaces_of_carrara.moves import scored
from scoring.palaces_of_carrara.preview import ScoringChoice, reckoning, scoring_choices
from scoring.palaces_of_carrara.state import ScoreAsk, Scored, What
from scoring.palaces_of_carrara.wording import given, objects_named, scorable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.tables.live_table import LiveTable
    from companion.ui.core.context import Viewport
    from scoring.messages import Message

GROUPS: Final = {What.KIND: "A kind of buildings", What.CITY: "A city", What.CATEGORY: "A category"}
COLUMN: Final = 150
"""The least width of an action, as the size of the text has it, in px."""

COLUMNS: Final = 3
"""How many actions stand beside each other at most."""

SHOWN: Final = (
    "Each shows what it pays at once, and by how much the total would change if the game ended right after it."
)

DIALOG: Final = 420
"""The width of the arithmetic, where there is room, in px."""


@component
def ScoreTab(live: LiveTable, seat: int) -> ft.Control:
    """Show every scoring action of a seat with what it pays; a tap shows the arithmetic, and scores."""
    use_revision(live)
    viewport = use_ui().viewport
    opened, set_opened = use_lazy_state(_nothing)
    choices = scoring_choices(live.state.table, seat)
    chosen = next((one for one in choices if (one.what, one.name) == opened), None)

    def close() -> None:
        set_opened(lambda _: None)

    def open_(choice: ScoringChoice) -> None:
        set_opened(lambda _: (choice.what, choice.name))

    ft.use_dialog(None if chosen is None else _arithmetic(live, seat, chosen, close, viewport))
    best = max((one.final for one in choices if not one.refused), default=0)
    parts: list[ft.Control] = [_markers(live, seat), caption(SHOWN)]
    if unsure(live, seat):
        parts.append(ShownObjects(live))
    for what, group in groupby(choices, key=lambda one: one.what):
        tiles = [_choice(live, seat, one, best, open_) for one in group]
        parts += [heading(GROUPS[what]), _side_by_side(tiles, viewport)]
    return ft.Column(parts, spacing=3 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _nothing() -> tuple[What, str] | None:
    return None


def _side_by_side(tiles: Sequence[ft.Control], viewport: Viewport) -> ft.Control:
    room = min(viewport.width, WIDEST) - 4 * SPACE
    number = min(max(int(room / viewport.scale // COLUMN), 1), COLUMNS)
    rows: list[ft.Control] = []
    for first in range(0, len(tiles), number):
        shown = list(tiles[first : first + number])
        shown += [ft.Container(expand=True) for _ in range(number - len(shown))]
        rows.append(
            ft.Row(
                shown,
                spacing=2 * SPACE,
                vertical_alignment=ft.CrossAxisAlignment.STRETCH,
                intrinsic_height=True,
            )
        )
    return ft.Column(rows, spacing=2 * SPACE, tight=True)


def title_of(what: What, name: str) -> str:
    """Return what is scored, as a heading has it.

    >>> title_of(What.KIND, "porta"), title_of(What.CATEGORY, "land")
    ('Porta', 'Land buildings')
    """
    return name.capitalize() if what is What.KIND else str(scorable(what, name)).removeprefix("the ").capitalize()


def paid_words(choice: ScoringChoice) -> Message:
    """Return all that an action pays: points, coins, objects."""
    return say("{paid}", paid=(given(choice.gain.points, choice.gain.coins), *objects_named(choice.gain.objects)))


def _choice(
    live: LiveTable,
    seat: int,
    choice: ScoringChoice,
    best: int,
    show: Callable[[ScoringChoice], None],
) -> ft.Control:
    mine = Scored(what=choice.what, name=choice.name) in acts.player_of(live.state, seat).scored
    is_best = not choice.refused and best > 0 and choice.final == best
    ink = ft.Colors.ON_SURFACE_VARIANT if choice.refused else ft.Colors.ON_SURFACE
    title = title_of(choice.what, choice.name)
    head: list[ft.Control] = [text(title, Style.STRONG, color=ink, expand=True)]
    if choice.what is What.KIND:
        head.insert(0, mark(choice.name, 22, ink))
    if mine:
        head.append(ft.Icon(ft.Icons.CHECK_CIRCLE, size=20, color=ft.Colors.SECONDARY))
    parts: list[ft.Control] = [ft.Row(head, spacing=SPACE)]
    why = "Scored" if mine else _why_not(choice)
    if choice.refused:
        parts.append(caption(why))
        said = f"{title}: {why}"
    else:
        paid = given(choice.gain.points, choice.gain.coins)
        parts += [text(paid, Style.HEADING), objects_row(choice.gain.objects)]
        total = f"in the end {choice.final:+d}{', the most' if is_best else ''}"
        parts.append(text(total, Style.SMALL, color=ft.Colors.PRIMARY if is_best else ink))
        said = f"{title}: {paid_words(choice)}; {total}"
    return tappable(
        ft.Column(parts, spacing=SPACE // 2, tight=True),
        said,
        lambda: show(choice),
        expand=True,
        padding=2 * SPACE,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST
        if choice.refused
        else ft.Colors.PRIMARY_CONTAINER
        if is_best
        else ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(2 if is_best else 1, ft.Colors.PRIMARY if is_best else ft.Colors.OUTLINE_VARIANT),
    )


def _why_not(choice: ScoringChoice) -> str:
    return sentence(choice.refused[0]) if choice.refused else ""


def _arithmetic(
    live: LiveTable, seat: int, choice: ScoringChoice, close: Callable[[], None], viewport: Viewport
) -> ft.AlertDialog:
    """Return how an action comes to what it pays, and the way to do it."""
    table = live.state.table
    name = table.players[seat].name
    title = title_of(choice.what, choice.name)
    one = Scored(what=choice.what, name=choice.name)

    async def score() -> None:
        close()
        paid = paid_words(choice)
        await live.change(f"{name} scores {title}", acts.booked(scored, seat, choice.what, choice.name))
        show_snackbar(f"{name} scores {title}: {paid}.", undo=undoing(live))

    async def only_mark() -> None:
        close()
        await live.change(f"{name}: scoring marker on {title}", acts.mark(seat, choice.what, choice.name))
        show_snackbar(f"A marker of {name} lies on {title}; nothing was paid.", undo=undoing(live))

    async def unmark() -> None:
        close()
        await live.change(f"{name}: scoring marker taken off {title}", acts.unmark(seat, one))
        show_snackbar(f"The marker of {name} was taken off {title}; what it paid stays.", undo=undoing(live))

    actions: list[ft.Control] = [plain_button("Close", close)]
    lines = list(reckoning(table, seat, choice.what, choice.name))
    if one in table.players[seat].scored:
        parts: list[ft.Control] = [text(f"{name} has scored this. The marker can be taken back; what it paid stays.")]
        actions.append(outlined("Take the marker back", unmark))
    elif choice.refused:
        parts = [text(sentence(message)) for message in choice.refused]
        parts += [caption(sentence(line)) for line in lines]
    else:
        parts = [text(sentence(line)) for line in lines]
        parts.append(text(f"Together {paid_words(choice)}.", Style.STRONG))
        change = counted(abs(choice.final), "point", "points")
        more = "more" if choice.final >= 0 else "less"
        parts.append(text(f"If the game ended right after it, {name} would have {change} {more}."))
        parts += [caption(ruling) for ruling in _rulings(live, seat, choice)]
        parts.append(ft.Row([plain_button("Only lay the marker, it was paid before", only_mark)], wrap=True))
        actions.append(button(f"Score {title}", score))
    width = min(viewport.width - 16 * SPACE, DIALOG)
    return ft.AlertDialog(
        title=heading(f"Score {title}"),
        content=ft.Container(ft.Column(parts, spacing=2 * SPACE, tight=True), width=width),
        actions=actions,
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        shape=ft.RoundedRectangleBorder(radius=2 * RADIUS),
        inset_padding=4 * SPACE,
        title_padding=ft.Padding.only(left=4 * SPACE, right=4 * SPACE, top=4 * SPACE),
        content_padding=4 * SPACE,
        scrollable=True,
        on_dismiss=safe(close),
    )


def _rulings(live: LiveTable, seat: int, choice: ScoringChoice) -> tuple[Message, ...]:
    """Return what was decided where the rulebook is silent, as far as this action rests on it."""
    check = next(check for check in PALACES_OF_CARRARA.checks if check.key == "score_action")
    table = live.state.table
    ask = ScoreAsk(player=table.players[seat].name, what=choice.what, name=choice.name)
    return check.rulings(table, ask, choice.gain)


def _markers(live: LiveTable, seat: int) -> ft.Control:
    """Return how many scoring markers are left, and where the others lie."""
    player = acts.player_of(live.state, seat)
    left = max(SCORING_MARKERS - len(player.scored), 0)
    words = counted(left, "scoring marker left", "scoring markers left")
    used = [title_of(one.what, one.name) for one in player.scored]
    discs: list[ft.Control] = [
        mark("marker", 22, ft.Colors.PRIMARY if number < left else ft.Colors.OUTLINE_VARIANT)
        for number in range(SCORING_MARKERS)
    ]
    parts: list[ft.Control] = [
        ft.Row([ft.Row(discs, spacing=2, tight=True), text(words, expand=True)], spacing=2 * SPACE)
    ]
    if used:
        parts.append(caption(f"Scored: {', '.join(used)}."))
    return card(parts, padding=3 * SPACE)
