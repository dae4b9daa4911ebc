"""The commands that work on documents: `score`, `check`, `schema`, `games` and `shelf`."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, Final, Protocol, TypeVar

import typer

from companion.cli import errors
from companion.cli.language import in_json
from scoring import GAMES
from scoring.messages import say, tr
from scoring.problems import Problem
from storage.documents import codec

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scoring.game import Game

R = TypeVar("R")

WHICH_FILE: Final = say("which FILE? Name one, or - for standard input")

GAME_KEY: Final = tr("Its key, as `tessera games` lists it.")

SHELF_KEY: Final = tr("Its key, as `tessera shelf` lists it, or its title.")

AS_JSON: Final = tr("Write JSON.")

FILES: Final = tr("Files to read; - is standard input.")

Files = Annotated[list[str] | None, typer.Argument(metavar="FILE...", help=FILES, show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help=AS_JSON)]
AsJsonLines = Annotated[
    bool, typer.Option("--jsonl", help=tr("Read one document a line from standard input, and write one result a line."))
]
Explain = Annotated[bool, typer.Option("--explain", help=tr("Give the reason for every number."))]


def score(files: Files = None, *, json: AsJson = False, jsonl: AsJsonLines = False, explain: Explain = False) -> None:
    """Score the tables in FILE: the sheet, the places, and what broke a tie."""
    _run(files, _Score(explain=explain), json=json, jsonl=jsonl)


def check(files: Files = None, *, json: AsJson = False, jsonl: AsJsonLines = False) -> None:
    """Answer the questions in FILE, such as what two forum cards would pay."""
    _run(files, _Check(), json=json, jsonl=jsonl)


def schema(
    game: Annotated[str, typer.Argument(metavar="GAME", help=GAME_KEY)],
    check: Annotated[
        str | None, typer.Option("--check", metavar="CHECK", help=tr("The schema of the documents of a check."))
    ] = None,
) -> None:
    """Print the JSON Schema of a game's table document, or of a check document."""
    from companion.cli import sheets  # noqa: PLC0415 - what writes JSON starts faster without rich

    named_game = _game(game)
    if check is None:
        sheets.pretty_json(codec.schema(named_game))
        return
    checks = {game_check.key: game_check for game_check in named_game.checks}
    if check not in checks:
        if not checks:
            errors.fail(codec.without_checks(named_game), errors.PROBLEMS)
        errors.fail_for_choice("--check", check, checks)
    sheets.pretty_json(codec.check_schema(named_game, checks[check]))


def games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=GAME_KEY, show_default=False)] = None,
    *,
    json: AsJson = False,
) -> None:
    """List the games; of one, also its editions, what can be checked, and what was decided."""
    from companion.cli import sheets  # noqa: PLC0415 - likewise

    listed = list(GAMES.values()) if game is None else [_game(game)]
    if json:
        sheets.pretty_json([_described(listed_game) for listed_game in listed])
    elif game is None:
        sheets.games(listed)
    else:
        sheets.game(*listed)


def shelf(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=SHELF_KEY, show_default=False)] = None,
) -> None:
    """List the ready pads of other games; of one, print the pad, as documents have it."""
    from companion.cli import sheets  # noqa: PLC0415 - likewise
    from companion.games import score_pad  # noqa: PLC0415 - the other commands do without these

    ready = score_pad.ready_pads()
    if game is None:
        listed = {key: score_pad.game_by_pad(on_shelf.pad()) for key, on_shelf in ready.items()}
        sheets.games(replace(pad_game, key=key) for key, pad_game in listed.items())
    else:
        named = {name.casefold(): key for key, on_shelf in ready.items() for name in (key, *on_shelf.names)}
        sheets.pretty_json(ready[game if game in ready else _named(game, named)].written())


def _named(typed: str, keys: Mapping[str, str]) -> str:
    """Return the key of a ready pad by a name in any language.

    Raises:
        Exit: there is none.

    """
    words = typed.casefold()
    if words not in keys:
        errors.fail_for_choice("GAME", typed, sorted({key for name, key in keys.items() if words in name}) or keys)
    return keys[words]


def _game(key: str) -> Game[Any]:
    """Return the game of a key.

    Raises:
        Exit: there is none.

    """
    if key not in GAMES:
        errors.fail_for_choice("GAME", key, GAMES)
    return GAMES[key]


def _described(game: Game[Any]) -> dict[str, object]:
    return {
        "key": game.key,
        "title": game.title,
        "players": list(game.players),
        "editions": list(game.editions),
        "checks": {check.key: in_json(check.title) for check in game.checks},
        "decided": [in_json(ruling) for ruling in game.all_rulings],
    }


