"""The language of the command line: of the option, else of the environment; files and JSON are in English."""

from __future__ import annotations

import csv
import errno
import io
import json
import subprocess
import sys
from gettext import NullTranslations
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from companion.cli import errors
from companion.cli.app import cli
from companion.formatting import languages
from scoring import GAMES
from scoring.messages import ENGLISH
from storage.database.errors import unusable
from storage.exchange.csv_file import BYTE_ORDER_MARK, FIRST_COLUMNS
from tests.companion.cli.history_commands import tessera
from tests.companion.command import BAD, GOOD, ROOT, TIMEOUT_S, environment

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


class Marked(NullTranslations):
    """A language that is English between marks."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"«{msgid1 if n == 1 else msgid2}»"

    def pgettext(self, context: str, message: str) -> str:
        del context
        return f"«{message}»"


@pytest.fixture(autouse=True)
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """German stands for any other language here, so that these tests need no translation of theirs."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(languages, "languages", lambda: ("en", "de"))
    monkeypatch.setattr(languages, "catalogue", lambda code: Marked() if code == "de" else ENGLISH)


def run(*arguments: str, stdin: bytes = GOOD, **variables: str) -> Result:
    return CliRunner().invoke(cli, arguments, input=stdin, env=variables)


def test_without_a_language_all_is_in_english() -> None:
    assert "«" not in run("score", "-").output
    assert "«" not in run("--help").output


@pytest.mark.parametrize("arguments", [("--language", "de"), ("--language=de",)])
def test_the_option_before_the_command_says_the_language(arguments: tuple[str, ...]) -> None:
    assert "«Total»" in run(*arguments, "score", "-", LANG="en_GB.UTF-8").output
    assert "«Total»" not in run("score", "-", LANG="en_GB.UTF-8").output


@pytest.mark.parametrize(
    ("variables", "is_german"),
    [
        ({"LANG": "de_DE.UTF-8"}, True),
        ({"LC_MESSAGES": "de_AT@euro", "LANG": "en_GB.UTF-8"}, True),
        ({"LC_ALL": "de", "LC_MESSAGES": "en_GB", "LANG": "en_GB"}, True),
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, False),
        ({"LC_ALL": "", "LANG": "de_DE.UTF-8"}, True),
        ({"LANG": "fr_FR.UTF-8"}, False),
        ({"LANG": "POSIX"}, False),
    ],
)
def test_else_the_environment_says_it(variables: dict[str, str], *, is_german: bool) -> None:
    assert ("«Total»" in CliRunner().invoke(cli, ["score", "-"], input=GOOD, env=variables).output) is is_german


def test_the_option_goes_before_the_environment() -> None:
    assert "«" not in run("--language", "en", "score", "-", LANG="de_DE").output


@pytest.mark.parametrize("rest", [("score", "-"), ("--help",), ()])
def test_an_unknown_language_is_refused_with_those_that_there_are(rest: tuple[str, ...]) -> None:
    result = run("--language", "xx", *rest)
    assert result.exit_code == errors.PROBLEMS
    assert result.stderr == 'tessera: --language: there is no "xx"; choose one of: en (English), de (Deutsch)\n'


def test_problems_and_errors_are_in_the_language() -> None:
    result = run("--language", "de", "score", "-", stdin=BAD)
    assert result.exit_code == errors.PROBLEMS
    assert "«a whole number from 0 to 9999»" in result.stderr
    assert "players[1].coins: " in result.stderr
    assert "«which FILE?" in run("--language", "de", "score").stderr


def test_the_help_is_in_the_language_with_its_commands_options_and_headings() -> None:
    main = run("--language", "de", "--help").output
    for words in ("«Usage: »", "«Options»", "«Commands»", "«Open the app in a window of its own.»", "«List the"):
        assert words in main
    command = run("--language", "de", "score", "--help").output
    for words in ("«Score the tables", "«Arguments»", "«Give the reason for every number.»", "«Show this message"):
        assert words in command
    assert "«" not in run("score", "--help").output, "the help of one call is in the language of another one"


