"""The migrations, each named for what it adds."""
