"""Gathers the words of Tessera, and makes the catalogues of all languages from them.

`template.pot` has every template in the code. Each `<language>.po` is brought up to date with it and compiled into the
`<language>.mo` that the app reads. What a translation has of a template that is gone goes, too. The scripts of the page
get those of their own templates in `words.js`, and `index.json` says what the app knows of languages that it has not
loaded. A language is whole once the head of its file says `# Whole`: from then on the tests want all of its messages.
"""  # noqa: INP001 - a script beside what it makes

from __future__ import annotations

import ast
import json
import re
import sys
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, Final

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from typing import BinaryIO

    from babel.messages.catalog import Message

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "assets" / "languages"
TEMPLATE: Final = FOLDER / "template.pot"

INDEX: Final = FOLDER / "index.json"

SHELF: Final = "assets/shelf"
"""The folder of the ready pads, whose words stand in their files."""

DECKS: Final = "assets/decks"
"""The folder of the decks of ready pads, whose names stand in their files."""

PAGE: Final = ("assets/page", "assets/site")
"""The folders of the scripts of the page."""

WORDS: Final = ROOT / "assets" / "page" / "words.js"
"""The script that gives the others their words in all languages."""

TABLE: Final = re.compile(r"(?<=const WORDS = )\{.*?\}(?=;\n)", re.DOTALL)
"""The table in that script."""

KEYWORDS: Final[dict[str, Any]] = {
    "say": None,
    "tr": None,
    "counted": (2, 3),
    "forms": (1, 2),
    "say_in": ((1, "c"), 2),
    "tr_in": ((1, "c"), 2),
}

TITLES, NUMBERS, WORDS_SAID = "titles of a game", "said numbers", "said words"
"""Contexts in which a translation is a list of its own."""

FORMS: Final = {
    TITLES: "What people call the game, with | between; the first is its title.",
    NUMBERS: "As many numbers as in English, in their order; / stands between ways to say the same one.",
    WORDS_SAID: "All words by which people say one of these, as many as there are.",
    "first of a month": "The day in a pattern of Unicode where it is the first; 'quoted' is what stands behind it.",
}
"""What translators read of these."""

SIGNS: Final = {TITLES: r"\|", NUMBERS: "[,/]", WORDS_SAID: ","}
"""What stands between the parts of these lists."""

MAX_LINE, MAX_TITLE, MAX_QUESTION = 60, 80, 200
"""The most characters of a line of a pad, of the title of a game, and of the question of a pad and its answers."""

