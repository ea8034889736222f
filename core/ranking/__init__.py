"""Rankings in columns: checked, ordered, tied, cut, collapsed, fused."""
