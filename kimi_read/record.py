"""Frozen value objects that cost nothing to import.

A type checker sees ``dataclasses.dataclass`` under the name ``record``. At run
time the few lines below do the same work: importing ``dataclasses`` takes longer
than reading a small file does, and every run of ``kread`` would pay for it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dataclasses import dataclass as record
    from dataclasses import replace
else:

    def record(**_options):
        """Give a class an initializer, equality and a repr from its annotations.

        Only what this project uses of ``dataclass``: options are ignored, every
        record is frozen, and a default is a class attribute (an immutable value).
        """
        return _make

    def _make(cls):
        fields = tuple(
            name
            for base in reversed(cls.__mro__)
            for name in base.__dict__.get("__annotations__", ())
        )
        defaults = {name: getattr(cls, name) for name in fields if hasattr(cls, name)}
        required = tuple(name for name in fields if name not in defaults)
        blank = {name: defaults.get(name, ...) for name in fields}
        count = len(fields)

        def __init__(self, *args, **kwargs):
            values = self.__dict__
            values.update(blank)
            values.update(zip(fields, args))  # noqa: B905 - asking for it costs more
            if kwargs:
                values.update(kwargs)
            if len(values) != count or len(args) > count:
                raise TypeError(f"{cls.__name__}: fields are {', '.join(fields)}")
            if required and ... in values.values():
                raise TypeError(f"{cls.__name__} needs {', '.join(required)}")
            if after is not None:
                after(self)

        after = getattr(cls, "__post_init__", None)
        cls.__match_args__ = fields
        cls.__init__ = __init__
        cls.__setattr__ = cls.__delattr__ = _frozen
        cls.__eq__ = _equal
        cls.__hash__ = _hash
        cls.__repr__ = _repr
        return cls

    def _frozen(self, name, _value=None):
        raise AttributeError(f"{self.__class__.__name__}.{name} is frozen")

    def _equal(self, other):
        if self.__class__ is not other.__class__:
            return NotImplemented
        return self.__dict__ == other.__dict__

    def _hash(self):
        return hash(tuple(self.__dict__.values()))

    def _repr(self):
        shown = ", ".join(f"{k}={v!r}" for k, v in self.__dict__.items())
        return f"{self.__class__.__name__}({shown})"

    def replace(value, **changes):
        """Return a copy of a record with some fields changed."""
        return value.__class__(**{**value.__dict__, **changes})


__all__ = ["record", "replace"]