class _Score:
    """How `tessera score` answers a document."""

    def __init__(self, *, explain: bool) -> None:
        self._explain = explain

    def read(self, document: object) -> codec.TableDocument:
        return codec.read_table(document)

    def result(self, read: codec.TableDocument) -> dict[str, Any]:
        return codec.score_result(read.game, read.game.score(read.table), in_json)

    def show(self, read: codec.TableDocument) -> None:
        from companion.cli import sheets  # noqa: PLC0415 - likewise

        sheets.score(read.game, read.table, read.game.score(read.table), explain=self._explain)


class _Check:
    """How `tessera check` answers a document."""

    def read(self, document: object) -> codec.CheckDocument:
        return codec.read_check(document)

    def result(self, read: codec.CheckDocument) -> dict[str, Any]:
        result: dict[str, Any] = codec.plain(read.check.answer(read.table, read.ask), in_json)
        return result

    def show(self, read: codec.CheckDocument) -> None:
        from companion.cli import sheets  # noqa: PLC0415 - likewise

        sheets.check(read.check, read.table, read.ask, read.check.answer(read.table, read.ask))


class _Command(Protocol[R]):
    """How a command answers a document."""

    def read(self, document: object) -> R: ...

    def result(self, read: R) -> dict[str, Any]: ...

    def show(self, read: R) -> None: ...


def _run(files: list[str] | None, command: _Command[R], *, json: bool, jsonl: bool) -> None:
    if jsonl:
        if files not in (None, [errors.STANDARD_STREAM]):
            errors.fail_together("--jsonl", "FILE")
        _answer_lines(errors.standard_input(), command)
        return
    if not files:
        errors.fail(WHICH_FILE, errors.PROBLEMS)
    statuses = {_answer(name, command, json=json, several=len(files) > 1) for name in files}
    if statuses - {errors.DONE}:
        raise typer.Exit(errors.FAILED if errors.FAILED in statuses else errors.PROBLEMS)


def _answer(name: str, command: _Command[R], *, json: bool, several: bool) -> int:
    """Answer one document, and return the exit status that it alone would give."""
    try:
        read = command.read(codec.parse(_read(name)))
        if json:
            _write(command.result(read))
            return errors.DONE
        if several:
            from companion.cli import sheets  # noqa: PLC0415 - likewise

            sheets.heading(name)
        command.show(read)
    except codec.DocumentError as error:
        if json:
            _write(codec.problems_result(error.problems, in_json))
        else:
            from companion.cli import sheets  # noqa: PLC0415 - likewise

            sys.stdout.flush()
            sheets.problems(errors.called_as(name), error.problems)
        return errors.PROBLEMS
    except (OSError, typer.Exit):
        raise
    except Exception as error:  # noqa: BLE001 - people get a sentence, whatever is wrong with the program
        errors.print_error(errors.internal_error_message(error))
        return errors.FAILED
    return errors.DONE


def _read(name: str) -> bytes:
    """Return the bytes of a file or of standard input, at most one more than a document may have."""
    try:
        if name == errors.STANDARD_STREAM:
            return errors.standard_input().read(codec.MAX_DOCUMENT_BYTES + 1)
        with open(name, "rb") as file:  # noqa: PTH123 - a path of "" would be this folder
            return file.read(codec.MAX_DOCUMENT_BYTES + 1)
    except (OSError, ValueError) as error:
        from storage.database.errors import os_reason  # noqa: PLC0415 - needed only where something is wrong

        reason = os_reason(error)
    raise codec.DocumentError([Problem(path="", message=reason)])


def _answer_lines(source: BinaryIO, command: _Command[R]) -> None:
    """Write one result for each line as soon as it is read."""
    failed = False
    for line in _bounded_lines(source):
        try:
            answer = command.result(command.read(codec.parse(line)))
        except codec.DocumentError as error:
            answer = codec.problems_result(error.problems, in_json)
        except Exception as error:  # noqa: BLE001 - the lines after this one have their results too
            failed = True
            answer = codec.problems_result([Problem(path="", message=errors.internal_error_message(error))], in_json)
        _write(answer)
    if failed:
        raise typer.Exit(errors.FAILED)


def _bounded_lines(source: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream without their ends; a line that is too long is cut just beyond the limit."""
    most = codec.MAX_DOCUMENT_BYTES + len(b"\r\n")
    while line := source.readline(most):
        rest = line
        while len(rest) == most and not rest.endswith(b"\n"):
            rest = source.readline(most)
        yield line.removesuffix(b"\n").removesuffix(b"\r") if rest is line else line + rest[:1]


def _write(result: dict[str, Any]) -> None:
    sys.stdout.buffer.write(codec.to_json(result) + b"\n")
    sys.stdout.buffer.flush()
