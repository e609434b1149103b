"""Chromium as an engine: one browser without a window for the whole run, whose page (canvas.js) asks for jobs."""

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
TYPES = {".html": "text/html", ".js": "text/javascript"}


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
        name = self.path.lstrip("/")
        if name == "job":
            self.answer(json.dumps(self.browser.jobs.get()).encode(), "application/json")
        elif name == "mark":
            self.browser.marks.append(processor_time(self.browser.process.pid))
            self.answer(b"", "text/plain")
        elif name.startswith("case/"):
            self.answer(self.browser.case.read_bytes(), "application/octet-stream")
        elif name in ("canvas.html", "canvas.js", "case.js"):
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

    def __init__(self, program):
        self.program, self.process = program, None
        self.jobs, self.results = queue.Queue(), queue.Queue()
        self.case, self.pixels, self.marks = None, None, []

    def start(self):
        handler = type("BrowserHandler", (Handler,), {"browser": self})
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.profile = tempfile.TemporaryDirectory(prefix="peers-chromium-", ignore_cleanup_errors=True)
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        address = f"http://127.0.0.1:{self.server.server_address[1]}/canvas.html"
        self.process = subprocess.Popen(
            [self.program, *FLAGS, *root, f"--user-data-dir={self.profile.name}", address],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def draw(self, case, seconds, picture):
        """Nanoseconds of each frame, or the reason why there are none; writes the picture once."""
        if not self.process:
            self.start()
        self.case, self.pixels, self.marks = case, None, []
        needs_picture = not picture.exists()
        self.jobs.put({"name": case.name, "seconds": seconds, "picture": needs_picture})
        try:
            result = self.results.get(timeout=120)
        except queue.Empty:
            # A late answer must not count for the next case: another browser draws that.
            self.stop()
            return None, "fails: no answer within two minutes"
        if "times" not in result:
            return None, result.get("refusal") or f"fails: {result.get('error')}"
        if self.pixels:
            write_picture(picture, self.pixels, case)
        # A busy machine lengthens frames: none counts with more than the mean of what processors did for it.
        mean = (self.marks[1] - self.marks[0]) / len(result["times"])
        return [min(time, mean) for time in result["times"]], None

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


def write_picture(path, pixels, case):
    head = case.read_bytes()[8:16]
    (width, height) = (int.from_bytes(head[:4], "little"), int.from_bytes(head[4:], "little"))
    rgb = bytearray(width * height * 3)
    for channel in range(3):
        rgb[channel::3] = pixels[channel::4]
    path.write_bytes(b"P6\n%d %d\n255\n" % (width, height) + rgb)
