"""The screen that takes codes in: from pictures and links, shown before anything is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft
import pytest

from companion.services.share_codes.incoming import NO_CODE
from companion.services.share_codes.outgoing import Shareable, codes_of, shareable_copy, shareable_play
from companion.ui.components.fields import CHOOSING, NOT_ARRIVED
from companion.ui.components.plays import DELETED
from companion.ui.core.error_boundary import component
from companion.ui.screens.codes import receive
from companion.ui.screens.codes.receive import GONE, NOTHING_PASTED, ReceiveCodes
from companion.ui.screens.codes.received import ALL_KNOWN, AS_FIGURES
from companion.ui.screens.home import Home
from companion.ui.screens.settings import Settings
from storage.codes import contents, links, payload
from storage.repositories import history, plays
from storage.repositories.history import Filter
from storage.repositories.tables import Store
from tests.companion.carpe_diem_tables import GAME
from tests.companion.headless import opened
from tests.companion.pad_tables import begun
from tests.companion.payloads import ADDRESS, DAY, large
from tests.companion.played import put_play
from tests.storage.codes import samples

if TYPE_CHECKING:
    from pathlib import Path

    from companion.services.share_codes.incoming import LinkInbox
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

    async def pick(_: ft.FilePicker, **options: Any) -> list[ft.FilePickerFile]:
        assert options == {"with_data": True, "allow_multiple": True, "file_type": ft.FilePickerFileType.IMAGE}
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
    screen.tap("Next")
    return screen


def test_enter_in_the_field_for_links_leads_on_as_the_button_does(app: Headless) -> None:
    screen = opened_at(app)
    screen.type_into("Link", frames()[1])
    field = screen.find("Link", ft.TextField)
    assert getattr(field, "shift_enter", False)
    screen.submit("Link")
    assert screen.says("missing: 1")


def link_of(packed: Shareable) -> str:
    return codes_of(packed, ADDRESS).link


def number(app: Headless) -> int:
    return app.worker.run_blocking(history.count, Filter())


def running(app: Headless) -> list[str]:
    return [table.id for table in app.worker.run_blocking(Store.tables)]


def test_a_result_is_shown_before_it_is_kept_and_undone_after(app: Headless) -> None:
    screen = pasted(app, f"Look: {samples.LINK}")
    for words in ("Result of Carpe Diem", "Hank wins", "2. Nick 57"):
        assert screen.says(words)
    assert screen.says("21 November 2026")
    assert screen.has(AS_FIGURES)
    assert screen.value("Link") == ""
    assert number(app) == 0
    screen.tap("Add: Result of Carpe Diem")
    assert number(app) == 1
    (play,) = app.worker.run_blocking(lambda store: list(history.stream(store, Filter())))
    assert screen.route == f"/play/{play.id}"
    screen.tap("Undo")
    assert number(app) == 0
    assert screen.route == "/history"
    assert screen.says("1 play removed.")


def test_a_result_of_a_pad_is_kept_with_its_table(app: Headless) -> None:
    link = links.payload_link(payload.encode(samples.result("score-pad/farm")), ADDRESS)
    screen = pasted(app, link)
    (winner, *_) = samples.result("score-pad/farm").sheet()["standings"]
    assert screen.has("Result of A farm")
    assert screen.says(f"{winner['player']} wins")
    assert not screen.has(AS_FIGURES)
    screen.tap("Add: Result of A farm")
    (play,) = app.worker.run_blocking(lambda store: list(history.stream(store, Filter())))
    assert screen.route == f"/play/{play.id}"
    again = pasted(app, link)
    assert again.has(ALL_KNOWN)
    assert not again.has("Add: Result of A farm")


def test_a_tie_break_of_a_pad_has_the_title_that_the_pad_gives_it(app: Headless) -> None:
    pad = {
        "title": "Sheep farm",
        "categories": [
            {"key": "k1", "title": "Sheep", "kind": "count", "each": 0},
            {"key": "k2", "title": "Wool", "kind": "points"},
        ],
        "tie_breaks": [{"category": "k1", "by": "entry"}],
    }
    play = app.run(app.tables.finish(begun(app, pad, "Anna", "Ben", entries=[{"k1": 5, "k2": 3}, {"k1": 6, "k2": 3}])))
    screen = pasted(app, link_of(shareable_play(play)))
    assert screen.has("1. Ben 3, level on points; most Sheep: 6 to 5")


def test_a_result_may_be_left(app: Headless) -> None:
    screen = pasted(app, samples.LINK)
    screen.tap("Cancel")
    assert not screen.has("Result of Carpe Diem")
    assert number(app) == 0


@pytest.mark.parametrize(("removed", "words"), [(False, ALL_KNOWN), (True, DELETED)])
def test_a_result_that_is_here_is_not_kept_twice(app: Headless, words: str, *, removed: bool) -> None:
    play = app.worker.run_blocking(
        plays.play, app.worker.run_blocking(put_play, DAY, {"Anna": (10, 20), "Ben": (5, 6)})
    )
    assert play is not None
    if removed:
        app.worker.run_blocking(plays.remove, play.id)
    screen = pasted(app, link_of(shareable_play(play)))
    assert screen.has(words)
    assert not screen.has("Add: Result of Carpe Diem")
    screen.tap("Show the play")
    assert screen.route == f"/play/{play.id}"


def test_several_links_are_shown_below_each_other(app: Headless) -> None:
    mayor_link = links.payload_link(payload.encode(samples.result("mayor/fifty-points")), ADDRESS)
    screen = pasted(app, f"{samples.LINK}\n{mayor_link}")
    assert screen.has("Result of Carpe Diem")
    assert screen.has("Result of Mayor")
    screen.tap("Add: Result of Carpe Diem")
    assert (number(app), screen.route) == (1, "/")
    assert not screen.has("Result of Carpe Diem")
    screen.tap("Add: Result of Mayor")
    assert number(app) == 2


def test_a_copy_is_merged_by_what_is_ticked(app: Headless, copies: MyCopy, tmp_path: Path) -> None:
    with opened(tmp_path / "elsewhere") as device:
        theirs = device.tables.copies[GAME]
        for key, value in (("1", 2), ("2", 4), ("7+", 20)):
            device.run(theirs.keep("villa_chart", key, value))
        link = link_of(shareable_copy(GAME, theirs))
    app.run(copies.keep("villa_chart", "1", 1))
    app.run(copies.keep("villa_chart", "2", 3))
    screen = pasted(app, link)
    assert screen.has("7 or more chimneys: 20 points.")
    tick = "“2 chimneys: 4 points” instead of “2 chimneys: 3 points”"
    assert screen.has("“1 chimney: 2 points” instead of “1 chimney: 1 point”")
    screen.tap(tick)
    screen.tap("Add: My copy of Carpe Diem")
    assert copies.part("villa_chart") == {"1": 1, "2": 4, "7+": 20}
    assert screen.route == f"/settings/{GAME}"
    assert screen.says("2 values of your copies added.")
    screen.tap("Undo")
    assert copies.part("villa_chart") == {"1": 1, "2": 3}


def test_a_copy_that_differs_is_kept_only_where_something_is_ticked(app: Headless, copies: MyCopy) -> None:
    theirs = contents.OwnCopy(game=samples.copy().game, parts={"villa_chart": {"1": 5}, "shape": {"pond N": 1}})
    app.run(copies.keep("villa_chart", "1", 1))
    screen = pasted(app, links.payload_link(payload.encode(theirs), ADDRESS))
    assert not screen.has("Add: My copy of Carpe Diem")
    assert screen.has("1 entry is unknown to this version and left out.")
    screen.tap("“1 chimney: 5 points” instead of “1 chimney: 1 point”")
    assert screen.has("Add: My copy of Carpe Diem")
    screen.tap("“1 chimney: 5 points” instead of “1 chimney: 1 point”")
    assert not screen.has("Add: My copy of Carpe Diem")


def test_a_copy_that_is_known_needs_nothing(app: Headless, copies: MyCopy) -> None:
    app.run(copies.keep("villa_chart", "1", 1))
    assert pasted(app, link_of(shareable_copy(GAME, copies))).has(ALL_KNOWN)


def frames() -> tuple[str, ...]:
    return codes_of(large(), ADDRESS).links


def test_pictures_of_a_series_are_collected_in_any_order(app: Headless, album: Album) -> None:
    these = [links.png(link, module=4) for link in frames()]
    screen = opened_at(app)
    album.choose(last=these[-1], first=these[0], again=these[0])
    screen.tap("Choose pictures")
    missing = " and ".join(map(str, range(2, len(these)))) if len(these) == 4 else None
    assert screen.says(f"2 of {len(these)} codes; missing: {missing or 2}")
    album.choose(**{f"p{at}": picture for at, picture in enumerate(these)})
    screen.tap("Choose pictures")
    assert screen.has("My copy of Little Town")
    assert not screen.says("missing")


def test_a_series_can_be_begun_again(app: Headless) -> None:
    screen = pasted(app, frames()[1])
    assert screen.says("missing: 1")
    large_link = codes_of(Shareable(title="", words=(), payload=samples.LARGE), ADDRESS).links[0]
    screen.type_into("Link", large_link)
    screen.tap("Next")
    assert screen.says("missing: 1")
    assert screen.says("1 of 2 codes; missing: 2")
    screen.tap("Start over")
    assert not screen.says("missing: 1")
    assert screen.says("1 of 2 codes; missing: 2")


def test_each_picture_without_a_code_is_named(app: Headless, album: Album) -> None:
    album.choose(cat=b"meow", result=links.png(samples.LINK), none=None)
    screen = opened_at(app)
    screen.tap("Choose pictures")
    assert screen.says("cat.png: This is not a picture")
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
        ("http://example.com/", "This does not come from Tessera."),
        (samples.LINK[:-1], "This is damaged: scan or copy all of it again"),
        (samples.LINK[:-4] + "1234", "This is damaged: scan or copy all of it again"),
        ("x" * (links.MAX_LINK_LENGTH + 1), "This does not come from Tessera."),
    ],
    ids=["foreign", "cut", "changed", "too long"],
)
def test_what_is_refused_says_why_and_stays_in_the_field(app: Headless, text: str, words: str) -> None:
    screen = pasted(app, text)
    assert screen.says(words)
    assert screen.value("Link") == text
    screen.type_into("Link", samples.LINK)
    screen.tap("Next")
    assert not screen.says(words)
    assert screen.has("Result of Carpe Diem")


def test_a_page_that_is_no_link_is_refused_once(app: Headless) -> None:
    screen = pasted(app, "Dear Anna,\n" * 500)
    assert screen.names.count("This does not come from Tessera.") == 1


def test_what_is_refused_in_many_ways_is_told_in_few_sentences(app: Headless, album: Album) -> None:
    album.choose(**{f"picture{number}": b"none" for number in range(20)})
    screen = opened_at(app)
    screen.tap("Choose pictures")
    assert sum("this is not a picture" in name.lower() for name in screen.names) == receive.MAX_REFUSED
    assert screen.has(f"and {20 - receive.MAX_REFUSED} more")


def test_an_empty_field_asks_for_a_link(app: Headless) -> None:
    screen = opened_at(app)
    screen.tap("Next")
    assert screen.has(NOTHING_PASTED)
    screen.type_into("Link", "#")
    assert not screen.has(NOTHING_PASTED)


def test_the_codes_of_a_series_that_were_opened_one_by_one_come_together(app: Headless, arrivals: LinkInbox) -> None:
    arrivals.add("t123")
    ids = [arrivals.add(link.partition("#")[2]) for link in frames()]
    assert opened_at(app, f"/take/{ids[1]}").has("My copy of Little Town")


def test_what_is_scanned_comes_to_what_is_here(app: Headless, arrivals: LinkInbox) -> None:
    screen = pasted(app, samples.LINK)
    first, *others = (link.partition("#")[2] for link in frames())
    screen.go(f"/take/{arrivals.add(first)}")
    assert screen.says(f"1 of {len(others) + 1} codes")
    screen.go(f"/take/{arrivals.add(chr(10).join(others))}")
    assert screen.has("My copy of Little Town")
    assert screen.has("Result of Carpe Diem")


def test_what_did_not_arrive_is_told(app: Headless) -> None:
    screen = opened_at(app, "/take/lost")
    assert screen.has(GONE)
    assert screen.has("Choose pictures")


def test_the_ways_to_the_screens(app: Headless) -> None:
    home = app.show(Home)
    home.tap("Scan a code")
    assert home.route == "/take"
    app.worker.run_blocking(put_play, DAY, {"Anna": (10, 20), "Ben": (5, 6)})
    assert app.show(Home).has("Scan a code")

    @component
    def my_copy() -> ft.Control:
        return ft.Router([ft.Route(path="settings/:copy", component=Settings)])

    copy = app.show(my_copy, route=f"/settings/{GAME}")
    copy.tap("Show as a code")
    assert copy.route == f"/code/copy/{GAME}"
