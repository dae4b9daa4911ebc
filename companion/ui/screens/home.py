"""The first screen: the tables in play, new tables, and the last plays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.dates import relative_time
from companion.formatting.text import sentence
from companion.games import KITS
from companion.services.game_names import games_in_words
from companion.services.history import load_home
from companion.services.new_table_data import can_be_played_again
from companion.system import now
from companion.tables.state import PlayerStyle, state_of
from companion.ui.components.browser_page import PageNotices, StorageNotices
from companion.ui.components.controls import (
    caption,
    card,
    emblem,
    heading,
    icon_button,
    mark,
    notice,
    outlined,
    plain_button,
    seat_mark,
    tappable_picture,
    text,
)
from companion.ui.components.dialogs import asking, use_confirmation
from companion.ui.components.drafts import choose_game
from companion.ui.components.foot import AtThumb, new_table_way
from companion.ui.components.layout import button_grid, column, topbar, use_more
from companion.ui.components.plays import play_button
from companion.ui.components.sections import HOME, section_room, section_screen
from companion.ui.core.context import use_stored, use_ui
from companion.ui.core.error_boundary import component, lazily, show_snackbar
from companion.ui.core.theme import RADIUS, SPACE, TARGET, Style, seat_wash
from companion.ui.editors import SCREENS
from companion.ui.screens.new_table import AGAIN, CHOSEN_ADDRESS, use_again
from companion.ui.screens.table_screen import UNREADABLE
from scoring import GAMES
from scoring.messages import say, tr
from storage.backup import mending, recovery
from storage.documents.codec import DocumentError
from storage.repositories.values import StoredTable, game_key, game_of, title_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from companion.ui.core.context import Ui
    from companion.ui.editors.base import GameScreen
    from scoring.messages import Message
    from storage.repositories.play_content import ListedPlay

MAX_MENDED: Final = 5
"""The most damaged records that are named one by one."""

TABLES_AT_FIRST: Final = 6
"""How many tables in play are shown at first."""

LEAST_BUTTON: Final = 280
"""The least width of a way to codes or to the screen of a game, in px, with text of its usual size."""

EMBLEM_SIZE: Final = 56
"""The size of the emblem of a game where nobody has played yet, in px."""

MARK_SIZE: Final = 20
"""The size of a player's mark where text has its usual size, in px."""

WHAT_IT_DOES: Final = say(
    "Enter what lies in front of each player: Tessera adds it up and says where every point comes from. Nothing leaves "
    "this device."
)
GOES_WITH_IT: Final = say("All that was entered goes with it. You can undo this.")

NO_TABLE: Final = say("No table is in play.")

GAMES_WITH_SCREENS: Final = frozenset(game_screen.game for game_screen in SCREENS)
"""The games whose screens of their own are offered once somebody has played them."""

KeptTable: Final = lazily("companion.ui.screens.pairing", "KeptTable")
ReceivedPlayCard: Final = lazily("companion.ui.components.friends", "ReceivedPlayCard")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningPlayer:
    """A player at a table in play: style, name, running total, and whether that leads."""

    seat: PlayerStyle
    name: str
    total: int
    leads: bool


def running_players(stored: StoredTable) -> tuple[tuple[RunningPlayer, ...], list[Message]] | None:
    """Return the players of a table in play with their totals, and how far it is; `None` where it cannot be read.

    Of a table at which more than the end is entered that is its phase or round, and whose turn it is, where known.
    """
    game, kit = game_of(stored.game), KITS.get(game_key(stored.game))
    if game is None or kit is None:
        return None
    try:
        state = state_of(game, stored.content)
    except DocumentError:
        return None
    columns = game.columns(state.table)
    first = kit.leading(state, columns)
    players = tuple(
        RunningPlayer(seat=seat, name=each.player, total=kit.open_points(state, each), leads=each.player in first)
        for seat, each in zip(state.extras.seats, columns, strict=True)
    )
    stage, turn = (None, None) if state.extras.only_end else (kit.stage(state), kit.turn(state))
    plays = [] if turn is None else [say("{name}’s turn", name=players[turn].name)]
    return players, [*([] if stage is None else [stage]), *plays]


