"""Symbols of units of measure, whose letters mean other things in another case: mW is not MW."""

from __future__ import annotations

import re

_PREFIXED = {
    "A": "f p n μ m k",
    "B": "k K M G T P",
    "Bq": "m k M G T P",
    "C": "f p n μ m",
    "Da": "k M",
    "F": "f p n μ m",
    "Gy": "m μ k",
    "H": "n μ m",
    "Hz": "m k M G T",
    "J": "n μ m k M G T P E",
    "K": "n μ m",
    "L": "f p n μ m c d h k M G",
    "M": "f p n μ m",
    "N": "n μ m k M",
    "Pa": "m h k M G T",
    "S": "n μ m",
    "Sv": "n μ m",
    "T": "n μ m",
    "U": "m k",
    "V": "n μ m k M G",
    "W": "f p n μ m k M G T",
    "Wb": "n μ m",
    "Wh": "m k M G T",
    "a": "k M G",
    "b": "k M G T",
    "bar": "m μ k M",
    "bp": "k M G",
    "cal": "k M",
    "eV": "m k M G T P",
    "g": "f p n μ m c k M G T P",
    "ha": "k M G",
    "l": "f p n μ m c d h k M G",
    "lx": "m k M",
    "m": "f p n μ m c d k M G T",
    "mol": "f p n μ m k M",
    "rad": "n μ m",
    "s": "a f p n μ m",
    "t": "k M G T P",
    "yr": "k M G",
    "\u03a9": "m k M G T",  # ohm; a sign of its own becomes this letter by NFC
}
"""Symbol -> the prefixes that occur with it. All could be written; `PM` then were a petamolar."""

_BARE = ("Cal", "IU", "cd", "d", "dB", "dBm", "h", "lm", "min", "sr", "Å", "°C", "°F")
"""Symbols that take no prefix."""

_SYMBOLS = sorted(
    {*_BARE, *_PREFIXED, *(p + s for s, prefixes in _PREFIXED.items() for p in prefixes.split())},
    key=lambda symbol: (-len(symbol), symbol),  # the longest first: an alternation takes the first
)
_SUPERSCRIPTS = "\u2070\u00b9\u00b2\u00b3\u2074-\u2079"
_POWER = rf"(?:[\u207a\u207b]?[{_SUPERSCRIPTS}]+|\^?-?[0-9])"
_SYMBOL = rf"(?:{'|'.join(map(re.escape, _SYMBOLS))})"
_UNIT = (
    rf"{_SYMBOL}{_POWER}?"
    # After `/` or a dot the next symbol follows; after a space only one with a negative power.
    rf"(?:[/\u00b7\u22c5]{_SYMBOL}{_POWER}?|[ ]{_SYMBOL}(?:-[0-9]|\u207b[{_SUPERSCRIPTS}]+))*"
    r"(?!\w)"
)

AFTER_NUMBER = re.compile(rf"(?<=\d)[ -]?({_UNIT})")
"""A unit after a number, as in `5 mW`, `5mW`, `5-mW`, `3 mg/L`, `2 kg m-3`; group 1 is the unit."""

ATTACHED = re.compile(_UNIT)
"""A unit, to be looked for just behind a number."""
