"""What copies print: all is kept, goes and comes; what differs is said, what no screen could show is left out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.games import KITS
from companion.services.code_import import copy_offer
from companion.services.share_codes.outgoing import shareable_copy
from companion.tables.my_copy import MyCopy
from scoring import GAMES
from scoring.messages import reading
from storage.codes import ShareCodeError, contents
from storage.documents.codec import plain
from storage.repositories.tables import Store
from tests.companion.other_languages import WORDLESS
from tests.companion.payloads import GAME, KEPT, came, copies, enter, only

if TYPE_CHECKING:
    from tests.companion.headless import Headless


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


@pytest.mark.parametrize("game", KEPT)
def test_what_is_entered_is_kept_in_the_same_form_and_known_tomorrow(app: Headless, game: str) -> None:
    app.run(enter(game, app.tables.copies[game]))
    tomorrow = MyCopy(app.worker, game, app.worker.run_blocking(Store.copies, game))
    for name, part in KITS[game].copy_parts.items():
        assert tomorrow.part(name) == KEPT[game][name]
        mine = {str(entry.key): plain(entry.value) for entry in part.known(tomorrow) if entry.is_mine}
        assert mine == KEPT[game][name]


@pytest.mark.parametrize("game", KEPT)
def test_what_the_rulebook_prints_is_not_kept_again(app: Headless, game: str) -> None:
    mine = app.tables.copies[game]
    for part in KITS[game].copy_parts.values():
        for entry in part.printed:
            assert part.read(entry.key, plain(entry.value)) == replace(entry, printed=None)
            app.run(part.keep(mine, entry.key, entry.value))
        assert not mine.part(part.name)
        assert part.values(mine) == {entry.key: entry.value for entry in part.printed}


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
    said = [(str(entry.printed), str(entry.printed_here), entry.displaces) for entry in new.other]
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
        "forum_card": {
            "pay fish 3: points 7": {"pay": {"fish": 2}, "reward": {"points": 7}},
            "x": None,
            "pay fish 2: ": {"pay": {"fish": 2}},
        },
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
    held = copies(game, **BAD[game])
    assert [entry for part in KITS[game].copy_parts.values() for entry in part.mine(held)] == []
