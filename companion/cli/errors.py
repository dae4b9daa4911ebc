"""Errors of a command: it ends with a sentence on standard error and an exit status, never with a traceback."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, Final, NoReturn

import typer

from companion.formatting.text import isolated
from scoring.messages import say, tr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.messages import Message

DONE: Final = 0
FAILED: Final = 1
PROBLEMS: Final = 2


def print_error(sentence: Message | str) -> None:
    """Print a sentence on standard error."""
    typer.echo(isolated(f"tessera: {sentence}"), err=True)


def fail(sentence: Message | str, status: int) -> NoReturn:
    """End the command with a sentence on standard error.

    Raises:
        Exit: always.

    """
    print_error(sentence)
    raise typer.Exit(status)


def standard_input() -> BinaryIO:
    """Return the bytes of standard input.

    Raises:
        Exit: it was closed before the program began.

    """
    if sys.stdin is None:
        fail(tr("standard input is closed, there is nothing to read"), FAILED)
    return sys.stdin.buffer


DOCUMENT: Final = say("the document")


def internal_error_message(error: Exception, attachment: Message = DOCUMENT) -> Message:
    """Return the sentence for a fault of the program itself; with TESSERA_DEBUG set, raise it instead."""
    if os.environ.get("TESSERA_DEBUG"):
        raise error
    return say(
        "Tessera itself failed with {name} ({error}); please report it together with {attachment}",
        name=type(error).__name__,
        error=error,
        attachment=attachment,
    )


@contextmanager
def report_errors() -> Iterator[None]:
    """End the command with a sentence where something goes wrong in the block.

    Raises:
        Exit: where something went wrong.

    """
    from storage.database.errors import StoreError  # noqa: PLC0415 - the other commands start faster without it

    try:
        yield
    except (OSError, typer.Exit, typer.Abort):
        raise
    except StoreError as error:
        print_error(error.message)
        raise typer.Exit(FAILED) from None
    except Exception as error:  # noqa: BLE001 - people get a sentence, whatever is wrong with the program
        print_error(internal_error_message(error, say("the command")))
        raise typer.Exit(FAILED) from None
