"""A plugin that registers nothing."""
