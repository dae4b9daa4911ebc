"""Messages: worded in the language of whoever reads, with plurals, contexts and lists."""

from __future__ import annotations

from contextvars import copy_context
from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from scoring.messages import (
    ENGLISH,
    Message,
    as_typed,
    counted,
    language,
    on_one_line,
    printable,
    read_by,
    reading,
    say,
    say_in,
    tr,
    tr_in,
)


@pytest.fixture(scope="module")
def german() -> GNUTranslations:
    """A small catalogue."""
    catalogue = Catalog(locale="de")
    catalogue.add("{name} wins", "{name} gewinnt")
    catalogue.add(("{number} coin", "{number} coins"), ("{number} Münze", "{number} Münzen"))
    catalogue.add(("{number} turn", "{number} turns"), ("{number} Drehung", "{number} Drehungen"), context="wheel")
    catalogue.add("Place", "Ort", context="location")
    catalogue.add("{first} and {second}", "{first} und {second}")
    catalogue.add("{first} and {second}", "{first} + {second}", context="before an i")
    catalogue.add("{first} and {second}", "{first} & {second}", context="before an e")
    file = BytesIO()
    write_mo(file, catalogue)
    file.seek(0)
    return GNUTranslations(file)


def test_a_message_is_worded_for_the_reader_of_the_moment(german: GNUTranslations) -> None:
    message = say("{name} wins", name="Anna")
    assert str(message) == "Anna wins"
    with reading(german):
        assert (str(message), message.english, language()) == ("Anna gewinnt", "Anna wins", "de")
        assert tr("{name} wins", name="Ben") == "Ben gewinnt"
    assert (str(message), language()) == ("Anna wins", "en")


def test_a_plural_and_a_context_are_looked_up(german: GNUTranslations) -> None:
    turns = Message("{number} turn", {"number": 2}, "{number} turns", "wheel")
    assert (str(turns), tr_in("location", "Place")) == ("2 turns", "Place")
    with reading(german):
        assert str(counted(-1, "{number} coin", "{number} coins")) == "-1 Münze"
        assert str(turns) == "2 Drehungen"
        assert (str(say_in("location", "Place")), tr("Place")) == ("Ort", "Place")


def test_values_are_worded_with_the_message_and_what_was_typed_stays(german: GNUTranslations) -> None:
    both = say("{who}", who=(as_typed("{name} wins"), counted(2, "{number} coin", "{number} coins")))
    with reading(german):
        assert str(both) == "{name} wins und 2 Münzen"


@pytest.mark.parametrize(
    ("last", "sign"),
    [
        ("Inés", "+"),
        ("hijos", "+"),
        ("Íñigo", "+"),
        ("hielo", "und"),
        ("Hiacinto", "und"),
        ("Iago", "und"),
        ("Elena", "&"),
        ("è", "&"),
        ("Edoardo", "und"),
        ("Yolanda", "und"),
        ("Hugo", "und"),
        ("", "und"),
    ],
)
def test_a_list_has_the_word_that_its_language_has_before_an_i_or_an_e(
    german: GNUTranslations, last: str, sign: str
) -> None:
    listed = say("{who}", who=("Ana", as_typed("Ben"), last))
    with reading(german):
        assert str(listed) == f"Ana, Ben {sign} {last}"
    assert str(listed) == f"Ana, Ben and {last}"


def test_a_catalogue_holds_for_the_task_that_takes_it(german: GNUTranslations) -> None:
    own = copy_context()
    own.run(read_by, german)
    assert own.run(language) == "de"
    assert language() == "en"
    read_by(ENGLISH)


def test_equal_messages_have_one_hash() -> None:
    assert len({say("{name} wins", name="Anna"), say("{name} wins", name="Anna"), say("New table")}) == 2


WORDS = {
    "a joiner between letters": "\u0645\u06cc\u200c\u0646\u0627",
    "joined emoji": "\U0001f469\u200d\U0001f680",
    "a flag of tags": "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "a wide space": "\u5c71\u7530\u3000\u592a\u90ce",
    "spaces that do not break": "Sushi Go\u00a0!\u202f",
    "a hyphen that may break": "Ko\u00adoperativ",
    "a letter that is newer than Python": "\U0003fffd",
    "a letter of a font of one's own": "\ue000",
}


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
def test_what_people_write_is_printed_as_it_is(words: str) -> None:
    assert printable(words) == words
    assert on_one_line(f" {words}\x1b").split() == words.split()


@pytest.mark.parametrize(
    "letter", [*"\0\t\n\r\x1b\x7f\x85\x9b\u2028\u2029\ud800\u061c\u200e\u200f\u202a\u202d\u202e\u2066\u2067\u2069"]
)
def test_what_steers_a_terminal_or_turns_the_direction_is_not(letter: str) -> None:
    assert printable(f"A{letter}B") == "A\ufffdB"
    assert on_one_line(f" A{letter} B ") == "A B"
