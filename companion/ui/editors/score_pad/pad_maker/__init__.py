"""The pad maker: how any other game is scored."""
