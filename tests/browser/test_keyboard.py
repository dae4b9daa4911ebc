"""The table without a pointer: everything is reached and seen to be, and the keys do what their list says."""

from __future__ import annotations

import io
import re
from itertools import chain
from typing import TYPE_CHECKING, Final

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import expect

from companion.tables.state import STYLES, Extras, TableState
from scoring.carpe_diem.game import CARPE_DIEM
from scoring.carpe_diem.moves import laid_out
from tests.browser.evenings import OPTIONS, STARTS, choose
from tests.browser.hand import Hand
from tests.browser.screen import ATTACHED, DESKTOP, DESKTOP_DARK, TWO_FRAMES, Screen
from tests.browser.test_quick_hands import FAR_AWAY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import FloatRect, Locator

    from tests.browser.program import Program

FOCUSED: Final = """
() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (!element?.closest("flt-semantics-host")) return null;
    const box = element.getBoundingClientRect();
    return {
        name: element.getAttribute("aria-label") || element.textContent,
        box: {x: box.x, y: box.y, width: box.width, height: box.height},
    };
}
"""

FOCUS_EVENTS: Final = """
(field, by) => {
    let events = 0;
    field.addEventListener("focus", () => { events += 1; }, { once: true });
    field.blur();
    if (by === "client") field.focus();
    else tessera.focus(field);
    return events;
}
"""
"""How often a field hears that the client, or the page, gives it the focus."""

RIVAL: Final = """
(field) => {
    const rival = document.createElement("input"), end = performance.now() + 300;
    rival.ariaLabel = "Rival";
    field.parentNode.append(rival);
    rival.addEventListener("blur", () => { if (performance.now() < end) rival.focus(); });
    rival.focus();
}
"""
"""Adds a field that takes the focus back for a while, as the client does with the one before."""

CHOICES: Final = """
() => {
    const choice = (element) => element?.ariaCurrent && !element.matches("[flt-semantics-identifier=cell]")
        && !/^[A-Z]\\d,/.test(element.ariaLabel || element.textContent);
    let first = document.activeElement, number = 0;
    if (!choice(first)) return 0;
    while (choice(first?.previousElementSibling)) first = first.previousElementSibling;
    for (; choice(first); first = first.nextElementSibling) number += 1;
    return number;
}
"""
"""How many choices stand in the row where the focus is."""

REACHABLE: Final = "[role=button]:not([aria-disabled=true]), [role=checkbox], input"

NAMES: Final = "found => found.map(one => one.getAttribute('aria-label') || one.textContent)"

AROUND: Final = 6
"""How far around what has the focus that may be seen, in px."""

SEEN: Final = 80
"""By how much, of 255, a part of a colour must differ to be seen at once."""

CLEAR: Final = 100
"""How many pixels must differ so for what has the focus to be found."""

HASTES: Final = (0, 0, 40, 40)
"""Milliseconds between two letters, for each of four words."""

MAX_STOPS: Final = 150

FEW_STOPS: Final = 8
"""As many as show a mark on each ground of a page."""

MAX_TO_OFFER: Final = 30
"""The most stops from a square to what is offered for it."""

SQUARE: Final = re.compile(r"[A-Z]\d(,|$)")


def names(screen: Screen) -> set[str]:
    """The names of everything that can be used now."""
    return set(screen.page.locator("flt-semantics-host").locator(REACHABLE).evaluate_all(NAMES))


def focused(screen: Screen) -> tuple[str, FloatRect] | None:
    focus = screen.page.evaluate(FOCUSED)
    return None if focus is None else (focus["name"], focus["box"])


def tab(screen: Screen, keys: str = "Tab") -> tuple[str, FloatRect]:
    """Go on to the next stop; from the last one the way leads out of the page, and in again at its top."""
    before = focused(screen)
    for _ in range(3):
        screen.press(keys)
        for _ in range(20):
            now = focused(screen)
            if now is not None and now != before:
                return now
            screen.wait(20)
    message = f"{keys} does not go on from {before}"
    raise AssertionError(message)


def along_the_row(screen: Screen) -> Iterator[tuple[str, FloatRect]]:
    """Where arrows lead from a stop, and back to it: along a row of choices."""
    for _ in range(screen.page.evaluate(CHOICES) - 1):
        yield tab(screen, "ArrowRight")


def tabs_to(screen: Screen, name: str, keys: str = "Tab") -> int:
    """How many stops away something is."""
    for number in range(1, MAX_STOPS):
        if tab(screen, keys)[0] == name:
            return number
    message = f"{name} is not reached"
    raise AssertionError(message)


