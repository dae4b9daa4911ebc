"""The result on a sheet, of a table in play or of a finished play."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Final

from companion.formatting.dates import day_text, full_date_time, relative_day, relative_time
from companion.formatting.text import sentence, titles_under_headings
from companion.games import KITS
from companion.services.game_names import title_here
from companion.tables.state import PlayerStyle, TableState, documents_of, state_of_documents, styles
from scoring.fields import in_play_fields
from scoring.messages import Message, as_typed, counted, points_text, say, with_commas
from scoring.problems import problems_in
from scoring.sheet import LEFT_EARLY, Column, Line, Sheet, Standing, ended_together, of_members
from storage.documents import codec
from storage.documents.messages import message_of
from storage.repositories.play_content import PlayBrief, StoredPlay, is_contested, names_at_table, participants_of
from storage.repositories.values import day_of, game_at, game_of

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping

    from companion.tables.live_table import LiveTable
    from scoring.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A sheet with everything that is shown around it.

    `rows` are the rules as id and title, in the order of the sheet, `headings` what some of them and those after them
    stand under, by the id of the first; `table` is the scored table, `None` where this
    version cannot read it; `rulings` are those that the score rests on; `close` says what was close, `missing` how many
    numbers nobody entered, `comings` who came late or left early. `differs` means that the rules of today would score a
    stored sheet differently. `totals` has `None` where only the place of a player is known: a plain result has no lines
    to add up. `is_over` says that no round is left to play. `lost` means that all players played together, and nobody
    won; `unknown` that nobody knows who did. `table_id` names the table whose steps led here, where there was one.
    """

    title: str
    sheet: Sheet
    rows: tuple[tuple[str, str], ...]
    seats: tuple[PlayerStyle, ...]
    totals: tuple[int | None, ...]
    table: Any = None
    game: str | None = None
    rulings: tuple[Message, ...] = ()
    close: tuple[Message, ...] = ()
    differs: bool = False
    missing: Message | None = None
    comings: tuple[Message, ...] = ()
    lost: bool = False
    unknown: bool = False
    is_over: bool = True
    table_id: str | None = None
    headings: Mapping[str, str] = field(default_factory=dict)

    @property
    def titles(self) -> Iterator[str]:
        """The titles of the rows, each as it stands under its heading."""
        return titles_under_headings(dict(self.rows), self.headings)

    @property
    def notes(self) -> tuple[str, ...]:
        """The sentences that belong to the sheet wherever it goes."""
        return tuple(map(sentence, (*self.comings, *(() if self.missing is None else (self.missing,)))))

    @property
    def ended_together(self) -> bool:
        """Whether all have won together, or lost: then nobody stands before anybody else."""
        return self.lost or getattr(self.table, "outcome", None) is not None

    @property
    def has_places(self) -> bool:
        """Whether somebody stands before somebody else."""
        return not (self.ended_together or self.unknown) and len(self.sheet.standings) > 1

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won, nobody where one player alone has only points."""
        return self.sheet.winners if self.has_places or self.ended_together else ()


def full_end(play: PlayBrief) -> str:
    """Return when a play ended, in words: its day alone where nobody knows the time."""
    return full_date_time(play.finished) if play.has_time else day_text(_day_of(play))


def relative_end(play: PlayBrief, at: datetime) -> str:
    """Return the same as of the later moment `at`."""
    return relative_time(play.finished, at) if play.has_time else relative_day(_day_of(play), at.astimezone().date())


def _day_of(play: PlayBrief) -> date:
    return date.fromisoformat(play.day or day_of(play.finished))


def result_of_table(live: LiveTable) -> Result:
    """Return the result of a table in play that has no problems."""
    sheet = live.game.score(live.state.table)
    document, _ = documents_of(live.game, live.state)
    players = participants_of(codec.score_result(live.game, sheet), document)
    lost = not sheet.winners
    unknown = not lost and not any(player.won for player in players)
    return replace(_result(live.game, live.state, sheet), lost=lost, unknown=unknown, table_id=live.id)


def result_of_play(play: StoredPlay) -> Result:
    """Return the result of a finished play with its stored figures; it has the title of its game here."""
    title = title_here(play.game, play.title)
    return replace(_result_of_play(play), title=title, lost=play.nobody_won, unknown=play.is_unknown)


def _result_of_play(play: StoredPlay) -> Result:
    game = game_at(play.game, play.document)
    kit = None if game is None else KITS.get(game.key)
    state = None if game is None else _state(game, play)
    today = None if game is None or state is None else _scored_today(game, state.table)
    of_all = None if today is None or state is None else of_members(today, state.table)
    kept = read_sheet(play.sheet, None if state is None else state.table, of_all)
    if game is None or kit is None or state is None:
        names: Mapping[str, Message] = {} if game is None else game.rules
        return Result(
            title=play.title,
            sheet=kept,
            rows=_rows(kept, names),
            seats=styles(len(kept.columns), play.extras.get("seats") or ()),
            totals=tuple(column["total"] for column in play.sheet["columns"]),
        )
    figures = None if of_all is None else figures_of(codec.score_result(game, of_all))
    if play.is_recorded:
        has_lines_of_today = figures is not None and figures[0] == figures_of(play.sheet)[0]
        lines = _with_words_of(today, kept) if today is not None and has_lines_of_today else kept
        return replace(_result(game, state, replace(lines, standings=kept.standings)), rulings=(), close=())
    if today is not None and figures == figures_of(play.sheet):
        shown = _with_words_of(today, kept) if of_all == today else today
        return replace(_result(game, state, shown), table_id=play.table_id)
    seats = styles(len(kept.columns), play.extras.get("seats") or ())
    result = replace(_result(game, state, kept), seats=seats)
    return replace(result, rulings=(), close=(), differs=True, table_id=play.table_id)


def plain_result(title: str, stored: Mapping[str, Any]) -> Result:
    """Return the result of a stored sheet of which nothing else is shown."""
    sheet = read_sheet(stored)
    totals = tuple(column.total for column in sheet.columns)
    seats, lost = styles(len(sheet.columns)), not sheet.winners
    return Result(
        title=title,
        sheet=sheet,
        rows=(),
        seats=seats,
        totals=totals,
        lost=lost,
        unknown=not lost and not is_contested(stored),
    )


def read_sheet(stored: Mapping[str, Any], table: Any = None, today: Sheet | None = None) -> Sheet:  # noqa: ANN401 - any game's table
    """Return the sheet of a stored result, which names the criterion of a place without its figures.

    The table that was scored knows which lines were entered, and its sheet of `today` which are blank.
    """
    entered = {} if table is None else {player.name: getattr(player, "entered", None) for player in table.players}
    blank = {
        column.player: {line.rule for line in column.lines if line.blank}
        for column in (() if today is None else today.columns)
    }
    columns = tuple(
        Column(
            player=column["player"],
            lines=tuple(
                _line(line, entered.get(column["player"]) or (), blank.get(column["player"], ()))
                for line in column["lines"]
            ),
        )
        for column in stored["columns"]
    )
    return Sheet(columns=columns, standings=tuple(_standing(standing) for standing in stored["standings"]))


def headline(result: Result) -> Message:
    """Return who won, or that all lost; of one player alone, with how many points."""
    if result.ended_together:
        return ended_together(tuple(column.player for column in result.sheet.columns), lost=result.lost)
    winners = result.sheet.winners
    total = total_of(result, winners[0])
    if result.unknown and (len(result.sheet.standings) > 1 or total is None):
        return say("It is not known who won")
    if len(result.sheet.standings) == 1 and total is not None:
        return say("{what}: {value}", what=winners[0], value=points_text(total))
    if not result.is_over:
        return say("{leaders} lead", leaders=winners) if winners[1:] else say("{leader} leads", leader=winners[0])
    return say("{winners} share the win", winners=winners) if winners[1:] else say("{winner} wins", winner=winners[0])


def winning_margin(result: Result) -> Message | None:
    """Return by how much a sole winner is ahead, `None` where there is no such winner, or the points are level."""
    pair = winner_and_next(result)
    if pair is None:
        return None
    gap = pair[0].total - pair[1].total
    others = tuple(standing.player for standing in result.sheet.standings if standing.place == pair[1].place)
    if gap < 0:
        return counted(-gap, "{number} point fewer than {others}", "{number} points fewer than {others}", others=others)
    return counted(gap, "{number} point ahead of {others}", "{number} points ahead of {others}", others=others)


MIN_LINES: Final = 2
"""The lines of which one can decide most."""


def what_decided(result: Result) -> Message | None:
    """Return the line of several that put a sole winner furthest ahead of the next player, `None` where none did."""
    number, pair = decisive_row(result), winner_and_next(result)
    if number is None or pair is None or not result.is_over:
        return None
    mine, theirs = (lines_of(result, standing.player)[number].figure for standing in pair)
    return say("{line} decided most: {mine} to {theirs}", line=result.rows[number][1], mine=mine, theirs=theirs)


def decisive_row(result: Result) -> int | None:
    """Return the number of that line among the rows."""
    pair = winner_and_next(result)
    if pair is None or len(result.rows) < MIN_LINES:
        return None
    mine, theirs = (lines_of(result, standing.player) for standing in pair)
    sign = 1 if pair[0].total > pair[1].total else -1
    gains = [sign * (own.points - rival.points) for own, rival in zip(mine, theirs, strict=True)]
    return gains.index(max(gains)) if max(gains) > 0 else None


PARTS_NAMED: Final = 5
"""How many parts of the only line of a sheet are named."""


def most_of_it(result: Result, player: str) -> str:
    """Return what gave a player the most, where the only line of a sheet has parts with points, such as cards."""
    lines = lines_of(result, player)
    if len({line.rule.partition(".")[0] for line in lines}) > 1:
        return ""
    parts = (part.partition(":")[0].strip() for line in lines for part in str(line.because).split("; "))
    points = {part: int(number) for part in parts if (number := part.rpartition(" ")[2]).isdecimal()}
    named = sorted(filter(points.get, points), key=lambda part: -points[part])
    return " · ".join(named[:PARTS_NAMED]) if named[1:] else ""


def best_seats(result: Result, number: int) -> tuple[int, ...]:
    """Return the seats whose points are the best ones of a row, none where all are level or there is but one row.

    Nothing entered is no best number.
    """
    lines = [column.lines[number] for column in result.sheet.columns]
    if len(result.rows) < MIN_LINES or len({line.figure for line in lines}) == 1:
        return ()
    points = [line.points for line in lines if not line.blank and line.counted is None]
    if not points:
        return ()
    pair = winner_and_next(result)
    best = min(points) if pair is not None and pair[0].total < pair[1].total else max(points)
    return tuple(seat for seat, line in enumerate(lines) if line.figure == best)


def lines_of(result: Result, player: str) -> tuple[Line, ...]:
    """Return the lines of a player."""
    return next(column.lines for column in result.sheet.columns if column.player == player)


def winner_and_next(result: Result) -> tuple[Standing, Standing] | None:
    """Return a sole winner by points and who comes next, `None` where there are no such two."""
    standings = result.sheet.standings
    if not result.has_places or len(result.sheet.winners) != 1 or None in result.totals:
        return None
    first, second = standings[:2]
    by_points = first.total != second.total and first.decided_by in ("", "points")
    return (first, second) if by_points else None


def total_of(result: Result, player: str) -> int | None:
    """Return the total of a player, `None` where it is not known."""
    columns = zip(result.sheet.columns, result.totals, strict=True)
    return next(total for column, total in columns if column.player == player)


def numbered(result: Result, standing: Standing) -> str:
    """Return a player with the place, such as `2. Anna`; without it where there are no places."""
    return f"{standing.place}. {standing.player}" if result.has_places else standing.player


def place_reason(result: Result, standing: Standing) -> Message | None:
    """Return why a player has this place, `None` where the total or the headline says so, or the reason is unknown.

    Of who left early it is that they did, and what else decides: whoever stands before them needs no other reason.
    """
    if result.ended_together:
        return None
    gone = _away(result, standing.player)
    shared = sum(rival.place == standing.place for rival in result.sheet.standings) > 1
    says_more = result.has_places and (shared or standing.decided_by not in ("", "points", LEFT_EARLY))
    decided = standing.because if says_more and standing.because != NONE else None
    return with_commas((gone, decided)) if gone and decided else gone or decided


def _away(result: Result, name: str) -> Message | None:
    names = [] if result.table is None else [player.name for player in result.table.players]
    return KITS[result.game].away(result.table, names.index(name)) if result.game and name in names else None


def _in_pieces(result: Result) -> Result:
    """Return a result with the pieces of its only line, such as types of cards, where they add up to it."""
    pieces = KITS[result.game].pieces(result.table) if result.game and len(result.rows) == 1 else {}
    columns = []
    for column, scored in zip(result.sheet.columns, zip(*pieces.values(), strict=True), strict=bool(pieces)):
        (line,) = column.lines
        parts = ((f"{line.rule}.{at}", *part) for at, part in enumerate(scored))
        lines = tuple(replace(line, rule=rule, points=points, because=why) for rule, points, why in parts)
        columns.append(replace(column, lines=lines))
    if len(pieces) < MIN_LINES or [column.total for column in columns] != [*result.totals]:
        return result
    rows = zip((line.rule for line in columns[0].lines), pieces, strict=True)
    return replace(result, sheet=replace(result.sheet, columns=tuple(columns)), rows=tuple(rows))


def _result(game: Game[Any], state: TableState[Any], sheet: Sheet) -> Result:
    missing = KITS[game.key].missing(state.table)
    result = Result(
        title=str(game.name),
        sheet=sheet,
        rows=_rows(sheet, game.rules),
        headings={rule: str(title) for rule, title in game.headings.items()},
        seats=state.extras.seats,
        totals=tuple(column.total for column in sheet.columns),
        table=state.table,
        game=game.key,
        rulings=tuple(ruling for ruling in game.rulings(state.table, sheet) if ruling != missing),
        close=KITS[game.key].margins(state.table, sheet),
        missing=missing,
        comings=KITS[game.key].comings(state.table),
    )
    return _in_pieces(result)


def _rows(sheet: Sheet, titles: Mapping[str, Message]) -> tuple[tuple[str, str], ...]:
    return tuple((line.rule, str(titles.get(line.rule, line.rule))) for line in sheet.columns[0].lines)


def _state(game: Game[Any], play: StoredPlay) -> TableState[Any] | None:
    """Return the state of a play's table, `None` where it is unknown; a play without styles has those of the seats."""
    if play.document is None:
        return None
    extras = {"seats": codec.plain(styles(len(names_at_table(play))))} | play.extras
    try:
        return state_of_documents(game, play.document, extras)
    except codec.DocumentError:
        return None


