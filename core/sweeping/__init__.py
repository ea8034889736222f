"""Sweeping a grid of fusions from one retrieval: chosen on some topics, confirmed on others."""
