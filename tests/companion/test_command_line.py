"""The command as a process: what it reads, what it writes, and its exit status."""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import sys
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import pytest

from scoring import GAMES
from tests.companion.documents import LIMIT, ann_wins, district, padded, player, problem_at_ben, question, raw, table

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "companion")
PATIENCE = 20
"""Seconds to wait for an answer."""

GOOD, BAD = raw(ann_wins()), raw(problem_at_ben())
PROBLEM = {"path": "players[1].coins", "message": "-1: a whole number from 0 to 9999 belongs here"}


def ann_with_a_district() -> dict[str, Any]:
    return table(player("Ann", district=district()), player("Ben", victory_cards=0))


def environment(columns: int | None = None) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "FORCE_COLOR"}}
    return kept | ({} if columns is None else {"COLUMNS": str(columns)})


def run(*arguments: str | Path, given: bytes = b"", columns: int | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments],
        input=given,
        capture_output=True,
        cwd=ROOT,
        env=environment(columns),
        timeout=PATIENCE,
        check=False,
    )


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [*COMMAND, *arguments],
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def answered(process: subprocess.Popen[bytes], *lines: bytes) -> Any:
    """Send a line, perhaps in parts, and return its result."""
    for part in lines:
        pipe(process.stdin).write(part)
    ready, _, _ = select.select([pipe(process.stdout)], [], [], PATIENCE)
    assert ready, "no result came while standard input was open"
    return json.loads(pipe(process.stdout).readline())


def results(output: bytes) -> list[Any]:
    assert output.endswith(b"\n")
    return [json.loads(line) for line in output[:-1].split(b"\n")]


def totals(result: Any) -> dict[str, int]:
    return {column["player"]: column["total"] for column in result["columns"]}


def said(finished: subprocess.CompletedProcess[bytes]) -> str:
    text = finished.stderr.decode()
    assert "Traceback" not in text
    return text


