// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

#include "CHeapLimits.h"

// Before main: a thread that is there by then may have a heap of its own already.
__attribute__((constructor)) static void limit_heap(void) { ba_limit_heaps(1); }
