"""A result or a pad from one program to another without a network: by a picture of its code, and by its link."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.system.native_pictures import codes_in
from storage.codes import links
from tests.browser.conftest import running
from tests.browser.evenings import STARTS, check_all, finish, seat_two
from tests.browser.kept import only_play, opened
from tests.browser.program import Program, tessera
from tests.browser.screen import PHONE_DARK
from tests.companion.payloads import DAY
from tests.companion.played import put_play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import FilePayload

    from tests.browser.screen import Screen

POINTS = {"Anna": (10, 20, 3), "Ben": (5, 6), "Cathy": (7, 8, 9, 10), "Dora": (1, 2, 3, 4)}


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Program]:
    """Another program, with data of its own and nothing in it."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    yield from running(tessera, folder)


@pytest.mark.parametrize("look", [PHONE_DARK], indirect=True, ids=str)
def test_a_result_travels_by_a_picture_alone_and_by_what_stands_in_the_fragment_of_its_link(
    program: Program, elsewhere: Program, open_screen: Callable[[str], Screen]
) -> None:
    with opened(program) as store:
        play = put_play(store, DAY, POINTS)
    sender = open_screen(program.address).open(f"/code/play/{play}")
    expect(sender.page.get_by_role("img", name="QR code: Result of Carpe Diem")).to_be_attached()
    code, link = photographed(sender)
    sender.shot("code")
    damaged: FilePayload = {
        "name": "damaged.png",
        "mimeType": "image/png",
        "buffer": links.png(f"{link[:-1]}{int(link[-1]) ^ 1}"),
    }

    receiver = open_screen(elsewhere.address)
    is_opened_by_its_link(receiver, link.partition("#")[2])
    receiver.tap("Cancel")
    choose(receiver, damaged)
    receiver.sees(re.compile("^damaged.png: This .*is damaged"))
    receiver.sees_no("Cathy wins")
    choose(receiver, {"name": "code.png", "mimeType": "image/png", "buffer": code})
    receiver.sees("Cathy wins")
    receiver.shot("take-in")
    receiver.tap("Add: Result of Carpe Diem")
    receiver.sees("Result of Carpe Diem added.")
    kept = only_play(elsewhere)
    assert [(seat.name, seat.total) for seat in kept.players] == [
        (name, sum(points)) for name, points in POINTS.items()
    ]
    receiver.go("/history").sees("Carpe Diem")


def is_opened_by_its_link(there: Screen, fragment: str) -> None:
    """Open the link of a result, of which no server hears, and come to a damaged one."""
    asked: list[str] = []
    there.page.on("request", lambda request: asked.append(request.url))
    there.open(f"/#{fragment}")
    there.sees("Cathy wins")
    expect(there.page).to_have_url(re.compile(r"/take/[\w-]{22}$"))
    assert not [url for url in [*asked, *there.history()] if fragment in url]
    assert sum(url.endswith("/main.dart.mjs") for url in asked) == 1
    there.page.evaluate(f"location.hash = '{fragment[:-5]}'")
    there.sees("is damaged")
    expect(there.button("Add: Result of Carpe Diem")).to_have_count(1)  # of what came in before


def test_a_pad_is_made_and_played_and_its_code_is_read_on_another_device(
    program: Program, elsewhere: Program, open_screen: Callable[[str], Screen]
) -> None:
    sender = open_screen(program.address).open()
    sender.tap("New table")
    seat_two(sender, "Anna", "Ben")
    sender.tap("All games")
    sender.tap("Another game …")
    sender.enter("Title of the game", "Fog Harbour")
    sender.enter("Category 1", "Boats")
    sender.enter("Category 2", "Lamps that shine far across the quiet harbour")  # too much for one code
    sender.tap("Save")
    sender.can_tap("Your own score pad: Edit")
    sender.tap(STARTS)
    for digit, on in (("5", "Next"), ("3", "Next"), ("1", "Next"), ("2", "Done")):
        sender.tap(digit)
        sender.tap(on)
    sender.tap("Who won?")
    check_all(sender)
    sender.sees("Anna wins")
    finish(sender)
    sender.sees("Share")
    sender.go("/history").can_tap(re.compile("^Fog Harbour, "))

    sender.go("/settings/score-pad").tap("Show as a code: Fog Harbour")
    first, link = photographed(sender)
    sender.tap("Next")
    second, second_link = photographed(sender)
    while second_link == link:  # not drawn yet
        second, second_link = photographed(sender)
    receiver = open_screen(elsewhere.address).open("/take")
    codes: list[FilePayload] = [
        {"name": f"{number}.png", "mimeType": "image/png", "buffer": code}
        for number, code in enumerate((first, second))
    ]
    choose(receiver, *codes)
    receiver.sees("Boats")
    receiver.tap("Add: Score pads")
    expect(receiver.page).to_have_url(re.compile("/settings/score-pad$"))
    receiver.go("/new").can_tap("Fog Harbour")


def photographed(screen: Screen) -> tuple[bytes, str]:
    """Return a picture of the screen on which a code can be read, and its link; the browser draws pictures last."""
    for _ in range(20):
        picture = screen.picture()
        links = codes_in(picture)
        if links:
            (link,) = links
            return picture, link
        screen.wait(250)
    pytest.fail("there is no code on the screen")


def choose(screen: Screen, *files: FilePayload) -> None:
    with screen.page.expect_file_chooser() as chooser:
        screen.tap("Choose pictures")
    chooser.value.set_files(files)


def test_a_browser_without_an_image_decoder_of_its_own_shows_codes_and_pictures_all_the_same(
    program: Program, open_screen: Callable[[str], Screen]
) -> None:
    """Such as one that came by plain HTTP from a phone."""
    with opened(program) as store:
        play = put_play(store, DAY, POINTS)
    screen = open_screen(program.address)
    screen.page.add_init_script("delete window.ImageDecoder;")
    screen.open(f"/code/play/{play}").sees("Cathy wins")
    photographed(screen)
    screen.go(f"/play/{play}/picture")
    picture = screen.page.get_by_role("img", name="Cathy wins")
    expect(picture).to_be_attached()
    screen.picture()
    box = picture.bounding_box()
    assert box is not None
    assert box["height"] > box["width"]  # nothing would be as high as its frame
