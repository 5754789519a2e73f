#!/usr/bin/env python3
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
"""Makes the assets of The Coast: pictures, a film, sounds, maps, shaders, texts and the tide model.

Everything is drawn and computed from seeds with Python's standard library, so the same call makes the same files.

    make-assets.py [--output FOLDER] [--model-version N]
"""
import argparse
import functools
import json
import math
import pathlib
import random
import struct
import sys


# Pictures: a row is a row of indices 0 to 255, coloured by a ramp between two colours. bytes.translate and slices do
# the work for all pixels of a row at once.

@functools.lru_cache(maxsize=None)
def ramp(low, high):
    """One table a channel, from the colour of index 0 to that of index 255."""
    return tuple(bytes(a + (b - a) * i // 255 for i in range(256)) for a, b in zip(low, high))


def coloured(indices, low, high):
    row = bytearray(3 * len(indices))
    for channel, table in enumerate(ramp(low, high)):
        row[channel::3] = indices.translate(table)
    return row


def mixed(a, b, share):
    """A colour between two, in steps that keep the number of ramps small."""
    share = round(min(1, max(0, share)) * 48) / 48
    return tuple(round(x + (y - x) * share) for x, y in zip(a, b))


class Scene:
    """The coast at an hour of the day, 0 for noon to 1 for night, drawn at any size."""

    def __init__(self, width, height, seed, hour, tower=None, cliff=0.25):
        self.width, self.height, self.hour, self.cliff = width, height, hour, cliff
        self.tower = tower
        noise = random.Random(seed)
        self.sand = noise.randbytes(width * 4)
        self.rock = noise.randbytes(width * 4)
        phases = [(noise.uniform(0, 6.28), noise.randint(2, 23), noise.uniform(0.3, 1)) for _ in range(5)]
        total = sum(weight for _, _, weight in phases)
        # A whole number of waves fits into the width, so the row can be rotated without a seam.
        self.wave = bytes(
            int(127.5 + 127.5 * sum(w * math.sin(2 * math.pi * f * x / width + p) for p, f, w in phases) / total)
            for x in range(width)) * 2

    def row(self, y, time):
        width, height = self.width, self.height
        depth = y / height
        horizon, shore = 0.42, 0.80
        if depth < horizon:
            top = mixed((70, 140, 225), (10, 12, 40), self.hour)
            low = mixed((190, 220, 245), (240, 120, 70), self.hour)
            colour = mixed(top, low, depth / horizon)
            row = bytearray(bytes(colour) * width)
            self.sun(row, y, time)
        elif depth < shore:
            share = (depth - horizon) / (shore - horizon)
            shift = int(time * (0.5 + 3 * share) * width / 16 + y * y * 7) % width
            dark = mixed((10, 70, 120), (6, 10, 34), self.hour)
            bright = mixed(mixed((70, 150, 190), (90, 190, 190), share), (150, 80, 70), self.hour)
            row = coloured(self.wave[shift:shift + width], dark, bright)
        else:
            shift = (y * 7919) % (3 * width)
            row = coloured(
                self.sand[shift:shift + width], mixed((196, 170, 120), (40, 34, 44), self.hour),
                mixed((240, 220, 170), (90, 74, 70), self.hour))
        self.rocks(row, y, depth)
        if self.tower is not None:
            self.lighthouse(row, depth, time)
        return row

    def span(self, row, left, right, pixels):
        """Paints pixels left to right, cut at the edges of the picture."""
        left, right = max(0, int(left)), min(self.width, int(right))
        if right > left:
            row[3 * left:3 * right] = pixels(right - left)

    def sun(self, row, y, time):
        radius = self.height * 0.07
        middle = self.height * (0.12 + 0.26 * self.hour)
        if abs(y - middle) < radius:
            half = math.sqrt(radius * radius - (y - middle) ** 2)
            x = self.width * (0.30 + 0.002 * time)
            colour = bytes(mixed((255, 246, 200), (255, 150, 60), self.hour))
            self.span(row, x - half, x + half, lambda count: colour * count)

    def rocks(self, row, y, depth):
        if depth < 0.30 or depth > 0.86:
            return
        edge = self.cliff * (1 - abs(depth - 0.62) * 1.4) + 0.02 * math.sin(depth * 60) + 0.01 * math.sin(depth * 171)
        left = self.width * (1 - edge)
        shift = (y * 104729) % (2 * self.width)

        def pixels(count):
            return coloured(
                self.rock[shift:shift + count], mixed((70, 62, 54), (14, 14, 24), self.hour),
                mixed((150, 138, 120), (60, 52, 60), self.hour))
        self.span(row, left, self.width, pixels)

    def lighthouse(self, row, depth, time):
        x = self.width * self.tower
        size = self.height * 0.035
        if 0.12 <= depth < 0.17:
            # The lamp, and the beam that goes round.
            turn = math.cos(time * 0.4)
            reach = self.width * 0.6 * turn * (0.2 + 0.8 * self.hour)
            light = bytes(mixed((250, 250, 220), (255, 240, 170), self.hour))
            self.span(row, min(x, x + reach), max(x, x + reach), lambda count: light * count)
            self.span(row, x - size * 0.7, x + size * 0.7, lambda count: light * count)
        elif 0.17 <= depth < 0.62:
            half = size * (0.7 + 0.9 * (depth - 0.17))
            stripe = int(depth * 22) % 2 == 0
            colour = bytes(mixed((235, 235, 230) if stripe else (200, 40, 40), (60, 60, 80), self.hour * 0.7))
            self.span(row, x - half, x + half, lambda count: colour * count)

    def pixels(self, time=0.0):
        return b"".join(bytes(self.row(y, time)) for y in range(self.height))


@functools.lru_cache(maxsize=None)
def mask(bits):
    return bytes(i & ((1 << bits) - 1) for i in range(256))


def grained(pixels, noise, bits):
    """Changes the lowest bits of every channel, as a camera does; it also keeps the file from shrinking to nothing."""
    grain = noise.randbytes(len(pixels)).translate(mask(bits))
    mixture = int.from_bytes(pixels, "little") ^ int.from_bytes(grain, "little")
    return mixture.to_bytes(len(pixels), "little")


def picture(path, scene, grain=0):
    pixels = scene.pixels()
    if grain:
        pixels = grained(pixels, random.Random(len(pixels)), grain)
    write(path, b"P6\n%d %d\n255\n" % (scene.width, scene.height) + pixels)


# The film: a QuickTime movie of uncompressed frames, which players know and the game reads without a codec.

def box(kind, *parts):
    body = b"".join(parts)
    return struct.pack(">I4s", 8 + len(body), kind) + body


def movie(width, height, rate, frames):
    """ftyp, moov and mdat, with one track and one chunk, in which each frame is a sample of RGB rows."""
    count, size = len(frames), width * height * 3
    matrix = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
    kind = box(b"ftyp", b"qt  ", struct.pack(">I", 0x200), b"qt  ")
    sample = box(
        b"raw ", bytes(6), struct.pack(">HHHIIIHHIIIH", 1, 0, 0, 0, 0, 0, width, height, 0x480000, 0x480000, 0, 1),
        bytes(32), struct.pack(">Hh", 24, -1))

    def description(offset):
        table = box(
            b"stbl", box(b"stsd", struct.pack(">II", 0, 1), sample), box(b"stts", struct.pack(">IIII", 0, 1, count, 1)),
            box(b"stsc", struct.pack(">IIIII", 0, 1, 1, count, 1)), box(b"stsz", struct.pack(">III", 0, size, count)),
            box(b"stco", struct.pack(">III", 0, 1, offset)))
        data = box(b"dinf", box(b"dref", struct.pack(">II", 0, 1), box(b"url ", struct.pack(">I", 1))))
        media = box(
            b"mdia", box(b"mdhd", struct.pack(">IIIIIHH", 0, 0, 0, rate, count, 0x55c4, 0)),
            box(b"hdlr", struct.pack(">I", 0), b"mhlrvide", bytes(12), b"\0"),
            box(b"minf", box(b"vmhd", struct.pack(">IHHHH", 1, 0, 0, 0, 0)), data, table))
        header = struct.pack(">IIIIII8xHHHH", 7, 0, 0, 1, 0, count, 0, 0, 0, 0)
        track = box(b"trak", box(b"tkhd", header, matrix, struct.pack(">II", width << 16, height << 16)), media)
        time = struct.pack(">IIIIIIH10x", 0, 0, 0, rate, count, 0x10000, 0x100)
        return box(b"moov", box(b"mvhd", time, matrix, bytes(24), struct.pack(">I", 2)), track)

    offset = len(kind) + len(description(0)) + 8
    return [kind, description(offset), struct.pack(">I4s", 8 + count * size, b"mdat"), *frames]


def film(path, seconds=20, rate=12):
    width, height = 160, 90
    noise = random.Random(1)
    count = seconds * rate
    frames = []
    for frame in range(count):
        hour = frame / count
        if frame % 6 == 0:
            scene = Scene(width, height, 1, round(hour * 24) / 24, tower=0.86, cliff=0.22)
        frames.append(grained(scene.pixels(frame / rate * 2), noise, 4))
    write(path, b"".join(movie(width, height, rate, frames)))


# Sounds: 16 bits, one channel.

def sound(path, samples, rate):
    data = bytes(samples)
    header = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, 1, 1, rate, rate * 2, 2,
                         16, b"data", len(data))
    write(path, header + data)


@functools.lru_cache(maxsize=None)
def loudness(level):
    """High bytes of noise at a loudness of 0 to 64."""
    return bytes(((i - 128) * level // 64) & 0xff for i in range(256))


def surf(path, seconds, seed, period):
    rate, block = 22050, 441
    noise = random.Random(seed)
    samples = bytearray()
    for index in range(seconds * rate // block):
        swell = 0.5 - 0.5 * math.cos(2 * math.pi * index * block / rate / period)
        part = bytearray(2 * block)
        part[0::2] = noise.randbytes(block)
        part[1::2] = noise.randbytes(block).translate(loudness(int(4 + 40 * swell ** 2)))
        samples += part
    sound(path, samples, rate)


def horn(path, seconds, pitch):
    rate = 11025
    samples = bytearray()
    for index in range(seconds * rate):
        time = index / rate
        envelope = min(1, time * 3) * max(0, 1 - time / seconds)
        value = math.sin(2 * math.pi * pitch * time) + 0.4 * math.sin(4.02 * math.pi * pitch * time)
        samples += struct.pack("<h", int(16000 * envelope * value / 1.4))
    sound(path, samples, rate)


# Maps: text. `@` is where the player begins, `X` where the level ends.

def map_of(path, title, width, height, seed):
    noise = random.Random(seed)
    rows = []
    for y in range(height):
        shore = width * (0.55 + 0.12 * math.sin(y * 0.5 + seed) + 0.05 * math.sin(y * 1.7))
        row = []
        for x in range(width):
            if x > shore + 6:
                row.append("^" if noise.random() < 0.4 else "T" if noise.random() < 0.3 else ".")
            elif x > shore:
                row.append("." if noise.random() < 0.9 else "o")
            else:
                row.append("~")
        rows.append(row)
    # A path that is always open: along the shore from the top to the bottom.
    x = None
    for y in range(height):
        target = int(width * (0.55 + 0.12 * math.sin(y * 0.5 + seed) + 0.05 * math.sin(y * 1.7))) + 3
        x = target if x is None else x
        for step in range(min(x, target), max(x, target) + 1):
            rows[y][step] = "."
        x = target
    rows[0][int(width * (0.55 + 0.12 * math.sin(seed) + 0.0)) + 3] = "@"
    rows[height - 1][x] = "X"
    text = f"title: {title}\n" + "\n".join("".join(row) for row in rows) + "\n"
    write(path, text.encode())


# Shaders: how a picture is coloured when it is shown.

SHADERS = {
    "Day": ("Full daylight.", (1.0, 1.0, 1.0), 1.0),
    "Dusk": ("The sun has just gone.", (1.05, 0.78, 0.66), 0.9),
    "Fog": ("Morning fog over the water.", (0.92, 0.96, 1.0), 1.4),
    "Night": ("Moonlight, and the beam.", (0.55, 0.62, 0.95), 0.8),
}


def shaders(folder):
    for name, (comment, tint, gamma) in SHADERS.items():
        lines = [f"// {comment}", f"tint {tint[0]} {tint[1]} {tint[2]}", f"gamma {gamma}"]
        # The curve is what a real shader's length is made of; the game reads tint and gamma.
        lines += [f"curve {i} {(i / 4095) ** gamma:.6f}" for i in range(4096)]
        write(folder / f"{name}.shader", ("\n".join(lines) + "\n").encode())


def model(path, version):
    """Magic, version, number of constituents, number of weights; the constituents (metres, hours, radians) and the
    weights (metres of surge, an hour each) as 32-bit floats."""
    constituents = [(1.82, 12.4206, 0.4), (0.61, 12.0, 1.1), (0.38, 25.8193, 2.2), (0.29, 23.9345, 0.7)]
    noise = random.Random(1000 + version)
    count = 1 << 20
    # Small surges: random low bytes under a fixed exponent are floats of about 0.06 to 0.12 metres.
    weights = bytearray(4 * count)
    for byte in range(3):
        weights[byte::4] = noise.randbytes(count)
    weights[2::4] = bytes(weights[2::4]).translate(bytes(i & 0x7f | 0x80 for i in range(256)))
    weights[3::4] = bytes(noise.randbytes(count)).translate(bytes(0x3d if i < 128 else 0xbd for i in range(256)))
    scale = 1 + 0.1 * (version - 1)
    data = struct.pack("<4sHHI", b"TIDE", version, len(constituents), count)
    for metres, hours, phase in constituents:
        data += struct.pack("<fff", metres * scale, hours, phase)
    write(path, data + bytes(weights))


STORIES = {
    "en": {
        "title": "The Coast",
        "tutorial": ["You wake to the sound of the sea.", "Follow the sand to the pier: the light is your friend."],
        "shoreline": ["The tide is out, and the shore is wide.", "Somebody has been here before you."],
        "lighthouse": ["A door, a stair of two hundred steps, a lamp.", "You light it. Far out a horn answers."],
        "tides": "High and low water today:",
        "farewell": "The coast will be here when you come back.",
    },
    "de": {
        "title": "Die Küste",
        "tutorial": ["Du erwachst vom Rauschen des Meeres.", "Folge dem Sand zum Steg: das Licht ist dein Freund."],
        "shoreline": ["Es ist Ebbe, und der Strand ist weit.", "Jemand war vor dir hier."],
        "lighthouse": ["Eine Tür, zweihundert Stufen, eine Lampe.", "Du zündest sie an. Weit draußen antwortet ein Horn."],
        "tides": "Hoch- und Niedrigwasser heute:",
        "farewell": "Die Küste wird da sein, wenn du wiederkommst.",
    },
    "fr": {
        "title": "La Côte",
        "tutorial": ["Tu te réveilles au bruit de la mer.", "Suis le sable jusqu’à la jetée : la lumière est ton amie."],
        "shoreline": ["La mer est basse et la plage est large.", "Quelqu’un est passé ici avant toi."],
        "lighthouse": ["Une porte, deux cents marches, une lampe.", "Tu l’allumes. Au large, une corne répond."],
        "tides": "Pleine et basse mer aujourd’hui :",
        "farewell": "La côte sera là à ton retour.",
    },
}

written = 0


def write(path, data):
    global written
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    written += len(data)


def main():
    here = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description="Makes the assets of The Coast.")
    parser.add_argument("--output", type=pathlib.Path, default=here / "Assets", help="the folder to fill")
    parser.add_argument("--model-version", type=int, default=1, help="which tide model to make, 1 or more")
    options = parser.parse_args()
    if not 1 <= options.model_version <= 65535:
        parser.error("the model's version is a number from 1 to 65535")
    root = options.output

    film(root / "Videos/Introduction.m4v")
    map_of(root / "Maps/Harbor.map", "The Harbor", 64, 16, 2)
    surf(root / "Sounds/Harbor.wav", 20, 3, 6)

    map_of(root / "Maps/Shoreline.map", "The Shoreline", 72, 20, 5)
    for number in range(1, 5):
        picture(root / f"Shoreline/Beach{number}.ppm", Scene(1280, 720, 10 + number, number / 5, cliff=0.1 * number), 3)
    surf(root / "Sounds/Shoreline.wav", 40, 4, 9)

    map_of(root / "Maps/Lighthouse.map", "The Lighthouse", 60, 18, 7)
    for number in range(1, 4):
        picture(root / f"Lighthouse/Tower{number}.ppm", Scene(1280, 720, 20 + number, number / 3, tower=0.84), 3)
    horn(root / "Sounds/Foghorn.wav", 8, 110)

    for number, name in enumerate(["Sea", "Sand", "Rock", "Sky"]):
        picture(root / f"Textures/{name}.ppm", Scene(640, 640, 30 + number, 0.2 * number, cliff=0.2 * number))
    for name, hour in [("Menu", 0.35), ("Credits", 0.8)]:
        picture(root / f"Textures/{name}.ppm", Scene(960, 540, 40, hour, tower=0.86))
    for number, name in enumerate(["Waves", "Wind", "Gulls"]):
        surf(root / f"Sounds/{name}.wav", 30, 50 + number, 4 + 3 * number)
    shaders(root / "Shaders")

    for name in ["Sea", "Coast"]:
        picture(root / f"HighResolution/{name}.ppm", Scene(2560, 1440, 60, 0.3, tower=0.86), 3)

    model(root / "Models/Tides.model", options.model_version)
    for language, story in STORIES.items():
        write(root / f"Texts/{language}/Story.json", json.dumps(story, ensure_ascii=False, indent=2).encode())
    print(f"{written / 1e6:.1f} MB in {root}", file=sys.stderr)


if __name__ == "__main__":
    main()
