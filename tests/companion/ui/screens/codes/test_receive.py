"""The screen that takes codes in: from pictures and links, shown before anything is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft
import pytest

from companion.services.seating import with_place_and_note
from companion.services.share_codes.incoming import NO_CODE
from companion.services.share_codes.outgoing import Shareable, codes_of, shareable_copy, shareable_play, shareable_table
from companion.tables.state import with_player
from companion.ui.components.fields import CHOOSING
from companion.ui.core.error_boundary import component
from companion.ui.screens.codes import receive
from companion.ui.screens.codes.receive import GONE, NOT_ARRIVED, NOTHING_PASTED, ReceiveCodes
from companion.ui.screens.codes.received import (
    ALIKE,
    ALL_KNOWN,
    BOTH_CHANGED,
    EARLIER,
    FINISHED,
    GONE_MEANWHILE,
    HERE_ALREADY,
    IN_PLAY,
    IN_THE_BIN,
    WENT_ON,
)
from companion.ui.screens.home import Home
from companion.ui.screens.settings import Settings
from storage.codes import contents, links, payload, qr_codes
from storage.repositories import history, plays
from storage.repositories.history import Filter
from storage.repositories.tables import Store
from tests.companion.carpe_diem_tables import GAME, begun, laid_out, player_with, table_state
from tests.companion.headless import opened
from tests.companion.payloads import ADDRESS, DAY, large
from tests.companion.played import put_play
from tests.storage.codes import samples

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.services.link_inbox import LinkInbox
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless, Screen


@component
def Routed() -> ft.Control:  # noqa: N802 - a component
    return ft.Router([ft.Route(path="take/:arrival?", component=ReceiveCodes)])


@component
def CutOff() -> ft.Control:  # noqa: N802 - a component
    """The screen in a browser whose connection was cut while pictures were chosen."""
    ft.use_state(lambda: ft.context.page.session.store.set(CHOOSING, CHOOSING))
    return Routed()


class Album:
    """The pictures of a device: what is chosen next."""

    def __init__(self) -> None:
        self.chosen: list[ft.FilePickerFile] = []

    def choose(self, **named: bytes | None) -> None:
        self.chosen = [
            ft.FilePickerFile(id=number, name=f"{name}.png", size=len(content or b""), bytes=content)
            for number, (name, content) in enumerate(named.items())
        ]


@pytest.fixture
def album(monkeypatch: pytest.MonkeyPatch) -> Album:
    device = Album()

    async def pick(_: ft.FilePicker, **given: Any) -> list[ft.FilePickerFile]:
        assert given == {"with_data": True, "allow_multiple": True, "file_type": ft.FilePickerFileType.IMAGE}
        return device.chosen

    monkeypatch.setattr(ft.FilePicker, "pick_files", pick)
    return device


@pytest.fixture
def arrivals(app: Headless) -> LinkInbox:
    """The links that were opened in browsers of this app."""
    return app.links


def opened_at(app: Headless, route: str = "/take") -> Screen:
    return app.show(Routed, route=route)


def pasted(app: Headless, text: str) -> Screen:
    screen = opened_at(app)
    screen.type_into("Link", text)
    screen.tap("Take in the link")
    return screen


def link_of(packed: Shareable) -> str:
    return codes_of(packed, ADDRESS).link


def number(app: Headless) -> int:
    return app.worker.run_blocking(history.count, Filter())


def running(app: Headless) -> list[str]:
    return [table.id for table in app.worker.run_blocking(Store.tables)]


def test_a_result_is_shown_before_it_is_kept_and_undone_after(app: Headless) -> None:
    screen = pasted(app, f"Look: {samples.LINK}")
    for words in ("Result of Carpe Diem", "Hank wins with 57 points", "2. Nick, 57 points"):
        assert screen.says(words)
    assert screen.says("21 November 2026")
    assert screen.value("Link") == ""
    assert number(app) == 0
    screen.tap("Keep the result")
    assert number(app) == 1
    (play,) = app.worker.run_blocking(lambda store: list(history.stream(store, Filter())))
    assert screen.route == f"/play/{play.id}"
    screen.tap("Undo")
    assert number(app) == 0
    assert screen.route == "/history"
    assert screen.says("1 play taken away.")


def test_a_result_may_be_left(app: Headless) -> None:
    screen = pasted(app, samples.LINK)
    screen.tap("Leave it")
    assert not screen.has("Result of Carpe Diem")
    assert number(app) == 0


@pytest.mark.parametrize(("removed", "words"), [(False, HERE_ALREADY), (True, IN_THE_BIN)])
def test_a_result_that_is_here_is_not_kept_twice(app: Headless, words: str, *, removed: bool) -> None:
    play = app.worker.run_blocking(
        plays.play, app.worker.run_blocking(put_play, DAY, {"Anna": (10, 20), "Ben": (5, 6)})
    )
    assert play is not None
    if removed:
        app.worker.run_blocking(plays.remove, play.id)
    screen = pasted(app, link_of(shareable_play(play)))
    assert screen.has(words)
    assert not screen.has("Keep the result")
    screen.tap("Show it")
    assert screen.route == f"/play/{play.id}"


def test_several_links_are_shown_below_each_other(app: Headless) -> None:
    other = links.payload_link(payload.encode(samples.result("mayor/fifty-points")), ADDRESS)
    screen = pasted(app, f"{samples.LINK}\n{other}")
    assert screen.has("Result of Carpe Diem")
    assert screen.has("Result of Mayor")
    screen.tap("Keep the result")
    assert (number(app), screen.route) == (1, "/")
    assert not screen.has("Result of Carpe Diem")
    screen.tap("Keep the result")
    assert number(app) == 2


def test_a_table_becomes_one_of_its_own(app: Headless, tmp_path: Path) -> None:
    with opened(tmp_path / "elsewhere") as other:
        link = link_of(shareable_table(laid_out(other, "Anna", "Ben")))
    screen = pasted(app, link)
    assert screen.has("Table of Carpe Diem")
    assert screen.has("Anna")
    assert screen.has("Running totals")
    screen.tap("Keep the table")
    (table,) = running(app)
    assert screen.route == f"/table/{table}"
    screen.tap("Undo")
    assert running(app) == []


def test_a_table_that_is_in_play_here_is_not_doubled(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    screen = pasted(app, link_of(shareable_table(live)))
    assert screen.has(IN_PLAY)
    assert not screen.has("Keep the table")
    screen.tap("Go to it")
    assert screen.route == f"/table/{live.id}"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Headless]:
    """Another device with a Tessera of its own."""
    with opened(tmp_path / "elsewhere") as other:
        yield other


def taken_along(app: Headless, live: LiveTable) -> LiveTable:
    """The table of one device as another one has it, once its code was taken in there."""
    screen = pasted(app, link_of(shareable_table(live)))
    screen.tap("Keep the table")
    kept = app.run(app.tables.open(live.id))
    assert kept is not None
    return kept


def give(app: Headless, live: LiveTable, seat: int, coins: int) -> None:
    app.run(live.change("Coins", lambda state: with_player(state, seat, coins=coins)))


def coins(live: LiveTable) -> list[int]:
    return [player.coins for player in live.state.table.players]


def test_a_table_that_went_on_elsewhere_comes_back_as_one_step(app: Headless, elsewhere: Headless) -> None:
    here = laid_out(app, "Anna", "Ben")
    app.run(here.change("Place", with_place_and_note("Home", "")))
    there = taken_along(elsewhere, here)
    give(elsewhere, there, 0, 6)
    give(elsewhere, there, 1, 4)
    screen = pasted(app, link_of(shareable_table(there)))
    assert screen.has(WENT_ON)
    assert screen.has("8 → 11")
    assert screen.says("Items on resource board 0 → 2")
    assert not screen.has("Keep it as a second table")
    screen.tap("Take it in")
    assert (screen.route, running(app)) == (f"/table/{here.id}", [here.id])
    assert (coins(here), here.state.extras.place) == ([6, 4], "Home")
    screen.tap("Undo")
    assert coins(here) == [0, 0]


def test_a_table_goes_to_and_fro_without_a_second_copy(app: Headless, elsewhere: Headless) -> None:
    here = laid_out(app, "Anna", "Ben")
    there = taken_along(elsewhere, here)
    for number in range(1, 4):
        give(elsewhere, there, 0, number)
        assert take_back(app, there, WENT_ON) == [here.id]
        give(app, here, 1, number)
        assert take_back(elsewhere, here, WENT_ON) == [there.id]
    assert coins(here) == coins(there) == [3, 3]
    assert pasted(app, link_of(shareable_table(there))).has(IN_PLAY)


def take_back(app: Headless, other: LiveTable, words: str) -> list[str]:
    screen = pasted(app, link_of(shareable_table(other)))
    assert screen.has(words)
    screen.tap("Take it in")
    return running(app)


def test_an_older_code_of_a_table_is_nothing_to_take_in(app: Headless, elsewhere: Headless) -> None:
    here = laid_out(app, "Anna", "Ben")
    old = link_of(shareable_table(here))
    there = taken_along(elsewhere, here)
    give(elsewhere, there, 0, 6)
    screen = pasted(elsewhere, old)
    assert screen.has(EARLIER)
    assert not screen.has("Take it in")
    screen.tap("Go to it")
    assert screen.route == f"/table/{there.id}"


def test_where_both_were_changed_both_ways_are_offered(app: Headless, elsewhere: Headless) -> None:
    here = laid_out(app, "Anna", "Ben")
    there = taken_along(elsewhere, here)
    give(app, here, 0, 2)
    give(elsewhere, there, 0, 6)
    link = link_of(shareable_table(there))
    assert take_back(app, there, BOTH_CHANGED) == [here.id]
    assert coins(here) == [6, 0]
    app.run(here.undo())
    screen = pasted(app, link)
    assert screen.has("9 → 11")
    screen.tap("Keep it as a second table")
    second = next(one for one in running(app) if one != here.id)
    assert screen.route == f"/table/{second}"
    assert coins(here) == [2, 0]


def test_what_is_entered_here_meanwhile_is_shown_before_it_is_replaced(app: Headless, elsewhere: Headless) -> None:
    here = laid_out(app, "Anna", "Ben")
    there = taken_along(elsewhere, here)
    give(elsewhere, there, 0, 6)
    screen = pasted(app, link_of(shareable_table(there)))
    assert screen.has(WENT_ON)
    give(app, here, 1, 4)
    screen.tap("Take it in")
    assert coins(here) == [0, 4]
    assert screen.says("The table here has changed meanwhile: look once more at what would change.")
    assert screen.has(BOTH_CHANGED)
    assert screen.has("11 → 9")
    screen.tap("Take it in")
    assert coins(here) == [6, 0]


def test_a_table_of_the_same_players_may_be_the_same_one(app: Headless, elsewhere: Headless) -> None:
    here, there = laid_out(app, "Anna", "Ben"), laid_out(elsewhere, "Ben", "Anna")
    give(elsewhere, there, 0, 6)
    screen = pasted(app, link_of(shareable_table(there)))
    assert screen.has(ALIKE)
    screen.tap("Take it in")
    assert running(app) == [here.id]
    assert here.names == ("Ben", "Anna")
    screen.tap("Undo")
    assert here.names == ("Anna", "Ben")


def test_a_table_that_was_finished_here_leads_to_its_play(app: Headless, elsewhere: Headless) -> None:
    here = laid_out(app, "Anna", "Ben")
    there = taken_along(elsewhere, here)
    give(elsewhere, there, 0, 6)
    play = app.run(app.tables.finish(here))
    assert "came" not in play.extras
    screen = pasted(app, link_of(shareable_table(there)))
    assert screen.has(FINISHED)
    screen.tap("Show the play")
    assert screen.route == f"/play/{play.id}"
    app.worker.run_blocking(plays.remove, play.id)
    screen = pasted(app, link_of(shareable_table(there)))
    assert not screen.has("Show the play")
    screen.tap("Keep it as a second table")
    assert len(running(app)) == 1


def test_a_table_that_is_gone_meanwhile_is_told(app: Headless, elsewhere: Headless) -> None:
    here = laid_out(app, "Anna", "Ben")
    there = taken_along(elsewhere, here)
    give(elsewhere, there, 0, 6)
    screen = pasted(app, link_of(shareable_table(there)))
    app.run(app.tables.remove(here.id))
    screen.tap("Take it in")
    assert screen.has(GONE_MEANWHILE)


def test_what_the_rules_have_against_a_table_is_told(app: Headless) -> None:
    live = begun(app, table_state(player_with("Anna", prestige=99)))
    app.run(app.tables.remove(live.id))
    screen = pasted(app, link_of(shareable_table(live)))
    assert screen.says("Something does not fit the rules yet")
    assert screen.has("Keep the table")


def test_a_copy_is_merged_by_what_is_ticked(app: Headless, copies: MyCopy, tmp_path: Path) -> None:
    with opened(tmp_path / "elsewhere") as other:
        theirs = other.tables.copies[GAME]
        for key, value in (("1", 2), ("2", 4), ("7+", 20)):
            other.run(theirs.keep("villa_chart", key, value))
        link = link_of(shareable_copy(GAME, theirs))
    app.run(copies.keep("villa_chart", "1", 1))
    app.run(copies.keep("villa_chart", "2", 3))
    screen = pasted(app, link)
    assert screen.has("New: 7 or more chimneys: 20 points.")
    tick = "Take “2 chimneys: 4 points”; here it is “2 chimneys: 3 points”"
    assert screen.has("Take “1 chimney: 2 points”; here it is “1 chimney: 1 point”")
    screen.tap(tick)
    screen.tap("Keep it in my copy")
    assert copies.part("villa_chart") == {"1": 1, "2": 4, "7+": 20}
    assert screen.route == f"/settings/{GAME}"
    assert screen.says("2 values taken into your copy.")
    screen.tap("Undo")
    assert copies.part("villa_chart") == {"1": 1, "2": 3}


def test_a_copy_that_differs_is_kept_only_where_something_is_ticked(app: Headless, copies: MyCopy) -> None:
    theirs = contents.OwnCopy(game=samples.copy().game, parts={"villa_chart": {"1": 5}, "shape": {"pond N": 1}})
    app.run(copies.keep("villa_chart", "1", 1))
    screen = pasted(app, links.payload_link(payload.encode(theirs), ADDRESS))
    assert not screen.has("Keep it in my copy")
    assert screen.has("1 entry is not known to this version, and left out.")
    screen.tap("Take “1 chimney: 5 points”; here it is “1 chimney: 1 point”")
    assert screen.has("Keep it in my copy")
    screen.tap("Take “1 chimney: 5 points”; here it is “1 chimney: 1 point”")
    assert not screen.has("Keep it in my copy")


def test_a_copy_that_is_known_needs_nothing(app: Headless, copies: MyCopy) -> None:
    app.run(copies.keep("villa_chart", "1", 1))
    assert pasted(app, link_of(shareable_copy(GAME, copies))).has(ALL_KNOWN)


def frames() -> tuple[str, ...]:
    return codes_of(large(), ADDRESS).links


def test_pictures_of_a_series_are_collected_in_any_order(app: Headless, album: Album) -> None:
    these = [qr_codes.png(link, module=4) for link in frames()]
    screen = opened_at(app)
    album.choose(last=these[-1], first=these[0], again=these[0])
    screen.tap("Choose pictures")
    missing = " and ".join(map(str, range(2, len(these)))) if len(these) == 4 else None
    assert screen.says(f"2 of {len(these)} codes; missing: {missing or 2}")
    album.choose(**{f"p{at}": one for at, one in enumerate(these)})
    screen.tap("Choose pictures")
    assert screen.has("Copy of Little Town")
    assert not screen.says("missing")


def test_a_series_can_be_begun_again(app: Headless) -> None:
    screen = pasted(app, frames()[1])
    assert screen.says("missing: 1")
    other = codes_of(Shareable(title="", words=(), payload=samples.LARGE), ADDRESS).links[0]
    screen.type_into("Link", other)
    screen.tap("Take in the link")
    assert screen.says("missing: 1")
    assert screen.says("1 of 2 codes; missing: 2")
    screen.tap("Start again")
    assert not screen.says("missing: 1")
    assert screen.says("1 of 2 codes; missing: 2")


def test_each_picture_without_a_code_is_named(app: Headless, album: Album) -> None:
    album.choose(cat=b"meow", result=qr_codes.png(samples.LINK), none=None)
    screen = opened_at(app)
    screen.tap("Choose pictures")
    assert screen.says("cat.png: This is no picture")
    assert screen.says(f"none.png: {NOT_ARRIVED}")
    assert screen.has("Result of Carpe Diem")
    assert not screen.says(NO_CODE)


def test_a_choice_that_is_given_up_changes_nothing(app: Headless, album: Album) -> None:
    screen = opened_at(app)
    before = screen.names
    screen.tap("Choose pictures")
    assert album.chosen == []
    assert screen.names == before


def test_pictures_that_never_arrived_are_told(app: Headless) -> None:
    screen = app.show(CutOff, route="/take")
    assert screen.has(NOT_ARRIVED)
    assert screen.has("Choose pictures")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("http://example.com/", "This is no link of Tessera."),
        (samples.LINK[:-1], "This link is damaged: copy or scan it once more"),
        (samples.LINK[:-4] + "1234", "This is damaged: a part is missing or wrong"),
        ("x" * (links.MAX_LINK_LENGTH + 1), "Too long: no link of Tessera has so many characters."),
    ],
    ids=["foreign", "cut", "changed", "too long"],
)
def test_what_is_refused_says_why_and_stays_in_the_field(app: Headless, text: str, words: str) -> None:
    screen = pasted(app, text)
    assert screen.says(words)
    assert screen.value("Link") == text
    screen.type_into("Link", samples.LINK)
    screen.tap("Take in the link")
    assert not screen.says(words)
    assert screen.has("Result of Carpe Diem")


def test_a_page_that_is_no_link_is_refused_once(app: Headless) -> None:
    screen = pasted(app, "Dear Anna,\n" * 500)
    assert screen.names.count("This is no link of Tessera.") == 1


def test_what_is_refused_in_many_ways_is_told_in_few_sentences(app: Headless, album: Album) -> None:
    album.choose(**{f"picture{number}": b"none" for number in range(20)})
    screen = opened_at(app)
    screen.tap("Choose pictures")
    assert sum("this is no picture" in name.lower() for name in screen.names) == receive.MAX_REFUSED
    assert screen.has(f"And {20 - receive.MAX_REFUSED} more were not taken.")


def test_an_empty_field_asks_for_a_link(app: Headless) -> None:
    screen = opened_at(app)
    screen.tap("Take in the link")
    assert screen.has(NOTHING_PASTED)
    screen.type_into("Link", "#")
    assert not screen.has(NOTHING_PASTED)


def test_what_a_link_brought_that_was_opened_is_shown(app: Headless, arrivals: LinkInbox) -> None:
    arrival = arrivals.add(samples.LINK.partition("#")[2])
    screen = opened_at(app, f"/take/{arrival}")
    assert screen.has("Result of Carpe Diem")
    assert screen.has("Keep the result")


def test_the_codes_of_a_series_that_were_opened_one_by_one_come_together(app: Headless, arrivals: LinkInbox) -> None:
    arrivals.add("t123")
    ids = [arrivals.add(link.partition("#")[2]) for link in frames()]
    assert opened_at(app, f"/take/{ids[1]}").has("Copy of Little Town")


def test_what_is_scanned_comes_to_what_is_here(app: Headless, arrivals: LinkInbox) -> None:
    screen = pasted(app, samples.LINK)
    first, *others = (link.partition("#")[2] for link in frames())
    screen.go(f"/take/{arrivals.add(first)}")
    assert screen.says(f"1 of {len(others) + 1} codes")
    screen.go(f"/take/{arrivals.add(chr(10).join(others))}")
    assert screen.has("Copy of Little Town")
    assert screen.has("Result of Carpe Diem")


def test_what_did_not_arrive_is_told(app: Headless) -> None:
    screen = opened_at(app, "/take/lost")
    assert screen.has(GONE)
    assert screen.has("Choose pictures")


def test_the_ways_to_the_screens(app: Headless) -> None:
    home = app.show(Home)
    home.tap("Take in a code")
    assert home.route == "/take"
    app.worker.run_blocking(put_play, DAY, {"Anna": (10, 20), "Ben": (5, 6)})
    assert app.show(Home).has("Take in a code")

    @component
    def my_copy() -> ft.Control:
        return ft.Router([ft.Route(path="settings/:copy", component=Settings)])

    copy = app.show(my_copy, route=f"/settings/{GAME}")
    copy.tap("Show as a code")
    assert copy.route == f"/code/copy/{GAME}"
