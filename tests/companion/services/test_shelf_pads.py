"""Pads of the shelf in play: corrected later, changed by a player, asked about, joined with earlier plays."""

from __future__ import annotations

import json
from gettext import NullTranslations
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.games.score_pad import shelf
from companion.games.score_pad.copy_values import GAME, is_of_shelf, read_pad
from companion.games.score_pad.shelf import key_on_shelf
from companion.services import new_table
from companion.services.kept_pads import join_plays, with_pad
from companion.services.new_table import blank_draft, games_here, with_name
from companion.services.results import result_of_play
from companion.system import paths
from companion.tables.state import with_player
from companion.ui.editors.score_pad.pad_maker import MAKES_A_COPY
from companion.ui.screens.new_table import NewTable
from scoring.messages import reading
from storage.repositories.games import pad_in, played_games
from tests.companion.phones import of_host
from tests.storage.sample_plays import content, written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless

WINGSPAN: Final = "score-pad:wingspan"

SKULLS: Final[dict[str, Any]] = {
    "names": ["Skulls"],
    "pad": {
        "title": "Skulls",
        "bgg": 1234567,
        "categories": [{"key": "skulls", "title": "Skulls", "kind": "count", "each": 2}],
    },
    "level": "unknown",
    "status": "D",
    "ask": {
        "text": "What is a skull worth in your box?",
        "path": ["skulls"],
        "choices": [{"text": "2 points", "value": {"each": 2}}, {"text": "3 points", "value": {"each": 3}}],
    },
    "sources": ["RP skulls"],
}


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """A call that puts a game on the shelf, beside others or in the place of one; `None` takes it away."""
    folder = tmp_path / "assets" / shelf.FOLDER
    folder.mkdir(parents=True)
    for key in ("kingdomino", "wingspan"):
        source = paths.assets() / shelf.FOLDER / f"{key}.json"
        (folder / source.name).write_bytes(source.read_bytes())
    monkeypatch.setattr(shelf, "assets", lambda: tmp_path / "assets")

    def put_game(key: str, game: dict[str, Any] | None) -> None:
        file = folder / f"{key}.json"
        if game is None:
            file.unlink()
        else:
            file.write_text(json.dumps(game), encoding="utf-8")
        shelf.ready_pads.cache_clear()

    shelf.ready_pads.cache_clear()
    yield put_game
    shelf.ready_pads.cache_clear()


def begun(app: Headless, key: str) -> LiveTable:
    draft = blank_draft(key, games_here(app.tables.copies)[key])
    for seat, name in enumerate(("Anna", "Ben")):
        draft = with_name(draft, seat, name)
    address = app.run(new_table.begin(app.tables, draft))
    return app.open_table(address.split("/")[2])


def test_a_pad_that_is_corrected_later_does_not_change_what_was_played(app: Headless, put: Callable[..., None]) -> None:
    live, running = begun(app, WINGSPAN), begun(app, WINGSPAN)
    app.run(live.change("Eggs", lambda state: with_player(state, 0, entries={"eggs": 7})))
    play = app.run(app.tables.finish(live))
    corrected: Any = json.loads((paths.assets() / shelf.FOLDER / "wingspan.json").read_text(encoding="utf-8"))
    corrected["pad"]["categories"][3]["each"] = 5
    put("wingspan", corrected)
    assert result_of_play(play).sheet.columns[0].total == 7
    assert pad_in(play.document) == running.state.table.pad
    assert begun(app, WINGSPAN).state.table.pad.categories[3].each == 5


def test_what_sources_contradict_each_other_about_has_a_usual_answer_and_can_be_answered(
    app: Headless, put: Callable[..., None]
) -> None:
    put("skulls", SKULLS)
    screen = app.show(NewTable)
    for name, words in (("Starting player", "Anna"), ("Player 2", "Ben"), ("Find a game", "skull")):
        screen.type_into(name, words)
    screen.tap("Skulls")
    assert screen.has("Start with 2 players: Skulls")
    screen.tap("What is a skull worth in your box? 2 points: Edit")
    screen.tap("3 points")
    screen.tap("What is a skull worth in your box? 3 points: Close")
    screen.start()
    assert screen.route.startswith("/table/")
    live = begun(app, "score-pad:skulls")
    assert live.state.table.pad.categories[0].each == 3
    app.run(app.tables.finish(live))
    again = app.show(NewTable)
    again.tap("What is a skull worth in your box? 3 points: Edit")
    again.tap("2 points")
    assert begun(app, "score-pad:skulls").state.table.pad.categories[0].each == 2


