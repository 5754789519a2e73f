#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# The C interface is what Sources/Frameworks/CBackgroundAssets/exports.map lists: the shared library shows these symbols, in
# one version, and no others; the header declares them, and compiles as C11 and as C++17.
#
#   check-symbols.sh [LIBRARY]     LIBRARY is built unless given
set -euo pipefail
source "$(dirname "$0")/enter.sh"
interface=Sources/Frameworks/CBackgroundAssets
header=$interface/include/background_assets.h
library=${1:-}
if [ -z "$library" ]; then
    # All of it, as the tests have it: SwiftPM compiles everything anew for a build of one product.
    swift build --quiet --build-tests
    library=$(swift build --show-bin-path)/libbackgroundassets.so
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C

list=$interface/exports.map
sed -n 's/^ *\(ba_[a-z0-9_]*\);$/\1/p' "$list" >"$scratch/listed"
sort -cu "$scratch/listed"

same() { # TITLE FILE: what is in FILE is what is listed
    if ! diff -u --label "$list" --label "$1" "$scratch/listed" "$2" >&2; then
        echo "the symbols of the C interface are not those of the list: what was released stays, what is new is added to it" >&2
        exit 1
    fi
}

cc -std=c11 -E -P "$header" | grep -oP '\bba_\w+(?=\()' | sort >"$scratch/declared"
same "$header" "$scratch/declared"
# A version is shown as a symbol itself.
nm -D --defined-only "$library" | awk '$2 ~ /^[A-Z]$/ && $3 != "BACKGROUND_ASSETS_1" { print $3 }' | sort >"$scratch/defined"
sed 's/@@BACKGROUND_ASSETS_1$//' "$scratch/defined" | sort >"$scratch/shown"
same "$library" "$scratch/shown"
if [ "$(grep -c '@@BACKGROUND_ASSETS_1$' "$scratch/defined")" != "$(wc -l <"$scratch/defined")" ]; then
    echo "$library has symbols without the version BACKGROUND_ASSETS_1" >&2
    exit 1
fi
if ! readelf -d "$library" | grep -q 'SONAME.*\[libbackgroundassets\.so\.1\]'; then
    echo "$library is not called libbackgroundassets.so.1" >&2
    exit 1
fi

if readelf -d "$library" | grep NEEDED | grep -E 'libsqlite|liblz4|liblzma|libz\.|libzstd|libssl|libarchive'; then
    echo "$library needs libraries of the service" >&2
    exit 1
fi

flags=(-Wall -Wextra -Wpedantic -Werror -fsyntax-only -include "$header")
cc -std=c11 "${flags[@]}" -x c /dev/null
c++ -std=c++17 "${flags[@]}" -x c++ /dev/null
if command -v clang >/dev/null; then
    clang -std=c11 "${flags[@]}" -Wnullability-completeness -x c /dev/null
    clang++ -std=c++17 "${flags[@]}" -Wnullability-completeness -x c++ /dev/null
fi
echo "symbols: $(wc -l <"$scratch/listed") in list, header and library, and no others"
