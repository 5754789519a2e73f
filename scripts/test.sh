#!/usr/bin/env bash
# Builds everything and runs the tests. Its last lines are the test runner's own summary.
set -euo pipefail
cd "$(dirname "$0")/.."

flags=(--explicit-target-dependency-import-check error)
swift build --build-tests "${flags[@]}"
exec swift test --skip-build "${flags[@]}" "$@"
