"""Chromium as two engines: for each a browser without a window for the whole run, whose page asks for jobs. canvas.js
draws on a canvas and knows the time of each frame; dom.js moves elements, of which the processor time is known."""

import http.server
import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path

HERE = Path(__file__).resolve().parent
FLAGS = ["--headless=new", "--disable-gpu", "--no-first-run", "--no-default-browser-check", "--disable-extensions",
         "--disable-background-networking", "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
         "--disable-backgrounding-occluded-windows", "--mute-audio", "--disable-dev-shm-usage"]
TYPES = {".html": "text/html", ".js": "text/javascript", ".json": "application/json"}
#: larger than a scene, whatever the browser takes of it
WINDOW = "1920,1300"
#: seconds for one case
PATIENCE = 120


SILENT = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
CANVAS, DOM = "canvas.html", "dom.html"
#: the clock of elements
SUM = "CPU of all processes"


def find():
    return next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))),
                None)


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves the page, the cases and the jobs, and takes what comes back."""

    protocol_version = "HTTP/1.1"
    browser = None

    def log_message(self, *_):
        pass

    def answer(self, data, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        # With these two a page may read its clock to 5 us instead of 100.
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        name = self.path.lstrip("/").partition("?")[0]
        if name == "job":
            self.answer(json.dumps(self.browser.jobs.get()).encode(), "application/json")
        elif name == "mark":
            self.browser.marks.append(processor_time(self.browser.process.pid))
            self.answer(b"", "text/plain")
        elif name.startswith("case/"):
            self.answer(self.browser.case.read_bytes(), "application/octet-stream")
        elif name.startswith("document/") and self.browser.case.with_suffix(".json").exists():
            self.answer(self.browser.case.with_suffix(".json").read_bytes(), TYPES[".json"])
        elif name == "built":
            self.browser.built.set()
            self.answer(b"", "text/plain")
        elif name == "ready":
            self.browser.built.wait(PATIENCE)
            self.answer(b"", "image/png")
        elif name == "screenshot":
            self.answer(self.browser.screenshot, "image/png")
        elif name in ("canvas.html", "canvas.js", "case.js", "dom.html", "dom.js", "motion.js"):
            self.answer((HERE / name).read_bytes(), TYPES[Path(name).suffix])
        else:
            self.send_error(404)

    def do_POST(self):
        data = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/picture":
            self.browser.pixels = data
        else:
            self.browser.results.put(json.loads(data))
        self.answer(b"", "text/plain")


class Browser:
    """Starts with the first job."""

    def __init__(self, program, page):
        self.program, self.page, self.process = program, page, None
        self.jobs, self.results = queue.Queue(), queue.Queue()
        self.case, self.pixels, self.screenshot, self.marks = None, None, None, []
        self.built = threading.Event()

    def start(self):
        handler = type("BrowserHandler", (Handler,), {"browser": self})
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.profile = tempfile.TemporaryDirectory(prefix="peers-chromium-", ignore_cleanup_errors=True)
        self.process = subprocess.Popen(self.command(self.profile.name, f"--window-size={WINDOW}"), **SILENT)

    def command(self, profile, *more, query=""):
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        address = f"http://127.0.0.1:{self.server.server_address[1]}/{self.page}{query}"
        return [self.program, *FLAGS, *root, *more, f"--user-data-dir={profile}", address]

    def show(self):
        """Takes a picture of the first frame in a window of its own."""
        with tempfile.TemporaryDirectory(prefix="peers-chromium-", ignore_cleanup_errors=True) as folder:
            picture = Path(folder) / "picture.png"
            width, height = size(self.case)
            more = [f"--screenshot={picture}", f"--window-size={width},{height}"]
            self.built.clear()
            try:
                subprocess.run(
                    self.command(folder, *more, query=f"?case={self.case.stem}"), timeout=PATIENCE, **SILENT)
            except subprocess.TimeoutExpired:
                pass
            self.screenshot = picture.read_bytes() if picture.exists() else b""

    def draw(self, case, seconds, picture):
        """Nanoseconds of each frame, or the reason why there are none; writes the picture once."""
        if not self.process:
            self.start()
        self.case, self.pixels, self.marks = case, None, []
        needs_picture = not picture.exists()
        if needs_picture and self.page == DOM and case.with_suffix(".json").exists():
            self.show()
        self.jobs.put({"name": case.stem, "seconds": seconds, "picture": needs_picture})
        try:
            result = self.results.get(timeout=PATIENCE)
        except queue.Empty:
            # A late answer must not count for the next case: another browser draws that.
            self.stop()
            return None, "fails: no answer within two minutes"
        if "frames" not in result:
            return None, result.get("refusal") or f"fails: {result.get('error')}"
        if self.pixels:
            write_picture(picture, self.pixels, case)
        # A busy machine lengthens frames: none counts with more than the mean of what processors did for it.
        mean = (self.marks[1] - self.marks[0]) / result["frames"]
        return [min(time, mean) for time in result.get("times", [mean])], None

    def stop(self):
        if not self.process:
            return
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.server.shutdown()
        self.profile.cleanup()
        self.process, self.jobs, self.results = None, queue.Queue(), queue.Queue()


def processor_time(root):
    """Nanoseconds that a process and all below it have run so far."""
    parents = {}
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit():
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    total = 0
    for process in parents:
        above = process
        while above not in (0, root):
            above = parents.get(above, 0)
        if above == root:
            total += sum(map(thread_time, Path(f"/proc/{process}/task").glob("*/schedstat")))
    return total


def thread_time(path):
    try:
        return int(path.read_text().split()[0])
    except OSError:
        return 0


def size(case):
    head = case.read_bytes()[8:16]
    return int.from_bytes(head[:4], "little"), int.from_bytes(head[4:], "little")


def write_picture(path, pixels, case):
    (width, height) = size(case)
    rgb = bytearray(width * height * 3)
    for channel in range(3):
        rgb[channel::3] = pixels[channel::4]
    path.write_bytes(b"P6\n%d %d\n255\n" % (width, height) + rgb)
