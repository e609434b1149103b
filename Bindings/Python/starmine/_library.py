"""libstarmine by ctypes: the functions of starmine.h, and nothing of Python's on top."""

from __future__ import annotations

import ctypes
import os
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_double, c_int, c_int64, c_size_t, c_ssize_t
from ctypes import c_uint, c_uint64, c_void_p
from pathlib import Path
from typing import Any

FORMATS = {"bgra_premultiplied": 0, "rgba": 1, "bgra": 2, "rgba_premultiplied": 3}
OK, PROBLEMS, UNKNOWN, ARGUMENT, MEMORY, CANCELLED = range(6)
ABI = 1


class Picture(Structure):
    """A picture of ours that the library asks for."""

    _fields_ = [
        ("width", c_int),
        ("height", c_int),
        ("stride", c_ssize_t),
        ("rgba", c_void_p),
        ("release", c_void_p),
        ("context", c_void_p),
    ]


PictureFunction = CFUNCTYPE(c_int, c_void_p, c_char_p, POINTER(Picture))


class Options(Structure):
    """What is asked of a scene."""

    _fields_ = [
        ("struct_size", c_size_t),
        ("width", c_int),
        ("height", c_int),
        ("threads", c_int),
        ("fps", c_double),
        ("memory", c_uint64),
        ("picture", PictureFunction),
        ("context", c_void_p),
    ]


class Info(Structure):
    """What a scene is."""

    _fields_ = [
        ("struct_size", c_size_t),
        ("width", c_int),
        ("height", c_int),
        ("fps", c_double),
        ("duration", c_double),
        ("frames", c_int64),
        ("loops", c_int),
        ("is_opaque", c_int),
    ]


ProgressFunction = CFUNCTYPE(c_int, c_void_p, c_int64, c_int64)


# Results, then arguments. Texts that are ours to free come as addresses.
_SIGNATURES: dict[str, tuple[object, list[object]]] = {
    "abi": (c_uint, []),
    "version": (c_char_p, []),
    "presets": (c_void_p, []),
    "schema": (c_void_p, []),
    "open": (c_int, [c_char_p, POINTER(Options), POINTER(c_void_p), POINTER(c_void_p)]),
    "load": (
        c_int,
        [c_char_p, c_size_t, c_char_p, c_char_p, POINTER(Options), POINTER(c_void_p), POINTER(c_void_p)],
    ),
    "close": (None, [c_void_p]),
    "info": (c_int, [c_void_p, POINTER(Info)]),
    "parameters": (c_void_p, [c_void_p, c_char_p]),
    "document": (c_void_p, [c_void_p]),
    "remarks": (c_void_p, [c_void_p]),
    "set": (c_int, [c_void_p, POINTER(c_char_p), c_size_t, POINTER(c_void_p)]),
    "reset": (c_int, [c_void_p]),
    "resize": (c_int, [c_void_p, c_int, c_int, c_double, POINTER(c_void_p)]),
    "render_sized": (c_int, [c_void_p, c_double, c_void_p, c_size_t, c_ssize_t, c_int, POINTER(c_void_p)]),
    "render_over_sized": (
        c_int,
        [
            c_void_p, c_double, c_void_p, c_size_t, c_ssize_t, c_void_p, c_size_t, c_ssize_t, c_int,
            POINTER(c_void_p),
        ],
    ),
    "render_float": (c_int, [c_void_p, c_double, c_void_p, c_size_t, c_ssize_t, POINTER(c_void_p)]),
    "export": (
        c_int,
        [c_void_p, c_char_p, POINTER(c_char_p), c_size_t, ProgressFunction, c_void_p, POINTER(c_void_p)],
    ),
    "hash": (c_int, [c_void_p, c_double, c_char_p]),
    "counts": (c_void_p, [c_void_p]),
    "cancel": (None, [c_void_p]),
    "free": (None, [c_void_p]),
}


class Library:
    """The functions, each under its name without `starmine_`."""

    def __init__(self, path: str) -> None:
        handle = ctypes.CDLL(path)
        for name, (result, arguments) in _SIGNATURES.items():
            function = getattr(handle, "starmine_" + name, None)
            if function is None:
                raise ImportError(f"{path} is older than this package: it has no function starmine_{name}")
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        found = self.abi()
        if found != ABI:
            raise ImportError(f"{path} has interface version {found}; this package supports version {ABI}")

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"libstarmine has no function starmine_{name}")

    def take(self, address: int | None) -> str | None:
        """The text at an address, which is freed."""
        if not address:
            return None
        try:
            return ctypes.string_at(address).decode()
        finally:
            self.free(address)


def _candidates() -> list[str]:
    asked = os.environ.get("STARMINE_LIBRARY")
    if asked:
        return [asked]
    beside = Path(__file__).parent / "libstarmine.so"
    return ([str(beside)] if beside.exists() else []) + ["libstarmine.so.0"]


def find() -> Library:
    """The library beside this file, or the system's; `STARMINE_LIBRARY` names another."""
    reasons = []
    for path in _candidates():
        try:
            return Library(path)
        except OSError as error:
            reasons.append(f"{path}: {error}")
    raise ImportError("libstarmine cannot be loaded: " + "; ".join(reasons))


library = find()
__all__ = ["FORMATS", "Info", "Options", "Picture", "PictureFunction", "byref", "library"]