@component
def Home() -> ft.Control:
    """Show the tables in play, the way to a new one, and the last plays."""
    ui = use_ui()
    page = ft.context.page
    loaded, load_again = use_stored(load_home, GAMES_WITH_SCREENS)
    running, plays, played = loaded or ((), (), frozenset())
    shown, more = use_more(running, TABLES_AT_FIRST, tr("Show more"))
    viewport = ui.viewport
    to_settings = icon_button(ft.Icons.SETTINGS_OUTLINED, tr("Settings"), lambda: page.navigate("/settings"))
    bar = topbar("Tessera", actions=[] if viewport.broad else [to_settings])
    begin = [] if viewport.broad else [AtThumb(new_table_way)]
    if loaded is None:
        return section_screen(HOME, bar, begin)
    first = _warnings(entered=bool(running or plays))
    first += [] if ui.friends is None else [ReceivedPlayCard(ui.friends, load_again)]
    first += [] if ui.visit is None or ui.browser is None else [KeptTable(ui.visit)]
    if running:
        titles = [title_of(table) for table in running]
        alone = [titles.count(title) == 1 for title in titles]
        tables = (RunningTable(table, load_again, is_alone) for table, is_alone in zip(shown, alone, strict=False))
        first += [heading(tr("In play")), *tables, *more]
    elif plays and viewport.two_panes:
        first += [heading(tr("In play")), caption(NO_TABLE)]
    if not running and not plays:
        first.append(_welcome(ui))
    screens = [game_screen for game_screen in SCREENS if game_screen.game in played]
    last, ways = _last_plays(plays), _ways(section_room(viewport), screens)
    if viewport.two_panes:
        return section_screen(HOME, bar, [*first, ways], last)
    return section_screen(HOME, bar, [*first, *last, ways, *begin])


def _ways(room: float, screens: Iterable[GameScreen]) -> ft.Control:
    """Return the ways to codes, and to screens of games that need no table."""
    page = ft.context.page

    def way(game_screen: GameScreen) -> ft.Control:
        return outlined(game_screen.title, lambda: page.navigate(f"/{game_screen.path}"), icon=game_screen.icon)

    scan = outlined(tr("Scan a code"), lambda: page.navigate("/take"), icon=ft.Icons.QR_CODE_SCANNER)
    every = [scan, *map(way, screens)]
    return button_grid(every, room, LEAST_BUTTON * use_ui().viewport.scale)


def _warnings(*, entered: bool) -> list[ft.Control]:
    """Return what happened to the data, until somebody has taken note of it."""
    ui = use_ui()
    warnings: list[ft.Control] = []
    recovered = recovery.pending_notice(ui.settings)
    if recovered is not None:
        words = " ".join(str(sentence) for sentence in recovered.summary())
        warnings.append(_dismissible([words], recovery.RECOVERED_SETTING))
    mended = [str(message) for message in mending.pending_notice(ui.settings)]
    if len(mended) > MAX_MENDED:
        mended[MAX_MENDED:] = [sentence(tr("and {number} more", number=len(mended) - MAX_MENDED))]
    if mended:
        warnings.append(_dismissible(mended, mending.NOTICE))
    if ui.tables.unsaved is not None:
        warnings.append(notice(sentence(ui.tables.unsaved), wrong=True))
    if ui.browser is not None:
        warnings += [StorageNotices(ui.browser, entered=entered), PageNotices(ui.browser)]
    return warnings


def _dismissible(sentences: Iterable[str], setting: str) -> ft.Control:
    """Return a notice that a setting keeps until somebody has taken note of it."""
    ui = use_ui()
    taken = plain_button(tr("Close"), lambda: ui.set(setting, None))
    return card([*(notice(words, wrong=True) for words in sentences), taken])


def _welcome(ui: Ui) -> ft.Control:
    """Return what Tessera does, and for which games, for whoever has not played yet; a tap on a game begins with it."""
    page, centre = ft.context.page, ft.TextAlign.CENTER

    async def begin(key: str) -> None:
        await choose_game(ui, key)
        page.navigate(CHOSEN_ADDRESS)

    games: list[ft.Control] = [
        tappable_picture(emblem(key, game.title, EMBLEM_SIZE), game.name, partial(begin, key))
        for key, game in GAMES.items()
        if key in KITS and game.rules
    ]
    parts = [
        ft.Row([mark("tessera", 72, ft.Colors.PRIMARY)], alignment=ft.MainAxisAlignment.CENTER),
        text(tr("Every point, and why"), Style.TITLE, text_align=centre),
        text(WHAT_IT_DOES, text_align=centre),
        ft.Row(games, spacing=4 * SPACE, alignment=ft.MainAxisAlignment.CENTER),
        column([caption(words, text_align=centre) for words in games_in_words()]),
    ]
    return ft.Container(column(parts, spacing=4 * SPACE), padding=ft.Padding.symmetric(vertical=8 * SPACE))


