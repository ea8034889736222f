"""Lanes: corpus and topics in, rankings out."""
