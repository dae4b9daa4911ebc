"""Statistics: histories drawn by chance against a judge that goes through them play by play, and the edges."""

from __future__ import annotations

import statistics as plain
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from itertools import groupby, product
from math import isclose, sqrt
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest
from sqlalchemy import delete, insert

from storage.database.models import LineRow, PlaceRow, PlayerRow, PlayRow, SeatRow
from storage.repositories.player_statistics import pairs, streaks, totals_over_time
from storage.repositories.statistics import (
    Scope,
    by_number_of_players,
    categories,
    figures_of_tables,
    overall,
    places,
    player_figures,
    plays_by_month,
    seats,
)
from storage.repositories.statistics_values import (
    GameFigures,
    OpponentFigures,
    PlayerFigures,
    PlayTotal,
    Rate,
    SeatFigures,
    Spread,
    Streaks,
    quartiles,
    rate,
)
from storage.repositories.values import PAD_PREFIX, by_letter
from tests.storage.repositories.drawn_plays import NAMES, PLACES, START, Played, Seated, drawn_history, rows_of
from tests.storage.stores import opened, taking_variables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from storage.repositories.tables import Store

pytestmark = pytest.mark.usefixtures("both")

SCOPES: Final = (
    Scope(),
    Scope(game="carpe-diem"),
    Scope(game="mayor", since="2024-02-26"),
    Scope(until="2024-03-02"),
    Scope(since="2024-02-25", until="2024-03-04"),
    Scope(player_ids=("b",)),
    Scope(game="carpe-diem", player_ids=("a", "c")),
    Scope(game="go"),
)


VARIABLES: Final = 60
"""How many variables a query takes where that is tested."""


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory, both: str) -> Iterator[Store]:
    assert both
    with opened(tmp_path_factory.mktemp("statistics") / "tessera.db") as store:
        with store.writing() as session:
            players = [
                {"id": who, "name": name, "folded": name.casefold(), "colour": "", "shape": "", "seen": START}
                for who, name in NAMES.items()
            ]
            session.connection().execute(insert(PlayerRow), [row | {"hidden": row["id"] == "e"} for row in players])
            where = [
                {"id": key, "name": name, "folded": name.casefold(), "seen": START} for key, name in PLACES.items()
            ]
            session.connection().execute(insert(PlaceRow), where)
        yield store


@pytest.fixture
def store(empty: Store) -> Store:
    keep(empty, ())
    return empty


def keep(store: Store, history: Iterable[Played]) -> None:
    """Keep these plays and no others."""
    with store.writing() as session:
        connection = session.connection()
        for kind in (LineRow, SeatRow, PlayRow):
            connection.execute(delete(kind))
        for its, rows in rows_of(history).items():
            if rows:
                connection.execute(insert(its), rows)


@pytest.fixture(params=[*range(6), *(pytest.param(chance, marks=pytest.mark.sqlite_alone) for chance in range(6, 12))])
def history(request: pytest.FixtureRequest, store: Store) -> list[Played]:
    drawn = drawn_history(Random(request.param))
    keep(store, drawn)
    return drawn


def counting(history: Iterable[Played], scope: Scope) -> list[Played]:
    """The plays that count, in the order in which they were finished."""
    kept = [
        play
        for play in history
        if not play.removed
        and scope.game in {None, play.game}
        and (scope.since is None or play.day >= scope.since)
        and (scope.until is None or play.day <= scope.until)
        and {seat.who for seat in play.seats} >= set(scope.player_ids)
    ]
    return sorted(kept, key=lambda play: (play.finished, play.id))


def of_player(plays: Iterable[Played], who: str) -> list[tuple[Played, Seated]]:
    return [(play, seat) for play in plays for seat in play.seats if seat.who == who]


def mean(values: Iterable[float]) -> float | None:
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else None


