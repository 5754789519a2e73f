#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds an app that uses BackgroundAssets with `traits: []`, The Coast, and looks at what that fetched and linked.
set -euo pipefail
source "$(dirname "$0")/enter.sh"
scripts/build-dependent.sh Examples/TheCoast --quiet
cd Examples/TheCoast
fetched=$(cd .build/checkouts && echo *)
if [ "$fetched" != swift-system ]; then
    echo "an app with traits: [] fetches more than swift-system: $fetched" >&2
    exit 1
fi

binary=.build/debug/TheCoast
unwanted='NIO|AsyncHTTPClient|GRDB|sqlite3_|Hummingbird|CCryptoBoringSSL|LZ4_|lzma_|inflateInit'
if nm "$binary" 2>/dev/null | grep -qE "$unwanted"; then
    echo "an app that links BackgroundAssets holds server code:" >&2
    nm "$binary" | grep -E "$unwanted" | head >&2
    exit 1
fi
# What the app itself asks for; Foundation's own libraries bring more.
if readelf -d "$binary" | grep NEEDED | grep -E 'libsqlite|liblz4|liblzma|libz\.|libssl|libarchive'; then
    echo "an app that links BackgroundAssets needs libraries of the service" >&2
    exit 1
fi
# Foundation's own URL loading (and with it libcurl) comes with the frameworks by design: code for Apple's platforms expects
# URLSession from `import Foundation`.
echo "linkage: fetched $fetched only; no NIO, database, HTTP or codec library of the service linked"
