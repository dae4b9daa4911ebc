"""Statistics of pads: their names, categories, averages and best plays."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from companion.ui.screens.statistics.wording import Span, address
from storage.repositories import people
from tests.companion.ui.screens.statistics.visits import at, followed, said
from tests.storage import sample_pads

if TYPE_CHECKING:
    from tests.companion.headless import Headless


def pads(app: Headless, *play: Any, **more: Any) -> None:
    app.worker.run_blocking(partial(sample_pads.played, **more), *play)


def test_a_pad_is_a_game_with_its_name_categories_averages_and_best_play(app: Headless) -> None:
    pads(app, {"Anna": 3, "Ben": 5})
    pads(app, {"Anna": 7, "Ben": 6}, days=1)
    screen = at(app, "/statistics")
    screen.tap("Kingdomino: 2 plays, last 2 Mar 2024")
    assert screen.route == "/statistics/score-pad%3A0f8f"
    of_pad = followed(app, screen)
    assert of_pad.has("Plays: 2")
    assert of_pad.says("Regions: 5.2")
    assert of_pad.says("Crowns: 1.0")
    anna = at(app, address(sample_pads.KEY, _id(app, "Anna"), Span.ALL))
    assert anna.has("Average: 6.0")
    assert anna.has("Best: 8")


def _id(app: Headless, name: str) -> str:
    player_id = app.worker.run_blocking(people.player_named, name)
    assert player_id is not None
    return str(player_id)


def test_the_newest_title_of_a_category_counts_also_for_plays_from_a_spreadsheet(app: Headless) -> None:
    renamed = [{"key": "regions", "title": "Lands", "kind": "points"}]
    pads(app, {"Anna": 3})
    pads(app, {"Anna": 4}, pad={"title": "Kingdomino", "categories": renamed}, days=1)
    csv = {"columns": [{"player": "Anna", "total": 8, "lines": [{"rule": "Lands", "points": 8}]}]}
    pads(app, {"Anna": 7}, days=2, document=None, sheet=csv)
    screen = at(app, address(sample_pads.KEY, None, Span.ALL))
    assert said(screen, "Lands: 5.0").count("Lands") == 1
    assert screen.says("Lands: 5.0")
    assert not screen.says("Regions")


def test_two_pads_of_one_title_are_told_apart(app: Headless) -> None:
    pads(app, {"Anna": 3})
    pads(app, {"Anna": 3}, sample_pads.OTHER_KEY, {**sample_pads.KINGDOMINO, "winner": "fewest"}, days=3)
    screen = at(app, "/statistics")
    assert screen.has("Kingdomino (most points win): 1 play, last 1 Mar 2024")
    assert screen.has("Kingdomino (fewest points win): 1 play, last 4 Mar 2024")


def test_where_the_fewest_points_win_the_best_are_the_fewest(app: Headless) -> None:
    golf = {**sample_pads.KINGDOMINO, "title": "Golf", "winner": "fewest"}
    for back in range(5):
        pads(app, {"Anna": 70 + back, "Ben": 80}, sample_pads.KEY, golf, days=back)
    everybody = at(app, address(sample_pads.KEY, None, Span.ALL))
    assert everybody.says("Winners are most ahead in Regions: 72.0 points, 76.0 in all plays.")
    anna = at(app, address(sample_pads.KEY, _id(app, "Anna"), Span.ALL))
    assert anna.has("Best: 71")
    assert anna.says("5 better · 0 level · 0 worse")
    anna.tap("Show numbers: Head to head")
    assert anna.says("+8.0")
