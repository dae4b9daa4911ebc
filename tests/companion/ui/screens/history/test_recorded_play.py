"""A play with a score sheet from BG Stats: its page, its game, and its statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.ui.screens.history.game import GamePage
from companion.ui.screens.history.play import Play
from companion.ui.screens.statistics.wording import Span, address
from storage.exchange import importing, planning
from storage.exchange import reading as files
from storage.repositories import history
from tests.companion.ui.screens.statistics.visits import at as statistics_at
from tests.storage.exchange.bgstats_samples import file_of, group, play_of, row, sheet
from tests.storage.exchange.test_bgstats_in import noted_play

if TYPE_CHECKING:
    from storage.repositories.tables import Store
    from tests.companion.headless import Headless, Screen

KEY = "bgg-4711"

ROUTES = [ft.Route(path="play/:play", component=Play), ft.Route(path="game/:game", component=GamePage)]

TABLE = sheet(
    group(
        row("12", "8+3", template="huts", label="Huts", **{"label-de": "Hütten"}),
        row("2", None, template="losses", label="Losses", negative=True, **{"label-de": "Verluste"}),
        row(None, None, template="boats", label="Boats"),
    )
)


def brought(store: Store) -> None:
    """A play that Anna lost by points, and won."""
    data = file_of(play_of("10", "11", sheet=TABLE, winner=0))
    plan = planning.plan(store, files.read(data, "file"))
    importing.carry_out(store, plan, "a file")


@ft.component
def At(route: str) -> ft.Control:  # noqa: N802 - a component
    ft.context.page.route = route
    return ft.Router(ROUTES)


def page_of_play(app: Headless, language: str | None = None) -> Screen:
    (play,) = app.worker.run_blocking(history.page, history.Filter(), 9).plays
    return app.show(At, f"/play/{play.id}", language=language)


def test_the_page_shows_the_categories_and_the_winner_as_recorded(app: Headless) -> None:
    app.worker.run_blocking(brought)
    screen = page_of_play(app)
    assert screen.says("Anna wins")
    assert screen.has("Anna: 12", group="Huts")
    assert screen.has("Anna: \N{MINUS SIGN}2", group="Losses")
    assert screen.has("Ben: 11", group="Huts")
    assert not screen.says("Boats")
    assert not screen.says("These are the figures of the day.")
    assert screen.says("Huts, Losses")
    screen.tap("Ben: 11", group="Huts")
    assert screen.says("8 + 3")


def test_titles_are_those_of_the_reader_s_language(app: Headless) -> None:
    app.worker.run_blocking(brought)
    assert page_of_play(app, "de").has("Anna: 12", group="Hütten")
    assert app.show(At, f"/game/{KEY}", language="de").says("Hütten, Verluste")


def test_the_game_has_its_pad_and_statistics_by_category(app: Headless) -> None:
    app.worker.run_blocking(brought)
    game = app.show(At, f"/game/{KEY}")
    assert game.says("Huts, Losses")
    figures = statistics_at(app, address(KEY, None, Span.ALL))
    assert figures.says("Huts: 11.5")
    assert figures.says("Losses: \N{MINUS SIGN}1.0")


def test_the_page_shows_what_was_noted_of_the_players(app: Headless) -> None:
    plan = app.worker.run_blocking(planning.plan, files.read(noted_play(), "file"))
    app.worker.run_blocking(importing.carry_out, plan, "a file")
    screen = page_of_play(app)
    assert screen.has("Rounds: 3")
    assert screen.has("Teams: Anna, Cleo – Ben")
    assert screen.has("Roles: Anna: Seer, Wolf; Cleo: Elder, Wolf")
    assert screen.has("Scores as typed: Anna: 13.5")
    assert screen.has(f"Board or variant: {'B' * 300}")
