"""Gathers the words of Tessera, and makes the catalogues of all languages from them.

`template.pot` has every template in the code. Each `<language>.po` is brought up to date with it and compiled into the
`<language>.mo` that the app reads. What a translation has of a template that is gone goes, too. The scripts of the page
get those of their own templates in `words.js`.
"""  # noqa: INP001 - a script beside what it makes

from __future__ import annotations

import ast
import json
import re
import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, Final

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

LONG_AGO: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""A date for the heads of catalogues, which would else change whenever they are made."""

HEADER: Final = "# The words of Tessera. Made by assets/build_languages.py; not to be edited."


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


METHODS: Final[list[tuple[str, Any]]] = [("**.py", in_code), ("**.js", "javascript")]


def gathered(folders: Iterable[str] = ("companion", "scoring", "storage", *PAGE)) -> Catalog:
    """Return the catalogue of all templates in the code of some folders."""
    catalogue = Catalog(
        project="Tessera", header_comment=HEADER, fuzzy=False, creation_date=LONG_AGO, revision_date=LONG_AGO
    )
    for folder in folders:
        templates = extract_from_dir(ROOT / folder, METHODS, keywords=KEYWORDS)
        for name, _, words, _, context in sorted(templates, key=lambda entry: (entry[0], entry[1])):
            if not words:
                continue  # a message that says nothing
            catalogue.add(words, None, [(f"{folder}/{name}", None)], context=context)
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
        for at, string in enumerate(strings):
            try:
                named, expected = fields_of(string), fields_of(templates[-1])
            except ValueError:
                yield f"{templates[0]!r}: the braces of {string!r} are none of a template"
                continue
            if named != expected and not (
                len(strings) > 1 and at == 0 and sorted([*named, ("number", "")]) == expected
            ):
                yield f"{templates[0]!r} has the values {expected}, and {string!r} {named}"


def words_of_page(languages: Mapping[str, Catalog]) -> str:
    """Return the script with the words of the page's scripts, given the catalogues of all languages by their codes."""
    templates = sorted(str(message.id) for message in gathered(PAGE) if message.id)
    table = {
        code: {
            template: message.string
            for template in templates
            if (message := catalogue.get(template)) and message.string
        }
        for code, catalogue in languages.items()
    }
    text = json.dumps(table, ensure_ascii=False, indent=2).replace("\n", "\n  ")
    return TABLE.sub(lambda _: text, WORDS.read_text(encoding="utf-8"), count=1)


def main() -> None:
    """Write the template and the words of the page, and bring up to date and compile all languages."""
    wrong = False
    template = gathered()
    languages = {}
    TEMPLATE.write_bytes(po_bytes(template))
    for file in sorted(FOLDER.glob("*.po")):
        catalogue = languages[file.stem] = brought_up_to_date(file.stem, template)
        file.write_bytes(po_bytes(catalogue))
        file.with_suffix(".mo").write_bytes(written(catalogue, write_mo))
        lines = faults(catalogue)
        wrong |= bool(lines)
        sys.stdout.write("\n".join([*lines, f"{file.name}: {len(catalogue)} templates, {len(lines)} faults", ""]))
    WORDS.write_text(words_of_page(languages), encoding="utf-8")
    if wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
