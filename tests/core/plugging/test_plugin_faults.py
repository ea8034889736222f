"""Whatever a plugin raises is told in words that can be kept."""

from __future__ import annotations

import pytest

from benchbook.core.plugging.contracts import PluginFault, answering, blaming
from benchbook.core.plugging.plugin_faults import kind_of, text_of


class Mute(Exception):
    """An error whose message cannot be read."""

    def __str__(self) -> str:
        raise RuntimeError


def test_a_message_that_cannot_be_read_is_said_to_be_so() -> None:
    """Telling of an error never raises another."""
    assert ("Mute", "a message that cannot be read") == (kind_of(Mute()), text_of(Mute()))


def test_the_name_of_a_class_is_bounded_composed_and_printable() -> None:
    """A class may be called anything; the ledger keeps one short line."""
    odd = type("e\u0301\x1b" + "A" * 70_000, (Exception,), {})

    assert ("\u00e9\ufffd" + "A" * 98, "no message") == (kind_of(odd()), text_of(odd()))


@pytest.mark.parametrize("error", [SystemExit(0), GeneratorExit(), Mute(), ValueError("x")])
def test_whatever_a_plugin_raises_is_its_fault(error: BaseException) -> None:
    """A plugin that calls sys.exit(0) does not end Benchbook as if all were done."""
    with pytest.raises(PluginFault) as caught, answering("acme:toy", "fuses"):
        raise error

    assert ("acme:toy", "fuses") == (caught.value.plugin, caught.value.rule)


def test_an_interrupt_is_the_users() -> None:
    """Ctrl-C while a plugin works stops the command."""
    with pytest.raises(KeyboardInterrupt), answering("acme:toy", "fuses"):
        raise KeyboardInterrupt


def test_what_is_not_the_plugins_fault_passes() -> None:
    """A reader is not to blame for a file that cannot be read."""
    with pytest.raises(PermissionError), blaming("acme:toy", "reads", OSError):
        raise PermissionError
