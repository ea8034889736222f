"""What all tests share: data beside the checkout, property-test profiles, a made-up identity."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from identity import Identity

# No deadline: on a busy machine a slow example says nothing about the code. On CI the same examples
# are drawn each time, so that a red build is about the change.
settings.register_profile("work", deadline=None)
settings.register_profile(
    "ci", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci" if os.environ.get("CI") else "work")

SLOW_RULES = frozenset(
    (
        "test_process_does_not_matter",
        "test_survives_two_thousand_documents",
        "test_input_order_does_not_matter",
    )
)
"""Rules of contracts that take seconds for each plugin; marked here, once for all."""

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow rules of contracts, which cannot mark themselves: contracts know no pytest."""
    for found in items:
        if getattr(found, "originalname", found.name) in SLOW_RULES:
            found.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real collections beside the checkout; without them a test that wants them is skipped."""
    if not SHARED_DATA.is_dir():
        pytest.skip("no test collections at ../shared/data")
    return SHARED_DATA


@pytest.fixture
def identity(tmp_path: Path) -> Identity:
    """Names that can be searched for in whatever a command wrote, since they occur nowhere else.

    The real name of this machine is searched for too, where it is long enough to mean something.
    """
    home = tmp_path / "sentinel-home"
    home.mkdir()
    names = {"user": "sentinel-user", "host": "sentinel-host", "home": str(home)}
    user = dict.fromkeys(("USER", "LOGNAME", "USERNAME"), names["user"])
    environment = {
        **os.environ,
        **user,
        "HOME": names["home"],
        "HOSTNAME": names["host"],
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_CACHE_HOME": str(home / "cache"),
    }
    machine = socket.gethostname()
    told = [*names.values(), *([machine] if len(machine) > len("localhost") else [])]
    return Identity(environment, tuple(name.encode() for name in told))
