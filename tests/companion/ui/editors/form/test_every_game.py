"""Every game with nothing but its rules: from a new table to the history on forms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

import tests
from companion.ui.screens.new_table import NewTable
from scoring import GAMES
from storage.documents import codec
from storage.repositories import history, plays
from tests.companion.headless import GAMES_WITH_RULES, opened
from tests.companion.phones import of_host
from tests.companion.ui.editors.form.forms import enter_player, enter_table, rules_alone

if TYPE_CHECKING:
    from tests.companion.headless import Headless, Screen

SHEETS: Final = {
    "carpe-diem": "cathy-frame",
    "little-town": "castle-watchtower-and-a-shared-win",
    "mayor": "job-sharing-scored",
    "palaces-of-carrara": "final-scoring-two-players",
}
"""The golden sheets that are entered; of a game that is not named here its first one is."""


def golden(game: str) -> dict[str, Any]:
    folder = Path(tests.__file__).parent / "golden" / game
    files = [folder / f"{SHEETS[game]}.json"] if game in SHEETS else sorted(folder.glob("*.json"))
    documents: list[dict[str, Any]] = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    return next(document for document in documents if "check" not in document)


def laid_out(app: Headless, game: str, names: list[str]) -> str:
    """A new table for these players, and its address."""
    screen = app.show(NewTable)
    screen.tap(GAMES[game].title)
    for _ in names[2:]:
        screen.tap("Another player")
    for at, name in enumerate(names):
        screen.type_into("Starting player" if at == 0 else f"Player {at + 1}", name)
    screen.start()
    return "/".join(screen.route.split("/")[:3])


def finish(screen: Screen) -> None:
    """Walk through the end of the game, and keep the play."""
    while screen.has("Next"):
        screen.tap("Next")
    screen.tap("Finish")


@pytest.mark.parametrize("game", GAMES_WITH_RULES)
def test_a_game_is_played_on_its_form_from_new_table_to_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    rules_alone(monkeypatch, game)
    document = golden(game)
    table = document["table"]
    with opened(tmp_path) as app:
        names = [player["name"] for player in table["players"]]
        address = laid_out(app, game, names)
        for seat, player in enumerate(table["players"]):
            enter_player(of_host(app, f"{address}/player/{seat}"), game, player)
        enter_table(of_host(app, f"{address}/table/0"), game, table)
        finish(of_host(app, f"{address}/end/0"))
        brief = app.worker.run_blocking(history.page, history.Filter(), 1).plays[0]
        play = app.worker.run_blocking(plays.play, brief.id)
    assert play is not None
    expected = codec.read_table(document)
    sheet = codec.score_result(expected.game, expected.game.score(expected.table))
    kept = codec.read_table(play.document)
    assert codec.score_result(kept.game, kept.game.score(kept.table)) == sheet


@pytest.mark.parametrize("game", GAMES_WITH_RULES)
def test_only_the_end_of_a_game_is_entered_on_its_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    rules_alone(monkeypatch, game)
    rule, title = next(iter(GAMES[game].rules.items()))
    with opened(tmp_path) as app:
        screen = app.show(NewTable)
        screen.tap(GAMES[game].title)
        screen.tap(next(name for name in screen.names if name.endswith("The whole game: Edit")))
        screen.tap("Only the end")
        address = laid_out(app, game, ["Anna", "Ben"])
        screen = of_host(app, f"{address}/sheet/0")
        assert screen.has(f"Anna, {title}"), "its first number is open"
        screen.tap("7")
        screen.tap("Next")
        live = app.run(app.tables.open(address.split("/")[2]))
        assert live is not None
        assert live.state.table.players[0].entered == {rule: 7}
        assert [column.total for column in live.columns] == [7, 0]
