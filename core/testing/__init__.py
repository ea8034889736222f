"""The contracts of plugins as tests, and small true values to try a plugin on."""
