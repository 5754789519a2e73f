#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds everything and runs the tests. Its last lines are the test runner's own summary.
set -euo pipefail
cd "$(dirname "$0")/.."

swift build --build-tests
# TheCoastTests play it.
scripts/build-dependent.sh Examples/TheCoast
# One test after the other: they run services, servers and programs of their own, and share two cores.
exec swift test --skip-build --no-parallel "$@"
