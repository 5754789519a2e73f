#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes a Debian package of service and tools: .build/background-assets_<version>_<architecture>.deb
set -euo pipefail
cd "$(dirname "$0")/../.."

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
DESTDIR=$stage PREFIX=/usr packaging/install.sh
version=$(sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/Service/AssetService/ServiceConfiguration.swift)
architecture=$(dpkg --print-architecture)
mkdir "$stage/DEBIAN"
sed -e "s/@VERSION@/$version/" -e "s/@ARCH@/$architecture/" packaging/debian/control.in >"$stage/DEBIAN/control"
chmod 755 "$stage"
chmod -R go-w "$stage"
dpkg-deb --root-owner-group --build "$stage" ".build/background-assets_${version}_$architecture.deb"
