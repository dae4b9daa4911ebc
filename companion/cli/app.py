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
from typer.core import TyperCommand, TyperGroup

from companion.cli import errors
from companion.cli.language import OPTION, is_known, names, worded_for
from companion.cli.options import Address, Data, NetworkOptions, data_folder, network_options, port_number
from scoring import Registry
from scoring.messages import ENGLISH, reading, say, tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from companion.system.network import Lan
    from companion.web.server import ServedApp
    from storage.database.connections import DatabaseUrl

COMMANDS: Final = {
    "score": "companion.cli.documents:score",
    "check": "companion.cli.documents:check",
    "schema": "companion.cli.documents:schema",
    "games": "companion.cli.documents:games",
    "shelf": "companion.cli.documents:shelf",
    "history": "companion.cli.history:history",
    "add": "companion.cli.import_export:add",
    "export": "companion.cli.import_export:export",
    "import": "companion.cli.import_export:import_",
    "agree": "companion.cli.import_export:agree",
    "backup": "companion.cli.history:backup",
    "restore": "companion.cli.history:restore",
    "doctor": "companion.cli.history:doctor",
    "host": "companion.cli.join_codes:host",
    "site": "companion.cli.site:site",
}
"""The commands by their names: the module and the function of each."""

COMMAND: Final = "COMMAND"
"""What the help calls a command, as it calls a file FILE."""

ABOUT: Final = say("Tessera scores physical board games and says why. Without a command it opens the app.")
"""What the program does, for the help."""

HELP: Final = {
    "score": say("Score the tables in FILE: the sheet, the places, and what broke a tie."),
    "check": say("Answer the questions in FILE, such as what two forum cards would pay."),
    "schema": say("Print the JSON Schema of a game's table document, or of a check document."),
    "games": say("List the games; of one, also its editions, what can be checked, and what was decided."),
    "shelf": say("List the ready pads of other games; of one, print the pad, as documents have it."),
    "history": say("List the finished plays, the latest first."),
    "add": say("Score the finished tables in FILE and add them to the history, as one step per FILE."),
    "export": say("Write the finished plays to FILE, as JSON Lines (everything), CSV, or for BG Stats."),
    "import": say(
        "Import plays from files of Tessera, BG Stats (.bgsplay) or BoardGameGeek (XML), as one step per FILE."
    ),
    "agree": say("Agree with other devices by FOLDER: take in their files, and write the one of this device."),
    "backup": say("Save a checked copy of everything as it is now; the app may be running."),
    "restore": say("Restore a backup; what is there now is backed up first, and phones join again with new codes."),
    "doctor": say("Examine the data and the backups, and say what was found; nothing is changed."),
    "host": say("Print the link that lets a browser on another machine act as the host."),
    "site": say("Build Tessera as a static site, for phones and browsers without a running program."),
}
"""What each command does, for the help."""

STANDARD_OUTPUT: Final = say("standard output")

_TYPERS: Final = {
    message.template: message
    for message in (
        say("Arguments"),
        say("Options"),
        say("Commands"),
        say("required"),
        say("default: {default}", default="{default}"),
        say("Aborted!"),
        say("Show this message and exit."),
    )
}
"""What Typer itself says, by its words; where one has a value, Typer puts it in."""


def _of_typer(words: str) -> str:
    said = _TYPERS.get(words)
    return words if said is None else str(said)


typer.core._ = _of_typer  # type: ignore[attr-defined, assignment]  # by this name Typer asks for a translation of what it says


@contextmanager
def _written_out() -> Iterator[None]:
    """Write out what a block prints; the command ends with a sentence where it cannot, and without where nobody reads.

    Raises:
        Exit: it cannot be written.

    """
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        status = errors.NOBODY_READS
    except OSError as error:
        from storage.database.errors import unusable  # noqa: PLC0415 - needed only where something is wrong

        status = errors.FAILED
        errors.print_error(unusable(error.filename or STANDARD_OUTPUT, error))
    else:
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still buffered has nowhere to go
    raise typer.Exit(status)


