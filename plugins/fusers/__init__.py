"""Fusers: several rankings in, one out."""
