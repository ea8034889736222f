"""Plugins: found, admitted, pinned, given their parameters, held to their contracts."""
