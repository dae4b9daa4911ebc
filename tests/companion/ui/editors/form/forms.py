"""Games entered on forms alone, by the names of the controls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games import KITS
from companion.games.plain_game import plain_kit
from companion.ui.editors import EDITORS
from companion.ui.editors.form.editor import form_editor
from companion.ui.editors.form.parts import KINDS_OF_VALUES
from companion.ui.editors.form.values import field_title, is_typed, key_title, titled
from scoring import GAMES
from storage.documents.fields import BooleanField, ChoiceField, IntegerField, NameField
from storage.documents.records import (
    CountsField,
    EitherField,
    KindField,
    ListField,
    NullableField,
    RecordField,
    record_of,
)

if TYPE_CHECKING:
    import pytest

    from storage.documents.fields import Field
    from tests.companion.headless import Screen


def rules_alone(monkeypatch: pytest.MonkeyPatch, *keys: str) -> None:
    """Take away what these games add to the app in addition to their rules."""
    for key in keys:
        monkeypatch.setitem(KITS, key, plain_kit(GAMES[key]))
        monkeypatch.setitem(EDITORS, key, form_editor(GAMES[key]))


def enter_player(screen: Screen, game: str, player: dict[str, Any]) -> None:
    """Enter everything that a document says of a player, on the tab of the player."""
    table: Any = record_of(GAMES[game].table)
    record = table.fields["players"].entry
    _enter_record(screen, player["name"], record, {key: player[key] for key in player if key != "name"})


def enter_table(screen: Screen, game: str, table: dict[str, Any]) -> None:
    """Enter everything that a document says of the table, on its tab."""
    _enter_record(screen, "", record_of(GAMES[game].table), {key: table[key] for key in table if key != "players"})


def _enter_record(screen: Screen, of: str, record: RecordField, values: dict[str, Any]) -> None:
    for name, value in values.items():
        spoken = ", ".join(part for part in (of, str(field_title(record, name))) if part)
        shape = record.fields[name]
        if screen.has(f"Add {spoken}"):
            screen.tap(f"Add {spoken}")
        _enter(screen, spoken, shape.shape if isinstance(shape, NullableField) else shape, value)


def _enter(screen: Screen, spoken: str, field: Field, value: Any) -> None:
    """Enter what has parts; of a kind, the parts of that kind."""
    match field:
        case RecordField():
            _enter_record(screen, spoken, field, value)
        case KindField():
            kind = value[field.tag]
            _choose(screen, spoken, str(titled(kind)))
            _enter_record(screen, spoken, field.kinds[kind], {key: value[key] for key in value if key != field.tag})
        case ListField():
            for number, entry in enumerate(value, 1):
                if not _stands_open(field):
                    _open(screen, spoken, number)
                _enter(screen, f"{spoken} {number}", field.entry, entry)
        case CountsField():
            for key, count in value.items():
                _add(screen, spoken, key, field)
                _enter(screen, f"{spoken}, {key_title(field.keys, key)}", field.value, count)
        case EitherField() if not isinstance(value, str):
            screen.tap(f"{spoken}: {KINDS_OF_VALUES[type(value)]}")
            _enter(screen, spoken, field.shapes[type(value)], value)
        case _:
            _enter_value(screen, spoken, field, value)


def _enter_value(screen: Screen, spoken: str, field: Field, value: Any) -> None:
    match field:
        case IntegerField():
            _type(screen, spoken, str(value))
        case BooleanField():
            if _is_ticked(screen, spoken) != value:
                screen.tap(spoken)
        case NameField(of_player=True):
            _choose(screen, spoken, value)
        case EitherField():
            _enter_value(screen, spoken, field.shapes[str], value)
        case ChoiceField() if not is_typed(field):
            _choose(screen, spoken, str(key_title(field.values, value)))
        case _:
            _type(screen, spoken, value)


def _type(screen: Screen, spoken: str, words: str) -> None:
    screen.type_into(spoken, words)
    screen.leave(spoken)


def _is_ticked(screen: Screen, spoken: str) -> bool:
    return bool(getattr(screen.find(spoken), "checked", False))


def _add(screen: Screen, spoken: str, key: str, counts: CountsField) -> None:
    if counts.pattern is None:
        screen.tap(f"Add {spoken}, {key_title(counts.keys, key)}")
    else:
        screen.type_into(spoken, key)
        screen.submit(spoken)


def _stands_open(entries: ListField) -> bool:
    """Return whether all entries of a list are shown at once: single values, always as many."""
    parts = isinstance(entries.entry, (RecordField, KindField))
    return not parts and entries.length is not None and entries.length.least == entries.length.most


def _open(screen: Screen, spoken: str, number: int) -> None:
    """Open an entry of a list, or add it where there is none."""
    there = [name for name in screen.names if name.startswith(f"{spoken} {number}: ") and name.endswith(", open")]
    screen.tap(there[0] if there else f"Add to {spoken}")


def _choose(screen: Screen, spoken: str, words: str) -> None:
    closed = [name for name in screen.names if name.startswith(f"{spoken}: ") and name.endswith(", choose another")]
    for name in closed:
        screen.tap(name)
    screen.tap(f"{spoken}: {words}")
