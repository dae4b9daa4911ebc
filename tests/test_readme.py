"""The READMEs say what is true, for newcomers first."""

from __future__ import annotations

import json
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
import typer
from typer.testing import CliRunner

from companion.cli.app import cli
from companion.games import OWN_KITS
from scoring import GAMES
from storage.documents import codec
from tests.companion.headless import GAMES_WITH_RULES

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
DOCUMENTS = (ROOT / "storage" / "documents" / "README.md").read_text()
CLUB = (ROOT / "companion" / "web" / "README.md").read_text()
PAGES = [
    ROOT / "README.md",
    *(ROOT / ".github").glob("*.md"),
    *(page for part in ("companion", "scoring", "storage", "tests") for page in (ROOT / part).rglob("*.md")),
]


def blocks(language: str, text: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_the_readme_is_short_enough_for_a_newcomer() -> None:
    assert len(README.splitlines()) <= 150


def test_the_files_that_contributing_names_are_there() -> None:
    page = ROOT / ".github" / "CONTRIBUTING.md"
    named = re.findall(r"`((?:companion|scoring|storage|tests)/[\w/.<>]+)`", page.read_text())
    folders = {"tests/golden/<game>/": "carpe-diem"}
    files = [name.replace("<game>", folders.get(name, "carpe_diem")).replace("<kind>", "bids") for name in named]
    assert files
    assert [file for file in files if not (ROOT / file).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_links_to_is_there(page: Path) -> None:
    links = re.findall(r"""(?:\]\(|(?:src|srcset)=")(?!https?://)([^)#"]+)[)"]""", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("columns", ["80", None])
@pytest.mark.parametrize("block", blocks("console", README))
def test_what_the_readme_shows_is_what_is_printed(
    block: str, columns: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    command, _, shown = block.partition("\n")
    program, *arguments = shlex.split(command.removeprefix("$ "))
    result = CliRunner().invoke(cli, arguments, env={"COLUMNS": columns})
    assert (program, result.exit_code) == ("tessera", 0)
    assert result.output == shown


def commands(block: str) -> list[list[str]]:
    """The words of each command of ours in a shell script, without what the shell makes of them."""
    lines = [shlex.split(line.removesuffix("&"), comments=True) for line in block.splitlines()]
    return [words for words in lines if words[:1] == ["tessera"]]


def test_the_commands_for_a_club_are_those_that_there_are() -> None:
    (script,) = blocks("sh", CLUB)
    assert subprocess.run(["bash", "-n", "-c", script], check=False).returncode == 0  # noqa: S607 - the system's
    arguments = [words for _, *words in commands(script)]
    assert [words[0] for words in arguments] == ["--no-browser", "--no-browser", "host", "backup"]
    for words in arguments:
        assert CliRunner().invoke(cli, [*words, "--help"]).exit_code == 0, words
        assert CliRunner().invoke(cli, [*words, "--helpp"]).exit_code == 2


def test_the_documents_that_are_shown_can_be_scored() -> None:
    totals = []
    for block in (block for block in blocks("json", DOCUMENTS) if '"check"' not in block):
        read = codec.read_table(json.loads(block))
        totals.append([column.total for column in read.game.score(read.table).columns])
    assert totals == [[40 + 1 + 4 + 3 + 17, 30 + 7 + 4], [5 * 2 + 3 * 1 + 10, 4 * 4]]


def test_the_questions_that_are_shown_can_be_answered() -> None:
    visit, forum = (codec.read_check(json.loads(block)) for block in blocks("json", DOCUMENTS) if '"check"' in block)
    assert visit.check.answer(visit.table, visit.ask).points == 7
    assert [answer.cells for answer in forum.check.answer(forum.table, forum.ask).visits] == [("B1", "B2")]


def test_the_readme_lists_every_game_with_screens_of_its_own_and_every_command() -> None:
    for game in OWN_KITS.keys() & GAMES_WITH_RULES:
        assert f"| {GAMES[game].title} |" in README
    commands = typer.main.get_command(cli).commands  # type: ignore[attr-defined]
    for command in commands:
        assert f"`tessera {command}" in README


def test_the_two_commands_stand_in_the_readme_and_in_ci() -> None:
    test = 'python3 -m pip install ".[dev]" && python3 -m pytest'
    assert "python3 -m pip install . && tessera" in README
    assert test in README
    assert test in (ROOT / ".ci" / "run").read_text().splitlines()


def test_the_command_and_the_distribution_have_their_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert (project["name"], project["scripts"]) == ("tessera-companion", {"tessera": "companion.cli.app:main"})


def test_the_owner_of_the_project_stands_in_one_link_from_which_the_wheel_has_its_addresses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    interface = ModuleType("interface")
    interface.MetadataHookInterface = object  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "hatchling.metadata.plugin.interface", interface)
    script = runpy.run_path(str(ROOT / "assets" / "project_urls.py"))
    (owner,) = {match["owner"] for match in script["LINK"].finditer(README)}
    assert README.count(f"{owner}.github.io") == 1
    assert f"github.com/{owner}" not in README + (ROOT / "pyproject.toml").read_text()
    of_anna = README.replace(f"//{owner}.", "//anna.")
    addresses = script["urls"](of_anna)
    assert addresses["Homepage"] == "https://anna.github.io/tessera-companion/"
    assert addresses["Issues"] == "https://github.com/anna/tessera-companion/issues"
    assert script["urls"](README.replace(f"//{owner}.", "//OWNER.")) == {}
    paths = re.findall(r'(?<=\]\()[^)#]+|(?<=src=")[^"]+|(?<=srcset=")[^"]+', script["elsewhere"](of_anna, "1.0.0"))
    source = "https://github.com/anna/tessera-companion"
    assert paths[0] == f"{source}/raw/v1.0.0/assets/screenshots/district-dark.png"
    assert f"{source}/blob/v1.0.0/.github/CONTRIBUTING.md" in paths
    ours = [path.partition("/v1.0.0/")[2] for path in paths if path.startswith(source)]
    assert all((ROOT / path).is_file() for path in ours)
    assert all("://" in path for path in paths)


def test_a_shell_of_its_own_finds_what_it_is_made_from() -> None:
    shell = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["flet"]
    packed = ROOT / shell["app"]["path"]
    assert (packed / "main.py").is_file()
    assert (packed / "assets" / "icon.png").is_file()
    assert shell["dev_packages"] == {"tessera-companion": "."}
    shells = ("android", "ios", "linux", "macos", "windows")
    assert {*map(str, (shell[platform]["dependencies"] for platform in shells))} == {"['tessera-companion']"}
    assert "camera" in shell["permissions"]
