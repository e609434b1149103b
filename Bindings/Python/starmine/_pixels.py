"""Arrays as memory that the library draws into or reads."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

if TYPE_CHECKING:
    import numpy.typing

    # With numpy, which hosts that check types have; without it a memoryview.
    Frame = numpy.typing.NDArray[numpy.uint8]
    FloatFrame = numpy.typing.NDArray[numpy.float32]
else:
    Frame = FloatFrame = Any


def blank(width: int, height: int) -> Frame:
    """A frame of (height, width, 4) bytes."""
    if numpy is not None:
        return numpy.empty((height, width, 4), numpy.uint8)
    view: Any = memoryview(bytearray(width * height * 4)).cast("B", (height, width, 4))
    return view


def floats(data: bytearray, width: int, height: int) -> FloatFrame:
    """Memory as a frame of (height, width, 4) floats."""
    if numpy is not None:
        return numpy.frombuffer(data, numpy.float32).reshape(height, width, 4)
    view: Any = memoryview(data).cast("B").cast("f", (height, width, 4))
    return view


def flat(frame: Any) -> memoryview:
    """The bytes of a frame."""
    return memoryview(frame).cast("B")


def frame_memory(frame: Any, width: int, height: int) -> tuple[memoryview, int, int, int]:
    """A frame as memory: what keeps it in place, its address, its bytes, and bytes from row to row."""
    view = memoryview(frame)
    if view.readonly:
        raise ValueError("the frame to draw into cannot be written")
    if view.itemsize != 1 or (view.ndim == 3 and view.shape != (height, width, 4)):
        raise ValueError(f"expected bytes of the shape {(height, width, 4)}, found {view.shape}")
    if view.nbytes != width * height * 4:
        raise ValueError(f"expected {width * height * 4} bytes, found {view.nbytes}")
    if numpy is not None and isinstance(frame, numpy.ndarray) and frame.ndim == 3:
        if frame.strides[1:] != (4, 1):
            raise ValueError("the pixels of a row must lie side by side")
        stride = frame.strides[0]
        return view, frame.ctypes.data, (height - 1) * abs(stride) + width * 4, stride
    if not view.c_contiguous:
        raise ValueError("the frame's memory must be in one piece")
    flat = view.cast("B") if view.ndim != 1 else view
    return view, ctypes.addressof(ctypes.c_char.from_buffer(flat)), view.nbytes, width * 4


class _Bytes:
    """Bytes with a shape, without numpy."""

    def __init__(self, data: bytes, shape: tuple[int, int, int]) -> None:
        self.data, self.shape = ctypes.create_string_buffer(data, len(data)), shape

    @property
    def address(self) -> int:
        return ctypes.addressof(self.data)


def picture_bytes(picture: Any, size: tuple[int, int] | None) -> tuple[Any, int, int]:
    """A picture as straight RGBA: what keeps its memory, its address, bytes from row to row."""
    if hasattr(picture, "convert") and hasattr(picture, "tobytes"):  # Pillow's.
        picture = picture.convert("RGBA")
        held: Any = _Bytes(picture.tobytes(), (picture.height, picture.width, 4))
        address = held.address
    elif numpy is not None:
        held = numpy.asarray(picture)
        if held.ndim != 3 or held.shape[2] not in (3, 4) or held.dtype != numpy.uint8:
            raise ValueError(f"expected bytes of the shape (height, width, 3 or 4), found {held.dtype} {held.shape}")
        if held.shape[2] == 3:
            held = numpy.dstack([held, numpy.full(held.shape[:2], 255, numpy.uint8)])
        held = numpy.ascontiguousarray(held)
        address = held.ctypes.data
    else:
        view = memoryview(picture)
        shape = view.shape or ()
        if len(shape) != 3 or shape[2] != 4:
            raise ValueError(f"expected bytes of the shape (height, width, 4), found {shape}")
        held = _Bytes(view.tobytes(), (shape[0], shape[1], 4))
        address = held.address
    if size is not None and held.shape[:2] != (size[1], size[0]):
        raise ValueError(f"expected a picture of {size[0]}x{size[1]}, found {held.shape[1]}x{held.shape[0]}")
    return held, address, held.shape[1] * 4