def ended_early(play: StoredPlay) -> Message | None:
    """Return how far a game was that ended before its end, `None` where it did not, or nobody knows."""
    game = game_at(play.game, play.document) if was_in_phases(play) else None
    state = None if game is None else _state(game, play)
    return None if game is None or state is None else KITS[game.key].before_end(state)


def was_in_phases(play: PlayBrief) -> bool:
    """Return whether something of a play is known that only a table in play has, such as its phase."""
    game = game_of(play.game)
    return game is not None and any(play.extras.get(name, []) != [] for name in in_play_fields(game.table))


def _scored_today(game: Game[Any], table: object) -> Sheet | None:
    if problems_in(table, game.limits) or any(game.unscorable(table)):
        return None
    return game.score(table)


def _with_words_of(today: Sheet, kept: Sheet) -> Sheet:
    """Return a kept sheet with today's standings, counts, and reasons where their English is the kept one."""
    columns = tuple(
        replace(
            column,
            lines=tuple(
                replace(
                    line,
                    counted=now.counted,
                    because=now.because if now.because.english == line.because.english else line.because,
                )
                for line, now in zip(column.lines, scored.lines, strict=True)
            ),
        )
        for column, scored in zip(kept.columns, today.columns, strict=True)
    )
    return Sheet(columns=columns, standings=today.standings)


