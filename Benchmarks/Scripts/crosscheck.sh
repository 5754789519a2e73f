#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds block-codec and runs lzfse-crosscheck.py with it. Arguments go to the script.
set -euo pipefail
cd "$(dirname "$0")/../.."

Benchmarks/Scripts/setup.sh
build=${BENCH_BUILD:-.build/bench}
release=(-c release --static-swift-stdlib --scratch-path "$build/root")
swift build "${release[@]}" --product block-codec
programs=$(swift build "${release[@]}" --show-bin-path)
exec "$build/python/bin/python3" Benchmarks/Scripts/lzfse-crosscheck.py "$programs/block-codec" "$@"
