"""The package as scripts and notebooks use it: python -m unittest discover Bindings/Python/tests."""

import array
import copy
import gc
import json
import multiprocessing
import os
import pickle
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import wave
import zlib
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import starmine

try:
    import numpy
except ImportError:
    numpy = None

SIZE = (96, 54)
NEEDS_NUMPY = unittest.skipIf(numpy is None, "numpy is not installed")


def digits(arguments):
    """The hash of a preset's moment, in whatever process."""
    preset, seconds = arguments
    return starmine.Scene(preset, size=SIZE).hash(seconds)


def pixels(frame):
    return bytes(memoryview(frame).cast("B"))


class Readme(unittest.TestCase):
    def test_five_lines(self):
        scene = starmine.Scene("snow", size=(320, 180))
        scene.set("snow.birthRate=80", "hue+20")
        frame = scene.render(1.5)
        self.assertEqual(memoryview(frame).shape, (180, 320, 4))
        self.assertGreater(max(pixels(frame)), 0)
        self.assertEqual(scene.size, (320, 180))

    def test_one_line(self):
        self.assertNotEqual(
            pixels(starmine.render("snow", 1.5, size=SIZE)),
            pixels(starmine.render("snow", 1.5, size=SIZE, set=["snow.scale=2"])),
        )

    def test_lists(self):
        names = [preset["name"] for preset in starmine.presets()]
        self.assertIn("fireworks-show", names)
        self.assertIn("properties", starmine.schema())
        self.assertRegex(starmine.__version__, r"^\d+\.\d+\.\d+$")


