"""What the page itself says, with one button, and how the camera is asked for: neither lets the app have the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.javascript.page import run

if TYPE_CHECKING:
    from pathlib import Path

SCRIPTS = ["page/words.js", "page/said.js", "page/scan.js"]

HEARING = """
const heard = [];
addEventListener("keydown", ({ key }) => { heard.push(key); });
const said = () => [...document.querySelectorAll("#said")].map(({ textContent, role }) => [textContent, role]);
"""


def test_a_sentence_stands_above_the_app_until_its_button_is_tapped() -> None:
    doing = """
    let taps = 0;
    await tessera.display("First.", "Close", () => {});
    await tessera.display("It is over.", "Go on", () => { taps += 1; tessera.dismiss(); });
    const shown = said();
    const focused = document.activeElement.textContent;
    user(document.activeElement, "keydown", { key: "Enter" });
    document.activeElement.click();
    user(document.body, "keydown", { key: "x" });
    return [shown, focused, taps, said(), heard];
    """
    assert run(SCRIPTS, HEARING + doing) == [[["It is over.Go on", "alertdialog"]], "Go on", 1, [], ["x"]]


def test_a_sentence_cannot_be_closed_but_by_its_button() -> None:
    doing = """
    await tessera.display("It is over.", "Go on", () => {});
    const event = new Event("cancel");
    document.getElementById("said").dispatchEvent(event);
    return event.defaultPrevented;
    """
    assert run(SCRIPTS, doing)


def test_a_sentence_waits_for_the_page_to_have_a_body() -> None:
    doing = """
    tessera.display("It is over.", "Go on", () => {});
    await pass();
    const before = said().length;
    document.body = body;
    dispatchEvent(new Event("DOMContentLoaded"));
    await pass();
    return [before, said().length];
    """
    before = "globalThis.body = document.body; document.body = null;"
    assert run(SCRIPTS, HEARING + doing, before=before) == [0, 1]


def test_the_camera_is_opened_in_the_page_and_what_else_is_opened_by_the_browser(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "camera.js").write_text('export const scan = () => { globalThis.asked.push("camera"); };')
    doing = f"""
    tessera.scripts = "{tmp_path.as_uri()}/";
    window.open("https://example.org/");
    window.open("#scan");
    while (asked.length < 2) await pass();
    return asked;
    """
    assert run(SCRIPTS, doing) == ["open https://example.org/", "camera"]


def test_a_camera_that_cannot_be_loaded_is_told_and_the_app_goes_on(tmp_path: Path) -> None:
    doing = f"""
    tessera.scripts = "{tmp_path.as_uri()}/none/";
    window.open("#scan");
    while (!said().length) await pass();
    const [[words]] = said();
    document.activeElement.click();
    return [words.split(":")[0], said()];
    """
    assert run(SCRIPTS, HEARING + doing) == ["The camera cannot start", []]


def test_the_keys_are_for_a_dialog_of_the_page_as_long_as_it_is_open() -> None:
    doing = """
    const dialog = made("dialog");
    document.body.append(dialog);
    for (const open of [true, false]) {
      open ? dialog.showModal() : dialog.close();
      user(document.body, "keydown", { key: String(open) });
    }
    return heard;
    """
    assert run(SCRIPTS, HEARING + doing) == ["false"]
