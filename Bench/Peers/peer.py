"""What the programs over engines with Python bindings have in common; peer.h says what they do."""

import struct
import sys
import time

import numpy


class Case:
    def __init__(self, path):
        data = open(path, "rb").read()
        if data[:8] != b"SMCASE1\0":
            sys.exit(f"{path} is not a case")
        head = struct.unpack_from("<iiIiiiii", data, 8)
        (self.width, self.height, self.background, self.is_rectangles, self.is_additive) = head[:5]
        (self.image_width, self.image_height, self.count) = head[5:]
        pixels = self.image_width * self.image_height
        self.image = numpy.frombuffer(data, "<u4", pixels, 40).reshape(self.image_height, self.image_width).copy()
        items = numpy.frombuffer(data, "<f4", self.count * 8, 40 + pixels * 4).reshape(self.count, 8)
        #: corner x, y, vector along the width, vector along the height, radius
        self.items = items[:, :7].astype(float).tolist()
        #: premultiplied 0xAARRGGBB
        self.colors = items[:, 7].copy().view("<u4").tolist()

    @property
    def is_tinted(self):
        return any(color != 0xFFFFFFFF for color in self.colors)

    @property
    def fades_out(self):
        """Whether nothing is seen of the image's outermost pixels, so that smooth edges change nothing."""
        alpha = self.image >> 24
        edges = (alpha[:1], alpha[-1:], alpha[:, :1], alpha[:, -1:])
        return not self.is_rectangles and max((int(edge.max()) for edge in edges if edge.size), default=0) < 16

    @property
    def is_plain(self):
        """Pixel on pixel, all of it."""
        size = (self.image_width, 0, 0, self.image_height)
        return all(tuple(i[2:6]) == size and i[0] == int(i[0]) and i[1] == int(i[1]) for i in self.items)


def straight(color):
    """Red, green, blue, alpha, 0 to 255, not premultiplied."""
    alpha = color >> 24
    parts = [min(255, round((color >> shift & 255) * 255 / alpha)) if alpha else 0 for shift in (16, 8, 0)]
    return (*parts, alpha)


def refuse(reason):
    print(reason, file=sys.stderr)
    sys.exit(3)


def run(make):
    """PROGRAM CASE SECONDS PICTURE. `make(case)` gives a function that draws a frame and one that gives its RGB pixels."""
    case = Case(sys.argv[1])
    frame, pixels = make(case)
    frame()
    frame()
    end = time.monotonic() + float(sys.argv[2])
    while True:
        start = time.process_time_ns()
        frame()
        print(time.process_time_ns() - start)
        if time.monotonic() >= end:
            break
    with open(sys.argv[3], "wb") as file:
        file.write(b"P6\n%d %d\n255\n" % (case.width, case.height))
        file.write(numpy.ascontiguousarray(pixels(), dtype=numpy.uint8).tobytes())
