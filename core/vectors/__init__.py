"""Vectors in exact arithmetic: searched, and fitted to a matrix of counts."""
