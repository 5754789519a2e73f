#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds what the benchmarks need, for release and with the Swift library inside as it is shipped, and runs them.
# Arguments go to the bench: `bench.sh --help`.
set -euo pipefail
cd "$(dirname "$0")/../.."

Benchmarks/Scripts/setup.sh
# A build folder of its own: release builds do not disturb the debug one.
build=$(realpath -m "${BENCH_BUILD:-.build/bench}")
release=(-c release --static-swift-stdlib)
for product in backgroundassetsd ba ba-host ba-package ba-serve block-codec; do
    swift build "${release[@]}" --scratch-path "$build/root" --product "$product"
done
scripts/build-dependent.sh Benchmarks "${release[@]}" --scratch-path "$build/own"
programs=$(swift build "${release[@]}" --scratch-path "$build/root" --show-bin-path)
own=$(swift build "${release[@]}" --package-path Benchmarks --scratch-path "$build/own" --show-bin-path)
exec "$own/bench" --programs "$programs" --python "$build/python/bin/python3" "$@"
