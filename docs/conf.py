"""How Sphinx builds the site: `make docs`. Nothing here reaches out of this machine."""

from __future__ import annotations

import sys
from pathlib import Path

import benchbook

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "Benchbook"
author = "The Benchbook contributors"
project_copyright = author
release = benchbook.__version__
version = release

extensions = ["myst_parser", "reference.directive"]
exclude_patterns = ["_build", "_ext"]
highlight_language = "text"  # a block without a language shows what is printed
# Examples hold JSON lines and values that are cut short: what no lexer knows is left uncoloured.
suppress_warnings = ["misc.highlighting_failure"]
nitpicky = True
# Types that signatures name: those of the face are linked, others (numpy, Path) only named.
nitpick_ignore_regex = [("py:class", r"[\w.]+")]

myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]

html_theme = "furo"
html_title = project
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "_static/mark.svg"
templates_path = ["_templates"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#1f5f8b",
        "color-brand-content": "#1f5f8b",
        "color-brand-visited": "#5b4b8a",
    },
    "dark_css_variables": {
        "color-brand-primary": "#7cc0ea",
        "color-brand-content": "#7cc0ea",
        "color-brand-visited": "#b9a7e8",
    },
}
