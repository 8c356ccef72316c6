"""stub"""
import sys
from kimi_read.engine import read
from kimi_read.request import Request
import argparse
p=argparse.ArgumentParser(); p.add_argument("path"); p.add_argument("--offset",type=int,default=0); p.add_argument("--limit",type=int,default=1000); p.add_argument("--pages"); p.add_argument("--max-line-chars")
def main():
    a=p.parse_args()
    from kimi_read.errors import KreadError
    try:
        page=read(a.path,Request(offset=a.offset,limit=a.limit))
        for b in page.batches():
            sys.stdout.buffer.write(b"\n".join(b)+b"\n")
        for w in page.warnings: print("kread: warning:", w, file=sys.stderr)
        print(page.facts, page.next_offset, page.total_lines, page.error, page.image and len(page.image.data), file=sys.stderr)
    except KreadError as e:
        print("kread:", e, e.hint, file=sys.stderr); return e.exit_status
if __name__=="__main__": sys.exit(main())
