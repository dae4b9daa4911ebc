"""The history: pages, filters, words, and the stream of all plays; judged by looking at every play."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event

from storage.repositories import history, people, people_merges, plays
from storage.repositories.history import Cursor, Filter
from storage.repositories.values import day_of
from tests.storage.sample_plays import content, kept, sheet, written
from tests.storage.stores import START, coins, opened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from storage.repositories.play_content import StoredPlay
    from storage.repositories.tables import Store

pytestmark = pytest.mark.usefixtures("both")


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory, both: str) -> Iterator[Store]:
    """Forty plays of two games at three places, some on one moment; every seventh was removed."""
    assert both
    with opened(tmp_path_factory.mktemp("season") / "tessera.db") as store:
        for number in range(40):
            names = [name for bit, name in enumerate(("Cathy", "Nick", "Änne")) if (number + 1) >> bit & 1] or ["Ina"]
            totals = {name: (number * 7 + seat * 5) % 11 for seat, name in enumerate(names)}
            game, title = (("catan", "Catan"), ("azul", "Azul"))[number % 2]
            place = ("", "Club", "At home")[number % 3]
            evening = content(totals, number // 3, game=game, title=title, place=place, note=f"no {number}")
            play = written(store, evening)
            if number % 7 == 0:
                plays.remove(store, play.id)
        yield store


def everything(store: Store) -> list[StoredPlay]:
    all_plays = [play for removed in (False, True) for play in history.stream(store, Filter(removed=removed))]
    return sorted(all_plays, key=lambda play: (play.finished, play.id), reverse=True)


def paged(store: Store, play_filter: Filter, limit: int) -> list[str]:
    ids: list[str] = []
    after: Cursor | None = None
    while True:
        page = history.page(store, play_filter, limit, after)
        assert len(page.plays) <= limit
        ids += [play.id for play in page.plays]
        if page.after is None:
            return ids
        assert len(page.plays) == limit
        after = page.after


def lets_through(play_filter: Filter, play: StoredPlay) -> bool:
    seats = {seat.id: seat for seat in play.players}
    own = seats.get(play_filter.player_id or "")
    return (
        play_filter.removed == (play.removed is not None)
        and play_filter.game in {None, play.game}
        and play_filter.place_id in {None, play.place_id}
        and (play_filter.since or "") <= play.day <= (play_filter.until or "9")
        and (play_filter.player_id is None or own is not None)
        and (own is None or play_filter.outcome is None or own.won == (play_filter.outcome == "won"))
    )


def test_forty_plays_are_streamed_the_last_one_first(season: Store) -> None:
    all_plays = everything(season)
    assert len(all_plays) == 40
    assert [play for play in all_plays if play.removed is None] == list(history.stream(season, Filter()))


@pytest.mark.parametrize(
    ("game", "removed"),
    [
        (None, False),
        ("azul", True),
        pytest.param(None, True, marks=pytest.mark.sqlite_alone),
        pytest.param("azul", False, marks=pytest.mark.sqlite_alone),
    ],
)
def test_a_page_shows_what_the_filter_lets_through_whatever_its_size(
    season: Store, game: str | None, *, removed: bool
) -> None:
    plays_ = everything(season)
    numbers = [None, *(player.id for player in people.players(season)), "nobody"]
    places = [None, *(place.id for place in people.places(season))]
    spans = [(None, None), (plays_[30].day, plays_[12].day), (plays_[20].day, None), (None, plays_[20].day)]
    for player, place, (since, until), outcome in product(numbers, places, spans, (None, "won", "lost")):
        play_filter = Filter(
            game=game,
            player_id=player,
            place_id=place,
            since=since,
            until=until,
            outcome=outcome,  # type: ignore[arg-type]
            removed=removed,
        )
        expected = [play.id for play in plays_ if lets_through(play_filter, play)]
        assert history.count(season, play_filter) == len(expected)
        assert [play.id for play in history.page(season, play_filter, 40).plays] == expected
    for limit in (1, 4, 34, 35):
        play_filter = Filter(game=game, removed=removed)
        assert paged(season, play_filter, limit) == [play.id for play in plays_ if lets_through(play_filter, play)]


def test_of_a_long_text_the_beginning_is_looked_for(season: Store) -> None:
    words = ["no", "3"] * (history.MAX_WORDS // 2)
    assert history.count(season, Filter(text=" ".join(words))) == history.count(season, Filter(text="no 3")) > 0
    assert history.count(season, Filter(text=" ".join([*words, *["nowhere"] * 2000]))) > 0


def test_an_outcome_without_a_player_is_nothing(season: Store) -> None:
    assert history.count(season, Filter(outcome="won")) == history.count(season, Filter())


def test_of_a_game_that_nobody_played_there_is_nothing(season: Store) -> None:
    assert history.count(season, Filter(game="chess")) == 0
    assert history.page(season, Filter(game="chess"), 9).plays == ()


def test_a_brief_says_the_same_as_the_play(season: Store) -> None:
    for brief in history.page(season, Filter(), 9).plays:
        play = kept(season, brief.id)
        names = [name for name in brief.__slots__ if name not in {"early", "extras"}]
        assert {name: getattr(brief, name) for name in names} == {name: getattr(play, name) for name in names}


def test_the_looks_are_all_that_a_brief_has_from_beside(store: Store) -> None:
    looks = [{"colour": "red", "shape": "circle"}, {"colour": "blue", "shape": "square"}]
    table = store.begin("carpe-diem", coins(0, turn=3, seats=looks))
    plays.finish(store, table.id, sheet({"Cathy": 1, "Nick": 2}))
    (brief,) = history.page(store, Filter(), 3).plays
    assert brief.extras["seats"] == looks


def test_a_page_asks_the_database_three_times_at_most(season: Store) -> None:
    asked: list[str] = []
    engine: Any = season._engine

    def note(_: object, __: object, statement: str, *___: object) -> None:
        asked.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    history.page(season, Filter(text="cathy club", game="azul"), 9)
    event.remove(engine, "before_cursor_execute", note)
    assert len([statement for statement in asked if statement.startswith("SELECT")]) <= 3
    assert not any("plays.document" in statement or "plays.sheet" in statement for statement in asked)


@pytest.mark.parametrize("batch", [1, 3, 34, 35, 100])
def test_all_plays_are_streamed_in_batches(season: Store, monkeypatch: pytest.MonkeyPatch, batch: int) -> None:
    whole = list(history.stream(season, Filter()))
    monkeypatch.setattr(history, "BATCH_PLAYS", batch)
    assert list(history.stream(season, Filter())) == whole
    assert len(whole) == 34


def test_a_stream_goes_on_while_something_is_changed(season: Store) -> None:
    stream = history.stream(season, Filter())
    first = next(stream)
    plays.remove(season, first.id)
    assert first.id not in {play.id for play in stream}
    plays.restore(season, first.id)


@pytest.fixture
def ids_by_field(store: Store) -> dict[str, str]:
    """One play for each place in which a word can stand."""
    contents = {
        "title": content({"Ina": 1}, title="Die Häuser von Carrara"),
        "place": content({"Ina": 1}, place="Straße 100%"),
        "note": content({"Ina": 1}, note="ÄRGER with C_3"),
        "name": content({"Ina": 1, "Zoë O'Neil": 2}),
    }
    return {name: written(store, content_).id for name, content_ in contents.items()}


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("carrara", {"title"}),
        ("HÄUSER", {"title"}),
        ("häuser  VON", {"title"}),
        ("strasse", {"place"}),
        ("STRAßE", {"place"}),
        ("100%", {"place"}),
        ("1%", set()),
        ("ärger", {"note"}),
        ("c_3", {"note"}),
        ("c-3", set()),
        ("zoë", {"name"}),
        ("ZOË o'neil catan", {"name"}),
        ("catan ina", {"place", "note", "name"}),
        ("zoë carrara", set()),
        ("  ", {"title", "place", "note", "name"}),
    ],
)
def test_every_word_stands_somewhere_in_a_play(
    store: Store, ids_by_field: dict[str, str], text: str, where: set[str]
) -> None:
    ids = {play.id for play in history.page(store, Filter(text=text), 9).plays}
    assert ids == {ids_by_field[name] for name in where}
    assert history.count(store, Filter(text=text)) == len(where)


def test_a_play_is_found_by_all_names_that_its_players_and_place_have_or_had(store: Store) -> None:
    play = written(store, content({"Kathy": 1}, place="Klub"))
    second_play = written(store, content({"Cathy": 1}, place="Club"))
    people_merges.merge(store, "player", play.players[0].id, second_play.players[0].id)
    people_merges.merge(store, "place", play.place_id or "", second_play.place_id or "")
    people.rename(store, "player", second_play.players[0].id, "Catherine")
    for text in ("kathy", "klub", "club", "catherine", "cathy"):
        assert {play.id for play in history.page(store, Filter(text=text), 9).plays} == {play.id, second_play.id}


def test_a_day_is_that_of_this_place(store: Store) -> None:
    play = written(store, replace(content({"Cathy": 1}), finished=START + timedelta(hours=4)))
    assert play.day == day_of(play.finished)
    assert history.count(store, Filter(since=play.day, until=play.day)) == 1


@pytest.mark.sqlite_alone
def test_lists_are_read_along_an_index(season: Store) -> None:
    """The plan of a page does not sort, and counting does not touch the plays themselves."""
    plans = []
    engine: Any = season._engine

    def note(connection: Any, _: object, statement: str, parameters: Any, *__: object) -> None:
        if statement.startswith("SELECT") and "FROM plays" in statement:
            cursor = connection.connection.cursor()
            cursor.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plans.append("; ".join(row[3] for row in cursor.fetchall()))

    event.listen(engine, "before_cursor_execute", note)
    for game in (None, "azul"):
        first = history.page(season, Filter(game=game), 5)
        history.page(season, Filter(game=game), 5, first.after)
        history.count(season, Filter(game=game))
    event.remove(engine, "before_cursor_execute", note)
    assert len(plans) == 6
    assert all("ix_plays_shown" in plan and "TEMP B-TREE" not in plan for plan in plans)
    assert [plan for plan in plans if "COVERING INDEX ix_plays_shown" in plan] == plans[2::3]
