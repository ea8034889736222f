"""Reporters: a report in, bytes out."""