def test_the_usual_answer_is_the_first_one_and_what_the_pad_says() -> None:
    asking = [game for game in shelf.ready_pads().values() if game.file.ask is not None]
    assert asking
    for game in asking:
        assert game.file.ask is not None
        assert game.pad() == game.pad(game.file.ask.choices[0].text), game.key


def test_a_table_goes_on_and_is_played_again_after_its_pad_left_the_shelf(
    app: Headless, put: Callable[..., None]
) -> None:
    put("skulls", SKULLS)
    live = begun(app, "score-pad:skulls")
    screen = app.show(NewTable)
    for name in ("Anna", "Ben", "Skulls"):
        screen.tap(name)
    put("skulls", None)
    again = app.show(NewTable)
    assert again.has("Anna begins, then Ben: Edit")
    assert again.has("Choose a game.")
    assert "score-pad:skulls" not in games_here(app.tables.copies)
    app.run(live.change("Skulls", lambda state: with_player(state, 0, entries={"skulls": 7})))
    play = app.run(app.tables.finish(live))
    assert result_of_play(play).sheet.columns[0].total == 14
    assert of_host(app, f"/play/{play.id}").has("Skulls")
    assert app.run(with_pad(app.tables, play.game))
    assert begun(app, play.game).state.table.pad == live.state.table.pad


def test_what_is_searched_for_and_not_here_becomes_the_title_of_a_new_pad(app: Headless) -> None:
    screen = app.show(NewTable)
    screen.tap("Carpe Diem")
    for name, typed in (
        ("Starting player", "Anna"),
        ("Player 2", "Ben"),
        ("Find a game", "wing"),
        ("Find a game", "Zzyx"),
    ):
        screen.type_into(name, typed)
    assert not screen.has("Carpe Diem")
    assert not screen.has("Start with 2 players: Carpe Diem")
    screen.tap("Another game …")
    assert screen.route == "/new/pad?title=Zzyx"
    assert of_host(app, screen.route).value("Title of the game") == "Zzyx"


def test_a_change_of_ones_own_takes_the_place_of_the_pad_and_plays_stay_together(app: Headless) -> None:
    app.run(app.tables.finish(begun(app, WINGSPAN)))
    copies = app.tables.copies[GAME]
    assert is_of_shelf(copies, "wingspan")
    screen = of_host(app, "/new/pad/wingspan")
    assert screen.has(str(MAKES_A_COPY))
    screen.type_into("Title of the game", "Birds")
    screen.tap("Save")
    assert not is_of_shelf(copies, "wingspan")
    app.run(app.tables.finish(begun(app, WINGSPAN)))
    assert [(game.key, game.title, game.plays) for game in app.worker.run_blocking(played_games)] == [
        (WINGSPAN, "Birds", 2)
    ]


def test_plays_that_were_taken_in_under_the_number_of_the_game_join_those_of_the_pad(app: Headless) -> None:
    app.worker.run_blocking(written, content({"Anna": 80, "Ben": 71}, game="bgg-266192"))
    app.run(app.tables.finish(begun(app, WINGSPAN)))
    app.worker.run_blocking(join_plays, WINGSPAN)
    assert [(game.key, game.plays) for game in app.worker.run_blocking(played_games)] == [(WINGSPAN, 2)]


class SkullsInGerman(NullTranslations):
    """A catalogue that has the words of this pad alone."""

    def info(self) -> dict[str, str]:
        return {"language": "de"}

    def pgettext(self, context: str, message: str) -> str:
        words = {("titles of a game", "Skulls"): "Schädel | Skulls", ("skulls", "Skulls"): "Schädel"}
        return words.get((context, message), message)


def test_a_pad_that_came_in_is_known_in_whichever_language(put: Callable[..., None]) -> None:
    put("skulls", SKULLS)
    game = shelf.ready_pads()["skulls"]
    with reading(SkullsInGerman()):
        pad = game.pad("3 points")
        assert (pad.title, pad.categories[0].title) == ("Schädel", "Schädel")
        assert key_on_shelf(pad) == "skulls"
    assert key_on_shelf(game.pad()) == "skulls"
    changed = read_pad({**game.content, "bgg": 7})
    assert changed is not None
    assert key_on_shelf(changed) is None
