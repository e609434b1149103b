"""Numbers as a movie: how many sparks fly is the value of each row. python chart.py numbers.csv sparks.mp4"""

import csv
import subprocess
import sys

import starmine

SECONDS_PER_ROW = 0.5
RATE = 30


def main(table: str, movie: str) -> None:
    with open(table, newline="") as file:
        values = [float(row[-1]) for row in csv.reader(file)]
    most = max(values) or 1
    scene = starmine.Scene("sparks-on-floor", size=(1280, 720), fps=RATE)
    width, height = scene.size
    command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgba", "-s", f"{width}x{height}"]
    command += ["-r", str(RATE), "-i", "-", "-pix_fmt", "yuv420p", movie]
    encoder = subprocess.Popen(command, stdin=subprocess.PIPE)
    for index, value in enumerate(values):
        scene.reset()
        scene.set(f"**.birthRate*={value / most}")
        for frame in range(round(SECONDS_PER_ROW * RATE)):
            picture = scene.render(index * SECONDS_PER_ROW + frame / RATE)
            encoder.stdin.write(memoryview(picture).cast("B"))
    encoder.stdin.close()
    encoder.wait()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
