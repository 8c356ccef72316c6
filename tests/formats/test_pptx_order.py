"""The reading order of boxes."""

from __future__ import annotations

import random
import time

from kimi_read.formats.pptx.order import Box, reading_order

INCH = 914_400


def order(**boxes: tuple[float, float, float, float]) -> str:
    """Return the names of boxes (left, top, width, height in inches) in order.

    They are given in the reverse of their order here, as if drawn from the end.
    """
    things = [
        (Box(*(side * INCH for side in box)), name) for name, box in boxes.items()
    ]
    return " ".join(reading_order(things[::-1]))


def test_rows_come_top_down_and_each_from_the_left():
    """Z-order says nothing."""
    assert (
        order(a=(0, 0, 2, 1), b=(5, 0, 2, 1), c=(0, 3, 2, 1), d=(5, 3, 2, 1))
        == "a b c d"
    )


def test_edges_that_overlap_a_little_still_make_rows():
    """Text boxes have margins; they rarely line up to the point."""
    assert order(a=(0, 0, 2, 1), b=(5, 0.1, 2, 1), c=(0, 0.9, 2, 1)) == "a b c"


def test_a_tall_box_is_a_column_beside_a_stack():
    """No line passes between its rows and those of the stack."""
    assert order(tall=(0, 0, 3, 5), x=(4, 0, 3, 1), y=(4, 2, 3, 1)) == "tall x y"


def test_a_stack_before_a_tall_box_is_read_first():
    """The left column, then the rest."""
    assert order(x=(0, 0, 3, 1), y=(0, 2, 3, 1), tall=(4, 0, 3, 5)) == "x y tall"


def test_cards_are_read_one_after_the_other():
    """A head that touches its body belongs to it, not to the head beside it."""
    cards = {
        "a": (0, 1, 2, 0.5),
        "b": (0, 1.5, 2, 2),
        "c": (3, 1, 2, 0.5),
        "d": (3, 1.5, 2, 2),
    }
    assert order(**cards) == "a b c d"


def test_a_grid_of_touching_tiles_is_read_in_rows():
    """Where columns touch as well nothing says that they are cards."""
    tiles = {"a": (0, 0, 2, 1), "b": (2, 0, 2, 1), "c": (0, 1, 2, 1), "d": (2, 1, 2, 1)}
    assert order(**tiles) == "a b c d"


def test_what_lies_behind_the_others_comes_first():
    """It is read as their ground."""
    assert order(ground=(0, 0, 10, 7), a=(1, 1, 3, 1), b=(1, 4, 3, 1)) == "ground a b"


def test_nothing_is_lost_or_doubled_and_input_order_does_not_matter():
    """Whatever lies wherever."""
    chance = random.Random(7)
    for _ in range(200):
        boxes = [
            Box(
                *(chance.randint(0, 9) for _ in range(2)),
                *(chance.randint(0, 5) for _ in "ab"),
            )
            for _ in range(chance.randint(0, 12))
        ]
        found = reading_order([(box, n) for n, box in enumerate(boxes)])
        assert sorted(found) == list(range(len(boxes)))


def test_very_many_boxes_take_no_long_time():
    """The cost is bounded for a slide of 20,000 shapes."""
    begun = time.process_time()
    found = reading_order([(Box(n % 50, n % 977, 3, 3), n) for n in range(20_000)])
    assert len(found) == 20_000
    assert time.process_time() - begun < 5
