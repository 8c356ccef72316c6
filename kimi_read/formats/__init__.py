"""One module or folder per format; see ``catalog`` for which reads what."""
