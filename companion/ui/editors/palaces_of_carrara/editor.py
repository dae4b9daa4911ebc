"""The Palaces of Carrara at the table, as one record; its Score tab says what each scoring action would pay."""

from __future__ import annotations

from dataclasses import fields
from itertools import groupby
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.palaces_of_carrara import actions
from companion.games.palaces_of_carrara.kit import GAME, gain_text, has_unsure_objects
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    labelled,
    mark,
    outlined,
    plain_button,
    raised,
    tappable,
    text,
)
from companion.ui.components.dialogs import change_and_say
from companion.ui.components.layout import column
from companion.ui.core.context import Viewport, use_revision, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import use_dialog, use_value
from companion.ui.core.theme import RADIUS, SPACE, WIDEST, Style
from companion.ui.editors.base import Editor, Tab
from companion.ui.editors.palaces_of_carrara.board import BoardTab
from companion.ui.editors.palaces_of_carrara.drawings import objects_row
from companion.ui.editors.palaces_of_carrara.my_copy_screen import MyCopyScreen, ObjectsQuestion
from companion.ui.editors.palaces_of_carrara.objectives import ObjectivesTab
from companion.ui.editors.palaces_of_carrara.stock import ScreenedSheet, Stock
from companion.ui.editors.palaces_of_carrara.wheel import TurnLine, WheelTab
from scoring.messages import Message, counted, say, titled, tr
from scoring.palaces_of_carrara.board import scored_by
from scoring.palaces_of_carrara.data import SCORING_MARKERS
from scoring.palaces_of_carrara.game import SUPPLY
from scoring.palaces_of_carrara.moves import ScoringChoice, reckoning, scoring_choices
from scoring.palaces_of_carrara.state import Player, ScoreAsk, Scored, What
from scoring.palaces_of_carrara.wording import given, scorable_title

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.tables.live_table import LiveTable


GROUP_TITLES: Final = {What.KIND: say("Kinds of building"), What.CITY: say("A city"), What.CATEGORY: say("A category")}

CHOICE_WIDTH: Final = 150
"""The least width of an action, in px, with text of its usual size."""

MAX_CHOICES_IN_ROW: Final = 3
"""The most actions in a row."""

DIALOG_WIDTH: Final = 420
"""The greatest width of the arithmetic, in px."""


@component
def ScoreTab(live: LiveTable, seat: int) -> ft.Control:
    """Show what every scoring action of a seat pays; a tap shows the arithmetic, with the button that scores."""
    use_revision(live)
    viewport = use_ui().viewport
    nothing: tuple[What, str] | None = None
    opened, set_opened = use_value(nothing)
    choices = scoring_choices(live.state.table, seat)
    chosen = next((choice for choice in choices if (choice.what, choice.name) == opened), None)

    def close() -> None:
        set_opened(lambda _: None)

    def open_(choice: ScoringChoice) -> None:
        set_opened(lambda _: (choice.what, choice.name))

    use_dialog(None if chosen is None else _arithmetic(live, seat, chosen, close, viewport))
    best = max((choice.final for choice in choices if not choice.refused), default=0)
    parts: list[ft.Control] = [TurnLine(live, seat, "score"), _markers(live, seat)]
    if has_unsure_objects(live.state, seat):
        parts.append(ObjectsQuestion(live))
    for what, group in groupby(choices, key=lambda choice: choice.what):
        tiles = [_choice_tile(live, seat, choice, best, open_) for choice in group]
        parts += [heading(GROUP_TITLES[what]), _side_by_side(tiles, viewport)]
    return column(parts, spacing=3 * SPACE)


