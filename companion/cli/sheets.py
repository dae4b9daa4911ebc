"""The output of the commands on documents: sheets, answers, problems and games; and the terminal that all print to.

Text is wrapped at its width, and what people entered cannot steer it.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any, Final, NoReturn

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from companion.formatting.text import isolated, sentence, titles_under_headings
from scoring.messages import Message, counted, printable, say, tr, tr_in
from scoring.problems import MAX_PROBLEMS
from scoring.sheet import Sheet, ended_together

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.segment import Segment

    from scoring.game import Board, Check, Game, Report
    from scoring.problems import Problem


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
    return _Console(stderr=stderr, width=line_width(stderr=stderr), highlight=False, markup=False, emoji=False)


def line_width(*, stderr: bool = False) -> int | None:
    """Return the width of lines in a pipe or a file, where only COLUMNS wraps them; `None` in a terminal."""
    stream = sys.stderr if stderr else sys.stdout
    return None if stream is None or stream.isatty() or os.environ.get("COLUMNS") else UNBROKEN


def print_wrapped(console: Console, text: Text, blanks: int = 0) -> None:
    """Print a text wrapped at the width of the terminal, without blanks at the ends of lines."""
    for line in text.wrap(console, max(console.width - blanks, 1)):
        line.rstrip()
        console.print(Text(" " * blanks) + line)


PLAYER_WIDTH: Final = 5
"""The least characters of a player's column; with less room the players stand below each other."""


def score(game: Game[Any], table: object, sheet: Sheet, *, explain: bool) -> None:
    """Print a scored table."""
    console = open_console()
    placed = len(sheet.standings) > 1 and not _ended_together(table)
    console.print(Text(", ".join(str(part) for part in (game.name, game.variant(table)) if part)))
    if console.width >= _width_side_by_side(game, sheet):
        _side_by_side(console, game, sheet, placed=placed)
    else:
        _one_by_one(console, game, sheet, placed=placed)
    console.print()
    if _ended_together(table):
        players = tuple(standing.player for standing in sheet.standings)
        print_wrapped(console, Text(sentence(ended_together(players, lost=not sheet.winners))))
    else:
        _standings(console, sheet)
    if explain:
        _reasons(console, game, sheet)
    for board in game.boards(table):
        _board(console, board)
    _rulings(console, game.rulings(table, sheet))


def _ended_together(table: object) -> bool:
    """Return whether all have won together, or lost: then nobody stands before anybody else."""
    return getattr(table, "outcome", None) is not None


def _standings(console: Console, sheet: Sheet) -> None:
    for standing in sheet.standings:
        points = counted(standing.total, "{number} point", "{number} points")
        place = f"{standing.place}. " if len(sheet.standings) > 1 else ""
        print_wrapped(console, Text(f"{place}{standing.player}, {points}: {standing.because}"))


def _width_side_by_side(game: Game[Any], sheet: Sheet) -> int:
    titles = (*titles_under_headings(game.rules, game.headings), *game.headings.values())
    figures = [
        max(PLAYER_WIDTH, *(len(str(figure)) for figure in (column.total, *(line.figure for line in column.lines))))
        for column in sheet.columns
    ]
    return 1 + sum(3 + width for width in (max(cell_len(str(title)) for title in titles), *figures))


def _side_by_side(console: Console, game: Game[Any], sheet: Sheet, *, placed: bool) -> None:
    places = {standing.player: standing.place for standing in sheet.standings}
    grid = Table(show_footer=True)
    grid.add_column("", footer=f"{tr('Total')}\n{tr_in('rank', 'Place')}" if placed else tr("Total"), no_wrap=True)
    for column in sheet.columns:
        footer = f"{column.total}\n{places[column.player]}" if placed else str(column.total)
        grid.add_column(Text(column.player), footer=Text(footer), justify="right", overflow="fold")
    titles = zip(game.rules, titles_under_headings(game.rules, game.headings), strict=True)
    for index, (rule, title) in enumerate(titles):
        if rule in game.headings:
            grid.add_row(Text(str(game.headings[rule]), style="bold"))
        grid.add_row(title, *(str(column.lines[index].figure) for column in sheet.columns))
    console.print(grid)


def _one_by_one(console: Console, game: Game[Any], sheet: Sheet, *, placed: bool) -> None:
    places = {standing.player: standing.place for standing in sheet.standings}
    figures = (number for column in sheet.columns for number in (column.total, *(line.points for line in column.lines)))
    width = max(PLAYER_WIDTH, *(len(str(number)) for number in figures))
    for column in sheet.columns:
        console.print()
        console.print(Text(column.player, style="bold"))
        titles = titles_under_headings(game.rules, game.headings)
        for line, title in zip(column.lines, titles, strict=True):
            if line.rule in game.headings:
                console.print(Text(str(game.headings[line.rule]), style="bold"))
            console.print(Text(f"{line.figure:>{width}}  {title}"))
        console.print(Text(f"{column.total:>{width}}  {tr('Total')}", style="bold"))
        if placed:
            console.print(Text(f"{places[column.player]:>{width}}  {tr_in('rank', 'Place')}"))


