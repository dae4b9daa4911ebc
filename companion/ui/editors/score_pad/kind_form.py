"""The fields of a category on the pad maker, as its kind takes them: texts, choices, places, and the others."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.score_pad.kinds import kit_of
from companion.games.score_pad.kinds.derived import comparable
from companion.games.score_pad.kinds.draft import CategoryDraft, PadDraft, PlacesDraft, split_numbers
from companion.games.score_pad.kinds.kind import Choice, Compared, FormPart, Level, Places, Switch
from companion.games.score_pad.kinds.majority import TIES, places_of
from companion.games.score_pad.pad_draft import CheckedDraft, with_category, with_compared, with_places, with_players
from companion.ui.components.controls import caption, notice, silent, text
from companion.ui.components.fields import chip, field, tick, wrapped
from companion.ui.components.layout import column
from scoring.messages import Message, say, tr
from scoring.score_pad.kinds import AnyCategory, Ties
from scoring.score_pad.kinds.category import MAX_PLAYERS
from scoring.score_pad.kinds.majority import MAX_PLACES, PLACES
from scoring.sheet import Better

if TYPE_CHECKING:
    from companion.ui.core.context import Ui


Change = Callable[[Callable[[PadDraft], PadDraft]], Awaitable[None]]
"""Changes the draft on the screen, and keeps it."""

Set = Callable[[], Awaitable[None]]
"""Changes the draft in one way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KindForm:
    """The fields of one category: its draft, its `title` in labels, and what is `wrong` by the name of the field."""

    ui: Ui
    draft: PadDraft
    checked_draft: CheckedDraft
    category: CategoryDraft
    title: str
    change: Change
    wrong: Mapping[str, Message | None]

    @property
    def made(self) -> AnyCategory | None:
        """The category as it was typed, `None` where that is not right yet."""
        return self.checked_draft.categories.get(self.category.number)

    def step(self, change: Callable[..., PadDraft], *more: object) -> Set:
        """Return a call that takes one step of the draft in this category."""
        return lambda: self.change(lambda old: change(old, self.category.number, *more))

    def setting(self, **values: object) -> Set:
        """Return a call that sets fields of the category."""
        return lambda: self.change(lambda old: with_category(old, self.category.number, **values))

    def typed(self, name: str, label: str, **more: Any) -> ft.Control:  # noqa: ANN401 - what a text field takes
        """Return the text field of one of the fields."""
        value: str = getattr(self.category, name)
        return self.text_field(name, label, value, lambda words: self.setting(**{name: words})(), **more)

    def text_field(
        self,
        name: str,
        label: str,
        value: str,
        put: Callable[[str], Awaitable[None]],
        **more: Any,  # noqa: ANN401 - what a text field takes
    ) -> ft.Control:
        """Return a text field with what is wrong with it, by its name."""
        return field(self.ui, label, value, put, wrong=self.wrong.get(name), **more)

    def chosen(self, name: str, choices: Mapping[Any, Message]) -> ft.Control:
        """Return the choices of one of the fields."""
        current = getattr(self.category, name)
        return wrapped(
            self.choice(words, self.setting(**{name: choice}), selected=choice is current)
            for choice, words in choices.items()
        )

    def choice(
        self,
        words: object,
        do: Set,
        *,
        selected: bool | None = None,
        spoken: object = None,
        icon: ft.IconData | None = None,
    ) -> ft.Control:
        """Return words that can be tapped, which screen readers say with the category: those of several may be open."""
        said = str(words)
        leading = None if icon is None else silent(ft.Icon(icon, color=ft.Colors.ON_SURFACE_VARIANT))
        face, label = said[:1].upper() + said[1:], f"{self.title}: {spoken or said}"
        return chip(face, do, selected=selected, leading=leading, label=label)

    def worth(self) -> list[ft.Control]:
        """Return what the category is worth as it was typed, with an example, nothing where that cannot be said yet."""
        made, titles = self.made, self.checked_draft.titles
        if made is None:
            return []
        kit = kit_of(made)
        worth = kit.worth(made, titles)
        lines: list[ft.Control] = [] if worth is None else [text(sentence(worth))]
        lines += [caption(sentence(line)) for line in kit.examples(made, titles)]
        return [ft.Semantics(content=column(lines, spacing=0), live_region=True, container=True)] if lines else []


