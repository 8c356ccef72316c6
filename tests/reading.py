"""Reads a file with one reader in a locked worker, as the engine would."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass, field

from kimi_read.blocks import Facts, Loss, Picture
from kimi_read.isolate import Job, isolated
from kimi_read.opening import open_path
from kimi_read.request import Request


@dataclass
class Answer:
    """What came out of the worker, by kind."""

    facts: dict = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)

    @property
    def picture(self) -> Picture:
        (only,) = self.pictures
        return only

    @property
    def codes(self) -> list[str]:
        return [loss.code for loss in self.losses]

    @property
    def image(self):
        """The picture as Pillow sees it."""
        from PIL import Image

        shown = self.picture
        if shown.media_type == "image/x-rgba":
            return Image.frombytes("RGBA", (shown.width, shown.height), shown.data)
        return Image.open(io.BytesIO(shown.data))


def read(path, reader: str, *, skip: int = 0, **asked) -> Answer:
    """Read ``path`` with the reader module ``kimi_read.formats.READER``."""
    answer = Answer()
    source = open_path(str(path))
    try:
        job = Job(
            module=f"kimi_read.formats.{reader}",
            source=source,
            request=Request(**asked),
            skip=skip,
        )
        for event in isolated(job):
            if isinstance(event, list):
                answer.lines += [line.decode() for line in event]
            elif isinstance(event, Facts):
                answer.facts.update(event.values)
            elif isinstance(event, Picture):
                answer.pictures.append(event)
            elif isinstance(event, Loss):
                answer.losses.append(event)
    finally:
        os.close(source.descriptor)
    return answer
