"""Pictures of a report's page for the documentation: wide, on a telephone, dark, and on paper.

    python docs/screenshots.py [REPORT.html] [--into docs/images]

Without a page the demo is run in a folder of its own, and its report is shown. Chromium is steered
over a pipe by its DevTools protocol; without a Chromium the script says so and ends well.
"""

from __future__ import annotations

import argparse
import base64
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
A4 = (794, 1123)
"""A sheet in pixels of 1/96 inch."""
SHEET_MARGIN = "14mm 13mm"
_SPARE = 10  # descriptors from here on never stand in the way of those that Chromium wants


@attrs.frozen(kw_only=True)
class Picture:
    """What is looked at.

    Attributes:
        width, height: of the part of the page that is shown, in pixels from its top.
        scheme: `light` or `dark`; medium: `screen` or `print`.
    """

    name: str
    width: int
    height: int
    scheme: str = "light"
    medium: str = "screen"


PICTURES = (
    Picture(name="report-1280", width=1280, height=1280),
    Picture(name="report-390", width=390, height=1600),
    Picture(name="report-dark", width=1280, height=1100, scheme="dark"),
    Picture(name="report-print", width=A4[0], height=A4[1], medium="print"),
)


class Browser:
    """A Chromium at the other end of a pipe: each message is JSON with a NUL behind it."""

    def __init__(self, to: int, back: int) -> None:
        self._to = to
        self._back = back
        self._rest = b""
        self._last = 0
        self._session: str | None = None

    def open(self, page: Path) -> None:
        """Show a page in a tab of its own, and wait until it is there."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        self.ask("Page.enable")
        self.ask("Page.navigate", url=page.resolve().as_uri())
        self._wait_for("Page.loadEventFired")

    def look(self, picture: Picture) -> bytes:
        """The picture as PNG."""
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=picture.width,
            height=picture.height,
            deviceScaleFactor=1,
            mobile=False,
        )
        feature = {"name": "prefers-color-scheme", "value": picture.scheme}
        self.ask("Emulation.setEmulatedMedia", media=picture.medium, features=[feature])
        # A browser gives a sheet its margins only when it prints.
        margin = SHEET_MARGIN if picture.medium == "print" else ""
        self.evaluate(f"document.body.style.margin = '{margin}'")
        shown = self.ask("Page.captureScreenshot", format="png")
        return base64.b64decode(shown["data"])

    def evaluate(self, expression: str) -> Any:  # noqa: ANN401 - whatever the expression gives
        """The value of an expression in the page."""
        found = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        return found["result"].get("value")

    def ask(self, method: str, **params: object) -> dict[str, Any]:
        """Send a command and give what it returns.

        Raises:
            RuntimeError: Chromium refuses it, or has gone.
        """
        self._last += 1
        message = {"id": self._last, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while (said := self._next()).get("id") != self._last:
            pass
        if "error" in said:
            raise RuntimeError(f"{method}: {said['error']['message']}")
        returned: dict[str, Any] = said["result"]
        return returned

    def _wait_for(self, event: str) -> None:
        """Read until Chromium tells of an event."""
        while self._next().get("method") != event:
            pass

    def _next(self) -> dict[str, Any]:
        """The next message from Chromium."""
        while b"\0" not in self._rest:
            read = os.read(self._back, 1 << 20)
            if not read:
                raise RuntimeError("Chromium ended before it answered")
            self._rest += read
        line, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        return message


@contextmanager
def browsing(program: str) -> Iterator[Browser]:
    """A browser without a window and with a profile of its own, ended afterwards."""
    theirs_in, to = map(_spare, os.pipe())
    back, theirs_out = map(_spare, os.pipe())
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        flags = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
        pipe = ("--remote-debugging-pipe", f"--user-data-dir={profile}")
        ends = [(os.POSIX_SPAWN_DUP2, theirs_in, 3), (os.POSIX_SPAWN_DUP2, theirs_out, 4)]
        quiet = [(os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
        command = (program, *flags, *pipe)
        started = os.posix_spawn(program, command, os.environ, file_actions=[*quiet, *ends])
        os.close(theirs_in)
        os.close(theirs_out)
        try:
            yield Browser(to, back)
        finally:
            os.kill(started, signal.SIGTERM)
            os.waitpid(started, 0)
            os.close(to)
            os.close(back)


def _spare(descriptor: int) -> int:
    """The same end of a pipe under a number that no other program expects."""
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _SPARE)
    os.close(descriptor)
    return moved


def demo_page(folder: Path) -> Path:
    """Run the demo in a folder and give the page of its report."""
    benchbook = (sys.executable, "-m", "benchbook.cli.main")
    subprocess.run(
        [*benchbook, "demo", "--dir", str(folder)], check=True, stdout=subprocess.DEVNULL
    )
    page = folder / "report.html"
    render = ("report", "render", "latest", "--format", "html", "--out", str(page))
    subprocess.run(
        [*benchbook, *render, "--dir", str(folder)], check=True, stdout=subprocess.DEVNULL
    )
    return page


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description="take pictures of a report's page")
    parser.add_argument("page", nargs="?", type=Path, help="a report as HTML; else the demo's")
    parser.add_argument("--into", type=Path, default=Path(__file__).parent / "images")
    asked = parser.parse_args()
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        print(f"no picture taken: none of {', '.join(PROGRAMS)} is installed")
        return
    asked.into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browsing(program) as browser:
        browser.open(asked.page or demo_page(Path(folder)))
        for picture in PICTURES:
            file = asked.into / f"{picture.name}.png"
            file.write_bytes(browser.look(picture))
            print(f"{file}: {file.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
