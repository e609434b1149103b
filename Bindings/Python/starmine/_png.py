"""PNG files without a library."""

from __future__ import annotations

import struct
import zlib


def png(width: int, height: int, rgba: bytes) -> bytes:
    """The bytes of a PNG file of straight RGBA."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = width * 4
    rows = b"".join(b"\0" + rgba[y * row : (y + 1) * row] for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    packed = zlib.compress(rows, 3)
    chunks = chunk(b"IHDR", header) + chunk(b"sRGB", b"\0") + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks
