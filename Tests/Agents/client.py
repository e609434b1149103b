"""`starmine mcp` as the client of the protocol's own package sees it: client.py PROGRAM; needs mcp of PyPI."""

import asyncio
import base64
import sys
import time

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

try:
    from mcp import Client
except ImportError:  # Before the revision without a handshake.
    Client = None

CALLS = [
    ("presets", {}, True),
    ("params", {"scene": "snow", "filter": "birthRate"}, True),
    ("params", {"scene": "CAEmitterCell"}, True),
    ("validate", {"scene": "snow"}, True),
    ("validate", {"scene": "{layer: {opacty: 1}}"}, False),
    ("save", {"scene": "snow", "set": ["snow.scale=2"]}, True),
    ("still", {"scene": "snow", "at": 1}, True),
    ("still", {"scene": "nothing"}, False),
    ("sheet", {"scene": "confetti", "times": [0.5, 1, 2]}, True),
    ("diff", {"scene": "snow", "other": "snow-deep"}, True),
    ("why", {"scene": "snow", "at": 2}, True),
    ("render", {"scene": "confetti", "path": "a.gif", "set": ["movie.fps=25"], "size": "160x90", "frames": "0-5"}, True),
    ("render", {"scene": "confetti", "path": "/elsewhere.gif"}, False),
    ("bench", {"scene": "snow", "size": "320x180"}, True),
]


async def without_handshake(program: str) -> None:
    async with Client(StdioServerParameters(command=program, args=["mcp"])) as client:
        assert len((await client.list_tools()).tools) == len({name for name, _, _ in CALLS})
        result = await client.call_tool("still", {"scene": "snow", "at": 1})
        assert not result.is_error and result.content[0].type == "image"
    print("the client without a handshake is served")


async def main(program: str) -> None:
    if Client is not None:
        await without_handshake(program)
    async with stdio_client(StdioServerParameters(command=program, args=["mcp"])) as (reader, writer):
        async with ClientSession(reader, writer) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            assert {name for name, _, _ in CALLS} == {tool.name for tool in tools}, [tool.name for tool in tools]
            for name, arguments, works in CALLS:
                result = await session.call_tool(name, arguments)
                failed = getattr(result, "is_error", getattr(result, "isError", None))
                assert failed is not works, (name, arguments, result)
                assert result.content, name
                for part in result.content:
                    if part.type == "image":
                        assert base64.b64decode(part.data).startswith(b"\x89PNG")
            seconds = []
            for edit in range(30):
                start = time.perf_counter()
                await session.call_tool(
                    "still", {"scene": "snow", "at": 1.5, "size": "960x540", "set": [f"snow.birthRate={40 + edit}"]}
                )
                seconds.append(time.perf_counter() - start)
            seconds.sort()
            print(f"{len(CALLS)} calls as expected; edit to picture: median {seconds[15] * 1000:.0f} ms, "
                  f"p95 {seconds[28] * 1000:.0f} ms")


asyncio.run(main(sys.argv[1]))
