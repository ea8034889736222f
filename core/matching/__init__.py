"""Matching: the titles and phrases of a gold set, found in the units of a corpus."""