def tab_to_board(screen: Screen) -> str:
    """Go to the board, which is one stop; return the name of the square there."""
    for _ in range(MAX_STOPS):
        name, _ = tab(screen)
        if SQUARE.match(name):
            return name
    message = "the board is not reached"
    raise AssertionError(message)


def goes_to(screen: Screen, cell: str) -> None:
    """Wait until the focus is on a square, which is chosen."""
    expect(screen.page.get_by_role("heading", name=cell, exact=True)).to_be_visible()
    expect(screen.page.locator("flt-semantics:focus")).to_have_text(re.compile(f"^{cell}(,|$)"))


def mark(screen: Screen, before: Image.Image, box: FloatRect) -> int:
    """How many pixels show that the focus is there; a field is drawn anew by the client, which takes a moment."""
    for _ in range(60):
        screen.page.evaluate(TWO_FRAMES)
        change = seen_change(screen, before, box)
        if change >= CLEAR:
            break
    return change


def seen_change(screen: Screen, before: Image.Image, box: FloatRect) -> int:
    """How many pixels in and around a box differ clearly from a picture of the screen before."""
    left, top = max(0, int(box["x"]) - AROUND), max(0, int(box["y"]) - AROUND)
    right = min(before.width, int(box["x"] + box["width"]) + AROUND)
    bottom = min(before.height, int(box["y"] + box["height"]) + AROUND)
    after = screen.page.screenshot(clip={"x": left, "y": top, "width": right - left, "height": bottom - top})
    changed = ImageChops.difference(before.crop((left, top, right, bottom)), opened(after))
    red, green, blue = changed.split()
    return sum(ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()[SEEN:])


def opened(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).convert("RGB")


@pytest.fixture
def screen(start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]) -> Screen:
    """A screen with the district of the first of two players, before the first turn."""
    state = TableState(table=laid_out(("Cathy", "Hank")), extras=Extras(seats=STYLES[:2]))
    program, table = start(CARPE_DIEM, state)
    screen = open_screen(program.address).open(f"{table}/district/0")
    expect(screen.button("C3")).to_be_visible()
    return screen


@pytest.fixture
def anywhere(program: Program, open_screen: Callable[[str], Screen]) -> Screen:
    """A screen that is nowhere yet."""
    return open_screen(program.address)


def test_tab_goes_to_everything_and_shows_where_it_is(screen: Screen) -> None:
    Hand(screen).tap("C3")
    screen.resize(DESKTOP_DARK).reload()
    expect(screen.button("Lay market")).to_be_visible()
    stops = names(screen)
    assert len(stops) > 60
    reached: dict[str, int] = {}
    unmarked = opened(screen.picture())
    for _ in range(MAX_STOPS):
        name, box = tab(screen)
        if name == next(iter(reached), None):  # the first one again; others of one name lie in groups
            break
        for stop, around in chain([(name, box)], along_the_row(screen)):
            reached[stop] = mark(screen, unmarked, around) if in_sight(screen, around) else -1
    squares = {name for name in stops if SQUARE.match(name)}
    assert stops - squares - set(reached) == set()
    assert len(squares & set(reached)) == 1
    assert [name for name, change in reached.items() if 0 <= change < CLEAR] == []
    assert sum(change > 0 for change in reached.values()) > 20


def test_where_the_focus_is_shows_in_the_light_too_until_a_pointer_is_used(screen: Screen) -> None:
    unmarked = opened(screen.picture())
    changes: list[int] = []
    for _ in range(FEW_STOPS):
        _, box = tab(screen)
        if in_sight(screen, box):
            changes.append(mark(screen, unmarked, box))
    assert len(changes) > FEW_STOPS // 2
    assert min(changes) >= CLEAR
    tab_to_board(screen)
    frame = screen.page.locator("#focused")
    expect(frame).to_be_visible()
    screen.tap("D3")
    expect(frame).to_be_hidden()


def in_sight(screen: Screen, box: FloatRect) -> bool:
    return 0 <= box["x"] <= screen.look.width - box["width"] and 0 <= box["y"] <= screen.look.height - box["height"]