class _Worded:
    """A command whose help is in the language of the reader; its options have theirs in English until then."""

    params: list[Any]
    help: str | None
    options_metavar: str | None

    def listed(self) -> Iterable[Any]:
        """Return the commands that the help lists."""
        return ()

    def parse_args(self, ctx: Any, args: Any) -> Any:  # noqa: ANN401 - Typer's own context, whose module differs by version
        """Read the options and arguments, or say in a sentence what is wrong with them."""
        try:
            with _written_out():  # the help, too
                return super().parse_args(ctx, args)  # type: ignore[misc]
        except errors.UsageError as error:
            errors.fail_for_usage(error, ctx)

    def get_help(self, ctx: Any) -> str:  # noqa: ANN401 - Typer's own context, whose module differs by version
        from companion.cli.sheets import line_width  # noqa: PLC0415 - the commands that write JSON do without rich

        for command in (self, *self.listed()):
            if command.help:
                command.help = tr(command.help)
        for param in (*self.params, super().get_help_option(ctx)):  # type: ignore[misc]
            words = getattr(param, "help", None)
            if words:
                param.help = tr(words)
        self.options_metavar = f"[{tr('Options').upper()}]"
        ctx.terminal_width = line_width()
        text: str = super().get_help(ctx)  # type: ignore[misc]
        usage, blank, details = text.partition("\n\n")
        usage = usage.replace("Usage: ", tr("Usage: "), 1).replace("{", "").replace("}", "")  # around what is required
        return usage + blank + details


class _Command(_Worded, TyperCommand):
    """A command of Tessera."""

    def get_short_help_str(self, limit: int = 0) -> str:  # noqa: ARG002 - a list wraps what is too long for a line
        """Return what the command does, whole."""
        return self.help or ""