def judged_figures(plays: list[Played], who: str, scope: Scope) -> PlayerFigures:
    mine = of_player(plays, who)
    contested = [(play, seat) for play, seat in mine if play.kind == "contested"]
    together, alone = ([seat for play, seat in mine if play.kind == kind] for kind in ("together", "alone"))
    wins = sum(seat.won for _, seat in contested)
    totals = [] if scope.game is None else [seat.total for _, seat in mine if seat.total is not None]
    best = max(totals, default=None)
    lasts = [
        play
        for play, seat in mine
        if seat.place == max(rival.place for rival in play.seats) > min(rival.place for rival in play.seats)
    ]
    return PlayerFigures(
        player_id=who,
        name=NAMES[who],
        plays=len(mine),
        contested=len(contested),
        wins=wins,
        win_rate=rate(wins, len(contested)) if contested else None,
        expected=mean(play.winners / len(play.seats) for play, _ in contested),
        together=len(together),
        together_wins=sum(seat.won for seat in together),
        alone=len(alone),
        alone_wins=sum(seat.won for seat in alone),
        last_places=len(lasts),
        average=mean(totals),
        best=best,
        best_play=next((play.id for play, seat in mine if seat.total == best), None) if totals else None,
    )


def judged_spread(rule: str, columns: list[Seated]) -> Spread:
    points = [seat.lines[rule] for seat in columns if rule in seat.lines]
    whole = sum(sum(seat.lines.values()) for seat in columns)
    cuts = plain.quantiles(points, n=4, method="inclusive") if len(points) > 1 else [float(points[0])] * 3
    return Spread(
        rule=rule,
        count=len(points),
        least=min(points),
        lower=cuts[0],
        median=cuts[1],
        upper=cuts[2],
        most=max(points),
        average=plain.fmean(points),
        won_average=mean(seat.lines[rule] for seat in columns if rule in seat.lines and seat.won),
        share=sum(points) / whole if whole > 0 else None,
    )


def judged_pair(plays: list[Played], who: str, opponent: str, scope: Scope) -> OpponentFigures:
    met = [(play.of(who), play.of(opponent)) for play in plays if not is_together(play, who, opponent)]
    totals = [(mine.total, theirs.total) for mine, theirs in met if scope.game is not None]
    return OpponentFigures(
        player_id=opponent,
        name=NAMES[opponent],
        plays=len(met),
        better=sum(mine.place < theirs.place for mine, theirs in met),
        level=sum(mine.place == theirs.place for mine, theirs in met),
        worse=sum(mine.place > theirs.place for mine, theirs in met),
        together=len(plays) - len(met),
        difference=mean(more - less for more, less in totals if more is not None and less is not None),
    )


def is_together(play: Played, who: str, opponent: str) -> bool:
    """Whether all won or lost the play together; with one total they may as well be level."""
    if play.kind != "together" or len({seat.place for seat in play.seats}) > 1:
        return False
    totals = play.of(who).total, play.of(opponent).total
    return not play.winners or None in totals or totals[0] != totals[1]


def judged_streaks(mine: list[tuple[Played, Seated]]) -> Streaks:
    runs = runs_of(mine, "contested")
    last_won, last_length = runs[-1] if runs else (True, 0)
    days = [play.day for play, _ in mine]
    return Streaks(
        winning=max((length for won, length in runs if won), default=0),
        losing=max((length for won, length in runs if not won), default=0),
        current=last_length if last_won else -last_length,
        together=max((length for won, length in runs_of(mine, "together") if won), default=0),
        alone=max((length for won, length in runs_of(mine, "alone") if won), default=0),
        first=min(days, default=None),
        last=max(days, default=None),
    )


def runs_of(mine: list[tuple[Played, Seated]], kind: str) -> list[tuple[bool, int]]:
    """The runs of plays of a kind with or without a win, each with its length."""
    won = (seat.won for play, seat in mine if play.kind == kind)
    return [(outcome, len(list(run))) for outcome, run in groupby(won)]


def close(first: object, second: object) -> bool:
    """Whether two figures are the same but for what is lost in adding fractions in another order."""
    if isinstance(first, float) and isinstance(second, float):
        return isclose(first, second, abs_tol=1e-9)
    if isinstance(first, Rate) and isinstance(second, Rate):
        return all(map(close, (first.low, first.value, first.high), (second.low, second.value, second.high)))
    return first == second


def assert_same(computed: Sequence[Any], judged: Sequence[Any]) -> None:
    assert len(computed) == len(judged)
    for figure, expected in zip(computed, judged, strict=True):
        names = type(expected).__dataclass_fields__
        odd = {name: (getattr(figure, name), getattr(expected, name)) for name in names}
        assert {name: pair for name, pair in odd.items() if not close(*pair)} == {}


