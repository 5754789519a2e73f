// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CSystemShims.h"

#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

// Lets go of the pages of a program's segments that cannot be written to: the kernel has them in its cache, and they are
// mapped again, unchanged, when they are touched.
static int release_segments(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    (void)context;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
        uintptr_t start = (info->dlpi_addr + segment->p_vaddr + page - 1) & ~(page - 1);
        uintptr_t end = (info->dlpi_addr + segment->p_vaddr + segment->p_memsz) & ~(page - 1);
        if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void ba_release_memory(void) {
    malloc_trim(0);
    dl_iterate_phdr(release_segments, NULL);
}
