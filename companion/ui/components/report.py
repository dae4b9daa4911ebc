"""The words with which a fault is reported, shown and copied once that is asked for."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.tables.players import with_owners
from companion.ui.components.controls import caption, card, outlined, plain_button
from companion.ui.components.fields import switch, wrapped
from companion.ui.components.layout import column
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import nothing, use_value
from companion.ui.core.share_sheet import is_trusted
from companion.ui.core.theme import ROLES, SPACE, Style
from scoring import GAMES
from scoring.messages import tr
from storage.documents import codec
from storage.repositories.values import game_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.game import Game


@component
def Report(label: str, report: Callable[[], ft.Control]) -> ft.Control:
    """Show a button, and once it is tapped, what is to be pasted."""
    asked, ask = use_value(initial=False)
    if asked:
        return report()
    return wrapped([plain_button(label, lambda: ask(lambda _: True), icon=ft.Icons.FLAG_OUTLINED)])


def words_to_copy(words: str, style: Style = Style.TEXT) -> ft.Control:
    """Return words as they are below a button that copies them, where the browser lets us do that."""
    copy = outlined(tr("Copy the text"), nothing, icon=ft.Icons.COPY, action=ft.CopyToClipboard(words))
    shown = ft.Text(words, theme_style=ROLES[style], selectable=True)  # elsewhere, people select them
    return column([*([wrapped([copy])] if is_trusted(ft.context.page) else []), shown])


@component
def WrongNumber(game: str, table: Any) -> ft.Control:  # noqa: ANN401 - the table of any game
    """Show the document of a table, to be pasted into a report; without names unless they are wanted."""
    named, name = use_value(initial=False)
    document = reported_table(GAMES[game_key(game)], table, named=named)
    with_names = switch(tr("With names"), lambda: name(lambda now: not now), on=named)
    hint = caption(tr("Paste this into your report, and say which number is wrong."))
    return card([column([hint, with_names, words_to_copy(document, Style.SMALL)], spacing=2 * SPACE)])


def reported_table(game: Game[Any], table: Any, *, named: bool) -> str:  # noqa: ANN401 - the table of any game
    """Return the document of a table as JSON, for a report; without names players are called by their seats."""
    if not named:
        names = {player.name: f"Player {seat}" for seat, player in enumerate(table.players, start=1)}
        players = tuple(_without_names(player, names[player.name]) for player in table.players)
        table = replace(with_owners(game, table, names), players=players)
    return json.dumps(codec.table_document(game, table), indent=1, ensure_ascii=False)


def _without_names(player: Any, called: str) -> Any:  # noqa: ANN401 - a player of any game
    """Return a player who is called otherwise, as are the members of a team."""
    members = getattr(player, "members", None)
    teams = {"members": tuple(f"{called}.{at}" for at in range(1, len(members) + 1))} if members else {}
    return replace(player, name=called, **teams)