def test_what_was_played_is_counted(store: Store, history: list[Played]) -> None:
    for scope in SCOPES:
        plays = counting(history, scope)
        summary = overall(store, scope)
        days = sorted(play.day for play in plays)
        timed = [play.finished - play.begun for play in plays if play.begun is not None]
        assert (summary.plays, summary.timed) == (len(plays), len(timed))
        assert (summary.first, summary.last) == ((days[0], days[-1]) if days else (None, None))
        assert summary.players == len({seat.who for play in plays for seat in play.seats})
        assert close(summary.hours, sum(timed, timedelta()) / timedelta(hours=1) if timed else None)
        titles = {play.game: play.title for play in counting(history, Scope())}
        games = [
            GameFigures(
                key=key,
                title=titles[key],
                plays=sum(play.game == key for play in plays),
                last=max(play.day for play in plays if play.game == key),
            )
            for key in {play.game for play in plays}
        ]
        assert summary.games == tuple(sorted(games, key=lambda game: (-game.plays, game.title.casefold(), game.key)))
        by_month = Counter((play.day[:7], play.game) for play in plays)
        assert plays_by_month(store, scope) == tuple((*key, number) for key, number in sorted(by_month.items()))
        assert summary.h_index == max(n for n in range(4) if sum(game.plays >= n for game in games) >= n)
        visits = Counter(PLACES[play.place] for play in plays if play.place is not None)
        assert places(store, scope) == tuple(sorted(visits.items(), key=lambda place: (-place[1], place[0].casefold())))


def test_figures_of_players_are_those_of_their_plays(store: Store, history: list[Played]) -> None:
    for scope in SCOPES:
        plays = counting(history, scope)
        judged = [judged_figures(plays, who, scope) for who in {seat.who for play in plays for seat in play.seats}]
        judged.sort(key=lambda figures: (-figures.plays, by_letter(figures.name)))
        assert_same(player_figures(store, scope), judged)


def test_categories_are_spread_as_their_lines(store: Store, history: list[Played]) -> None:
    of_one_game = [scope for scope in SCOPES if scope.game is not None]
    for scope, player in product(of_one_game, (None, *NAMES)):
        columns = [seat for play in counting(history, scope) for seat in play.seats if player in {None, seat.who}]
        rules = sorted({rule for seat in columns for rule in seat.lines})
        assert_same(categories(store, scope, player), [judged_spread(rule, columns) for rule in rules])


def test_seats_and_sizes_of_tables_are_those_of_plays_where_they_are_known(store: Store, history: list[Played]) -> None:
    for scope in SCOPES:
        sat = [
            (play, seat)
            for play in counting(history, scope)
            for seat in play.seats
            if play.kind == "contested" and (not scope.player_ids or seat.who in scope.player_ids)
        ]
        known_seats = [(seat.position, play, seat) for play, seat in sat if seat.position is not None]
        assert_same(seats(store, scope), judged_kinds(known_seats))
        assert_same(
            by_number_of_players(store, scope), judged_kinds((len(play.seats), play, seat) for play, seat in sat)
        )


def judged_kinds(sat: Iterable[tuple[int, Played, Seated]]) -> list[SeatFigures]:
    judged = []
    for kind, same in groupby(sorted(sat, key=lambda entry: entry[0]), key=lambda entry: entry[0]):
        there = list(same)
        wins = sum(seat.won for _, _, seat in there)
        share = plain.fmean(play.winners / len(play.seats) for _, play, _ in there)
        judged.append(SeatFigures(kind=kind, plays=len(there), wins=wins, rate=rate(wins, len(there)), expected=share))
    return judged


def test_a_player_is_compared_with_each_other(store: Store, history: list[Played]) -> None:
    for scope in SCOPES:
        plays = counting(history, scope)
        for who in NAMES:
            mine = [play for play, _ in of_player(plays, who) if play.kind != "unknown"]
            met = {opponent: [play for play, _ in of_player(mine, opponent)] for opponent in NAMES if opponent != who}
            judged = [judged_pair(theirs, who, opponent, scope) for opponent, theirs in met.items() if theirs]
            judged.sort(key=lambda pair: (-pair.plays, -pair.together, by_letter(pair.name)))
            assert_same(pairs(store, scope, who), judged)


