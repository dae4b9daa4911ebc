"""What people see on screens of several widths."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import pytest
from rich.cells import cell_len

from companion.cli import sheets
from storage.documents import codec
from tests.companion.command import ann_with_a_district
from tests.companion.documents import ann_wins, district, player, question, raw, table, tie

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDE, NARROW = 120, 34

NAMES = ("[bold]x[/bold]", "[/]", ":smile:", "{one}", "%s", "🎲👩‍👩‍👧", "漢" * 40, "ß" * 40, "a  b")

FOUR_LONG_NAMES = tuple(letter * 40 for letter in "ABCD")


class Show(Protocol):
    def __call__(self, document: dict[str, Any], width: int, *, explain: bool = False) -> str: ...


@pytest.fixture
def show(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Show:
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def shown(document: dict[str, Any], width: int, *, explain: bool = False) -> str:
        monkeypatch.setenv("COLUMNS", str(width))
        if "check" in document:
            asked = codec.read_check(codec.parse(raw(document)))
            sheets.check(asked.check, asked.table, asked.ask, asked.check.answer(asked.table, asked.ask))
        else:
            read = codec.read_table(codec.parse(raw(document)))
            sheets.score(read.game, read.table, read.game.score(read.table), explain=explain)
        return capsys.readouterr().out

    return shown


def players_named(names: Sequence[str]) -> dict[str, Any]:
    return table(*(player(name) for name in names))


def large_numbers() -> dict[str, Any]:
    """Four players with 4,799,520 points on fountain cards each."""
    cards = [{"kind": "pond", "points": 20}] * 24
    ponds = {"counts": {"pond": 9999}, "villas": [], "chimneys": 0}
    return table(*(player(name, fountain_cards=cards, tally=ponds) for name in "ABCD"))


SHEETS = {
    "two players": ann_wins(),
    "tie": tie(),
    "district": ann_with_a_district(),
    "long names": players_named(FOUR_LONG_NAMES),
    "wide letters": players_named([letter * 40 for letter in "漢字表示"]),
    "large numbers": large_numbers(),
    "a debt": table(player("Ann", victory_cards=-3), player("Ben")),
}

QUESTIONS = {check: question(check) for check in ("forum_visit", "forum", "forum_order")}


def test_a_wide_sheet_has_a_column_for_each_player(show: Show) -> None:
    assert show(ann_wins(), WIDE) == (
        "Carpe Diem, second edition\n"
        "┏━━━━━━━━━━━━━━━━━━━━━━━━━┳━━━━━┳━━━━━┓\n"
        "┃                         ┃ Ann ┃ Ben ┃\n"
        "┡━━━━━━━━━━━━━━━━━━━━━━━━━╇━━━━━╇━━━━━┩\n"
        "│ Victory point cards     │   1 │   1 │\n"
        "│ Items on resource board │   3 │   0 │\n"
        "│ Prestige bar            │   2 │   2 │\n"
        "│ Frame achievements      │   0 │   0 │\n"
        "│ Fountain cards          │   0 │   0 │\n"
        "│ Villas                  │   0 │   0 │\n"
        "├─────────────────────────┼─────┼─────┤\n"
        "│ Total                   │   6 │   3 │\n"
        "│ Place                   │   1 │   2 │\n"
        "└─────────────────────────┴─────┴─────┘\n"
        "\n"
        "1. Ann, 6 points: most points: 6 to 3\n"
        "2. Ben, 3 points: last place\n"
    )


def test_on_a_narrow_screen_players_stand_below_one_another(show: Show) -> None:
    assert show(ann_wins(), NARROW) == (
        "Carpe Diem, second edition\n"
        "\n"
        "Ann\n"
        "    1  Victory point cards\n"
        "    3  Items on resource board\n"
        "    2  Prestige bar\n"
        "    0  Frame achievements\n"
        "    0  Fountain cards\n"
        "    0  Villas\n"
        "    6  Total\n"
        "    1  Place\n"
        "\n"
        "Ben\n"
        "    1  Victory point cards\n"
        "    0  Items on resource board\n"
        "    2  Prestige bar\n"
        "    0  Frame achievements\n"
        "    0  Fountain cards\n"
        "    0  Villas\n"
        "    3  Total\n"
        "    2  Place\n"
        "\n"
        "1. Ann, 6 points: most points: 6\n"
        "to 3\n"
        "2. Ben, 3 points: last place\n"
    )


@pytest.mark.parametrize("width", [20, NARROW, 60, 80, WIDE])
@pytest.mark.parametrize("document", SHEETS.values(), ids=SHEETS)
def test_no_line_of_a_sheet_is_longer_than_the_screen(show: Show, document: dict[str, Any], width: int) -> None:
    assert max(map(cell_len, show(document, width, explain=True).splitlines())) <= width


@pytest.mark.parametrize("width", [20, NARROW, 60, 80, WIDE])
@pytest.mark.parametrize("document", QUESTIONS.values(), ids=QUESTIONS)
def test_no_line_of_an_answer_is_longer_than_the_screen(show: Show, document: dict[str, Any], width: int) -> None:
    assert max(map(cell_len, show(document, width).splitlines())) <= width


@pytest.mark.parametrize("width", [59, 80, WIDE])
def test_the_titles_of_the_rules_are_never_cut(show: Show, width: int) -> None:
    assert "…" not in show(players_named(FOUR_LONG_NAMES), width)


@pytest.mark.parametrize("width", [20, NARROW, 60, 61, 70, 80, WIDE])
def test_large_numbers_are_never_broken(show: Show, width: int) -> None:
    sheet, _, _ = show(large_numbers(), width).partition("1. A,")
    assert sheet.count("4799520") == 4
    assert sheet.count("4799523") == 4


@pytest.mark.parametrize("width", [59, 80, WIDE])
def test_four_players_stand_side_by_side_from_59_characters_on(show: Show, width: int) -> None:
    heading = show(players_named(["Ann", "Ben", "Cleo", "Dan"]), width).splitlines()[2]
    assert heading.replace("┃", "").split() == ["Ann", "Ben", "Cleo", "Dan"]


def test_four_players_stand_below_one_another_under_59_characters(show: Show) -> None:
    lines = show(players_named(["Ann", "Ben", "Cleo", "Dan"]), 58).splitlines()
    assert [line for line in lines if line in {"Ann", "Ben", "Cleo", "Dan"}] == ["Ann", "Ben", "Cleo", "Dan"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_shown_as_it_was_entered(show: Show, name: str) -> None:
    shown = show(table(player(name, writs_left=1), player("Ben")), 200)
    assert f" {name} " in shown.splitlines()[2]
    assert f"1. {name}, 3 points: level on points; most writs left: 1 to 0" in shown


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_shown_as_it_was_entered_where_players_stand_below_one_another(show: Show, name: str) -> None:
    lines = show(table(player(name), player("Ben")), NARROW).splitlines()
    assert "".join(lines[2 : lines.index("    1  Victory point cards")]) == name


@pytest.mark.parametrize("name", NAMES)
def test_the_name_of_a_card_is_shown_as_it_was_entered(show: Show, name: str) -> None:
    card = {"name": name, "pay": {"fish": 1}, "reward": {"points": 2}}
    assert f"“{name}”" in show(question("forum_visit", cards=[card, card]), 200)


def test_a_tie_is_told_with_the_figures_that_decide_it(show: Show) -> None:
    assert show(tie(), WIDE).endswith(
        "\n1. Ann, 3 points: level on points; most writs left: 2 to 1\n2. Ben, 3 points: last place\n"
    )


def test_players_level_on_everything_share_a_place(show: Show) -> None:
    shown = show(table(player("Ann"), player("Ben"), player("Cleo", victory_cards=0)), WIDE)
    assert "1. Ann, 3 points: level with Ben on everything, the place is shared\n" in shown
    assert "1. Ben, 3 points: level with Ann on everything, the place is shared\n" in shown
    assert "3. Cleo, 2 points: last place\n" in shown


def test_a_ruling_is_shown_where_the_score_rests_on_it_and_nowhere_else(show: Show) -> None:
    _, _, rulings = show(table(player("Ann", victory_cards=-3), player("Ben")), WIDE).partition("Worth knowing\n")
    assert "  - Victory point cards may go below 0 (a debt).\n" in rulings
    assert "Worth knowing" not in show(ann_wins(), WIDE)


def test_the_edition_is_named(show: Show) -> None:
    first = table(player("Ann"), player("Ben"), edition="first")
    assert show(first, WIDE).startswith("Carpe Diem, first edition\n")


def test_explain_gives_the_reason_and_the_place_in_the_rulebook_of_every_number(show: Show) -> None:
    shown = show(ann_wins(), WIDE, explain=True)
    assert (
        "\nAnn\n"
        "  Victory point cards 1: 1 point on the cards\n"
        "    Rulebook, Forum Phase\n"
        "  Items on resource board 3: 4 goods and 2 coins: 6 items, halved and rounded down\n"
        "    Rulebook, End of the Game, Scoring Victory Points: Items\n"
        "  Prestige bar 2: on space 2\n"
    ) in shown


def test_explain_names_the_squares_that_earned_the_points(show: Show) -> None:
    goal = {"kind": "pond", "points": 5, "line": "4"}
    document = table(player("Ann", district=district(), frame=[goal]), player("Ben"))
    assert "  Frame achievements 5: 5 for pond along row 4 [C4 D4]\n" in show(document, WIDE, explain=True)


def test_the_drawing_shows_completed_structures_in_capitals(show: Show) -> None:
    lines = show(ann_with_a_district(), WIDE).splitlines()
    assert lines[lines.index("Ann") + 1] == "        C           D"
    assert "3 │     MK    │           │" in lines
    assert "  │           │    vi1    │" in lines
    assert "4 │         PO│PO         │" in lines
    assert lines[-1] == "po pond, vi villa, mk market, CAPITALS: completed"


@pytest.mark.parametrize("width", [22, 26])
def test_on_a_narrow_screen_the_structures_are_listed_instead_of_drawn(show: Show, width: int) -> None:
    shown = show(ann_with_a_district(), width)
    listed = " ".join(shown.rpartition("Ann")[2].split())
    assert listed == "pond C4 D4: completed villa D4, 1 chimney: open at D4N market C3: completed"
    assert "PO" not in shown


def test_the_drawing_is_shown_as_soon_as_it_fits(show: Show) -> None:
    assert "PO│PO" in show(ann_with_a_district(), 27)


@pytest.mark.parametrize(
    ("check", "words"),
    [
        ("forum_visit", ["card", "met", "paid", "gained", "nothing"]),
        ("forum", ["between", "points", "steps", "items", "left", "final", "total", "A1-B1"]),
        ("forum_order", ["visits", "player", "space", "markers", "beneath"]),
    ],
)
def test_on_a_narrow_screen_no_word_of_an_answer_is_broken(show: Show, check: str, words: list[str]) -> None:
    answer, _, _ = show(QUESTIONS[check], NARROW).partition("Worth knowing")
    assert [word for word in words if word not in answer] == []


def test_the_answer_to_a_visit_is_said_and_set_out_card_by_card(show: Show) -> None:
    shown = show(QUESTIONS["forum_visit"], WIDE)
    assert shown.startswith("Either order brings the same. “1 fish” is met 5 times for 4 fish and 1 coin: 10 points.")
    assert "│ “1 fish” │ 5 times │ 4 fish and 1 coin │ 10 points │\n" in shown
    assert "│ “1 pond” │ not met │ nothing           │ -4 points │\n" in shown
    assert "Together 6 points and 0 steps, 0 items left; the final total changes by +4.\n" in shown
    assert "Worth knowing\n  - A forum card that can be met must be met." in shown


def test_the_whole_forum_is_set_out_pair_by_pair(show: Show) -> None:
    shown = show(QUESTIONS["forum"], WIDE)
    assert shown.startswith("The open pairs for Ann, best for points now first.\n")
    assert "│ A1-B1   │ “1 fish” and “1 pond” │      6 │     0 │          0 │ +4          │\n" in shown


def test_the_visiting_order_is_set_out_with_spaces_and_piles(show: Show) -> None:
    shown = show(QUESTIONS["forum_order"], WIDE)
    assert "│      1 │ Ann    │     3 │               0 │\n│      2 │ Ben    │     2 │               0 │\n" in shown
    assert "  - The order in the forum is fixed when the phase begins.\n" in shown


def test_the_titles_of_a_pad_stand_whole_where_the_players_stand_side_by_side(show: Show) -> None:
    pad = {"title": "漢" * 80, "categories": [{"key": "one", "title": "漢" * 60, "kind": "rounds"}]}
    document = {"game": "score-pad", "format": 1, "table": {"pad": pad, "players": [{"name": "Ann"}]}}
    for width in (WIDE, 140, 400):
        assert "".join(show(document, width).split()).count("漢") == 80 + 60


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_a_heading_of_a_pad_stands_once_above_its_lines(show: Show, width: int) -> None:
    coins = {"key": "coins", "title": "Spring: coins", "kind": "count", "each": 1, "heading": "Spring"}
    edict = {"key": "edict", "title": "Spring: edict A", "kind": "points"}
    pad = {"title": "Maps", "categories": [coins, edict]}
    players = [{"name": "Ann", "entries": {"coins": 3, "edict": 5}}]
    shown = show({"game": "score-pad", "format": 1, "table": {"pad": pad, "players": players}}, width, explain=True)
    assert [shown.count(words) for words in ("Spring", "Coins", "Edict A", "spring")] == [2, 2, 2, 0]
