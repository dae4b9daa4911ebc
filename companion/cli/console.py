"""The terminal: text is wrapped at its width, and what people entered cannot steer it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final, NoReturn

from rich.console import Console
from rich.text import Text

from companion.formatting.text import isolated

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.segment import Segment


UNBROKEN: Final = 1 << 20
"""The width of lines that are not wrapped."""


class _Console(Console):
    """A console that leaves a closed pipe to the command to report."""

    def _render_buffer(self, buffer: Iterable[Segment]) -> str:
        """Return what is printed; a name that is written from right to left turns round nothing but itself."""
        return isolated(super()._render_buffer(buffer))

    def on_broken_pipe(self) -> NoReturn:
        raise  # noqa: PLE0704 - rich calls this while it handles the error


def open_console(*, stderr: bool = False) -> Console:
    """Return the console of standard output, or of standard error."""
    return _Console(stderr=stderr, width=width(stderr=stderr), highlight=False, markup=False, emoji=False)


def width(*, stderr: bool = False) -> int | None:
    """Return the width of lines in a pipe or a file, where only COLUMNS wraps them; `None` in a terminal."""
    stream = sys.stderr if stderr else sys.stdout
    return None if stream is None or stream.isatty() or os.environ.get("COLUMNS") else UNBROKEN


def print_wrapped(console: Console, text: Text, blanks: int = 0) -> None:
    """Print a text wrapped at the width of the terminal, without blanks at the ends of lines."""
    for line in text.wrap(console, max(console.width - blanks, 1)):
        line.rstrip()
        console.print(Text(" " * blanks) + line)
