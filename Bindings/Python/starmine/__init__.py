"""Render particle and layer animations to arrays: any time, in any order, always the same bytes.

    import starmine

    scene = starmine.Scene("snow", size=(1280, 720))
    scene.set("snow.birthRate=80")
    frame = scene.render(1.5)          # numpy (720, 1280, 4), straight RGBA
"""

from ._errors import ArgumentError, Cancelled, OutOfMemory, Problem, StarmineError, UnknownScene
from ._library import library as _functions
from ._scene import Parameter, Scene, presets, render, schema

__version__: str = _functions.version().decode()
__all__ = [
    "ArgumentError",
    "Cancelled",
    "OutOfMemory",
    "Parameter",
    "Problem",
    "Scene",
    "StarmineError",
    "UnknownScene",
    "presets",
    "render",
    "schema",
]
