"""Statistics of finished plays."""
