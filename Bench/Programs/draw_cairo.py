"""pycairo draws each frame and pipes its bytes to ffmpeg: draw_cairo.py SCENE MOVIE"""

import math
import sys

import cairo
import scene as scenes

SCENE, TITLE = scenes.load(), scenes.load()["title"]
surface = cairo.ImageSurface(cairo.FORMAT_RGB24, *SCENE["size"])
context = cairo.Context(surface)
context.select_font_face(scenes.FONT, cairo.FONT_SLANT_NORMAL, cairo.FONT_WEIGHT_BOLD)
context.set_font_size(TITLE["size"])
options = cairo.FontOptions()
options.set_hint_style(cairo.HINT_STYLE_NONE)
options.set_hint_metrics(cairo.HINT_METRICS_OFF)
context.set_font_options(options)


def rgb(colour):
    return [int(colour[k:k + 2], 16) / 255 for k in (1, 3, 5)]


def outline(width, height, radius):
    if radius == 0:
        return context.rectangle(-width / 2, -height / 2, width, height)
    for quarter, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        context.arc(x * (width / 2 - radius), y * (height / 2 - radius), radius, quarter * math.pi / 2,
                    (quarter + 1) * math.pi / 2)


def draw(places, title_opacity):
    context.set_source_rgb(*rgb(SCENE["background"]))
    context.paint()
    for shape, (x, y, turn, opacity) in zip(SCENE["shapes"], places):
        context.save()
        context.translate(x, y)
        context.rotate(math.radians(turn))
        outline(*shape["size"], shape["radius"])
        context.restore()
        context.set_source_rgba(*rgb(shape["color"]), opacity)
        context.fill()
    context.move_to((scenes.WIDTH - context.text_extents(TITLE["text"]).x_advance) / 2, TITLE["baseline"])
    context.set_source_rgba(*rgb(TITLE["color"]), title_opacity)
    context.show_text(TITLE["text"])
    context.new_path()
    surface.flush()
    return surface.get_data()


size = "x".join(map(str, SCENE["size"]))
sys.exit(scenes.write(SCENE, draw, "-f", "rawvideo", "-pix_fmt", "bgr0", "-s", size))
