"""A real client of the official SDK talks to the real server."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest
from harness import FIXTURES, KREAD, validator

mcp = pytest.importorskip("mcp")
SERVER = os.path.join(os.path.dirname(KREAD), "kread-mcp")


def session(calls, *words):
    """Start the server, list its tools, make ``calls``, and return all answers."""
    import anyio
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    async def talk():
        server = StdioServerParameters(command=sys.executable, args=[SERVER, *words])
        async with (
            stdio_client(server) as (source, sink),
            ClientSession(source, sink) as client,
        ):
            await client.initialize()
            tools = (await client.list_tools()).tools
            return tools, [await client.call_tool("read_file", call) for call in calls]

    return anyio.run(talk)


def one(call, *words):
    return session([call], *words)[1][0]


def test_there_is_one_tool_and_it_only_reads():
    tools, _ = session([])
    assert [tool.name for tool in tools] == ["read_file"]
    assert tools[0].annotations.read_only_hint is True
    assert tools[0].input_schema["required"] == ["file_path"]


def test_text_is_numbered_and_says_how_to_go_on(make):
    path = make("f.txt", "a\nb\nc\n")
    got = one({"file_path": str(path), "offset": 1, "limit": 1})
    assert not got.is_error
    assert got.content[0].text == (
        "     2\tb\n\n[lines 2-2 of 3; continue with offset 2]"
    ) or got.content[0].text.startswith("     2\tb\n\n[line 2 of 3; continue")
    validator("page").validate(got.structured_content)
    assert got.structured_content["nextOffset"] == 2
    assert got.structured_content["content"] == "b\n"


def test_a_document_is_plain_markdown():
    path = next(p for p in sorted((FIXTURES / "docx/good").glob("*.docx")))
    got = one({"file_path": str(path)})
    validator("page").validate(got.structured_content)
    assert got.structured_content["kind"] == "document"
    assert got.content[0].text.startswith(got.structured_content["content"][:40])


def test_an_image_is_image_content():
    path = next(iter(sorted((FIXTURES / "image/good").glob("*.bmp"))))
    got = one({"file_path": str(path)})
    assert [part.type for part in got.content] == ["image", "text"]
    assert got.content[0].mime_type in ("image/png", "image/jpeg")
    validator("page").validate(got.structured_content)


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ({"file_path": "/no/such/file.txt"}, "not-found"),
        ({"file_path": "relative.txt"}, "usage"),
        ({"file_path": "/etc/hostname", "offset": -1}, "usage"),
        ({"file_path": "/etc/hostname", "limit": 0}, "usage"),
        ({"file_path": "/etc/hostname", "colour": "red"}, "usage"),
        ({}, "usage"),
        ({"file_path": "/"}, "not-regular"),
    ],
)
def test_a_failure_is_a_tool_error_with_its_code(call, code):
    got = one(call)
    assert got.is_error
    assert got.content[0].text.startswith(f"{code}: ")
    assert got.structured_content["error"]["code"] == code


def test_a_root_holds_for_links_as_well(tmp_path):
    inside = tmp_path / "in"
    inside.mkdir()
    (inside / "a.txt").write_text("inside\n")
    (tmp_path / "b.txt").write_text("outside\n")
    (inside / "link.txt").symlink_to(tmp_path / "b.txt")
    names = ["in/a.txt", "b.txt", "in/link.txt", "in/../b.txt"]
    calls = [{"file_path": f"{tmp_path}/{name}"} for name in names]
    _, got = session(calls, "--root", str(inside))
    assert [answer.is_error for answer in got] == [False, True, True, True]
    assert all("permission: " in answer.content[0].text for answer in got[1:])


def test_its_help_goes_to_standard_output():
    run = subprocess.run(
        [sys.executable, SERVER, "--help"], capture_output=True, text=True, check=True
    )
    assert run.stdout.startswith("kread-mcp [--root DIR]")


@pytest.mark.parametrize(("words", "said"), [
    (["--root", "no-such-folder"], "kread: no-such-folder: no such folder\n"),
    (["--root", __file__], f"kread: {__file__}: no such folder\n"),
    (["--bogus"], "kread: kread-mcp [--root DIR] serves"),
])  # fmt: skip
def test_what_it_cannot_serve_it_says(words, said):
    run = subprocess.run(
        [sys.executable, SERVER, *words], capture_output=True, text=True, check=False
    )
    assert run.stderr.startswith(said)
    assert run.returncode == 2


HELLO = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}  # fmt: skip


def test_an_interrupt_ends_it_at_once_and_quietly():
    with subprocess.Popen(
        [sys.executable, SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as run:  # fmt: skip
        run.stdin.write(json.dumps(HELLO).encode() + b"\n")
        run.stdin.flush()
        run.stdout.readline()  # it answers: it has begun to serve
        run.send_signal(signal.SIGINT)
        run.wait(timeout=10)
        assert run.returncode == -signal.SIGINT
        assert b"Traceback" not in run.stderr.read()
