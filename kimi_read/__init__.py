"""Read any file: bounded, numbered, resumable, safe."""

__version__ = "0.1.0"
