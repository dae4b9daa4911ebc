"""Errors of a command: it ends with a sentence on standard error and an exit status, never with a traceback."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NoReturn

import typer

from companion.formatting.text import isolated
from scoring.messages import say, tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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


UsageError: Final[Any] = typer.BadParameter.__base__
"""What is raised for options and arguments that a command does not understand; its module differs by version."""


def fail_for_usage(error: Any, context: Any) -> NoReturn:  # noqa: ANN401 - Typer's own, whose modules differ by version
    """End the command with a sentence on what it does not understand.

    Raises:
        Exit: always.

    """
    problem = _usage_problem(
        error, {name: parameter for parameter in context.command.params for name in parameter.opts}
    )
    fail(tr("{problem}; see `{command} --help`", problem=problem, command=context.command_path), PROBLEMS)


def _usage_problem(error: Any, options: Mapping[str, Any]) -> Message:  # noqa: ANN401 - likewise
    """Return what a command does not understand; Typer says it in English, and in its own words."""
    option, param = getattr(error, "option_name", ""), getattr(error, "param", None)
    if param is not None:
        is_argument = param.param_type_name == "argument"
        return _wrong_value(error, param.type, param.human_readable_name if is_argument else param.opts[0])
    if option not in options:
        return say("there is no option {option}", option=option) if option else say("too many arguments")
    if options[option].is_flag:
        return say("{option} takes no value", option=option)
    return say("{option} needs a value", option=option)


def _wrong_value(error: Any, kind: Any, name: str) -> Message:  # noqa: ANN401 - likewise
    """Return what is wrong with the value of an option or argument; without a message it is missing."""
    choices, low, high = (getattr(kind, part, None) for part in ("choices", "min", "max"))
    if not error.message:
        return say("{name} is missing", name=name)
    if choices:
        listed = ", ".join(str(getattr(choice, "value", choice)) for choice in choices)
        return say("{name}: choose one of {listed}", name=name, listed=listed)
    if high is not None:
        return say("{name}: give a whole number from {low} to {high}", name=name, low=low, high=high)
    return say("{name}: give a whole number from {low} up", name=name, low=low)


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
