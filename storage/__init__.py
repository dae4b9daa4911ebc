"""Documents and history: what comes in is validated here, what goes out is written here."""
