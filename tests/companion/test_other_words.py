"""Where every template is another one, nothing but words changes: not what is kept, its keys, or what can be done."""

from __future__ import annotations

import json
import secrets
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import pytest

import tests
from companion.services.share_codes.outgoing import shareable_copy, shareable_play, shareable_table
from companion.system import paths
from companion.ui.editors import EDITORS
from storage.documents import codec
from storage.exchange.csv_file import export_csv
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories import people, plays
from tests.companion.headless import opened
from tests.companion.other_languages import marked_words, unmarked
from tests.companion.payloads import enter
from tests.companion.phones import of_host
from tests.companion.played import in_play
from tests.storage.exchange.samples import exported, read
from tests.storage.stores import Clock

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.companion.headless import Screen

GOLDEN: Final = Path(tests.__file__).parent / "golden"

SHEETS: Final = {
    "carpe-diem": "only-the-end",
    "little-town": "castle-watchtower-and-a-shared-win",
    "mayor": "job-sharing-scored",
    "palaces-of-carrara": "final-scoring-four-players",
    "score-pad": "farm",
}
"""The golden sheet that lies on the table of each game."""

TABLE: Final = "0" * 32
PAD: Final = "4f2c"

SCREENS: Final = (
    *("/", "/new", "/settings", "/history", "/statistics/all", "/statistics/mayor", "/people", "/exchange", "/take"),
    *("/cards", f"/play/{TABLE}/correct"),
)
"""The screens that are not of one game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """What came of an evening: rows by table, names on the screens, the play in files, and payloads of codes."""

    rows: dict[str, list[dict[str, Any]]]
    shown: list[str]
    files: list[bytes]
    payloads: list[bytes]


def evening(folder: Path, game: str, *screens: str) -> Evening:
    """Enter my copy, lay out a table, look at each tab, type a number on the sheet, keep the play, look around."""
    laid = codec.read_table(json.loads((GOLDEN / game / f"{SHEETS[game]}.json").read_text(encoding="utf-8")))
    player = laid.table.players[0].name
    tabs, ids = [tab.key for tab in EDITORS[game].tabs], count()
    with pytest.MonkeyPatch.context() as patched, opened(folder) as app:
        patched.setattr(people, "uuid4", lambda: UUID(int=next(ids)))
        patched.setattr(secrets, "token_hex", lambda size: f"{next(ids):0{2 * size}x}")
        patched.setattr(app.worker.run_blocking(lambda store: store), "_clock", Clock())
        copies = app.tables.copies[game]
        app.run(enter(game, copies))
        key = f"{game}:{PAD}" if game == "score-pad" else game
        app.run(app.tables.begin(key, in_play(laid, copies), TABLE))
        shown = [name for tab in tabs for name in of_host(app, f"/table/{TABLE}/{tab}/0").names]
        screen = of_host(app, f"/table/{TABLE}/{tabs[0] if game == 'score-pad' else 'sheet'}/0")
        tap(screen, lambda name: name.startswith(f"{player}: "))
        tap(screen, lambda name: name == "1")
        tap(screen, lambda name: name in ("Next", "Done"))
        live = app.open_table(TABLE)
        assert live.undo_state.undo
        payloads = [shareable_copy(game, copies).payload, shareable_table(live).payload]
        sheet = codec.score_result(live.game, live.game.score(live.state.table))
        play = app.worker.run_blocking(plays.finish, TABLE, sheet)
        around = (f"/play/{TABLE}", f"/settings/{game}", f"/help/{game}", *screens)
        shown += [name.replace(str(folder), "") for route in around for name in of_host(app, route).names]
        return Evening(
            rows=rows_of(folder / paths.DATABASE),
            shown=shown,
            files=[app.worker.run_blocking(partial(exported, export)) for export in (export_csv, export_jsonl)],
            payloads=[*payloads, shareable_play(play).payload],
        )


def tap(screen: Screen, is_meant: Callable[[str], bool]) -> None:
    screen.tap(next(name for name in screen.names if is_meant(unmarked(name))))


def rows_of(file: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each table, without their checksums, and without the words of sheets."""
    with closing(sqlite3.connect(file)) as database:
        database.row_factory = sqlite3.Row
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {table: [dict(row) for row in database.execute(f"SELECT * FROM {table}")] for table in tables}  # noqa: S608
    for play in rows["plays"]:
        play["sheet"] = without_words(json.loads(play["sheet"]))
    return {table: [row | {"checksum": None} for row in of_table] for table, of_table in rows.items()}


def without_words(sheet: dict[str, Any]) -> dict[str, Any]:
    """Return a sheet without its reasons, and without where its rules are printed."""
    columns = [
        column | {"lines": [line | {"because": "", "ref": ""} for line in column["lines"]]}
        for column in sheet["columns"]
    ]
    return sheet | {"columns": columns}


def taken_in(file: bytes) -> list[Any]:
    """Return what is read of a file: each play with its warnings, problems and remarks."""
    incoming = read(file)
    kept = [
        (
            record.id,
            codec.plain(replace(record.play, sheet=without_words(record.play.sheet))),
            [unmarked(str(warning)) for warning in record.warnings],
        )
        for record in incoming.records
    ]
    return [*kept, incoming.problems, incoming.remarks]


def test_other_words_change_nothing_else_on_other_screens(tmp_path: Path) -> None:
    english = evening(tmp_path / "english", "mayor", *SCREENS)
    with marked_words():
        marked = evening(tmp_path / "marked", "mayor", *SCREENS)
    assert [unmarked(name) for name in marked.shown] == english.shown


@pytest.mark.parametrize("game", SHEETS)
def test_other_words_change_nothing_else(tmp_path: Path, game: str) -> None:
    english = evening(tmp_path / "english", game)
    with marked_words():
        marked = evening(tmp_path / "marked", game)
        read_there = [taken_in(file) for file in english.files]
    assert marked.rows == english.rows
    assert marked.payloads == english.payloads
    assert marked.shown != english.shown
    assert [unmarked(name) for name in marked.shown] == english.shown
    assert [unmarked(file.decode()) for file in marked.files] == [file.decode() for file in english.files]
    read_here = [taken_in(file) for file in english.files]
    assert [taken_in(file) for file in marked.files] == read_here == read_there
    assert all(column["lines"] for (_, play, _), *_ in read_here for column in play["sheet"]["columns"])


def outcome(document: dict[str, Any]) -> object:
    """Return the result of a document, or the paths of its problems."""
    try:
        if "check" in document:
            asked = codec.read_check(document)
            return codec.plain(asked.check.answer(asked.table, asked.ask))
        laid = codec.read_table(document)
        return codec.score_result(laid.game, laid.game.score(laid.table))
    except codec.DocumentError as error:
        return [problem.path for problem in error.problems]


def test_other_words_change_no_figure_of_a_golden_sheet() -> None:
    documents = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(GOLDEN.glob("*/*.json"))]
    documents += [document | {"table": {"players": [{"name": "Anna"}, {"name": "anna"}]}} for document in documents]
    with marked_words():
        marked = json.dumps([outcome(document) for document in documents], ensure_ascii=False)
    english = json.dumps([outcome(document) for document in documents], ensure_ascii=False)
    assert english != marked
    assert unmarked(marked) == english
