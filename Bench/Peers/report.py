"""The tables of a run: for a terminal, as Markdown, as JSON, and as JSON in the form of Blend2D's bl_bench."""

import json
import math
import platform
from pathlib import Path

import chromium
import league


def table(rows, is_markdown):
    if is_markdown:
        rule = ["---"] + ["---:"] * (len(rows[0]) - 1)
        return "\n".join("| " + " | ".join(row) + " |" for row in [rows[0], rule, *rows[1:]])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(w) if k == 0 else cell.rjust(w) for k, (cell, w) in
                               enumerate(zip(row, widths))) for row in rows)


def is_sprites(case):
    return case.name in league.SPRITES


def row(case, engines):
    """Nanoseconds of a sprite, or microseconds of a frame."""
    unit = max(1, case.count) if is_sprites(case) else 1000
    cells = []
    for engine in [league.OURS, *engines]:
        time = case.frame_time(engine)
        cells.append("-" if time is None else f"{time / unit:,.0f}" + ("" if case.is_alike(engine) else " ~"))
    for is_alike in (True, False):
        ratio, engine = case.ratio(is_alike)
        cells.append("-" if ratio is None else f"{ratio:.2f} {engine}")
    return [case.name, *cells]


def tables(cases, engines, is_markdown):
    parts = []
    for unit, some in (("us of a frame", [c for c in cases if not is_sprites(c) and not c.is_deep]),
                       ("ns of a sprite", [c for c in cases if is_sprites(c)]),
                       ("us of a frame in floats", [c for c in cases if c.is_deep])):
        if some:
            head = [unit, league.OURS, *engines, "to fastest alike", "to fastest"]
            parts.append(table([head, *[row(case, engines) for case in some]], is_markdown))
    return parts


def legend(engines):
    clocks = [name for name, engine in engines.items() if engine.clock == "wall"]
    sums = [name for name, engine in engines.items() if engine.clock == chromium.SUM]
    text = (f"One thread, the lower tenth of frames, clearing included. ~: another picture (mean difference above "
            f"{league.ALIKE} of 255). Ratios: {league.OURS} to the fastest engine with the same picture, and to the "
            "fastest at all. Its layers move, unless the name says static; the others draw the first frame again.")
    for names, what in ((clocks, "Time on the wall, at most the mean CPU time, instead of CPU time"),
                        (sums, "Mean CPU time of all processes and threads of a page that moves its elements")):
        text += f" {what}: {', '.join(names)}." if names else ""
    return text


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []:
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def versions(engines, ours, date):
    names = ", ".join(f"{name} {engine.version or ''}".strip() for name, engine in engines.items())
    return f"{date}, {processor()}: {ours}; {names}."


def losses(cases):
    """Cases in which an engine with the same picture is faster, the worst first."""
    lost = [(ratio, case.name, engine) for case in cases for ratio, engine in [case.ratio()] if ratio and ratio > 1]
    compared = [ratio for case in cases for ratio, _ in [case.ratio()] if ratio]
    if not compared:
        return "Nothing was compared."
    mean = math.exp(sum(map(math.log, compared)) / len(compared))
    head = (f"{len(lost)} of {len(compared)} cases lost; geometric mean of the ratios {mean:.2f}, the largest "
            f"{max(compared):.2f}.")
    return "\n".join([head, *[f"- {name}: {ratio:.2f} of {engine}" for ratio, name, engine in
                              sorted(lost, reverse=True)]])


def differences(cases, engines):
    """Where pictures are not the same, and what could not be drawn."""
    lines = []
    for engine in engines:
        others = [f"{case.name} {case.differences[engine][0]:.1f}/{case.differences[engine][1]}" for case in cases
                  if engine in case.differences and not case.is_alike(engine)]
        refused = {}
        for case in cases:
            if engine in case.refusals:
                refused.setdefault(case.refusals[engine], []).append(case.name)
        if others:
            lines.append(f"{engine}, other pictures (mean/greatest difference of 255): {', '.join(others)}")
        if refused:
            reasons = "; ".join(f"{reason} ({len(names)})" for reason, names in refused.items())
            lines.append(f"{engine}, cases left out: {reasons}")
    return "\n\n".join(lines)


def text(cases, engines, about, is_markdown):
    parts = [about, *tables(cases, engines, is_markdown), legend(engines), losses(cases), differences(cases, engines)]
    return "\n\n".join(part for part in parts if part) + "\n"


def plain_json(cases, engines, about):
    return json.dumps({
        "about": about,
        "engines": {name: {"version": engine.version, "clock": engine.clock} for name, engine in engines.items()},
        "cases": [{
            "case": case.name, "count": case.count, "refusals": case.refusals, "difference": case.differences,
            "nanosecondsPerFrame": {e: round(case.frame_time(e)) for e in case.frames},
            "nanosecondsPerItem": {e: round(case.frame_time(e) / max(1, case.count), 2) for e in case.frames},
        } for case in cases]}, indent=1) + "\n"


def bench_json(cases, engines, ours):
    """As Blend2D's bl_bench writes it: for each backend its tests with calls per millisecond."""
    runs = []
    for name in [league.OURS, *engines]:
        version = ours if name == league.OURS else engines[name].version
        records = [{"test": case.name, "compOp": blend(case.name), "style": style(case.name),
                    "rcpms": [round(max(1, case.count) * 1e6 / case.frame_time(name), 3)]}
                   for case in cases if case.frame_time(name)]
        runs.append({"name": name, "version": version, "records": records})
    return json.dumps({
        "environment": {"os": platform.system().lower()},
        "cpu": {"arch": platform.machine(), "brand": processor()},
        "screen": {"width": 1920, "height": 1080, "format": "PRGB32"},
        "options": {"quantity": 0, "sizes": ["case"]},
        "runs": runs}, indent=1) + "\n"


def blend(name):
    return "Plus" if "additive" in name else "Mixed" if "blends" in name else "SrcOver"


def style(name):
    kinds = {"axial": "Linear", "radial": "Radial", "conic": "Conic", "gradients": "Gradients", "sprites": "Pattern",
             "images": "Pattern", "bunnies": "Pattern", "text": "Pattern", "masks": "Pattern"}
    return next((kind for word, kind in kinds.items() if word in name), "Solid")
