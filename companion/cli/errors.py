"""Errors of a command: it ends with a sentence on standard error and an exit status, never with a traceback."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NoReturn

import typer

from companion.formatting.text import isolated
from scoring.messages import Message, say, tr

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

DONE: Final = 0
FAILED: Final = 1
PROBLEMS: Final = 2
NOBODY_READS: Final = 128 + 13
"""What shells give for a command that SIGPIPE has ended, such as one before `head`."""


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


OPTION: Final = "OPTION"
"""What sentences call an option, as the help calls a file FILE."""

UsageError: Final[Any] = typer.BadParameter.__base__
"""What is raised for options and arguments that a command does not understand; its module differs by version."""


def fail_for_usage(error: Any, context: Any) -> NoReturn:  # noqa: ANN401 - Typer's own, whose modules differ by version
    """End the command with a sentence on what it does not understand.

    Raises:
        Exit: always.

    """
    problem = _usage_problem(
        error, {name: param for param in context.command.params for name in param.opts if name.startswith("-")}
    )
    fail(tr("{problem}; see `{command} --help`", problem=problem, command=context.command_path), PROBLEMS)


def _usage_problem(error: Any, options: Mapping[str, Any]) -> Message:  # noqa: ANN401 - likewise
    """Return what a command does not understand; Typer says it in English, and in its own words."""
    option, param = getattr(error, "option_name", ""), getattr(error, "param", None)
    if param is not None:
        is_argument = param.param_type_name == "argument"
        return say("{name} is missing", name=param.human_readable_name if is_argument else param.opts[0])
    if option not in options:
        return _no_such(OPTION, option, options) if option else say("too many arguments")
    if options[option].is_flag:
        return say("{option} takes no value", option=option)
    return say("{option} needs a value", option=option)


def fail_for_choice(name: str, value: str, choices: Collection[str]) -> NoReturn:
    """End the command with a sentence on a value that is none of the choices for an argument.

    Raises:
        Exit: always.

    """
    fail(_no_such(name, value, choices), PROBLEMS)


def _no_such(name: str, value: str, choices: Collection[str]) -> Message:
    near = get_close_matches(value, choices, n=1)
    if near:
        return say('{name}: there is no "{value}"; did you mean "{near}"?', name=name, value=value, near=near[0])
    if not choices:
        return say('{name}: there is no "{value}" yet', name=name, value=value)
    listed = ", ".join(choices)
    return say('{name}: there is no "{value}"; choose one of: {listed}', name=name, value=value, listed=listed)


def fail_together(option: str, second: str) -> NoReturn:
    """End the command with a sentence on two options or arguments that exclude each other.

    Raises:
        Exit: always.

    """
    fail(tr("{option} and {second} do not go together: leave one out", option=option, second=second), PROBLEMS)


STANDARD_STREAM: Final = "-"

STANDARD_INPUT: Final = say("standard input")


def called_as(name: str) -> str:
    """Return a file as sentences call it."""
    return str(STANDARD_INPUT) if name == STANDARD_STREAM else name


def standard_input() -> BinaryIO:
    """Return the bytes of standard input.

    Raises:
        Exit: it was closed before the program began.

    """
    if sys.stdin is None:
        fail(tr("{stream} is closed", stream=STANDARD_INPUT), FAILED)
    return sys.stdin.buffer


def internal_error_message(error: Exception) -> Message:
    """Return the sentence for a fault of the program itself; with TESSERA_DEBUG set, raise it instead."""
    if os.environ.get("TESSERA_DEBUG"):
        raise error
    return say(
        "Tessera itself failed with {name} ({error}); please report that, with what you did",
        name=type(error).__name__,
        error=error,
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
        print_error(internal_error_message(error))
        raise typer.Exit(FAILED) from None
