"""placeholder"""


def charts(book, at):
    return iter(())
