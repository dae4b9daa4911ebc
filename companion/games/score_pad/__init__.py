"""The score pad in the app, without screens."""
