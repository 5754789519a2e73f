#!/usr/bin/env python3
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
"""Makes the videos, their thumbnails and the manifest into a folder: `make-sessions.py FOLDER BASE-URL PICTURES-URL [VERSION]`.

The environment variable MISBEHAVIOR puts "slow" or "large" into the manifest, to watch an extension being ended.
"""

import json
import os
import random
import sys

# ID, title, megabytes, whether it is essential
SESSIONS = [
    ("101", "Opening", 4, True),
    ("202", "Before the first launch", 6, True),
    ("303", "Tide tables", 8, False),
    ("404", "A lighthouse, explained", 20, False),
    ("505", "Closing", 3, False),
]


def video(identifier, size):
    """Rows of brightness: the first is a slope, the rest is noise that does not compress."""
    noise = random.Random(identifier)
    return bytes(range(0, 240, 10)) + noise.randbytes(size - 24)


def write(path, data):
    with open(path + ".new", "wb") as file:
        file.write(data)
    os.replace(path + ".new", path)


def main():
    folder, base, pictures = sys.argv[1], sys.argv[2].rstrip("/"), sys.argv[3].rstrip("/")
    version = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    os.makedirs(folder, exist_ok=True)
    sessions = []
    for identifier, title, megabytes, essential in SESSIONS:
        content = video(identifier, megabytes * 1_000_000)
        write(f"{folder}/{identifier}.video", content)
        write(f"{folder}/{identifier}.thumbnail", content[:24])
        sessions.append({
            "id": identifier, "title": title, "url": f"{base}/{identifier}.video",
            "thumbnailURL": f"{pictures}/{identifier}.thumbnail", "fileSize": len(content), "isEssential": essential,
        })
    manifest = {"version": version, "sessions": sessions}
    if os.environ.get("MISBEHAVIOR"):
        manifest["misbehavior"] = os.environ["MISBEHAVIOR"]
    catalog = json.dumps(manifest, indent=1).encode()
    write(f"{folder}/manifest.json", catalog)
    write(f"{folder}/version.json", json.dumps(
        {"version": version, "catalog": f"{base}/manifest.json", "fileSize": len(catalog)}).encode())


main()
