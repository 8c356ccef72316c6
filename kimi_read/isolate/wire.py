"""JSON as it crosses the pipe.

The functions of ``json`` that do the work, without the package around them: every
document pays for importing it, and it takes longer than all that is sent.
"""

from __future__ import annotations

try:
    from _json import encode_basestring_ascii, make_encoder, make_scanner
except ImportError:  # another Python than CPython
    make_scanner = None  # type: ignore[assignment,misc]


class _Plain:
    """What ``json.JSONDecoder`` tells its scanner, with null for NaN."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int

    @staticmethod
    def parse_constant(_: str) -> None:
        """Return null for NaN and the infinities."""


if make_scanner is None:
    import json

    def loads(text: str) -> object:
        """Return the value that ``text`` is; ValueError if it is none."""
        return json.loads(text, parse_constant=_Plain.parse_constant)

    def dumps(value: object) -> str:
        """Return ``value`` in ASCII; what JSON does not know becomes a string."""
        return json.dumps(value, default=str, separators=(",", ":"))

else:
    _scan = make_scanner(_Plain)  # type: ignore[arg-type]
    _chunks = make_encoder(
        None, str, encode_basestring_ascii, None, ":", ",", False, False, True
    )

    def loads(text: str) -> object:
        """Return the value that ``text`` is; ValueError if it is none."""
        try:
            value, end = _scan(text, 0)
        except StopIteration:
            end = -1
        if end != len(text):
            raise ValueError(text[:40])
        return value

    def dumps(value: object) -> str:
        """Return ``value`` in ASCII; what JSON does not know becomes a string."""
        return "".join(_chunks(value, 0))
