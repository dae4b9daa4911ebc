"""What a guest's phone says above the screens of another one, whatever becomes of the channel to that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.system.paths import assets
from tests.javascript.page import run

if TYPE_CHECKING:
    from pathlib import Path

CHANNELS: Final = """
export class Channel {
  constructor(id, role, page) { Object.assign(this, { id, role, page }); globalThis.channel = this; }
  async describe() { return {}; }
  async meet() {}
  admit() {}
  became(state) {
    this.state = state;
    this.page.became(this);
  }
}
"""

BEFORE: Final = """
globalThis.tesseraWords = { language: () => "en", tr: (words) => words };
globalThis.told = [];
tessera.tell = (words) => { told.push(JSON.parse(words)); };
"""

SHOWN: Final = """
await hear(JSON.stringify({ do: "answer", call: 1, channel: "c", description: {} }));
channel.became("open");
channel.page.words(channel, JSON.stringify({ admitted: "/table/1f", keep: "table\\nback\\nplay" }));
const note = (words) => { hear(JSON.stringify({ do: "note", channel: "c", words, ways: [["seat 0", "Anna"]] })); };
const bar = () => {
  const [words, ways, ...others] = document.querySelector("#phone header").childNodes;
  const buttons = [...ways.childNodes, ...others.filter(({ hidden }) => !hidden)];
  return [words, ...buttons].map(({ textContent }) => textContent);
};
"""

LEAVE: Final = ("Come back", "Go on here", "Leave")
AWAY: Final = "The other phone does not answer. Open Tessera on it, on the same network."
GONE: Final = "The other phone has gone."


def shown(doing: str, folder: Path) -> Any:
    """Do something with the page that shows the screens of another phone."""
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "channels.js").write_text(CHANNELS)
    (folder / "sdp.js").write_text("export const checked = (facts) => facts;")
    (folder / "phones.js").write_text((assets() / "site/phones.js").read_text(encoding="utf-8"))
    return run(
        [], f"const {{ hear }} = await import('{(folder / 'phones.js').as_uri()}'); {SHOWN} {doing}", before=BEFORE
    )


@pytest.mark.parametrize(
    ("states", "said"),
    [
        (["open"], ["Who are you?", "Anna", "Leave"]),
        (["away"], [AWAY, *LEAVE]),
        (["away", "open"], ["Who are you?", "Anna", "Leave"]),
        (["closed"], [f"{GONE} Who are you?", "Anna", *LEAVE]),
    ],
)
def test_a_question_and_its_answers_are_seen_together(states: list[str], said: list[str], tmp_path: Path) -> None:
    doing = f"note('Who are you?'); {states}.forEach((state) => channel.became(state)); return bar();"
    assert shown(doing, tmp_path) == said


def test_who_answers_after_the_other_phone_has_gone_is_heard(tmp_path: Path) -> None:
    tap = "document.querySelector('#phone span button').click()"
    doing = f"note('Who?'); channel.became('closed'); {tap}; return told.at(-1);"
    assert shown(doing, tmp_path) == {"channel": "c", "way": "seat 0"}


def test_without_a_question_a_phone_that_has_gone_is_named_and_where_the_result_is(tmp_path: Path) -> None:
    doing = "note(''); channel.became('closed'); return bar();"
    assert shown(doing, tmp_path) == [f"{GONE} The result is in your history.", *LEAVE]
