"""An append-only, verifiable log of bytes in one SQLite file. It knows nothing of retrieval."""
