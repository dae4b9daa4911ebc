"""Keys wait for the field that they are for: none is lost, and none comes into another one."""

from __future__ import annotations

from typing import Final

import pytest

from tests.javascript.page import run

SCRIPTS: Final = ["page/keys.js"]

FIELDS: Final = """
const host = made("flt-semantics-host");
const fields = [made("input"), made("input")];
host.append(...fields);
document.body.append(host);
const [first, second] = fields;
const takes = (field) => field.setAttribute("autocorrect", "on");
const key = (name, more) => {
  const at = document.activeElement, event = user(at, "keydown", { key: name, ...more });
  if (event.defaultPrevented || name.length > 1 || !at.setRangeText) return;
  at.setRangeText(name, at.selectionStart, at.selectionEnd);  // as a browser does
};
const values = () => fields.map(({ value }) => value);
"""


def test_what_is_typed_before_a_field_takes_letters_comes_into_it_then() -> None:
    doing = """
    first.focus();
    for (const letter of ["A", "d", "x", "Backspace", "a"]) key(letter);
    const before = values();
    takes(first);
    await pass(10);
    key("!");
    return [before, values()];
    """
    assert run(SCRIPTS, FIELDS + doing) == [["", ""], ["Ada!", ""]]


def test_what_is_typed_after_enter_comes_into_the_field_to_which_it_leads() -> None:
    doing = """
    takes(first);
    first.focus();
    await pass(10);
    key("1"); key("Enter"); key("2"); key("3");
    await pass(200);
    const before = values();
    second.focus();
    takes(second);
    await pass(10);
    return [before, values()];
    """
    assert run(SCRIPTS, FIELDS + doing) == [["1", ""], ["1", "23"]]


def test_who_taps_a_field_after_enter_waits_for_no_other_one() -> None:
    doing = """
    takes(first);
    first.focus();
    await pass(10);
    key("5"); key("Enter");
    user(first, "pointerdown");
    await pass(20);
    key("6");
    return values();
    """
    assert run(SCRIPTS, FIELDS + doing) == ["6", ""]


def test_keys_wait_for_three_seconds_and_then_come_where_the_focus_is() -> None:
    doing = """
    takes(first);
    first.focus();
    await pass(10);
    key("1");
    first.setSelectionRange(0, 0);
    key("Enter"); key("2");
    await pass(2900);
    const before = values();
    await pass(200);
    return [before, values()];
    """
    assert run(SCRIPTS, FIELDS + doing) == [["1", ""], ["12", ""]]


@pytest.mark.parametrize(("there", "becomes"), [("12", "7"), ("-3", "7"), ("Ada", "7Ada")])
def test_what_is_typed_takes_the_place_of_a_number_and_of_nothing_else(there: str, becomes: str) -> None:
    doing = f"""
    first.value = "{there}";
    first.focus();
    takes(first);
    await pass(10);
    const selected = first.selectionEnd;
    first.setSelectionRange(0, 0);  // where the client puts its cursor late
    key("7");
    return [selected > 0, first.value];
    """
    assert run(SCRIPTS, FIELDS + doing) == [becomes == "7", becomes]


@pytest.mark.parametrize(("there", "becomes"), [("0", "7"), ("12", "712")])
def test_a_field_that_is_tapped_again_takes_a_digit_instead_of_a_0(there: str, becomes: str) -> None:
    doing = f"""
    first.value = "{there}";
    first.focus();
    takes(first);
    await pass(10);
    user(first, "pointerdown");
    first.setSelectionRange(0, 0);
    user(first, "pointerup");
    await pass(100);
    const selected = first.selectionEnd;
    first.setSelectionRange(0, 0);
    key("7");
    return [selected, first.value];
    """
    assert run(SCRIPTS, FIELDS + doing) == [int(there == "0"), becomes]


def test_a_0_that_was_typed_stays_before_the_next_digit() -> None:
    doing = 'takes(first); first.focus(); await pass(10); for (const digit of "007") key(digit); return values();'
    assert run(SCRIPTS, FIELDS + doing) == ["007", ""]


def test_a_shortcut_and_what_is_being_composed_wait_for_nothing() -> None:
    doing = """
    first.focus();
    return ["ctrlKey", "altKey", "metaKey", "isComposing"].map((how) => {
      return user(first, "keydown", { key: "a", [how]: true }).defaultPrevented;
    });
    """
    assert run(SCRIPTS, FIELDS + doing) == [False] * 4
