"""The demo corpus and its gold set."""
