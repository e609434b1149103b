"""Skia through skia-python: a recorded picture, so that Python's own cost is not measured."""

import math

import numpy
import peer
import skia

MODES = tuple(getattr(skia.BlendMode, "k" + name) for name in (
    "SrcOver", "Plus", "Multiply", "Screen", "Overlay", "Darken", "Lighten", "ColorDodge", "ColorBurn", "HardLight",
    "SoftLight", "Difference", "Exclusion"))
CAPS = (skia.Paint.kButt_Cap, skia.Paint.kRound_Cap, skia.Paint.kSquare_Cap)
JOINS = (skia.Paint.kMiter_Join, skia.Paint.kRound_Join, skia.Paint.kBevel_Join)
SAMPLING = skia.SamplingOptions(skia.FilterMode.kLinear)
#: where images show at less than half their size
REDUCING = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)


def matrix(frame, width=1, height=1):
    (x, y, ax, ay, bx, by) = frame
    return skia.Matrix.MakeAll(ax / width, bx / height, x, ay / width, by / height, y, 0, 0, 1)


def make_image(pixels):
    (height, width) = pixels.shape
    return skia.Image.fromarray(pixels.view(numpy.uint8).reshape(height, width, 4),
                                colorType=skia.kBGRA_8888_ColorType, alphaType=skia.kPremul_AlphaType)


def make_path(path, rule):
    result = skia.Path()
    points = iter(path.points)
    steps = {0: (result.moveTo, 2), 1: (result.lineTo, 2), 2: (result.quadTo, 4), 3: (result.cubicTo, 6),
             4: (result.close, 0)}
    for element in path.elements:
        (step, count) = steps[element]
        step(*[next(points) for _ in range(count)])
    result.setFillType(rule)
    return result


