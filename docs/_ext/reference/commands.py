"""The commands, from click's tree: usage, what each does, arguments, options, examples."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

from benchbook.cli.main import main

from .markdown import blocks, code, literal, table

VERBATIM = "\b"
"""How click marks a paragraph that it must not wrap."""


def page() -> str:
    """One section for each command, groups before what is in them."""
    return blocks(*(_section(name, command) for name, command in tree(main, "benchbook")))


def tree(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    """A command and all below it, each with what a person types."""
    yield name, command
    if isinstance(command, click.Group):
        shell = click.Context(command)
        for inner in command.list_commands(shell):
            found = command.get_command(shell, inner)
            if found is not None:
                yield from tree(found, f"{name} {inner}")


def _section(name: str, command: click.Command) -> str:
    """What there is to know about one command."""
    shell = click.Context(command, info_name=name)
    options = [one for one in command.params if isinstance(one, click.Option) and not one.hidden]
    usage = " ".join([name, *command.collect_usage_pieces(shell)])
    return blocks(
        f"## {name}",
        code(usage, "text"),
        *map(_paragraph, inspect.cleandoc(command.help or "").split("\n\n")),
        table(["option", ""], (_option(one, shell) for one in options)),
    )


def _paragraph(text: str) -> str:
    """A paragraph of the help; examples are blocks of code."""
    if not text.startswith(VERBATIM):
        return text
    lines = text.removeprefix(VERBATIM).strip("\n").splitlines()
    if lines[0] != "Example:":
        return code("\n".join(lines), "text")
    example = inspect.cleandoc("\n" + "\n".join(lines[1:]))
    return code("\n".join(map(_typed, example.splitlines())), "console")


def _typed(line: str) -> str:
    """A line of an example behind a prompt, unless it goes on from the one above."""
    return f"$ {line}" if line.startswith("benchbook") else line


def _option(option: click.Option, shell: click.Context) -> tuple[str, str]:
    """A row of the table of options."""
    metavar = "" if option.is_flag else f" {option.make_metavar(shell)}"
    spellings = (f"{one}{metavar}" for one in (*option.opts, *option.secondary_opts))
    end = "Required." if option.required else _default(option)
    return ", ".join(map(literal, spellings)), f"{option.help or ''} {end}"


def _default(option: click.Option) -> str:
    """What an option is where nobody gives it, if that is a value to be told."""
    value = option.to_info_dict()["default"]
    is_told = isinstance(value, str | int) and not isinstance(value, bool)
    return f"Default: {literal(str(value))}." if is_told else ""
