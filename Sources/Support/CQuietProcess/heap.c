// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

#include "CQuietProcess.h"

#include <malloc.h>

// Before main: a thread that is there by then may have a heap of its own already.
__attribute__((constructor)) static void limit_heap(void) {
    mallopt(M_ARENA_MAX, 1);
    // Blocks of transfers and lists of files are larger and come and go whole; what a connection reads in a go is smaller,
    // and mapping that anew each time would have the kernel clear all of its pages.
    mallopt(M_MMAP_THRESHOLD, 512 << 10);
    mallopt(M_TRIM_THRESHOLD, 8 << 20);
}
