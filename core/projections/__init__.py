"""Pure folds over events, one per file."""