def test_enter_in_the_last_category_of_a_pad_leads_into_another_one(anywhere: Screen) -> None:
    screen = anywhere.open("/new/pad")
    screen.enter("Title of the game", "Fog Harbour")
    screen.press("Enter")
    for number, title in enumerate(("Boats", "Lamps", "Rivals"), start=1):
        expect(screen.textbox(f"Category {number}")).to_be_focused()
        screen.wait(4 * ATTACHED)
        screen.page.keyboard.type(title, delay=40)
        screen.press("Enter")
    expect(screen.textbox("Category 4")).to_be_focused()
    expect(screen.button("Kind of Rivals: Points")).to_be_visible()


def test_enter_in_the_last_name_leads_into_another_one_though_a_field_comes_after_it(anywhere: Screen) -> None:
    anywhere.page.add_init_script(FAR_AWAY)
    screen = anywhere.open("/new")
    screen.textbox("Starting player").click()
    names = ("Anna", "Ben", "Cathy", "Dora")
    for typed, delay in zip("\n".join(names).splitlines(keepends=True), HASTES, strict=True):
        screen.page.keyboard.type(typed, delay=delay)
    for number, name in enumerate(names, 1):
        expect(screen.textbox("Starting player" if number == 1 else f"Player {number}")).to_have_value(name)
    expect(screen.textbox("Find a game")).to_have_value("")


def test_no_letter_is_lost_on_the_way_from_one_field_to_the_next(anywhere: Screen) -> None:
    anywhere.page.add_init_script(FAR_AWAY)
    screen = anywhere.open("/settings/score-pad/pad")
    screen.textbox("Category 1").click()
    titles = ("Woods", "Fields", "Cities", "Lakes")
    for typed, delay in zip("\n".join(titles).splitlines(keepends=True), HASTES, strict=True):
        screen.page.keyboard.type(typed, delay=delay)
    for number, words in enumerate(titles, 1):
        expect(screen.textbox(f"Category {number}")).to_have_value(words)
    screen.textbox("Title of the game").click()
    screen.page.keyboard.type("Mea")
    screen.page.keyboard.type("dow", delay=40)
    expect(screen.textbox("Title of the game")).to_have_value("Meadow")


def test_a_table_is_used_without_a_pointer(screen: Screen) -> None:
    """Arrows and Enter choose a square and lay a tile, Escape closes, Alt and a digit show another player."""

    def heading(name: str) -> Locator:
        return screen.page.get_by_role("heading", name=name, exact=True)

    screen.press("Enter")  # before anything is chosen it does nothing
    for key, cell in {"ArrowUp": "C3", "ArrowRight": "D3", "ArrowDown": "D4", "ArrowLeft": "C4"}.items():
        screen.press(key)
        goes_to(screen, cell)
    expect(screen.page).to_have_url(re.compile("/district/0$"))
    for _ in range(5):
        screen.press("ArrowLeft")
    expect(heading("A4")).to_be_visible()
    screen.press("Escape")
    screen.sees("Choose what to draw")
    expect(heading("A4")).to_have_count(0)

    screen.tap("C3")
    screen.press("ArrowDown")
    goes_to(screen, "C4")
    expect(screen.button("Lay market")).to_be_visible()
    screen.press("Enter")
    tabs_to(screen, "Lay market")
    screen.press("Space")
    expect(screen.button("C4, market, completed")).to_be_visible()

    screen.press("Alt+2")
    expect(screen.button("Hank, 9 points", exact=False)).to_have_attribute("aria-current", "true")
    screen.page.keyboard.down("Alt")
    for act in ("rawKeyDown", "keyUp"):  # the key of 1 on a French keyboard, where a 1 takes Shift
        screen.page.context.new_cdp_session(screen.page).send(
            "Input.dispatchKeyEvent",
            {"type": act, "code": "Digit1", "key": "&", "windowsVirtualKeyCode": ord("1"), "modifiers": 1},
        )
    screen.page.keyboard.up("Alt")
    expect(screen.button("Cathy, 8 points", exact=False)).to_have_attribute("aria-current", "true")
    screen.press("Shift+?")
    screen.sees("undo the last step")
    screen.shot("keys")
    screen.press("Escape")
    screen.sees_no("undo the last step")


def test_the_board_is_one_stop_and_enter_goes_on_to_what_is_offered(screen: Screen) -> None:
    cell = tab_to_board(screen)[:2]
    tab(screen)
    tab(screen, "Shift+Tab")
    expect(screen.page.locator("flt-semantics:focus")).to_have_text(re.compile(f"^{cell}(,|$)"))
    screen.press("Enter")
    goes_to(screen, cell)
    expect(screen.button("Lay market")).to_be_visible()
    screen.press("Enter")
    expect(screen.page.locator("flt-semantics:focus")).not_to_have_text(re.compile(f"^{cell}(,|$)"))
    for _ in range(MAX_TO_OFFER):
        if tab(screen)[0].startswith("Lay "):
            return
    pytest.fail("there are too many stops on the way to what is offered")


