"""Corpora and gold sets on their way in: readers made ready, ids checked, sources recorded."""
