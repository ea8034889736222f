"""Metrics: judged rankings in, one value per topic out."""
