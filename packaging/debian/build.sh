#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes the Debian packages, .build/NAME_<version>_<architecture>.deb: background-assets has service and tools,
# background-assets-host the store side, libbackgroundassets1 the C interface for those who run programs with it, and
# libbackgroundassets-dev for those who build them.
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
host=(bin/ba-host lib/systemd/system/ba-host.service share/bash-completion/completions/ba-host \
    share/zsh/site-functions/_ba-host share/fish/vendor_completions.d/ba-host.fish)
for page in "$stage"/background-assets/usr/share/man/man1/ba-host*.1; do host+=("share/man/man1/$(basename "$page")"); done
move background-assets-host "${host[@]}"
# The package makes its user by itself.
rm -r "$stage/background-assets/usr/lib/sysusers.d"
rmdir "$stage/background-assets/usr/lib/systemd/system" "$stage/background-assets/usr/include" "$stage/background-assets/usr/lib/pkgconfig"

pack() { # PACKAGE CONTROL
    local root=$stage/$1
    mkdir "$root/DEBIAN"
    sed -e "s/@VERSION@/$version/" -e "s/@ARCH@/$architecture/" "packaging/debian/$2" >"$root/DEBIAN/control"
    if [ "$1" = libbackgroundassets1 ]; then
        echo "activate-noawait ldconfig" >"$root/DEBIAN/triggers"
        echo "libbackgroundassets 1 libbackgroundassets1 (>= $version)" >"$root/DEBIAN/shlibs"
    fi
    if [ "$1" = background-assets-host ]; then install -m 755 packaging/debian/postinst-host "$root/DEBIAN/postinst"; fi
    chmod 755 "$root"
    chmod -R go-w "$root"
    dpkg-deb --root-owner-group --build "$root" ".build/$1_${version}_$architecture.deb"
}
pack background-assets control.in
pack background-assets-host control-host.in
pack libbackgroundassets1 control-library.in
pack libbackgroundassets-dev control-development.in
