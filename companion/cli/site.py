"""The command `site`: the app as files for any web server, which then works in a browser alone."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.errors import FAILED, PROBLEMS, fail, print_error, report_errors
from companion.cli.options import port_number
from scoring.messages import tr

DEFAULT_PORT = 8552


def site(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help=tr("Where the site goes; an existing one is replaced."))
    ],
    *,
    serve: Annotated[bool, typer.Option("--serve", help=tr("Show it on this machine once it is built."))] = False,
    port: Annotated[
        int, typer.Option(metavar="PORT", help=tr("The port where it is shown."), parser=port_number)
    ] = DEFAULT_PORT,
) -> None:
    """Build Tessera as a static site, for phones and browsers without a running program."""
    from companion.site.build import build  # noqa: PLC0415 - needed only to carry out the command
    from companion.site.errors import FolderError, SiteError  # noqa: PLC0415 - likewise

    with report_errors():
        try:
            version = build(folder, print_error)
        except SiteError as error:
            fail(str(error), PROBLEMS if isinstance(error, FolderError) else FAILED)
    typer.echo(tr('Tessera {version} is in "{folder}"', version=version, folder=folder))
    if serve:
        _serve(folder, port)


def _serve(folder: Path, port: int) -> None:
    from companion.site.serve import HOST, server  # noqa: PLC0415 - needed only to carry out the command

    with server(folder, port) as served, suppress(KeyboardInterrupt):
        typer.echo(f"http://{HOST}:{served.server_address[1]}/")
        served.serve_forever()
