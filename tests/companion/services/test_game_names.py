"""The names of games, told apart where titles are the same."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from companion.services.game_names import game_names
from scoring import GAMES
from tests.companion.played import put_play
from tests.storage.sample_pads import KEY, KINGDOMINO, OTHER_KEY, keep_pad, played
from tests.storage.sample_plays import content, written
from tests.storage.stores import START

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.companion.headless import Headless

SHORT = KINGDOMINO | {"categories": [{"key": "regions", "title": "Regions", "kind": "rounds"}]}


def names(app: Headless) -> Mapping[str, str]:
    return app.worker.run_blocking(game_names)


def put(app: Headless, *key_and_pad: Any, **more: Any) -> None:
    app.worker.run_blocking(partial(played, **more), {"Anna": 1}, *key_and_pad)


def test_a_title_that_one_game_has_is_its_name(app: Headless) -> None:
    put(app)
    app.worker.run_blocking(put_play, START.date(), {"Anna": (1,)})
    assert names(app) == {"carpe-diem": "Carpe Diem", KEY: "Kingdomino"}


def test_pads_of_one_title_are_told_apart_by_their_categories(app: Headless) -> None:
    put(app)
    app.worker.run_blocking(keep_pad, SHORT, OTHER_KEY)
    assert names(app) == {KEY: "Kingdomino (2 categories)", OTHER_KEY: "Kingdomino (1 category)"}


def test_pads_that_differ_in_nothing_else_are_told_apart_by_their_first_play(app: Headless) -> None:
    put(app)
    put(app, OTHER_KEY, days=3)
    app.worker.run_blocking(keep_pad, KINGDOMINO, f"{KEY}3")
    assert names(app) == {
        f"{KEY}3": "Kingdomino (not played yet)",
        KEY: "Kingdomino (since 1 March 2024)",
        OTHER_KEY: "Kingdomino (since 4 March 2024)",
    }


def test_pads_that_differ_in_nothing_are_numbered(app: Headless) -> None:
    put(app)
    put(app, OTHER_KEY)
    assert names(app) == {KEY: "Kingdomino (2 categories, 1)", OTHER_KEY: "Kingdomino (2 categories, 2)"}


def test_a_game_from_elsewhere_has_no_pad_and_one_with_rules_keeps_its_title(app: Headless) -> None:
    put(app)
    app.worker.run_blocking(written, content({"Anna": 1}, game="bgg-204583", title="kingdomino"))
    put(app, OTHER_KEY, {**KINGDOMINO, "title": GAMES["mayor"].title})
    assert names(app) == {
        KEY: "Kingdomino (2 categories)",
        "bgg-204583": "kingdomino (without a pad)",
        OTHER_KEY: "Mayor (2 categories)",
    }
