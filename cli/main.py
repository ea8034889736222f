"""The command `benchbook`: a table of commands, each loaded when it is typed.

`benchbook --help` reads the table and imports click alone.
"""

from __future__ import annotations

import sys
from importlib import import_module

import click

# command -> (module of this package, what it gives); a test compares that with the command's help
COMMANDS = {
    "compare": ("compare", "Compare TREC runs with one of them, without a workspace."),
    "corpus": ("corpus", "List, show, declare, merge and name the corpora of a workspace."),
    "decide": ("decide", "Record what was decided on a report, and why."),
    "decisions": ("decisions", "List every report with its decision, or that there is none."),
    "demo": ("demo", "Run the main job on the shipped corpus, from start to report."),
    "eval": ("eval", "Run an experiment and report it."),
    "gate": ("gate", "Declare gates ahead of any run, and check them on a recorded one."),
    "gold": ("gold", "Import, list, show and check gold sets."),
    "ingest": ("ingest", "Ingest a corpus into the ledger."),
    "init": ("init", "Make a workspace: a ledger and an experiment that runs."),
    "ledger": ("ledger", "Verify and list the ledger."),
    "measure": ("measure", "Score a TREC run against qrels, without a workspace."),
    "plugins": ("plugins", "List plugins, and say what is wrong with them."),
    "replay": ("replay", "Rebuild a report from the ledger and compare the bytes."),
    "report": ("report", "List, show and render reports."),
    "run": ("run", "List, show and export runs."),
}
INTERRUPTED = 130
LONGEST = 2000
"""Characters of a message: it may quote a path or a line of any length."""

PIPE_CLOSED = 141  # as a shell shows SIGPIPE: whoever read stdout wanted no more of it


class Commands(click.Group):
    """A group that loads a command's module only when that command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Every command, in alphabetical order."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Load one command, or None when there is no such command."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f".{COMMANDS[cmd_name][0]}", __package__)
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        """List the commands without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in sorted(COMMANDS)])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; an unknown one is answered with the nearest."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            ctx.fail(f"No such command {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; an error of ours is one line on stderr and its exit code."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            from .workspace import RESUMABLE

            hint = "; a run that had begun goes on with --resume" if RESUMABLE in ctx.meta else ""
            click.echo(f"benchbook: interrupted{hint}", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            _leave_stdout()
            ctx.exit(PIPE_CLOSED)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise  # click's own ways to end, --help among them: these must load nothing more
        except Exception as error:
            code = _exit_code(error)
            if code is None:
                raise
            click.echo(f"benchbook: {_one_line(error)}", err=True)
            _empty_stdout()
            ctx.exit(code)


def _empty_stdout() -> None:
    """Write what is still buffered; where that fails, Python must not try again when it ends."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _leave_stdout()


def _leave_stdout() -> None:
    """Let what is still buffered go nowhere, or Python complains about it when it ends."""
    import os

    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _exit_code(error: Exception) -> int | None:
    """The documented exit code of an error of ours or of the file system; None for a bug."""
    import errno

    from ..core.errors import BenchbookError
    from ..ledger import LedgerError

    if isinstance(error, BenchbookError | LedgerError):
        return error.exit_code
    if isinstance(error, OSError) and not isinstance(error, BlockingIOError):
        retry = {errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EFBIG}
        return 6 if error.errno in retry else 4
    return None


def _one_line(error: Exception) -> str:
    """The message in one line, control characters escaped: it may quote a hostile file."""
    from ..core.printable import printable

    text = str(error)
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return printable(text if len(text) <= LONGEST else f"{text[:LONGEST]}…")


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="benchbook")
def main() -> None:
    """The book of record for retrieval and RAG evaluation.

    Runs lanes over a gold set, fuses them, measures what comes back, and appends every step to a
    verifiable ledger; a report is replayed from it to the same bytes.

    \b
    Example:
      benchbook demo
      benchbook measure qrels.txt run.txt nDCG@10 R@100
    """


if __name__ == "__main__":
    sys.exit(main())
