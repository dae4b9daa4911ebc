"""The app as people see it, in Flet."""
