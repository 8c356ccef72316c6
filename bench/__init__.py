"""Speed beside installed peers: ``make bench``, or ``python -m bench [NAME...]``."""
