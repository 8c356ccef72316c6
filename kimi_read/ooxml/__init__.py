"""What Word, Excel and PowerPoint files share (ECMA-376 parts 1 and 2).

``parts``       XML parts to element trees, strict namespaces made transitional
``relations``   relationships, content types, the main part
``properties``  title, author, dates and counts of a document
``chart``       a chart's cached data as a table
``omml``        Office mathematics to LaTeX
``symbols``     Unicode to LaTeX; ``mathnames`` the names of its constructs
``counting``    Roman numerals, letters, and the numbers of other scripts
``fonts``       what symbol fonts draw for letters; ``mono`` fonts of code
``spans``       runs of formatted text to Markdown

Below the formats: imports only the standard library, ``guard`` and what stands
below that. Elements are those of ``xml.etree.ElementTree``.
"""
