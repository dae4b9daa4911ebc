"""What New table shows before anybody types, and what it finds."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

import pytest

from companion.games.score_pad.shelf import ready_pads
from companion.services import new_table
from companion.services.game_choice import MAX_PADS, Choice, proposed, search
from tests.companion.headless import GAMES_WITH_RULES
from tests.companion.pads import KINGDOMINO
from tests.companion.payloads import copies

WINGSPAN = "score-pad:wingspan"
OWN = {"4f2c": KINGDOMINO, "77aa": {**KINGDOMINO, "title": "Wings of ours"}}


def choice(plays: dict[str, int] | None = None, pads: dict[str, Any] = OWN) -> Choice:
    mine = {"score-pad": copies("score-pad", pads=pads)}
    own = frozenset(f"score-pad:{key}" for key in pads)
    return Choice(games=new_table.games_here(mine), own=own, plays=plays or {})


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
    assert search(choice(pads={}), typed)[0] == WINGSPAN


def test_without_letters_nothing_is_found() -> None:
    assert search(choice(), " -") == search(choice(), "xyzzy") == ()


def test_games_with_rules_come_first_then_my_pads_then_the_shelf_and_what_was_played_before_what_was_not() -> None:
    assert search(choice(), "wing")[:2] == ("score-pad:77aa", WINGSPAN)
    assert search(choice(), "ca")[0] == "carpe-diem"
    wings = {**OWN, "0000": {**KINGDOMINO, "title": "A wing"}}
    assert search(choice(pads=wings), "wing")[:2] == ("score-pad:77aa", "score-pad:0000")
    assert search(choice({"score-pad:0000": 1}, wings), "wing")[:2] == ("score-pad:0000", "score-pad:77aa")


def test_a_name_that_begins_so_comes_before_one_with_such_a_word() -> None:
    pads = {"0000": {**KINGDOMINO, "title": "A meadow"}, "ffff": {**KINGDOMINO, "title": "Meadow, the game"}}
    assert search(choice(pads=pads), "meadow") == ("score-pad:ffff", "score-pad:0000")


def test_a_pad_of_the_shelf_that_was_changed_is_found_as_mine_by_the_same_names() -> None:
    changed = choice(pads={"wingspan": {**KINGDOMINO, "title": "Birds"}})
    assert search(changed, "flügel") == search(changed, "birds") == (WINGSPAN,)


def test_before_anybody_types_there_is_no_long_list() -> None:
    many = {f"{number}": KINGDOMINO for number in range(40)}
    shown = proposed(choice({WINGSPAN: 3, "score-pad:39": 1}, many), "score-pad:kingdomino")
    assert [*shown[: len(GAMES_WITH_RULES)]] == [*GAMES_WITH_RULES]
    assert shown[len(GAMES_WITH_RULES)] == "score-pad:39"
    assert shown[-1] == "score-pad:kingdomino"
    assert len(shown) == len(GAMES_WITH_RULES) + MAX_PADS + 1
    assert WINGSPAN in proposed(choice({WINGSPAN: 3}), "carpe-diem")
    assert "kingdomino" in ready_pads()
    assert "score-pad:kingdomino" not in proposed(choice(), "carpe-diem")


def test_what_is_longer_than_every_name_is_compared_with_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(SequenceMatcher, "ratio")
    assert search(choice(), "wingspam" * 200) == ()
