"""Numbers of lists that share one definition."""

from __future__ import annotations

from make_fixtures_word import Made, instance, level, lists, num, p
from word_reading import texts


def test_a_start_override_counts_where_its_level_is_first_used():
    """Another list of the same definition may count that level before."""
    over = '<w:lvlOverride w:ilvl="1"><w:startOverride w:val="5"/></w:lvlOverride>'
    both = level(0, "decimal", "%1)") + level(1, "decimal", "%1.%2")
    made = Made(
        p("a", more=num(0, 2)) + p("b", more=num(1, 1)) + p("c", more=num(1, 2))
        + p("d", more=num(1, 1)),
        numbering=lists(both, nums=instance(1, 0) + instance(2, 0, over)),
    )  # fmt: skip
    assert texts(made)[1:] == ["1.1 b", "1.5 c", "1.6 d"]
