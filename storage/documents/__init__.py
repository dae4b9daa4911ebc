"""Documents of the contract: reading, writing, JSON Schema, and changes fact by fact."""
