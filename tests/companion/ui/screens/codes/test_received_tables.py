"""Tables that come in by a code: new ones, and those that went on elsewhere and come back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.services.code_import import offer_of
from companion.services.seating import with_place_and_note
from companion.services.share_codes.outgoing import shareable_table
from companion.tables.state import with_player, with_table
from companion.ui.components.layout import NOT_IN_PLAY
from companion.ui.core.error_boundary import NOT_LOADED
from companion.ui.screens.codes import received
from companion.ui.screens.codes.received import ALIKE, ALL_KNOWN, BOTH_CHANGED, EARLIER, FINISHED, WENT_ON
from storage.codes.contents import OpenTable
from storage.repositories import plays
from tests.companion import pad_tables
from tests.companion.carpe_diem_tables import begun, laid_out, player_with, table_state, tile
from tests.companion.headless import opened
from tests.companion.ui.screens.codes.test_receive import link_of, pasted, running
from tests.storage.codes import samples

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.services.code_import import Offer
    from companion.tables.live_table import LiveTable
    from companion.tables.registry import Tables
    from scoring.messages import Message
    from tests.companion.headless import Headless


def test_a_table_becomes_one_of_its_own(app: Headless, tmp_path: Path) -> None:
    with opened(tmp_path / "elsewhere") as device:
        link = link_of(shareable_table(laid_out(device, "Anna", "Ben")))
    screen = pasted(app, link)
    assert screen.has("Table of Carpe Diem")
    assert screen.has("Anna")
    assert screen.has("Running totals")
    screen.tap("Add: Table of Carpe Diem")
    (table,) = running(app)
    assert screen.route == f"/table/{table}"
    screen.tap("Undo")
    assert running(app) == []


def test_a_table_that_is_in_play_here_is_not_doubled(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    screen = pasted(app, link_of(shareable_table(live)))
    assert screen.has(ALL_KNOWN)
    assert not screen.has("Add: Table of Carpe Diem")
    screen.tap("Go to the table: Table of Carpe Diem")
    assert screen.route == f"/table/{live.id}"


def test_a_table_of_another_pad_is_a_new_one_whatever_the_players(app: Headless, tmp_path: Path) -> None:
    live = pad_tables.begun(app, pad_tables.OTTERS, "Anna", "Ben")
    with opened(tmp_path / "elsewhere") as device:
        table = link_of(shareable_table(pad_tables.begun(device, pad_tables.HEARTS, "Anna", "Ben")))
    screen = pasted(app, f"{samples.LINK}\n{table}")
    assert screen.has("Result of Carpe Diem")
    assert screen.has("Table of Hearts")
    assert not screen.has(ALIKE)
    screen.tap("Add: Table of Hearts")
    assert len(running(app)) == 2
    assert live.id in running(app)


def test_a_code_that_cannot_be_compared_hides_no_other(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    async def offer(tables: Tables, contents: Any) -> Offer:
        if isinstance(contents, OpenTable):
            raise ZeroDivisionError
        return await offer_of(tables, contents)

    monkeypatch.setattr(received, "offer_of", offer)
    link = link_of(shareable_table(laid_out(app, "Anna", "Ben")))
    with app.failing():
        screen = pasted(app, f"{link}\n{samples.LINK}")
    assert screen.has("Result of Carpe Diem")
    assert screen.has(NOT_LOADED)
    monkeypatch.undo()
    screen.tap("Try again")
    assert screen.has(ALL_KNOWN)
    assert not screen.has(NOT_LOADED)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Headless]:
    """Another device with a Tessera of its own."""
    with opened(tmp_path / "elsewhere") as device:
        yield device


def taken_along(app: Headless, live: LiveTable) -> LiveTable:
    """The table of one device as another one has it, once its code was taken in there."""
    screen = pasted(app, link_of(shareable_table(live)))
    screen.tap("Add: Table of Carpe Diem")
    kept = app.run(app.tables.open(live.id))
    assert kept is not None
    return kept


def give(app: Headless, live: LiveTable, seat: int, coins: int) -> None:
    app.run(live.change("Coins", lambda state: with_player(state, seat, coins=coins)))


def coins(live: LiveTable) -> list[int]:
    return [player.coins for player in live.state.table.players]


def test_a_table_that_went_on_elsewhere_comes_back_as_one_step(app: Headless, elsewhere: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    app.run(live.change("Place", lambda state: with_place_and_note(state, "Home", "")))
    there = taken_along(elsewhere, live)
    give(elsewhere, there, 0, 6)
    give(elsewhere, there, 1, 4)
    screen = pasted(app, link_of(shareable_table(there)))
    assert screen.has(WENT_ON)
    assert screen.has("8 → 11")
    assert screen.says("Items on resource board 0 → 2")
    assert not screen.has("Add as a second table: Table of Carpe Diem")
    screen.tap("Replace the table here: Table of Carpe Diem")
    assert (screen.route, running(app)) == (f"/table/{live.id}", [live.id])
    assert (coins(live), live.state.extras.place) == ([6, 4], "Home")
    screen.tap("Undo")
    assert coins(live) == [0, 0]


def test_all_that_a_table_would_change_is_named(app: Headless, elsewhere: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    there = taken_along(elsewhere, live)
    changed = {"writs_left": 2, "district": player_with("Ben", tile("C3", "pond")).district}
    elsewhere.run(there.change("Writs", lambda state: with_player(state, 1, **changed)))
    screen = pasted(app, link_of(shareable_table(there)))
    assert screen.says("writs left")
    assert screen.says("district")
    assert not screen.says("Also different: notes on the turns.")
    elsewhere.run(there.change("Order", lambda state: with_table(state, order=(1, 0))))
    assert pasted(app, link_of(shareable_table(there))).says("Also different: notes on the turns.")


def test_a_table_goes_to_and_fro_without_a_second_copy(app: Headless, elsewhere: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    there = taken_along(elsewhere, live)
    for number in range(1, 4):
        give(elsewhere, there, 0, number)
        assert take_back(app, there, WENT_ON) == [live.id]
        give(app, live, 1, number)
        assert take_back(elsewhere, live, WENT_ON) == [there.id]
    assert coins(live) == coins(there) == [3, 3]
    assert pasted(app, link_of(shareable_table(there))).has(ALL_KNOWN)


def take_back(app: Headless, table: LiveTable, words: Message) -> list[str]:
    screen = pasted(app, link_of(shareable_table(table)))
    assert screen.has(words)
    screen.tap("Replace the table here: Table of Carpe Diem")
    return running(app)


def test_an_older_code_of_a_table_is_nothing_to_take_in(app: Headless, elsewhere: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    old = link_of(shareable_table(live))
    there = taken_along(elsewhere, live)
    give(elsewhere, there, 0, 6)
    screen = pasted(elsewhere, old)
    assert screen.has(EARLIER)
    assert not screen.has("Replace the table here: Table of Carpe Diem")
    screen.tap("Go to the table: Table of Carpe Diem")
    assert screen.route == f"/table/{there.id}"


def test_where_both_were_changed_both_ways_are_offered(app: Headless, elsewhere: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    there = taken_along(elsewhere, live)
    give(app, live, 0, 2)
    give(elsewhere, there, 0, 6)
    link = link_of(shareable_table(there))
    assert take_back(app, there, BOTH_CHANGED) == [live.id]
    assert coins(live) == [6, 0]
    app.run(live.undo())
    screen = pasted(app, link)
    assert screen.has("9 → 11")
    screen.tap("Add as a second table: Table of Carpe Diem")
    second = next(table_id for table_id in running(app) if table_id != live.id)
    assert screen.route == f"/table/{second}"
    assert coins(live) == [2, 0]


def test_what_is_entered_here_meanwhile_is_shown_before_it_is_replaced(app: Headless, elsewhere: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    there = taken_along(elsewhere, live)
    give(elsewhere, there, 0, 6)
    screen = pasted(app, link_of(shareable_table(there)))
    assert screen.has(WENT_ON)
    give(app, live, 1, 4)
    screen.tap("Replace the table here: Table of Carpe Diem")
    assert coins(live) == [0, 4]
    assert screen.says("The table here has changed in the meantime: look again.")
    assert screen.has(BOTH_CHANGED)
    assert screen.has("11 → 9")
    screen.tap("Replace the table here: Table of Carpe Diem")
    assert coins(live) == [6, 0]


def test_a_table_of_the_same_players_may_be_the_same_one(app: Headless, elsewhere: Headless) -> None:
    live, there = laid_out(app, "Anna", "Ben"), laid_out(elsewhere, "Ben", "Anna")
    give(elsewhere, there, 0, 6)
    screen = pasted(app, link_of(shareable_table(there)))
    assert screen.has(ALIKE)
    screen.tap("Replace the table here: Table of Carpe Diem")
    assert running(app) == [live.id]
    assert live.names == ("Ben", "Anna")
    screen.tap("Undo")
    assert live.names == ("Anna", "Ben")


def test_a_table_that_was_finished_here_leads_to_its_play(app: Headless, elsewhere: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    there = taken_along(elsewhere, live)
    give(elsewhere, there, 0, 6)
    play = app.run(app.tables.finish(live))
    assert "came" not in play.extras
    screen = pasted(app, link_of(shareable_table(there)))
    assert screen.has(FINISHED)
    screen.tap("Show the play: Table of Carpe Diem")
    assert screen.route == f"/play/{play.id}"
    app.worker.run_blocking(plays.remove, play.id)
    screen = pasted(app, link_of(shareable_table(there)))
    assert not screen.has("Show the play: Table of Carpe Diem")
    screen.tap("Add as a second table: Table of Carpe Diem")
    assert len(running(app)) == 1


def test_a_table_that_is_gone_meanwhile_is_told(app: Headless, elsewhere: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    there = taken_along(elsewhere, live)
    give(elsewhere, there, 0, 6)
    screen = pasted(app, link_of(shareable_table(there)))
    app.run(app.tables.remove(live.id))
    screen.tap("Replace the table here: Table of Carpe Diem")
    assert screen.has(NOT_IN_PLAY)


def test_what_the_rules_have_against_a_table_is_told(app: Headless) -> None:
    live = begun(app, table_state(player_with("Anna", prestige=99)))
    app.run(app.tables.remove(live.id))
    screen = pasted(app, link_of(shareable_table(live)))
    assert screen.says("Something does not fit the rules yet")
    assert screen.has("Add: Table of Carpe Diem")
