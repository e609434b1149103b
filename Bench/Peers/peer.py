"""What the programs over engines with Python bindings have in common; peer.h says what they do, and
Bench/Scenes/PeerCase+Data.swift how a case is written."""

import math
import struct
import subprocess
import sys
import time
from collections import namedtuple

import numpy

(IMAGE, RECTANGLE, PATH, EVEN_ODD_PATH, STROKE, SHADOW, GROUP, GROUP_END, TEXT) = range(9)
#: of the thirteen blend modes, in the order of peer.h
(OVER, PLUS) = range(2)
(AXIAL, RADIAL, CONIC, IMAGE_PAINT) = range(4)

#: kind of element and its points, by index
Path = namedtuple("Path", "elements points")
#: frame: x, y, vector along the width, along the height; stops: place, straight red, green, blue, alpha
Paint = namedtuple("Paint", "kind image frame stops")
Pen = namedtuple("Pen", "width cap join miter_limit dash_phase dashes")
#: glyphs: index and place of each
Text = namedtuple("Text", "font string size glyphs")
Item = namedtuple("Item", "kind blend index paint pen color frame radius sigma offset")


class Reader:
    def __init__(self, data, place):
        self.data, self.place = data, place

    def take(self, layout):
        values = struct.unpack_from("<" + layout, self.data, self.place)
        self.place += struct.calcsize("<" + layout)
        return values

    def string(self):
        """Zeros fill the last word."""
        (length,) = self.take("i")
        text = self.data[self.place:self.place + length].decode()
        self.place += 4 * ((length + 4) // 4)
        return text

    def array(self, kind, count):
        values = numpy.frombuffer(self.data, kind, count, self.place)
        self.place += values.nbytes
        return values


def font_file(family):
    """The file of a font, found by fontconfig's program."""
    return subprocess.run(["fc-match", "-f", "%{file}", family], capture_output=True, text=True, check=True).stdout


class Case:
    def __init__(self, path):
        data = open(path, "rb").read()
        if data[:8] != b"SMCASE3\0":
            sys.exit(f"{path} is not a case")
        reader = Reader(data, 8)
        (self.width, self.height, self.background, *counts) = reader.take("iiIiiiiii")
        (images, paths, paints, pens, texts, items) = counts
        self.images = [self._image(reader) for _ in range(images)]
        self.paths = [self._path(reader) for _ in range(paths)]
        self.paints = [self._paint(reader) for _ in range(paints)]
        self.pens = [self._pen(reader) for _ in range(pens)]
        self.texts = [self._text(reader) for _ in range(texts)]
        self.items = [self._item(reader) for _ in range(items)]

    @staticmethod
    def _image(reader):
        (width, height) = reader.take("ii")
        return reader.array("<u4", width * height).reshape(height, width).copy()

    @staticmethod
    def _path(reader):
        (count, floats) = reader.take("ii")
        elements = reader.array("<i4", count).tolist()
        return Path(elements, reader.array("<f4", floats).astype(float).tolist())

    @staticmethod
    def _paint(reader):
        (kind, image, count) = reader.take("iii")
        return Paint(kind, image, reader.take("6f"), [reader.take("5f") for _ in range(count)])

    @staticmethod
    def _pen(reader):
        (width, cap, join, limit, phase, count) = reader.take("fiiffi")
        return Pen(width, cap, join, limit, phase, list(reader.take(f"{count}f")))

    @staticmethod
    def _text(reader):
        (font, string) = (reader.string(), reader.string())
        (size, _, _, _, count) = reader.take("ffffi")
        indices = reader.array("<u4", count).tolist()
        places = reader.array("<f4", count * 2).astype(float).tolist()
        return Text(font, string, size, list(zip(indices, zip(places[::2], places[1::2]))))

    @staticmethod
    def _item(reader):
        values = reader.take("iiiiiI10f")
        return Item(*values[:6], values[6:12], values[12], values[13], values[14:16])

    def kinds(self):
        return {item.kind for item in self.items}

    def group_box(self, start):
        """Left, top, right, bottom of whole pixels that a group can touch: the frame, where paths are in it."""
        corners = []
        for item in self.items[start + 1:]:
            if item.kind == GROUP_END:
                break
            if item.kind not in (IMAGE, RECTANGLE):
                return (0, 0, self.width, self.height)
            (x, y, ax, ay, bx, by) = item.frame
            corners += [(x + u * ax + v * bx, y + u * ay + v * by) for u in (0, 1) for v in (0, 1)]
        (xs, ys) = zip(*corners)
        return (math.floor(min(xs)), math.floor(min(ys)), math.ceil(max(xs)), math.ceil(max(ys)))

    def is_plain(self, item):
        """Whether an image lies pixel on pixel."""
        (height, width) = self.images[item.index].shape
        (x, y) = item.frame[:2]
        return item.frame[2:] == (width, 0, 0, height) and x == int(x) and y == int(y)


def fades_out(image):
    """Whether nothing is seen of the outermost pixels, so that smooth edges change nothing."""
    alpha = image >> 24
    edges = (alpha[:1], alpha[-1:], alpha[:, :1], alpha[:, -1:])
    return max((int(edge.max()) for edge in edges if edge.size), default=0) < 16


def is_grey(color):
    """Whether a tint makes an image fainter and changes nothing else."""
    return color == (color >> 24) * 0x01010101


def straight(color):
    """Red, green, blue, alpha, 0 to 255, not premultiplied."""
    alpha = color >> 24
    parts = [min(255, round((color >> shift & 255) * 255 / alpha)) if alpha else 0 for shift in (16, 8, 0)]
    return (*parts, alpha)


def refuse(reason):
    print(reason, file=sys.stderr)
    sys.exit(3)


def is_deep():
    """Whether frames are to be floats."""
    return sys.argv[4:] == ["float"]


def run(make, version):
    """PROGRAM CASE SECONDS PICTURE [float], - for no picture. `make(case)` gives a function that draws a frame, and
    one that gives its pixels as red, green and blue. PROGRAM --version: the engine's own."""
    if sys.argv[1:] == ["--version"]:
        print(version)
        return
    case = Case(sys.argv[1])
    frame, pixels = make(case)
    first = time.monotonic()
    frame()
    if time.monotonic() - first < 0.1:
        frame()
    end = time.monotonic() + float(sys.argv[2])
    times = []
    while len(times) < 2 or time.monotonic() < end:
        start = time.process_time_ns()
        frame()
        times.append(time.process_time_ns() - start)
    print(*times, sep="\n")
    if sys.argv[3] == "-":
        return
    with open(sys.argv[3], "wb") as file:
        file.write(b"P6\n%d %d\n255\n" % (case.width, case.height))
        file.write(numpy.ascontiguousarray(pixels(), dtype=numpy.uint8).tobytes())
