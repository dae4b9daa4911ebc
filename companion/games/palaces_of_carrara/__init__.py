"""The Palaces of Carrara in the app, without a screen."""
