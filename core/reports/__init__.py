"""Report kinds, one file per kind and version."""