def peak(process: subprocess.Popen[bytes]) -> int:
    """The most memory that a process has held, in KiB."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0])


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.json"
    path.write_bytes(GOOD)
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.json"
    path.write_bytes(BAD)
    return path


# -- score


def test_score_shows_a_sheet(good: Path) -> None:
    finished = run("score", good, columns=80)
    assert finished.returncode == 0
    assert finished.stdout.decode().startswith("Carpe Diem, second edition\n┏━")
    assert "│ Total                   │   6 │   3 │\n" in finished.stdout.decode()
    assert "1. Ann, 6 points: most points: 6 to 3\n2. Ben, 3 points: last place\n" in finished.stdout.decode()
    assert finished.stderr == b""


def test_score_json_writes_one_result_object_on_one_line(good: Path) -> None:
    finished = run("score", "--json", good)
    assert finished.returncode == 0
    assert finished.stderr == b""
    (result,) = results(finished.stdout)
    assert list(result) == ["game", "columns", "standings"]
    assert result["game"] == "carpe-diem"
    assert [(line["rule"], line["points"]) for line in result["columns"][0]["lines"]] == [
        ("victory_cards", 1),
        ("items", 3),
        ("prestige", 2),
        ("frame", 0),
        ("fountains", 0),
        ("villas", 0),
    ]
    assert result["columns"][1]["lines"][0] == {
        "rule": "victory_cards",
        "points": 1,
        "because": "1 point on the cards",
        "cells": [],
        "ref": "Rulebook, Forum Phase",
    }
    assert result["standings"] == [
        {"place": 1, "player": "Ann", "total": 6, "decided_by": "points"},
        {"place": 2, "player": "Ben", "total": 3, "decided_by": ""},
    ]


def test_score_explain_says_the_reason_of_every_number(good: Path) -> None:
    shown = run("score", "--explain", good, columns=100).stdout.decode()
    assert "  Items on resource board 3: 4 goods and 2 coins: 6 items, halved and rounded down\n" in shown
    assert shown.count("    Rulebook, ") == 12


def test_score_reads_standard_input_by_a_dash() -> None:
    finished = run("score", "--json", "-", given=GOOD)
    assert finished.returncode == 0
    assert totals(*results(finished.stdout)) == {"Ann": 6, "Ben": 3}


def test_problems_are_said_on_standard_error_with_their_paths(bad: Path) -> None:
    finished = run("score", bad)
    assert finished.returncode == 2
    assert finished.stdout == b""
    assert said(finished) == f"{bad} cannot be scored: 1 problem\n  {PROBLEM['path']}: {PROBLEM['message']}\n"


def test_problems_are_a_result_for_programs(bad: Path) -> None:
    finished = run("score", "--json", bad)
    assert finished.returncode == 2
    assert results(finished.stdout) == [{"problems": [PROBLEM]}]
    assert finished.stderr == b""


def test_a_long_problem_is_not_broken_into_lines() -> None:
    document = table(player("Ann", goods={"wheat": 1}), player("Ben"))
    sentence = '"wheat" is not a kind here; known are grapes, herbs, chicken and fish'
    assert f"  players[0].goods.wheat: {sentence}\n" in said(run("score", "-", given=raw(document), columns=34))


def test_several_files_are_answered_each_and_one_with_problems_makes_the_exit_status_2(good: Path, bad: Path) -> None:
    finished = run("score", good, bad, good, columns=240)
    assert finished.returncode == 2
    assert finished.stdout.decode().count(f"\n{good}\nCarpe Diem, second edition\n") == 2
    assert said(finished).startswith(f"{bad} cannot be scored: 1 problem\n")


def test_several_files_give_one_result_a_line_in_the_same_order(good: Path, bad: Path) -> None:
    finished = run("score", "--json", bad, good, good.with_name("none.json"), good)
    assert finished.returncode == 2
    kinds = [next(iter(result)) for result in results(finished.stdout)]
    assert kinds == ["problems", "game", "problems", "game"]


def test_a_check_document_is_not_scored() -> None:
    finished = run("score", "--json", "-", given=raw(question("forum_order")))
    assert finished.returncode == 2
    assert [problem["path"] for problem in results(finished.stdout)[0]["problems"]] == ["check"]


def test_a_wide_terminal_shows_columns_and_the_drawing() -> None:
    shown = run("score", "-", given=raw(ann_with_a_district()), columns=120).stdout.decode()
    assert "┃ Ann ┃ Ben ┃" in shown
    assert "PO│PO" in shown


def test_a_narrow_terminal_shows_players_below_one_another_and_no_drawing() -> None:
    lines = run("score", "-", given=raw(ann_with_a_district()), columns=26).stdout.decode().splitlines()
    assert max(map(len, lines)) <= 26
    assert lines[2:4] == ["Ann", "    1  Victory point cards"]
    listed = " ".join(lines[-4:])
    assert listed == "pond C4 D4: completed villa D4, 1 chimney: open at D4N market C3: completed"


@pytest.mark.parametrize("arguments", [("score", "--explain", "-"), ("games",)])
def test_nothing_is_coloured_in_a_pipe(arguments: tuple[str, ...]) -> None:
    finished = run(*arguments, given=raw(ann_with_a_district()))
    assert finished.returncode == 0
    assert b"\x1b" not in finished.stdout + finished.stderr


def test_names_reach_programs_as_they_were_entered() -> None:
    names = ("[bold]x[/bold]", "🎲👩‍👩‍👧", "漢" * 40, ":smile:")
    finished = run("score", "--json", "-", given=raw(table(*map(player, names))))
    assert tuple(totals(*results(finished.stdout))) == names


# -- check


@pytest.mark.parametrize(
    ("document", "answer"),
    [
        (question("forum_order"), {"order": ["Ann", "Ben"]}),
        (question("forum_visit"), {"order": [0, 1], "points": 6, "prestige": 0, "items_left": 0, "final_gain": 4}),
    ],
)
def test_check_json_answers_a_question(document: dict[str, Any], answer: dict[str, Any]) -> None:
    finished = run("check", "--json", "-", given=raw(document))
    assert finished.returncode == 0
    (result,) = results(finished.stdout)
    assert {name: result[name] for name in answer} == answer


def test_check_json_answers_for_the_whole_forum() -> None:
    finished = run("check", "--json", "-", given=raw(question("forum")))
    assert [(visit["cells"], visit["points"]) for visit in results(finished.stdout)[0]["visits"]] == [(["A1", "B1"], 6)]


def test_check_shows_an_answer_to_people() -> None:
    finished = run("check", "-", given=raw(question("forum_order")))
    assert finished.returncode == 0
    assert "│      1 │ Ann    │     3 │               0 │\n" in finished.stdout.decode()


def test_check_says_what_is_wrong_with_the_question() -> None:
    finished = run("check", "-", given=raw(question("forum_visit", player="Cleo")))
    assert finished.returncode == 2
    assert said(finished) == (
        'standard input cannot be checked: 1 problem\n  ask.player: "Cleo": at this table sit Ann and Ben\n'
    )


def test_check_jsonl_answers_line_by_line() -> None:
    lines = [raw(question("forum_order")), GOOD, raw(question("forum_order"))]
    finished = run("check", "--jsonl", given=b"\n".join(lines))
    assert finished.returncode == 0
    first, second, third = results(finished.stdout)
    assert first == third == {"order": ["Ann", "Ben"]}
    assert [problem["path"] for problem in second["problems"]] == ["check"]


# -- schema, games, and the rest


def test_schema_prints_the_json_schema_of_a_game() -> None:
    finished = run("schema", "carpe-diem", columns=34)
    assert finished.returncode == 0
    schema = json.loads(finished.stdout)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["required"] == ["game", "format", "table"]
    assert schema["properties"]["game"] == {"const": "carpe-diem"}


def test_schema_of_an_unknown_game_names_the_known_ones() -> None:
    finished = run("schema", "chess")
    assert finished.returncode == 2
    assert said(finished) == f"tessera: chess is not a game here; known are: {', '.join(GAMES)}\n"


def test_schema_of_a_check_prints_how_its_documents_look() -> None:
    finished = run("schema", "carpe-diem", "--check", "forum")
    assert finished.returncode == 0
    assert json.loads(finished.stdout)["properties"]["check"] == {"const": "forum"}


def test_schema_of_an_unknown_check_names_the_known_ones() -> None:
    finished = run("schema", "carpe-diem", "--check", "chess")
    assert finished.returncode == 2
    known = "forum_visit, forum, forum_order"
    assert said(finished) == f"tessera: chess is not a check of carpe-diem; known are: {known}\n"


def test_games_lists_the_games_for_people() -> None:
    finished = run("games", columns=120)
    assert finished.returncode == 0
    lines = finished.stdout.decode().splitlines()
    assert lines[:2] == ["carpe-diem: Carpe Diem, 2 to 4 players", "  editions: first, second"]
    assert "  check forum_visit: what two forum cards would pay" in lines


def test_games_json_lists_the_games_for_programs() -> None:
    (game,) = (game for game in json.loads(run("games", "--json").stdout) if game["key"] == "carpe-diem")
    decided = game.pop("decided")
    assert (len(decided), decided[2]) == (9, "Victory point cards may go below 0 (a debt).")
    assert game == {
        "key": "carpe-diem",
        "title": "Carpe Diem",
        "players": [2, 4],
        "editions": ["first", "second"],
        "checks": {
            "forum_visit": "what two forum cards would pay",
            "forum": "what each open pair of the forum would pay",
            "forum_order": "who visits the forum when",
        },
    }


def test_help_says_what_the_command_can_do() -> None:
    finished = run("--help", columns=100)
    assert finished.returncode == 0
    shown = finished.stdout.decode()
    assert "Without a command it opens the app." in " ".join(shown.split())
    for word in ("score", "check", "schema", "games", "--desktop", "--no-browser", "--port", "--data"):
        assert f"\n  {word} " in shown


@pytest.mark.parametrize("arguments", [(), ("games",), ("--version",), ("score", "-")])
def test_the_app_is_loaded_only_where_it_opens(arguments: tuple[str, ...]) -> None:
    heavy = {"alembic", "fastapi", "flet", "flet_web", "platformdirs", "sqlalchemy", "sqlmodel", "uvicorn"}
    program = (
        "import sys\nfrom companion import cli\n"
        f"sys.argv[1:] = {arguments!r}\n"
        "try:\n    cli.main() if sys.argv[1:] else None\n"
        f"finally:\n    print(sorted(set(sys.modules) & {heavy!r}), file=sys.stderr)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], input=GOOD, capture_output=True, cwd=ROOT, timeout=PATIENCE, check=False
    )
    assert finished.returncode == 0
    assert finished.stderr.decode() == "[]\n"


def test_version_says_which_version_this_is() -> None:
    try:
        installed = version("tessera-companion")
    except PackageNotFoundError:
        pytest.skip("not installed")
    assert run("--version").stdout.decode() == f"tessera {installed}\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("score",), "tessera: which FILE? Name a document, or - for standard input\n"),
        (("score", "--jsonl", "a.json"), "tessera: --jsonl reads standard input; give no FILE\n"),
        (("score", "--colour"), "No such option: --colour"),
        (
            ("--port", "8000", "games"),
            "tessera: the options before games are the app's; leave them out, or the command\n",
        ),
        (
            ("--no-browser", "games"),
            "tessera: the options before games are the app's; leave them out, or the command\n",
        ),
        (("--desktop", "--no-browser"), "tessera: --desktop opens a window and --no-browser none; choose one\n"),
        (("--port", "65536"), "Invalid value for '--port'"),
        (("play",), "No such command 'play'"),
        (("schema",), "Missing argument 'GAME'"),
    ],
)
def test_a_command_that_cannot_be_understood_is_explained(arguments: tuple[str, ...], sentence: str) -> None:
    finished = run(*arguments)
    assert finished.returncode == 2
    assert finished.stdout == b""
    assert sentence in said(finished)


# -- what is not a document


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (b"", "not JSON: line 1, column 1: "),
        (b"{", "not JSON: line 1, column 2: "),
        (b'{"game": "\xff"}', "not UTF-8: byte 0xFF at position 10; "),
        (padded(ann_wins(), LIMIT + 1), "too large: a document has at most 256 KiB"),
        (b"[" * 200_000, "nested too deeply: "),
        (b'{"game": 1, "game": 2}', '"game" is given twice in one object'),
        (GOOD.replace(b'"prestige": 2', b'"prestige": NaN'), "not JSON: NaN "),
        (GOOD.replace(b'"prestige": 2', b'"prestige": ' + b"9" * 100_000), f"players[0].prestige: {'9' * 40}…: "),
        (b"[]", "a list of 0 entries: a document is a JSON object"),
    ],
)
def test_what_is_not_a_document_is_refused_in_a_sentence(given: bytes, sentence: str) -> None:
    finished = run("score", "-", given=given)
    assert finished.returncode == 2
    assert finished.stdout == b""
    assert f"\n  {sentence}" in said(finished)


@pytest.mark.parametrize("given", [b"\xef\xbb\xbf" + GOOD, padded(ann_wins(), LIMIT)], ids=["mark", "256 KiB"])
def test_a_byte_order_mark_and_the_largest_size_are_allowed(given: bytes) -> None:
    finished = run("score", "--json", "-", given=given)
    assert finished.returncode == 0
    assert totals(*results(finished.stdout)) == {"Ann": 6, "Ben": 3}


@pytest.mark.parametrize("size", [LIMIT, LIMIT + 1])
def test_a_file_is_read_up_to_the_largest_size(tmp_path: Path, size: int) -> None:
    path = tmp_path / "large.json"
    path.write_bytes(padded(ann_wins(), size))
    assert run("score", path).returncode == (0 if size == LIMIT else 2)


def test_a_key_given_twice_among_very_many_is_found_at_once() -> None:
    keys = ",".join(f'"{number:x}":1' for number in range(24_000))
    assert (
        '"0" is given twice'
        in subprocess.run(
            [*COMMAND, "score", "-"],
            input=f'{{{keys},"0":1}}'.encode(),
            capture_output=True,
            cwd=ROOT,
            env=environment(),
            timeout=PATIENCE,
            check=False,
        ).stderr.decode()
    )


@pytest.mark.parametrize("arguments", [("score",), ("check", "--json")])
def test_a_folder_is_not_a_document(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    finished = run(*arguments, tmp_path)
    assert finished.returncode == 2
    assert "a folder, not a file" in finished.stdout.decode() + said(finished)


@pytest.mark.parametrize("name", ["none.json", "x" * 5000], ids=["file", "long name"])
def test_a_file_that_cannot_be_found_is_said(tmp_path: Path, name: str) -> None:
    finished = run("score", tmp_path / name)
    assert finished.returncode == 2
    assert finished.stdout == b""
    assert said(finished).startswith(f"{tmp_path / name} cannot be scored: 1 problem\n")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read every file")
def test_a_file_that_may_not_be_read_is_said(good: Path) -> None:
    good.chmod(0)
    finished = run("score", good)
    assert finished.returncode == 2
    assert "cannot be read: Permission denied" in said(finished)


def test_an_empty_file_is_not_a_document(tmp_path: Path) -> None:
    (tmp_path / "empty.json").touch()
    finished = run("score", tmp_path / "empty.json")
    assert finished.returncode == 2
    assert "  not JSON: line 1, column 1: " in said(finished)


def test_a_key_cannot_steer_the_terminal() -> None:
    finished = run("score", "-", given=b'{"game": "carpe-diem", "format": 1, "\\u001b[31m": 1}')
    assert finished.returncode == 2
    assert "\x1b" not in said(finished)


def test_the_name_of_a_file_cannot_steer_the_terminal(tmp_path: Path) -> None:
    finished = run("score", tmp_path / "\x1b[31m.json")
    assert finished.returncode == 2
    assert "\x1b" not in said(finished)


# -- lines


def test_jsonl_writes_one_result_a_line_in_the_same_order() -> None:
    lines = [GOOD, BAD, b"nonsense", b'"\xff"', raw(table(player("Cleo"), player("Dan"))), b"[" * 100_000, GOOD]
    finished = run("score", "--jsonl", given=b"".join(line + b"\n" for line in lines))
    assert finished.returncode == 0
    assert finished.stderr == b""
    first, second, third, fourth, fifth, sixth, seventh = results(finished.stdout)
    assert totals(first) == totals(seventh) == {"Ann": 6, "Ben": 3}
    assert totals(fifth) == {"Cleo": 3, "Dan": 3}
    assert second == {"problems": [PROBLEM]}
    assert [[problem["path"] for problem in bad["problems"]] for bad in (third, fourth, sixth)] == [[""], [""], [""]]


@pytest.mark.parametrize(
    ("given", "kinds"),
    [
        (b"", []),
        (GOOD, ["game"]),
        (GOOD + b"\n", ["game"]),
        (GOOD + b"\r\n" + BAD + b"\r\n", ["game", "problems"]),
        (GOOD + b"\n\n\r\n" + GOOD, ["game", "problems", "problems", "game"]),
        (padded(ann_wins(), LIMIT + 2), ["problems"]),
    ],
    ids=["nothing", "no newline", "newline", "CRLF", "blank lines", "too long without newline"],
)
def test_every_line_has_its_result(given: bytes, kinds: list[str]) -> None:
    finished = run("score", "--jsonl", given=given)
    assert finished.returncode == 0
    assert finished.stderr == b""
    assert [next(iter(json.loads(line))) for line in finished.stdout.splitlines()] == kinds


@pytest.fixture(scope="module")
def scorer() -> Iterator[subprocess.Popen[bytes]]:
    with started("score", "--jsonl") as process:
        yield process


@pytest.mark.parametrize(
    "line",
    [
        b"\xef\xbb\xbf" + GOOD,
        padded(ann_wins(), LIMIT),
        padded(ann_wins(), LIMIT) + b"\r",
    ],
    ids=["byte order mark", "256 KiB", "256 KiB and CRLF"],
)
def test_a_line_as_large_as_allowed_or_with_a_mark_is_scored(scorer: subprocess.Popen[bytes], line: bytes) -> None:
    assert totals(answered(scorer, line, b"\n")) == {"Ann": 6, "Ben": 3}


@pytest.mark.parametrize(
    "line",
    [
        padded(ann_wins(), LIMIT + 1),
        padded(ann_wins(), LIMIT + 2),
        padded(ann_wins(), LIMIT + 3),
        padded(ann_wins(), 3 * LIMIT),
        GOOD.ljust(LIMIT + 2, b"\r") + b"nonsense",
    ],
    ids=["one byte more", "two bytes more", "three bytes more", "far more", "carriage returns and more"],
)
def test_a_line_too_long_is_said_to_be_so_and_the_next_one_is_scored(
    scorer: subprocess.Popen[bytes], line: bytes
) -> None:
    message = "too large: a document has at most 256 KiB"
    assert answered(scorer, line, b"\n") == {"problems": [{"path": "", "message": message}]}
    assert totals(answered(scorer, GOOD, b"\n")) == {"Ann": 6, "Ben": 3}


@pytest.mark.parametrize(
    ("line", "paths"),
    [
        (b"\x00", [""]),
        (b"null", [""]),
        (GOOD + GOOD, [""]),
        (b'{"a":' * 40_000, [""]),
        (GOOD.decode().encode("utf-16-be"), [""]),
        (GOOD.replace(b'"prestige": 2', b'"prestige": Infinity'), [""]),
        (GOOD.replace(b'"prestige": 2', b'"prestige": -Infinity'), [""]),
        (GOOD.replace(b'"coins": 2', b'"coins": 2, "coins": 2'), [""]),
        (GOOD.replace(b'"coins": 2', b'"coins": 2.0'), ["players[0].coins"]),
        (GOOD.replace(b'"coins": 2', b'"coins": 1e999'), ["players[0].coins"]),
        (GOOD.replace(b'"coins": 2', b'"coins": -' + b"9" * 5000), ["players[0].coins"]),
        (GOOD.replace(b"Ann", b"\\ud800"), ["players[0].name"]),
        (GOOD.replace(b"Ann", b"A\\u0000"), ["players[0].name"]),
        (GOOD.replace(b'"coins"', b'"\\ud800"'), ["players[0].\ud800"]),
    ],
    ids=[
        "NUL",
        "null",
        "two documents",
        "deeply nested",
        "UTF-16",
        "Infinity",
        "-Infinity",
        "key given twice",
        "2.0",
        "1e999",
        "huge integer",
        "half a surrogate pair as name",
        "control character in a name",
        "half a surrogate pair as key",
    ],
)
def test_each_kind_of_bad_line_is_a_result(scorer: subprocess.Popen[bytes], line: bytes, paths: list[str]) -> None:
    assert [problem["path"] for problem in answered(scorer, line, b"\n")["problems"]] == paths


def test_a_line_is_answered_before_the_next_one_is_sent() -> None:
    with started("score", "--jsonl") as process:
        assert totals(answered(process, GOOD, b"\n")) == {"Ann": 6, "Ben": 3}
        assert answered(process, BAD, b"\n") == {"problems": [PROBLEM]}
        assert totals(answered(process, GOOD, b"\n")) == {"Ann": 6, "Ben": 3}
        pipe(process.stdin).close()
        assert process.wait(PATIENCE) == 0


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is read from /proc")
def test_memory_does_not_grow_with_the_input() -> None:
    longest = padded(ann_wins(), LIMIT) + b"\n"
    part = b" " * 2**20
    with started("score", "--jsonl") as process:
        answered(process, longest)
        few = peak(process)
        for _ in range(100):
            answered(process, longest)
        assert list(answered(process, *([part] * 32), b"\n")) == ["problems"]
        assert peak(process) - few < 4 * 1024


# -- when the program cannot go on


@pytest.mark.parametrize(
    "arguments", [("score", "--jsonl"), ("score", "--json", "-"), ("score", "-"), ("schema", "carpe-diem")]
)
def test_a_closed_pipe_is_said_and_the_exit_status_is_1(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        finished = subprocess.run(
            [*COMMAND, *arguments],
            input=GOOD,
            stdout=writing,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=environment(),
            timeout=PATIENCE,
            check=False,
        )
    finally:
        os.close(writing)
    assert finished.returncode == 1
    assert said(finished) == "tessera: the output was closed before everything was written\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [("score", "--jsonl"), ("games",)])
def test_a_full_disk_is_said_and_the_exit_status_is_1(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        finished = subprocess.run(
            [*COMMAND, *arguments],
            input=GOOD,
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=environment(),
            timeout=PATIENCE,
            check=False,
        )
    assert finished.returncode == 1
    assert said(finished) == "tessera: stopped: No space left on device\n"


@pytest.mark.skipif(not Path("/bin/sh").exists(), reason="no shell to close streams with")
@pytest.mark.parametrize(
    ("closing", "arguments"), [("<&-", ("score", "--jsonl")), ("<&-", ("score", "-")), (">&-", ("games",))]
)
def test_a_stream_that_was_never_open_gives_no_traceback(closing: str, arguments: tuple[str, ...]) -> None:
    finished = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" "$@" {closing}', *COMMAND, *arguments],
        capture_output=True,
        cwd=ROOT,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )
    assert finished.returncode in {1, 2}
    assert said(finished) != ""
