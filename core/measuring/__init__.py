"""Measuring: rankings joined with qrels, metrics by name, values per topic."""
