"""The cases of the league, and what every engine makes of one."""

import json
import subprocess

from engines import say

SIZES = (2, 4, 8, 16, 32, 64)
SPRITES = [f"sprites-{size}px-{manner}" for manner in (
    "plain", "plain-additive", "plain-tinted", "scaled", "scaled-additive", "scaled-tinted", "rotated")
    for size in SIZES]
LAYERS = [f"layers-{name}" for name in (
    "rounded-1k", "rounded-static-1k", "rounded-5k", "rounded-growing-1k", "solid-10k", "animated-10k", "deep-30",
    "images-1k", "images-5k", "bunnies-10k", "slices-500",
    "fills-20-black", "fills-20-image", "fills-20-gradient",
    *(f"gradient-{kind}-{stops}" for stops in (2, 8) for kind in ("axial", "radial", "conic")),
    "gradients-1k", "gradients-2-stops-1k", "gradients-8-stops-1k",
    "shapes-500", "shapes-static-500", "polygons-1k", "coast", "letters-200", "strokes-500",
    "strokes-1px-500", "strokes-8px-500", "dashes-300",
    "text-200", "text-static-200", "text-engine-200", "groups-300", "blends-300", "blurs-100",
    "masks-200", "masks-static-200", "shadows-200", "shadows-static-200")]
MOTIONMARK = [f"motionmark-{name}" for name in (
    "multiply-2k", "leaves-1k", "suits-500", "arcs-1k", "lines-2k", "paths-2k", "focus-100", "design-20", "clipped-1k",
    "blend-300")]
THORVG = [f"thorvg-{name}-5k" for name in (
    "circles", "radial",
    *(f"{shape}{motion}" for shape in ("rects", "strokes", "borders", "images", "images-25", "axial")
      for motion in ("", "-turned")))]
#: drawn in floats by engines that have such surfaces; ours from ready lists, as the others draw
DEEP = [f"deep-{name}" for name in (
    "sprites-32px-scaled-tinted", "sprites-32px-scaled-additive", "sprites-32px-rotated",
    "layers-rounded-1k", "layers-fills-20-black", "layers-gradients-1k", "layers-groups-300", "layers-blends-300",
    "layers-blurs-100")]
#: what every engine pays for clearing
EMPTY = "empty-frame"

#: mean difference of a colour component, of 255, up to which two pictures count as the same
ALIKE = 2
#: ratio from which on a case may turn out otherwise
CLOSE = 0.85
#: times over the fastest within which another engine may turn out the fastest
RIVALS = 1.2
OURS = "starmine"
ITEM_BYTES = 64


class Case:
    """One scene, and what every engine has made of it."""

    def __init__(self, name, starmine, folder):
        self.name, self.folder = name, folder
        cases, scene = folder / "cases", name.removeprefix("deep-")
        self.is_deep = name in DEEP
        subprocess.run([starmine, "bench", "case", scene, "-o", str(cases)], check=True, stdout=subprocess.DEVNULL)
        self.path, self.picture = cases / f"{scene}.case", cases / f"{scene}.ppm"
        data = self.path.read_bytes()
        self.background = int.from_bytes(data[16:20], "little")
        items = int.from_bytes(data[40:44], "little")
        # Ends of groups are no items of their own.
        kinds = (data[len(data) - ITEM_BYTES * (items - k)] for k in range(items))
        self.count = sum(kind != 7 for kind in kinds)
        self.frames, self.refusals, self.differences = {}, {}, {}

    def picture_of(self, engine):
        return self.folder / "pictures" / f"{self.name}-{engine}.ppm"

    def draw_with_starmine(self, starmine, seconds):
        run = subprocess.run([starmine, "bench", "child", "sample", self.name, "--threads", "1", "--seconds",
                              str(seconds)], check=True, capture_output=True, text=True)
        self.frames.setdefault(OURS, []).extend(s * 1e9 for s in json.loads(run.stdout)["round"]["cpu"])

    def draw_with(self, name, engine, seconds):
        if name in self.refusals:
            return
        picture = self.picture_of(name)
        picture.parent.mkdir(parents=True, exist_ok=True)
        if name not in self.frames:
            picture.unlink(missing_ok=True)
        frames, reason = engine.draw(self.path, seconds, picture, self.is_deep)
        if frames is None:
            if reason.startswith("fails"):
                say(f"{name} {reason} ({self.name})")
            self.refusals[name] = reason
            return
        self.frames.setdefault(name, []).extend(frames)
        if name not in self.differences:
            result = subprocess.run([str(self.folder / "bin" / "difference"), str(self.picture), str(picture),
                                     f"{self.background:08x}"], check=True, capture_output=True, text=True)
            mean, greatest = result.stdout.split()
            self.differences[name] = (float(mean), int(greatest))

    def frame_time(self, engine):
        """Nanoseconds of a frame: the lower tenth of all."""
        frames = sorted(self.frames.get(engine, []))
        return frames[max(0, -(-len(frames) // 10) - 1)] if frames else None

    def is_alike(self, engine):
        return engine == OURS or self.differences.get(engine, (255, 255))[0] <= ALIKE

    def fastest(self, is_alike):
        """Time and name of the fastest other engine, of those with our picture or of all."""
        rivals = [(self.frame_time(e), e) for e in self.frames
                  if e != OURS and (self.is_alike(e) or not is_alike)]
        return min(rivals, default=(None, None))

    def ratio(self, is_alike=True):
        """Our time over that of the fastest other engine, and its name; nothing where there is none."""
        time, engine = self.fastest(is_alike)
        return (None, None) if engine is None else (self.frame_time(OURS) / time, engine)

    def is_close(self):
        ratio, _ = self.ratio()
        return ratio is not None and ratio > CLOSE

    def rivals(self):
        """Engines with our picture that may be the fastest."""
        fastest, _ = self.fastest(True)
        return [] if fastest is None else [
            e for e in self.frames if e != OURS and self.is_alike(e) and self.frame_time(e) <= RIVALS * fastest]
