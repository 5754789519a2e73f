# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# For scripts that build, in place of a `cd`: the root is the current folder, and the environment stays that of whoever calls. SwiftPM
# looks at its packages anew in another one, and a shell counts itself there (SHLVL) and keeps where it has been (OLDPWD).
previous=${OLDPWD-}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ -n "$previous" ]; then OLDPWD=$previous; else unset OLDPWD; fi
unset previous
SHLVL=$((SHLVL > 0 ? SHLVL - 1 : 0))