class Recorder:
    """Draws the items of a case once, into a picture."""

    def __init__(self, case, canvas):
        (self.case, self.canvas) = (case, canvas)
        self.images = [make_image(image).withDefaultMipmaps() for image in case.images]
        self.smooth = [not peer.fades_out(image) for image in case.images]
        self.paths = {}
        self.faces = {text.font: skia.Typeface.MakeFromFile(peer.font_file(text.font)) for text in case.texts}
        self.blobs = [self.make_blob(text) for text in case.texts]

    def make_blob(self, text):
        font = skia.Font(self.faces[text.font], text.size)
        font.setSubpixel(True)
        font.setHinting(skia.FontHinting.kNone)
        builder = skia.TextBlobBuilder()
        builder.allocRunPos(font, [index for index, _ in text.glyphs], [skia.Point(*place) for _, place in text.glyphs])
        return builder.make()

    def path(self, item):
        rule = skia.PathFillType.kEvenOdd if item.kind == peer.EVEN_ODD_PATH else skia.PathFillType.kWinding
        key = (item.index, rule)
        if key not in self.paths:
            self.paths[key] = make_path(self.case.paths[item.index], rule)
        return self.paths[key]

    def shader(self, paint, inside):
        """Seen from inside of a transform, where it lies in pixels."""
        if paint.kind == peer.IMAGE_PAINT:
            (height, width) = self.case.images[paint.image].shape
            local = skia.Matrix.Concat(inside, matrix(paint.frame, width, height))
            return self.images[paint.image].makeShader(skia.TileMode.kClamp, skia.TileMode.kClamp, SAMPLING, local)
        colors = [skia.Color4f(*stop[1:]).toColor() for stop in paint.stops]
        places = [stop[0] for stop in paint.stops]
        local = skia.Matrix.Concat(inside, matrix(paint.frame))
        clamp = skia.TileMode.kClamp
        if paint.kind == peer.AXIAL:
            return skia.GradientShader.MakeLinear([(0, 0), (1, 0)], colors, places, clamp, 0, local)
        if paint.kind == peer.RADIAL:
            return skia.GradientShader.MakeRadial((0, 0), 1, colors, places, clamp, 0, local)
        return skia.GradientShader.MakeSweep(0, 0, colors, places, clamp, 0, 360, 0, local)

    def paint(self, item, inside=skia.Matrix()):
        result = skia.Paint(AntiAlias=True, BlendMode=MODES[item.blend])
        if item.paint >= 0:
            result.setShader(self.shader(self.case.paints[item.paint], inside))
        else:
            result.setColor(skia.Color(*peer.straight(item.color)))
        return result

    def image(self, item):
        (height, width) = self.case.images[item.index].shape
        image = self.images[item.index]
        paint = skia.Paint(AntiAlias=self.smooth[item.index], BlendMode=MODES[item.blend])
        if peer.is_grey(item.color):
            paint.setAlpha(item.color >> 24)
        else:
            paint.setColorFilter(
                skia.ColorFilters.Blend(skia.Color(*peer.straight(item.color)), skia.BlendMode.kModulate))
        (x, y, ax, ay, bx, by) = item.frame
        sampling = REDUCING if math.hypot(ax, ay) < width / 2 else SAMPLING
        if ay == 0 and bx == 0:
            self.canvas.drawImageRect(image, skia.Rect.MakeXYWH(x, y, ax, by), sampling, paint)
            return
        self.canvas.save()
        self.canvas.concat(matrix(item.frame, width, height))
        self.canvas.drawImage(image, 0, 0, sampling, paint)
        self.canvas.restore()

    def rectangle(self, item):
        (x, y, ax, ay, bx, by) = item.frame
        if ay == 0 and bx == 0:
            paint = self.paint(item)
            box = skia.Rect.MakeXYWH(x, y, ax, by)
            if item.kind == peer.SHADOW:
                paint.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, item.sigma))
                box = box.makeOffset(*item.offset)
            if item.radius > 0:
                self.canvas.drawRRect(skia.RRect.MakeRectXY(box, item.radius, item.radius), paint)
            else:
                self.canvas.drawRect(box, paint)
            return
        (place, inverse) = (matrix(item.frame), skia.Matrix())
        place.invert(inverse)
        self.canvas.save()
        self.canvas.concat(place)
        self.canvas.drawRect(skia.Rect.MakeWH(1, 1), self.paint(item, inverse))
        self.canvas.restore()

    def shape(self, item):
        (place, inverse) = (matrix(item.frame), skia.Matrix())
        place.invert(inverse)
        paint = self.paint(item, inverse)
        if item.kind == peer.STROKE:
            pen = self.case.pens[item.pen]
            paint.setStyle(skia.Paint.kStroke_Style)
            paint.setStrokeWidth(pen.width)
            paint.setStrokeCap(CAPS[pen.cap])
            paint.setStrokeJoin(JOINS[pen.join])
            paint.setStrokeMiter(pen.miter_limit)
            if pen.dashes:
                paint.setPathEffect(skia.DashPathEffect.Make(pen.dashes, pen.dash_phase))
        self.canvas.save()
        self.canvas.concat(place)
        self.canvas.drawPath(self.path(item), paint)
        self.canvas.restore()

    def text(self, item):
        (x, y, ax, ay, bx, by) = item.frame
        if (ax, ay, bx, by) == (1, 0, 0, 1):
            self.canvas.drawTextBlob(self.blobs[item.index], x, y, self.paint(item))
            return
        self.canvas.save()
        self.canvas.concat(matrix(item.frame))
        self.canvas.drawTextBlob(self.blobs[item.index], 0, 0, self.paint(item))
        self.canvas.restore()

    def begin_group(self, index):
        item = self.case.items[index]
        box = skia.Rect.MakeLTRB(*self.case.group_box(index))
        paint = skia.Paint(Alpha=item.color >> 24, BlendMode=MODES[item.blend])
        if item.sigma > 0:
            paint.setImageFilter(skia.ImageFilters.Blur(item.sigma, item.sigma))
        self.canvas.saveLayer(box, paint)

    def record(self):
        for index, item in enumerate(self.case.items):
            if item.kind == peer.IMAGE:
                self.image(item)
            elif item.kind in (peer.RECTANGLE, peer.SHADOW):
                self.rectangle(item)
            elif item.kind == peer.GROUP:
                self.begin_group(index)
            elif item.kind == peer.GROUP_END:
                self.canvas.restore()
            elif item.kind == peer.TEXT:
                self.text(item)
            else:
                self.shape(item)


def make(case):
    # Half floats are what Skia's own programs take for light beyond white.
    kind = skia.kRGBA_F16_ColorType if peer.is_deep() else skia.kBGRA_8888_ColorType
    surface = skia.Surface.MakeRaster(skia.ImageInfo.Make(case.width, case.height, kind, skia.kPremul_AlphaType))
    recorder = skia.PictureRecorder()
    Recorder(case, recorder.beginRecording(skia.Rect.MakeWH(case.width, case.height))).record()
    picture = recorder.finishRecordingAsPicture()
    canvas = surface.getCanvas()

    def frame():
        canvas.clear(case.background)
        canvas.drawPicture(picture)

    def pixels():
        return surface.toarray(colorType=skia.kRGBA_8888_ColorType)[:, :, :3]

    return frame, pixels


# The binding goes by the milestone of the Skia inside.
peer.run(make, f"m{skia.__version__.split('.')[0]}")
