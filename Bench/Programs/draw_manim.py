"""manim with its Cairo renderer: draw_manim.py SCENE MOVIE"""

import sys

import manim
import numpy as np
import scene as scenes

SCENE, TITLE = scenes.load(), scenes.load()["title"]
#: pixels in one of manim's units, whose y goes up from the middle
UNIT = scenes.HEIGHT / 8


def outline(shape):
    (width, height), radius = (side / UNIT for side in shape["size"]), shape["radius"] / UNIT
    look = {"fill_color": shape["color"], "fill_opacity": 1, "stroke_width": 0}
    if radius == 0:
        return manim.Rectangle(width=width, height=height, **look)
    return manim.RoundedRectangle(width=width, height=height, corner_radius=radius, **look)


class Movie(manim.Scene):
    def construct(self):
        shapes = [outline(shape) for shape in SCENE["shapes"]]
        points = [shape.points.copy() for shape in shapes]
        title = manim.Text(TITLE["text"], font=scenes.FONT, weight=manim.BOLD, color=TITLE["color"])
        title.scale(scenes.CAPITAL * TITLE["size"] / UNIT / title.height)
        title.move_to([0, (scenes.HEIGHT / 2 - TITLE["baseline"]) / UNIT + title.height / 2, 0])

        def move(_, share):
            places, title_opacity = scenes.places(SCENE, share * SCENE["duration"])
            for shape, own, (x, y, turn, opacity) in zip(shapes, points, places):
                cosine, sine = np.cos(np.radians(turn)), np.sin(np.radians(turn))
                matrix = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
                shape.points = own @ matrix + [(x - scenes.WIDTH / 2) / UNIT, (scenes.HEIGHT / 2 - y) / UNIT, 0]
                if opacity < 1:
                    shape.set_fill(opacity=opacity)
            title.set_fill(opacity=title_opacity)

        self.play(manim.UpdateFromAlphaFunc(manim.Group(*shapes, title), move), run_time=SCENE["duration"],
                  rate_func=manim.linear)


with manim.tempconfig({
        "renderer": "cairo", "pixel_width": scenes.WIDTH, "pixel_height": scenes.HEIGHT, "frame_rate": scenes.FPS,
        "frame_height": 8, "frame_width": scenes.WIDTH / UNIT, "background_color": SCENE["background"],
        "media_dir": sys.argv[2] + ".media", "output_file": sys.argv[2], "disable_caching": True, "verbosity": "ERROR",
        "progress_bar": "none", "video_encoder_options": {"preset": "veryfast", "crf": "18"}}):
    Movie().render()