LONG_AGO: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""A date for the heads of catalogues, which would else change whenever they are made."""

HEADER: Final = (
    "# The words of Tessera. assets/build_languages.py makes template.pot, and brings all languages up to date with it."
)


def in_code(
    file: BinaryIO,
    keywords: Collection[str],
    _comment_tags: Collection[str],
    options: Any,  # noqa: ANN401, ARG001 - Babel's
) -> Iterator[tuple[Any, ...]]:
    """Yield the templates in Python code by its syntax tree, however deep in other calls they stand."""
    for node in ast.walk(ast.parse(file.read())):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", None))
        if name in keywords and node.args:
            words = [part.value if isinstance(part, ast.Constant) else None for part in node.args]
            yield node.args[0].lineno, name, words, []


def in_pad(
    file: BinaryIO,
    _keywords: Collection[str],
    _comment_tags: Collection[str],
    options: Any,  # noqa: ANN401, ARG001 - Babel's
) -> Iterator[tuple[Any, ...]]:
    """Yield the words of a ready pad: its titles, and its lines and question with its key as their context."""
    content, key = json.load(file), Path(file.name).stem
    words = [(TITLES, " | ".join(content["names"]))]
    question = content.get("ask")
    answers = [choice["value"] for choice in question["choices"]] if question else []
    of_answers = [category for answer in answers if isinstance(answer, list) for category in answer]
    for category in (*content["pad"]["categories"], *of_answers):
        words += [(key, category[part]) for part in ("heading", "title") if part in category]
    if question:
        words += [(f"{key} question", part["text"]) for part in (question, *question["choices"])]
    for line, (context, text) in enumerate(words):
        yield line, "say_in", [context, text], []


def in_deck(
    file: BinaryIO,
    _keywords: Collection[str],
    _comment_tags: Collection[str],
    options: Any,  # noqa: ANN401, ARG001 - Babel's
) -> Iterator[tuple[Any, ...]]:
    """Yield the names of tags, parts, cards and shared rules of a deck, and its rulings, by the key of its pad."""
    deck = json.load(file)["deck"]
    names = [*deck["tags"].values(), *deck.get("parts", {}).values()]
    names += [named["name"] for part in ("cards", "shared") for named in deck.get(part, ())]
    words = [(deck["key"], name) for name in names]
    words += [(f"{deck['key']} ruling", ruling["text"]) for ruling in deck.get("rulings", ())]
    for line, (context, text) in enumerate(words):
        yield line, "say_in", [context, text], []


METHODS: Final[list[tuple[str, Any]]] = [("**.py", in_code), ("**.js", "javascript")]
OF_FOLDERS: Final[dict[str, list[tuple[str, Any]]]] = {SHELF: [("*.json", in_pad)], DECKS: [("*.json", in_deck)]}


def gathered(folders: Iterable[str] = ("companion", "scoring", "storage", SHELF, DECKS, *PAGE)) -> Catalog:
    """Return the catalogue of all templates in the code of some folders."""
    catalogue = Catalog(
        project="Tessera", header_comment=HEADER, fuzzy=False, creation_date=LONG_AGO, revision_date=LONG_AGO
    )
    for folder in folders:
        methods = OF_FOLDERS.get(folder, METHODS)
        templates = extract_from_dir(ROOT / folder, methods, keywords=KEYWORDS)
        for name, _, words, _, context in sorted(templates, key=lambda entry: (entry[0], entry[1])):
            if not words:
                continue  # a message that says nothing
            comments = [FORMS[context]] if context in FORMS else []
            catalogue.add(words, None, [(f"{folder}/{name}", None)], auto_comments=comments, context=context)
    for message in catalogue:
        message.flags -= {"python-format", "python-brace-format"}
    return catalogue


def written(catalogue: Catalog, write: Callable[..., None] = write_po, **options: Any) -> bytes:  # noqa: ANN401
    """Return a catalogue as the bytes of its file."""
    file = BytesIO()
    write(file, catalogue, **options)
    return file.getvalue()


_headers: Final = Catalog.mime_headers
Catalog.mime_headers = property(
    lambda catalogue: [header for header in _headers.fget(catalogue) if header[0] != "Generated-By"], _headers.fset
)
"""What Babel writes at the head of a file, without its version: each new one would change all files."""


def po_bytes(catalogue: Catalog) -> bytes:
    """Return a catalogue as a file to edit, in the order of the code, its head as somebody wrote it."""
    head, catalogue.header_comment = catalogue.header_comment, ""
    entries = written(catalogue, width=120, include_lineno=False, ignore_obsolete=True)
    catalogue.header_comment = head
    return f"{head.strip()}\n".encode() + entries[entries.index(b"msgid") :]


def brought_up_to_date(language: str, template: Catalog) -> Catalog:
    """Return the catalogue of a language with exactly the templates of the code."""
    content = (FOLDER / f"{language}.po").read_bytes()
    catalogue = read_po(BytesIO(content), locale=language)
    head = content.decode().partition("\nmsgid")[0]
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.header_comment = head
    catalogue.creation_date = catalogue.revision_date = LONG_AGO
    catalogue.obsolete.clear()
    for message in catalogue:
        message.flags -= {"python-format", "python-brace-format"}
    return catalogue


def fields_of(template: str) -> list[tuple[str, str]]:
    """Return the values of a template, each with the format that it is written in, sorted.

    Raises:
        ValueError: its braces are none of a template.

    """
    parsed = Formatter().parse(template)
    return sorted({(name, spec or "") for _, name, spec, _ in parsed if name is not None})


def faults(catalogue: Catalog) -> list[str]:
    """Return what is wrong with the translations of a catalogue: lost or invented values, missing words and plurals."""
    return [fault for message in catalogue if message.id for fault in _faults_of(message, catalogue.num_plurals)]


def _faults_of(message: Message, plurals: int) -> Iterator[str]:
    templates = message.id if isinstance(message.id, tuple) else (message.id,)
    strings = message.string if isinstance(message.string, tuple) else (message.string,)
    if len(templates) > 1 and len(strings) != plurals:
        yield f"{templates[0]!r} has {len(strings)} plural forms, and the language {plurals}"
    elif message.fuzzy or not all(strings):
        yield f"{templates[0]!r} has no translation"
    else:
        yield from _wrong_values(templates, strings)
        yield from _wrong_form(message.context or "", templates[0], strings[0])


def _wrong_values(templates: tuple[str, ...], strings: tuple[str, ...]) -> Iterator[str]:
    for at, string in enumerate(strings):
        try:
            named, expected = fields_of(string), fields_of(templates[-1])
        except ValueError:
            yield f"{templates[0]!r}: the braces of {string!r} are none of a template"
            continue
        if named != expected and not (len(strings) > 1 and at == 0 and sorted([*named, ("number", "")]) == expected):
            yield f"{templates[0]!r} has the values {expected}, and {string!r} {named}"


def _wrong_form(context: str, template: str, string: str) -> Iterator[str]:
    """Yield what is wrong with a list, or with the length of what a pad says."""
    parts = [part.strip() for part in re.split(SIGNS.get(context, "$^"), string)]
    pad, _, of_question = context.partition(" ")
    longest = MAX_TITLE if context == TITLES else MAX_QUESTION if of_question else MAX_LINE
    if not all(parts):
        yield f"{template!r}: there is nothing between two signs of {string!r}"
    if context == NUMBERS and string.count(",") != template.count(","):
        yield f"{template!r} has {template.count(',') + 1} numbers, and {string!r} {string.count(',') + 1}"
    if context == WORDS_SAID and any(" " in part for part in parts):
        yield f"{template!r}: what stands between the commas of {string!r} is not one word"
    if (context == TITLES or pad in pads()) and max(map(len, parts)) > longest:
        yield f"{template!r}: {string!r} is longer than {longest} characters"


@cache
def pads() -> frozenset[str]:
    """Return the keys of the ready pads."""
    return frozenset(file.stem for file in (ROOT / SHELF).glob("*.json"))


def is_whole(catalogue: Catalog) -> bool:
    """Return whether a language says of itself that it lacks nothing."""
    return "\n# Whole" in f"\n{catalogue.header_comment}"


def faulty(catalogue: Catalog) -> list[Message]:
    """Return the messages of a catalogue with a fault."""
    return [message for message in catalogue if message.id and any(_faults_of(message, catalogue.num_plurals))]


def as_read(catalogue: Catalog) -> Catalog:
    """Return a catalogue without what is wrong in it, which is read in English."""
    for message in faulty(catalogue):
        catalogue.delete(message.id, message.context)
    return catalogue


def index(languages: Mapping[str, Catalog], template: Catalog) -> bytes:
    """Return what the app knows of catalogues that it has not loaded, as JSON."""
    shares = {
        code: 100 * len(catalogue) // len(template) for code, catalogue in languages.items() if not is_whole(catalogue)
    }
    names = {code: (Locale.parse(code).get_display_name() or code).capitalize() for code in languages}
    titles = {}
    for file in sorted((ROOT / SHELF).glob("*.json")):
        english = json.loads(file.read_bytes())["names"]
        messages = [catalogue.get(" | ".join(english), TITLES) for catalogue in languages.values()]
        listed = " | ".join(str(message.string) for message in messages if message and message.string)
        if more := [title for title in dict.fromkeys(re.split(r"\s*\|\s*", listed)) if title not in ("", *english)]:
            titles[file.stem] = more
    content = {"names": names, "translated": shares, "titles": titles}
    return f"{json.dumps(content, ensure_ascii=False, indent=1)}\n".encode()


def words_of_page(languages: Mapping[str, Catalog]) -> str:
    """Return the script with the words of the page's scripts, given the catalogues of all languages by their codes.

    One that is not whole says so beside its words, by which no browser gets it that does not ask for it.
    """
    templates = sorted(str(message.id) for message in gathered(PAGE) if message.id)
    table = {
        code: ({} if is_whole(catalogue) else {"": "not whole"})
        | {
            template: message.string
            for template in templates
            if (message := catalogue.get(template)) and message.string
        }
        for code, catalogue in languages.items()
    }
    text = json.dumps(table, ensure_ascii=False, indent=2).replace("\n", "\n  ")
    return TABLE.sub(lambda _: text, WORDS.read_text(encoding="utf-8"), count=1)


def main() -> None:
    """Write the template, the index and the words of the page, and bring up to date and compile all languages."""
    wrong = False
    template = gathered()
    languages = {}
    TEMPLATE.write_bytes(po_bytes(template))
    for file in sorted(FOLDER.glob("*.po")):
        catalogue = brought_up_to_date(file.stem, template)
        file.write_bytes(po_bytes(catalogue))
        lines = faults(catalogue)
        wrong |= is_whole(catalogue) and bool(lines)
        sys.stdout.write("\n".join([*lines, f"{file.name}: {len(catalogue)} templates, {len(lines)} faults", ""]))
        languages[file.stem] = as_read(catalogue)
        file.with_suffix(".mo").write_bytes(written(catalogue, write_mo))
    INDEX.write_bytes(index(languages, template))
    WORDS.write_text(words_of_page(languages), encoding="utf-8")
    if wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
