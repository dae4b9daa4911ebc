"""What has the focus keeps it, shows it to those who use keys, and takes the letters."""

from __future__ import annotations

from tests.javascript.page import run

SCRIPTS = ["page/focus.js"]

TREE = """
const host = made("flt-semantics-host");
const field = made("input"), other = made("input");
const button = made("flt-semantics", { tabindex: "0", "flt-tappable": "" });
const group = made("flt-semantics", {}, [field]);
host.append(group, other, button);
document.body.append(host);
const heard = [];
for (const what of ["focus", "blur"]) {
  for (const element of [field, other, button]) {
    element.addEventListener(what, () => { heard.push(`${what} ${[field, other, button].indexOf(element)}`); });
  }
}
const focused = () => [field, other, button].indexOf(document.activeElement);
"""


def test_what_is_put_into_another_place_keeps_the_focus_and_nobody_hears_of_it() -> None:
    doing = """
    tessera.focus(field);
    heard.length = 0;
    host.append(group);
    host.insertBefore(group, other);
    return [focused(), heard];
    """
    assert run(SCRIPTS, TREE + doing) == [0, []]


def test_what_is_put_back_last_has_the_focus_again() -> None:
    doing = """
    tessera.focus(field);
    const notice = made("div");
    notice.append(group);
    const away = focused();
    host.append(notice);
    return [away, focused()];
    """
    assert run(SCRIPTS, TREE + doing) == [-1, 0]


def test_what_is_pressed_while_it_is_put_elsewhere_is_clicked_once() -> None:
    doing = """
    const clicks = [];
    button.addEventListener("click", ({ isTrusted, timeStamp }) => { clicks.push([isTrusted, timeStamp]); });
    user(button, "mousedown");
    host.append(button);
    user(button, "mouseup", { timeStamp: 7 });
    user(button, "click");  // of a browser that goes on
    user(button, "mousedown");
    user(button, "mouseup");
    user(button, "click", { timeStamp: 9 });
    return clicks;
    """
    assert run(SCRIPTS, TREE + doing) == [[False, 7], [True, 9]]


def test_a_frame_stands_around_a_button_that_keys_have_led_to() -> None:
    doing = """
    dispatchEvent(new Event("DOMContentLoaded"));
    const { style } = document.getElementById("focused"), states = [];
    button.box = { left: 1, top: 2, width: 30, height: 40 };
    button.focus();
    for (const act of [
      () => user(button, "keydown", { key: "Tab" }),
      () => { button.box = { ...button.box, left: 5 }; },
      () => { button.box = { ...button.box, height: 700 }; },
      () => user(button, "pointerdown"),
      () => { field.box = button.box; user(field, "keydown", { key: "Tab" }); field.focus(); },
    ]) {
      act();
      await pass(20);
      states.push([style.display, style.left]);
    }
    return states;
    """
    hidden = ["none", "5px"]  # what fills half the window, what was tapped, and a field
    assert run(SCRIPTS, TREE + doing) == [["block", "1px"], ["block", "5px"], hidden, hidden, hidden]


def test_a_field_that_was_tapped_keeps_the_focus_for_a_while_though_the_client_goes_back() -> None:
    doing = """
    user(field, "mousedown");
    field.focus();
    other.focus();
    const soon = focused();
    await pass(1000);
    other.focus();
    return [soon, focused()];
    """
    assert run(SCRIPTS, TREE + doing) == [0, 1]


def test_a_field_that_is_left_by_a_key_may_be_left() -> None:
    doing = """
    user(field, "click");
    field.focus();
    user(field, "keydown", { key: "Tab" });
    other.focus();
    return focused();
    """
    assert run(SCRIPTS, TREE + doing) == 1


def test_the_client_is_not_told_of_the_focus_that_it_gives_itself() -> None:
    assert run(SCRIPTS, f"{TREE} field.focus(); return [focused(), heard];") == [0, []]
    assert run(SCRIPTS, f"{TREE} tessera.focus(field); return [focused(), heard];") == [0, ["focus 0"]]
