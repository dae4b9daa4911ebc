"""The players of a table in play, to rename, add, remove and reseat, and its edition or variant."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.dates import relative_time
from companion.formatting.text import sentence
from companion.games import KITS
from companion.services import new_table, seating
from companion.services.people import forget_typing_error
from companion.system import now
from companion.ui.components import stepper
from companion.ui.components.controls import button, caption, card, heading, notice, outlined, seat_mark, tappable, text
from companion.ui.components.dialogs import Confirmation, asking, change_and_say, use_confirmation, use_window
from companion.ui.components.drafts import use_typed
from companion.ui.components.fields import chip, field, not_saved_yet, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column, screen, topbar, use_table
from companion.ui.components.pictures import TablePhoto
from companion.ui.components.players import team_choice
from companion.ui.core.context import (
    use_names,
    use_rerender,
    use_revision,
    use_stored,
    use_subscription,
    use_ui,
    use_unsaved,
)
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import Setter, keyed, nothing, run_on, use_effect, use_pause, use_ref, use_value, value_now
from companion.ui.core.theme import SPACE, Style
from companion.ui.screens.setup_list import has_set_up, help_button
from scoring.messages import Message, say, titled, tr, tr_in, wordless
from storage.database.errors import StoreError
from storage.repositories import people
from storage.repositories.play_content import MAX_NOTE_LENGTH, MAX_PLACE_LENGTH
from storage.repositories.values import by_letter, folded

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.games.kit import StageStep
    from companion.tables.live_table import LiveTable
    from companion.ui.core.context import Viewport
    from storage.repositories.people import KnownPlayer

PROPOSED_PLAYERS: Final = 6
"""How many players of earlier plays are proposed."""

PROPOSED_PLACES: Final = 3
"""How many places of earlier plays are proposed."""

GOES_TOO: Final = say("All of it goes with them. You can undo this.")


@component
def Seating() -> ft.Control:
    """Show the players and the variant of the table that the address names."""
    table_id = ft.use_route_params()["table"]
    bar = topbar(tr("Players and table"), back=f"/table/{table_id}")
    live = use_table(table_id, bar)
    if isinstance(live, ft.Control):
        return live
    parts = [PlayerList(live), NewPlayer(live), PlaceAndNote(live), TablePhoto(live), VariantChoice(live)]
    return screen(bar, [_ways(live), *parts])


def _ways(live: LiveTable) -> ft.Control:
    page = ft.context.page
    to_setup = outlined(tr("Set-up list"), lambda: page.navigate(f"/table/{live.id}/setup/0"), icon=ft.Icons.CHECKLIST)
    to_dice = outlined(tr("Dice and timer"), lambda: page.navigate(f"/dice/{live.id}"), icon=ft.Icons.CASINO_OUTLINED)
    return wrapped([*([to_setup] if has_set_up(live) else []), help_button(live, "seating"), to_dice])


@component
def PlayerList(live: LiveTable) -> ft.Control:
    """List the players in seat order; a tap on one shows what can be edited of them."""
    names = use_names(live)
    nobody = ""
    chosen, set_chosen = use_value(nobody)

    def choose(name: str) -> None:
        set_chosen(lambda _: name)

    rows: list[ft.Control] = [heading(tr("Players in seat order"))]
    for seat, name in enumerate(names):
        rows.append(_player_line(live, seat, partial(choose, nobody if name == chosen else name)))
        if name == chosen:
            rows.append(keyed(name, PlayerChanges, live, seat, choose))
    return card(rows)


def _player_line(live: LiveTable, seat: int, do: Callable[[], None]) -> ft.Control:
    name = live.names[seat]
    face = ft.Row(
        [
            seat_mark(live.state.extras.seats[seat]),
            text(name, Style.STRONG, expand=True),
            ft.Icon(ft.Icons.EDIT_OUTLINED, color=ft.Colors.ON_SURFACE_VARIANT),
        ],
        spacing=2 * SPACE,
    )
    ground = ft.Colors.SURFACE_CONTAINER
    return tappable(face, f"{seat + 1}. {name}: {tr('Edit')}", do, bgcolor=ground, padding=3 * SPACE)


@component
def PlayerChanges(live: LiveTable, seat: int, choose: Callable[[str], None]) -> ft.Control:
    """Show what can be edited of a player: the name, the seat, and that they play."""
    use_revision(live)
    game, copies = live.game.key, use_ui().tables.copies[live.game.key]
    name = live.names[seat]

    async def move(by: int) -> None:
        label = say("Move {name} up", name=name) if by < 0 else say("Move {name} down", name=name)
        await change_and_say(live, label, lambda state: seating.move_player(game, state, name, by, copies))

    async def remove() -> None:
        await change_and_say(
            live, say("Remove {name}", name=name), lambda state: seating.remove_player(game, state, name, copies)
        )

    confirm = use_confirmation(_removal(live, seat), remove)
    least, last = live.game.players[0], len(live.names) - 1
    ways = [
        outlined(tr("Move {name} up", name=name), lambda: move(-1), icon=ft.Icons.ARROW_UPWARD, disabled=seat == 0),
        outlined(
            tr("Move {name} down", name=name), lambda: move(1), icon=ft.Icons.ARROW_DOWNWARD, disabled=seat == last
        ),
        outlined(tr("Remove {name}", name=name), confirm, icon=ft.Icons.PERSON_REMOVE_OUTLINED, disabled=last < least),
    ]
    leaving = KITS[game].leaving(live.state, seat)
    if leaving is not None:
        label = say("{what}: {value}", what=name, value=leaving.words)
        go = partial(change_and_say, live, label, leaving.apply)
        icon = ft.Icons.LOGOUT if KITS[game].away(live.state.table, seat) is None else ft.Icons.LOGIN
        ways.insert(2, outlined(leaving.words, go, icon=icon))
    parts: list[ft.Control] = [NameField(live, seat, choose), wrapped(ways)]
    if last < least:
        parts.append(caption(new_table.players_of(live.game)))
    return ft.Container(card(parts, padding=3 * SPACE), padding=ft.Padding.only(left=3 * SPACE))


def _removal(live: LiveTable, seat: int) -> Confirmation:
    """Return the question before a player is removed, which says what goes with them."""
    name = live.names[seat]
    words = " ".join(str(part) for part in seating.what_goes(live, seat))
    return asking(tr("Remove {name}", name=name), f"{words} {GOES_TOO}")


@component
def NameField(live: LiveTable, seat: int, choose: Callable[[str], None]) -> ft.Control:
    """Show the name of a player to be typed anew; it counts everywhere, also on phones, once it is saved."""
    ui = use_ui()
    game, former = live.game.key, live.names[seat]
    typed, set_typed = use_typed(f"name of {former} at {live.id}", former)
    was_team = seating.is_team(live.state.table.players[seat])
    team, set_team = use_value(was_team)

    def problem(name: str) -> Message | None:
        return seating.name_problem(game, live.state, seat, name, team=team)

    def is_same(name: str) -> bool:
        return name.strip() == former and team == was_team

    async def keep() -> None:
        latest = value_now(set_typed)
        name = latest.strip()
        if problem(latest) is not None or is_same(latest):
            return
        choose(name)
        label = wordless("{former} → {name}", former=former, name=name)
        await change_and_say(live, label, lambda state: seating.rename_player(game, state, seat, name, team=team))
        set_typed(lambda _: former)
        await ui.tables.worker.run(people.remember_players, _people(live, seat))
        if folded(name) != folded(former):
            await ui.tables.worker.run(forget_typing_error, former)

    def take(words: str) -> None:
        set_typed(lambda _: words)

    wrong = problem(typed)
    name_field = field(ui, tr("Name"), typed, take, wrong=wrong, on_submit=safe(keep))
    kept = AtThumb(lambda: [button(tr("Save"), keep, disabled=wrong is not None or is_same(typed))])
    return column([name_field, *_team(live, typed, set_team, ui.viewport, ticked=team), kept])


def _team(live: LiveTable, name: str, put: Setter[bool], viewport: Viewport, *, ticked: bool) -> list[ft.Control]:
    """Return what says that the name which is typed is that of a team."""
    members = new_table.team_called(live.game.key, name)
    return team_choice(members, lambda: put(lambda old: not old), viewport, ticked=ticked)


def _people(live: LiveTable, seat: int) -> list[tuple[str, str, str]]:
    """Return who sits in a seat, a player or the members of a team, each with the style of the seat."""
    style = live.state.extras.seats[seat]
    called = new_table.people_of(seating.draft_of(live.game.key, live.state), seat)
    return [(person, style.colour.value, style.shape.value) for person in called]


@component
def NewPlayer(live: LiveTable) -> ft.Control:
    """Let another player sit down after the others: somebody who played before, or a new name."""
    ui = use_ui()
    names = use_names(live)
    game, copies = live.game.key, ui.tables.copies[live.game.key]
    friends, _ = use_stored(people.players)
    typed, set_typed = use_typed(f"player at {live.id}", "")
    team, set_team = use_value(initial=False)
    wrong = seating.name_problem(game, live.state, None, typed, team=team) if typed.strip() else None
    most = live.game.players[1]

    nobody: tuple[str, bool] | None = None
    asked, ask = use_value(nobody)

    def close() -> None:
        ask(lambda _: None)

    async def sit_down(name: str, *, late: StageStep | None = None, as_team: bool = False) -> None:
        close()
        if not name.strip() or seating.name_problem(game, live.state, None, name, team=as_team) is not None:
            return
        if late is None and KITS[game].late_start(live.state, None) is not None:
            ask(lambda _: (name, as_team))
            return
        set_typed(lambda _: "")
        label = say("Add {name}", name=name.strip())
        if late is not None:
            label = say("{what}: {value}", what=label, value=late.words)
        await change_and_say(
            live,
            label,
            lambda state: seating.add_player(game, state, name, copies, friends or (), team=as_team, late=late),
        )
        await ui.tables.worker.run(people.remember_players, _people(live, -1))

    async def take() -> None:
        await sit_down(value_now(set_typed), as_team=team)

    begin = None if asked is None else keyed(asked[0], LateWays, live, asked, sit_down)
    use_window("" if asked is None else asked[0].strip(), begin, close, low=True)
    if len(names) >= most:
        return caption(new_table.players_of(live.game))
    name_field = field(
        ui, tr("Another player"), typed, lambda words: set_typed(lambda _: words), wrong=wrong, on_submit=safe(take)
    )
    add = outlined(tr("Add"), take, disabled=not typed.strip() or wrong is not None)
    choice = _team(live, typed, set_team, ui.viewport, ticked=team)
    return card([name_field, *choice, add, *_proposals(friends or (), names, sit_down)])


@component
def LateWays(live: LiveTable, asked: tuple[str, bool], sit_down: Callable[..., Any]) -> ft.Control:
    """Ask how somebody begins who comes late: in the next round, unless it is another one; each way is one tap."""
    use_revision(live)
    next_one: int | None = None
    number, set_number = use_value(next_one)
    late, (name, team) = KITS[live.game.key].late_start(live.state, number), asked

    async def keep(typed: int) -> None:
        set_number(lambda _: typed)

    if late is None:
        return outlined(tr("Add"), partial(sit_down, name, as_team=team))
    ways = [outlined(titled(way.words), partial(sit_down, name, late=way, as_team=team)) for way in late.ways]
    counter = stepper.Counter(name=tr("Joins in round"), least=late.rounds.low, most=late.rounds.high, inset=12 * SPACE)
    return column([stepper.Stepper(counter, late.number, keep), *ways, caption(late.note)], spacing=3 * SPACE)


def _proposals(
    friends: tuple[KnownPlayer, ...], names: tuple[str, ...], sit_down: Callable[[str], Any]
) -> list[ft.Control]:
    """Return the players of earlier plays who do not sit here."""
    seated = {folded(name) for name in names}
    absent = [friend.name for friend in friends if folded(friend.name) not in seated]
    proposed = sorted(absent[:PROPOSED_PLAYERS], key=by_letter)
    chips = [chip(name, partial(sit_down, name), label=tr("Add {name}", name=name)) for name in proposed]
    return [caption(tr("Played before")), wrapped(chips)] if chips else []


MOST_OF: Final = {"place": MAX_PLACE_LENGTH, "note": MAX_NOTE_LENGTH}
"""The most characters of the place and of the note."""


@dataclass(slots=True, eq=False)
class TypedWords:
    """The place and the note of a table as they were typed last, and those of them that are not kept yet."""

    latest: dict[str, str] = dataclass_field(default_factory=dict)
    waiting: dict[str, str] = dataclass_field(default_factory=dict)

    def enter(self, name: str, typed: str) -> None:
        """Note what was typed."""
        self.latest[name] = self.waiting[name] = typed

    async def choose(self, live: LiveTable, name: str, chosen: str) -> None:
        """Enter what was chosen, and keep it at once."""
        self.enter(name, chosen)
        await self.keep(live)

    async def keep(self, live: LiveTable) -> None:
        """Have the table keep what waits, as far as it is short enough."""
        entered = {name: typed.strip() for name, typed in self.waiting.items() if _fits(name, typed)}
        if not entered:
            return
        self.waiting = {}
        try:
            await live.change(say("Place and note"), lambda state: seating.with_place_and_note(state, **entered))
        except StoreError:
            self.waiting = {**entered, **self.waiting}
            raise


@component
def PlaceAndNote(live: LiveTable) -> ft.Control:
    """Show since when the table is in play, and take the place and a note, which the table keeps as they are typed."""
    ui = use_ui()
    page = ft.context.page
    revision = live.revision
    use_subscription(live.observers.subscribe, use_rerender(), [live], missed=lambda: live.revision != revision)
    places, _ = use_stored(people.places)
    words, paused, rerender = use_ref(TypedWords).current, use_pause(), use_rerender()
    kept = {"place": live.state.extras.place or "", "note": live.state.extras.note or ""}
    shown = {**kept, **words.latest}
    late = use_unsaved() is not None

    async def type_in(name: str, typed: str) -> None:
        words.enter(name, typed)
        rerender()
        if await paused(stepper.PAUSE_S):
            await words.keep(live)

    async def leave() -> None:
        ui.keys.typing = False
        await words.keep(live)

    def words_field(name: str, label: str, **more: Any) -> ft.Control:  # noqa: ANN401 - what a text field takes
        typed = shown[name]
        wrong = None if _fits(name, typed) else tr("At most {number} characters.", number=MOST_OF[name])
        helper = not_saved_yet() if late and typed.strip() != kept[name] else None
        entry = field(ui, label, typed, partial(type_in, name), wrong=wrong, helper=helper, **more)
        entry.on_blur = safe(leave)
        return entry

    use_effect(nothing, [], cleanup=lambda: run_on(page, words.keep, live))
    proposed = [place.name for place in places or ()][:PROPOSED_PLACES] if not shown["place"] else []
    chips = [chip(name, partial(words.choose, live, "place", name)) for name in proposed]
    parts = [
        heading(tr("Place and note")),
        caption(_so_far(live)),
        words_field("place", tr_in("location", "Place")),
        *([wrapped(chips)] if chips else []),
        words_field("note", tr("Note"), multiline=True),
    ]
    return card(parts)


def _fits(name: str, typed: str) -> bool:
    return len(typed.strip()) <= MOST_OF[name]


def _so_far(live: LiveTable) -> str:
    """Return since when a table is in play, and how far the game is."""
    stage = KITS[live.game.key].stage(live.state)
    since = tr("In play since {when}.", when=relative_time(live.created, now()))
    return since if stage is None else f"{since} {sentence(stage)}"


@component
def VariantChoice(live: LiveTable) -> ft.Control:
    """Show the editions or variants of the game; a tap takes one that fits what is on the table."""
    game, copies = live.game.key, use_ui().tables.copies[live.game.key]
    revision = live.revision
    use_subscription(live.observers.subscribe, use_rerender(), [live], missed=lambda: live.revision != revision)
    none: tuple[Message, Message] | None = None
    refused, set_refused = use_value(none)
    current = KITS[game].variant_of(live.state)

    async def take(variant: str, title: Message) -> None:
        problem = seating.variant_problem(game, live.state, variant, copies)
        set_refused(lambda _: None if problem is None else (title, problem))
        if problem is None and variant != current:
            await change_and_say(live, title, lambda state: seating.with_variant(game, state, variant, copies))

    variants = KITS[game].variants
    chips = [
        chip(title, partial(take, variant, title), selected=variant == current) for variant, title in variants.items()
    ]
    hint = live.game.edition_hint
    parts = [heading(tr("Edition or variant")), wrapped(chips), *([] if hint is None else [caption(hint)])]
    if refused is not None:
        title, problem = refused
        words = tr("{variant} does not fit what was entered: {problem}", variant=title, problem=sentence(problem))
        parts.append(notice(words, wrong=True))
    return card(parts)
