"""What copies print: all of it goes and comes, what differs is said, and what no screen could show is left out."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import KITS
from companion.services.code_import import copy_offer
from companion.services.share_codes.outgoing import shareable_copy
from scoring import GAMES
from scoring.messages import reading
from storage.codes import contents
from storage.codes.errors import ShareCodeError
from tests.companion.other_languages import WORDLESS
from tests.companion.pads import KINGDOMINO
from tests.companion.payloads import GAME, came, copies, only

KEPT: dict[str, dict[str, dict[str, Any]]] = {
    "carpe-diem": {
        "villa_chart": {"1": 1, "6+": 12},
        "forum_card": {"pay fish 2: points 4": {"pay": {"fish": 2}, "reward": {"points": 4}}},
        "fountain_card": {"pond": 3},
        "frame_goal": {"pond 4": {"kind": "pond", "points": 4}},
    },
    "little-town": {
        "aid_card": {"castle_counts": "any", "coins_feed": False, "cathedral_counts": "unsaid"},
        "objective": {"Build {3} houses": 2},
    },
    "mayor": {
        "rondel": {"after_shop": "church", "church_street": "red"},
        "tile_line": {"shop": 7},
        "price": {"shop 7": 5},
        "park": {"church 1": {"kind": "park", "park": {"church": 1}}},
        "event": {"red; ; ; ": {"closed": ["red"], "dearer": {}}},
    },
    "score-pad": {"pads": {"4f2c": KINGDOMINO}},
    "palaces-of-carrara": {"upgrade": {"pisa": {"points": 2, "coins": 1}}, "object_of": {"villa": "cup"}},
}


@pytest.mark.parametrize("game", KEPT)
def test_all_that_a_copy_prints_goes_and_comes(game: str) -> None:
    assert set(KEPT[game]) == set(KITS[game].copy_parts)
    read = only(came(shareable_copy(game, copies(game, **KEPT[game]))))
    assert isinstance(read, contents.OwnCopy)
    assert read.parts == KEPT[game]
    new = copy_offer(read, copies(game))
    assert len(new.values) == sum(map(len, KEPT[game].values()))
    assert new.other == ()
    same = copy_offer(read, copies(game, **KEPT[game]))
    assert (same.new, same.other, same.unread) == ((), (), 0)


def test_what_was_only_counted_here_does_not_go() -> None:
    mine = copies(GAME, shape={"pond N": 3}, villa_chart={"1": 1})
    read = only(came(shareable_copy(GAME, mine)))
    assert isinstance(read, contents.OwnCopy)
    assert read.parts == {"villa_chart": {"1": 1}}


def test_a_copy_of_which_nothing_is_known_does_not_go() -> None:
    with pytest.raises(ShareCodeError, match="nothing has been entered"):
        shareable_copy(GAME, copies(GAME, shape={"pond N": 3}))


def test_what_differs_is_told_with_both_values() -> None:
    theirs = contents.OwnCopy(game=GAMES[GAME], parts={"villa_chart": {"1": 1, "3": 9, "5": 8}})
    new = copy_offer(theirs, copies(GAME, villa_chart={"1": 1, "5+": 7}))
    assert new.same == 1
    said = [(str(entry.printed), str(entry.here), entry.displaces) for entry in new.other]
    assert said == [
        ("3 chimneys: 9 points", "3 chimneys: 3 points", None),  # as the rulebook prints it
        ("5 chimneys: 8 points", "5 or more chimneys: 7 points", "5+"),
    ]


def test_what_differs_is_told_where_both_read_the_same() -> None:
    theirs = contents.OwnCopy(game=GAMES[GAME], parts={"villa_chart": {"3": 9}})
    with reading(WORDLESS):
        assert len(copy_offer(theirs, copies(GAME)).other) == 1


BAD: dict[str, dict[str, dict[str, Any]]] = {
    "carpe-diem": {
        "villa_chart": {"x": 1, "0": 1, "1": True, "2": "2", "3": -1, "4": [1]},
        "forum_card": {"pay fish 3: points 7": {"pay": {"fish": 2}, "reward": {"points": 7}}, "x": None},
        "fountain_card": {"pond": 21, "lake": 3},
        "frame_goal": {"pond 4": {"kind": "pond", "points": 5}, "y": [], "z": {"kind": {}, "points": 1}},
        "shape": {"pond N": 3},
    },
    "little-town": {"aid_card": {"castle_counts": [], "coins_feed": 1, "other": True}, "objective": {"One": True}},
    "mayor": {
        "rondel": {"after_shop": ["church"], "church_street": "pink", "else": "red"},
        "tile_line": {"shop": 0, "pond": 1},
        "price": {"shop": 1, "shop 0": 1, "shop 7": 100, "pond 1": 1},
        "park": {"church 2": {"kind": "park", "park": {"church": 1}}, "": {}},
        "event": {"x": {"closed": ["red"]}},
    },
    "palaces-of-carrara": {
        "upgrade": {"pisa": {"points": 99, "coins": 0}, "rome": {"points": 1, "coins": 1}},
        "object_of": {"villa": "spoon", "porta": "cup", "castello": ["cup"]},
    },
}


@pytest.mark.parametrize("game", BAD)
def test_what_no_screen_could_show_is_left_out(game: str) -> None:
    new = copy_offer(contents.OwnCopy(game=GAMES[game], parts=BAD[game]), copies(game))
    assert new.values == ()
    assert new.unread == sum(map(len, BAD[game].values()))
