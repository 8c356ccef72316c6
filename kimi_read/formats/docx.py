"""stub"""
from kimi_read.blocks import *
from kimi_read.guard.zip import Package
def read(source, request):
    p=Package(source)
    yield Facts({"parts": len(p.parts)})
    for n in p.names():
        yield Paragraph(n)
        yield Paragraph(str(len(p.read(n))))

def prepare():
    pass
