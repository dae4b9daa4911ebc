"""The cards of one player: tabs of them by type, of which a tap takes one more, and what was just taken."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.score_pad.kinds.cards import (
    IN_A_ROW,
    OTHERS,
    PLAYED_WITH,
    QUESTIONS,
    CardGroup,
    CardTab,
    CardTable,
    cards_text,
    found,
    has_room,
    is_searched,
    number_of_cards,
    tabs_of,
)
from companion.ui.components.controls import (
    button,
    caption,
    group,
    icon_button,
    plain_button,
    raised,
    seat_mark,
    tappable,
    text,
)
from companion.ui.components.dialogs import NOTHING_FOUND
from companion.ui.components.fields import chip, field, wrapped
from companion.ui.components.foot import SnackbarStrip
from companion.ui.components.layout import column
from companion.ui.components.number_grid import GAP, LESS, MORE, PANEL_WIDTH, scroll_key
from companion.ui.components.number_rows import use_facts
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, repeated, safe
from companion.ui.core.hooks import keyed, unless_gone, use_effect, use_focus, use_ref, use_value
from companion.ui.core.keyboard import LEAVE, use_keys
from companion.ui.core.theme import GAME_TINTS, SPACE, TARGET, Style, line_height, seat_wash
from companion.ui.editors.score_pad.hand import (
    Hand,
    Shown,
    has_reason,
    held_card,
    question_row,
    signed,
    step_button,
    taken_card,
)
from scoring.messages import points_text, say, titled, tr, with_commas, wordless
from scoring.score_pad.deck import name_of
from scoring.score_pad.kinds.cards import too_many_copies

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.services.end_sheet import SheetCell
    from companion.ui.components.number_entry import Open
    from companion.ui.core.context import Viewport
    from companion.ui.editors.score_pad.pad_sheet import PadSheet
    from scoring.score_pad.choices import Asked

ASKED, LIST, SEARCH = -1, -2, -3
"""What is shown instead of a tab of cards: what cards ask, all that lie there, or those that are searched."""

WOULD_BRING: Final = say("What would one more bring?")
TAKEN: Final = say("Cards taken, with their points")
HINT: Final = say("Tap: one card more. The bulb: what each would bring.")

WIDE_ROW: Final = 3
"""How many cards stand side by side on a wide screen, or of a type with as many as a tab can have."""

LETTER: Final = 8.0
LETTERS: Final = {**dict.fromkeys("fijlI ,.-'()", 3.9), **dict.fromkeys("rt", 5.4), **dict.fromkeys("mwMW", 11.8)}
"""The width of a letter of small text, in px, and of those that are narrower or broader."""

ROUNDED: Final = 1
"""How much narrower than its letters a name of a tab may be taken to be, in px."""

WAYS_ABOVE: Final = 360
"""The least width of a screen, for text of its usual size, whose head has room for the questions and the search."""

LEAST_STRIP: Final = 300
"""The least width of a screen, for text of its usual size, with room for words on the button that leads on, in px."""

TYPE: Final = 4 * SPACE
"""The height of the name of a type, with text of its usual size, in px."""

NAME: Final = 0.75
"""The size of its letters, as a fraction of that height, in which none is cut off."""


@component
def CardsView(sheet: PadSheet, cell: SheetCell, show_cards: Open, show_keys: Callable[[], None]) -> ft.Control:
    """Show the cards of the player of a cell.

    `show_cards` leads to those of another player, or back to the sheet, `show_keys` to the keys for one number instead.
    """
    live, viewport = sheet.of_seat[cell.seat], use_ui().viewport
    use_revision(live)
    shown, set_shown = use_value(Shown())
    is_open = use_facts(sheet, lambda now: now.entry.cell == cell)
    cards = CardTable.at_seat(sheet.now.version.evaluated, cell.seat, sheet.category(cell))
    hand = Hand(live=live, cards=cards, title=sheet.title(cell), shown=shown, set_shown=set_shown)

    following = use_facts(sheet, lambda now: now.next_of_cards(cell))

    async def close() -> None:
        await show_cards(None)

    async def leave_elsewhere() -> None:
        if not is_open:
            await close()

    async def press(event: ft.KeyboardEvent) -> bool:
        if event.ctrl or event.alt or event.meta:
            return False
        if event.key in (LEAVE, "Escape"):
            await close()
        elif event.key == "Backspace":
            await hand.take_back()
        return True  # the cell that is open below takes no digits

    go = partial(show_cards, following)
    asked = None if hand.shown.tab in (ASKED, LIST) else hand.asked_now
    has_words = viewport.wide or (asked is None and viewport.width / viewport.scale >= LEAST_STRIP)
    way_on = _way_on(hand, following, go, has_words=has_words)
    is_untouched = not cards.lying and cards.points_entered is None
    number = [icon_button(ft.Icons.PIN_OUTLINED, tr("Only the points"), show_keys)] if is_untouched else []
    strip_of_tabs = use_ref(ft.Ref[ft.Row]).current

    async def reveal_tab() -> None:
        row, is_shown = strip_of_tabs.current, shown.tab >= 0  # elsewhere the row may be about to go
        if row is not None and row.scroll and is_shown:
            with unless_gone():
                await row.scroll_to(scroll_key=f"tab {shown.tab}")

    use_effect(reveal_tab, [shown.tab])
    use_effect(leave_elsewhere, [is_open])
    use_keys(use_ui().keys, press)
    strip = _strip(hand, asked, [*number, way_on], viewport)
    ways, is_roomy = _ways(hand), viewport.width / viewport.scale >= WAYS_ABOVE
    above = [_head(hand, ways if is_roomy else []), _tabs(hand, viewport, [] if is_roomy else ways, strip_of_tabs)]
    whole = ft.Column(
        [*above, _body(hand, viewport), SnackbarStrip(), strip],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return ft.Semantics(content=whole, identifier="keys", container=True, expand=True)  # which Back closes


def _way_on(hand: Hand, following: SheetCell | None, go: Callable[[], Any], *, has_words: bool) -> ft.Control:
    """Return the button to the next player, whose mark it has where there is no room for words, or to the sheet."""
    words = tr("Done") if following is None else tr("Next")
    if has_words:
        return button(words, go)
    if following is None:
        return icon_button(ft.Icons.CHECK, words, go)
    mark = seat_mark(hand.live.state.extras.seats[following.seat])
    label = say("{what}: {value}", what=words, value=hand.live.state.table.players[following.seat].name)
    face = ft.Row([ft.Icon(ft.Icons.ARROW_FORWARD), mark], spacing=SPACE, tight=True)
    return tappable(face, label, go, height=TARGET, padding=SPACE, alignment=ft.Alignment.CENTER, **raised())


def _head(hand: Hand, ways: Sequence[ft.Control]) -> ft.Control:
    """Return whose cards they are, what was decided best for them, their points, and what is shown instead of tabs."""
    cards = hand.cards
    choices = with_commas(cards.choices) if cards.choices else cards_text(number_of_cards(cards.lying))
    words = ft.Column(
        [
            text(hand.title, Style.STRONG, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS),
            caption(sentence(choices).removesuffix("."), max_lines=1, overflow=ft.TextOverflow.ELLIPSIS),
        ],
        spacing=0,
        expand=True,
    )
    asks = hand.shown.asks
    toggle = icon_button(
        ft.Icons.TIPS_AND_UPDATES if asks else ft.Icons.TIPS_AND_UPDATES_OUTLINED,
        WOULD_BRING,
        lambda: hand.show(asks=not asks, held=""),
        selected=asks,
    )
    total = text(cards.points, Style.TITLE, no_wrap=True, semantics_label=str(points_text(cards.points)))
    said = ft.Semantics(content=total, live_region=True, container=True)
    style = hand.live.state.extras.seats[cards.seat]
    row = ft.Row([seat_mark(style), words, said, ft.Row([*ways, toggle], spacing=2 * GAP)], spacing=2 * SPACE)
    wash = seat_wash(style.colour, use_ui().viewport.palette)
    return ft.Container(row, bgcolor=wash, padding=ft.Padding.only(left=3 * SPACE), margin=ft.Margin.only(bottom=GAP))


def _ways(hand: Hand) -> list[ft.Control]:
    """Return the ways to the questions, with how many are open, and to the search, as far as the deck has them."""
    shown, cards = hand.shown, hand.cards
    ways: list[ft.Control] = []
    if cards.asked or cards.decisions or cards.category.deck.parts:
        number = sum(asked.is_open for asked in cards.asked)
        icon = ft.Icon(ft.Icons.HELP_OUTLINE, color=ft.Colors.ON_SURFACE)
        badge = text(
            number, Style.SMALL, color=ft.Colors.ON_PRIMARY, margin=ft.Margin.symmetric(horizontal=SPACE + GAP)
        )
        mark = ft.Container(badge, bgcolor=ft.Colors.PRIMARY, border_radius=TARGET)
        face = ft.Row([icon, *([mark] if number else [])], spacing=GAP, tight=True)
        label = say("{what}: {value}", what=QUESTIONS, value=number) if number else QUESTIONS
        turn, width = partial(hand.show, tab=ASKED, held=""), None if number else TARGET
        ways.append(_tab(face, label, turn, TARGET, chosen=shown.tab == ASKED, width=width))
    if is_searched(cards.deck):
        icon = ft.Icon(ft.Icons.SEARCH, color=ft.Colors.ON_SURFACE)
        turn = partial(hand.show, tab=SEARCH, held="")
        ways.append(_tab(icon, tr("Search"), turn, TARGET, chosen=shown.tab == SEARCH, width=TARGET))
    return ways


def _tabs(hand: Hand, viewport: Viewport, ways: Sequence[ft.Control], strip: ft.Ref[ft.Row]) -> ft.Control:
    """Return the tabs of the deck, or the field of the search."""
    shown, deck = hand.shown, hand.cards.deck
    if shown.tab == SEARCH:
        return keyed("search", SearchField, hand)
    height = max(TARGET, 2 * line_height(Style.SMALL) * viewport.scale + SPACE)

    def tab(at: int, groups: CardTab) -> ft.Control:
        title = tab_title(groups)
        face = text(title, Style.SMALL, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS)
        width: dict[str, Any] = {"expand": int(widths[at])} if fits else {"width": widths[at]}
        turn, key = partial(hand.show, tab=at, held=""), scroll_key(f"tab {at}")
        return _tab(face, title, turn, height, chosen=at == shown.tab, key=key, **width)

    tabs = tabs_of(deck)
    room = viewport.width - 2 * SPACE - len(ways) * (TARGET + 2 * GAP) - (len(tabs) - 1) * GAP
    lines = [width_in_two_lines(tab_title(tab)) for tab in tabs]
    widths = [max(TARGET, (line + ROUNDED) * viewport.scale + 2 * SPACE) for line in lines]
    fits = sum(widths) <= room
    shown_tabs = [*map(tab, range(len(tabs)), tabs)]
    row = ft.Row(shown_tabs, ref=strip, spacing=GAP, scroll=None if fits else ft.ScrollMode.HIDDEN, expand=True)
    return ft.Row([row, *ways], spacing=2 * GAP, margin=ft.Margin.symmetric(horizontal=SPACE))


def tab_title(groups: CardTab) -> str:
    """Return the name of a tab: the types of its cards, without that of cards of none where there are others."""
    return ", ".join(str(titled(kind.title)) for kind in groups if kind.title) or str(titled(OTHERS))


def width_in_two_lines(title: str) -> float:
    """Return the width of the longer one of two lines in px, with the break where that is the least."""
    breaks = [at + 1 for at, letter in enumerate(title) if letter in " -"]
    lines = ((title[:at].strip(), title[at:]) for at in (*breaks, len(title)))
    return min(max(sum(LETTERS.get(letter, LETTER) for letter in line) for line in pair) for pair in lines)


@component
def SearchField(hand: Hand) -> ft.Control:
    """Show the field of the search, which has the focus, also after Enter took the first card; and the way back."""
    entered, enter = use_value(0)

    async def take(event: ft.Event[ft.TextField]) -> None:
        first = next(iter(found(hand.cards.deck, str(event.control.value))), None)
        if first is not None:
            hand.show(letters="")
            await hand.tap(first.cards[0])
        enter(lambda number: number + 1)

    def type_in(letters: str) -> None:
        hand.show(letters=letters)

    typed = field(use_ui(), tr("Search"), hand.shown.letters, type_in, on_submit=safe(take), expand=True)
    use_focus(typed, [entered])
    row: list[ft.Control] = [typed, icon_button(ft.Icons.CLOSE, tr("Close"), lambda: hand.show(tab=0, letters=""))]
    return ft.Row(row, margin=ft.Margin.symmetric(horizontal=2 * SPACE))


def _tab(
    face: ft.Control,
    label: object,
    do: Callable[[], None],
    height: float,
    *,
    chosen: bool,
    **more: Any,  # noqa: ANN401
) -> ft.Control:
    return tappable(
        face,
        label,
        do,
        selected=chosen,
        height=height,
        padding=ft.Padding.symmetric(horizontal=GAP),
        alignment=ft.Alignment.CENTER,
        **raised(chosen=chosen),
        **more,
    )


def _body(hand: Hand, viewport: Viewport) -> ft.Control:
    """Return the cards of a tab, or what is shown instead; on a wide screen with all that lie there beside them."""
    shown, deck = hand.shown, hand.cards.deck
    if shown.tab == LIST and not viewport.wide:
        inner = _list(hand)
    elif shown.tab == ASKED:
        asked = [question_row(hand, asked) for asked in hand.cards.asked]
        decided = _groups(hand, hand.cards.decisions, viewport)
        inner = column([group(column(asked, spacing=GAP), QUESTIONS), decided, *_parts(hand)], spacing=4 * SPACE)
    elif shown.tab == SEARCH:
        cards_found = found(deck, shown.letters)
        nothing = caption(NOTHING_FOUND if shown.letters.strip() else "")
        inner = _groups(hand, cards_found, viewport) if cards_found else nothing
    else:
        tabs = tabs_of(deck)
        inner = _groups(hand, tabs[min(max(shown.tab, 0), len(tabs) - 1)], viewport)
    padding = ft.Padding.symmetric(horizontal=2 * SPACE)
    cards = ft.Container(column([inner], scroll=ft.ScrollMode.AUTO), padding=padding, expand=True)
    if not viewport.wide:
        return cards
    its_list = ft.Container(column([_list(hand)], scroll=ft.ScrollMode.AUTO), width=PANEL_WIDTH, padding=padding)
    return ft.Row([cards, its_list], expand=True, vertical_alignment=ft.CrossAxisAlignment.START)


def _parts(hand: Hand) -> list[ft.Control]:
    """Return the parts of the deck that not everybody plays with, for all at the table."""
    category = hand.cards.category
    parts = [
        chip(name_of(category.deck, part), partial(hand.turn, part), selected=part in category.parts)
        for part in category.deck.parts or ()
    ]
    return [column([caption(PLAYED_WITH), wrapped(parts)])] if parts else []


def _groups(hand: Hand, groups: CardTab, viewport: Viewport) -> ft.Control:
    """Return cards by type, in rows that begin with each type, under its name."""
    is_close = not has_room(groups) and viewport.width / viewport.scale >= WAYS_ABOVE
    in_a_row = WIDE_ROW if viewport.wide or is_close else IN_A_ROW
    height = max(TARGET, 2 * line_height(Style.SMALL) * viewport.scale + 2 * SPACE)
    name = TYPE * viewport.scale
    return column([_group(hand, kind, in_a_row, height, name) for kind in groups], spacing=0)


def _group(hand: Hand, kind: CardGroup, in_a_row: int, height: float, name: float) -> ft.Control:
    """Return the cards of a type below its name, for which there is so much height."""
    title, tint = titled(kind.title or OTHERS), GAME_TINTS[kind.place % len(GAME_TINTS)]
    rows: list[ft.Control] = [
        ft.Row([_card(hand, key, height, tint) for key in kind.cards[at : at + in_a_row]], spacing=0)
        for at in range(0, len(kind.cards), in_a_row)
    ]
    rest = -len(kind.cards) % in_a_row
    last = rows[-1]
    if isinstance(last, ft.Row):
        last.controls += [ft.Container(expand=True) for _ in range(rest)]
    above = ft.Container(caption(title, semantics_label="", no_wrap=True, size=NAME * name), height=name)
    return group(column([above, *rows], spacing=0), title)


def _card(hand: Hand, key: str, height: float, tint: str) -> ft.Control:
    """Return a card, or a choice for one, with how many there are: a tap is one more, holding says what it brings.

    Its left side has the `tint` of its type. While that is asked, what one more would bring stands on it.
    """
    number, name = hand.cards.lying.get(key, 0), hand.name(key)
    words = text(name, Style.SMALL, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS, expand=True)
    count = text(number, Style.HEADING, no_wrap=True, color=ft.Colors.PRIMARY)
    counts, asks = number > 0 or "." in key, hand.shown.asks and "." not in key
    brings = signed(hand.cards.gain(key)) if asks else ""
    gain = text(brings, Style.STRONG, no_wrap=True)
    face = ft.Row([words, *([gain] if asks else []), *([count] if counts else [])], spacing=SPACE)
    label = say("{what}: {value}", what=name, value=number) if counts else name
    ink = ft.Colors.PRIMARY if hand.shown.held == key else ft.Colors.SURFACE
    side = ft.BorderSide(GAP / 2 if ink == ft.Colors.SURFACE else GAP, ink)
    return tappable(
        face,
        wordless("{what} {value}", what=label, value=brings) if asks else label,
        repeated(partial(hand.tap, key)),
        selected=bool(number),
        expand=True,
        on_long_press=safe(partial(hand.hold, key)),
        height=height,
        padding=ft.Padding.symmetric(horizontal=2 * SPACE),
        bgcolor=ft.Colors.PRIMARY_CONTAINER if number else ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border=ft.Border(left=ft.BorderSide(SPACE, tint), top=side, right=side, bottom=side),
    )


def _strip(hand: Hand, asked: Asked | None, ways_on: Sequence[ft.Control], viewport: Viewport) -> ft.Control:
    """Return what is held, asked or was just taken, with what one can do about it, and the ways on.

    What takes back is the first, and has its place beside the way to the list also while nothing can be taken back: a
    question, which has the room of the list, brings no other button to where that was.
    """
    (said, ways), is_held, listed = _said(hand, asked), bool(hand.shown.held), hand.shown.tab == LIST
    before = [] if is_held else ways
    if not (viewport.wide or is_held or asked) and (hand.cards.lying or listed):
        icon, label = (ft.Icons.GRID_VIEW, tr("Cards")) if listed else (ft.Icons.LIST_ALT, TAKEN)
        before = [
            *(before or [ft.Container(width=TARGET)]),
            icon_button(icon, label, lambda: hand.show(tab=0 if listed else LIST, held="")),
        ]
    buttons: list[ft.Control] = [*(ways if is_held else []), *ways_on]
    face: ft.Control
    if hand.shown.held and viewport.width / viewport.scale < LEAST_STRIP:  # beside so many, the points have no room
        face = column([said, ft.Row(buttons, spacing=SPACE, alignment=ft.MainAxisAlignment.END)], spacing=0)
    else:
        said.expand = True
        face = ft.Row([*before, said, *buttons], spacing=SPACE)
    return ft.Container(face, padding=ft.Padding.symmetric(horizontal=2 * SPACE, vertical=SPACE))


def _said(hand: Hand, asked: Asked | None) -> tuple[ft.Control, list[ft.Control]]:
    """Return what the strip says, and what one can do about it."""
    cards, done = hand.cards, hand.last
    if hand.shown.held:
        return held_card(hand, hand.shown.held)
    back: list[ft.Control] = []
    if done is not None:
        undo = say("{what}: {value}", what=say("Undo"), value=hand.name(done.key))
        back = [icon_button(ft.Icons.BACKSPACE_OUTLINED, undo, hand.take_back)]
        remark = too_many_copies(cards.deck, (cards.lying, *cards.others), done.key)
        if remark is not None:
            words = text(sentence(remark), Style.SMALL, color=ft.Colors.ERROR)
            return ft.Semantics(content=words, live_region=True, container=True), back
    if asked is not None:
        return question_row(hand, asked), back
    if done is not None:
        return taken_card(hand, done), back
    entered = cards.points_entered
    hint = (
        HINT if entered is None else say("Cards take the place of the {points} entered.", points=points_text(entered))
    )
    return caption(sentence(hint), max_lines=2, overflow=ft.TextOverflow.ELLIPSIS), []


def _list(hand: Hand) -> ft.Control:
    """Return all cards that lie there with their points and reasons, and the way to keep nothing but the points."""
    deck, lying = hand.cards.deck, hand.cards.lying
    rows: list[ft.Control] = []
    for score in hand.cards.scored.cards:
        name = wordless("{number} × {what}", number=score.count, what=name_of(deck, score.key))
        reasons = [caption(sentence(score.because))] if has_reason(score) else []
        words = column([text(name), *reasons], spacing=0, expand=True)
        steps = [step_button(hand, score.key, LESS), step_button(hand, score.key, MORE)] if score.key in lying else []
        points = text(score.points, Style.STRONG, no_wrap=True)
        rows.append(ft.Row([words, points, *steps], spacing=SPACE))
    if lying:
        rows.append(wrapped([plain_button(tr("Only the points"), hand.keep_points)]))
    return column(rows, spacing=SPACE)
