"""New files: whole or not at all, and never over another one."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from benchbook.ledger import LedgerExists, LedgerFull, LedgerReadOnly, LedgerUnavailable
from benchbook.ledger.files import publish


@pytest.fixture(params=["nameless", "named"])
def folder(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, on a system with nameless files and on one without."""
    if request.param == "named":
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    return tmp_path


def test_a_file_appears_whole(folder: Path) -> None:
    """Its bytes are there, and nothing else is."""
    publish(b"whole", str(folder / "a"))

    assert b"whole" == (folder / "a").read_bytes()
    assert [folder / "a"] == list(folder.iterdir())


@pytest.mark.parametrize("kind", ["file", "link", "folder"])
def test_a_name_that_is_taken(folder: Path, kind: str) -> None:
    """Whatever has the name keeps it, also a link to nowhere."""
    path = folder / "a"
    if kind == "file":
        path.write_bytes(b"first")
    elif kind == "link":
        path.symlink_to(folder / "nowhere")
    else:
        path.mkdir()

    with pytest.raises(LedgerExists):
        publish(b"second", str(path))
    assert [path] == list(folder.iterdir())
    if kind == "file":
        assert b"first" == path.read_bytes()


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (errno.ENOSPC, LedgerFull),
        (errno.EDQUOT, LedgerFull),
        (errno.EROFS, LedgerReadOnly),
        (errno.EACCES, LedgerReadOnly),
        (errno.EIO, LedgerUnavailable),
    ],
)
@pytest.mark.parametrize("call", ["write", "fsync", "link"])
def test_a_system_that_refuses(
    folder: Path, monkeypatch: pytest.MonkeyPatch, call: str, code: int, kind: type[Exception]
) -> None:
    """Whichever call fails, nothing is left, and the refusal says which kind it is."""

    def refuse(*_: object, **__: object) -> int:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, call, refuse)
    with pytest.raises(kind):
        publish(b"whole", str(folder / "a"))
    assert [] == list(folder.iterdir())


def test_a_file_system_without_nameless_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where only the file system lacks them, a hidden name is used on the way."""
    real = os.open

    def refuse(path: str, flags: int, *rest: int) -> int:
        if hasattr(os, "O_TMPFILE") and flags & os.O_TMPFILE == os.O_TMPFILE:
            raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))
        return real(path, flags, *rest)

    monkeypatch.setattr(os, "open", refuse)
    publish(b"whole", str(tmp_path / "a"))

    assert [tmp_path / "a"] == list(tmp_path.iterdir())


def test_a_new_file_obeys_the_mask(folder: Path) -> None:
    """Who may read it is the user's affair, as for any other file."""
    before = os.umask(0o027)
    try:
        publish(b"whole", str(folder / "a"))
    finally:
        os.umask(before)

    assert 0o640 == (folder / "a").stat().st_mode & 0o777
