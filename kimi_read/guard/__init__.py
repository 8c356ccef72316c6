"""Bounds on hostile input, shared by the formats."""
