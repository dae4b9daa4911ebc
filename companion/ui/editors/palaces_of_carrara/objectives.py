"""The Goals tab: objectives and cards, the progress of all players, and announcing the end of the game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.palaces_of_carrara import actions
from companion.games.palaces_of_carrara.kit import BASE_OBJECTIVES, CARD_TITLES, CARDS, card_text, end_text
from companion.tables.state import transition
from companion.ui.components.controls import (
    caption,
    card,
    heading,
    labelled,
    notice,
    outlined,
    plain_button,
    raised,
    seat_mark,
    tappable,
    text,
)
from companion.ui.components.correction import spot
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import Viewport, use_revision, use_ui
from companion.ui.core.error_boundary import component, on_press, safe, show_snackbar
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.palaces_of_carrara.drawings import roomy
from scoring.messages import Message, counted, points_text, say, tr
from scoring.palaces_of_carrara import moves
from scoring.palaces_of_carrara.data import ANNOUNCING_POINTS, FIRST_EXPANSION_NUMBER
from scoring.palaces_of_carrara.moves import unbuilt
from scoring.palaces_of_carrara.rules import ObjectiveProgress, PlayerObjectives, objectives
from scoring.palaces_of_carrara.state import GREAT_COST, ObjectCard, TopCard

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.games.palaces_of_carrara.kit import Card
    from companion.tables.live_table import LiveTable

PICK_CARDS: Final = say("Pick the four cards. Until then the base game counts.")
COMPARE: Final = say("Compare them with yours.")
REMOVE_ANNOUNCEMENT: Final = say("Remove the announcement")
COUNTED_BEHIND_SCREENS: Final = (*ObjectCard, TopCard.COINS)
"""The cards that count objects or coins."""

OBJECTIVES: Final = tuple(BASE_OBJECTIVES)
"""The colors of the cards that are objectives."""

BAR_WIDTH: Final = 90
"""The width of a bar next to a name, in px, with text of its usual size."""


@component
def ObjectivesTab(live: LiveTable) -> ft.Control:
    """Show the objectives with the progress of all players; with the expansion let the cards be picked."""
    use_revision(live)
    viewport = use_ui().viewport
    asking, set_asking = use_value("")
    cards: Mapping[str, Card] = moves.picked_cards(live.state.table) if live.state.table.expansion else BASE_OBJECTIVES
    complete = not live.state.table.expansion or live.state.table.cards is not None

    def ask(color: str) -> None:
        set_asking(lambda before: "" if before == color else color)

    async def pick(color: str, card: Card) -> None:
        set_asking(lambda _: "")
        words = card_text(card, len(live.state.table.players))
        label = say("{what}: {value}", what=CARD_TITLES[color], value=words)
        await live.change(label, transition(moves.pick_card, color, card))

    parts: list[ft.Control] = [] if complete else [notice(PICK_CARDS), *_first_game(live)]
    missing = [color for color in CARD_TITLES if color not in cards] if live.state.table.expansion else []
    opened = asking or next(iter(missing), "")
    for color in cards if complete else CARD_TITLES:
        face = cards.get(color)
        body: list[ft.Control] = [_card_heading(live, color, face, (ask, viewport), chosen=opened == color)]
        if color == opened and live.state.table.expansion:
            body += [_card_choice(live, card, partial(pick, color, card), chosen=card is face) for card in CARDS[color]]
        elif live.state.table.secret and face in COUNTED_BEHIND_SCREENS:
            body.append(caption(tr("Everybody’s progress is hidden until the end.")))
        elif complete and color in OBJECTIVES:
            body += _progress(live, color, viewport)
        parts.append(spot(color if color in OBJECTIVES else "bonus", card(body, padding=3 * SPACE)))
    if complete:
        parts.append(EndAnnouncement(live))
    return column(parts, spacing=3 * SPACE)


def _first_game(live: LiveTable) -> list[ft.Control]:
    """Return the button that lays the cards of a first game, as long as no card is picked."""
    if moves.picked_cards(live.state.table):
        return []

    async def lay() -> None:
        await live.change(words, actions.pick_first_game_cards)

    words = say("First game: the four cards numbered {number}", number=FIRST_EXPANSION_NUMBER)
    return [wrapped([plain_button(words, lay)]), caption(COMPARE)]


def _card_heading(
    live: LiveTable, color: str, face: Card | None, way: tuple[Callable[[str], None], Viewport], *, chosen: bool
) -> ft.Control:
    """Return the words of a card, with the button to pick another one."""
    ask, viewport = way
    title = CARD_TITLES[color] if live.state.table.expansion else _BASE_TITLES[color]
    if face is None:
        words: list[ft.Control] = [heading(title)]
    else:
        title_text = sentence(card_text(face, len(live.state.table.players)))
        at_the_end = tr("{what}: {value}", what=title, value=end_text(face))
        words = [heading(title_text.rstrip(".")), caption(f"{at_the_end}.")]
    title_and_text = ft.Column(words, spacing=0, tight=True)
    if face is None or not live.state.table.expansion:
        return title_and_text
    change = tr("Cancel") if chosen else tr("Edit")
    another = ft.TextButton(ft.Text(change, semantics_label=f"{change}: {title}"), **on_press(safe(lambda: ask(color))))
    if not roomy(viewport):
        title_and_text.controls.append(another)
        return title_and_text
    title_and_text.expand = True
    return ft.Row([title_and_text, another], vertical_alignment=ft.CrossAxisAlignment.START)


_BASE_TITLES: Final = {
    color: say("Objective {number}", number=number)
    for color, number in zip(BASE_OBJECTIVES, ("I", "II", "III"), strict=True)
}


def _card_choice(live: LiveTable, card: Card, pick: Callable[[], Awaitable[None]], *, chosen: bool) -> ft.Control:
    words = sentence(card_text(card, len(live.state.table.players))).rstrip(".")
    face = ft.Column([text(words, Style.STRONG), caption(sentence(end_text(card)))], spacing=0, tight=True)
    return tappable(
        face, f"{words}, {end_text(card)}", pick, selected=chosen, **raised(chosen=chosen), padding=3 * SPACE
    )


def _progress(live: LiveTable, color: str, viewport: Viewport) -> list[ft.Control]:
    """Return the progress of each player with the objective of one card."""
    return [
        _player_progress(live, seat, getattr(progress, color), progress, viewport)
        for seat, progress in enumerate(_progress_of_all(live))
    ]


def _progress_of_all(live: LiveTable) -> tuple[PlayerObjectives, ...]:
    return objectives(live.state.table).players


def _player_progress(
    live: LiveTable, seat: int, progress: ObjectiveProgress, whose: PlayerObjectives, viewport: Viewport
) -> ft.Control:
    figures = tr("{number} of {all}", number=progress.have, all=progress.need)
    words = say("{what}: {value}", what=whose.name, value=figures)
    if progress.met:
        words = say("{what}, met", what=words)
    bar = ft.ProgressBar(
        value=min(progress.have / progress.need, 1),
        bar_height=2 * SPACE,
        border_radius=SPACE,
        color=ft.Colors.SECONDARY if progress.met else ft.Colors.PRIMARY,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
    )
    met = ft.Icon(ft.Icons.CHECK, size=20, color=ft.Colors.SECONDARY if progress.met else ft.Colors.TRANSPARENT)
    row: list[ft.Control] = [
        seat_mark(live.state.extras.seats[seat], 18),
        text(whose.name, expand=True),
        text(figures, Style.STRONG, no_wrap=True),
        met,
    ]
    shown = ft.Column([ft.Row(row, spacing=2 * SPACE), bar], spacing=2, tight=True)
    if not roomy(viewport):
        rows = [ft.Row(some, spacing=2 * SPACE) for some in (row[:2], row[2:])]
        shown = ft.Column([*rows, bar], spacing=2, tight=True)
    if viewport.wide:
        row.insert(2, ft.Container(bar, width=2 * BAR_WIDTH))
        shown = ft.Column([ft.Row(row, spacing=2 * SPACE)], tight=True)
    return labelled(shown, words)


def _still_playing(live: LiveTable, announced: int) -> Message:
    """Return who still plays after an announcement: everybody up to the seat that ends each round."""
    names = tuple(player.name for player in live.state.table.players[announced + 1 :])
    if not names:
        return say("The round is over, and so is the game.")
    return say("One more turn each: {names}. Then the game is over.", names=names)


@component
def EndAnnouncement(live: LiveTable) -> ft.Control:
    """Let a player who meets all objectives announce the end of the game, once."""
    use_revision(live)
    table, announced = live.state.table, live.state.table.announced
    points = points_text(ANNOUNCING_POINTS)
    left = sum(tile.cost != GREAT_COST for tile in unbuilt(live.state.table))
    last: ft.Control = caption(
        counted(
            left,
            "{number} building of cost 1 to 5 is left; the last one ends the game, too.",
            "{number} buildings of cost 1 to 5 are left; the last one ends the game, too.",
        )
    )
    if not left:
        final = table.players[-1].name
        last = notice(say("All buildings are built: this is the last round, and {player} ends it.", player=final))
    parts: list[ft.Control] = [heading(tr("Announcing the end"))]

    async def withdraw() -> None:
        await live.change(REMOVE_ANNOUNCEMENT, transition(moves.take_announcement_back))

    if announced is not None:
        name = table.players[announced].name
        words = say("{name} has announced the end.", name=name)
        back = ft.Row([outlined(REMOVE_ANNOUNCEMENT, withdraw)], wrap=True)
        return card([*parts, notice(words), text(_still_playing(live, announced)), back], padding=3 * SPACE)
    met = [seat for seat, progress in enumerate(_progress_of_all(live)) if progress.may_announce]
    may = range(len(table.players)) if live.state.table.secret else met

    async def announce(seat: int) -> None:
        words = say("{name} announces the end", name=table.players[seat].name)
        if seat not in met:
            show_snackbar(tr("{name} has not met all three objectives.", name=table.players[seat].name))
            return
        await live.change(words, lambda state: actions.announce_end(state, seat))  # what then stands here says so

    parts.append(caption(tr("With all three objectives met, for {points}.", points=points)))
    ways = [
        outlined(tr("{name} announces the end", name=table.players[seat].name), partial(announce, seat)) for seat in may
    ]
    parts.append(wrapped(ways))
    parts.append(last)
    return card(parts, padding=3 * SPACE)
