"""pygame-ce: Surface.fblits, one call for all sprites. It neither scales, turns nor tints while it draws."""

import os

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_VIDEODRIVER"] = "dummy"

import numpy
import peer
import pygame


def sprite(image):
    bytes_rgba = image.view(numpy.uint8).reshape(-1, 4)[:, [2, 1, 0, 3]].tobytes()
    return pygame.image.frombuffer(bytes_rgba, image.shape[::-1], "RGBA").convert_alpha()


def make(case):
    if case.kinds() - {peer.IMAGE}:
        peer.refuse("has no shapes that blend")
    if not all(case.is_plain(i) and i.color == 0xFFFFFFFF and i.blend in (peer.OVER, peer.PLUS) for i in case.items):
        peer.refuse("draws images pixel on pixel only")
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    frame_surface = pygame.Surface((case.width, case.height), 0, 32)
    sprites = [sprite(image) for image in case.images]
    items = [(sprites[i.index], (int(i.frame[0]), int(i.frame[1]))) for i in case.items]
    is_additive = any(i.blend == peer.PLUS for i in case.items)
    flags = pygame.BLEND_RGB_ADD if is_additive else pygame.BLEND_PREMULTIPLIED
    background = peer.straight(case.background)

    def frame():
        frame_surface.fill(background[:3])
        frame_surface.fblits(items, flags)

    def pixels():
        return numpy.swapaxes(pygame.surfarray.array3d(frame_surface), 0, 1)

    return frame, pixels


peer.run(make, pygame.version.ver)
