"""The app in a shell of its own, as `flet build` makes one."""
