#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Every source and script begins with the licence header.
set -euo pipefail
cd "$(dirname "$0")/.."

wrong=()
count=0
while IFS= read -r file; do
    [ -e "$file" ] || continue
    count=$((count + 1))
    head -n 6 "$file" | grep -q 'SPDX-License-Identifier: Apache-2.0' || wrong+=("$file")
done < <(git ls-files --cached --others --exclude-standard '*.swift' '*.c' '*.h' '*.sh' '*.py' .ci/run)

if ((${#wrong[@]})); then
    printf 'without the licence header: %s\n' "${wrong[@]}" >&2
    exit 1
fi
echo "headers: $count files have theirs"
