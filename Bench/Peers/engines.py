"""Which engines there are, what they need, how their programs are built, and how they draw a case."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import chromium

HERE = Path(__file__).resolve().parent

#: pkg-config's name, Debian's package and our program of engines in C and C++
LIBRARIES = {
    "cairo": ("cairo-ft", "libcairo2-dev", "peer_cairo.c"),
    "pixman": ("pixman-1", "libpixman-1-dev", "peer_pixman.c"),
    "sdl2": ("sdl2", "libsdl2-dev", "peer_sdl2.c"),
    "qt": ("Qt6Gui", "qt6-base-dev", "peer_qt.cpp"),
}
#: module, PyPI's package and our program of engines with Python bindings
MODULES = {"skia": ("skia", "skia-python", "peer_skia.py"), "pygame": ("pygame", "pygame-ce", "peer_pygame.py")}
#: PyPI's package with an engine's library, the library and our program
WHEELS = {
    "blend2d": ("blend2d-python", "blend2d/libblend2d.a", "peer_blend2d.c"),
    "thorvg": ("thorvg-python", "thorvg_python/libthorvg-1.so", "peer_thorvg.c"),
}
BROWSER = "chromium"
#: the browser's pages by engine
PAGES = {"chromium": chromium.CANVAS, "chromium-dom": chromium.DOM}
#: in the order of tables
NAMES = ["blend2d", "qt", "skia", "cairo", "thorvg", "chromium", "chromium-dom", "pixman", "sdl2", "pygame"]
#: engines whose programs draw in floats where a fourth argument asks for it
FLOATS = ["qt", "skia"]
NO_FLOATS = "has no surface of floats"


def say(text):
    print(f"peers: {text}", file=sys.stderr, flush=True)


def output_of(*command):
    """What a program prints, or nothing if it fails."""
    try:
        run = subprocess.run(command, capture_output=True, text=True)
    except OSError:
        return None
    return run.stdout.strip() if run.returncode == 0 else None


def python_of(folder):
    """The environment that we have made, or the Python that runs this."""
    own = folder / "python" / "bin" / "python"
    return str(own) if own.exists() else sys.executable


def install(folder, wanted):
    """Debian packages with apt-get, Python packages into an environment of their own; of wanted engines, if any."""
    def chosen(table, column):
        return [row[column] for name, row in table.items() if not wanted or name in wanted]

    packages = ["gcc", "g++", "pkg-config", "fontconfig", *chosen(LIBRARIES, 1)]
    if chosen({name: [page] for name, page in PAGES.items()}, 0):
        packages.append(BROWSER)
    modules = [*chosen(MODULES, 1), *chosen(WHEELS, 0)]
    if modules:
        packages.append("python3-venv")
    root = [] if os.geteuid() == 0 else ["sudo"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(root + ["apt-get", "update", "-qq"], env=environment)
    if subprocess.run(root + ["apt-get", "install", "-qq", "-y", "--no-install-recommends", *packages],
                      env=environment).returncode:
        say("apt-get could not install everything; going on with what is there")
    if not modules:
        return
    if not (folder / "python" / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder / "python")], check=True)
    subprocess.run([python_of(folder), "-m", "pip", "install", "-q", "numpy", *modules])


class Program:
    """An engine that is started for every case: PROGRAM CASE SECONDS PICTURE [float]."""

    clock = "CPU"

    def __init__(self, command, has_floats):
        self.has_floats = has_floats
        self.command, self.version = command, output_of(*command, "--version") or "unknown"

    def draw(self, case, seconds, picture, is_deep):
        """Nanoseconds of each frame, or the reason why there are none; writes the picture once."""
        if is_deep and not self.has_floats:
            return None, NO_FLOATS
        target = "-" if picture.exists() else str(picture)
        run = subprocess.run([*self.command, str(case), str(seconds), target, *["float"] * is_deep],
                             capture_output=True, text=True)
        if run.returncode == 0:
            return [float(line) for line in run.stdout.split()], None
        reason = (run.stderr.strip().splitlines() or [f"exit {run.returncode}"])[-1]
        return None, reason if run.returncode == 3 else f"fails: {reason}"

    def stop(self):
        pass


class Page:
    """A page in a browser. A canvas knows no other clock than the one on the wall; chromium.py puts it right."""

    def __init__(self, program, page):
        self.browser = chromium.Browser(program, page)
        self.clock = "wall" if page == chromium.CANVAS else chromium.SUM
        self.version = (re.search(r"[\d.]+", output_of(program, "--version") or "") or ["unknown"])[0]

    def draw(self, case, seconds, picture, is_deep):
        return (None, NO_FLOATS) if is_deep else self.browser.draw(case, seconds, picture)

    def stop(self):
        self.browser.stop()


def wheel_links(file, binaries):
    """A shared library is looked for under the name that it gives itself, which wheels do not keep."""
    if file.suffix == ".a":
        return ["-lstdc++", "-lpthread", "-lrt"]
    link = binaries / f"{file.name}.1"
    link.unlink(missing_ok=True)
    link.symlink_to(file)
    return ["-Wl,-rpath,$ORIGIN"]


def library_flags(python, binaries):
    """Source and flags of each program in C or C++ that can be built; and what engines are missing, by name."""
    found, missing = {}, {}
    for name, (library, package, source) in LIBRARIES.items():
        flags = output_of("pkg-config", "--cflags", "--libs", library)
        if flags is None:
            missing[name] = f"{name} (Debian: {package})"
        else:
            found[name] = (source, flags.split())
    folders = [Path(folder) for folder in (output_of(python, "-c", "import sys; print(*sys.path, sep='\\n')") or
                                           "").splitlines()]
    for name, (package, path, source) in WHEELS.items():
        file = next((folder / path for folder in folders if (folder / path).exists()), None)
        if file is None:
            missing[name] = f"{name} (PyPI: {package})"
        else:
            found[name] = (source, [str(file), *wheel_links(file, binaries)])
    return found, missing


def build(folder, wanted):
    """Every wanted engine that is there, by name; says what the others need, and ends where one was named."""
    binaries = folder / "bin"
    binaries.mkdir(parents=True, exist_ok=True)
    compiler = shutil.which("cc")
    if not compiler:
        sys.exit("peers: no C compiler (Debian: gcc)")
    subprocess.run([compiler, "-O2", "-o", str(binaries / "difference"), str(HERE / "difference.c")], check=True)
    python = python_of(folder)
    engines = {}
    found, missing = library_flags(python, binaries)
    for name, (source, flags) in found.items():
        tool = [shutil.which("c++") or "c++", "-std=c++17"] if source.endswith(".cpp") else [compiler]
        if wanted and name not in wanted:
            continue
        if subprocess.run([*tool, "-O2", "-fPIC", "-o", str(binaries / name), str(HERE / source), *flags,
                           "-lm"]).returncode:
            missing[name] = f"{name} (its program does not build)"
        else:
            engines[name] = Program([str(binaries / name)], name in FLOATS)
    for name, (module, package, source) in MODULES.items():
        if output_of(python, "-c", f"import numpy, {module}") is None:
            missing[name] = f"{name} (PyPI: {package}, numpy)"
        else:
            engines[name] = Program([python, "-B", str(HERE / source)], name in FLOATS)
    program = chromium.find()
    if program:
        engines.update((name, Page(program, page)) for name, page in PAGES.items())
    else:
        missing.update((name, f"{name} (Debian: {BROWSER})") for name in PAGES)
    report_missing(missing, wanted)
    return {name: engines[name] for name in NAMES if name in engines and (not wanted or name in wanted)}


def report_missing(missing, wanted):
    """What is not there is left out, but for what was asked for by name."""
    names = ", ".join(text for name, text in missing.items() if not wanted or name in wanted)
    if wanted and names:
        say(f"not there: {names}; --install installs engines")
        sys.exit(2)
    if names:
        say(f"left out, not there: {names}; --install installs engines")
