"""What the fields of a category on the pad maker are made of: text fields, choices, and what the category comes to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.formatting.text import sentence
from companion.games.score_pad.kinds import kit_of
from companion.games.score_pad.kinds.draft import PadDraft
from companion.games.score_pad.pad_draft import with_category
from companion.ui.components.controls import caption, silent, text
from companion.ui.components.fields import chip, field, wrapped
from companion.ui.components.layout import column

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.score_pad.kinds.draft import CategoryDraft
    from companion.games.score_pad.pad_draft_check import CheckedDraft
    from companion.ui.core.context import Ui
    from scoring.messages import Message
    from scoring.score_pad.kinds import AnyCategory

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

    def changing(self, step: Callable[..., PadDraft], *more: object) -> Set:
        """Return a call that takes one step of the draft in this category."""
        return lambda: self.change(lambda old: step(old, self.category.number, *more))

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
