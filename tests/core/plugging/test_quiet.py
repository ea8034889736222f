"""What plugins write to stdout goes to stderr, by whichever door."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from benchbook.core.plugging.quiet import quiet


def test_prints_go_to_stderr(capfd: pytest.CaptureFixture[str]) -> None:
    """Python's stdout, a write below Python and a child process all land on stderr."""
    with quiet():
        sys.stdout.write("from python\n")
        os.write(1, b"from below\n")
        subprocess.run([sys.executable, "-c", "print('from a child')"], check=True)

    out, err = capfd.readouterr()
    assert "" == out
    assert {"from python", "from below", "from a child"} == set(err.split("\n")) - {""}


def test_own_prints_stay(capfd: pytest.CaptureFixture[str]) -> None:
    """What was printed before and after goes to stdout, in its order."""
    sys.stdout.write("before ")
    with quiet():
        sys.stdout.write("hidden\n")
    sys.stdout.write("after")
    sys.stdout.flush()

    assert "before after" == capfd.readouterr().out


def test_stdout_is_restored_after_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    """A plugin that raises does not leave stdout turned away."""
    with pytest.raises(ValueError, match="x"), quiet():
        raise ValueError("x")
    sys.stdout.write("back\n")

    assert "back\n" == capfd.readouterr().out


def test_nesting_is_harmless(capfd: pytest.CaptureFixture[str]) -> None:
    """A plugin called from within another's call leaves everything as it was."""
    with quiet():
        with quiet():
            sys.stdout.write("inner\n")
        sys.stdout.write("outer\n")
    sys.stdout.write("own\n")

    assert ("own\n", "inner\nouter\n") == capfd.readouterr()


@pytest.mark.slow
def test_original_stdout_is_turned_away_too() -> None:
    """What a plugin writes to Python's first stdout, which buffers, does not appear later."""
    code = (
        "import sys\nfrom benchbook.core.plugging.quiet import quiet\n"
        "with quiet(): sys.__stdout__.write('hidden')\n"
        "sys.stdout.write('own')"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)

    assert (b"own", b"hidden") == (ended.stdout, ended.stderr)


@pytest.mark.slow
@pytest.mark.parametrize("closed", ["0", "1", "2", "1, 2"])
def test_closed_streams_are_no_fault(closed: str) -> None:
    """A process started without stdin, stdout or stderr loads plugins all the same."""
    code = (
        f"import os\nfor one in ({closed},): os.close(one)\n"
        "from benchbook.core.plugging.quiet import quiet\n"
        "with quiet(): pass\n"
        "os._exit(7)"
    )

    assert 7 == subprocess.run([sys.executable, "-c", code], check=False).returncode
