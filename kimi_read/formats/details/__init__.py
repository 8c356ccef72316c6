"""What ``--identify`` tells besides: by libraries that know a format inside out.

They cost too much for the road of every read (python-docx 78 ms to import and 15
times an XML walk, openpyxl 6 times our own reader of sheets, pypdf 90 ms to prepare
for the lock), so they run here alone, each in a worker of its own whose end costs
nothing but these details.
"""
