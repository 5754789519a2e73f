#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Lints all Swift sources by .swift-format; --fix rewrites them.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t files < <(git ls-files --cached --others --exclude-standard '*.swift')
if [ "${1:-}" = --fix ]; then
    swift format format --in-place --parallel --configuration .swift-format "${files[@]}"
else
    swift format lint --strict --parallel --configuration .swift-format "${files[@]}"
    echo "format: ${#files[@]} files are clean"
fi
