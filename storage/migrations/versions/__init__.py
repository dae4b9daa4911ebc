"""The steps, each named for what it brings."""
