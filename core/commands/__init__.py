"""Use cases, one per file: read one view at the top, act, append at the bottom."""
