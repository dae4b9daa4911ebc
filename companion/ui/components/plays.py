"""A finished play: as a line of a list, its facts, its outcome, and its game where that has no rules of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

import flet as ft

from companion.formatting.dates import duration_text, minutes_between
from companion.games.score_pad import Pad, pad_summary
from companion.services.game_names import title_here
from companion.services.history import has_page
from companion.services.kept_pads import drop_pad, is_kept, keep_pad
from companion.services.results import ended_early, full_end, relative_end
from companion.system import now
from companion.tables.state import PlayerStyle, styles
from companion.ui.components.controls import (
    caption,
    card,
    emblem,
    heading,
    labelled,
    outlined,
    seat_mark,
    tappable_picture,
    text,
)
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.theme import SPACE, Style
from scoring.messages import Message, say, titled, tr, tr_in
from storage.repositories.games import is_of_pad, pad_in
from storage.repositories.photos import photo_of
from storage.repositories.play_content import ListedPlay, Participant, PlayBrief, StoredPlay, notes_of
from storage.repositories.values import PAD_PREFIX, game_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime


AGAIN: Final = say("reopened")
"""The note on a play whose table runs again."""

EARLY: Final = say("ended early")
"""The note on a play whose game was not over."""

PHOTO: Final = say("photo")
"""The note on a play with a photo of the table."""

LOST: Final = say("Lost")
"""The note on a play that all players lost together."""

UNKNOWN: Final = say("It is not known who won")
"""The note on a play of which only is known that it was played."""

DELETED: Final = say("This play was deleted.")

UNCOUNTED: Final = say("counts for no rate")
"""The note on a play that has places, but stays out of rates."""


def play_label(play: ListedPlay | StoredPlay, at: datetime, name: str | None = None) -> str:
    """Return a play as text: the game, by a name that tells it from others, when, and the place of each player."""
    places = ", ".join(_place_and_points(seat, placed=play.has_places) for seat in by_place(play))
    notes = "".join(f", {note}" for note in _notes(play))
    return f"{name or title_here(play.game, play.title)}, {relative_end(play, at)}{notes}: {places}"


def play_button(
    play: ListedPlay | StoredPlay,
    do: Callable[[], Any],
    name: str | None = None,
    **more: Any,  # noqa: ANN401 - what a Container takes
) -> ft.Control:
    """Return a play to tap: its game, by a name that tells it from others, when it was, and the players' totals."""
    at = now()
    styles_of = dict(zip(play.players, seats_of(play), strict=True))
    title = ft.Row(
        [
            text(name or title_here(play.game, play.title), Style.STRONG, semantics_label=""),
            *(caption(words, semantics_label="") for words in (relative_end(play, at), *_notes(play))),
        ],
        wrap=True,
        spacing=3 * SPACE,
        run_spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    players = [_player(player, styles_of[player], placed=play.has_places) for player in by_place(play)]
    title.expand = True
    head = ft.Row([emblem(play.game, name or title_here(play.game, play.title)), title], spacing=3 * SPACE)
    face = ft.Column([head, *players], spacing=SPACE, tight=True)
    return tappable_picture(face, play_label(play, at, name), do, padding=4 * SPACE, **more)


def by_place(play: PlayBrief) -> tuple[Participant, ...]:
    """Return the players, the first place first."""
    return tuple(sorted(play.players, key=lambda player: player.place))


def seats_of(play: PlayBrief) -> tuple[PlayerStyle, ...]:
    """Return the style of each player; where none is stored, the usual one of the seat."""
    return styles(len(play.players), play.extras.get("seats") or ())


def _notes(play: ListedPlay | StoredPlay) -> list[Message]:
    said = (
        (AGAIN, play.reopened),
        (EARLY, play.early if isinstance(play, ListedPlay) else ended_early(play) is not None),
        (LOST, play.nobody_won),
        (UNKNOWN, play.is_unknown and len(play.players) > 1),
        (UNCOUNTED, not (play.has_winner or play.nobody_won or play.is_unknown)),
        (PHOTO, photo_of(play.extras) is not None),
    )
    return [note for note, holds in said if holds]


def _place_and_points(seat: Participant, *, placed: bool) -> str:
    points = "" if seat.total is None else f" {seat.total}"
    return f"{seat.place}. {seat.name}{points}" if placed else f"{seat.name}{points}"


def _player(player: Participant, seat: PlayerStyle, *, placed: bool) -> ft.Control:
    style = Style.STRONG if player.won else Style.TEXT
    words = f"{player.place}." if placed else ""
    place: ft.Control = text(words, style, no_wrap=True, semantics_label="", width=7 * SPACE)
    if player.won:
        cup = ft.Icon(ft.Icons.EMOJI_EVENTS_OUTLINED, color=ft.Colors.SECONDARY, size=20)
        place = ft.Container(cup, width=7 * SPACE, alignment=ft.Alignment.CENTER_LEFT)
    return ft.Row(
        [
            place,
            seat_mark(seat, 16),
            text(player.name, style, expand=True, semantics_label=""),
            text("" if player.total is None else player.total, style, no_wrap=True, semantics_label=""),
        ],
        spacing=2 * SPACE,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def facts_of(play: StoredPlay) -> Sequence[tuple[str, str]]:
    """Return what is known of a play apart from its sheet, as names and values."""
    minutes, early = minutes_between(play.begun, play.finished), ended_early(play)
    facts = (
        (tr("Finished"), full_end(play)),
        (str(titled(EARLY)), "" if early is None else str(early)),
        (tr("Duration"), "" if minutes is None else duration_text(minutes)),
        (tr_in("location", "Place"), play.place),
        (tr("Board or variant"), play.edition if game_of(play.game) is None else ""),
        *_noted(play),
        (tr("Note"), play.note),
    )
    return tuple((name, words) for name, words in facts if words)


def _noted(play: StoredPlay) -> Sequence[tuple[str, str]]:
    """Return what was noted of a play elsewhere, as names and values."""
    notes = notes_of(play.extras)
    seats = [*zip((player.name for player in play.players), notes.seats, strict=False)]
    teams = dict.fromkeys(seat.team for _, seat in seats if seat.team)
    members = [(team, ", ".join(name for name, seat in seats if seat.team == team)) for team in teams]
    named = all(not team.isdigit() for team in teams)
    return (
        (tr("Rounds"), str(notes.rounds or "")),
        (tr("Teams"), " – ".join(_named(team, names) if named else names for team, names in members)),
        (tr("Roles"), "; ".join(_named(name, seat.role) for name, seat in seats if seat.role)),
        (tr("Scores as typed"), "; ".join(_named(name, seat.score) for name, seat in seats if seat.score)),
    )


def _named(name: str, value: object) -> str:
    return tr("{what}: {value}", what=name, value=value)


def facts(play: StoredPlay) -> ft.Control:
    """Return what is known of a play apart from its sheet, each value below its name."""
    shown: list[ft.Control] = [
        labelled(
            ft.Column([caption(name), text(words, selectable=words == play.note)], spacing=0, tight=True),
            f"{name}: {words}",
        )
        for name, words in facts_of(play)
    ]
    return column(shown)


NO_PAD: Final = say("Only the totals of this game are known here. You can give it a score pad.")
NOT_MINE: Final = say("This score pad is not among yours yet.")


def game_of_play(play: StoredPlay, again: Callable[[], None]) -> list[ft.Control]:
    """Return the card on the game of a play; a game with rules, and a deleted play, have none."""
    if play.removed is not None or not has_page(play.game):
        return []
    page = ft.context.page
    pad = pad_in(play.document)
    words = () if pad is None else pad_summary(pad)
    without_pad = pad is None and not is_of_pad(play.game)
    parts: list[ft.Control] = [heading(tr("Game")), *map(caption, (NO_PAD,) if without_pad else words)]
    if pad is not None and play.game.startswith(PAD_PREFIX):
        parts.append(KeepPad(play.game, pad, again))
    about = outlined(tr("About this game"), lambda: page.navigate(game_address(play.game)), icon=ft.Icons.INFO_OUTLINE)
    return [card([*parts, wrapped([about])])]


def game_address(key: str) -> str:
    """Return the address of the page of a game.

    >>> game_address("other-home made")
    '/game/other-home%20made'
    """
    return f"/game/{quote(key, safe='')}"


@component
def KeepPad(key: str, pad: Pad, again: Callable[[], None]) -> ft.Control:
    """Offer to add the pad of a game that is not kept here; one that was made from score sheets came with them."""
    tables = use_ui().tables

    async def undo() -> None:
        await drop_pad(tables, key)
        again()

    async def keep() -> None:
        await keep_pad(tables, key, pad)
        again()
        show_snackbar(tr("{what} added.", what=pad.title), undo=undo)

    if is_kept(tables, key) or not is_of_pad(key):
        return ft.Container(visible=False)
    return column([caption(NOT_MINE), wrapped([outlined(tr("Add"), keep, icon=ft.Icons.BOOKMARK_ADD_OUTLINED)])])
