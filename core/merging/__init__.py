"""Entity resolutions: what comes of them together."""