def _reasons(console: Console, game: Game[Any], sheet: Sheet) -> None:
    for column in sheet.columns:
        console.print()
        console.print(Text(column.player, style="bold"))
        titles = titles_under_headings(game.rules, game.headings)
        for line, title in zip(column.lines, titles, strict=True):
            if line.rule in game.headings:
                print_wrapped(console, Text(str(game.headings[line.rule]), style="bold"), 2)
            cells = f" [{' '.join(line.cells)}]" if line.cells else ""
            line_text = Text(f"{title} {line.figure}: {line.because}{cells}")
            print_wrapped(console, line_text, 2)
            print_wrapped(console, Text(str(line.ref), style="dim"), 4)


def _board(console: Console, board: Board) -> None:
    console.print()
    console.print(Text(str(board.title), style="bold"))
    drawing = "\n".join(map(str, board.drawing))
    fits = all(len(str(line)) <= console.width for line in board.drawing[:-1])
    for line in board.drawing if fits and _can_write(console, drawing) else board.short:
        print_wrapped(console, Text(str(line)))


def _can_write(console: Console, text: str) -> bool:
    try:
        text.encode(console.encoding)
    except UnicodeEncodeError:
        return False
    return True


def _rulings(console: Console, rulings: Sequence[Message]) -> None:
    if rulings:
        console.print()
        console.print(Text(tr("Worth knowing")))
        for ruling in rulings:
            print_wrapped(console, Text(f"- {ruling}"), 2)


def check(check: Check[Any, Any, Any], table: object, ask: object, answer: object) -> None:
    """Print the answer to a question."""
    console = open_console()
    report = check.report(table, ask, answer)
    for line in report.sentences:
        print_wrapped(console, Text(str(line)))
    if report.rows:
        _rows(console, report)
    for note in report.notes:
        print_wrapped(console, Text(str(note)))
    _rulings(console, check.rulings(table, ask, answer))


def _rows(console: Console, report: Report) -> None:
    """Print the rows as a table, or below each other where the terminal is too narrow for the words."""
    rows = [[str(value) for value in row] for row in report.rows]
    columns = zip(map(str, report.heading), *rows, strict=True)
    needed = 1 + sum(
        3 + max(cell_len(word) for text in column for word in (text.split() or [""])) for column in columns
    )
    if needed > console.width:
        for row in rows:
            for title, text in zip(report.heading, row, strict=True):
                print_wrapped(console, Text(f"{title}: {text}"))
            console.print()
        return
    grid = Table()
    for title in report.heading:
        grid.add_column(str(title), overflow="fold")
    for row, values in zip(rows, report.rows, strict=True):
        cells = zip(row, values, strict=True)
        grid.add_row(*(Text(text, justify="right" if isinstance(value, int) else "left") for text, value in cells))
    console.print(grid)


MAX_NAMED_PROBLEMS: Final = 20
"""The most problems of a document that are printed one by one."""


def problems(name: str, listed: Sequence[Problem]) -> None:
    """Print on standard error what is wrong with a document."""
    console = open_console(stderr=True)
    sentence = counted(len(listed), '"{name}" has {number} problem', '"{name}" has {number} problems', name=name)
    if len(listed) >= MAX_PROBLEMS:
        sentence = say('"{name}" has at least {number} problems', name=name, number=len(listed))
    console.print(Text(printable(str(sentence))), soft_wrap=True)
    for problem in listed[:MAX_NAMED_PROBLEMS]:
        console.print(Text(printable(f"  {problem}")), soft_wrap=True)
    if len(listed) > MAX_NAMED_PROBLEMS:
        more = tr("and {number} more", number=len(listed) - MAX_NAMED_PROBLEMS)
        console.print(Text(f"  {more}"), soft_wrap=True)


def games(listed: Iterable[Game[Any]]) -> None:
    """Print the games, each on a line."""
    console = open_console()
    for game in listed:
        _title(console, game)


def _title(console: Console, game: Game[Any]) -> None:
    fewest, most = game.players
    named = {"key": game.key, "title": game.name}
    words = say("{key}: {title}, {fewest} to {most} players", fewest=fewest, most=most, **named)
    if fewest == most:
        words = counted(most, "{key}: {title}, {number} player", "{key}: {title}, {number} players", **named)
    console.print(Text(str(words), style="bold"))


def game(listed: Game[Any]) -> None:
    """Print a game: its editions, its source, what can be checked, and what was decided."""
    console = open_console()
    _title(console, listed)
    if listed.editions:
        print_wrapped(console, Text(tr("editions: {listed}", listed=", ".join(listed.editions))), 2)
    if listed.edition_hint is not None:
        print_wrapped(console, Text(str(listed.edition_hint)), 2)
    print_wrapped(console, Text(tr("source: {source}", source=listed.source)), 2)
    for check in listed.checks:
        print_wrapped(console, Text(tr("check {key}: {title}", key=check.key, title=check.title)), 2)
    for ruling in listed.all_rulings:
        print_wrapped(console, Text(tr("decided: {ruling}", ruling=ruling)), 2)


def heading(name: str) -> None:
    """Print the name of the document that follows."""
    console = open_console()
    console.print()
    console.print(Text(printable(name), style="bold underline"))


def pretty_json(value: object) -> None:
    """Print JSON, indented by two blanks."""
    print(json.dumps(value, indent=2, ensure_ascii=False))  # noqa: T201 - rich would wrap and colour it
