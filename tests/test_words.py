"""One word for one act: what a screen or a command calls an act, the others call it, too, in each language.

What one taps has two words, and small ones between them.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from babel.messages.pofile import read_po

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from babel.messages.catalog import Catalog

ROOT: Final = Path(__file__).parent.parent
LANGUAGES: Final = ROOT / "assets" / "languages"


@dataclass(frozen=True, slots=True)
class Act:
    """An act: a message that names it, its translation, and what the act is not called, as regular expressions."""

    english: str
    german: str
    banned: Mapping[str, str]


WORDS: Final = r"(?:[\w’{}“”.]+ ){0,4}"
TAKE: Final = rf"(?i)\b(?:tak(?:e|es|ing|en)|took) {WORDS}"
BRING: Final = rf"(?i)\b(?:puts?|putting|br(?:ings?|inging|ought)) {WORDS}"

ACTS: Final = (
    Act(
        "Cancel",
        "Abbrechen",
        {
            "en": r"^No$|^Not now$|^Stay$|^Go back$|^Keep (it|them|the \w+)\b|^Leave (it|them|everything)\b|\} stays$",
            "de": r"^Nein$|^Nicht jetzt$|^Bleiben$|^Behalten$|\blassen$|^\{\w+\} bleibt$",
        },
    ),
    Act(
        "Save",
        "Speichern",
        {"en": r"^Keep\b|\b(?<!you entered )(is|was|are|were) kept\.$", "de": r"\bbehalten$|^Behalte?\b"},
    ),
    Act(
        "Import",
        "Importieren",
        {
            "en": rf"{TAKE}in\b(?! (a|an|the|this|that|your|their|its|each|play|turn|order|front)\b)|\bin and out\b",
            "de": r"(?i)\bübern(immt?|ehmen|ommen|ahm)|\bAustausch\b",
        },
    ),
    Act(
        "Restore",
        "Wiederherstellen",
        {
            "en": rf"{BRING}back\b(?! into the box)",
            "de": r"(?i)\b(zurück|ein)(zu)?(ge)?spiel|zurück(zu)?(ge)?hol|\b(spiel|hol)e?\b.*\bzurück\b",
        },
    ),
    Act(
        "Delete",
        "Löschen",
        {"en": r"(?i)\bbin\b|\bthr(ow|own|ew) away\b", "de": r"(?i)papierkorb|\bweg(zu)?(ge)?(werf|worf)"},
    ),
    Act(
        "Remove {name}",
        "{name} entfernen",
        {
            "en": rf"{TAKE}(off|away|out)\b|\bgiv(e|es|en) {WORDS}back\b",
            "de": r"(?i)\b(weg|heraus)(zu)?(nehmen|genommen|nimm)|\bnimmt? .*\b(weg|heraus)\b",
        },
    ),
    Act(
        "Undo",
        "Rückgängig",
        {"en": rf"{TAKE}(back|up again)\b", "de": r"(?i)\bzurück(zu)?(nehmen|genommen|nimm)|\bnimmt? .*\bzurück\b"},
    ),
    Act(
        "Start",
        "Starten",
        {
            "en": r"(?i)^begin\b|\blay out the table\b|\bbegin (one|a (new )?table)\b",
            "de": r"^Beginne?\b|\bTisch beginnen\b",
        },
    ),
    Act("Next", "Weiter", {"en": r"^On$", "de": r"^Los$"}),
    Act(
        "Scan a code",
        "Code scannen",
        {
            "en": r"(?i)\bread (in )?(a|the) codes?\b",
            "de": r"(?i)\bein(zu)?lesen\b|\beingelesen\b|\bliest?\b.*\bcodes?\b.* ein\b",
        },
    ),
    Act(
        "Share",
        "Teilen",
        {
            "en": r"(?i)^(or )?(send|pass on)\b|[.:;] (or )?(send|pass on)\b",
            "de": r"(?i)\bschicke?\b|\bweiter(zu)?geben\b",
        },
    ),
    Act(
        "Edit",
        "Bearbeiten",
        {"en": r"^Correct\b|^Change\b(?!d)|, correct\b", "de": r"^Korrigier|^[^.:]*\bändern$|\bkorrigiere?n?\b(?!t)"},
    ),
    Act("Close", "Schließen", {"en": r"^Got it$|^OK$", "de": r"^Verstanden$|^OK$"}),
    Act(
        "Likely range (95%)",
        "Wahrscheinlicher Bereich (95 %)",
        {
            "en": r"(?i)\bwhat fits\b|\bfits what\b|\bconfidence\b",
            "de": r"(?i)\bwas (dazu )?passt\b|\bpass\w* (dazu|zum Beobachteten)",
        },
    ),
)

SPELLING: Final = {
    "en": r"(?i)\b\w*(colour|neighbour|favour|honour|harbour|behaviour|rumour|labour)|\bgrey\b|\bcentre|\blicence\b"
    r"|\bcancelled\b|\btravell|\bjudgement\b|\b(recogn|organ|real|summar|emphas|memor)is(e|ed|es|ing)\b",
    "de": r"(?<![\w-])(?i:bring|benutz|dreh|füg|geh|heb|hol|komm|lass|leg|lös|mach|nenn|nutz|öffn|pass|prüf|sag|schick"
    r"|schieb|schneid|schreib|setz|stell|such|tausch|trag|tu|wähl|zähl|zeig|zieh)(?![\w’])"
    r"|(?<![\w-])(bau|spiel|versuch)(?!\w)|\b(?i:euch|eure\w*|habt|seid|könnt|müsst|wollt|dürft)\b",
}
"""Spelling that is not American; German imperatives without their e, and words to several readers at once."""

OWN_WORDS: Final[Mapping[str, str]] = {
    "Keep the screen awake": "it does not go dark",
    "It belongs to the table of {names}": "an answer, and says whose",
    "Keep cubes, and pay with coins": "a choice of the rules",
    "Keep count of cubes, coins and points": "they are counted",
    "nothing was saved; put it and its folder back, or start Tessera again": "files are put where they were",
}
"""Messages that have such a word for something else, in English, each with what it is."""


@cache
def catalog() -> Catalog:
    """Return the German catalogue, which has all templates."""
    with (LANGUAGES / "de.po").open("rb") as file:
        return read_po(file, locale="de")


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield the template and the text in a language of each message."""
    for message in catalog():
        if not message.id or any(place.startswith("assets/shelf/") for place, _ in message.locations):
            continue  # pads have the words of their games
        said = message.id if language == "en" else message.string
        template = message.id if isinstance(message.id, str) else message.id[0]
        yield from ((template, text) for text in ((said,) if isinstance(said, str) else said or ()))


