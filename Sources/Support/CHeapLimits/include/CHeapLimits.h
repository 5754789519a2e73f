// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// A heap that gives back what it once needed, for programs that live long.
//
// glibc gives each thread a heap of its own, of whose ends malloc_trim returns only that of the main one, and raises the size
// from which it maps blocks on their own with each that is freed, so that it keeps what a transfer, or a password, needed once.

#ifndef BA_CHEAPLIMITS_H
#define BA_CHEAPLIMITS_H

#include <stdint.h>

/// Has threads share this many heaps, or as many as there are processors for 0, and large blocks be mapped on their own for good.
/// It is called before there are threads.
void ba_limit_heaps(int32_t count);

#endif
