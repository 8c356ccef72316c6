"""Pages to streams of bytes, one module per shape."""
