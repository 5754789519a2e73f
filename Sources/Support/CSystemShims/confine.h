// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BA_CONFINE_H
#define BA_CONFINE_H

/// Confines this process, which is a child about to call exec: no capabilities, no new privileges, the files of a Landlock
/// ruleset (none for -1) and the system calls that are left. `own` is its folder in /proc, or -1: it must stay open, for the
/// kernel forgets what is allowed there with the folder, which it keeps no longer than it is in use.
/// Async-signal-safe. -1 with errno.
__attribute__((visibility("hidden"))) int confine(int ruleset, int own);

#endif
