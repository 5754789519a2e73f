#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes the Debian packages, .build/NAME_<version>_<architecture>.deb: background-assets has service and tools,
# libbackgroundassets1 the C interface for those who run programs with it, libbackgroundassets-dev for those who build them.
set -euo pipefail
cd "$(dirname "$0")/../.."

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
DESTDIR=$stage/background-assets PREFIX=/usr packaging/install.sh
version=$(sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/Service/AssetService/ServiceConfiguration.swift)
architecture=$(dpkg --print-architecture)

move() { # PACKAGE FILES below /usr: they go from the first package to this one
    local package=$1 file
    shift
    for file in "$@"; do
        mkdir -p "$stage/$package/usr/$(dirname "$file")"
        mv "$stage/background-assets/usr/$file" "$stage/$package/usr/$file"
    done
}
libraries=()
for file in "$stage"/background-assets/usr/lib/libbackgroundassets.so.*; do libraries+=("lib/$(basename "$file")"); done
move libbackgroundassets1 "${libraries[@]}"
move libbackgroundassets-dev lib/libbackgroundassets.so include/background_assets.h lib/pkgconfig/background-assets.pc
rmdir "$stage/background-assets/usr/include" "$stage/background-assets/usr/lib/pkgconfig"

pack() { # PACKAGE CONTROL
    local root=$stage/$1
    mkdir "$root/DEBIAN"
    sed -e "s/@VERSION@/$version/" -e "s/@ARCH@/$architecture/" "packaging/debian/$2" >"$root/DEBIAN/control"
    if [ "$1" = libbackgroundassets1 ]; then
        echo "activate-noawait ldconfig" >"$root/DEBIAN/triggers"
        echo "libbackgroundassets 1 libbackgroundassets1 (>= $version)" >"$root/DEBIAN/shlibs"
    fi
    chmod 755 "$root"
    chmod -R go-w "$root"
    dpkg-deb --root-owner-group --build "$root" ".build/$1_${version}_$architecture.deb"
}
pack background-assets control.in
pack libbackgroundassets1 control-library.in
pack libbackgroundassets-dev control-development.in
