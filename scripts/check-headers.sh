#!/usr/bin/env bash
# Every source begins with the licence header.
set -euo pipefail
cd "$(dirname "$0")/.."

wrong=()
count=0
while IFS= read -r file; do
    [ -e "$file" ] || continue
    count=$((count + 1))
    head -n 6 "$file" | grep -q 'SPDX-License-Identifier: Apache-2.0' || wrong+=("$file")
done < <(git ls-files --cached --others --exclude-standard '*.swift' '*.c' '*.h')

if ((${#wrong[@]})); then
    printf 'without the licence header: %s\n' "${wrong[@]}" >&2
    exit 1
fi
echo "headers: $count files have theirs"
