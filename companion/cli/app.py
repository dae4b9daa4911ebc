"""The command line: `tessera` opens the app; its commands work on documents and on the history."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from typer.core import TyperGroup

from companion.cli.errors import FAILED, PROBLEMS, fail, internal_error_message, print_error
from companion.cli.options import Address, Data, NetworkOptions, data_folder, network_options
from scoring.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.system.network import Lan
    from companion.web.server import ServedApp
    from storage.database.connections import DatabaseUrl


COMMANDS: Final = {
    "score": "companion.cli.documents:score",
    "check": "companion.cli.documents:check",
    "schema": "companion.cli.documents:schema",
    "games": "companion.cli.documents:games",
    "history": "companion.cli.history:history",
    "add": "companion.cli.add:add",
    "export": "companion.cli.import_export:export",
    "import": "companion.cli.import_export:import_",
    "backup": "companion.cli.history:backup",
    "restore": "companion.cli.history:restore",
    "doctor": "companion.cli.history:doctor",
    "host": "companion.cli.host:host",
    "site": "companion.cli.site:site",
}
"""The commands by their names: the module and the function of each."""


class _Commands(TyperGroup):
    """The commands, each loaded when it is asked for, which end with a sentence where the output cannot be written."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - Typer's own
        """Take what Typer gives, and the commands."""
        super().__init__(**options)
        self.commands = Registry(COMMANDS, _command)

    def invoke(self, ctx: Any) -> object:  # noqa: ANN401 - Typer's own context, whose module differs by version
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


def _command(name: str) -> Any:  # noqa: ANN401 - Typer's own, whose module differs by version
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    alone.command(name)(resolve_name(COMMANDS[name]))
    return typer.main.get_command(alone)


def main() -> None:
    """Run the command; a fault ends it with a sentence, not a traceback."""
    if sys.stdout is None:
        print_error("standard output is closed, there is nowhere to write to")
        sys.exit(FAILED)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    cli()


@cli.callback(invoke_without_command=True)
def tessera(  # noqa: PLR0913 - one for each option
    context: typer.Context,
    *,
    desktop: Annotated[bool, typer.Option("--desktop", help="Open the app in a window of its own.")] = False,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Start the app, and open it nowhere.")] = False,
    port: Annotated[int | None, typer.Option(help="Where the app answers on this machine.", min=0, max=65535)] = None,
    data: Data = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let phones in the same network join tables.")] = False,
    address: Address = None,
    show_version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    """Tessera scores physical board games and says why. Without a command it opens the app."""
    if show_version:
        typer.echo(f"tessera {_version()}")
    elif context.invoked_subcommand is None:
        view = _view(desktop=desktop, no_browser=no_browser)
        _open(view, port, data, network_options(lan=lan, address=address))
    elif desktop or no_browser or lan or any(given is not None for given in (port, data, address)):
        fail(f"the options before {context.invoked_subcommand} are the app's; leave them out, or the command", PROBLEMS)


def _view(*, desktop: bool, no_browser: bool) -> str:
    """Return the value of the `View` that the options ask for."""
    if desktop and no_browser:
        fail("--desktop opens a window and --no-browser none; choose one", PROBLEMS)
    return "window" if desktop else "nowhere" if no_browser else "browser"


def _open(view: str, port: int | None, data: Path | None, network: NetworkOptions) -> None:
    """Open the app, or say in a sentence why it cannot be opened."""
    try:
        _serve(view, port, data, network)
    except (OSError, typer.Exit):
        raise
    except Exception as error:  # noqa: BLE001 - people get a sentence, whatever is wrong with the program
        print_error(internal_error_message(error, "what you did before"))
        raise typer.Exit(FAILED) from None


NEW_OBJECTS: Final = 10_000
"""How many new objects there are when Python searches for garbage. After its own 700, taps take an eighth longer."""


@contextmanager
def _without_collection() -> Iterator[None]:
    """Leave what is loaded here out of the search for garbage: it stays, and the search takes a sixth of the start.

    From then on the search is made less often.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS)
        gc.enable()


def _serve(view: str, port: int | None, data: Path | None, network: NetworkOptions) -> None:
    """Serve the app, whose modules are imported here alone: the other commands start faster without them."""
    with _without_collection():
        from companion.cli.join_codes import JoinCodePrinter  # noqa: PLC0415
        from companion.runtime import open_runtime  # noqa: PLC0415
        from companion.system.addresses import DEFAULT_PORT  # noqa: PLC0415
        from companion.system.browser_window import View  # noqa: PLC0415
        from companion.web import server  # noqa: PLC0415
        from companion.web.auth import AuthBackend  # noqa: PLC0415
        from storage.database.errors import StoreError  # noqa: PLC0415

    def open_app(url: DatabaseUrl, data: Path, lan: Lan) -> ServedApp:
        app = open_runtime(url, data, lan, address=lan.address or "")
        shared = app.context
        auth = AuthBackend(access=shared.tables.access, worker=shared.tables.worker)
        codes = JoinCodePrinter(lan, auth, typer.echo, sys.stdout)
        return server.ServedApp(main=app.main, close=app.close, links=shared.links, auth=auth, background=codes.run)

    try:
        server.run(
            open_app,
            data=data_folder(data),
            port=DEFAULT_PORT if port is None else port,
            view=View(view),
            notify=typer.echo,
            network=server.Exposure(lan=network.lan, address=network.address, proxies=network.proxies),
        )
    except (server.StartError, StoreError) as error:
        print_error(str(error))
        raise typer.Exit(FAILED) from None


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - the commands start faster without it

    try:
        return version("tessera-companion")
    except PackageNotFoundError:
        return "(not installed)"
