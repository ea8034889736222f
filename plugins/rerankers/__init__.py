"""Built-in rerankers, one per file."""
