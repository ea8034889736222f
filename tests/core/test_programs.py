"""Programs are asked, read, and ended when their time is over."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from benchbook.core import programs
from benchbook.core.errors import RunFailed
from benchbook.core.programs import run_program

ECHO = "import sys; sys.stdout.write(sys.stdin.read().upper())"


def ask(code: str, asked: bytes = b"", seconds: float = 30.0, *arguments: str) -> bytes:
    """Run Python code as the program."""
    command = (sys.executable, "-I", "-S", "-c", code, *arguments)
    return run_program(command, asked, seconds, os.environ, name="toy")


def has_ended(number: str) -> bool:
    """Whether a process is gone within ten seconds; the system takes it away when it finds time."""
    until = time.monotonic() + 10
    while is_running(number):
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def is_running(number: str) -> bool:
    """Whether a process is there and not just waiting to be counted."""
    try:
        state = Path("/proc", number, "stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def test_a_program_answers_what_it_is_asked() -> None:
    """Stdin in, stdout out, whatever else it says."""
    noisy = f"{ECHO}; sys.stderr.write('by the way')"

    assert b"MOSS" == ask(noisy, b"moss")


def test_more_than_a_pipe_holds_goes_both_ways() -> None:
    """Reading and writing do not wait for each other."""
    asked = b"x" * 3_000_000
    early = "import sys; sys.stdout.write('y' * 3_000_000); sys.stdin.read()"

    assert len(asked) == len(ask(ECHO, asked))
    assert 3_000_000 == len(ask(early, asked))


def test_a_program_need_not_read() -> None:
    """It may answer without what it was asked."""
    assert b"moss" == ask("print('moss', end='')", b"x" * 3_000_000)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "import sys; [print(f'line {n}', file=sys.stderr) for n in range(9)]; sys.exit(3)",
            "ended with code 3; it last said: line 4 / line 5 / line 6 / line 7 / line 8",
        ),
        ("import sys; sys.exit(2)", "the program toy ended with code 2; it said nothing on stderr"),
        ("import os; os.kill(os.getpid(), 9)", "the program toy was ended by signal 9"),
        ("raise KeyError('moss')", "KeyError: 'moss'"),
        ("import sys; sys.stderr.write('x' * 10**6 + '\\nlast'); sys.exit(1)", "x / last"),
    ],
)
def test_a_program_that_fails_says_how(code: str, said: str) -> None:
    """The code or the signal, and the last lines of its stderr."""
    with pytest.raises(RunFailed) as caught:
        ask(code)

    assert said in str(caught.value)
    assert len(str(caught.value)) < 10_000


def test_a_program_that_is_not_there_is_named() -> None:
    """And why it cannot be started."""
    with pytest.raises(RunFailed, match="the program none cannot be started: No such file"):
        run_program(("/none/such",), b"", 1.0, os.environ, name="none")


def test_a_null_character_in_an_argument_is_no_crash() -> None:
    """No program can be given one."""
    with pytest.raises(RunFailed, match="cannot be started: embedded null byte"):
        run_program(("toy", "a\0b"), b"", 1.0, os.environ, name="toy")


def test_a_program_out_of_time_is_killed_with_what_it_started(tmp_path: Path) -> None:
    """Its group goes, deaf to gentler signals; what it said last stands in the message."""
    code = (
        "import os, signal, subprocess, sys, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "later = [sys.executable, '-I', '-S', '-c', 'import time; time.sleep(60)']\n"
        "child = subprocess.Popen(later)\n"
        "open(sys.argv[1], 'w').write(f'{os.getpid()} {child.pid}')\n"
        "print('still loading', file=sys.stderr, flush=True)\n"
        "time.sleep(60)"
    )
    began = time.monotonic()
    with pytest.raises(RunFailed, match=r"did not end within 2 s; it last said: still loading"):
        ask(code, b"", 2.0, str(tmp_path / "numbers"))

    assert time.monotonic() - began < 20
    numbers = (tmp_path / "numbers").read_text().split()
    assert 2 == len(numbers)
    assert all(map(has_ended, numbers))


def test_a_program_that_closes_its_output_and_stays_is_killed() -> None:
    """The end of its output is not its end."""
    code = "import os, time; [os.close(n) for n in (0, 1, 2)]; time.sleep(60)"

    with pytest.raises(RunFailed, match=r"did not end within 0\.5 s"):
        ask(code, b"", 0.5)


def test_a_program_that_writes_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory holds no more than the limit and a piece."""
    monkeypatch.setattr(programs, "OUTPUT_LIMIT", 1 << 20)

    with pytest.raises(RunFailed, match="wrote more than 1 MiB"):
        ask("while True: print('x' * 1000)")


def test_an_interrupted_wait_ends_the_program(tmp_path: Path) -> None:
    """Ctrl-C reaches only us: the program stands in a group of its own."""
    code = (
        "import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid()))\n"
        "time.sleep(0.5); os.kill(os.getppid(), 2); time.sleep(60)"  # once we do wait for it
    )
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            ask(code, b"", 30.0, str(tmp_path / "number"))
    finally:
        signal.signal(signal.SIGINT, before)

    assert has_ended((tmp_path / "number").read_text())
