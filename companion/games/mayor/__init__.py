"""Mayor in the app, without a screen."""
