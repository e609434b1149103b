"""The scene as documents of programs that read one: ours, and nanoframes' SVG with keyframes."""

import json

import scene as scenes

#: nanoframes puts a text's left end at x, and draws it higher than y by this share of its size (measured)
RISE = 7 / 96


def starmine(scene):
    title, duration = scene["title"], scene["duration"]

    def animation(key_path, values, times):
        return {"class": "CAKeyframeAnimation", "keyPath": key_path, "values": values, "duration": duration,
                "keyTimes": [round(time / duration, 6) for time in times], "fillMode": "both",
                "removedOnCompletion": False}

    def layer(shape):
        times, x, y, turn, opacity = zip(*shape["keys"])
        animations = {"move": animation("position", list(zip(x, y)), times),
                      "turn": animation("transform.rotation.z", [f"{degrees}deg" for degrees in turn], times)}
        if len(set(opacity)) > 1:
            animations["fade"] = animation("opacity", opacity, times)
        return {"bounds": [0, 0, *shape["size"]], "cornerRadius": shape["radius"], "backgroundColor": shape["color"],
                "animations": animations}

    height, middle = scenes.LINE * title["size"], scenes.LINE / 2 - scenes.ASCENT
    text = {"class": "CATextLayer", "string": title["text"], "font": f"{scenes.FONT} Bold", "fontSize": title["size"],
            "alignmentMode": "center", "foregroundColor": title["color"], "bounds": [0, 0, scenes.WIDTH, height],
            "position": [scenes.WIDTH / 2, title["baseline"] + middle * title["size"]],
            "animations": {"fade": animation("opacity", [0, 1, 1], [0, title["appears"], duration])}}
    movie = {"size": scene["size"], "fps": scenes.FPS, "duration": duration, "background": scene["background"]}
    return json.dumps({"movie": movie, "layer": {"sublayers": [*map(layer, scene["shapes"]), text]}})


def nanoframes(scene):
    title, (width, height) = scene["title"], scene["size"]
    fade = [{"t": 0, "opacity": 0}, {"t": title["appears"], "opacity": 1}]
    elements, animations = [], [{"target": "#title", "keyframes": fade}]
    for index, shape in enumerate(scene["shapes"]):
        w, h = shape["size"]
        elements.append(f'<rect id="s{index}" x="{-w / 2}" y="{-h / 2}" width="{w}" height="{h}" '
                        f'rx="{shape["radius"]}" fill="{shape["color"]}"/>')
        keyframes = [{"t": t, "transform": {"translate": [x, y], "rotate": turn}, "opacity": opacity}
                     for t, x, y, turn, opacity in shape["keys"]]
        animations.append({"target": f"#s{index}", "keyframes": keyframes})
    return (f'<svg xmlns="http://www.w3.org/2000/svg" data-width="{width}" data-height="{height}" '
            f'data-fps="{scenes.FPS}" data-duration="{scene["duration"]}" data-composition-id="scene">'
            f'<rect width="{width}" height="{height}" fill="{scene["background"]}"/>{"".join(elements)}'
            f'<text id="title" x="{(width - scenes.TITLE_WIDTH * title["size"]) / 2}" '
            f'y="{title["baseline"] + RISE * title["size"]}" '
            f'font-family="DejaVuSans-Bold" font-size="{title["size"]}" fill="{title["color"]}">{title["text"]}</text>'
            f'<script type="application/nanoframes+json"><![CDATA[{json.dumps({"animations": animations})}]]></script>'
            '</svg>')
