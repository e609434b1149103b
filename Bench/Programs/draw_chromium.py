"""A page in Chromium, screenshot by screenshot through the DevTools protocol, piped to ffmpeg:
draw_chromium.py SCENE MOVIE"""

import base64
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import scene as scenes

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Peers"))
import chromium  # noqa: E402

PAGE = """<!doctype html><style>body { margin: 0; overflow: hidden; background: %s }
div { position: absolute; transform-origin: 0 0 } </style>
%s<script>const elements = document.querySelectorAll("div");
function draw(places, opacity) {
  places.forEach(([x, y, turn, opacity], k) => {
    elements[k].style.transform = `translate(${x}px, ${y}px) rotate(${turn}deg) translate(-50%%, -50%%)`;
    elements[k].style.opacity = opacity;
  });
  elements[places.length].style.opacity = opacity;
}</script>"""


class Browser:
    """Answers on a pipe, one command after the other."""

    def __init__(self, folder):
        (inward, self.to), (self.answers, outward) = os.pipe(), os.pipe()
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        command = [chromium.find(), *chromium.FLAGS, *root, "--remote-debugging-pipe", f"--user-data-dir={folder}"]
        script = f'exec "$0" "$@" 3<&{inward} 4>&{outward}'
        self.process = subprocess.Popen(["bash", "-c", script, *command], pass_fds=(inward, outward), **chromium.SILENT)
        os.close(inward)
        os.close(outward)
        self.count, self.session = 0, {}
        page = self.tell("Target.createTarget", url="about:blank")["targetId"]
        self.session = {"sessionId": self.tell("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]}

    def tell(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters, **self.session}
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while (answer := self.next()).get("id") != self.count:
            pass
        if "error" in answer or "exceptionDetails" in answer["result"]:
            sys.exit(f"{method}: {answer}")
        return answer["result"]

    def next(self):
        parts = [b""]
        while not parts[-1].endswith(b"\0"):
            parts.append(os.read(self.answers, 1 << 20) or sys.exit("the browser is gone"))
        return json.loads(b"".join(parts).rstrip(b"\0").split(b"\0")[-1])


def page(scene, title):
    boxes = [f'<div style="left: 0; top: 0; width: {w}px; height: {h}px; '
             f'border-radius: {shape["radius"]}px; background: {shape["color"]}"></div>'
             for shape in scene["shapes"] for w, h in [shape["size"]]]
    top = round(title["baseline"] - scenes.ASCENT * title["size"])
    text = (f'<div style="width: 100%; text-align: center; top: {top}px; color: {title["color"]}; '
            f'font: bold {title["size"]}px {scenes.FONT}">{title["text"]}</div>')
    return PAGE % (scene["background"], "".join(boxes) + text)


def main(folder):
    scene, browser = scenes.load(), Browser(folder)
    browser.tell("Emulation.setDeviceMetricsOverride", width=scenes.WIDTH, height=scenes.HEIGHT, deviceScaleFactor=1,
                 mobile=False)
    written = f"document.write({json.dumps(page(scene, scene['title']))}); document.close()"
    browser.tell("Runtime.evaluate", expression=written)

    def draw(places, opacity):
        browser.tell("Runtime.evaluate", expression=f"draw({json.dumps(places)}, {opacity})")
        return base64.b64decode(browser.tell("Page.captureScreenshot", format="png", optimizeForSpeed=True)["data"])

    status = scenes.write(scene, draw, "-f", "image2pipe", "-c:v", "png")
    os.close(browser.to)  # It ends with its pipe.
    browser.process.wait()
    return status


with tempfile.TemporaryDirectory(prefix="programs-chromium-", ignore_cleanup_errors=True) as made:
    sys.exit(main(made))
