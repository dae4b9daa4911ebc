"""Documents of the contract: read strictly, written, described as JSON Schema, compared fact by fact."""
