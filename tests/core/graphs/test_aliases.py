"""The names of one entity are one term, wherever they stand."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from benchbook import Corpus, TermGraph, Unit
from benchbook.core.graphs.aliases import Aliases, terms_of_name
from benchbook.core.graphs.entities import Entities

P53 = {"TP53": ("p53", "tumor protein 53")}


def entities_of(texts: list[str], names: Mapping[str, tuple[str, ...]]) -> Entities:
    """Give the entities of units without titles, with merged names."""
    return Entities.of([""] * len(texts), texts, Aliases.of(names))


def units_of(entities: Entities, name: str) -> list[int]:
    """Give the units that an entity occurs in."""
    by_entity = entities.incidence.transposed
    code = entities.names.index(name)
    units: list[int] = by_entity.codes[
        by_entity.offsets[code] : by_entity.offsets[code + 1]
    ].tolist()
    return units


@pytest.mark.parametrize(
    ("name", "terms"),
    [
        ("TP53", ("tp53",)),
        ("The Tumor Proteins", ("tumor", "protein")),
        ("University of Bergen", ("universiti", "", "bergen")),
        ("type 2 diabetes", ("type", "2", "diabet")),
        ("of the", ()),
        ("...", ()),
        ("53", ()),
        ("2 000", ()),
        ("d", ()),
        ("", ()),
    ],
)
def test_a_name_is_read_as_any_text_is(name: str, terms: tuple[str, ...]) -> None:
    """What the graph would not take for an entity by itself has no terms."""
    assert terms == terms_of_name(name)


def test_names_of_one_entity_are_one_node() -> None:
    """Neither name alone is in two units; together they are, under the entity's own name."""
    texts = ["loss of p53", "tumor protein 53 lost", "mutated TP53", "river delta"]

    assert "tp53" not in entities_of(texts, {}).names
    merged = entities_of(texts, P53)
    assert [0, 1, 2] == units_of(merged, "tp53")
    assert not {"p53", "tumor", "protein", "53"} & set(merged.names)
    assert "TP53" == merged.labels[merged.names.index("tp53")]


def test_an_entity_of_several_words_is_one_term() -> None:
    """Its words are no longer entities where they are part of its name."""
    texts = ["acute heart attack", "acute myocardial infarction", "heart valve", "heart valve"]
    merged = entities_of(texts, {"myocardial infarction": ("heart attack",)})

    assert [0, 1] == units_of(merged, "myocardi+infarct")
    assert [0, 1] == units_of(merged, "acut myocardi+infarct")
    assert [2, 3] == units_of(merged, "heart")


def test_the_longest_name_at_the_first_place_counts() -> None:
    """`tumor protein 53` is not `tumor protein` and a number; what is covered is covered."""
    aliases = Aliases.of({**P53, "oncoprotein": ("tumor protein", "protein kinase")})

    assert ["tp53", "kinas"] == aliases.resolved(["tumor", "protein", "53", "kinas"])
    assert ["oncoprotein", "kinas"] == aliases.resolved(["tumor", "protein", "kinas"])
    assert ["oncoprotein", "", "oncoprotein"] == aliases.resolved(
        ["protein", "kinas", "", "oncoprotein"]
    )


def test_a_name_with_a_function_word_goes_over_it() -> None:
    """A break inside a name is part of it, and no name goes from one unit into the next."""
    names = {"UiB": ("University of Bergen",)}

    merged = entities_of(["university of Bergen", "UiB", "a university of", "Bergen"], names)
    assert [0, 1] == units_of(merged, "uib")


@pytest.mark.parametrize("asked", ["p53", "the Tumor Protein 53", "tp53", "TP53"])
def test_a_question_may_use_any_name(asked: str) -> None:
    """What people ask is resolved by the same rules."""
    merged = entities_of(["p53", "TP53"], P53)

    mentions = merged.mentions(asked)
    assert [("tp53", 1)] == [
        (merged.names[code], count)
        for code, count in zip(mentions.codes.tolist(), mentions.counts.tolist(), strict=True)
    ]


def test_a_symbol_in_lower_case_is_resolved_too() -> None:
    """`aids` finds AIDS, and so the entity that AIDS was merged into."""
    merged = entities_of(
        ["AIDS", "acquired immunodeficiency syndrome"],
        {"acquired immunodeficiency syndrome": ("AIDS",)},
    )

    codes = merged.mentions("aids").codes.tolist()
    assert ["acquir+immunodefici+syndrom"] == [merged.names[code] for code in codes]


def test_no_names_change_nothing() -> None:
    """An entity that nothing else stands for keeps its node; the rest is as it was."""
    texts = ["loss of p53, stem cells", "p53 of stem cells"]
    plain, merged = entities_of(texts, {}), entities_of(texts, {"p53": ()})

    assert plain.names == merged.names
    assert plain.terms.tolist() == merged.terms.tolist()
    assert plain.incidence.codes.tolist() == merged.incidence.codes.tolist()


def test_the_graph_of_a_corpus_knows_its_names() -> None:
    """And so does the graph of a part of it, as a scope makes one."""
    units = tuple(
        Unit(unit_id=f"d{at}", doc_id=f"d{at}", title="", text=text)
        for at, text in enumerate(["p53", "tumor protein 53", "TP53"])
    )
    corpus = Corpus(units, "0" * 64, aliases=P53)

    assert ("tp53",) == TermGraph.of(corpus).entities.names
    assert ("tp53",) == TermGraph.of(corpus.part([0, 1], "1" * 64)).entities.names


def test_a_merged_entity_that_links_nothing_is_told() -> None:
    """One in too few units, and one in too many; the others are nodes."""
    texts = [
        *["p53 of a river"] * 3,
        *["TP53 of a brook"] * 3,
        "sand and gravel",
        "a grain of quartz",
        "quartz",
    ]
    units = tuple(
        Unit(unit_id=f"d{at}", doc_id=f"d{at}", title="", text=text)
        for at, text in enumerate(texts)
    )
    names = {**P53, "gravel": ("pebble",), "quartz": ("silica",)}
    graph = TermGraph.of(Corpus(units, "0" * 64, aliases=names))

    assert ("TP53", "gravel") == graph.entities.unlinked
    (note,) = graph.notes
    assert note.startswith("merged names link nothing, for fewer than 2 units have the entity, or")
    assert note.endswith("more than a tenth and over 5: TP53, gravel")
    assert () == TermGraph.of(Corpus(units, "0" * 64)).notes
