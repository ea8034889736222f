"""Statistics: floats and integers in, frozen values out; no events, no store, no scipy."""