def _side_by_side(tiles: Sequence[ft.Control], viewport: Viewport) -> ft.Control:
    room = min(viewport.width, WIDEST) - 4 * SPACE
    number = min(max(int(room / viewport.scale // CHOICE_WIDTH), 1), MAX_CHOICES_IN_ROW)
    rows: list[ft.Control] = []
    for first in range(0, len(tiles), number):
        row = list(tiles[first : first + number])
        row += [ft.Container(expand=True) for _ in range(number - len(row))]
        rows.append(
            ft.Row(row, spacing=2 * SPACE, vertical_alignment=ft.CrossAxisAlignment.STRETCH, intrinsic_height=True)
        )
    return ft.Column(rows, spacing=2 * SPACE, tight=True)


def _choice_tile(
    live: LiveTable, seat: int, choice: ScoringChoice, best: int, show: Callable[[ScoringChoice], None]
) -> ft.Control:
    mine = Scored(what=choice.what, name=choice.name) in live.state.table.players[seat].scored
    is_best = not choice.refused and best > 0 and choice.final == best
    ink = ft.Colors.ON_SURFACE_VARIANT if choice.refused else ft.Colors.ON_SURFACE
    title = scorable_title(choice.what, choice.name)
    head: list[ft.Control] = [text(title, Style.STRONG, color=ink, expand=True)]
    if choice.what is What.KIND:
        head.insert(0, mark(choice.name, 22, ink))
    if mine:
        head.append(ft.Icon(ft.Icons.CHECK_CIRCLE, size=20, color=ft.Colors.SECONDARY))
    parts: list[ft.Control] = [ft.Row(head, spacing=SPACE)]
    why = tr("Scored") if mine else _why_not(live, choice)
    if choice.refused:
        parts.append(caption(why))
        label = f"{title}: {why}"
    else:
        paid = given(choice.gain.points, choice.gain.coins)
        parts += [text(paid, Style.HEADING), objects_row(choice.gain.objects)]
        total = say("the final total changes by {points:+d}", points=choice.final)
        if is_best:
            total = say("the final total changes by {points:+d}, the best", points=choice.final)
        parts.append(text(titled(total), Style.SMALL, color=ft.Colors.PRIMARY if is_best else ink))
        label = f"{title}: {gain_text(choice)}; {total}"
    face = ft.Column(parts, spacing=SPACE // 2, tight=True)
    if choice.refused and not mine and not reckoning(live.state.table, seat, choice.what, choice.name):
        plain = ft.Container(face, padding=2 * SPACE, bgcolor=ft.Colors.SURFACE_CONTAINER, border_radius=RADIUS)
        return labelled(plain, label, expand=True)  # a window would say the same
    return tappable(
        face,
        label,
        lambda: show(choice),
        expand=True,
        padding=2 * SPACE,
        **({"bgcolor": ft.Colors.SURFACE_CONTAINER} if choice.refused else raised(chosen=is_best)),
    )


def _why_not(live: LiveTable, choice: ScoringChoice) -> str:
    """Return why an action is not allowed, below its title: who scored a city, or what is missing."""
    scorers = (player.name for player in live.state.table.players if choice.name in scored_by(player, choice.what))
    scorer = next(scorers, None) if choice.what is What.CITY else None
    if scorer is not None:
        return tr("{what}: {value}", what=say("Scored"), value=scorer)
    return sentence(choice.refused[0]) if choice.refused else ""


ONLY_MARK: Final = say("Just place the marker: it is already paid")
UNMARK: Final = say("Remove the marker")


def _arithmetic(
    live: LiveTable, seat: int, choice: ScoringChoice, close: Callable[[], None], viewport: Viewport
) -> ft.AlertDialog:
    """Return the arithmetic of an action, with the button that scores."""
    table = live.state.table
    title = scorable_title(choice.what, choice.name)
    player, score_words = table.players[seat], say("Score {title}", title=title)
    marked = Scored(what=choice.what, name=choice.name)

    async def score() -> None:
        paid = tr("{name} scores {title}: {paid}.", name=player.name, title=title, paid=gain_text(choice))
        await change_and_say(
            live, score_words, lambda state: actions.score(state, seat, choice.what, choice.name), paid
        )
        close()

    async def only_mark() -> None:
        label = say("{what}: {value}", what=title, value=ONLY_MARK)
        await live.change(label, lambda state: actions.lay_marker(state, seat, choice.what, choice.name))
        close()

    async def unmark() -> None:
        label = say("{what}: {value}", what=title, value=UNMARK)
        await live.change(label, lambda state: actions.take_marker_back(state, seat, marked))
        close()

    buttons: list[ft.Control] = [plain_button(tr("Close"), close)]
    lines = list(reckoning(table, seat, choice.what, choice.name))
    if marked in player.scored:
        parts: list[ft.Control] = [text(tr("What the marker paid stays."))]
        buttons.append(outlined(UNMARK, unmark))
    elif choice.refused:
        parts = [text(sentence(message)) for message in choice.refused]
        parts += [caption(sentence(line)) for line in lines]
    else:
        parts = [text(sentence(line)) for line in lines]
        parts.append(text(tr("In all: {gain}.", gain=gain_text(choice)), Style.STRONG))
        parts.append(text(sentence(tr("the final total changes by {points:+d}", points=choice.final))))
        parts += [caption(ruling) for ruling in _rulings(live, seat, choice)]
        parts.append(ft.Row([plain_button(ONLY_MARK, only_mark)], wrap=True))
        buttons.append(button(score_words, score))
    width = min(viewport.width - 16 * SPACE, DIALOG_WIDTH)
    return ft.AlertDialog(
        title=heading(score_words),
        content=ft.Container(ft.Column(parts, spacing=2 * SPACE, tight=True), width=width),
        actions=buttons,
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        shape=ft.RoundedRectangleBorder(radius=2 * RADIUS),
        inset_padding=4 * SPACE,
        title_padding=ft.Padding.only(left=4 * SPACE, right=4 * SPACE, top=4 * SPACE),
        content_padding=4 * SPACE,
        scrollable=True,
        on_dismiss=safe(close),
    )


def _rulings(live: LiveTable, seat: int, choice: ScoringChoice) -> tuple[Message, ...]:
    """Return the rulings on which an action rests; that about the supply only where sales were not recorded."""
    check = next(check for check in live.game.checks if check.key == "score_action")
    table = live.state.table
    ask = ScoreAsk(player=table.players[seat].name, what=choice.what, name=choice.name)
    settled = () if live.state.table.sold is None else (SUPPLY,)
    return tuple(ruling for ruling in check.rulings(table, ask, choice.gain) if ruling not in settled)


def _markers(live: LiveTable, seat: int) -> ft.Control:
    """Return the number of scoring markers left."""
    player = live.state.table.players[seat]
    left = max(SCORING_MARKERS - len(player.scored), 0)
    words = counted(left, "{number} scoring marker left", "{number} scoring markers left")
    discs: list[ft.Control] = [
        mark("marker", 22, ft.Colors.PRIMARY if number < left else ft.Colors.OUTLINE_VARIANT)
        for number in range(SCORING_MARKERS)
    ]
    parts: list[ft.Control] = [
        ft.Row([ft.Row(discs, spacing=2, tight=True), text(words, expand=True)], spacing=2 * SPACE)
    ]
    return card(parts, padding=3 * SPACE)


ON_THE_BOARD: Final = frozenset({"buildings", "scored", "upgrades"})

ON_THE_GOALS: Final = frozenset({"bonus", "cards"})

PALACES_OF_CARRARA: Final = Editor(
    game=GAME,
    tabs=(
        Tab(
            key="board",
            title=say("Board"),
            icon=ft.Icons.LOCATION_CITY_OUTLINED,
            view=BoardTab,
            fills=True,
            side="left",
            enters=ON_THE_BOARD,
        ),
        Tab(key="score", title=say("Score"), icon=ft.Icons.STAR_OUTLINE, view=ScoreTab),
        Tab(key="wheel", title=say("Wheel"), icon=ft.Icons.DONUT_LARGE, view=WheelTab),
        Tab(
            key="goals",
            title=say("Goals"),
            icon=ft.Icons.CHECKLIST_RTL,
            view=lambda live, _: ObjectivesTab(live),
            of_a_seat=False,
            enters=ON_THE_GOALS,
        ),
        Tab(
            key="stock",
            title=say("Stock"),
            icon=ft.Icons.INVENTORY_2_OUTLINED,
            view=Stock,
            enters=frozenset({field.name for field in fields(Player)} | {"track"}) - ON_THE_BOARD,
        ),
    ),
    my_copy=MyCopyScreen,
    follows_turn=True,
    sheet=ScreenedSheet,
)
