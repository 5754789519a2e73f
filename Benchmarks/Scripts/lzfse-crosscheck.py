#!/usr/bin/env python3
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
"""Checks our LZFSE against the C reference (PyPI `pyliblzfse`), in both directions, and compares speed and size.

    lzfse-crosscheck.py BLOCK-CODEC [--megabytes 210] [--inputs 10000] [--root DIR ...] [--json FILE]

`make crosscheck` builds what it needs and runs it.

Files below the roots are put together to a mixed corpus (programs, text, media), in blocks of 4 MiB; then come small
inputs made from a seeded generator. Ends with status 1 at the first difference. Times are CPU times of one thread; the
reference's own functions are called, without the copies that its Python wrapper makes.
"""
import argparse
import ctypes
import json
import os
import random
import struct
import subprocess
import sys
import time

import liblzfse

BLOCK = 4 << 20


class Codec:
    """Our side: a process that answers requests."""

    def __init__(self, path):
        self.process = subprocess.Popen([path, "lzfse"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.seconds = 0.0

    def call(self, operation, plain_size, data):
        self.process.stdin.write(struct.pack("<cII", operation, plain_size, len(data)))
        self.process.stdin.write(data)
        self.process.stdin.flush()
        size, nanoseconds = struct.unpack("<IQ", self.process.stdout.read(12))
        self.seconds += nanoseconds / 1e9
        return None if size == 0xFFFFFFFF else self.process.stdout.read(size)

    def compress(self, plain):
        return self.call(b"c", len(plain), plain)

    def decompress(self, data, plain_size):
        # A payload as long as the plain bytes would be taken as stored.
        return self.call(b"d", plain_size, data)


class Reference:
    """The C functions inside of the Python module."""

    def __init__(self):
        library = ctypes.CDLL(liblzfse.__file__)
        self.functions = {b"c": library.lzfse_encode_buffer, b"d": library.lzfse_decode_buffer}
        sizes = {b"c": library.lzfse_encode_scratch_size, b"d": library.lzfse_decode_scratch_size}
        for function in self.functions.values():
            function.restype = ctypes.c_size_t
            function.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p]
        for size in sizes.values():
            size.restype = ctypes.c_size_t
        self.scratch = {name: ctypes.create_string_buffer(size()) for name, size in sizes.items()}
        self.output = ctypes.create_string_buffer(2 * BLOCK)
        # Touched before the clock runs, as that of a program that goes through many blocks.
        ctypes.memset(self.output, 1, len(self.output))

    def timed(self, operation, data, limit):
        """The seconds that a call takes, and its result; None when it does not fit into `limit` bytes."""
        begun = time.process_time()
        size = self.functions[operation](self.output, limit, data, len(data), self.scratch[operation])
        seconds = time.process_time() - begun
        return seconds, self.output.raw[:size] if size else None


def corpus(roots, megabytes, seed):
    """Files of the roots in a seeded order, until there are enough bytes of each kind."""
    media = {"png", "jpg", "jpeg", "gif", "ogg", "gz", "ttf", "otf", "woff", "woff2", "zip", "whl", "xz", "bz2", "jar"}
    text = {"h", "c", "txt", "py", "json", "xml", "md", "html", "svg", "css", "js", "rst", "swift", "swiftinterface"}
    kinds = {"media": [], "text": [], "programs": []}
    for root in roots:
        for folder, _, names in os.walk(root):
            for name in names:
                path = os.path.join(folder, name)
                if not os.path.isfile(path) or os.path.islink(path):
                    continue
                end = name.rsplit(".", 1)[-1].lower()
                kinds["media" if end in media else "text" if end in text else "programs"].append(path)
    shares = {"media": 0.27, "text": 0.33, "programs": 0.40}
    generator = random.Random(seed)
    result = bytearray()
    for kind, paths in kinds.items():
        paths.sort()
        generator.shuffle(paths)
        wanted = int(megabytes * 1e6 * shares[kind])
        start = len(result)
        for path in paths:
            if len(result) - start >= wanted:
                break
            try:
                with open(path, "rb") as file:
                    result += file.read(min(4 << 20, wanted - (len(result) - start)))
            except OSError:
                continue
        print(f"{kind}: {(len(result) - start) / 1e6:.1f} MB")
    return bytes(result)


def small_input(generator):
    """Bytes with matches of all lengths and distances."""
    kind = generator.randrange(6)
    size = generator.choice([generator.randrange(1, 64), generator.randrange(1, 5000), generator.randrange(1, 70000)])
    if kind == 0:
        return generator.randbytes(size)
    if kind == 1:
        return bytes([generator.randrange(256)]) * size
    if kind == 2:
        alphabet = [generator.randrange(256) for _ in range(generator.randrange(1, 20))]
        return bytes(generator.choices(alphabet, k=size))
    data = bytearray()
    while len(data) < size:
        if not data or generator.randrange(3) == 0:
            data += generator.randbytes(generator.randrange(1, 50))
        else:
            distance = min(len(data), 1 << generator.randrange(18))
            start = len(data) - generator.randrange(1, distance + 1)
            for _ in range(1 << generator.randrange(1, 13)):
                data.append(data[start])
                start += 1
    return bytes(data[:size])


def check(condition, what, plain):
    if condition:
        return
    with open("lzfse-crosscheck.failed", "wb") as file:
        file.write(plain)
    sys.exit(f"DIFFERENT: {what}; the input is in lzfse-crosscheck.failed")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("codec")
    parser.add_argument("--megabytes", type=float, default=210)
    parser.add_argument("--inputs", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--root", action="append")
    parser.add_argument("--json", help="write speeds and sizes to this file")
    options = parser.parse_args()
    codec = Codec(options.codec)
    c_library = Reference()

    data = corpus(options.root or ["/usr", "/opt"], options.megabytes, options.seed)
    sizes = [0, 0]
    reference = [0.0, 0.0]
    ours = [0.0, 0.0]
    decoded_size = 0
    for start in range(0, len(data), BLOCK):
        plain = data[start : start + BLOCK]
        codec.seconds = 0
        our_block = codec.compress(plain)
        ours[0] += codec.seconds
        seconds, _ = c_library.timed(b"c", plain, 2 * BLOCK)
        reference[0] += seconds
        reference_block = liblzfse.compress(plain)
        sizes[0] += min(len(reference_block), len(plain))
        sizes[1] += len(our_block) if our_block is not None else len(plain)
        if our_block is not None:
            check(liblzfse.decompress(our_block) == plain, "ours, read by the reference", plain)
            check(codec.decompress(our_block, len(plain)) == plain, "ours, read by us", plain)
        if len(reference_block) < len(plain):
            # One byte more than needed, or the reference takes a full buffer for one that is too small.
            seconds, decoded = c_library.timed(b"d", reference_block, len(plain) + 1)
            reference[1] += seconds
            decoded_size += len(plain)
            check(decoded == plain, "the reference by itself", plain)
            codec.seconds = 0
            check(codec.decompress(reference_block, len(plain)) == plain, "the reference's, read by us", plain)
            ours[1] += codec.seconds
    print(f"{len(data) / 1e6:.1f} MB in blocks of 4 MiB: same in both directions")
    print(f"size: reference {sizes[0]}, ours {sizes[1]}: {sizes[1] / sizes[0]:.4f}")
    for index, name in enumerate(["encode", "decode (the reference's streams)"]):
        print(f"{name}: {reference[index]:.2f} s, ours {ours[index]:.2f} s: {reference[index] / ours[index]:.2f} x")
    if options.json:
        speeds = {
            name: {"ours": size / 1e6 / ours[index], "reference": size / 1e6 / reference[index]}
            for index, (name, size) in enumerate([("encode", len(data)), ("decode", decoded_size)])
        }
        with open(options.json, "w") as file:
            json.dump({**speeds, "size": {"ours": sizes[1], "reference": sizes[0]}}, file)

    generator = random.Random(options.seed + 1)
    stored = 0
    for _ in range(options.inputs):
        plain = small_input(generator)
        our_block = codec.compress(plain)
        if our_block is None:
            stored += 1
        else:
            check(liblzfse.decompress(our_block) == plain, "ours, read by the reference", plain)
            check(codec.decompress(our_block, len(plain)) == plain, "ours, read by us", plain)
        reference_block = liblzfse.compress(plain)
        if len(reference_block) != len(plain):
            check(codec.decompress(reference_block, len(plain)) == plain, "the reference's, read by us", plain)
    print(f"{options.inputs} small inputs: same in both directions ({stored} are not smaller when encoded)")


if __name__ == "__main__":
    main()
