"""The names of games, told apart where titles are the same, and what New table proposes and finds."""

from __future__ import annotations

from dataclasses import replace
from difflib import SequenceMatcher
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from companion.formatting.languages import catalogue
from companion.games.score_pad.shelf import ready_pads
from companion.services import game_names, new_table
from companion.services.new_table_data import load_draft
from scoring import GAMES
from scoring.messages import reading
from tests.companion.headless import GAMES_WITH_RULES
from tests.companion.pads import KINGDOMINO as KINGDOMINO_PAD
from tests.companion.payloads import copies
from tests.companion.played import put_play
from tests.storage.sample_pads import KEY, KINGDOMINO, OTHER_KEY, keep_pad, played
from tests.storage.sample_plays import content, written
from tests.storage.stores import START

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.companion.headless import Headless


SHORT = KINGDOMINO | {"categories": [{"key": "regions", "title": "Regions", "kind": "rounds"}]}


def names(app: Headless) -> Mapping[str, str]:
    return app.worker.run_blocking(game_names.game_names)


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
        "bgg-204583": "kingdomino (without a score pad)",
        OTHER_KEY: "Mayor (2 categories)",
    }


FOREST = "score-pad:forest-shuffle"


def test_a_game_of_the_shelf_has_its_name_in_the_language_of_the_reader(app: Headless) -> None:
    put(app, FOREST, {**KINGDOMINO, "title": "Mischwald"})
    assert names(app) == {FOREST: "Forest Shuffle"}
    assert game_names.title_here(FOREST, "Our wood") == "Our wood"
    with reading(catalogue("de")):
        assert game_names.title_here(FOREST, "Forest Shuffle") == "Mischwald"


WINGSPAN, LANDMARKS = "score-pad:wingspan", "score-pad:cascadia-landmarks"
OWN = {"4f2c": KINGDOMINO_PAD, "77aa": {**KINGDOMINO_PAD, "title": "Wings of ours"}}


def choice(plays: dict[str, int] | None = None, pads: dict[str, Any] = OWN) -> game_names.Choice:
    mine = {"score-pad": copies("score-pad", pads=pads)}
    own = frozenset(f"score-pad:{key}" for key in pads)
    return game_names.Choice(games=new_table.games_here(mine), own=own, plays=plays or {})


@pytest.mark.parametrize(
    "typed",
    [
        "Wing",
        "wingspan",
        "WING-SPAN",
        "wing span",
        "Flüg",
        "flugel",
        "Fluegel",
        "flu\u0308gelschlag",
        "FLÜGEL SCHLAG",
        "span",
        "Wignspan",
        "Wing'span",
    ],
)
def test_a_game_is_found_by_what_people_call_it(typed: str) -> None:
    assert game_names.search(choice(pads={}), typed)[0] == WINGSPAN


def test_without_letters_nothing_is_found() -> None:
    assert game_names.search(choice(), " -") == game_names.search(choice(), "xyzzy") == ()


def test_games_with_rules_come_first_then_my_pads_then_the_shelf_and_what_was_played_before_what_was_not() -> None:
    assert game_names.search(choice(), "wing")[:2] == ("score-pad:77aa", WINGSPAN)
    assert game_names.search(choice(), "ca")[0] == "carpe-diem"
    wings = {**OWN, "0000": {**KINGDOMINO_PAD, "title": "A wing"}}
    assert game_names.search(choice(pads=wings), "wing")[:2] == ("score-pad:77aa", "score-pad:0000")
    assert game_names.search(choice({"score-pad:0000": 1}, wings), "wing")[:2] == ("score-pad:0000", "score-pad:77aa")


def test_a_name_that_begins_so_comes_before_one_with_such_a_word() -> None:
    pads = {"0000": {**KINGDOMINO_PAD, "title": "A meadow"}, "ffff": {**KINGDOMINO_PAD, "title": "Meadow, the game"}}
    assert game_names.search(choice(pads=pads), "meadow") == ("score-pad:ffff", "score-pad:0000")