class Scenes(unittest.TestCase):
    def test_what_it_is(self):
        with starmine.Scene("fire", size=(0, 54), fps=25) as scene:
            self.assertEqual((scene.size[1], scene.fps), (54, 25))
            self.assertTrue(scene.loops and scene.is_opaque and scene.duration > 1)
            self.assertIn("scene", repr(scene).lower())
            scene.resize((40, 20))
            self.assertEqual(scene.size, (40, 20))
        self.assertRaises(ValueError, scene.render, 1)
        self.assertIn("closed", repr(scene))
        scene.close()

    def test_parameters(self):
        scene = starmine.Scene("snow", size=SIZE)
        rate = next(row for row in scene.params("birthRate") if row.key.endswith("snow.birthRate"))
        scene.set(f"{rate.key}={rate.value * 2}")
        changed = next(row for row in scene.params("birthRate") if row.key == rate.key)
        self.assertEqual(changed.value, rate.value * 2)
        self.assertTrue(changed.summary and changed.kind)
        self.assertIn("birthRate", scene.document)
        scene.reset()
        self.assertEqual(scene.params(rate.key)[0], rate)
        self.assertLess(len(scene.params("birthRate")), len(scene.params()))

    def test_changes_are_all_or_none(self):
        scene = starmine.Scene("snow", size=SIZE)
        before = scene.hash(2)
        with self.assertRaises(starmine.Problem) as caught:
            scene.set("snow.scale=3", "snow.scael=3")
        self.assertIn("scale", str(caught.exception))
        self.assertEqual(scene.hash(2), before)

    def test_documents(self):
        document = {"movie": {"size": [8, 8]}, "layer": {"backgroundColor": "#ff0000"}}
        scene = starmine.Scene(text=document)
        self.assertEqual(pixels(scene.render(0))[:4], b"\xff\0\0\xff")
        with self.assertRaises(starmine.Problem) as caught:
            starmine.Scene(text="{layer: {\n  opacty: 1, sublayers: [}}", name="mine")
        self.assertEqual(caught.exception.problems[0]["line"], 2)
        self.assertIn("mine:2:", str(caught.exception))
        self.assertRaises(starmine.Problem, starmine.Scene, text="{layer: {contents: '/etc/passwd'}}")
        self.assertRaises(starmine.UnknownScene, starmine.Scene, "no-such-preset")
        self.assertRaises(TypeError, starmine.Scene)
        self.assertRaises(starmine.ArgumentError, starmine.Scene, "snow", size=(99999, 1))

    def test_formats(self):
        scene = starmine.Scene("confetti", size=SIZE)
        straight, reverse = pixels(scene.render(1)), pixels(scene.render(1, format="bgra"))
        self.assertEqual(straight[0::4], reverse[2::4])
        self.assertRaises(ValueError, scene.render, 1, format="cmyk")
        out = memoryview(bytearray(SIZE[0] * SIZE[1] * 4)).cast("B", (SIZE[1], SIZE[0], 4))
        self.assertIs(scene.render(1, out=out), out)
        self.assertEqual(bytes(out), straight)
        self.assertRaises(ValueError, scene.render, 1, out=bytes(len(straight)))
        self.assertRaises(ValueError, scene.render, 1, out=bytearray(7))

    @NEEDS_NUMPY
    def test_arrays(self):
        scene = starmine.Scene("confetti", size=SIZE)
        frame = scene.render(1)
        self.assertEqual((frame.shape, frame.dtype), ((54, 96, 4), numpy.uint8))
        wide = numpy.zeros((54, 200, 4), numpy.uint8)
        scene.render(1, out=wide[::-1, :96])
        self.assertTrue((wide[::-1, :96] == frame).all() and not wide[:, 96:].any())
        self.assertRaises(ValueError, scene.render, 1, out=wide)
        below = numpy.full((54, 96, 3), 50, numpy.uint8)
        over = scene.render_over(1, below)
        self.assertTrue((over[..., :3] != 50).any() and (over[..., :3] == 50).any())

    @NEEDS_NUMPY
    def test_pictures(self):
        red = numpy.zeros((2, 2, 3), numpy.uint8)
        red[..., 0] = 255
        text = {"movie": {"size": [8, 8]}, "layer": {"contents": "logo.png"}}
        self.assertEqual(pixels(starmine.Scene(text=text, pictures={"logo.png": red}).render(0))[:3], b"\xff\0\0")

        def fails(path):
            raise KeyError(path)

        self.assertRaises(KeyError, starmine.Scene, text=text, pictures=fails)
        self.assertRaises(starmine.Problem, starmine.Scene, text=text, pictures={})

    def test_frames(self):
        scene = starmine.Scene("embers", size=SIZE)
        some = [pixels(frame) for frame in scene.frames(fps=10, start=1, end=1.5)]
        self.assertEqual(len(some), 5)
        self.assertEqual(some[2], pixels(scene.render(1.2)))
        self.assertEqual(len({id(frame) for frame in scene.frames(fps=10, end=0.5, reuse=True)}), 1)

    def test_png(self):
        scene = starmine.Scene("confetti", size=SIZE)
        data = scene._repr_png_()
        self.assertTrue(data.startswith(b"\x89PNG"))
        start = data.index(b"IDAT")
        rows = zlib.decompress(data[start + 4 : data.index(b"IEND") - 8])
        self.assertEqual(rows[1 : 1 + 4 * 96], pixels(scene.render(scene.duration / 2))[: 4 * 96])

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is not installed")
    def test_floats_are_the_light_of_exr_files(self):
        def light(value):
            if value > 1:
                return 1 + 2.275 * (value - 1)
            return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

        text = {"movie": {"size": [4, 2], "background": "clear"}, "layer": {"sublayers": [
            {"frame": [0, 0, 2, 2], "backgroundColor": "#ff8040", "opacity": 0.5},
            {"frame": [2, 0, 2, 1], "backgroundColor": "color(srgb 2 1 0.5)"}]}}
        scene = starmine.Scene(text=text)
        frame = memoryview(scene.render_float(0))
        self.assertEqual((frame.shape, frame.format), ((2, 4, 4), "f"))
        with tempfile.TemporaryDirectory() as folder:
            scene.export(Path(folder) / "a-%d.exr", frames=0)
            command = ["ffmpeg", "-v", "error", "-i", folder + "/a-0.exr", "-f", "rawvideo", "-pix_fmt", "gbrapf32le"]
            planes = array.array("f", subprocess.run([*command, "-"], capture_output=True, check=True).stdout)
        for pixel in range(8):
            *color, alpha = (frame[pixel // 4, pixel % 4, i] for i in range(4))
            linear = [light(value / alpha) * alpha if alpha else 0 for value in color] + [alpha]
            for value, plane in zip(linear, (2, 0, 1, 3)):
                self.assertAlmostEqual(value, planes[8 * plane + pixel], delta=0.002 * max(1, value))
        self.assertAlmostEqual(frame[0, 2, 0], 2.738, delta=0.01)

    def test_variables(self):
        text = {"movie": {"size": [8, 8]}, "vars": {"back": {"type": "color", "default": "red"}},
                "layer": {"backgroundColor": "{back}"}}
        scene = starmine.Scene(text=text)
        self.assertEqual(pixels(scene.render(0))[:3], b"\xff\0\0")
        scene.set("vars.back=blue")
        self.assertEqual(pixels(scene.render(0))[:3], b"\0\0\xff")


class Exports(unittest.TestCase):
    """Files are those of the command line."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def probe(self, name, stream="v"):
        command = ["ffprobe", "-v", "error", "-select_streams", stream, "-show_streams", "-of", "json"]
        found = subprocess.run([*command, self.folder / name], capture_output=True, check=True).stdout
        return json.loads(found)["streams"][0]

    @unittest.skipUnless(shutil.which("ffprobe"), "ffprobe is not installed")
    def test_odd_sizes_alpha_and_tags(self):
        scene = starmine.Scene("confetti", size=(95, 53))
        scene.set("movie.duration=0.5", "movie.fps=10")
        for name in ("a.mov", "a.webm"):
            scene.export(self.folder / name, "movie.background=transparent")
        self.assertTrue(self.probe("a.mov")["pix_fmt"].startswith("yuva"))
        self.assertEqual(self.probe("a.webm")["tags"]["alpha_mode"], "1")
        seen = []
        notes = scene.export(
            self.folder / "a.mp4", frames="1-3", background="black", crf=30, threads=1,
            progress=lambda done, count: seen.append((done, count)))
        self.assertIsInstance(notes, list)
        self.assertEqual(seen[-1], (3, 3))
        found = self.probe("a.mp4")
        self.assertEqual([found[f"color_{key}"] for key in ("space", "transfer", "primaries")], ["bt709"] * 3)
        self.assertEqual((found["nb_frames"], found["width"], found["height"]), ("3", 96, 54))

    @unittest.skipUnless(shutil.which("ffprobe"), "ffprobe is not installed")
    def test_options_of_the_command(self):
        scene = starmine.Scene("snow", size=(96, 80))
        with wave.open(str(self.folder / "a.wav"), "wb") as sound:
            sound.setparams((1, 2, 8000, 0, "NONE", ""))
            sound.writeframes(bytes(8000))
        scene.export(
            self.folder / "a.mp4", format="hevc-10", hdr="pq", motion_blur=True, duration=0.2,
            audio=[self.folder / "a.wav"], audio_gain=-3)
        self.assertEqual(self.probe("a.mp4")["color_transfer"], "smpte2084")
        self.assertEqual(self.probe("a.mp4", "a")["codec_type"], "audio")
        scene.export(self.folder / "b.mp4", over=self.folder / "a.mp4", at="0.05s")
        self.assertEqual(self.probe("b.mp4")["color_transfer"], "smpte2084")
        scene.export(self.folder / "c.gif", for_="slack", duration=0.2, size="32x18", max_size="1MB")
        self.assertEqual(self.probe("c.gif")["width"], 32)
        self.assertEqual(scene.size, (96, 80))

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is not installed")
    def test_variables_of_one_file(self):
        text = {"movie": {"size": [8, 8]}, "vars": {"back": {"type": "color", "default": "red"}},
                "layer": {"backgroundColor": "{back}"}}
        scene = starmine.Scene(text=text)
        scene.export(self.folder / "a-%d.png", "vars.back=blue", frames=0)
        command = ["ffmpeg", "-v", "error", "-i", self.folder / "a-0.png", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
        self.assertEqual(subprocess.run(command, capture_output=True, check=True).stdout[:3], b"\0\0\xff")
        self.assertEqual(pixels(scene.render(0))[:3], b"\xff\0\0")

    def test_errors_come_before_the_first_frame(self):
        scene = starmine.Scene("snow", size=(64, 36))
        seen = []
        for error, options in (
            ("has no alpha", {"background": "transparent"}), ("did you mean", {"formt": "h264"}),
            ("expected one of", {"for_": "nowhere"}), ("quality of H.264", {"crf": 999}),
            ("first-last", {"frames": "9-1"}),
            ("does not support HDR", {"hdr": "pq", "format": "h264"}), ("audio=FILE", {"audio_gain": 3}),
            ("leave out size", {"over": "a.mp4", "size": "4k"}), ("nothing.wav", {"audio": "/nothing.wav"}),
        ):
            with self.subTest(error), self.assertRaises(starmine.Problem) as caught:
                scene.export(self.folder / "a.mp4", progress=lambda *counts: seen.append(counts), **options)
            self.assertIn(error, str(caught.exception))
        self.assertEqual((seen, os.listdir(self.folder)), ([], []))

    def test_exports_stop(self):
        scene = starmine.Scene("snow", size=(64, 36))

        def fail(done, count):
            raise ZeroDivisionError

        (self.folder / "a.mp4").write_text("kept")
        self.assertRaises(ZeroDivisionError, scene.export, self.folder / "a.mp4", progress=fail)
        with self.assertRaises(starmine.Cancelled):
            scene.export(self.folder / "a.mp4", progress=lambda done, count: scene.cancel())
        self.assertEqual(os.listdir(self.folder), ["a.mp4"])
        self.assertEqual((self.folder / "a.mp4").read_text(), "kept")
        self.assertEqual(scene.hash(1), starmine.Scene("snow", size=(64, 36)).hash(1))

    def test_forks_during_an_export(self):
        scene, children = starmine.Scene("snow", size=(64, 36)), []

        def fork(done, count):
            if done == 2:
                children.append(os.fork())
                if children[0] == 0:
                    signal.alarm(30)

        try:
            scene.export(self.folder / "a.mp4", frames="0-9", progress=fork)
        except starmine.ArgumentError as error:
            if children != [0]:
                raise
            self.assertIn("forked during an export", str(error))
            self.assertRaises(starmine.ArgumentError, starmine.Scene, "snow")
            os._exit(0)
        self.assertNotEqual(children[0], 0)
        self.assertEqual(os.waitpid(children[0], 0)[1], 0)
        self.assertGreater((self.folder / "a.mp4").stat().st_size, 500)


class Processes(unittest.TestCase):
    moments = [("imessage-confetti", t / 4) for t in range(6)] + [("listings", t / 2) for t in range(6)]

    def test_threads_share_scenes(self):
        expected = {moment: digits(moment) for moment in self.moments}
        scenes = {name: starmine.Scene(name, size=SIZE) for name, _ in self.moments}
        wrong = []

        def draw(order):
            for moment in order:
                if scenes[moment[0]].hash(moment[1]) != expected[moment]:
                    wrong.append(moment)

        orders = [self.moments[i:] + self.moments[:i] for i in range(8)]
        orders[::2] = [order[::-1] for order in orders[::2]]
        threads = [threading.Thread(target=draw, args=(order,)) for order in orders]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_pools(self):
        expected = [digits(moment) for moment in self.moments]
        for method in ("fork", "spawn", "forkserver"):
            with self.subTest(method):
                context = multiprocessing.get_context(method)
                with ProcessPoolExecutor(2, mp_context=context) as pool:
                    self.assertEqual(list(pool.map(digits, self.moments)), expected)

    def test_other_threads_run_meanwhile(self):
        scene = starmine.Scene("galaxy", size=(1280, 720))
        ticks, done = [0], threading.Event()

        def tick():
            while not done.is_set():
                ticks[0] += 1
                time.sleep(0)

        thread = threading.Thread(target=tick)
        thread.start()
        before = ticks[0]
        scene.render(2)
        self.assertGreater(ticks[0], before)
        done.set()
        thread.join()

    def test_cancel(self):
        scene = starmine.Scene("galaxy", size=(1920, 1080))
        thread = threading.Thread(target=lambda: [scene.cancel() or time.sleep(0.001) for _ in range(400)])
        thread.start()
        with self.assertRaises(starmine.Cancelled):
            for _ in range(3):
                scene.render(2)
        thread.join()

    def test_cancel_while_it_closes(self):
        for _ in range(20):
            scene = starmine.Scene("snow", size=(8, 6))
            thread = threading.Thread(target=lambda: [scene.cancel() for _ in range(2000)])
            thread.start()
            scene.close()
            thread.join()

    def test_interrupt(self):
        script = (
            "import starmine, sys\nscene = starmine.Scene('galaxy', size=(640, 360))\n"
            # Ready means that an interrupt is caught, however late the next line runs.
            "try:\n  print('ready', flush=True)\n  while True: scene.render(1)\n"
            "except KeyboardInterrupt: print('stopped')\n"
        )
        process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
        self.assertEqual(process.stdout.readline(), "ready\n")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.communicate(timeout=60)[0], "stopped\n")

    def test_memory_stays(self):
        scene = starmine.Scene("snow", size=(64, 36))
        count = int(os.environ.get("STARMINE_FRAMES", "2000"))
        for i in range(200):
            scene.render(i / 60)
        gc.collect()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for i in range(count):
            scene.render(i % 600 / 60)
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 4096)


class Contract(unittest.TestCase):
    """What a script may do wrong without harm."""

    text = {"movie": {"size": [8, 8]}, "layer": {"name": "a", "contents": "logo.png"}}

    def test_memory_is_held_while_it_is_drawn_into(self):
        scene = starmine.Scene("galaxy", size=(1280, 720))
        memory = bytearray(1280 * 720 * 4)
        thread = threading.Thread(target=scene.render, args=(3,), kwargs={"out": memory})
        thread.start()
        while thread.is_alive():
            try:
                memory.append(0)
                memory.pop()
            except BufferError:
                break
        else:
            self.fail("the memory could move")
        thread.join()
        memory.append(0)

    def test_scenes_are_not_copied(self):
        scene = starmine.Scene("snow", size=SIZE)
        for action in (copy.copy, copy.deepcopy, pickle.dumps):
            self.assertRaises(TypeError, action, scene)
        self.assertEqual(scene.size, SIZE)

    def test_numbers_that_c_cannot_hold(self):
        scene = starmine.Scene("snow", size=SIZE)
        for size in ((1 << 32 | 96, 54), (96, 1 << 40), (-(1 << 32) + 96, 54)):
            self.assertRaises(starmine.ArgumentError, starmine.Scene, "snow", size=size)
            self.assertRaises(starmine.ArgumentError, scene.resize, size)
        for wrong in ({"threads": 1 << 32 | 1}, {"memory": 1 << 64}, {"memory": -1}):
            self.assertRaises(starmine.ArgumentError, starmine.Scene, "snow", **wrong)
        self.assertEqual(scene.size, SIZE)

    def test_texts_that_c_would_cut(self):
        scene = starmine.Scene("snow", size=SIZE)
        for action in (
            lambda: starmine.Scene("snow\0deep"), lambda: starmine.Scene(text={"layer": {}}, name="a\0b"),
            lambda: starmine.Scene(text={"layer": {}}, folder="/\0"), lambda: scene.set("snow.scale=2\0"),
            lambda: scene.params("birth\0"),
        ):
            self.assertRaises(starmine.ArgumentError, action)

    def test_changes_keep_the_size(self):
        scene = starmine.Scene(text={"movie": {"size": [8, 8]}, "layer": {}})
        with self.assertRaises(starmine.ArgumentError) as caught:
            scene.set("movie.size=[64, 64]")
        self.assertIn("resize", str(caught.exception))
        self.assertEqual(scene.size, (8, 8))

    @NEEDS_NUMPY
    def test_forks_while_a_picture_is_asked_for(self):
        asked, forked = threading.Event(), threading.Event()

        def slow(path):
            asked.set()
            forked.wait(30)
            return numpy.zeros((2, 2, 4), numpy.uint8)

        thread = threading.Thread(target=starmine.Scene, kwargs={"text": self.text, "pictures": slow})
        thread.start()
        asked.wait(30)
        signal.alarm(60)
        child = os.fork()
        if child == 0:
            os._exit(starmine.Scene("snow", size=SIZE).hash(1) == "")
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        signal.alarm(0)
        forked.set()
        thread.join()

    def test_scenes_that_draw_are_free_in_a_child(self):
        scene = starmine.Scene("galaxy", size=(640, 360))
        stop = threading.Event()
        thread = threading.Thread(target=lambda: [scene.render(2) for _ in iter(stop.is_set, True)])
        thread.start()
        for _ in range(5):
            child = os.fork()
            if child == 0:
                signal.alarm(30)
                os._exit(scene.hash(1) == "")
            self.assertEqual(os.waitpid(child, 0)[1], 0)
        stop.set()
        thread.join()

    @NEEDS_NUMPY
    def test_closes_in_a_callback_give_memory_back(self):
        def close(path):
            scene = starmine.Scene.__new__(starmine.Scene)
            self.assertRaises(AttributeError, scene.render, 1)
            while others:
                others.pop().close()
            return numpy.zeros((2, 2, 4), numpy.uint8)

        peaks = []
        for _ in range(4):
            others = [starmine.Scene(text={"layer": {}}, size=(1280, 720)) for _ in range(20)]
            for other in others:
                other.render(0)
            starmine.Scene(text=self.text, pictures=close)
            peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
        self.assertLess(peaks[3] - peaks[0], 60 << 10)


class WithoutNumpy(unittest.TestCase):
    @NEEDS_NUMPY
    def test_everything_else_works(self):
        script = (
            "import sys\nsys.modules['numpy'] = None\nimport starmine\nscene = starmine.Scene('snow', size=(8, 6))\n"
            "frame = scene.render(1)\nassert isinstance(frame, memoryview) and frame.shape == (6, 8, 4)\n"
            "assert scene.render_over(1, frame).shape == (6, 8, 4)\nassert scene.to_png(1)[:4] == b'\\x89PNG'\n"
        )
        subprocess.run([sys.executable, "-c", script], check=True)


if __name__ == "__main__":
    unittest.main()
