"""PDF: what is marked in a form."""

from __future__ import annotations

import pytest
from pdf_maker import joined, text
from reading import read

LABELS = ["Red", "Green", "Agree", "News"]


def form(*, states: bool) -> bytes:
    """Return two radio buttons of one field, and two check boxes.

    The states of their appearance may be left out: then the values are all there is.
    """
    shown = [text(100, 700 - 20 * n, label) for n, label in enumerate(LABELS)]
    content = "".join(shown).encode()

    def widget(n: int, on: str, state: str, more: str) -> bytes:
        rect = f"80 {698 - 20 * n} 92 {710 - 20 * n}"
        kept = f"/AS/{state}" if states else ""
        return (
            f"<</Type/Annot/Subtype/Widget/Rect[{rect}]{more}{kept}"
            f"/AP<</N<</{on} 11 0 R/Off 11 0 R>>>>>>"
        ).encode()

    return joined([
        b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R 9 0 R 10 0 R]>>>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        (
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
            b"/Resources<</Font<</F1 5 0 R>>>>/Annots[7 0 R 8 0 R 9 0 R 10 0 R]>>"
        ),
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        b"<</FT/Btn/Ff 49152/T(colour)/V/Green/Kids[7 0 R 8 0 R]>>",
        widget(0, "Red", "Off", "/Parent 6 0 R"),
        widget(1, "Green", "Green", "/Parent 6 0 R"),
        widget(2, "Yes", "Yes", "/FT/Btn/T(agree)/V/Yes"),
        widget(3, "Yes", "Off", "/FT/Btn/T(news)/V/Off"),
        b"<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Length 0>>stream\n\nendstream",
    ])  # fmt: skip


@pytest.mark.parametrize("states", [True, False])
def test_buttons_are_marked_by_their_state_or_else_by_their_value(make, states):
    """A program that fills in values may leave the states to others."""
    answer = read(make("a.pdf", form(states=states)), "pdf")
    assert [n for n in answer.lines if n.startswith("-")] == [
        "- [ ] Red", "- [x] Green", "- [x] Agree", "- [ ] News",
    ]  # fmt: skip