@component
def RunningTable(stored: StoredTable, changed: Callable[[], None], alone: bool) -> ft.Control:  # noqa: FBT001
    """Show a table in play: a tap continues it, a smaller button removes it from the list.

    `alone` says that it is the only one of its game, so that nobody has to hear when it was played last.
    """
    ui = use_ui()
    title, last_change = title_of(stored), relative_time(stored.changed, now())

    async def back() -> None:
        await ui.tables.restore(stored.id)
        changed()

    async def remove() -> None:
        await ui.tables.remove(stored.id)
        changed()
        show_snackbar(tr("{what} removed.", what=f"{title}, {last_change}"), undo=back)

    removing = tr("Remove {name}", name=title if alone else f"{title}, {last_change}")
    corner = icon_button(
        ft.Icons.DELETE_OUTLINE,
        removing,
        use_confirmation(asking(removing, GOES_WITH_IT), remove),
        icon_size=MARK_SIZE,
        right=SPACE,
        top=SPACE,
    )
    return ft.Stack([_running_table(stored, title, last_change), corner], fit=ft.StackFit.PASS_THROUGH)


def _running_table(stored: StoredTable, title: object, last_change: str) -> ft.Control:
    """Return a table in play with its players, which a tap continues; where it cannot be read, that is said."""
    page = ft.context.page
    sign, read = emblem(stored.game, str(title), 40), running_players(stored)
    if read is None:
        head = _running_head(sign, text(title, Style.HEADING), caption(last_change))
        broken = text(UNREADABLE, color=ft.Colors.ERROR)
        return ft.Container(column([head, broken]), padding=4 * SPACE, **_paper())
    players, stage = read
    parts = [last_change, *(sentence(words).removesuffix(".") for words in stage)]
    shown = " · ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)
    head = _running_head(sign, text(title, Style.HEADING, semantics_label=""), caption(shown, semantics_label=""))
    totals = ft.Row([*map(_player, players)], wrap=True, spacing=4 * SPACE, run_spacing=SPACE, expand=True)
    arrow = ft.Icon(ft.Icons.ARROW_FORWARD, color=ft.Colors.PRIMARY)
    below = ft.Row([totals, arrow], vertical_alignment=ft.CrossAxisAlignment.END)
    scores = ", ".join(f"{player.name} {player.total}" for player in players)
    return tappable_picture(
        column([head, below], spacing=3 * SPACE),
        f"{title}, {' · '.join(parts)}: {scores}",
        lambda: page.navigate(f"/table/{stored.id}"),
        padding=4 * SPACE,
        **_paper(),
    )


def _running_head(sign: ft.Control, *words: ft.Control) -> ft.Control:
    names = column(words, spacing=0, expand=True, margin=ft.Margin.only(right=TARGET))
    return ft.Row([sign, names], spacing=3 * SPACE)


def _paper() -> dict[str, Any]:
    """Return the ground of a card, as a `Container` takes it."""
    return {"bgcolor": ft.Colors.SURFACE_CONTAINER, "border_radius": 2 * RADIUS}


def _player(player: RunningPlayer) -> ft.Control:
    """Return a player with the running total, which stands on the player's colour where it leads."""
    total: ft.Control = text(player.total, Style.TITLE, semantics_label="", no_wrap=True)
    if player.leads:
        wash = seat_wash(player.seat.colour, use_ui().viewport.palette)
        total = ft.Container(total, bgcolor=wash, border_radius=SPACE, padding=ft.Padding.symmetric(horizontal=SPACE))
    marked = ft.Row([seat_mark(player.seat, MARK_SIZE), total], spacing=0 if player.leads else SPACE, tight=True)
    return ft.Column([caption(player.name, semantics_label=""), marked], spacing=0, tight=True)


def _last_plays(plays: Sequence[ListedPlay]) -> list[ft.Control]:
    page = ft.context.page
    if not plays:
        return []
    return [
        heading(tr("Last plays")),
        *(LastPlay(play, first=number == 0) for number, play in enumerate(plays)),
        plain_button(tr("All plays"), lambda: page.navigate("/history"), icon=ft.Icons.HISTORY),
    ]


@component
def LastPlay(play: ListedPlay, *, first: bool) -> ft.Control:
    """Show a play; a tap opens it, and under the `first` one a button seats its players at a new table."""
    page = ft.context.page
    again = use_again(play)
    opening = partial(play_button, play, lambda: page.navigate(f"/play/{play.id}"))
    if not first or not can_be_played_again(play):
        return opening(**_paper())
    way = plain_button(AGAIN, again, icon=ft.Icons.REPLAY)
    below = ft.Row([way], wrap=True, margin=ft.Margin.only(left=SPACE, bottom=SPACE))
    return ft.Container(column([opening(), below], spacing=0), **_paper())
