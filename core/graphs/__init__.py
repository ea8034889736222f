"""Graphs over a corpus, as arrays: its entities, who occurs with whom, and walks along edges."""
