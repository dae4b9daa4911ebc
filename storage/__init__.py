"""What Tessera keeps and exchanges: documents, the database, backups, imports and exports, share codes."""
