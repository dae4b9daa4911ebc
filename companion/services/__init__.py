"""What people do with the app, without a screen: each file is one use case."""
