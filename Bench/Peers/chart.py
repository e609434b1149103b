"""A chart of a run as SVG: for each case the time of every engine over ours, on a logarithmic scale."""

import math
from html import escape

import league

COLORS = {"blend2d": "#d1495b", "qt": "#3a7d44", "skia": "#2e6fb7", "cairo": "#8f6bb3", "thorvg": "#c9822b",
          "chromium": "#1b998b", "chromium-dom": "#0b5345", "pixman": "#7a7a7a", "sdl2": "#b08968", "pygame": "#c8b400"}
(LEFT, TOP, WIDTH, ROW, RIGHT) = (210, 64, 640, 16, 20)
(LEAST, MOST) = (0.2, 100)


def place(ratio):
    share = math.log(min(MOST, max(LEAST, ratio)) / LEAST) / math.log(MOST / LEAST)
    return LEFT + share * WIDTH


def label(x, y, content, anchor="start", size=11, color="#222"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{color}">'
            f'{escape(content)}</text>')


def axis(height):
    parts = []
    for tick in (0.2, 0.5, 1, 2, 5, 10, 20, 50, 100):
        color = "#222" if tick == 1 else "#ddd"
        parts.append(f'<line x1="{place(tick):.1f}" x2="{place(tick):.1f}" y1="{TOP - 6}" y2="{height - 20}" '
                     f'stroke="{color}"/>')
        parts.append(label(place(tick), TOP - 10, f"{tick:g}", "middle", 10, "#555"))
    return parts


def legend(engines):
    parts, x = [], LEFT
    for engine in engines:
        parts.append(f'<circle cx="{x}" cy="34" r="4" fill="{COLORS.get(engine, "#000")}"/>')
        parts.append(label(x + 8, 38, engine))
        x += 26 + 7 * len(engine)
    return parts


def line(case, engines, y):
    parts = [label(LEFT - 10, y + 4, case.name, "end")]
    ours = case.frame_time(league.OURS)
    for engine in engines:
        time = case.frame_time(engine)
        if time is None:
            continue
        color = COLORS.get(engine, "#000")
        fill = color if case.is_alike(engine) else "none"
        title = f"{case.name}, {engine}: {time / ours:.2f}"
        parts.append(f'<circle cx="{place(time / ours):.1f}" cy="{y}" r="4" fill="{fill}" stroke="{color}">'
                     f'<title>{escape(title)}</title></circle>')
    return parts


def svg(cases, engines, about):
    """Filled: the same picture; hollow: another one. Left of 1 an engine is faster than ours."""
    height = TOP + ROW * len(cases) + 34
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + RIGHT}" height="{height}" '
             'font-family="sans-serif">', '<rect width="100%" height="100%" fill="#fff"/>',
             label(LEFT, 18, f"Time of each engine over {league.OURS}'s; hollow: another picture", size=13)]
    parts += legend(engines) + axis(height)
    for index, case in enumerate(cases):
        parts += line(case, engines, TOP + ROW * index + ROW / 2)
    ours, _, others = about.partition("; ")
    parts += [label(10, height - 16, ours, size=8, color="#555"), label(10, height - 5, others, size=8, color="#555"),
              "</svg>"]
    return "\n".join(parts) + "\n"
