#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Installs what the benchmarks need beyond scripts/setup.sh: Debian packages, and the C reference of LZFSE in a Python
# environment of its own. Says nothing when nothing is missing.
set -euo pipefail
cd "$(dirname "$0")/../.."

packages=(
    strace                  # counts system calls
    nginx-light             # serves the loose files that a pack is compared with, and what a host serves
    wrk                     # sends requests, more than any of the servers answers
    postgresql              # with a million packs
    openssl curl            # what a team's programs do
    libcurl4-openssl-dev    # Foundation's networking, when the Swift library is linked statically
    libxml2-dev             # the same
    python3-venv python3-dev gcc  # the C reference of LZFSE
)
missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if ((${#missing[@]})); then
    echo "installing ${missing[*]}"
    sudo=""
    if [ "$(id -u)" != 0 ]; then sudo="sudo"; fi
    $sudo apt-get update -qq
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

python=${BENCH_BUILD:-.build/bench}/python
if ! "$python/bin/python3" -c 'import liblzfse' 2>/dev/null; then
    python3 -m venv "$python"
    "$python/bin/pip" install --quiet --disable-pip-version-check pyliblzfse
fi
