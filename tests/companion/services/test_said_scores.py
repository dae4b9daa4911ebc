"""Scores as people write them in a chat or say them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.formatting.languages import catalogue, languages
from companion.games.said_entries import NUMBERS, WORKED_OUT, Place, Takes, said_words, spoken
from companion.services import said_scores
from companion.services.said_scores import MAX_PROBLEMS, MAX_SAID, read_scores
from scoring.messages import reading
from storage.repositories.values import base_letters

TABLE = ("Anna", "Ben", "José Müller", "Annabel", "Player 4")

TITLES = {"eggs": "Eggs", "food": "Cached food", "end": "End of round 2", "bonus": "Bonus cards"}


def understood(said: str, names: tuple[str, ...] = TABLE, row: str = "eggs") -> dict[str, int]:
    """What a German reads, a row other than that of the eggs before the name; nothing may have been left over."""
    with reading(catalogue("de")):
        read = read_scores(said, names, TITLES, row)
    assert [str(problem) for problem in read.problems] == []
    return {
        (names[score.seat] if score.row == "eggs" else f"{score.row} {names[score.seat]}"): score.number
        for score in read.scores
    }


@pytest.mark.parametrize(
    "said",
    [
        "Anna 12, Ben 15",
        "Anna 12,Ben 15",
        "Anna: 12; Ben: 15.",
        "anna 12 BEN 15",
        "Anna = 12\nBen = 15\n",
        "Anna 12 and Ben 15",
        "Anna hat 12 Punkte und Ben 15 Punkte",
        "Anna has 12 points. Ben has 15.",
        "12 Anna, 15 Ben",
        "12 points for Anna, 15 for Ben",
        "Anna (12), Ben (15)",
        "- Anna 12\n- Ben 15",
        "• Anna 12\r\n• Ben 15",
        "1. Anna 12\n2. Ben 15",
        "[26.11.26, 20:31] Anna: 12\n[26.11.26, 20:33] Ben: 15",
        "Anna 12 / Ben 15",
        "Anna\t12\nBen\t15",
        "Anna zwölf, Ben fünfzehn",
        "anna twelve ben fifteen",
        "Anna zwölf Ben fünfzehn.",
        "Anna 12, Ben 15, Anna 12",
        "Anna 4+8, Ben 20-5",
        "Anna 4 + 8, Ben 20 - 5",
        "Anna four plus eight, Ben twenty minus five",
        "Anna vier plus acht, Ben zwanzig minus fünf",
        "Eggs: Anna 12, Ben 15",
        "eggs:\nAnna 12\nBen 15",
        "Eg: Anna 12, Ben 15",
        "Eggs Anna twelve Ben fifteen",
    ],
)
def test_what_people_write_and_say(said: str) -> None:
    assert understood(said) == {"Anna": 12, "Ben": 15}


@pytest.mark.parametrize(
    ("said", "scores"),
    [
        ("", {}),
        (" , \n ;", {}),
        ("Ben: -3", {"Ben": -3}),
        ("Ben −3", {"Ben": -3}),
        ("Ben minus drei", {"Ben": -3}),
        ("Anna 12+4, Ben: -3", {"Anna": 16, "Ben": -3}),
        ("Ben -3+10", {"Ben": 7}),
        ("B 1", {"Ben": 1}),
        ("Annab 1", {"Annabel": 1}),
        ("jose 1", {"José Müller": 1}),
        ("José M. 1", {"José Müller": 1}),
        ("mueller 1", {"José Müller": 1}),
        ("Muller 1", {"José Müller": 1}),
        ("Player 4 12", {"Player 4": 12}),
        ("player 4: 12, Ben 0", {"Player 4": 12, "Ben": 0}),
        ("Ben ein und zwanzig", {"Ben": 21}),
        ("Ben siebenundneunzig", {"Ben": 97}),
        ("Ben forty-two", {"Ben": 42}),
        ("Ben a hundred", {"Ben": 100}),
        ("Ben hundert, Anna zero", {"Ben": 100, "Anna": 0}),
        ("Ben 0012", {"Ben": 12}),
        ("Cached food: Ben 3", {"food Ben": 3}),
        ("food: Ben 3", {"food Ben": 3}),
        ("Ben 1\nCached food: Ben 3, Anna 4\nBonus: Ben 2", {"Ben": 1, "food Ben": 3, "food Anna": 4, "bonus Ben": 2}),
        ("End of round 2: Ben 3", {"end Ben": 3}),
    ],
)
def test_numbers_names_and_lines_of_the_sheet(said: str, scores: dict[str, int]) -> None:
    assert understood(said) == scores


@pytest.mark.parametrize(
    ("names", "said", "scores"),
    [
        (("Elf", "Six"), "Elf 3, six four", {"Elf": 3, "Six": 4}),
        (("Ann", "Anna"), "Ann 1, Anna 2", {"Ann": 1, "Anna": 2}),
        (("Anna", "Anna Lena"), "Anna 1, anna lena 2, ", {"Anna": 1, "Anna Lena": 2}),
        (("Anna Lena", "Annabel"), "Anna 1", {"Anna Lena": 1}),
        (("Anna-Maria", "Hans (2)"), "Anna-Maria 1, Hans 2", {"Anna-Maria": 1, "Hans (2)": 2}),
        (("Smith, John", "O'Neil"), "Smith, John 1, o'neil 2", {"Smith, John": 1, "O'Neil": 2}),
        (("Eggs", "Ben"), "Eggs: 5, Ben 3", {"Eggs": 5, "Ben": 3}),
        (("ÉMILE", "Zoe\u0308"), "emile 1, zoë 2", {"ÉMILE": 1, "Zoe\u0308": 2}),
    ],
)
def test_names_that_are_easily_taken_for_something_else(
    names: tuple[str, ...], said: str, scores: dict[str, int]
) -> None:
    assert understood(said, names) == scores


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("An 12", "An may be Anna and Annabel: write more of it"),
        ("Zoe 12", "Zoe: nobody at this table is called that"),
        ("Anna Ben 12", "Anna Ben: nobody at this table is called that"),
        ("Anna Smith 12", "Anna Smith: nobody at this table is called that"),
        ("12", "12: whose is it?"),
        ("12, 15", "15: whose is it?"),
        ("Anna", "Anna: the number is missing"),
        ("Anna, Ben 12", "Anna: the number is missing"),
        ("Anna 12 15", "12 15: one number or sum for each player"),
        ("Anna 12,5", "12,5: a whole number belongs here"),
        ("Anna 1.000", "1.000: a whole number belongs here"),
        ("Anna 99999999999", "99999999999: a whole number belongs here"),
        ("Anna - 12", "- 12: a minus? Then write -12, else leave it out"),
        ("Anna-12", "- 12: a minus? Then write -12, else leave it out"),
        ("Anna 12, Anna 4", "Anna: 12 or 4?"),
        ("Nests: Anna 12", "Nests: no line of this sheet is called that"),
        ("e: Anna 12", "e may be Eggs and End of round 2: write more of it"),
        ("Anna 12 Eggs", "Eggs: the number is missing"),
        ("x" * (MAX_SAID + 1), f"more than {MAX_SAID} characters: only scores belong here"),
    ],
)
def test_nothing_is_guessed(said: str, message: str) -> None:
    assert message in [str(problem) for problem in read_scores(said, TABLE, TITLES, "eggs").problems]


def test_behind_a_line_that_nobody_knows_nothing_is_taken() -> None:
    read = read_scores("Anna 1\nNests: Anna 12, Ben 3\nEggs: Ben 4", TABLE, TITLES, "eggs")
    assert [(score.seat, score.number) for score in read.scores] == [(0, 1), (1, 4)]


def one_by_one(tens: str, ones: str, template: str = "{ten} {one}") -> list[str]:
    """The words of numbers, ten by ten, each followed by those with ones."""
    return [
        word for ten in tens.split() for word in (ten, *(template.format(ten=ten, one=unit) for unit in ones.split()))
    ]


def in_order(*words: str) -> list[str]:
    """The words of numbers one after the other."""
    return " ".join(words).split()


FRENCH: Final = in_order(
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
    "dix-sept dix-huit dix-neuf",
)

COUNTED: Final[dict[str, list[str]]] = {
    "en": [
        *in_order("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"),
        *in_order("sixteen seventeen eighteen nineteen"),
        *one_by_one(
            "twenty thirty forty fifty sixty seventy eighty ninety", "one two three four five six seven eight nine"
        ),
        "a hundred",
    ],
    "de": [
        *in_order("null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn"),
        *in_order("sechzehn siebzehn achtzehn neunzehn"),
        *one_by_one(
            "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
            "ein zwei drei vier fünf sechs sieben acht neun",
            "{one}und{ten}",
        ),
        "hundert",
    ],
    "fr": [
        *FRENCH,
        *(
            word
            for ten in ("vingt", "trente", "quarante", "cinquante")
            for word in (ten, f"{ten} et un", *(f"{ten}-{unit}" for unit in FRENCH[2:10]))
        ),
        *("soixante", "soixante et un", *(f"soixante-{unit}" for unit in FRENCH[2:11])),
        *("soixante et onze", *(f"soixante-{unit}" for unit in FRENCH[12:])),
        *("quatre-vingts", *(f"quatre-vingt-{unit}" for unit in FRENCH[1:]), "cent"),
    ],
    "es": [
        *in_order("cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince"),
        *in_order("dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro"),
        *in_order("veinticinco veintiséis veintisiete veintiocho veintinueve"),
        *one_by_one(
            "treinta cuarenta cincuenta sesenta setenta ochenta noventa",
            "uno dos tres cuatro cinco seis siete ocho nueve",
            "{ten} y {one}",
        ),
        "cien",
    ],
    "it": [
        *in_order("zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici"),
        *in_order("quindici sedici diciassette diciotto diciannove"),
        *(
            word
            for ten in in_order("venti trenta quaranta cinquanta sessanta settanta ottanta novanta")
            for word in (
                *(ten, f"{ten[:-1]}uno", f"{ten}due", f"{ten}tré", f"{ten}quattro", f"{ten}cinque", f"{ten}sei"),
                *(f"{ten}sette", f"{ten[:-1]}otto", f"{ten}nove"),
            )
        ),
        "cento",
    ],
}
"""The numbers from 0 to 100 as people say them, by the rules of each language instead of by its catalogue."""


@pytest.mark.parametrize("code", [code for code in COUNTED if code in languages()])
def test_all_numbers_to_a_hundred_are_understood(code: str) -> None:
    assert len(COUNTED[code]) == 101
    with reading(catalogue(code)):
        for number, words in enumerate(COUNTED[code]):
            for said in (words, words.replace("-", " "), words.capitalize(), unaccented(words)):
                read = read_scores(f"Anna {said}, Ben: {said}", ("Anna", "Ben"), TITLES, "eggs")
                assert [(score.seat, score.number) for score in read.scores] == [(0, number), (1, number)], said


def unaccented(words: str) -> str:
    return base_letters(words)


@pytest.mark.parametrize("code", languages())
def test_each_way_to_say_a_number_is_that_number_alone_and_words_mean_one_thing(code: str) -> None:
    with reading(catalogue(code)):
        words = said_words()
        ways = [ways.split("/") for message in NUMBERS for ways in str(message).split(",")]
    assert {*words.numbers.values()} == {*range(101)}
    assert [number for number, said in enumerate(ways) for way in said if words.numbers[spoken(way)] != number] == []
    for values in words.values.values():
        meanings = Counter([*words.numbers, *words.signs, *words.fillers, *values])
        assert [word for word, times in meanings.items() if times > 1] == []


def test_one_who_reads_english_says_english_alone() -> None:
    (problem,) = read_scores("Ben drei", ("Anna", "Ben"), TITLES, "eggs").problems
    assert str(problem) == "Ben drei: the number is missing"


@given(st.text(st.sampled_from("Anb1 2+-.,:;\nü\ue000minus drei"), max_size=40))
def test_any_text_has_an_answer(said: str) -> None:
    read = read_scores(said, ("Anna", "b"), {"eggs": "Eggs", "one": "Ab 1"}, "eggs")
    assert {score.seat for score in read.scores} <= {0, 1}


ENTRIES = {"castle": Takes.TICK, "trees": Takes.LIST, "land": Takes.PAIRS, "bids": Takes.BIDS, "sum": Takes.NOTHING}


@pytest.mark.parametrize(
    ("row", "said", "scores"),
    [
        ("castle", "Anna yes, Ben no", [(0, (), 1), (1, (), 0)]),
        ("castle", "Anna ja und Ben nein", [(0, (), 1), (1, (), 0)]),
        ("castle", "ja Anna, 0 Ben", [(0, (), 1), (1, (), 0)]),
        ("castle", "Anna 1, Anna yes", [(0, (), 1)]),
        ("trees", "Anna 3 4 2", [(0, (0,), 3), (0, (1,), 4), (0, (2,), 2)]),
        ("trees", "Anna 3, 4, 2", [(0, (0,), 3), (0, (1,), 4), (0, (2,), 2)]),
        ("trees", "Anna 3,4 und zwei", [(0, (0,), 3), (0, (1,), 4), (0, (2,), 2)]),
        ("trees", "Anna 3+4; Ben 2", [(0, (0,), 3), (0, (1,), 4), (1, (0,), 2)]),
        ("land", "Anna 5x2 3x1", [(0, (0, 0), 5), (0, (0, 1), 2), (0, (1, 0), 3), (0, (1, 1), 1)]),
        ("land", "Anna 5 × 2, 3*1", [(0, (0, 0), 5), (0, (0, 1), 2), (0, (1, 0), 3), (0, (1, 1), 1)]),
        ("land", "Anna fünf mal zwei, Ben 3 times 1", [(0, (0, 0), 5), (0, (0, 1), 2), (1, (0, 0), 3), (1, (0, 1), 1)]),
        ("bids", "Anna bid 2, made 3", [(0, (0,), 2), (0, (1,), 3)]),
        ("bids", "Anna bid 2 tricks and took 3", [(0, (0,), 2), (0, (1,), 3)]),
        ("bids", "Anna 2 of 3", [(0, (1,), 2), (0, (0,), 3)]),
        ("bids", "Anna zwei von drei, bonus 20", [(0, (1,), 2), (0, (0,), 3), (0, (2,), 20)]),
        ("bids", "Anna sagt 2, macht 3", [(0, (0,), 2), (0, (1,), 3)]),
        ("bids", "Anna: 2 angesagt, 3 gemacht", [(0, (0,), 2), (0, (1,), 3)]),
        ("bids", "Anna 2, Ben made 1", [(0, (), 2), (1, (1,), 1)]),
    ],
)
def test_ticks_lists_pairs_and_bids_are_said(
    row: str, said: str, scores: list[tuple[int, tuple[int, ...], int]]
) -> None:
    with reading(catalogue("de")):
        read = read_scores(said, TABLE, dict(zip(ENTRIES, ENTRIES, strict=True)), row, ENTRIES)
    assert [str(problem) for problem in read.problems] == []
    assert [(score.seat, score.place, score.number) for score in read.scores] == scores


@pytest.mark.parametrize(
    ("row", "said", "message"),
    [
        ("castle", "Anna 7", "7: yes or no belongs here"),
        ("castle", "Anna", "Anna: yes or no?"),
        ("castle", "Anna yes, Anna no", "Anna: yes or no?"),
        ("trees", "Anna 3-4", "3 - 4: numbers such as 3, 5, 2 belong here"),
        ("trees", "Anna 3.5", "3.5: numbers such as 3, 5, 2 belong here"),
        ("trees", "3, Anna 4", "3: whose is it?"),
        ("trees", "Zoe 3, 4", "4: whose is it?"),
        ("land", "Anna 5 2", "5 2: pairs such as 5 × 2 belong here"),
        ("land", "Anna 5 ×", "5 ×: pairs such as 5 × 2 belong here"),
        ("bids", "Anna 2 3", "2 3: write “bid 2, made 3”, or “3 of 2”"),
        ("bids", "Anna bid 2 bid 3", "bid 2 bid 3: write “bid 2, made 3”, or “3 of 2”"),
        ("castle", "sum: Anna 3", "sum: worked out from other lines, nothing is entered there"),
    ],
)
def test_what_a_row_does_not_take_is_said(row: str, said: str, message: str) -> None:
    read = read_scores(said, TABLE, dict(zip(ENTRIES, ENTRIES, strict=True)), row, ENTRIES)
    assert message in [str(problem) for problem in read.problems]


@given(
    st.sampled_from([*ENTRIES]),
    st.text(st.sampled_from("Anb1 2+-x×.,:;\n"), max_size=20).map(lambda words: f"Anna bid {words} of yes"),
)
def test_any_text_about_an_entry_has_an_answer(row: str, said: str) -> None:
    read = read_scores(said, ("Anna", "b"), {row: "Row"}, row, ENTRIES)
    assert read.scores or read.problems


def test_the_words_of_names_and_titles_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out: list[str] = []

    def note(name: str) -> str:
        worked_out.append(name)
        return base_letters(name)

    monkeypatch.setattr(said_scores, "base_letters", note)
    read_scores(",".join("An, Eg: An 3" for _ in range(100)), TABLE, TITLES, "eggs")
    assert worked_out.count("anna") == worked_out.count("cached") == worked_out.count("eg") == 2  # with ä, and with ae


def test_what_is_not_understood_is_not_read_to_its_end() -> None:
    strangers = [f"{first}{second} 1" for first in "uvwxyz" for second in "uvwxyz"]
    assert len(strangers) > MAX_PROBLEMS
    assert len(read_scores(", ".join(strangers), TABLE, TITLES, "eggs").problems) == MAX_PROBLEMS
    contradictions = ", ".join(f"Ben {number}" for number in range(2 * MAX_PROBLEMS))
    assert len(read_scores(contradictions, TABLE, TITLES, "eggs").problems) == MAX_PROBLEMS


@pytest.mark.parametrize("said", ["Anna 5", "Ben yes, Anna 3 4", "sum: Anna 5"])
def test_a_row_that_is_worked_out_takes_nothing(said: str) -> None:
    read = read_scores(said, TABLE, {"sum": "Sum", "eggs": "Eggs"}, "sum", ENTRIES)
    assert read.scores == ()
    assert [str(problem) for problem in read.problems] == [str(replace(WORKED_OUT, values={"name": "Sum"}))]


def test_a_line_that_is_named_is_taken_although_the_row_is_worked_out() -> None:
    read = read_scores("Eggs: Anna 5", TABLE, {"sum": "Sum", "eggs": "Eggs"}, "sum", ENTRIES)
    assert [(score.row, score.number) for score in read.scores] == [("eggs", 5)]
    assert read.problems == ()


WOOD = {
    "wood": {
        0: "Beech",
        1: "Wolf",
        2: "Red Fox",
        3: "Red Deer",
        4: "Brown Long-Eared Bat",
        5: "Fougère",
        6: "Beech Marten",
    }
}
BUCHEN = {"wood": {0: "Buche", 1: "Wolf", 2: "Buchenmarder", 3: "Reh (Buche)"}}
HAYAS = {"wood": {0: "Haya común", 1: "Corzo (Haya común)", 2: "Corzo (Tilo)", 3: "Jabato", 4: "Jabalí"}}


def said_cards(
    said: str, *more: str, cards: dict[str, dict[int, str]] = WOOD
) -> tuple[list[tuple[int, Place, int]], list[str]]:
    titles, takes = {"wood": "Wood", "cave": "Cave"}, {"wood": Takes.CARDS}
    read = read_scores(said, ["Anna", "Ben", *more], titles, "wood", takes, cards)
    return [(score.seat, score.place, score.number) for score in read.scores], [str(each) for each in read.problems]


@pytest.mark.parametrize(
    ("said", "scores"),
    [
        ("Anna 4 beeches, 2 wolves", [(0, (0,), 4), (0, (1,), 2)]),
        ("Anna has four beeches and two wolves; Ben 87", [(0, (0,), 4), (0, (1,), 2), (1, (), 87)]),
        ("An: 4 Beech 2 Wolf, fox", [(0, (0,), 4), (0, (1,), 2), (0, (2,), 1)]),
        ("Ben wolf", [(1, (1,), 1)]),
        ("Anna\n2 brown bats\n3 fougeres\nBen\n2 wolves", [(0, (4,), 2), (0, (5,), 3), (1, (1,), 2)]),
        ("Anna 3 + 4 beeches", [(0, (0,), 7)]),
        ("Anna 2 beech martens, 1 beech", [(0, (6,), 2), (0, (0,), 1)]),
        ("Anna 2 wolves, 3 wolves", [(0, (1,), 3)]),
        ("Wood: Anna 2 wolves\nCave: Anna 3", [(0, (), 3), (0, (1,), 2)]),
    ],
)
def test_cards_are_said_in_the_singular_and_in_the_plural(said: str, scores: list[tuple[int, Place, int]]) -> None:
    assert said_cards(said) == (scores, [])


def test_several_of_a_card_are_no_card_of_which_the_name_goes_on() -> None:
    assert said_cards("Anna 4 Buchen, 2 Wölfe", cards=BUCHEN) == ([(0, (0,), 4), (0, (1,), 2)], [])
    assert said_cards("Anna 2 Buchenmarder, 1 Buche", cards=BUCHEN) == ([(0, (2,), 2), (0, (0,), 1)], [])


def test_brackets_tell_cards_apart_and_a_plural_adds_to_a_name() -> None:
    assert said_cards("Anna 4 hayas, corzo haya", cards=HAYAS) == ([(0, (0,), 4), (0, (1,), 1)], [])
    assert said_cards("Anna 2 jabatos, 3 jabalíes", cards=HAYAS) == ([(0, (3,), 2), (0, (4,), 3)], [])
    assert len(said_cards("Anna 1 corzo", cards=HAYAS)[1]) == 1


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("2 wolves", "2: whose is it?"),
        ("wolf", "Wolf: whose is it?"),
        ("12", "12: whose is it?"),
        ("Anna 2 herons", "herons: no card of this deck is called that"),
        ("Anna 2 red", "red may be Red Fox and Red Deer: write more of it"),
        ("Cleo 2 wolves", "Cleo: nobody at this table is called that"),
        ("Anna 2.5 wolves", "2.5: a whole number belongs here"),
    ],
)
def test_what_is_not_understood_of_cards_is_a_problem(said: str, problem: str) -> None:
    assert said_cards(said)[1][0] == problem


def test_a_player_who_is_called_like_a_card_is_meant_before_a_number() -> None:
    assert said_cards("Wolf 2 wolves, wolf 87", "Wolf") == ([(2, (1,), 2), (2, (), 87)], [])
