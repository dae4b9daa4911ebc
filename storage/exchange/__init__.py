"""What comes from elsewhere and goes elsewhere: our own documents, CSV, BG Stats, BoardGameGeek."""