OF_THEIR_OWN: Final = say("players who are level get points of their own")


def shown(form: KindForm, part: FormPart) -> list[ft.Control]:
    """Return the controls of what is typed or chosen for a category."""
    match part:
        case Choice():
            return [form.chosen(part.name, part.choices)]
        case Switch():
            on = getattr(form.category, part.name)
            return [wrapped([form.choice(part.words, form.setting(**{part.name: not on}), selected=on)])]
        case Compared():
            return _compared(form, str(part.label))
        case Places():
            return [*(_values_field(form, values) for values in places_of(form.category)), _numbers_of_players(form)]
        case Level():
            return _level(form)
    return [form.typed(part.name, str(part.label), **({"hint_text": part.hint} if part.hint else {}))]


def _level(form: KindForm) -> list[ft.Control]:
    """Return what those get who are level."""
    category = form.category
    ties = [form.choice(words, form.setting(ties=ties), selected=ties is category.ties) for ties, words in TIES.items()]
    if category.ties is Ties.NEXT:
        return [wrapped(ties)]
    by_level = category.by_level
    ties.append(form.choice(OF_THEIR_OWN, form.setting(by_level=not by_level), selected=by_level))
    if not by_level:
        return [wrapped(ties)]
    level = [field for values in places_of(category) for field in _level_fields(form, values)]
    return [wrapped(ties), caption(tr("Each of 2, 3, … players who are level")), *level]


def _numbers_of_players(form: KindForm) -> ft.Control:
    """Return the numbers of players from which on the values are others, to be chosen."""
    numbers = {places.players for places in places_of(form.category)}
    chips = [
        form.choice(
            players,
            form.step(with_players, players),
            selected=players in numbers,
            spoken=tr("from {number} players on", number=players),
        )
        for players in map(str, range(2, MAX_PLAYERS + 1))
    ]
    return column([caption(tr("Other points from so many players on")), wrapped(chips)])


def _values_field(form: KindForm, places: PlacesDraft) -> ft.Control:
    """Return the values of all places."""
    first = tr("Points, most first") if form.category.wanted is Better.MOST else tr("Points, fewest first")
    return form.text_field(
        places.path("values"),
        _from(places, first),
        places.values,
        lambda typed: form.step(with_places, replace(places, values=typed))(),
        hint_text="5, 2",
    )


def _level_fields(form: KindForm, places: PlacesDraft) -> list[ft.Control]:
    """Return for each place what each of two, three, … players gets who are level for it."""
    level = (*places.level, *("",) * MAX_PLACES)

    def type_in(at: int, typed: str) -> Awaitable[None]:
        new = replace(places, level=(*level[:at], typed, *places.level[at + 1 :]))
        return form.step(with_places, new)()

    shown = min(max(len(split_numbers(places.values)), len(places.level), 1), MAX_PLACES)
    return [
        form.text_field(
            places.path("level", at),
            _from(places, tr("Level for {most}", most=most)),
            level[at],
            partial(type_in, at),
            hint_text="2, 1",
        )
        for at, most in enumerate(PLACES[form.category.wanted][:shown])
    ]


def _from(places: PlacesDraft, label: str) -> str:
    """Return a label with the number of players from which on its values hold, unless they hold for any."""
    return tr("{number}+ players: {what}", what=label, number=places.players) if places.players else label


def _compared(form: KindForm, words: str) -> list[ft.Control]:
    """Return the categories to be ticked from which this one is worked out."""
    category, title = form.category, form.title
    ticks = [
        tick(
            compared.title,
            form.step(with_compared, compared.number),
            form.ui.viewport,
            ticked=compared.number in category.of,
            label=f"{title}: {compared.title}",
        )
        for compared in comparable(form.draft, category.number)
    ]
    wrong = form.wrong.get("of")
    problem = [] if wrong is None else [notice(sentence(wrong), wrong=True)]
    return [column([caption(words), *ticks, *problem], spacing=0)]
