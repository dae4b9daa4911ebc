"""Little Town in the app, without a screen."""