def figures_of(result: Mapping[str, Any]) -> tuple[object, ...]:
    """Return the figures of a result, without its words."""
    columns = [
        (column["player"], column["total"], [(line["rule"], line["points"]) for line in column["lines"]])
        for column in result["columns"]
    ]
    return columns, result["standings"]


def _line(stored: Mapping[str, Any], entered: Container[str], blank: Container[str]) -> Line:
    return Line(
        rule=stored["rule"],
        points=stored["points"],
        because=message_of(stored["because"]),
        ref=message_of(stored["ref"]),
        cells=tuple(stored["cells"]),
        entered=stored["rule"] in entered,
        blank=stored["rule"] in blank and not stored["points"],
    )


def _standing(stored: Mapping[str, Any]) -> Standing:
    decided_by = stored["decided_by"]
    criterion = message_of(decided_by.replace("_", " "))
    return Standing(
        place=stored["place"],
        player=stored["player"],
        total=stored["total"] or 0,
        decided_by=decided_by,
        because=say("decided by {criterion}", criterion=criterion) if decided_by else NONE,
    )


NONE: Final = as_typed("")
"""The reason of a place of which none is known."""


def track_field(result: Result, seat: int, number: int) -> str | None:
    """Return the field of a player that a line of the sheet repeats, `None` where its steps are not known."""
    line = result.sheet.columns[seat].lines[number]
    if result.table_id is None or result.game is None or line.entered:
        return None
    return KITS[result.game].fields.get(line.rule)
