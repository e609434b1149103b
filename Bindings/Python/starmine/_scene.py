"""Scenes: documents that you can change and render."""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import threading
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from ctypes import byref, c_char_p, c_void_p
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, SupportsIndex

from . import _library as native
from ._errors import StarmineError, check, integer, text as c_text
from ._library import library
from ._pixels import FloatFrame, Frame, blank, flat, floats, frame_memory, picture_bytes
from ._png import png

try:
    import numpy
except ImportError:  # Frames are memoryviews then.
    numpy = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Parameter:
    """A property that `Scene.set` can change.

    `range` is the usual range (low, high) or None. `value` and `default` use the syntax of documents; `text` is the
    value for display.
    """

    key: str
    kind: str
    unit: str
    range: tuple[float, float] | None
    value: Any
    default: Any
    text: str
    summary: str

    @classmethod
    def _of(cls, row: Mapping[str, Any]) -> Parameter:
        bounds = row.get("range")
        return cls(
            key=row["key"],
            kind=row["kind"],
            unit=row["unit"],
            range=(bounds[0], bounds[1]) if bounds else None,
            value=row["value"].get("value"),
            default=row["defaultValue"].get("value"),
            text=row["value"]["text"],
            summary=row["summary"],
        )


class Scene:
    """A scene of particles and layers. Render any time, in any order.

        scene = Scene("snow", size=(1280, 720))
        scene.set("snow.birthRate=80", "hue+20")
        frame = scene.render(1.5)

    Set one of `preset` (the name of a preset, or the path of a document) and `text` (the text of a document, or a
    dictionary). Relative paths in `text` start from `folder`; without a folder, no files are read. `pictures` replaces
    image files: a dictionary from paths in the document to arrays (h, w, 3 or 4) or Pillow images, or a function that
    returns one of these, or None, for a path. `threads` is the number of threads that draw a frame.

    A scene may be used from any thread; a second call waits for the first. The GIL is released while it draws.
    """

    def __init__(
        self,
        preset: str | os.PathLike[str] | None = None,
        *,
        text: str | bytes | Mapping[str, Any] | None = None,
        folder: str | os.PathLike[str] | None = None,
        name: str = "text",
        size: tuple[int, int] | None = None,
        fps: float = 0,
        threads: int = 1,
        memory: int = 0,
        pictures: Mapping[str, Any] | Callable[[str], Any] | None = None,
    ) -> None:
        self._handle = c_void_p()
        self._make_locks()
        _scenes.add(self)
        if (preset is None) == (text is None):
            raise TypeError("give either a preset's name, or text=")
        width, height = size or (0, 0)
        options = native.Options(
            struct_size=ctypes.sizeof(native.Options),
            width=integer(width, "width"),
            height=integer(height, "height"),
            threads=integer(threads, "threads"),
            fps=fps,
            memory=integer(memory, "memory", range(1 << 63)),
        )
        self._pictures = pictures
        # What relative paths start from, as far as the scene reads files.
        self._folder = folder if preset is None else os.path.dirname(os.path.abspath(preset))
        self._kept: list[Any] = []
        self._failure: BaseException | None = None
        if pictures is not None:
            # Kept: the library asks when changes are made too.
            self._function = native.PictureFunction(self._picture)
            options.picture = self._function
        error = c_void_p()
        if preset is not None:
            path = c_text(os.fsencode(preset), "preset")
            status = library.open(path, byref(options), byref(self._handle), byref(error))
        else:
            source = json.dumps(text) if isinstance(text, Mapping) else text
            encoded = source.encode() if isinstance(source, str) else bytes(source or b"")
            place = None if folder is None else c_text(os.fsencode(folder), "folder")
            status = library.load(
                encoded, len(encoded), c_text(name, "name"), place, byref(options), byref(self._handle), byref(error)
            )
        self._check(status, error)

    # Life

    def _make_locks(self) -> None:
        self._lock = threading.RLock()
        # Of the handle alone: `cancel` does not wait for a call.
        self._ending = threading.RLock()

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise TypeError("a Scene cannot be copied or pickled; make another one of its `document`")

    def close(self) -> None:
        """Closes the scene, which cannot be used afterwards. Called automatically when the scene is released."""
        with self._lock:
            with self._ending:
                handle, self._handle = self._handle, c_void_p()
            if handle:
                library.close(handle)

    def __enter__(self) -> Scene:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self.close()

    def _open(self) -> c_void_p:
        if not self._handle:
            raise ValueError("the scene is closed")
        return self._handle

    def _check(self, status: int, error: c_void_p) -> None:
        failure, self._failure = self._failure, None
        text = library.take(error.value)
        if failure is not None:
            raise failure
        check(status, text)

    def _text(self, function: str, *arguments: Any) -> str:
        with self._lock:
            found = library.take(getattr(library, function)(self._open(), *arguments))
        if found is None:
            raise StarmineError([{"severity": "error", "problem": f"{function}: without an answer"}])
        return found

    # What it is

    @property
    def _info(self) -> native.Info:
        info = native.Info(struct_size=ctypes.sizeof(native.Info))
        with self._lock:
            check(library.info(self._open(), byref(info)), None)
        return info

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of frames in pixels."""
        info = self._info
        return info.width, info.height

    @property
    def fps(self) -> float:
        """Frames per second."""
        return float(self._info.fps)

    @property
    def duration(self) -> float:
        """Seconds."""
        return float(self._info.duration)

    @property
    def loops(self) -> bool:
        """Whether the movie loops: its first frame follows its last frame."""
        return bool(self._info.loops)

    @property
    def is_opaque(self) -> bool:
        """Whether every pixel is opaque."""
        return bool(self._info.is_opaque)

    def params(self, filter: str | None = None) -> list[Parameter]:
        """What there is to set; with a word, what has it in key or summary."""
        rows = json.loads(self._text("parameters", None if filter is None else c_text(filter, "filter")))
        return [Parameter._of(row) for row in rows]

    @property
    def document(self) -> str:
        """The document with all changes."""
        return self._text("document")

    @property
    def remarks(self) -> list[dict[str, Any]]:
        """What is not supported, draws nothing, or is probably not meant so."""
        remarks: list[dict[str, Any]] = json.loads(self._text("remarks"))
        return remarks

    @property
    def counts(self) -> dict[str, Any]:
        """Statistics of the last frame: living and drawn particles, milliseconds of script, evaluation and drawing."""
        counts: dict[str, Any] = json.loads(self._text("counts"))
        return counts

    # Changes

    def set(self, *changes: str) -> list[str]:
        """Applies changes: "KEY=VALUE", "KEY+=VALUE", "KEY*=VALUE", "hue+20". If one fails, none is applied.

        Returns notes on unusual values.
        """
        array = (c_char_p * len(changes))(*(c_text(change, "a change") for change in changes))
        notes = c_void_p()
        with self._lock:
            status = library.set(self._open(), array, len(changes), byref(notes))
            if status != native.OK or self._failure is not None:
                self._check(status, notes)
        found = library.take(notes.value)
        return json.loads(found) if found else []

    def reset(self) -> None:
        """Removes all changes."""
        with self._lock:
            self._check(library.reset(self._open()), c_void_p())

    def resize(self, size: tuple[int, int] | None = None, fps: float = 0) -> None:
        """Sets the frame size and rate; without arguments, those of the document."""
        width, height = size or (0, 0)
        error = c_void_p()
        with self._lock:
            status = library.resize(
                self._open(), integer(width, "width"), integer(height, "height"), fps, byref(error)
            )
            self._check(status, error)

    # Pictures

    def render(self, seconds: float, *, format: str = "rgba", out: Any = None) -> Frame:
        """Returns the frame at a time: an array (height, width, 4) of bytes, straight RGBA; a memoryview without numpy.

        `format`: rgba, bgra, rgba_premultiplied or bgra_premultiplied. `out`: an array to draw into.
        """
        if format not in native.FORMATS:
            raise ValueError(f"{format!r}: the formats are {', '.join(native.FORMATS)}")
        error = c_void_p()
        with self._lock:
            width, height = self.size
            frame = blank(width, height) if out is None else out
            # Held, so that nobody moves the memory meanwhile.
            held, address, count, stride = frame_memory(frame, width, height)
            status = library.render_sized(
                self._open(), seconds, address, count, stride, native.FORMATS[format], byref(error)
            )
            del held
            self._check(status, error)
        return frame

    def render_float(self, seconds: float) -> FloatFrame:
        """Returns the frame at a time: an array (height, width, 4) of 32-bit floats, premultiplied RGBA; a memoryview
        without numpy.

        Components use the sRGB transfer function, like bytes divided by 255. Values above 1 are kept: a component c
        above 1 means 1 + 2.275 (c - 1) times the light of white.
        """
        error = c_void_p()
        with self._lock:
            width, height = self.size
            data = bytearray(16 * width * height)
            memory = (ctypes.c_char * len(data)).from_buffer(data)
            status = library.render_float(
                self._open(), seconds, ctypes.addressof(memory), len(data), 16 * width, byref(error)
            )
            del memory
            self._check(status, error)
        return floats(data, width, height)

    def render_over(self, seconds: float, picture: Any, *, out: Any = None) -> Frame:
        """Returns the frame drawn over a picture of the same size (straight RGBA).

        Background and scenery are omitted; additive light brightens the picture.
        """
        error = c_void_p()
        with self._lock:
            width, height = self.size
            below, source, source_stride = picture_bytes(picture, (width, height))
            frame = blank(width, height) if out is None else out
            held, target, target_bytes, target_stride = frame_memory(frame, width, height)
            status = library.render_over_sized(
                self._open(), seconds, source, source_stride * height, source_stride, target, target_bytes,
                target_stride, native.FORMATS["rgba"], byref(error)
            )
            del below, held
            self._check(status, error)
        return frame

    def frames(
        self, fps: float | None = None, *, start: float = 0, end: float | None = None, reuse: bool = False,
        format: str = "rgba",
    ) -> Iterator[Frame]:
        """Yields the frames from `start` to `end` seconds. With `reuse`, all frames use the same array."""
        rate = fps or self.fps
        last = self.duration if end is None else end
        kept = None
        for index in range(max(0, round((last - start) * rate))):
            frame = self.render(start + index / rate, format=format, out=kept)
            kept = frame if reuse else None
            yield frame

    def hash(self, seconds: float) -> str:
        """Returns a hash of the pixels of a frame, as 32 hexadecimal digits."""
        digits = ctypes.create_string_buffer(33)
        with self._lock:
            self._check(library.hash(self._open(), seconds, digits), c_void_p())
        return digits.value.decode()

    def cancel(self) -> None:
        """Stops a call on another thread, which raises `Cancelled`."""
        with self._ending:
            if self._handle:
                library.cancel(self._handle)

    def to_image(self, seconds: float = 0) -> Any:
        """Returns a frame as a Pillow image."""
        # Untyped, so that types can be checked where Pillow is not installed.
        image = importlib.import_module("PIL.Image")
        return image.frombytes("RGBA", self.size, bytes(flat(self.render(seconds))))

    def to_png(self, seconds: float = 0) -> bytes:
        """Returns a frame as the bytes of a PNG file."""
        width, height = self.size
        return png(width, height, bytes(flat(self.render(seconds))))

    def _repr_png_(self) -> bytes:
        return self.to_png(self.duration / 2)

    def __repr__(self) -> str:
        if not self._handle:
            return "<starmine.Scene, closed>"
        width, height = self.size
        return f"<starmine.Scene {width}x{height}, {self.duration:g} s at {self.fps:g} per second>"

    def export(
        self,
        path: str | os.PathLike[str],
        *changes: str,
        progress: Callable[[int, int], object] | None = None,
        **options: Any,
    ) -> list[str]:
        """Writes the scene with all changes to a file, as `starmine render` does, and returns notes about the file.

            scene.export("title.mov", "vars.title=ANN", format="prores4444", frames="0-29")
            scene.export("party.mp4", over="clip.mp4", at="0.5s", progress=print)

        `options` are those of the command, with `_` instead of `-`, and `for_` instead of the Python keyword. A value
        is text, a path, a number, a Boolean or a list: `audio=["a.wav", "b.wav@2"]`. `changes` have the form of `set`,
        with a dot in the key, and apply to this file only. `progress` is called with the number of finished frames and
        of all frames.
        `Scene.cancel` or an exception in `progress` stops the export.
        """

        def report(context: Any, done: int, count: int) -> int:
            try:
                if progress is not None:
                    progress(done, count)
                return 0
            except BaseException as failure:  # noqa: BLE001: it must not go through C; the call raises it.
                self._failure = failure
                return 1

        texts = [c_text(change, "a change") for change in changes]
        for name, value in options.items():
            for each in value if isinstance(value, (list, tuple)) else [value]:
                value_text = os.fspath(each) if isinstance(each, os.PathLike) else str(each)
                if isinstance(each, bool):
                    value_text = value_text.lower()
                texts.append(c_text(os.fsencode(f"{name.rstrip('_').replace('_', '-')}={value_text}"), name))
        array = (c_char_p * len(texts))(*texts)
        notes = c_void_p()
        with self._lock:
            status = library.export(
                self._open(), c_text(os.fsencode(path), "path"), array, len(texts), native.ProgressFunction(report),
                None, byref(notes)
            )
            if status != native.OK or self._failure is not None:
                self._check(status, notes)
        found = library.take(notes.value)
        return json.loads(found) if found else []

    def _picture(self, context: Any, path: bytes, out: Any) -> int:
        try:
            name = os.fsdecode(path)
            asked = self._pictures
            found = asked(name) if callable(asked) else (asked or {}).get(name)
            if found is None:
                return 1
            array, address, stride = picture_bytes(found, None)
            self._kept = [array]
            shape = array.shape
            width, height = integer(shape[1], "width"), integer(shape[0], "height")
            out[0] = native.Picture(width, height, stride, address, None, None)
            return 0
        except BaseException as error:  # noqa: BLE001: it must not go through C; the call raises it.
            self._failure = error
            return 1


# Locks that another thread held at a fork would stay locked in the child.
_scenes: weakref.WeakSet[Scene] = weakref.WeakSet()


def _after_fork() -> None:
    for scene in list(_scenes):
        scene._make_locks()


os.register_at_fork(after_in_child=_after_fork)


def presets() -> list[dict[str, Any]]:
    """Returns all presets with name, summary, width, height, fps and duration."""
    found: list[dict[str, Any]] = json.loads(library.take(library.presets()) or "[]")
    return found


def schema() -> dict[str, Any]:
    """Returns the JSON Schema of documents."""
    found: dict[str, Any] = json.loads(library.take(library.schema()) or "{}")
    return found


def render(
    preset: str | os.PathLike[str], seconds: float, *, set: Sequence[str] = (), size: tuple[int, int] | None = None
) -> Frame:
    """Returns one frame of a preset or document: `render("snow", 1.5, set=["snow.scale=2"])`."""
    with Scene(preset, size=size) as scene:
        if set:
            scene.set(*set)
        return scene.render(seconds)
