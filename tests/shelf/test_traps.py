"""What is easily got wrong about games of the shelf."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.games.score_pad.shelf import ready_pads
from scoring.score_pad.game import SCORE_PAD
from storage.documents.codec import plain, read_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.sheet import Sheet

NAMES = ("Anna", "Ben", "Cleo", "David", "Eva")


def scored(game: str, *entries: dict[str, Any], answer: str | None = None) -> Sheet:
    """Return the sheet of a game of the shelf, with what each player entered and the answer to its question."""
    players = [{"name": name, "entries": entry} for name, entry in zip(NAMES, entries, strict=False)]
    table = {"pad": plain(ready_pads()[game].pad(answer)), "players": players}
    document = read_table({"game": SCORE_PAD.key, "format": 1, "table": table})
    return document.game.score(document.table)


def line(game: str, category: str, entries: Sequence[Any], answer: str | None = None) -> list[int]:
    """Return what a category of a game is worth for each player."""
    sheet = scored(game, *({category: entry} for entry in entries), answer=answer)
    return [next(line.points for line in column.lines if line.rule == category) for column in sheet.columns]


def test_the_largest_property_breaks_a_tie_of_kingdomino_before_crowns() -> None:
    sheet = scored("kingdomino", {"largest": 5, "crowns": 9}, {"largest": 6, "crowns": 1})
    assert [place.player for place in sheet.standings] == ["Ben", "Anna"]


@pytest.mark.parametrize(
    ("game", "category", "entries", "points"),
    [
        ("sushi-go", "rolls_1", [5, 5, 3], [3, 3, 0]),
        ("sushi-go", "rolls_1", [4, 4, 4, 1], [2, 2, 2, 0]),
        ("sushi-go", "rolls_1", [6, 3, 3, 3], [6, 1, 1, 1]),
        ("sushi-go", "rolls_1", [2, 0], [6, 0]),
        ("sushi-go", "puddings", [3, 3, 3], [0, 0, 0]),
        ("sushi-go", "puddings", [2, 2], [0, 0]),
        ("sushi-go", "puddings", [4, 4, 4, 1], [2, 2, 2, 0]),
        ("sushi-go", "fewest_puddings", [3, 1], [0, 0]),
        ("sushi-go", "fewest_puddings", [1, 1], [0, 0]),
        ("sushi-go", "fewest_puddings", [0, 2, 0], [-3, 0, -3]),
        ("sushi-go", "fewest_puddings", [2, 2, 2], [0, 0, 0]),
        ("sheriff-of-nottingham", "cheese_king", [4, 4, 3], [12, 12, 0]),
        ("sheriff-of-nottingham", "apple_king", [6, 3, 3, 2], [20, 5, 5, 0]),
        ("terraforming-mars", "award_1", [12, 12, 5], [5, 5, 0]),
        ("terraforming-mars", "award_1", [12, 5, 5, 0], [5, 2, 2, 0]),
        ("terraforming-mars", "award_1", [7, 3], [5, 0]),
        ("terraforming-mars", "award_1", [7, 7], [5, 5]),
        ("terraforming-mars", "award_1", [3, 0, 0], [5, 0, 0]),
        ("terraforming-mars", "award_1", [9], [0]),
        ("cascadia", "most_mountains", [7, 7, 4], [2, 2, 0]),
        ("cascadia", "most_mountains", [7, 4, 4], [3, 0, 0]),
        ("cascadia", "most_mountains", [5, 5, 5, 2], [1, 1, 1, 0]),
        ("cascadia", "most_mountains", [5, 3], [2, 0]),
        ("cascadia", "most_mountains", [5, 5], [1, 1]),
        ("cascadia", "most_mountains", [9], [0]),
        ("cascadia", "alone", [3], [6]),
        ("trailblazers", "goal_1", [1, 1, 2, 3, 0], [6, 6, 3, 1, 0]),
        ("trailblazers", "goal_3", [9, 9, 5, 2], [6, 6, 3, 1]),
        ("welcome-to", "temps", [6, 6, 4, 2, 0], [7, 7, 4, 1, 0]),
        ("cascadia-landmarks", "most_rivers", [7, 7, 4, 4], [2, 2, 0, 0]),
        ("cascadia-landmarks", "most_rivers", [9, 7, 4, 4, 2], [0, 0, 0, 0, 0]),
        ("colt-express", "gunslinger", [4, 4, 2], [1000, 1000, 0]),
        ("colt-express", "gunslinger", [0, 0], [0, 0]),
        ("wingspan-oceania", "nectar_forest", [4, 4, 1], [3, 3, 0]),
        ("wingspan-oceania", "nectar_forest", [5, 2, 2], [5, 1, 1]),
        ("wingspan-oceania", "nectar_forest", [4, 4, 4], [2, 2, 2]),
        ("wingspan-oceania", "nectar_forest", [3, 0, 0], [5, 0, 0]),
        ("terra-mystica", "fire", [7, 7, 3, 0], [6, 6, 2, 0]),
        ("terra-mystica", "fire", [9, 4, 4, 4], [8, 2, 2, 2]),
        ("terra-mystica", "area", [10, 10, 10], [12, 12, 12]),
        ("gaia-project", "final_1", [9, 5, 5, 2], [18, 9, 9, 0]),
        ("gaia-project", "final_2", [6, 3, 0], [18, 12, 0]),
        ("gaia-project", "final_1", [9, 5], [0, 0]),
    ],
)
def test_level_players_of_a_majority_get_what_the_game_says(
    game: str, category: str, entries: list[int], points: list[int]
) -> None:
    assert line(game, category, entries) == points


@pytest.mark.parametrize(
    ("game", "category", "entries", "answer", "points"),
    [
        ("skyjo", "rounds", [[[-4, True]], [[-5, False]]], None, [-4, -5]),
        ("skyjo", "rounds", [[[-4, True]], [[-5, False]]], "Yes", [-8, -5]),
        ("terraforming-mars", "award_2", [5, 0, 0], "Yes", [5, 2, 2]),
        ("terraforming-mars", "award_2", [5, 5, 0], "Yes", [5, 5, 0]),
        ("terraforming-mars", "award_2", [0, 0, 0], "Yes", [0, 0, 0]),
        ("terraforming-mars", "award_3", [4, 2, 0, 0, 0], "Yes", [5, 2, 0, 0, 0]),
    ],
)
def test_an_answer_decides_where_sources_contradict_each_other(
    game: str, category: str, entries: list[Any], answer: str | None, points: list[int]
) -> None:
    assert line(game, category, entries, answer) == points


def test_who_is_level_after_sea_salt_and_paper_is_placed_by_the_answer() -> None:
    entries = ({"rounds": [20, 16], "last_turn": True, "last_round": 16}, {"rounds": [18, 18], "last_round": 18})
    for choice, winner in zip(("Whoever played last", "Whoever scored most"), ("Anna", "Ben"), strict=True):
        sheet = scored("sea-salt-and-paper", *entries, answer=f"{choice} in the last round")
        assert sheet.standings[0].player == winner


def test_an_award_of_terraforming_mars_that_nobody_funded_is_worth_nothing() -> None:
    for players in range(1, 6):
        sheet = scored("terraforming-mars", *({} for _ in range(players)), answer="Yes")
        assert {column.total for column in sheet.columns} == {0}


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("cabo-2nd-edition", (2, 4)),
        ("cascadia", (1, 4)),
        ("castles-of-burgundy-special-edition", (1, 4)),
        ("catan", (3, 6)),
        ("dixit", (3, 8)),
        ("hilo", (2, 6)),
        ("lets-go-to-japan", (1, 4)),
        ("heat-pedal-to-the-metal", (1, 6)),
        ("scythe", (1, 7)),
        ("concordia-venus", (2, 6)),
        ("next-station-london", (1, 4)),
        ("trailblazers", (1, 8)),
        ("tussie-mussie", (1, 4)),
    ],
)
def test_as_many_play_as_boxes_say(game: str, players: tuple[int, int]) -> None:
    assert ready_pads()[game].pad().players == players


def test_who_touched_the_assassin_lost_codenames_and_who_has_no_words_left_won_it() -> None:
    for red, blue, winner in (
        ({"words": 1, "assassin": True}, {"words": 8}, "Ben"),
        ({"words": 0}, {"words": 3}, "Anna"),
        ({"words": 2}, {"words": 0}, "Ben"),
    ):
        assert scored("codenames", red, blue).standings[0].player == winner


def test_glass_that_broke_before_the_end_counts_for_a_tie_of_azul() -> None:
    entries = ({"track": 40, "broken": 4}, {"track": 36, "broken_before": 18})
    sheet = scored("azul-stained-glass-of-sintra", *entries)
    assert [(place.player, place.total) for place in sheet.standings] == [("Anna", 36), ("Ben", 36)]


def test_an_empty_farm_of_agricola_is_worth_minus_7() -> None:
    assert scored("agricola", {}).columns[0].total == -7


def test_a_game_with_several_editions_says_which() -> None:
    editions = {
        "7 Wonders",
        "Agricola",
        "CABO",
        "Camel Up",
        "Love Letter",
        "PARKS",
        "Sheriff of Nottingham",
        "Skull King",
    }
    assert editions.isdisjoint(game.title for game in ready_pads().values())


def test_both_editions_of_love_letter_end_by_their_own_numbers() -> None:
    ends = [plain(ready_pads()[f"love-letter-{year}"].pad())["ends"]["at"] for year in (2012, 2019)]
    assert ends == [{"2": 7, "3": 5, "4": 4}, {"2": 6, "3": 5, "4": 4, "5": 3}]


@pytest.mark.parametrize(
    ("game", "category", "entries", "points"),
    [
        ("terra-mystica", "coins", [8, 9], [2, 3]),
        ("terra-mystica", "alchemists", [8, 9], [4, 4]),
        ("concordia-venus", "vesta", [[38], [19, 25]], [3, 3]),
        ("railroad-ink-challenge", "villages", [4, 5, 1], [8, 8, 2]),
        ("seasons", "bonus", [0, 1, 2, 3], [0, -5, -12, -20]),
        ("skip-bo", "games", [[0], [7, 1]], [25, 90]),
    ],
)
def test_a_line_is_worth_what_the_game_says(game: str, category: str, entries: list[Any], points: list[int]) -> None:
    assert line(game, category, entries) == points


@pytest.mark.parametrize(
    ("game", "entries", "places"),
    [
        ("clank", ({"gold": 50, "out": True}, {"gold": 3}), [("Ben", 1), ("Anna", 2)]),
        (
            "king-of-tokyo",
            ({"stars": 20, "knocked_out": True}, {"stars": 4, "standing": True}),
            [("Ben", 1), ("Anna", 2)],
        ),
        ("root", ({"track": 29}, {"dominance": True}), [("Ben", 1), ("Anna", 2)]),
        ("chess", ({}, {}), [("Anna", 1), ("Ben", 1)]),
        ("chess", ({}, {"won": True}), [("Ben", 1), ("Anna", 2)]),
        ("between-two-cities", ({"left": 60, "right": 41}, {"left": 50, "right": 42}), [("Ben", 1), ("Anna", 2)]),
        ("between-two-cities", ({"left": 60, "right": 41}, {"left": 41, "right": 62}), [("Ben", 1), ("Anna", 2)]),
    ],
)
def test_who_wins_whatever_the_points(game: str, entries: tuple[Any, ...], places: list[tuple[str, int]]) -> None:
    filled = [*entries, {}] if game == "between-two-cities" else entries
    assert [(place.player, place.place) for place in scored(game, *filled).standings][:2] == places


@pytest.mark.parametrize(("game", "category"), [("calico", "top"), ("calico", "cats"), ("parks", "photos")])
def test_what_is_printed_on_the_box_alone_is_typed(game: str, category: str) -> None:
    assert line(game, category, [7, 0]) == [7, 0]