def test_streaks_are_found_play_by_play(store: Store, history: list[Played]) -> None:
    for scope in SCOPES:
        plays = counting(history, scope)
        for who in NAMES:
            assert streaks(store, scope, who) == judged_streaks(of_player(plays, who))


def test_the_last_totals_come_the_oldest_first(store: Store, history: list[Played]) -> None:
    for scope, limit in product(SCOPES, (1, 3, 100)):
        plays = counting(history, scope)
        for who in NAMES:
            known_totals = [
                (play.day, seat.total, seat.won) for play, seat in of_player(plays, who) if seat.total is not None
            ]
            assert totals_over_time(store, scope, who, limit) == tuple(
                PlayTotal(*total) for total in known_totals[-limit:]
            )


def test_of_nothing_there_are_no_figures(store: Store) -> None:
    none = overall(store, Scope())
    assert (none.plays, none.first, none.last, none.hours, none.players, none.games) == (0, None, None, None, 0, ())
    assert none.h_index == 0
    for figures in (plays_by_month, player_figures, seats, by_number_of_players, places):
        assert figures(store, Scope()) == ()
    assert (pairs(store, Scope(), "a"), totals_over_time(store, Scope(), "a", 9)) == ((), ())
    assert streaks(store, Scope(), "a") == Streaks()


@pytest.mark.sqlite_alone
def test_more_may_leave_early_than_a_query_takes_variables(store: Store) -> None:
    document = {"table": {"players": [{"left": 2}] * len(NAMES)}}
    scope = Scope(game=f"{PAD_PREFIX}4f2c")
    drawn = [play for chance in range(9) for play in drawn_history(Random(chance))]
    keep(store, [replace(play, game=str(scope.game), removed=False, document=document) for play in drawn])
    with taking_variables(store, VARIABLES):
        assert {(player.average, player.best) for player in player_figures(store, scope)} == {(None, None)}
        assert {pair.difference for pair in pairs(store, scope, "a")} == {None}
        assert (categories(store, scope), totals_over_time(store, scope, "a", 9)) == ((), ())


def test_categories_of_several_games_are_refused(store: Store) -> None:
    with pytest.raises(ValueError, match="of one game"):
        categories(store, Scope())


@pytest.mark.sqlite_alone
def test_quartiles_lie_as_the_standard_library_has_them() -> None:
    chance = Random(5)
    for length in range(2, 40):
        values = [chance.randint(-5, 20) for _ in range(length)]
        counts = {value: values.count(value) for value in values}
        assert quartiles(counts) == pytest.approx(tuple(plain.quantiles(values, n=4, method="inclusive")))


@pytest.mark.sqlite_alone
@pytest.mark.parametrize(("wins", "plays"), [(0, 1), (1, 1), (3, 8), (50, 200), (200, 200)])
def test_the_ends_of_a_rate_are_where_the_wins_would_just_be_within_two_errors(wins: int, plays: int) -> None:
    """The interval of Wilson: at its ends p, the distance from what was seen is 1.96 standard errors of p."""
    computed = rate(wins, plays)
    for end in (computed.low, computed.high):
        if end not in {0.0, 1.0}:
            assert abs(computed.value - end) == pytest.approx(1.959964 * sqrt(end * (1 - end) / plays), rel=1e-6)
    assert 0.0 <= computed.low <= computed.value <= computed.high <= 1.0
    assert computed.high - computed.low > 0.01


def test_each_game_is_counted_by_the_size_of_its_tables(history: list[Played], store: Store) -> None:
    judged: dict[tuple[str, int], list[Played]] = {}
    for play in counting(history, Scope()):
        judged.setdefault((play.game, len(play.seats)), []).append(play)
    tables = {(figures.key, figures.players): figures for figures in figures_of_tables(store)}
    assert {*tables} == {*judged}
    for key, plays in judged.items():
        times = [(play.finished - play.begun).total_seconds() / 60 for play in plays if play.begun is not None]
        figures = tables[key]
        assert (figures.plays, figures.last) == (len(plays), max(play.day for play in plays))
        assert figures.timed == len(times)
        assert figures.minutes == pytest.approx(sum(times))
