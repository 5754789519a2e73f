// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CSystemShims.h"

#include <stdio.h>

// `stdout` is a variable, which Swift takes for one that anybody may set.
void ba_flush_output(void) {
    if (ftrylockfile(stdout) != 0) return;
    fflush_unlocked(stdout);
    funlockfile(stdout);
}

void ba_print_line_by_line(void) { setvbuf(stdout, NULL, _IOLBF, 0); }
