"""The Palaces of Carrara by Wolfgang Kramer and Michael Kiesling: six cities, objects, cards, expansion."""
