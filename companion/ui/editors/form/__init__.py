"""The editor of a game that has none of its own, made from the types of its state."""
