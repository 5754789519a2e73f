// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// For a program that lives long and must cost nothing when it has nothing to do: threads for Swift's tasks that sleep, and
// a heap that gives back what it once needed. Linking this is all it takes.
//
// Without it tasks run on libdispatch's global queues. On Linux libdispatch looks once a second whether the threads of
// these queues are blocked, and it never stops, so that each program that has run a task wakes the processor for as long
// as it lives. Dispatch's serial queues, timers and sources may be used beside this: they have no such watch. Its global
// and concurrent queues, and Task.sleep, which goes back to them, must not.
//
// And its threads share one heap: see CHeapLimits.

#ifndef BA_CQUIETPROCESS_H
#define BA_CQUIETPROCESS_H

#include <stdint.h>

/// How many threads run tasks; 0 when the Swift runtime has no place for them, and tasks run as ever.
int32_t ba_task_thread_count(void);

#endif
