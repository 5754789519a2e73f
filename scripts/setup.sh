#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Installs the Debian packages that building needs; with --tests also those of the servers that the tests start. Says nothing
# when none is missing.
set -euo pipefail

packages=(
    libsqlite3-dev          # the service's database
    liblz4-dev liblzma-dev zlib1g-dev  # codecs of the archive
    libzstd-dev             # apps that come as .tar.zst
    libpq-dev               # the host's database
    libsystemd-dev dbus-daemon  # what the desktop tells, and a bus of its own for tests
    libcurl4-openssl-dev libxml2-dev  # what Foundation's networking needs where Swift's libraries are linked statically
    gcc g++                 # the C interface: its header, its tests and its example
    curl openssl            # tests and benchmarks compare with them
    python3                 # checks, and the example's assets
    groff-base              # the check of the man pages
    bubblewrap              # tests confine extensions by it, too
    chromium chromium-driver  # tests look at pages
    pkg-config make git
)
if [ "${1:-}" = --tests ]; then
    packages+=(
        systemd             # one of their own, for a user
        postgresql          # a database of their own
        nginx-light         # in front of a host
        exim4-daemon-light  # a mail server of their own
        python3-venv        # schemathesis and openapi-python-client, for the host's interface; playwright, which leads a browser
        ceph-mon ceph-osd ceph-mgr radosgw ceph-common uuid-runtime  # a store of their own that speaks S3
    )
fi

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

if [ "${1:-}" = --tests ]; then
    tool=$(dirname "$0")/../.build/schemathesis
    if ! "$tool/bin/schemathesis" --version 2>/dev/null | grep -q ' 4\.32\.5$'; then
        echo "installing schemathesis into .build"
        python3 -m venv --clear "$tool"
        "$tool/bin/pip" install --quiet --disable-pip-version-check schemathesis==4.32.5 PyJWT==2.15.1 cryptography==50.0.2
    fi
    tool=$(dirname "$0")/../.build/playwright
    if ! "$tool/bin/playwright" --version 2>/dev/null | grep -q ' 1\.65\.2$'; then
        echo "installing playwright into .build"
        python3 -m venv --clear "$tool"
        "$tool/bin/pip" install --quiet --disable-pip-version-check playwright==1.65.2 axe-playwright-python==0.1.8 \
            PyJWT==2.15.1 cryptography==50.0.2
    fi
    # Of its own, for it wants other versions of the same.
    tool=$(dirname "$0")/../.build/openid
    version='import importlib.metadata; print(importlib.metadata.version("oidc-provider-mock"))'
    if [ "$("$tool/bin/python" -c "$version" 2>/dev/null)" != 0.3.4 ]; then
        echo "installing an OpenID Connect provider into .build"
        python3 -m venv --clear "$tool"
        "$tool/bin/pip" install --quiet --disable-pip-version-check oidc-provider-mock==0.3.4
    fi
    tool=$(dirname "$0")/../.build/openapi-client
    if ! "$tool/bin/openapi-python-client" --version 2>/dev/null | grep -q ' 0\.29\.1$'; then
        echo "installing openapi-python-client into .build"
        python3 -m venv --clear "$tool"
        "$tool/bin/pip" install --quiet --disable-pip-version-check openapi-python-client==0.29.1 jsonschema==4.26.0 \
            rfc3339-validator==0.1.4 rfc3986-validator==0.1.1 PyJWT==2.15.1 cryptography==50.0.2
    fi
fi

if ! command -v swift >/dev/null; then
    echo "Swift $(cat "$(dirname "$0")/../.swift-version") is needed: see https://swift.org/install" >&2
    exit 1
fi