@pytest.mark.parametrize("command", [(), ("history",), ("export",), ("score",), ("site",)], ids=" ".join)
def test_the_help_has_no_words_of_the_library_that_makes_it(command: tuple[str, ...]) -> None:
    usage, _, options = run("--language", "de", *command, "--help").output.partition("\n")
    assert "[«OPTIONS»]" in usage
    assert [sign for sign in ("{", "[ARGS]", "<=", "<int", "=<") if sign in usage + options] == []


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        (b'{"game": }', "«a value is missing»"),
        (b"{game", '«a name in "quotation marks" is missing»'),
        (b'{"game" 1}', '«":" is missing»'),
        (b'{"game": 1 "a"', '«"," is missing»'),
        (b"{} {}", "«nothing may follow here»"),
        (b'{"game', "«this text is broken»"),
    ],
)
def test_what_is_no_json_is_said_in_the_language(document: bytes, sentence: str) -> None:
    said = run("--language", "de", "score", "-", stdin=document).stderr
    assert sentence in said
    assert "line 1" in said


def test_what_the_system_refuses_is_said_in_the_language(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for arguments, reason in (
        (("score", tmp_path / "none"), "«there is no such file or folder»"),
        (("score", tmp_path / ("x" * 5000)), "«there is no such file or folder»"),
        (("import", tmp_path, "--data", tmp_path / "data"), "«it is a folder; name a file»"),
        (("add", "-", "--yes", "--data", tmp_path / "file"), "«a file is in the way»"),
    ):
        assert reason in run("--language", "de", *map(str, arguments)).stderr, arguments
    assert str(unusable("x", PermissionError(errno.EACCES, "Permission denied"))).startswith('"x" cannot be used: its')


def because(result: Result) -> list[str]:
    return [line["because"] for column in json.loads(result.output)["columns"] for line in column["lines"]]


def test_json_is_in_english_unless_the_option_asks_for_another_language() -> None:
    english = because(run("score", "--json", "-"))
    assert because(run("score", "--json", "-", LANG="de_DE.UTF-8")) == english
    assert not any("«" in reason for reason in english)
    assert all("«" in reason for reason in because(run("--language", "de", "score", "--json", "-")))


def test_problems_in_json_are_in_english_unless_the_option_asks_for_another_language() -> None:
    def message(result: Result) -> Any:
        return json.loads(result.output)["problems"][0]["message"]

    expected = "-1: a whole number from 0 to 9999 belongs here"
    assert message(run("score", "--json", "-", stdin=BAD, LANG="de_DE.UTF-8")) == expected
    assert "«a whole number" in message(run("--language", "de", "score", "--json", "-", stdin=BAD))


def test_what_the_games_are_and_their_schema_do_not_depend_on_the_environment() -> None:
    for arguments in (("games", "--json"), *(("schema", key) for key in GAMES)):
        assert run(*arguments, LANG="de_DE.UTF-8").output == run(*arguments).output


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "bgsplay"])
def test_exported_files_are_the_same_in_every_language(data_folder: Path, tmp_path: Path, suffix: str) -> None:
    english_file, german_file = tmp_path / f"english.{suffix}", tmp_path / f"german.{suffix}"
    assert tessera("export", english_file, data=data_folder).exit_code == errors.DONE
    german = CliRunner().invoke(cli, ["--language", "de", "export", str(german_file), "--data", str(data_folder)])
    assert german.exit_code == errors.DONE
    assert "«" in german.stderr
    assert german_file.read_bytes() == english_file.read_bytes()
    if suffix == "csv":
        head = next(csv.reader(io.StringIO(german_file.read_text().removeprefix(BYTE_ORDER_MARK))))
        assert tuple(head[: len(FIRST_COLUMNS)]) == FIRST_COLUMNS


def test_json_loads_no_locale() -> None:
    program = (
        "import sys\nfrom companion.cli.app import main\nsys.argv[1:] = ['score', '--json', '-']\n"
        "try:\n    main()\nfinally:\n    print(*sys.modules, file=sys.stderr)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program],
        input=GOOD,
        capture_output=True,
        cwd=ROOT,
        timeout=TIMEOUT_S,
        env=environment() | {"LC_ALL": "de_DE.UTF-8"},
        check=True,
    )
    assert "babel" not in finished.stderr.decode().split()
