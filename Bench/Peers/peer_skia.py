"""Skia through skia-python: a recorded picture of drawImageRect calls, so that Python's own cost is not measured."""

import numpy
import peer
import skia


def tint(color):
    """The filter that multiplies by a premultiplied colour."""
    return skia.ColorFilters.Blend(skia.Color(*peer.straight(color)), skia.BlendMode.kModulate)


def record(case, canvas):
    mode = skia.BlendMode.kPlus if case.is_additive else skia.BlendMode.kSrcOver
    sampling = skia.SamplingOptions(skia.FilterMode.kLinear)
    smooth = not case.fades_out
    image = None
    if case.count and not case.is_rectangles:
        image = skia.Image.fromarray(case.image.view(numpy.uint8).reshape(case.image_height, case.image_width, 4),
                                     colorType=skia.kBGRA_8888_ColorType, alphaType=skia.kPremul_AlphaType)
    for (x, y, ax, ay, bx, by, radius), color in zip(case.items, case.colors):
        paint = skia.Paint(AntiAlias=smooth, BlendMode=mode)
        if case.is_rectangles:
            paint.setColor(skia.Color(*peer.straight(color)))
            canvas.drawRoundRect(skia.Rect.MakeXYWH(x, y, ax, by), radius, radius, paint)
            continue
        if color != 0xFFFFFFFF:
            paint.setColorFilter(tint(color))
        if ay == 0 and bx == 0:
            canvas.drawImageRect(image, skia.Rect.MakeXYWH(x, y, ax, by), sampling, paint)
            continue
        (width, height) = (case.image_width, case.image_height)
        canvas.save()
        canvas.concat(skia.Matrix.MakeAll(ax / width, bx / height, x, ay / width, by / height, y, 0, 0, 1))
        canvas.drawImage(image, 0, 0, sampling, paint)
        canvas.restore()


def make(case):
    surface = skia.Surface.MakeRaster(skia.ImageInfo.Make(
        case.width, case.height, skia.kBGRA_8888_ColorType, skia.kPremul_AlphaType))
    recorder = skia.PictureRecorder()
    record(case, recorder.beginRecording(skia.Rect.MakeWH(case.width, case.height)))
    picture = recorder.finishRecordingAsPicture()
    canvas = surface.getCanvas()

    def frame():
        canvas.clear(case.background)
        canvas.drawPicture(picture)

    def pixels():
        return surface.toarray(colorType=skia.kRGBA_8888_ColorType)[:, :, :3]

    return frame, pixels


peer.run(make)
