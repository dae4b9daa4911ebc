"""The command as a process: what it reads, what it writes, and its exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, cast

import pytest
from typer.testing import CliRunner

from companion.cli.app import COMMANDS, cli
from scoring import GAMES
from tests.companion.command import BAD, GOOD, PROBLEM, ROOT, TIMEOUT_S, ann_with_a_district, results, run, said, totals
from tests.companion.documents import player, question, raw, table

if TYPE_CHECKING:
    from pathlib import Path


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


def test_score_shows_a_sheet(good: Path) -> None:
    finished = run("score", good, columns=80, status=0)
    assert finished.stdout.decode().startswith("Carpe Diem, second edition\n┏━")
    assert "│ Total                   │   6 │   3 │\n" in finished.stdout.decode()
    assert "1. Ann, 6 points: most points: 6 to 3\n2. Ben, 3 points: last place\n" in finished.stdout.decode()
    assert finished.stderr == b""


def test_score_json_writes_one_result_object_on_one_line(good: Path) -> None:
    finished = run("score", "--json", good, status=0)
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
    finished = run("score", "--json", "-", stdin=GOOD, status=0)
    assert totals(*results(finished.stdout)) == {"Ann": 6, "Ben": 3}


def test_problems_are_said_on_standard_error_with_their_paths(bad: Path) -> None:
    finished = run("score", bad, status=2)
    assert finished.stdout == b""
    assert said(finished) == f'"{bad}" has 1 problem\n  {PROBLEM["path"]}: {PROBLEM["message"]}\n'


def test_problems_are_a_result_for_programs(bad: Path) -> None:
    finished = run("score", "--json", bad, status=2)
    assert results(finished.stdout) == [{"problems": [PROBLEM]}]
    assert finished.stderr == b""


def test_a_long_problem_is_not_broken_into_lines() -> None:
    document = table(player("Ann", goods={"wheat": 1}), player("Ben"))
    sentence = '"wheat" is not known here; known are: grapes, herbs, chicken, fish'
    assert f"  players[0].goods.wheat: {sentence}\n" in said(run("score", "-", stdin=raw(document), columns=34))


def test_of_many_problems_the_first_are_said_and_how_many_more() -> None:
    entries = {f"x{number}": 1 for number in range(1000)}
    categories = [{"key": f"c{number}", "title": f"C{number}", "kind": "points"} for number in range(40)]
    pad = {"title": "Big", "categories": categories}
    players = [{"name": "Ann", "entries": entries}]
    document = {"game": "score-pad", "format": 1, "table": {"pad": pad, "players": players}}
    first, *problems, last = said(run("score", "-", stdin=raw(document))).splitlines()
    assert first == '"standard input" has at least 500 problems'
    assert len(problems) == 20
    assert problems[0].endswith(
        "the pad has no category with this key; it has c0, c1, c2, c3, c4, c5, c6, c7 and 32 more"
    )
    assert last == "  and 480 more"


def test_several_files_are_answered_each_and_one_with_problems_makes_the_exit_status_2(good: Path, bad: Path) -> None:
    finished = run("score", good, bad, good, columns=240, status=2)
    assert finished.stdout.decode().count(f"\n{good}\nCarpe Diem, second edition\n") == 2
    assert said(finished).startswith(f'"{bad}" has 1 problem\n')


def test_several_files_give_one_result_a_line_in_the_same_order(good: Path, bad: Path) -> None:
    finished = run("score", "--json", bad, good, good.with_name("none.json"), good, status=2)
    kinds = [next(iter(result)) for result in results(finished.stdout)]
    assert kinds == ["problems", "game", "problems", "game"]


def test_a_check_document_is_not_scored() -> None:
    finished = run("score", "--json", "-", stdin=raw(question("forum_order")), status=2)
    assert [problem["path"] for problem in results(finished.stdout)[0]["problems"]] == ["check"]


@pytest.mark.parametrize("arguments", [("score", "--explain", "-"), ("games",)])
def test_nothing_is_coloured_in_a_pipe(arguments: tuple[str, ...]) -> None:
    finished = run(*arguments, stdin=raw(ann_with_a_district()), status=0)
    assert b"\x1b" not in finished.stdout + finished.stderr


def test_names_reach_programs_as_they_were_entered() -> None:
    names = ("[bold]x[/bold]", "🎲👩‍👩‍👧", "漢" * 40, ":smile:")
    finished = run("score", "--json", "-", stdin=raw(table(*map(player, names))))
    assert tuple(totals(*results(finished.stdout))) == names


@pytest.mark.parametrize(
    ("document", "answer"),
    [
        (question("forum_order"), {"order": ["Ann", "Ben"]}),
        (question("forum_visit"), {"order": [0, 1], "points": 6, "prestige": 0, "items_left": 0, "final_gain": 4}),
    ],
)
def test_check_json_answers_a_question(document: dict[str, Any], answer: dict[str, Any]) -> None:
    finished = run("check", "--json", "-", stdin=raw(document), status=0)
    (result,) = results(finished.stdout)
    assert {name: result[name] for name in answer} == answer


def test_check_json_answers_for_the_whole_forum() -> None:
    finished = run("check", "--json", "-", stdin=raw(question("forum")))
    assert [(visit["cells"], visit["points"]) for visit in results(finished.stdout)[0]["visits"]] == [(["A1", "B1"], 6)]


def test_check_shows_an_answer_to_people() -> None:
    finished = run("check", "-", stdin=raw(question("forum_order")), status=0)
    assert "│      1 │ Ann    │     3 │               0 │\n" in finished.stdout.decode()


def test_check_says_what_is_wrong_with_the_question() -> None:
    finished = run("check", "-", stdin=raw(question("forum_visit", player="Cleo")), status=2)
    assert said(finished) == (
        '"standard input" has 1 problem\n  ask.player: "Cleo" is not at this table: the players are Ann and Ben\n'
    )


def test_check_jsonl_answers_line_by_line() -> None:
    lines = [raw(question("forum_order")), GOOD, raw(question("forum_order"))]
    finished = run("check", "--jsonl", stdin=b"\n".join(lines), status=0)
    first, second, third = results(finished.stdout)
    assert first == third == {"order": ["Ann", "Ben"]}
    assert [problem["path"] for problem in second["problems"]] == ["check"]


def test_schema_prints_the_json_schema_of_a_game() -> None:
    finished = run("schema", "carpe-diem", columns=34, status=0)
    schema = json.loads(finished.stdout)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["required"] == ["game", "format", "table"]
    assert schema["properties"]["game"] == {"const": "carpe-diem"}


def test_schema_of_an_unknown_game_names_the_known_ones() -> None:
    finished = run("schema", "chess", status=2)
    assert said(finished) == f'tessera: GAME: there is no "chess"; choose one of: {", ".join(GAMES)}\n'


def test_schema_of_a_check_prints_how_its_documents_look() -> None:
    finished = run("schema", "carpe-diem", "--check", "forum", status=0)
    assert json.loads(finished.stdout)["properties"]["check"] == {"const": "forum"}


def test_schema_of_an_unknown_check_names_the_known_ones() -> None:
    finished = run("schema", "carpe-diem", "--check", "chess", status=2)
    checks = "forum_visit, forum, forum_order"
    assert said(finished) == f'tessera: --check: there is no "chess"; choose one of: {checks}\n'


def test_schema_of_a_check_of_a_game_without_any_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast("Any", GAMES), "score-pad", replace(GAMES["score-pad"], checks_at=None))
    finished = CliRunner().invoke(cli, ["schema", "score-pad", "--check", "end"])
    assert finished.exit_code == 2
    assert finished.stderr == "tessera: Score pad has no checks: use `tessera score`\n"


def test_games_lists_the_games_for_people() -> None:
    finished = run("games", columns=120, status=0)
    lines = finished.stdout.decode().splitlines()
    assert len(lines) == len(GAMES)
    assert lines[0] == "carpe-diem: Carpe Diem, 2 to 4 players"


def test_games_shows_one_game_whole() -> None:
    lines = run("games", "carpe-diem", columns=120).stdout.decode().splitlines()
    assert lines[:2] == ["carpe-diem: Carpe Diem, 2 to 4 players", "  editions: first, second"]
    assert "  check forum_visit: what two forum cards would pay" in lines
    assert "  decided: Victory point cards may go below 0 (a debt)." in lines


def test_games_says_which_edition_of_a_game_is_not_known() -> None:
    lines = run("games", "palaces-of-carrara", columns=120).stdout.decode().splitlines()
    assert "  The first edition (2012) is known, not that of 2022 with statues and monuments." in lines


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


def test_shelf_lists_the_ready_pads_and_prints_one_as_documents_have_it() -> None:
    assert "wingspan: Wingspan, 1 to 5 players" in run("shelf").stdout.decode().splitlines()
    pad = json.loads(run("--language", "de", "shelf", "wingspan").stdout)
    assert (pad["title"], pad["categories"][0]) == (
        "Flügelschlag",
        {"key": "birds", "title": "Vögel", "kind": "points"},
    )
    document = {"game": "score-pad", "format": 1, "table": {"pad": pad, "players": [{"name": "Anna"}]}}
    assert run("score", "-", stdin=json.dumps(document).encode()).returncode == 0
    assert json.loads(run("shelf", "Flügelschlag").stdout)["title"] == "Wingspan"
    assert (
        said(run("shelf", "flügel"))
        == 'tessera: GAME: there is no "flügel"; choose one of: wingspan, wingspan-asia, wingspan-oceania\n'
    )
    misspelt = run("shelf", "wingpsan")
    assert (misspelt.returncode, said(misspelt)) == (
        2,
        'tessera: GAME: there is no "wingpsan"; did you mean "wingspan"?\n',
    )


def test_help_says_what_the_command_can_do() -> None:
    finished = run("--help", columns=100, status=0)
    shown = finished.stdout.decode()
    assert "Without a command it opens the app." in " ".join(shown.split())
    commands = "score check schema games shelf history add export import backup restore doctor"
    for word in (*commands.split(), "--desktop", "--no-browser", "--port", "--data"):
        assert f"\n  {word} " in shown


@pytest.mark.parametrize("arguments", [(), ("games",), ("--version",), ("score", "-")])
def test_the_app_is_loaded_only_where_it_opens(arguments: tuple[str, ...]) -> None:
    heavy = {"asyncio", "fastapi", "flet", "platformdirs", "pydantic", "sqlalchemy", "sqlmodel", "uvicorn"}
    program = (
        "import sys\nfrom companion.cli import app as cli\n"
        f"sys.argv[1:] = {arguments!r}\n"
        "try:\n    cli.main() if sys.argv[1:] else None\n"
        f"finally:\n    print(sorted(set(sys.modules) & {heavy!r}), file=sys.stderr)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], input=GOOD, capture_output=True, cwd=ROOT, timeout=TIMEOUT_S, check=False
    )
    assert finished.returncode == 0
    assert finished.stderr.decode() == "[]\n"


@pytest.mark.parametrize(("arguments", "with_rich"), [(("score", "-"), True), (("score", "--json", "-"), False)])
def test_a_score_loads_one_game_without_its_checks_and_one_command(arguments: tuple[str, ...], with_rich: bool) -> None:  # noqa: FBT001
    program = (
        f"import sys\nfrom companion.cli.app import main\nsys.argv[1:] = {arguments!r}\n"
        "try:\n    main()\nfinally:\n    print(*sys.modules, file=sys.stderr)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], input=GOOD, capture_output=True, cwd=ROOT, timeout=TIMEOUT_S, check=True
    )
    loaded = set(finished.stderr.decode().split())
    assert loaded.intersection(f"scoring.{key.replace('-', '_')}" for key in GAMES) == {"scoring.carpe_diem"}
    modules = {place.partition(":")[0] for place in COMMANDS.values()}
    assert loaded & modules == {"companion.cli.documents"}
    assert "scoring.carpe_diem.checks" not in loaded
    assert ("rich" in loaded) is with_rich


def test_version_says_which_version_this_is() -> None:
    try:
        installed = version("tessera-companion")
    except PackageNotFoundError:
        pytest.skip("not installed")
    assert run("--version").stdout.decode() == f"tessera {installed}\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("score",), "tessera: which FILE? Name one, or - for standard input\n"),
        (("score", "--jsonl", "a.json"), "tessera: --jsonl and FILE do not go together: leave one out\n"),
        (
            ("score", "--colour"),
            'tessera: OPTION: there is no "--colour"; choose one of: --json, --jsonl, --explain; see `',
        ),
        (
            ("--port", "8000", "games"),
            "tessera: the options before games are the app's; put them after it, or leave them out\n",
        ),
        (
            ("--no-browser", "games"),
            "tessera: the options before games are the app's; put them after it, or leave them out\n",
        ),
        (("--desktop", "--no-browser"), "tessera: --desktop and --no-browser do not go together: leave one out\n"),
        (("--port", "65536"), "tessera: --port: give a whole number from 0 to 65535\n"),
        (("history", "--limit", "none"), "tessera: --limit: give a whole number from 1 to 1000000000\n"),
        (("export", "--format=pdf", "-"), 'tessera: --format: there is no "pdf"; choose one of: jsonl, csv, bgsplay\n'),
        (("export", "-", "--format"), "tessera: --format needs a value; see `"),
        (("games", "--json=3"), "tessera: --json takes no value; see `"),
        (("--port", "taken"), "tessera: --port: give a whole number from 0 to 65535\n"),
        (("games", "carpe-diem", "mayor"), "tessera: too many arguments; see `"),
        (("games", "chess"), 'tessera: GAME: there is no "chess"; choose one of: carpe-diem, little-town,'),
        (
            ("play",),
            'tessera: COMMAND: there is no "play"; choose one of: score, check, schema, games, shelf, history,',
        ),
        (("scor",), 'tessera: COMMAND: there is no "scor"; did you mean "score"?\n'),
        (("schema",), "tessera: GAME is missing; see `"),
    ],
)
def test_a_command_that_cannot_be_understood_is_explained(arguments: tuple[str, ...], sentence: str) -> None:
    finished = run(*arguments, status=2)
    assert finished.stdout == b""
    assert sentence in said(finished)
