"""The addresses of the screens."""

from __future__ import annotations

from typing import Final

import flet as ft

from companion.formatting.text import read_number
from companion.services.history import GONE
from companion.ui.components.controls import button, text
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import screen, topbar
from companion.ui.core.error_boundary import component, lazily
from companion.ui.editors import SCREENS
from companion.ui.screens.home import Home
from companion.ui.screens.new_table import NewTable
from companion.ui.screens.new_table_game import AllGames
from companion.ui.screens.setup_list import HelpForGame
from companion.ui.screens.table_screen import TableScreen
from scoring.messages import tr


@component
def NotFound() -> ft.Control:
    """Say that nothing is at this address."""
    page = ft.context.page
    words = text(GONE)
    home = AtThumb(lambda: [button(tr("Home"), lambda: page.navigate("/"))])
    return screen(topbar(tr("Not found"), back="/"), [words, home])


ShowCode: Final = lazily("companion.ui.screens.codes.show_code", "ShowCode")

Settings: Final = lazily("companion.ui.screens.settings", "Settings")

Exchange: Final = lazily("companion.ui.screens.exchange", "Exchange")

Statistics: Final = lazily("companion.ui.screens.statistics.screen", "Statistics")

MyPart: Final = lazily("companion.ui.screens.codes.show_code", "MyPart")

ReceiveCodes: Final = lazily("companion.ui.screens.codes.receive", "ReceiveCodes")


@component
def Table() -> ft.Control:
    """Show the table, the tab and the seat that the address names."""
    params = ft.use_route_params()
    shown: ft.Control = TableScreen(params["table"], params.get("tab"), read_number(params.get("seat", "")))
    return shown


ROUTES_OF_HELP: Final = [
    ft.Route(path=f"help/:game{table}", component=HelpForGame) for table in ("", "/:table", "/:table/:origin")
]
"""The addresses of the help pages, which everybody may read."""

ROUTES_OF_GUESTS: Final = [
    ft.Route(index=True, component=lazily("companion.ui.screens.guest", "GuestHome")),
    ft.Route(path="seat/:table", component=lazily("companion.ui.screens.guest", "GuestSeats")),
    ft.Route(path="table/:table", component=lazily("companion.ui.screens.guest", "GuestTable")),
    ft.Route(path="table/:table/:tab", component=lazily("companion.ui.screens.guest", "GuestTable")),
    ft.Route(path="table/:table/:tab/:seat", component=lazily("companion.ui.screens.guest", "GuestTable")),
    ft.Route(path="watch/:table", component=lazily("companion.ui.screens.guest", "GuestBoard")),
    ft.Route(path="play/:play", component=lazily("companion.ui.screens.guest", "GuestResult")),
    ft.Route(path="play/:play/watch", component=lazily("companion.ui.screens.guest", "GuestOpening")),
    ft.Route(path="play/:play/picture", component=lazily("companion.ui.screens.guest", "GuestPicture")),
    ft.Route(path="code/play/:play", component=lazily("companion.ui.screens.guest", "GuestCode")),
    ft.Route(path="code/part/:part/:seat", component=lazily("companion.ui.screens.guest", "GuestPart")),
    ft.Route(path="take/:arrival", component=lazily("companion.ui.screens.guest", "GuestTake")),
    *ROUTES_OF_HELP,
]
"""The addresses of phones that joined a table."""

ROUTES: Final = [
    ft.Route(index=True, component=Home),
    ft.Route(path="new", component=NewTable),
    ft.Route(path="new/games", component=AllGames),
    *(
        ft.Route(path=f"{path}{which}", component=lazily("companion.ui.editors.score_pad.pad_maker", maker))
        for path, maker in (("new/pad", "PadForNewTable"), ("settings/score-pad/pad", "PadOfMine"))
        for which in ("", "/:pad")
    ),
    ft.Route(path="table/:table", component=Table),
    ft.Route(path="table/:table/:tab", component=Table),
    ft.Route(path="table/:table/:tab/:seat", component=Table),
    *ROUTES_OF_HELP,
    ft.Route(path="watch/:table", component=lazily("companion.ui.screens.scoreboard", "BoardOfHost")),
    ft.Route(path="seating/:table", component=lazily("companion.ui.screens.seating", "Seating")),
    ft.Route(path="dice/:table", component=lazily("companion.ui.screens.dice_and_timer", "DiceAndTimer")),
    ft.Route(path="phones/:table", component=lazily("companion.ui.screens.phones", "Phones")),
    ft.Route(path="phones/:table/code", component=lazily("companion.ui.screens.phones", "FullScreenCode")),
    ft.Route(path="phones/:table/code/:base", component=lazily("companion.ui.screens.phones", "FullScreenCode")),
    ft.Route(path="phones/:table/pair/:seat", component=lazily("companion.ui.screens.pairing", "PairingCode")),
    ft.Route(path="play/:play", component=lazily("companion.ui.screens.history.play", "Play")),
    ft.Route(path="play/:play/watch", component=lazily("companion.ui.screens.opened_sheet", "OpenedSheet")),
    ft.Route(path="play/:play/correct", component=lazily("companion.ui.screens.history.correct_play", "CorrectPlay")),
    ft.Route(
        path="play/:play/picture", component=lazily("companion.ui.screens.history.picture_and_text", "PictureAndText")
    ),
    ft.Route(
        path="play/:play/earlier/:revision", component=lazily("companion.ui.screens.history.play", "EarlierVersion")
    ),
    ft.Route(path="history", component=lazily("companion.ui.screens.history.play_list", "History")),
    ft.Route(path="history/deleted", component=lazily("companion.ui.screens.history.play_list", "DeletedPlays")),
    ft.Route(path="game/:game", component=lazily("companion.ui.screens.history.game", "GamePage")),
    ft.Route(path="exchange", component=Exchange),
    ft.Route(path="people", component=lazily("companion.ui.screens.people", "People")),
    ft.Route(path="people/:kind/:id", component=lazily("companion.ui.screens.people", "Person")),
    ft.Route(path="statistics", component=Statistics),
    ft.Route(path="statistics/:game", component=Statistics),
    ft.Route(path="statistics/:game/:player", component=Statistics),
    ft.Route(path="devices", component=lazily("companion.ui.screens.devices", "MyDevices")),
    ft.Route(path="devices/add", component=lazily("companion.ui.screens.devices", "AddDevice")),
    ft.Route(path="settings", component=Settings),
    ft.Route(path="settings/:copy", component=Settings),
    *(ft.Route(path=game_screen.path, component=game_screen.view) for game_screen in SCREENS),
    ft.Route(path="part/:table", component=MyPart),
    *(ft.Route(path=f"code/{of}", component=ShowCode) for of in ("play/:play", "table/:table", "part/:part/:seat")),
    ft.Route(path="code/copy/:game", component=ShowCode),
    ft.Route(path="take/:arrival?", component=ReceiveCodes),
]
