#!/bin/sh
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes the asset packs of The Coast: assets by make-assets.py, then an archive for each manifest in Packs/.
#
#     make-packs.sh [FOLDER]     FOLDER is Build/Packs unless given; ba-package is looked up in PATH
#
# MODEL_VERSION=2 makes the packs with the second tide model.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
output=${1:-"$here/Build/Packs"}
command -v ba-package >/dev/null || {
    echo "make-packs.sh: ba-package is not in PATH; build it with: swift build --product ba-package" >&2
    exit 69
}
"$here/Scripts/make-assets.py" --output "$here/Assets" --model-version "${MODEL_VERSION:-1}"
mkdir -p -- "$output"
for manifest in "$here"/Packs/*.json; do
    ba-package package --quiet "$manifest" -o "$output/$(basename -- "$manifest" .json).aar"
done
echo "The packs are in $output." >&2
