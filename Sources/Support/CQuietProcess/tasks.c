// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CQuietProcess.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

// The hook of Swift's concurrency runtime for the global executor, and how a job is run (MetadataKind and layout of a job
// are none of our business). swift-nio installs its event loops by the same hook.
#define SWIFT_CC __attribute__((swiftcall))
struct job;
typedef SWIFT_CC void (*enqueue_original)(struct job *job);
typedef SWIFT_CC void (*enqueue_hook)(struct job *job, enqueue_original original);
extern enqueue_hook swift_task_enqueueGlobal_hook __attribute__((weak));
// The executor is passed as its two words; zeros are the global one.
extern SWIFT_CC void swift_job_run(struct job *job, void *identity, uintptr_t implementation) __attribute__((weak));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
// Jobs that wait, a ring whose size is a power of two.
static struct job **jobs;
static size_t capacity;
static size_t first;
static size_t count;
static int32_t limit;
static int32_t threads;
static int32_t idle;

static void *work(void *context) {
    (void)context;
    pthread_setname_np(pthread_self(), "ba-tasks");
    pthread_mutex_lock(&lock);
    for (;;) {
        while (count == 0) {
            idle++;
            pthread_cond_wait(&filled, &lock);
            idle--;
        }
        struct job *job = jobs[first];
        first = (first + 1) & (capacity - 1);
        count--;
        pthread_mutex_unlock(&lock);
        swift_job_run(job, NULL, 0);
        pthread_mutex_lock(&lock);
    }
}

static int grow(void) {
    size_t size = capacity ? 2 * capacity : 64;
    struct job **larger = malloc(size * sizeof *larger);
    if (!larger) return -1;
    for (size_t index = 0; index < count; index++) larger[index] = jobs[(first + index) & (capacity - 1)];
    free(jobs);
    jobs = larger;
    capacity = size;
    first = 0;
    return 0;
}

static void start_thread(void) {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (pthread_create(&thread, &attributes, work, NULL) == 0) threads++;
    pthread_attr_destroy(&attributes);
}

static SWIFT_CC void enqueue(struct job *job, enqueue_original original) {
    pthread_mutex_lock(&lock);
    // Threads come as they are needed: most of the time one is enough. One that was woken for an earlier job counts as
    // idle until it runs.
    if (count >= (size_t)idle && threads < limit) start_thread();
    if (threads == 0 || (count == capacity && grow() != 0)) {
        pthread_mutex_unlock(&lock);
        original(job);
        return;
    }
    jobs[(first + count) & (capacity - 1)] = job;
    count++;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
}

int32_t ba_task_thread_count(void) { return limit; }

// Before main: the first task begins before the program's own code.
__attribute__((constructor)) static void install(void) {
    if (!&swift_task_enqueueGlobal_hook || !swift_job_run || swift_task_enqueueGlobal_hook) return;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    // Two at least, so that one call that takes long does not keep all others waiting.
    limit = processors < 2 ? 2 : processors > 8 ? 8 : (int32_t)processors;
    swift_task_enqueueGlobal_hook = enqueue;
}