def test_a_row_of_choices_is_one_stop(anywhere: Screen) -> None:
    screen = anywhere.open("/new")
    for game in ("Little Town", "Mayor", "The Palaces of Carrara", "Carpe Diem"):
        screen.tap(game)
        expect(screen.button(game)).to_have_attribute("aria-current", "true")
        tabs_to(screen, "Find a game", "Shift+Tab")
        screen.wait(ATTACHED)
        assert tabs_to(screen, game) == 1
    screen.tap(OPTIONS)
    tabs_to(screen, "Find a game", "Shift+Tab")
    screen.wait(ATTACHED)
    assert tabs_to(screen, "The whole game") == 4
    tab(screen, "ArrowRight")
    expect(screen.button("Only the end")).to_be_focused()
    screen.press("Space")
    expect(screen.button("Only the end")).to_have_attribute("aria-current", "true")
    tab(screen, "ArrowRight")
    expect(screen.button("The whole game")).to_be_focused()
    tabs_to(screen, "Start")


def test_digits_enter_a_number_and_undo_takes_it_back_and_a_field_that_was_tapped_gets_the_focus(
    screen: Screen,
) -> None:
    """Though another one takes it back, and neither of them for ever: the page would break off, and lose letters."""
    screen.tap("Stock")
    expect(screen.textbox("Fish")).to_be_visible()
    tabs_to(screen, "Fish")
    screen.wait(4 * ATTACHED)
    screen.press("Control+a")
    screen.page.keyboard.type("12", delay=100)
    expect(screen.button("Undo: Fish: 12")).to_be_visible()
    expect(screen.button("Cathy, 14 points", exact=False)).to_be_visible()
    tab(screen)
    screen.press("Control+z")
    expect(screen.textbox("Fish")).to_have_value("0")
    expect(screen.button("Cathy, 8 points", exact=False)).to_be_visible()
    screen.press("Control+Shift+Z")
    expect(screen.textbox("Fish")).to_have_value("12")
    expect(screen.button("Cathy, 14 points", exact=False)).to_be_visible()
    field = screen.textbox("Fish")
    field.evaluate(RIVAL)
    field.click()
    expect(field).to_be_focused()
    assert screen.errors == []


@pytest.mark.parametrize("look", [DESKTOP_DARK], indirect=True, ids=str)
def test_what_is_typed_into_a_field_stays_there(screen: Screen) -> None:
    tabs_to(screen, "Fish")
    screen.wait(ATTACHED)
    screen.press("ArrowLeft")
    screen.page.keyboard.type("?", delay=60)
    screen.sees("Fish: a whole number from 0 to 999")
    expect(screen.page.get_by_role("alertdialog")).to_have_count(0)
    screen.sees("Choose what to draw")


@pytest.mark.parametrize("look", [DESKTOP], indirect=True, ids=str)
def test_names_are_typed_one_after_the_other_up_to_the_table(anywhere: Screen) -> None:
    screen = anywhere.open("/new")
    choose(screen, "Carpe Diem")
    tabs_to(screen, "Starting player", "Shift+Tab")
    for number, name in enumerate(("Anna", "Ben", "Cathy"), 1):
        if number > 1:
            expect(screen.textbox(f"Player {number}")).to_be_focused()
        screen.wait(ATTACHED)
        screen.page.keyboard.type(name, delay=60)
        expect(screen.button(f"Remove {name}")).to_be_visible()
        screen.press("Enter")
    expect(screen.textbox("Player 4")).to_be_focused()
    screen.wait(ATTACHED)
    screen.press("Enter")
    expect(screen.button(STARTS)).to_be_focused()
    expect(screen.textbox("Player 4")).to_have_count(0)
    field = screen.textbox("Player 3")
    expect(field).to_have_value("Cathy")
    assert field.evaluate(FOCUS_EVENTS, "client") == 0  # it would take the focus back from a field that is newer
    assert field.evaluate(FOCUS_EVENTS, "page") == 1
    tabs_to(screen, "Start with 3 players: Carpe Diem")
    screen.press("Enter")
    expect(screen.page).to_have_url(re.compile("/table/"))
