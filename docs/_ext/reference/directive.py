"""The directive `{reference} commands`: a page made of the code when the site is built."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from docutils.nodes import Node
from sphinx.util.docutils import SphinxDirective

from . import commands, events, experiment_keys, face, metrics, plugin_kinds

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

PAGES: dict[str, Callable[[], str]] = {
    "commands": commands.page,
    "events": events.page,
    "experiment-keys": experiment_keys.page,
    "face": face.page,
    "metrics": metrics.page,
    "plugin-kinds": plugin_kinds.page,
}
"""What may stand behind `{reference}`, and what gives its Markdown."""


class Reference(SphinxDirective):
    """Puts a generated page where it stands, as the last thing of its file.

    The page begins with a heading of the second level: sections go to the file's own section at
    once, whatever stands before the first of them.
    """

    required_arguments: ClassVar[int] = 1

    def run(self) -> list[Node]:
        """The nodes of the page."""
        self.env.note_reread()  # the code may have changed, whatever the file says
        return self.parse_text_to_nodes(PAGES[self.arguments[0]](), allow_section_headings=True)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("reference", Reference)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
