#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds a package of this repository that depends on this one by its path: `build-dependent.sh FOLDER [OPTIONS OF swift build]`.
#
# SwiftPM plans such a build once and does not see that a file has come or gone in the package that it depends on; its plan is
# made anew when the package's manifest is newer. So that is touched whenever our list of files is another one.
set -euo pipefail
source "$(dirname "$0")/enter.sh"
package=$1
shift
build=$package/.build
previous=
for argument in "$@"; do
    if [ "$previous" = --scratch-path ]; then build=$argument; fi
    previous=$argument
done

mkdir -p "$build"
find Sources Package.swift | LC_ALL=C sort >"$build/files.new"
if ! cmp -s "$build/files.new" "$build/files.planned"; then touch "$package/Package.swift"; fi
swift build --package-path "$package" "$@"
mv "$build/files.new" "$build/files.planned"
