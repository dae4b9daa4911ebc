"""The catalogues: up to date with the code, true to the values of every template, and whole where they say so."""

from __future__ import annotations

import json
import re
from functools import cache
from gettext import GNUTranslations
from importlib.util import module_from_spec, spec_from_file_location
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, Final

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from hypothesis import given
from hypothesis import strategies as st

from companion.formatting.languages import catalogue, languages, translated
from scoring.messages import Message, counted, reading, say
from storage.documents import codec
from tests.strategies import names

if TYPE_CHECKING:
    from collections.abc import Iterator
    from gettext import NullTranslations

ROOT: Final = Path(__file__).parent.parent

OTHERS: Final = [code for code in languages() if code != "en"]

WHOLE: Final = [code for code in OTHERS if code not in translated()]

GOLDEN: Final = sorted((ROOT / "tests" / "golden").glob("*/*.json"))


def _builder() -> Any:
    spec = spec_from_file_location("build_languages", ROOT / "assets" / "build_languages.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


builder: Final = _builder()


@pytest.fixture(scope="module")
def template() -> Catalog:
    gathered: Catalog = builder.gathered()
    return gathered


def test_the_template_has_all_words_of_the_code(template: Catalog) -> None:
    assert builder.TEMPLATE.read_bytes() == builder.po_bytes(template), "run `python3 assets/build_languages.py`"


def test_a_template_is_found_however_deep_in_other_calls_it_stands(template: Catalog) -> None:
    code = """
outer = tr("{parts} of {whole}", parts=tuple(counted(n, *words) for n, words in say("{x} here", x=tr("there"))))
line = f"{tr('in an f-string')} {say_in('place', 'next')}"
"""
    calls = [words for _, _, words, _ in builder.in_code(BytesIO(code.encode()), builder.KEYWORDS, (), {})]
    words = {text for part in calls for text in part if text is not None}
    assert words == {"{parts} of {whole}", "{x} here", "there", "in an f-string", "place", "next"}
    assert {"It stays {number}.", "holds {items}, on space {space} of {end}"} <= {message.id for message in template}


@pytest.mark.parametrize("code", OTHERS)
def test_the_files_of_a_language_are_those_that_the_script_makes(code: str, template: Catalog) -> None:
    current = builder.brought_up_to_date(code, template)
    file = builder.FOLDER / f"{code}.po"
    assert file.read_bytes() == builder.po_bytes(current), "run `python3 assets/build_languages.py`"
    assert file.with_suffix(".mo").read_bytes() == builder.written(builder.as_read(current), write_mo)


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_is_whole_where_it_says_so_and_says_so_where_it_is(code: str, template: Catalog) -> None:
    current = builder.brought_up_to_date(code, template)
    faults = builder.faults(current)
    if builder.is_whole(current):
        assert faults == []
    else:
        assert faults, f"nothing is missing: begin a line at the head of {code}.po with `# Whole`"


def test_the_index_is_that_of_the_files(template: Catalog) -> None:
    current = {code: builder.as_read(builder.brought_up_to_date(code, template)) for code in OTHERS}
    assert builder.INDEX.read_bytes() == builder.index(current, template), "run `python3 assets/build_languages.py`"


def test_the_scripts_of_the_page_have_their_words_in_all_languages(template: Catalog) -> None:
    current = {code: builder.as_read(builder.brought_up_to_date(code, template)) for code in OTHERS}
    assert builder.WORDS.read_text(encoding="utf-8") == builder.words_of_page(current), (
        "run `python3 assets/build_languages.py`"
    )
    words = {message.id for message in builder.gathered(builder.PAGE)}
    assert {"Tessera is starting …", "Scan a code", "Joining the table …", "Opening your data …"} <= words


@pytest.mark.parametrize("code", WHOLE)
def test_a_whole_language_begins_with_a_glossary(code: str) -> None:
    head = (builder.FOLDER / f"{code}.po").read_text(encoding="utf-8").partition("msgid")[0]
    assert {"district", "villa", "rondel", "score pad"} <= {
        word.strip("# ") for word in head.replace("=", "\n").splitlines()
    }


SET_WRONG: Final = {"fr": r" [:;?!»]|« ", "it": r"\w …|[«»]"}
"""What a language does not write: a space that may break before a sign, or marks that it has otherwise."""


@pytest.mark.parametrize("code", SET_WRONG)
def test_signs_are_set_as_in_the_language(code: str, template: Catalog) -> None:
    strings = [message.string for message in builder.brought_up_to_date(code, template) if message.id]
    texts = [text for string in strings for text in ((string,) if isinstance(string, str) else string)]
    assert [text for text in texts if re.search(SET_WRONG[code], text)] == []


@pytest.mark.parametrize(
    ("english", "translated", "fault"),
    [
        ("{name} wins", "gewinnt", "values"),
        ("{name} wins", "{name} gewinnt {points}", "values"),
        ("{points:+} points", "{points} Punkte", "values"),
        ("{name} wins", "{name gewinnt", "braces"),
        ("New table", "", "no translation"),
        (("{number} coin", "{number} coins"), ("{number} Münze", ""), "no translation"),
        (("{number} coin", "{number} coins"), ("{number} Münze",), "plural forms"),
        (("{number} coin", "{number} coins"), ("eine Münze", "Münzen"), "values"),
    ],
)
def test_a_fault_of_a_translation_is_found(
    english: str | tuple[str, str], translated: str | tuple[str, ...], fault: str
) -> None:
    catalogue_ = Catalog(locale="de")
    catalogue_.add(english, translated)
    (sentence,) = builder.faults(catalogue_)
    assert fault in sentence


@pytest.mark.parametrize(
    ("context", "english", "translated", "fault"),
    [
        ("said numbers", "zero, one, two", "nul, een", "3 numbers"),
        ("said numbers", "zero, one, two", "nul, een /, twee", "nothing between"),
        ("said words", "has, have", "heeft het", "not one word"),
        ("said words", "has, have", "heeft,", "nothing between"),
        ("titles of a game", "Take 5", "Neem 5 | ", "nothing between"),
        ("titles of a game", "Take 5", "Neem 5 | " + 81 * "x", "longer than 80"),
        ("take-5", "Bull heads", 61 * "x", "longer than 60"),
        ("take-5 question", "How many?", 201 * "x", "longer than 200"),
    ],
)
def test_a_fault_of_a_list_or_of_a_pad_is_found(context: str, english: str, translated: str, fault: str) -> None:
    catalogue_ = Catalog(locale="nl")
    catalogue_.add(english, translated, context=context)
    (sentence,) = builder.faults(catalogue_)
    assert fault in sentence


def test_a_singular_may_leave_its_number_out() -> None:
    catalogue_ = Catalog(locale="de")
    catalogue_.add(("{number} coin", "{number} coins"), ("eine Münze", "{number} Münzen"))
    assert builder.faults(catalogue_) == []


def messages_in(value: object) -> Iterator[Message]:
    """Every message in a result: in sheets, reports and problems, and in the values of other messages."""
    if isinstance(value, Message):
        yield value
        yield from messages_in(tuple(value.values.values()))
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from messages_in(part)


def results_of(path: Path) -> list[object]:
    """Everything that is said of a golden document."""
    document = json.loads(path.read_text(encoding="utf-8"))
    if "check" in document:
        asked = codec.read_check(document)
        answer = asked.check.answer(asked.table, asked.ask)
        report = asked.check.report(asked.table, asked.ask, answer)
        said = [report.sentences, report.heading, report.rows, report.notes, asked.check.title]
        return [*said, asked.check.rulings(asked.table, asked.ask, answer)]
    read = codec.read_table(document)
    sheet = read.game.score(read.table)
    lines = [line.because for column in sheet.columns for line in column.lines]
    standings = [standing.because for standing in sheet.standings]
    return [lines, standings, tuple(read.game.rules.values()), read.game.rulings(read.table, sheet)]


def is_known(message: Message, words: NullTranslations) -> bool:
    """Whether a catalogue has a message of its own for this template, unless it is without words."""
    assert isinstance(words, GNUTranslations)
    key = f"{message.context}\x04{message.template}" if message.context else message.template
    catalog = words._catalog  # type: ignore[attr-defined]
    return not _has_words(message.template) or key in catalog or (key, 0) in catalog


def _has_words(template: str) -> bool:
    return any(letter.isalpha() for part, *_ in Formatter().parse(template) for letter in part)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
@pytest.mark.parametrize("code", WHOLE)
def test_every_message_of_a_golden_sheet_reads_in_each_language(code: str, path: Path) -> None:
    words = catalogue(code)
    messages = list(messages_in(results_of(path)))
    assert messages
    assert [message.template for message in messages if not is_known(message, words)] == []
    for message in messages:
        english = str(message)
        with reading(words):
            assert str(message)
        assert str(message) == english


@pytest.mark.parametrize("code", OTHERS)
@given(data=st.data())
def test_every_template_takes_the_same_values_in_each_language(code: str, data: st.DataObject) -> None:
    """A name may hold braces; a number any number."""
    entries = data.draw(st.sampled_from(_entries(code)))
    template = entries[0]
    values: dict[str, object] = {
        name: data.draw(
            st.integers(-9999, 9999) if spec or name == "number" else st.one_of(names, st.integers(0, 9999))
        )
        for name, spec in builder.fields_of(entries[-1])
    }
    if len(entries) > 1 and "number" not in values:
        values["number"] = data.draw(st.integers(-9999, 9999))
    message = Message(template, values, entries[1] if len(entries) > 1 else "", data.draw(st.just("")))
    with reading(catalogue(code)):
        worded = str(message)
    for name, spec in builder.fields_of(template):
        if not spec and name != "number":
            assert str(values[name]) in worded


@cache
def _entries(code: str) -> list[tuple[str, ...]]:
    """The templates of a catalogue without a context, with their plurals."""
    with (builder.FOLDER / f"{code}.po").open("rb") as file:
        read = builder.read_po(file, locale=code)
    entries = [entry for entry in read if entry.id and not entry.context]
    return [entry.id if isinstance(entry.id, tuple) else (entry.id,) for entry in entries]


@pytest.mark.parametrize("code", OTHERS)
@given(name=names, coins=st.integers(0, 9999))
def test_a_list_and_a_plural_read_in_each_language(code: str, name: str, coins: int) -> None:
    message = say("{first} and {second}", first=name, second=counted(coins, "{number} coin", "{number} coins"))
    with reading(catalogue(code)):
        assert name in str(message)
        assert str(coins) in str(message) or coins == 1


def test_a_catalogue_that_is_not_there_is_english() -> None:
    with reading(catalogue("xx")):
        assert str(say("New table")) == "New table"
    file = BytesIO()
    write_mo(file, Catalog(locale="de"))
    file.seek(0)
    with reading(GNUTranslations(file)):
        assert str(say("No such template as {this}", this="this")) == "No such template as this"
