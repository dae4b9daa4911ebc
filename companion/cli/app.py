"""The command line: `tessera` opens the app; `score`, `check`, `schema` and `games` work on documents.

The commands that work on the history stand in `cli_history`.
"""

from __future__ import annotations

import os
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, Final, Protocol, TypeVar

import typer
from typer.core import TyperGroup

from companion.cli import history, host, sheets
from companion.cli.errors import DONE, FAILED, PROBLEMS, internal_error_message, print_error
from scoring import GAMES
from scoring.messages import say
from scoring.problems import Problem
from storage.documents import codec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.system.network import Lan
    from scoring.game import Game

R = TypeVar("R")

STANDARD_INPUT: Final = "-"


class _Commands(TyperGroup):
    """The commands, which end in a sentence also where the output cannot be written."""

    def invoke(self, ctx: Any) -> object:  # noqa: ANN401 - Typer's own context, whose place differs by version
        try:
            result: object = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            print_error("the output was closed before everything was written")
        except OSError as error:
            print_error(f"stopped: {error.strerror or error}")
        else:
            return result
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still buffered has nowhere to go
        raise typer.Exit(FAILED)


cli = typer.Typer(
    cls=_Commands,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Files = Annotated[
    list[str] | None,
    typer.Argument(metavar="FILE...", help="Documents to read; - is standard input.", show_default=False),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write one result object a document, each on a line.")]
AsJsonLines = Annotated[
    bool, typer.Option("--jsonl", help="Read one document a line from standard input, write one result a line.")
]
Explain = Annotated[bool, typer.Option("--explain", help="Say the reason of every number.")]


def main() -> None:
    """Run the command, whatever happens without a traceback."""
    if sys.stdout is None:
        print_error("standard output is closed, there is nowhere to write to")
        sys.exit(FAILED)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    cli()


@cli.callback(invoke_without_command=True)
def tessera(  # noqa: PLR0913 - what a start can be asked for
    context: typer.Context,
    *,
    desktop: Annotated[bool, typer.Option("--desktop", help="Open the app in a window of its own.")] = False,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Start the app, and open it nowhere.")] = False,
    port: Annotated[int | None, typer.Option(help="Where the app answers on this machine.", min=0, max=65535)] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="The folder with the app's data.")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let phones in the same network join tables.")] = False,
    address: host.Address = None,
    show_version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    """Tessera scores physical board games and says why. Without a command it opens the app."""
    if show_version:
        typer.echo(f"tessera {_version()}")
    elif context.invoked_subcommand is None:
        view = _view(desktop=desktop, no_browser=no_browser)
        _open(view, port, data, host.asked(lan=lan, address=address))
    elif desktop or no_browser or lan or any(given is not None for given in (port, data, address)):
        print_error(f"the options before {context.invoked_subcommand} are the app's; leave them out, or the command")
        raise typer.Exit(PROBLEMS)


def _view(*, desktop: bool, no_browser: bool) -> str:
    """Return where the app is to be opened."""
    if desktop and no_browser:
        print_error("--desktop opens a window and --no-browser none; choose one")
        raise typer.Exit(PROBLEMS)
    return "window" if desktop else "nowhere" if no_browser else "browser"


def _open(view: str, port: int | None, data: Path | None, network: host.Asked) -> None:
    """Open the app, or say in a sentence why it cannot be opened."""
    try:
        _serve(view, port, data, network)
    except (OSError, typer.Exit):
        raise
    except Exception as error:  # noqa: BLE001 - people get a sentence, whatever is wrong with the program
        print_error(internal_error_message(error, "what you did before"))
        raise typer.Exit(FAILED) from None


def _serve(view: str, port: int | None, data: Path | None, network: host.Asked) -> None:
    """Serve the app, whose modules are imported only here: all else starts faster without them."""
    from companion import runtime
    from companion.system import paths
    from companion.system.browser_window import View  # noqa: PLC0415
    from companion.system.network import PORT  # noqa: PLC0415
    from companion.ui import app as program  # noqa: PLC0415
    from companion.web import server  # noqa: PLC0415
    from companion.web.auth import AuthBackend  # noqa: PLC0415
    from storage.database.errors import StoreError  # noqa: PLC0415

    def house(lan: Lan) -> AuthBackend:
        runtime.serve_by(lan)
        return AuthBackend(doors=runtime.doors(), worker=runtime.worker())

    try:
        server.run(
            server.ServedApp(main=program.main, prepare=runtime.prepare, shut=runtime.shut, house=house),
            data=data or paths.data_folder(),
            port=PORT if port is None else port,
            view=View(view),
            tell=typer.echo,
            network=server.Exposure(lan=network.lan, address=network.address, proxies=network.proxies),
        )
    except (server.StartError, StoreError) as error:
        print_error(str(error))
        raise typer.Exit(FAILED) from None


def _version() -> str:
    try:
        return version("tessera-companion")
    except PackageNotFoundError:
        return "(not installed)"


@cli.command()
def score(files: Files = None, *, json: AsJson = False, jsonl: AsJsonLines = False, explain: Explain = False) -> None:
    """Score the tables in FILE: the sheet, the places, and why a tie fell as it did."""
    _run(files, _Score(explain=explain), json=json, jsonl=jsonl)


@cli.command()
def check(files: Files = None, *, json: AsJson = False, jsonl: AsJsonLines = False) -> None:
    """Answer the questions in FILE, such as what two forum cards would pay."""
    _run(files, _Check(), json=json, jsonl=jsonl)


@cli.command()
def schema(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Its key, as `tessera games` lists it.")],
    check: Annotated[str | None, typer.Option("--check", metavar="CHECK", help="Of the documents of a check.")] = None,
) -> None:
    """Print the JSON Schema of a game's table document, or of a check document."""
    known = GAMES.get(game)
    if known is None:
        print_error(f"{game} is not a game here; known are: {', '.join(GAMES)}")
        raise typer.Exit(PROBLEMS)
    if check is None:
        sheets.pretty_json(codec.schema(known))
        return
    checks = {one.key: one for one in known.checks}
    if check not in checks:
        print_error(f"{check} is not a check of {game}; known are: {', '.join(checks)}")
        raise typer.Exit(PROBLEMS)
    sheets.pretty_json(codec.check_schema(known, checks[check]))


@cli.command()
def games(*, json: Annotated[bool, typer.Option("--json", help="Write a list of objects.")] = False) -> None:
    """List the games: key, title, players, editions, and what can be checked."""
    if json:
        sheets.pretty_json([_described(game) for game in GAMES.values()])
    else:
        sheets.games(GAMES.values())


def _described(game: Game[Any]) -> dict[str, object]:
    return {
        "key": game.key,
        "title": game.title,
        "players": list(game.players),
        "editions": list(game.editions),
        "checks": {check.key: check.title for check in game.checks},
        "decided": [str(ruling) for ruling in game.all_rulings],
    }


class _Score:
    """What `tessera score` does with a document."""

    done = "scored"

    def __init__(self, *, explain: bool) -> None:
        self._explain = explain

    def read(self, document: object) -> codec.TableDocument:
        return codec.read_table(document)

    def result(self, read: codec.TableDocument) -> dict[str, Any]:
        return codec.score_result(read.game, read.game.score(read.table))

    def show(self, read: codec.TableDocument) -> None:
        sheets.score(read.game, read.table, read.game.score(read.table), explain=self._explain)


class _Check:
    """What `tessera check` does with a document."""

    done = "checked"

    def read(self, document: object) -> codec.CheckDocument:
        return codec.read_check(document)

    def result(self, read: codec.CheckDocument) -> dict[str, Any]:
        result: dict[str, Any] = codec.plain(read.check.answer(read.table, read.ask))
        return result

    def show(self, read: codec.CheckDocument) -> None:
        sheets.check(read.check, read.table, read.ask, read.check.answer(read.table, read.ask))


class _Work(Protocol[R]):
    """What a command does with a document."""

    done: str

    def read(self, document: object) -> R: ...

    def result(self, read: R) -> dict[str, Any]: ...

    def show(self, read: R) -> None: ...


def _run(files: list[str] | None, work: _Work[R], *, json: bool, jsonl: bool) -> None:
    if jsonl:
        if files not in (None, [STANDARD_INPUT]):
            print_error("--jsonl reads standard input; give no FILE")
            raise typer.Exit(PROBLEMS)
        _lines(_standard_input(), work)
        return
    if not files:
        print_error("which FILE? Name a document, or - for standard input")
        raise typer.Exit(PROBLEMS)
    ends = {_document(name, work, json=json, several=len(files) > 1) for name in files}
    if ends - {DONE}:
        raise typer.Exit(FAILED if FAILED in ends else PROBLEMS)


def _document(name: str, work: _Work[R], *, json: bool, several: bool) -> int:
    """Answer one document, and return the exit status that it alone would have."""
    try:
        read = work.read(codec.parse(_read(name)))
        if json:
            _write(work.result(read))
            return DONE
        if several:
            sheets.heading(name)
        work.show(read)
    except codec.DocumentError as error:
        if json:
            _write(codec.problems_result(error.problems))
        else:
            sys.stdout.flush()
            sheets.problems("standard input" if name == STANDARD_INPUT else name, work.done, error.problems)
        return PROBLEMS
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - people get a sentence, whatever is wrong with the program
        print_error(internal_error_message(error))
        return FAILED
    return DONE


def _read(name: str) -> bytes:
    """Return the bytes of a file, or of standard input, read no further than a document can reach."""
    try:
        if name == STANDARD_INPUT:
            return _standard_input().read(codec.MAX_DOCUMENT_BYTES + 1)
        with open(name, "rb") as file:  # noqa: PTH123 - a path of "" would be this folder
            return file.read(codec.MAX_DOCUMENT_BYTES + 1)
    except IsADirectoryError:
        reason = "a folder, not a file; name a document in it"
    except FileNotFoundError:
        reason = "there is no such file"
    except (OSError, ValueError) as error:
        reason = f"cannot be read: {getattr(error, 'strerror', None) or error}"
    raise codec.DocumentError([Problem(path="", message=say("{name}: {reason}", name=name, reason=reason))])


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        print_error("standard input is closed, there is nothing to read")
        raise typer.Exit(FAILED)
    return sys.stdin.buffer


def _lines(source: BinaryIO, work: _Work[R]) -> None:
    """Write one result for each line, each as soon as it is there."""
    failed = False
    for line in _bounded(source):
        try:
            answer = work.result(work.read(codec.parse(line)))
        except codec.DocumentError as error:
            answer = codec.problems_result(error.problems)
        except Exception as error:  # noqa: BLE001 - the lines after this one have their results too
            failed = True
            answer = codec.problems_result(
                [Problem(path="", message=say("{fault}", fault=internal_error_message(error)))]
            )
        _write(answer)
    if failed:
        raise typer.Exit(FAILED)


def _bounded(source: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream without their ends; of a line that is too long only as much as shows that."""
    most = codec.MAX_DOCUMENT_BYTES + len(b"\r\n")
    while line := source.readline(most):
        rest = line
        while len(rest) == most and not rest.endswith(b"\n"):
            rest = source.readline(most)
        yield line.removesuffix(b"\n").removesuffix(b"\r") if rest is line else line + rest[:1]


def _write(result: dict[str, Any]) -> None:
    sys.stdout.buffer.write(codec.to_json(result) + b"\n")
    sys.stdout.buffer.flush()


history.add_to(cli)
host.add_to(cli)