def misnamed(pattern: str, language: str) -> list[str]:
    """Return the texts of a language that a regular expression finds, but those that mean something else by it."""
    return [text for template, text in texts(language) if template not in OWN_WORDS and re.search(pattern, text)]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.english)
def test_an_act_has_one_word(act: Act, language: str) -> None:
    assert misnamed(act.banned[language], language) == []


def test_the_words_of_the_acts_are_translated_by_each_other() -> None:
    translated = {message.id: message.string for message in catalog() if not message.context}
    assert {act.english: translated.get(act.english) for act in ACTS} == {act.english: act.german for act in ACTS}


@pytest.mark.parametrize("language", ["en", "de"])
def test_words_are_spelled_one_way(language: str) -> None:
    assert misnamed(SPELLING[language], language) == []


def test_what_is_excepted_is_there() -> None:
    assert OWN_WORDS.keys() <= {template for template, _ in texts("en")}


TAPPED: Final = frozenset({"button", "outlined", "plain_button", "Tab"})
SAYS: Final = {"say": 0, "tr": 0, "say_in": 1, "tr_in": 1, "counted": 1}
"""What words a template, and at which place it stands."""

MAX_LONG_WORDS: Final = 2
"""Words of a label."""

SMALL: Final = 3
"""The most letters of articles and the like, but for those of `BETWEEN`."""

BETWEEN: Final = r"(?i)with|this|your|these|diese[ns]?|über|code|com[eo]|cette|est[ae]|sobre|para|quand"

LONGER: Final[Mapping[str, str]] = {
    "Another space: stays": "an answer: where it was, and what happens",
    "Same space: on to {space}": "an answer: where it was, and what happens",
    "Enter it for {name}, out of turn": "says what is unusual before it is done",
    "First game: the {number} with a bird": "says when, and which",
    "Hide at new tables": "hidden nowhere else",
    "It belongs to the table of {names}": "an answer, and says whose",
    "Keep cubes, and pay with coins": "an answer of two halves",
    "Start the forum phase": "the phase has two words",
}
"""Labels of more words, and why."""


def in_labels() -> Iterator[str]:
    """Yield the templates that stand on buttons and tabs."""
    for file in (ROOT / "companion" / "ui").rglob("*.py"):
        for name, call in calls(ast.parse(file.read_text(encoding="utf-8"))):
            titles = [keyword.value for keyword in call.keywords if keyword.arg == "title"]
            for words in (*call.args[:1], *titles) if name in TAPPED else ():
                said = (inner.args[SAYS[act]] for act, inner in calls(words) if act in SAYS)
                yield from (str(template.value) for template in said if isinstance(template, ast.Constant))


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Yield all calls in a tree, each with the name of what is called."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            yield str(getattr(call.func, "id", getattr(call.func, "attr", ""))), call


def is_long(words: str) -> bool:
    """Return whether words are too many, without values and small ones."""
    plain = re.sub(r"{[^}]*}|\b\w{1,4}’", " ", words)
    long = [word for word in re.findall(r"[\w-]+", plain) if len(word) > SMALL and not re.fullmatch(BETWEEN, word)]
    return len(long) > MAX_LONG_WORDS


def test_labels_have_two_words_in_each_language() -> None:
    labels = frozenset(in_labels())
    said = [(label, label) for label in labels]
    for language in LANGUAGES.glob("*.po"):
        with language.open("rb") as file:
            messages = list(read_po(file, locale=language.stem))
        for message in messages:
            singular = message.id if isinstance(message.id, str) else message.id[0]
            forms = (message.string,) if isinstance(message.string, str) else message.string or ()
            said += [(singular, form) for form in forms if singular in labels]
    assert {label for label, words in said if is_long(words)} == LONGER.keys()


def test_a_colon_is_in_the_catalogues_as_each_language_sets_it_otherwise() -> None:
    files = (file for folder in ("companion", "scoring", "storage") for file in (ROOT / folder).rglob("*.py"))
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in files)
    templates = [call.args[0] for tree in trees for name, call in calls(tree) if name == "wordless" and call.args]
    assert templates
    assert [ast.unparse(template) for template in templates if ": " in ast.unparse(template)] == []
