"""The history of finished plays."""
