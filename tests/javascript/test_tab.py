"""Tab and arrows go on in the order in which things are read, and Enter does what a tap does."""

from __future__ import annotations

from typing import Final

import pytest

from tests.javascript.page import run

SCRIPTS: Final = ["page/focus.js", "page/tab.js"]

TREE: Final = """
const clicks = [];
const tappable = (name, more = {}) => {
  const element = made("flt-semantics", { tabindex: "0", "flt-tappable": "", "aria-label": name, ...more });
  element.addEventListener("click", () => {
    clicks.push(name);
    if (/^[A-Z]\\d/.test(name)) heading.textContent = name.slice(0, 2);
  });
  return element;
};
const choice = (name, current) => tappable(name, { "aria-current": String(current) });
const heading = made("h2", {}, "Board");
const choices = made("flt-semantics", {}, [choice("1", false), choice("2", true), choice("3", false)]);
const squares = ["A1, forest", "B1", "A2", "B2"].map((name) => tappable(name));
const field = made("input", { "aria-label": "Name" }), last = made("input", { "aria-label": "Points" });
const host = made("flt-semantics-host", {}, [
  tappable("Back"), heading, choices, made("h3", {}, "Row"), ...squares, tappable("Villa"), field, last,
  tappable("Next"),
]);
document.body.append(host);
const key = (name, more = {}) => {
  const { defaultPrevented } = user(document.activeElement, "keydown", { key: name, ...more });
  return [defaultPrevented, document.activeElement.ariaLabel];
};
const keys = (...names) => names.map((name) => key(name)[1]);
user(host, "pointerdown");  // somebody has begun
"""


def test_tab_stops_once_at_a_row_of_choices_and_once_at_a_board() -> None:
    order = ["Back", "2", "A1, forest", "Villa", "Name", "Points", "Next"]
    assert run(SCRIPTS, f"{TREE} return keys(...Array(7).fill('Tab'));") == order


def test_tab_goes_back_the_same_way_and_out_at_the_end() -> None:
    doing = """
    tessera.focus(field);
    const back = [1, 2, 3].map(() => key("Tab", { shiftKey: true })[1]);
    tessera.focus(host.lastChild);
    return [back, key("Tab")];
    """
    assert run(SCRIPTS, TREE + doing) == [["Villa", "A1, forest", "2"], [False, "Next"]]


def test_enter_in_the_last_field_of_a_list_that_grows_is_left_to_the_app() -> None:
    doing = """
    const names = ["Anna", "Ben"].map((name) => made("input", { "aria-label": name }));
    host.insertBefore(made("flt-semantics", { "flt-semantics-identifier": "rows" }, names), field);
    const enter = async (from) => {
      tessera.focus(from);
      key("Enter");
      await pass(100);
      return document.activeElement.ariaLabel;
    };
    return [await enter(names[0]), await enter(names[1])];
    """
    assert run(SCRIPTS, TREE + doing) == ["Ben", "Ben"]


def test_tab_goes_on_from_what_had_the_focus_last() -> None:
    assert run(SCRIPTS, f"{TREE} tessera.focus(field); field.blur(); return key('Tab')[1];") == "Points"


def test_arrows_move_over_the_board_and_tap_and_enter_goes_on_from_the_square_that_is_chosen() -> None:
    doing = """
    tessera.focus(squares[0]);
    const way = keys("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp");
    return [way, clicks, heading.textContent, key("Enter")[1]];
    """
    way = ["B1", "B2", "A2", "A2", "A1, forest"]
    assert run(SCRIPTS, TREE + doing) == [way, ["B1", "B2", "A2", "A1, forest"], "A1", "Villa"]


def test_arrows_move_along_a_row_to_which_tab_has_led_and_choose_nothing() -> None:
    doing = "keys('Tab', 'Tab'); return [keys('ArrowRight', 'ArrowRight', 'ArrowLeft'), clicks];"
    assert run(SCRIPTS, TREE + doing) == [["3", "1", "3"], []]


@pytest.mark.parametrize("name", ["Enter", " "])
def test_a_key_does_what_a_tap_does_but_not_over_and_over(name: str) -> None:
    doing = f"""
    tessera.focus(host.lastChild);
    const first = key("{name}");
    return [first, key("{name}", {{ repeat: true }})[0], clicks];
    """
    assert run(SCRIPTS, TREE + doing) == [[True, "Next"], True, ["Next"]]


def test_enter_leads_from_a_field_to_the_next_one() -> None:
    doing = "tessera.focus(field); key('Enter'); await pass(100); return document.activeElement.ariaLabel;"
    assert run(SCRIPTS, TREE + doing) == "Points"


def test_before_anything_was_touched_enter_does_nothing() -> None:
    untouched = TREE.replace('user(host, "pointerdown")', "")
    assert run(SCRIPTS, f"{untouched} tessera.focus(host.firstChild); return [key('Enter'), clicks];") == [
        [True, "Back"],
        [],
    ]


def test_a_digit_is_for_the_number_that_tab_has_led_to_and_the_app_hears_it() -> None:
    doing = """
    const cell = tappable("12", { "flt-semantics-identifier": "cell", "aria-current": "false" });
    const sheet = made("flt-semantics", { tabindex: "0", "aria-label": "Sheet" }, [cell]);
    host.append(sheet);
    tessera.focus(cell);
    return [key("5"), clicks];
    """
    assert run(SCRIPTS, TREE + doing) == [[False, "Sheet"], ["12"]]


def test_the_client_does_not_take_the_focus_back_from_where_tab_has_led() -> None:
    doing = """
    tessera.focus(last);
    key("Tab");
    host.firstChild.focus();
    const soon = document.activeElement.ariaLabel;
    await pass(1100);
    host.firstChild.focus();
    return [soon, document.activeElement.ariaLabel];
    """
    assert run(SCRIPTS, TREE + doing) == ["Next", "Back"]
