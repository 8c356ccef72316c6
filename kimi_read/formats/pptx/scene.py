"""What the readers of one slide's shapes share."""

from __future__ import annotations

from kimi_read.formats.pptx.links import Links
from kimi_read.record import record, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pptx.deck import Chain, Deck, Part
    from kimi_read.formats.pptx.paint import Paint
    from kimi_read.formats.pptx.report import Report
    from kimi_read.request import Request


@record(frozen=True, slots=True)
class Reading:
    """One reading of a presentation.

    ``people`` are the names of those who commented, by id in lower case;
    ``pictured`` the media parts that were handed out already.
    """

    deck: Deck
    request: Request
    report: Report
    people: dict[str, str]
    pictured: set[str]


@record(frozen=True, slots=True)
class Scene:
    """One slide in its surroundings; ``number`` is its place, counted from 1."""

    reading: Reading
    part: Part
    number: int
    chain: Chain
    links: Links
    paint: Paint

    def beside(self, part: Part) -> Scene:
        """Return the scene of a part that belongs to the slide: notes, a diagram."""
        links = Links(part.links, self.report, self.deck.slides, self.number)
        return replace(self, part=part, links=links)

    @property
    def deck(self) -> Deck:
        """The presentation."""
        return self.reading.deck

    @property
    def report(self) -> Report:
        """Where losses are counted."""
        return self.reading.report

    @property
    def where(self) -> str:
        """The name of the place, for warnings."""
        return f"slide {self.number}"
