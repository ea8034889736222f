"""Names of entities, with further resolutions taken in: checked, and the same in whatever order.

Two names are one where the term graph reads the same terms in them (`graphs.aliases`), since it
could not keep them apart. A name may be an alias here and an entity there: what is resolved into it
goes on to where it goes itself, within one file and from one merge to the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from ..errors import BadData
from ..files.resolution_lines import ResolutionLine
from ..graphs.aliases import JOINER, Terms, terms_of_name
from ..graphs.words import BREAK, TermsOfTokens

Names = Mapping[str, tuple[str, ...]]
"""Other names by the entity's own name, each list sorted."""

Parents = Mapping[Terms, Terms]
"""What a name goes to."""


def compose(known: Names, lines: Sequence[ResolutionLine]) -> Names:
    """The names of each entity when these lines are taken in; equal to `known` if nothing is new.

    Args:
        known: the names after the merges before; none for the first.

    Raises:
        BadData: the graph finds no entity in a name, a name goes to two entities, or names go to
            each other in a circle.
    """
    spellings = _Spellings.of(known)
    rows = [row for line in lines for row in spellings.take(line)]
    before = spellings.parents(known)
    told = _told(rows, spellings)
    parents = {**told, **before}
    for links in (told, parents):
        _refuse_circles(rows, links)
    _refuse_others(rows, parents, spellings)
    _refuse_twins(rows, parents, spellings)
    names: dict[str, set[str]] = {}
    for key, spelt in spellings.of_name.items():
        names.setdefault(spellings.own(_root(key, parents)), set()).update(spelt)
    return {own: tuple(sorted(names[own] - {own})) for own in sorted(names)}


@attrs.frozen
class _Row:
    """One alias of one line.

    Attributes:
        key, own: the terms of the alias and of its entity.
    """

    line: ResolutionLine
    alias: str
    key: Terms
    own: Terms

    @property
    def entity(self) -> str:
        """The entity as the line spells it."""
        return self.line.resolution.entity


@attrs.frozen
class _Spellings:
    """How names are spelt.

    Attributes:
        of_name: every spelling of a name, by its terms.
        before: the entity's own spelling, of those that were entities before, by its terms.
    """

    of_name: dict[Terms, set[str]]
    before: dict[Terms, str]
    _read: TermsOfTokens = attrs.field(factory=TermsOfTokens, init=False)

    @classmethod
    def of(cls, known: Names) -> _Spellings:
        """Those of the merges before."""
        spellings = cls({}, {})
        for entity, aliases in known.items():
            spellings.before[spellings.add(entity)] = entity
            for alias in aliases:
                spellings.add(alias)
        return spellings

    def add(self, name: str) -> Terms:
        """Take a spelling in; gives its terms."""
        key = terms_of_name(name, self._read)
        self.of_name.setdefault(key, set()).add(name)
        return key

    def take(self, line: ResolutionLine) -> list[_Row]:
        """Take the names of a line in.

        Raises:
            BadData: the graph finds no entity in one.
        """
        own, *keys = (self._readable(line, name) for name in _names_of(line))
        aliases = line.resolution.aliases
        return [_Row(line, alias, key, own) for alias, key in zip(aliases, keys, strict=True)]

    def parents(self, known: Names) -> Parents:
        """What the names of the merges before go to."""
        pairs = (
            (terms_of_name(alias, self._read), terms_of_name(entity, self._read))
            for entity, aliases in known.items()
            for alias in aliases
        )
        return {key: own for key, own in pairs if key != own}

    def own(self, root: Terms) -> str:
        """What an entity is called: as before, else by the spelling that is first in order."""
        return self.before.get(root) or min(self.of_name[root])

    def _readable(self, line: ResolutionLine, name: str) -> Terms:
        """The terms of a name of a line, taken in."""
        key = self.add(name)
        if not key:
            found = f"{name!r}, in which the term graph finds no entity"
            expected = "a name with a word of two characters or more that is no number"
            raise line.fault(found, expected)
        return key


def _names_of(line: ResolutionLine) -> tuple[str, ...]:
    """The entity of a line, then its aliases."""
    return (line.resolution.entity, *line.resolution.aliases)


def _told(rows: Sequence[_Row], spellings: _Spellings) -> Parents:
    """What the names of the lines go to; a spelling that reads as the entity itself goes nowhere.

    Raises:
        BadData: one goes to two entities.
    """
    first_of: dict[Terms, _Row] = {}
    for row in rows:
        first = first_of.setdefault(row.key, row)
        if first.own != row.own:
            where = f"line {first.line.place.line} has {first.alias!r}"
            raise _under_two(row, where, spellings.own(first.own))
    return {key: row.own for key, row in first_of.items() if key != row.own}


def _refuse_circles(rows: Sequence[_Row], parents: Parents) -> None:
    """Refuse names that go to each other.

    Raises:
        BadData: some do; it names the first line of a circle.
    """
    for row in rows:
        at, seen = row.own, {row.key} if row.key != row.own else set[Terms]()
        while at in parents and at not in seen:
            seen.add(at)
            at = parents[at]
        if at in seen and at == row.key:
            found = f"{row.alias!r} under {row.entity!r}, which goes to {row.alias!r} itself"
            raise row.line.fault(found, "names that go to one entity, in no circle")


def _refuse_others(rows: Sequence[_Row], parents: Parents, spellings: _Spellings) -> None:
    """Refuse a name that an earlier merge took to another entity.

    Raises:
        BadData: there is one.
    """
    for row in rows:
        root = _root(row.key, parents)
        if root != _root(row.own, parents):
            raise _under_two(row, f"an earlier merge has {row.alias!r}", spellings.own(root))


def _refuse_twins(rows: Sequence[_Row], parents: Parents, spellings: _Spellings) -> None:
    """Refuse two entities whose terms would be one, as `Bank of England` and `Bank England`.

    Raises:
        BadData: there are some.
    """
    roots = {_root(key, parents) for key in spellings.of_name}
    term_of: dict[str, Terms] = {}
    for root in sorted(roots):
        other = term_of.setdefault(JOINER.join(word for word in root if word != BREAK), root)
        if other != root:
            both = (root, other)
            line = next(row.line for row in rows if _root(row.own, parents) in both)
            found = f"the entities {spellings.own(other)!r} and {spellings.own(root)!r}"
            raise line.fault(found, "names that differ in more than function words and marks")


def _root(key: Terms, parents: Parents) -> Terms:
    """Where a name goes in the end."""
    while key in parents:
        key = parents[key]
    return key


def _under_two(row: _Row, who: str, entity: str) -> BadData:
    """The error for a name that would go to two entities."""
    found = f"alias {row.alias!r} under {row.entity!r}"
    return row.line.fault(found, f"each alias under one entity; {who} under {entity!r}")
