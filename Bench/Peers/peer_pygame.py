"""pygame-ce: Surface.fblits, one call for all sprites. It neither scales, turns nor tints while it draws."""

import os

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_VIDEODRIVER"] = "dummy"

import numpy
import peer
import pygame


def make(case):
    if case.is_rectangles and case.count:
        peer.refuse("has no rectangles that blend")
    if not case.is_plain or case.is_tinted:
        peer.refuse("draws images pixel on pixel only")
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    frame_surface = pygame.Surface((case.width, case.height), 0, 32)
    items = []
    flags = pygame.BLEND_RGB_ADD if case.is_additive else pygame.BLEND_PREMULTIPLIED
    if case.count:
        bytes_rgba = case.image.view(numpy.uint8).reshape(-1, 4)[:, [2, 1, 0, 3]].tobytes()
        sprite = pygame.image.frombuffer(bytes_rgba, (case.image_width, case.image_height), "RGBA").convert_alpha()
        items = [(sprite, (int(i[0]), int(i[1]))) for i in case.items]
    background = peer.straight(case.background)

    def frame():
        frame_surface.fill(background[:3])
        frame_surface.fblits(items, flags)

    def pixels():
        return numpy.swapaxes(pygame.surfarray.array3d(frame_surface), 0, 1)

    return frame, pixels


peer.run(make)
