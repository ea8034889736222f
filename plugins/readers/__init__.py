"""Readers: a path in, corpus units or a gold set out."""
