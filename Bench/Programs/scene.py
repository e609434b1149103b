"""What all programs draw, as plain data: shapes on straight ways between keys of time, place, degrees and opacity.
Curved ways have a key every quarter of a second, so that programs which know only keys draw the same as the others."""

import bisect
import json
import math
import random
import subprocess
import sys

#: DejaVu Sans Bold: heights over the size of the font, and the width of the title, whose letters all stand on the line
FONT, ASCENT, LINE, CAPITAL, TITLE_WIDTH = "DejaVu Sans", 1901 / 2048, 2384 / 2048, 1493 / 2048, 15947 / 2048
COLOURS = ["#ef4444", "#f97316", "#facc15", "#22c55e", "#06b6d4", "#3b82f6", "#a855f7", "#ec4899"]
WIDTH, HEIGHT, FPS, BEYOND = 1280, 720, 30, 20
BT709 = ["-vf", "scale=out_color_matrix=bt709", "-colorspace", "bt709", "-color_primaries", "bt709",
         "-color_trc", "bt709"]
X264 = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p"]


def mover(index, duration, dice):
    """A rounded rectangle or a circle that swings, turns and fades to and fro."""
    side, is_circle = round(dice.uniform(80, 170)), index % 2 == 1
    x, y, width, height = (dice.uniform(*range_) for range_ in ((250, 1030), (180, 540), (80, 240), (40, 170)))
    period, phase, rate = dice.uniform(3, 7), dice.uniform(0, 6), dice.uniform(-70, 70)
    keys = []
    for time in [step / 4 for step in range(math.ceil(duration * 4))] + [duration]:
        angle = 2 * math.pi * time / period + phase
        keys.append([time, x + width * math.sin(angle), y + height * math.cos(angle * 1.3), rate * time,
                     0.6 + 0.35 * math.sin(angle * 0.8)])
    return {"size": [side if is_circle else side * 1.5, side], "radius": side / 2 if is_circle else 18, "keys": keys}


def piece(duration, dice):
    """A small rectangle that falls on a slant, and from above again once it is below."""
    fall, slant, rate = dice.uniform(60, 220), dice.uniform(-0.3, 0.3), dice.uniform(-300, 300)
    begin, x, turn, way = dice.uniform(0, HEIGHT), dice.uniform(0, WIDTH), dice.uniform(0, 360), HEIGHT + 2 * BEYOND

    def key(time, rounds):
        y = begin + fall * time - rounds * way
        return [time, x + slant * y, y - BEYOND, turn + rate * time, 1]

    keys, rounds = [key(0, 0)], 0
    # It jumps between two frames: no program shows it on its way up.
    while (jump := (math.floor(((rounds + 1) * way - begin) / fall * FPS) + 0.5) / FPS) < duration - 0.1:
        keys += [key(jump - 0.001, rounds), key(jump + 0.001, rounds + 1)]
        rounds += 1
    return {"size": [dice.randint(8, 14), dice.randint(4, 9)], "radius": 0, "keys": [*keys, key(duration, rounds)]}


def make(duration):
    dice = random.Random(7)
    shapes = [mover(k, duration, dice) for k in range(12)] + [piece(duration, dice) for _ in range(300)]
    for index, shape in enumerate(shapes):
        shape["color"], shape["keys"] = COLOURS[index % 8], [[round(n, 4) for n in key] for key in shape["keys"]]
    title = {"text": "MEN IN LINEN", "size": 96, "baseline": 394, "color": "#ffffff", "appears": duration / 5}
    return {"size": [WIDTH, HEIGHT], "fps": FPS, "duration": duration, "background": "#101828", "shapes": shapes,
            "title": title}


def load():
    with open(sys.argv[1]) as file:
        return json.load(file)


def places(scene, time):
    """x, y, degrees and opacity of each shape, and the opacity of the title."""
    result = []
    for keys in (shape["keys"] for shape in scene["shapes"]):
        index = min(bisect.bisect_right(keys, time, key=lambda key: key[0]), len(keys) - 1)
        share = (time - keys[index - 1][0]) / (keys[index][0] - keys[index - 1][0])
        result.append([a + (b - a) * share for a, b in zip(keys[index - 1][1:], keys[index][1:])])
    return result, min(1, time / scene["title"]["appears"])


def write(scene, draw, *source):
    """Pipes what is drawn for each frame to ffmpeg, as the movie that the command line names."""
    command = ["ffmpeg", "-v", "error", "-y", *source, "-r", str(FPS), "-i", "-", *BT709, *X264, sys.argv[2]]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as encoder:
        for frame in range(round(scene["duration"] * FPS)):
            encoder.stdin.write(draw(*places(scene, frame / FPS)))
    return encoder.returncode
