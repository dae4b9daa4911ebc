"""How `tessera` opens the app."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from typer.testing import CliRunner

from companion.cli import app as cli
from companion.system import paths
from companion.system.browser_window import View
from companion.system.network import Lan
from companion.web import server
from scoring.messages import say
from storage.database.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the server is asked to do, which it does not."""
    arguments: dict[str, Any] = {}
    monkeypatch.setattr(server, "run", lambda open_app, **how: arguments.update(how, open_app=open_app))
    return arguments


def opened(*arguments: str) -> Result:
    return CliRunner().invoke(cli.cli, arguments)


def test_the_app_opens_in_the_browser_with_the_data_of_this_user(
    asked: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESSERA_DATA", str(tmp_path))
    assert opened().exit_code == 0
    assert (asked["view"], asked["port"], asked["data"]) == (View.BROWSER, None, tmp_path)
    for lan, address in ((Lan(8423), ""), (Lan(8423, "https://tessera.example/"), "https://tessera.example")):
        runtime = asked["open_app"](paths.database(tmp_path), tmp_path, lan)
        runtime.close()
        assert (tmp_path / paths.DATABASE).exists()
        context = runtime.main.__self__.context
        assert (context.lan, context.address) == (lan, address)


@pytest.mark.usefixtures("asked")
def test_what_is_loaded_is_left_out_of_the_search_for_garbage_which_goes_on() -> None:
    gc.unfreeze()
    assert opened("--no-browser").exit_code == 0
    assert gc.get_freeze_count() > 0
    assert gc.isenabled()


def test_the_options_say_where_the_app_opens(asked: dict[str, Any], tmp_path: Path) -> None:
    assert opened("--no-browser", "--port", "0", "--data", str(tmp_path)).exit_code == 0
    assert (asked["view"], asked["port"], asked["data"]) == (View.NOWHERE, 0, tmp_path)
    assert opened("--desktop").exit_code == 0
    assert asked["view"] is View.WINDOW


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (server.StartError("it runs already"), "it runs already"),
        (StoreError(say("the disk is {state}", state="full")), "the disk is full"),
        (OSError(28, "No space left on device"), '"standard output" cannot be used: the disk is full'),
        (
            ZeroDivisionError("no way"),
            "Tessera itself failed with ZeroDivisionError (no way); please report that, with what you did",
        ),
    ],
)
def test_what_keeps_the_app_from_opening_is_a_sentence(
    error: Exception, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> NoReturn:
        raise error

    monkeypatch.setattr(server, "run", fail)
    result = opened()
    assert (result.exit_code, result.stderr) == (1, f"tessera: {sentence}\n")
