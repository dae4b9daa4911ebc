"""The app in a real Chromium, by what a screen reader says of it."""
