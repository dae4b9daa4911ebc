"""What every screen builds on: context, hooks, theme, drawings."""
