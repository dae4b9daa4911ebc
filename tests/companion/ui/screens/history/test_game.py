"""The page of a game without rules of its own: its pad, its plays, and those of other games that were put under it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.services.history import GONE
from companion.ui.components.plays import NO_PAD as ONLY_TOTALS
from companion.ui.components.plays import game_address
from companion.ui.core.error_boundary import component
from companion.ui.screens.history.game import COUNT, GamePage
from companion.ui.screens.history.play import Play
from companion.ui.screens.history.play_list import History
from companion.ui.screens.new_table import NO_PAD as PAD_GONE
from companion.ui.screens.new_table import NewTable
from storage.repositories import game_merges, games
from storage.repositories.values import PAD_PREFIX
from tests.storage import sample_pads
from tests.storage.sample_pads import KEY, KINGDOMINO, OTHER_KEY, keep_pad
from tests.storage.sample_plays import content, kept, written

if TYPE_CHECKING:
    from storage.repositories.play_content import StoredPlay
    from tests.companion.headless import Headless, Screen

ORIGINS: Final = {**KINGDOMINO, "title": "Origins"}
UNKNOWN: Final = "bgg-13"

ROUTES = [
    ft.Route(path="game/:game", component=GamePage),
    ft.Route(path="play/:play", component=Play),
    ft.Route(path="history", component=History),
]


@component
def AtItsAddress() -> ft.Control:  # noqa: N802 - a component
    shown: ft.Control = ft.Router(ROUTES)
    return shown


def page_of(app: Headless, key: str) -> Screen:
    return app.show(AtItsAddress, route=game_address(key))


def page_of_play(app: Headless, play: StoredPlay) -> Screen:
    return app.show(AtItsAddress, route=f"/play/{play.id}")


def put(app: Headless, *pad: Any, **more: Any) -> StoredPlay:
    return app.worker.run_blocking(partial(sample_pads.played, **more), {"Anna": 3, "Ben": 5}, *pad)


def put_unknown(app: Headless) -> StoredPlay:
    return app.worker.run_blocking(written, content({"Anna": 10, "Ben": 8}, game=UNKNOWN))


def keep(app: Headless, *pad: Any) -> None:
    app.worker.run_blocking(keep_pad, *pad)
    app.run(app.tables.copies["score-pad"].reload())


def now_kept(app: Headless, play: StoredPlay) -> StoredPlay:
    return app.worker.run_blocking(kept, play.id)


def test_it_says_what_is_known_of_a_game_and_leads_to_its_plays(app: Headless) -> None:
    put(app)
    put(app, days=2)
    screen = page_of(app, KEY)
    assert screen.has("2 plays, 1 March 2024 to 3 March 2024")
    assert screen.has("Regions, Crowns")
    assert screen.has("The most points win")
    screen.tap("Statistics")
    assert screen.route == "/statistics/score-pad%3A0f8f"
    screen.tap("Show these plays")
    screen.follow()
    assert screen.says("2 plays")
    screen.tap("About this game")
    assert screen.route == game_address(KEY)


def test_games_with_rules_and_unknown_ones_have_no_page(app: Headless) -> None:
    for key in ("mayor", KEY, "other-nothing"):
        assert page_of(app, key).has(GONE)


def test_plays_go_under_another_pad_and_back(app: Headless) -> None:
    put(app)
    play = put(app, OTHER_KEY, ORIGINS, days=1)
    screen = page_of(app, OTHER_KEY)
    screen.tap("Choose a pad")
    screen.tap("Kingdomino")
    assert screen.says("Kingdomino gets all plays of ")
    screen.tap_both("Merge with Kingdomino", "Merge with Kingdomino")
    assert not screen.says("changed elsewhere")
    assert screen.route == game_address(KEY)
    assert now_kept(app, play).game == KEY
    screen.tap("Undo")
    assert screen.route == game_address(OTHER_KEY)
    assert now_kept(app, play) == play


def test_plays_that_were_put_under_a_game_can_be_taken_out_any_time_and_put_there_again(app: Headless) -> None:
    put(app)
    play = put(app, OTHER_KEY, ORIGINS, days=1)
    app.worker.run_blocking(game_merges.merge_games, OTHER_KEY, KEY)
    screen = page_of(app, KEY)
    assert screen.says("Origins: 1 play, ")
    screen.tap_both("Separate Origins", "Separate Origins")
    assert not screen.says("changed elsewhere")
    assert now_kept(app, play) == play
    assert not screen.says("Origins: 1 play, ")
    screen.tap("Undo")
    assert now_kept(app, play).game == KEY
    assert screen.says("Origins: 1 play, ")


def test_a_game_that_an_import_brought_is_given_a_pad(app: Headless) -> None:
    play = put_unknown(app)
    of_play = page_of_play(app, play)
    assert of_play.has(ONLY_TOTALS)
    of_play.tap("About this game")
    of_play.follow()
    assert of_play.has(COUNT)
    of_play.tap("New pad")
    assert of_play.route == "/settings/score-pad/pad"
    keep(app)
    screen = page_of(app, UNKNOWN)
    screen.tap("Choose a pad")
    screen.tap("Kingdomino")
    screen.tap("Merge with Kingdomino")
    kept_play = now_kept(app, play)
    assert (kept_play.game, kept_play.title, kept_play.sheet) == (KEY, "Kingdomino", play.sheet)
    assert page_of_play(app, kept_play).has("Kingdomino")


def test_a_game_alone_has_nothing_to_be_put_under(app: Headless) -> None:
    put(app)
    assert not page_of(app, KEY).says("Merge with another score pad")


def test_a_pad_that_came_with_a_play_is_kept_and_dropped_again(app: Headless) -> None:
    play = put(app)
    screen = page_of_play(app, play)
    assert screen.has("Regions, Crowns")
    screen.tap("Add")
    assert app.worker.run_blocking(games.kept_pads).keys() == {KEY}
    assert not screen.has("Add")
    screen.tap("Undo")
    assert app.worker.run_blocking(games.kept_pads) == {}
    assert page_of(app, KEY).has("Add")


def test_a_merged_play_has_the_title_of_its_game_and_its_own_sheet(app: Headless) -> None:
    put(app)
    play = put(app, OTHER_KEY, {**ORIGINS, "categories": ORIGINS["categories"][:1]}, days=1)
    app.worker.run_blocking(game_merges.merge_games, OTHER_KEY, KEY)
    screen = page_of_play(app, play)
    assert screen.has("Kingdomino")
    assert not screen.says("Origins")
    assert screen.has("Regions")


def test_a_play_is_played_again_with_the_pad_that_it_brought(app: Headless) -> None:
    screen = page_of_play(app, put(app))
    screen.tap("Play again")
    assert screen.route == "/new?again"
    assert app.worker.run_blocking(games.kept_pads).keys() == {KEY}


def test_a_game_whose_pad_is_gone_cannot_be_played_again(app: Headless) -> None:
    keep(app)
    play = put_unknown(app)
    app.worker.run_blocking(game_merges.merge_games, UNKNOWN, KEY)
    app.run(app.tables.copies["score-pad"].drop("pads", "0f8f"))
    screen = page_of_play(app, play)
    screen.tap("Play again")
    assert screen.says(PAD_GONE)


def test_the_history_leads_to_a_game_only_where_it_shows_that_alone(app: Headless) -> None:
    put(app)
    assert not app.show(AtItsAddress, route="/history").has("About this game")


def test_a_list_of_plays_tells_pads_of_one_title_apart(app: Headless) -> None:
    put(app)
    put(app, OTHER_KEY, {**KINGDOMINO, "categories": KINGDOMINO["categories"][:1]}, days=1)
    put(app, f"{KEY}3", ORIGINS, days=2)
    screen = app.show(AtItsAddress, route="/history")
    listed = [name.partition(",")[0] for name in screen.names if "1. Ben" in name]
    assert listed == ["Origins", "Kingdomino (1 category)", "Kingdomino (2 categories)"]


def test_a_pad_that_is_kept_can_be_changed(app: Headless) -> None:
    keep(app)
    screen = page_of(app, KEY)
    assert screen.has("Not played yet")
    screen.tap("Edit")
    assert screen.route == "/settings/score-pad/pad/0f8f"


def test_a_new_table_tells_pads_of_one_title_apart(app: Headless) -> None:
    keep(app)
    keep(app, {**KINGDOMINO, "winner": "fewest"}, OTHER_KEY)
    screen = app.show(NewTable)
    assert screen.has("Kingdomino (most points win)")
    assert screen.has("Kingdomino (fewest points win)")


def test_pads_of_one_number_say_why_they_count_apart_and_are_merged(app: Headless) -> None:
    numbered = {**KINGDOMINO, "bgg": 204583}
    put(app, KEY, numbered)
    put(app, f"{PAD_PREFIX}kingdomino", {**numbered, "title": "Kingdomino, ready"})
    assert page_of(app, KEY).says("Kingdomino, ready has the same number at BoardGameGeek.")
    screen = page_of(app, KEY)
    screen.tap("Merge with Kingdomino, ready")
    screen.tap("Merge with Kingdomino, ready")
    assert {game.key: game.plays for game in app.worker.run_blocking(games.played_games)} == {
        f"{PAD_PREFIX}kingdomino": 2
    }