class _Commands(_Worded, TyperGroup):
    """The commands, each loaded when it is asked for, which end with a sentence where the output cannot be written."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - Typer's own
        """Take what Typer gives, and the commands."""
        super().__init__(**options)
        self.subcommand_metavar = f"[{COMMAND}]"
        self.commands = Registry(COMMANDS, _command)

    def listed(self) -> Iterable[Any]:
        """Return all commands."""
        return self.commands.values()

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - Typer's own context
        """Find the command of this name, or say which there are."""
        if args[0] not in COMMANDS:
            errors.fail_for_choice(COMMAND, args[0], COMMANDS)
        return super().resolve_command(ctx, args)

    def main(self, args: Any = None, *others: Any, **options: Any) -> Any:  # noqa: ANN401 - Typer's own
        """Run a command, in the language of who called it."""
        with worded_for(sys.argv[1:] if args is None else list(args), COMMANDS):
            return super().main(args, *others, **options)

    def invoke(self, ctx: Any) -> object:  # noqa: ANN401 - Typer's own context, whose module differs by version
        with _written_out():
            return super().invoke(ctx)


cli = typer.Typer(
    cls=_Commands,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _command(name: str) -> Any:  # noqa: ANN401 - Typer's own, whose module differs by version
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    with reading(ENGLISH):  # the help is worded when it is shown: to find out the language takes a while
        alone.command(name, cls=_Command, help=str(HELP[name]))(resolve_name(COMMANDS[name]))
        return typer.main.get_command(alone)


def main() -> None:
    """Run the command; a fault ends it with a sentence, not a traceback."""
    if sys.stdout is None:
        errors.print_error(tr("{stream} is closed", stream=STANDARD_OUTPUT))
        sys.exit(errors.FAILED)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    cli()


def _checked_language(code: str | None) -> str | None:
    if code is not None and not is_known(code):
        errors.fail_for_choice(OPTION, code, [f"{language} ({name})" for language, name in names().items()])
    return code


Language = Annotated[
    str | None,
    typer.Option(
        OPTION,
        metavar="CODE",
        is_eager=True,
        callback=_checked_language,
        help=tr("The language of the output, given before the command; by default that of the environment."),
        show_default=False,
    ),
]


@cli.callback(invoke_without_command=True, help=str(ABOUT))
def tessera(  # noqa: PLR0913 - one for each option
    context: typer.Context,
    *,
    desktop: Annotated[bool, typer.Option("--desktop", help=tr("Open the app in a window of its own."))] = False,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help=tr("Start the app without opening it anywhere."))
    ] = False,
    port: Annotated[
        int | None, typer.Option(metavar="PORT", help=tr("The port of the app on this machine."), parser=port_number)
    ] = None,
    data: Data = None,
    lan: Annotated[bool, typer.Option("--lan", help=tr("Let phones on the same network join tables."))] = False,
    address: Address = None,
    agree: Annotated[
        Path | None,
        typer.Option("--agree", metavar="FOLDER", help=tr("Agree with other devices by this folder while it runs.")),
    ] = None,
    language: Language = None,  # noqa: ARG001 - `worded_for` has read it
    show_version: Annotated[bool, typer.Option("--version", help=tr("Show the version."))] = False,
) -> None:
    """Tessera scores physical board games and says why. Without a command it opens the app."""
    if show_version:
        typer.echo(f"tessera {_version()}")
    elif context.invoked_subcommand is None:
        view = _view(desktop=desktop, no_browser=no_browser)
        _open(view, port, data, network_options(lan=lan, address=address), agree)
    elif desktop or no_browser or lan or any(option is not None for option in (port, data, address, agree)):
        command = context.invoked_subcommand
        errors.fail(
            tr("the options before {command} are the app's; put them after it, or leave them out", command=command),
            errors.PROBLEMS,
        )


def _view(*, desktop: bool, no_browser: bool) -> str:
    """Return the value of the `View` that the options ask for."""
    if desktop and no_browser:
        errors.fail_together("--desktop", "--no-browser")
    return "window" if desktop else "nowhere" if no_browser else "browser"


def _open(view: str, port: int | None, data: Path | None, network: NetworkOptions, agree: Path | None) -> None:
    """Open the app, or say in a sentence why it cannot be opened."""
    try:
        _serve(view, port, data, network, agree)
    except (OSError, typer.Exit):
        raise
    except Exception as error:  # noqa: BLE001 - people get a sentence, whatever is wrong with the program
        errors.print_error(errors.internal_error_message(error))
        raise typer.Exit(errors.FAILED) from None


@contextmanager
def _without_collection() -> Iterator[None]:
    """Leave what is loaded here out of the search for garbage, which takes a sixth of the start."""
    gc.disable()
    try:
        yield
    finally:
        from companion.system.machine import leave_out_of_search  # noqa: PLC0415 - loaded by now

        leave_out_of_search()
        gc.enable()


def _serve(view: str, port: int | None, data: Path | None, network: NetworkOptions, agree: Path | None) -> None:
    """Serve the app, whose modules are imported here alone: the other commands start faster without them."""
    with _without_collection():
        from asyncio import gather  # noqa: PLC0415

        from companion.cli.join_codes import JoinCodePrinter  # noqa: PLC0415
        from companion.runtime import open_runtime  # noqa: PLC0415
        from companion.system.browser_window import View  # noqa: PLC0415
        from companion.web import server  # noqa: PLC0415
        from companion.web.auth import AuthBackend  # noqa: PLC0415
        from companion.web.relay import Relays  # noqa: PLC0415
        from storage.database.errors import StoreError  # noqa: PLC0415

    def open_app(url: DatabaseUrl, data: Path, lan: Lan) -> ServedApp:
        relays = Relays()
        app = open_runtime(url, data, lan, address=lan.address or "", phones=relays.phones)
        shared = app.context
        if shared.sharing is not None and agree is not None:
            shared.sharing.path = agree
        auth = AuthBackend(access=shared.tables.access, worker=shared.tables.worker)
        codes = JoinCodePrinter(lan, auth, typer.echo, sys.stdout)

        async def run() -> None:
            await gather(codes.run(), *([] if shared.sharing is None else [shared.sharing.run(typer.echo)]))

        return server.ServedApp(
            main=app.main, close=app.close, links=shared.links, auth=auth, relays=relays, background=run
        )

    try:
        server.run(
            open_app,
            data=data_folder(data),
            port=port,
            view=View(view),
            notify=typer.echo,
            network=server.Exposure(lan=network.lan, address=network.address, proxies=network.proxies),
        )
    except (server.StartError, StoreError) as error:
        errors.print_error(str(error))
        raise typer.Exit(errors.PROBLEMS if isinstance(error, server.OptionError) else errors.FAILED) from None


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - the commands start faster without it

    try:
        return version("tessera-companion")
    except PackageNotFoundError:
        return tr("(not installed)")
