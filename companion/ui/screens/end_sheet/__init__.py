"""The end sheet: a grid of categories and players whose every cell takes a number."""
