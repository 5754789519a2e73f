#!/usr/bin/env bash
# Builds everything and runs the tests. Its last lines are the test runner's own summary.
set -euo pipefail
cd "$(dirname "$0")/.."

swift build --build-tests
# One test after the other: they run services, servers and programs of their own, and share two cores.
exec swift test --skip-build --no-parallel "$@"
