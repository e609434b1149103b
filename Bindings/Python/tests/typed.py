"""What scripts with checked types write: mypy --strict and pyright accept it."""

from typing import Any

import numpy as np
import numpy.typing as npt

import starmine

scene = starmine.Scene("snow", size=(64, 36))
frame = scene.render(1.0)
array: npt.NDArray[np.uint8] = frame
channel = frame[0, 0, 0]
mean = float(frame.mean())
for each in scene.frames(10, end=0.2):
    light = each.astype(np.float32)
usual: "tuple[float, float] | None" = scene.params("birthRate")[0].range
notes: "list[str]" = scene.set("snow.birthRate=3")
counts: "dict[str, Any]" = scene.counts
light_above: "npt.NDArray[np.float32]" = scene.render_float(1.0)
names = [str(preset["name"]) for preset in starmine.presets()]
