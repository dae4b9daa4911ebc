"""What screen readers get: the tree of the app from the beginning, and each sentence that is read out."""

from __future__ import annotations

from tests.javascript.page import run

SCRIPTS = ["page/screen-readers.js"]


def test_the_tree_is_asked_for_as_soon_as_the_client_offers_it_and_once() -> None:
    doing = """
    const clicks = [];
    const placeholder = made("flt-semantics-placeholder");
    placeholder.box = { left: 10, top: 20, width: 4, height: 6 };
    placeholder.addEventListener("click", ({ clientX, clientY }) => {
      clicks.push([clientX, clientY]);
      setTimeout(() => { clicks.push("done"); }, 300);  // as on phones
    });
    document.body.append(placeholder);
    await pass(1);
    document.body.append(made("p"));
    await pass(1);
    let late = false;
    setTimeout(() => { late = true; }, 300);
    await pass(1);
    return [clicks, late];
    """
    assert run(SCRIPTS, doing) == [[[12, 23], "done"], False]


def test_each_sentence_stands_for_itself_also_where_its_window_has_gone() -> None:
    doing = """
    const host = made("flt-announcement-host"), place = made("flt-announcement"), dialog = made("dialog");
    document.body.append(host, dialog);
    host.append(place);
    const home = host;
    place.textContent = "A plays.";
    place.textContent = "B plays.";
    const both = place.children.map(({ textContent }) => textContent);
    place.textContent = "";
    dialog.append(place);
    dialog.remove();
    return [both, place.children.length, place.parentElement === home];
    """
    assert run(SCRIPTS, doing) == [["A plays.", "B plays."], 1, True]