def test_a_pad_of_the_shelf_that_was_changed_is_found_as_mine_by_the_same_names() -> None:
    changed = choice(pads={"wingspan": {**KINGDOMINO_PAD, "title": "Birds"}})
    assert game_names.search(changed, "flügelschlag")[0] == WINGSPAN
    assert game_names.search(changed, "birds") == (WINGSPAN,)


def test_before_anybody_types_there_are_those_played_last_then_those_played_most_then_the_others() -> None:
    many = {f"{number}": KINGDOMINO_PAD for number in range(40)}
    plays = {f"score-pad:{number}": number for number in range(8)}
    recent = tuple(f"score-pad:{number}" for number in range(8))
    shown = game_names.proposed(replace(choice(plays, many), recent=recent), "")
    assert {*shown} == {f"score-pad:{number}" for number in (0, 1, 2, 7, 6, 5)}
    assert {*game_names.proposed(choice(pads={}), "")} == {*GAMES_WITH_RULES}
    assert {*game_names.proposed(choice(), "")} == {*GAMES_WITH_RULES, "score-pad:4f2c", "score-pad:77aa"}
    assert WINGSPAN not in game_names.proposed(choice({WINGSPAN: 3}), "")  # nobody knows when


def test_a_game_has_more_than_its_title_only_where_another_one_can_begin_here(app: Headless) -> None:
    app.worker.run_blocking(written, content({"Anna": 1}, game="bgg-204583", title="kingdomino"))
    put(app)

    def name() -> str:
        return str(app.worker.run_blocking(load_draft, app.tables.copies).choice.games[KEY].name)

    app.worker.run_blocking(keep_pad, KINGDOMINO, KEY)
    app.run(app.tables.copies["score-pad"].keep("pads", KEY.removeprefix("score-pad:"), KINGDOMINO))
    assert name() == "Kingdomino"
    app.run(app.tables.copies["score-pad"].keep("pads", OTHER_KEY.removeprefix("score-pad:"), SHORT))
    assert name() == "Kingdomino (2 categories)"


def test_a_game_that_is_chosen_is_shown_and_moves_no_other_one() -> None:
    usual = game_names.proposed(choice(), "")
    assert game_names.proposed(replace(choice(), recent=("mayor", "little-town")), "mayor") == usual  # by their titles
    assert game_names.proposed(choice(), WINGSPAN) == (*usual, WINGSPAN)


def test_all_games_are_those_with_rules_then_my_pads_then_the_shelf_by_their_titles() -> None:
    rules, own, shelf = game_names.all_games(choice(pads={"wingspan": KINGDOMINO_PAD, **OWN}))
    assert sorted(rules) == sorted(GAMES_WITH_RULES)
    assert [*own] == ["score-pad:4f2c", WINGSPAN, "score-pad:77aa"]
    assert {*shelf} == {f"score-pad:{key}" for key in ready_pads()} - {WINGSPAN, LANDMARKS}


def test_an_expansion_is_found_by_its_game_and_by_itself_where_it_was_played_or_nobody_asks_for_it() -> None:
    assert game_names.search(choice(), "landmarks") == ("score-pad:cascadia",)
    assert LANDMARKS not in game_names.all_games(choice())[2]
    assert {*game_names.search(choice({LANDMARKS: 1}), "landmarks")} == {LANDMARKS, "score-pad:cascadia"}
    assert LANDMARKS in game_names.search(choice(pads={"cascadia": KINGDOMINO_PAD}), "landmarks")
    assert game_names.place_of("bgg-385318", choice().games) == "score-pad:cascadia"


def test_plays_from_elsewhere_count_for_the_pad_that_they_would_go_to(app: Headless) -> None:
    app.worker.run_blocking(written, content({"Anna": 1}, game="bgg-266192", title="Wingspan"))
    put(app, days=3)
    copies_here = app.tables.copies
    loaded = app.worker.run_blocking(
        game_names.load_choice, new_table.games_here(copies_here), copies_here, {"mayor": START}
    )
    assert loaded.plays[WINGSPAN] == 1
    assert {*loaded.recent} == {WINGSPAN, "mayor"}


def test_what_is_longer_than_every_name_is_compared_with_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(SequenceMatcher, "ratio")
    assert game_names.search(choice(), "wingspam" * 200) == ()
