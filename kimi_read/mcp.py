"""The MCP server ``kread-mcp``: one tool that reads any file, over stdio.

Source: Model Context Protocol 2025-06-18, server/tools (structured content, output
schema, tool errors).
"""

from __future__ import annotations

import json
import os
import signal
import sys
from importlib.resources import files
from typing import Any

from kimi_read import __version__, engine, errors
from kimi_read.guard.control import visible_name
from kimi_read.record import replace
from kimi_read.recover import defect
from kimi_read.request import Request, whole
from kimi_read.writers.json import error_object, page_object
from kimi_read.writers.notices import continuation, say
from kimi_read.writers.text import numbered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp.types import CallToolResult, ContentBlock, Tool

    from kimi_read.page import Page

NAME = "read_file"
_DESCRIPTION = (
    "Read any file: text as numbered lines, Word, Excel, PowerPoint and PDF as "
    "Markdown, pictures as pictures, video and audio as facts with a thumbnail, "
    "archives as a listing, and ARCHIVE::MEMBER inside them. Shows at most `limit` "
    "lines after skipping `offset`; go on with the offset that nextOffset names."
)
_INPUT = {
    "type": "object",
    "required": ["file_path"],
    "properties": {
        "file_path": {"type": "string", "description": "absolute path"},
        "offset": {"type": "integer", "minimum": 0, "default": 0},
        "limit": {"type": "integer", "minimum": 1, "default": 1000},
    },
    "additionalProperties": False,
}


_USAGE = "kread-mcp [--root DIR] serves read_file over standard input and output"


def main() -> None:
    """Serve until stdin ends. ``--root DIR`` confines what can be read.

    The root is held against the opened file, not against its name.
    """
    words = sys.argv[1:]
    root = ""
    if words in (["--help"], ["-h"]):
        sys.stdout.write(f"{_USAGE}\n")
        return
    if len(words) == 2 and words[0] == "--root":
        root = os.path.realpath(words[1])
        if not os.path.isdir(root):
            say(f"{visible_name(words[1])}: no such folder")
            sys.exit(errors.Usage.exit_status)
    elif words:
        say(_USAGE)
        sys.exit(errors.Usage.exit_status)
    try:
        import anyio
        import mcp  # noqa: F401 - the extra must be there
    except ImportError:
        say("kread-mcp needs the package mcp: pip install 'mcp>=2'")
        sys.exit(errors.MissingExtra.exit_status)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the thread that reads would go on
    anyio.run(_serve, root)


async def _serve(root: str) -> None:
    import anyio.to_thread
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server
    from mcp.types import ListToolsResult

    async def list_tools(*_: object) -> ListToolsResult:
        return ListToolsResult(tools=[tool()])

    async def call_tool(_: object, wanted: Any) -> CallToolResult:
        return await anyio.to_thread.run_sync(
            answer, wanted.name, wanted.arguments or {}, root
        )

    server: Server[Any] = Server(
        "kread", version=__version__, on_list_tools=list_tools, on_call_tool=call_tool
    )
    async with stdio_server() as (source, sink):
        await server.run(source, sink, server.create_initialization_options())


def tool() -> Tool:
    """Return the description of the one tool."""
    from mcp.types import Tool, ToolAnnotations

    schema = files("kimi_read") / "schemas" / "page.json"
    return Tool(
        name=NAME,
        description=_DESCRIPTION,
        input_schema=_INPUT,
        output_schema=json.loads(schema.read_text(encoding="utf-8")),
        annotations=ToolAnnotations(
            title="Read a file", read_only_hint=True, idempotent_hint=True,
            open_world_hint=False,
        ),
    )  # fmt: skip


def answer(name: str, arguments: dict[str, Any], root: str) -> CallToolResult:
    """Return what one call gives; a failure is a tool error with its code."""
    from mcp.types import CallToolResult, TextContent

    path = str(arguments.get("file_path", ""))
    made: list[CallToolResult] = []

    def work() -> int:
        made.append(_read(name, arguments, root))
        return 0

    try:
        defect(work)
    except errors.KreadError as error:
        error.path = error.path or path
        hint = f"\n{error.hint}" if error.hint else ""
        text = f"{error.code}: {error}{hint}"
        return CallToolResult(
            content=[TextContent(type="text", text=text)],
            structured_content=error_object(path, error),
            is_error=True,
        )
    return made[0]


def _read(name: str, arguments: dict[str, Any], root: str) -> CallToolResult:
    from mcp.types import CallToolResult

    if name != NAME:
        raise errors.Usage(f"there is no tool {name!r}; there is {NAME}")
    odd = sorted({*arguments} - {*_INPUT["properties"]})  # type: ignore[misc]
    if odd:
        raise errors.Usage(f"{NAME} has no argument {odd[0]!r}")
    path = arguments.get("file_path")
    if not isinstance(path, str) or not os.path.isabs(path):
        raise errors.Usage("file_path takes an absolute path")
    request = Request(
        offset=whole("offset", arguments.get("offset", 0)),
        limit=whole("limit", arguments.get("limit", 1000), least=1),
        entries=True,
    )
    found = engine.opened(path, request)
    try:
        _confine(found.source.descriptor, found.source.path, root)
    except errors.KreadError:
        os.close(found.source.descriptor)
        raise
    request = replace(request, fit=found.format.kind == "image")
    adapt = engine.with_pictures
    with engine.begun(found, request, adapt=adapt, spawn=True) as page:
        structured = page_object(page, data=False)
        return CallToolResult(
            content=_content(page), structured_content=structured, is_error=False
        )


def _content(page: Page) -> list[ContentBlock]:
    """Return the picture, if there is one, and the lines: numbered if it is text."""
    import base64

    from mcp.types import ImageContent, TextContent

    out: list[ContentBlock] = []
    if page.image is not None:
        data = base64.b64encode(page.image.data).decode()
        out.append(ImageContent(type="image", data=data,
                                mime_type=page.image.media_type))  # fmt: skip
    text = page.content
    if page.kind == "text" and page.lines:
        rows = [line.encode() for line in page.lines]
        text = numbered(rows, page.offset + 1).decode()
    notes = [f"[{loss.message}]" for loss in page.warnings]
    if page.error is not None:
        notes.append(f"[{page.error.code}: {page.error.reason}]")
    more = continuation(page)
    if more:
        notes.append(f"[{more.replace('--offset', 'offset')}]")
    if notes:
        text += "\n" + "\n".join(notes)
    out.append(TextContent(type="text", text=text))
    return out


def _confine(descriptor: int, path: str, root: str) -> None:
    """Refuse a file that does not lie below ``root``, wherever links lead.

    Raises:
        Permission: it lies outside.
    """
    if not root:
        return
    real = os.path.realpath(path.partition("::")[0] if "::" in path else path)
    link = f"/proc/self/fd/{descriptor}"
    if "::" not in path and os.path.exists(link):
        real = os.path.realpath(link)
    if os.path.commonpath([real, root]) != root:
        raise errors.Permission("it lies outside of the root of this server")
