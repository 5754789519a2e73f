// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

#include "CHeapLimits.h"

#include <malloc.h>
#include <sys/sysinfo.h>

void ba_limit_heaps(int32_t count) {
    mallopt(M_ARENA_MAX, count > 0 ? count : get_nprocs());
    // Blocks of transfers and lists of files are larger and come and go whole; what a connection reads in a go is smaller,
    // and mapping that anew each time would have the kernel clear all of its pages.
    mallopt(M_MMAP_THRESHOLD, 512 << 10);
    mallopt(M_TRIM_THRESHOLD, 8 << 20);
}
