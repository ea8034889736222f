"""Built-in embedders, one per file."""
