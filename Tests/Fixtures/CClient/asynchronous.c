// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// Operations: started, waited for, cancelled, and the calls that are made in callbacks.

#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A counter that completions raise.
struct counter {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int count;
    ba_result last;
    pthread_t thread;
    void (*extra)(ba_operation *operation);
};

static void count(void *context, ba_operation *operation) {
    struct counter *counter = context;
    ba_error *error = NULL;
    ba_result result = ba_operation_result(operation, &error);
    ba_error_release(error);
    if (counter->extra != NULL) counter->extra(operation);
    pthread_mutex_lock(&counter->lock);
    counter->count++;
    counter->last = result;
    counter->thread = pthread_self();
    pthread_cond_broadcast(&counter->changed);
    pthread_mutex_unlock(&counter->lock);
}

static void counter_init(struct counter *counter) {
    memset(counter, 0, sizeof *counter);
    pthread_mutex_init(&counter->lock, NULL);
    pthread_cond_init(&counter->changed, NULL);
}

static ba_result counter_wait(struct counter *counter, int number) {
    pthread_mutex_lock(&counter->lock);
    while (counter->count < number) pthread_cond_wait(&counter->changed, &counter->lock);
    ba_result last = counter->last;
    pthread_mutex_unlock(&counter->lock);
    return last;
}

int run_asynchronous(const char *pack_id) {
    ba_manager *manager = ba_manager_shared();
    ba_error *error = NULL;
    struct counter counter;
    counter_init(&counter);
    ba_operation *operations[9] = { NULL };

    expect("packs", ba_manager_copy_packs_async(manager, count, &counter, &operations[0], &error), &error);
    expect("pack", ba_manager_copy_pack_async(manager, pack_id, count, &counter, &operations[1], &error), &error);
    counter_wait(&counter, 2);
    ba_packs *packs = ba_operation_copy_packs(operations[0]);
    ba_pack *pack = ba_operation_copy_pack(operations[1]);
    printf("packs %zu, pack %s\n", ba_packs_count(packs), ba_pack_id(pack));
    require(ba_operation_copy_pack(operations[0]) == NULL, "an operation brings what it is for only");
    require(ba_operation_copy_packs(operations[1]) == NULL, "an operation brings what it is for only");

    expect("ensure",
        ba_manager_ensure_local_availability_async(
            manager, &pack_id, 1, 0, count, &counter, &operations[2], &error), &error);
    expect("ensure", ba_operation_wait(operations[2], &error), &error);
    expect("status", ba_manager_get_status_async(manager, pack_id, count, &counter, &operations[3], &error), &error);
    expect("status", ba_manager_get_relative_status_async(manager, pack, count, &counter, &operations[4], &error), &error);
    expect("size",
        ba_manager_get_used_space_async(
            manager, pack_id, BA_SIZE_LOGICAL, count, &counter, &operations[5], &error), &error);
    expect("updates", ba_manager_check_for_updates_async(manager, count, &counter, &operations[6], &error), &error);
    for (int index = 3; index < 7; index++) expect("wait", ba_operation_wait(operations[index], &error), &error);
    ba_strings *updating = ba_operation_copy_updating_ids(operations[6]);
    ba_strings *removed = ba_operation_copy_removed_ids(operations[6]);
    printf("status %u, relative %u, size %d, updating %zu, removed %zu\n", ba_operation_status(operations[3]),
        ba_operation_status(operations[4]), (int)ba_operation_bytes(operations[5]), ba_strings_count(updating),
        ba_strings_count(removed));
    expect("remove", ba_manager_remove_pack_async(manager, pack_id, count, &counter, &operations[7], &error), &error);
    expect("remove", ba_operation_wait(operations[7], &error), &error);
    // No download is under way; nobody wants the operation.
    expect("control",
        ba_manager_control_download_async(
            manager, pack_id, BA_DOWNLOAD_CANCEL, count, &counter, NULL, &error), &error);
    printf("last %d", (int)counter_wait(&counter, 9));
    // Nobody wants a completion.
    expect("packs", ba_manager_copy_packs_async(manager, NULL, NULL, &operations[8], &error), &error);
    expect("packs", ba_operation_wait(operations[8], &error), &error);
    // What the callbacks' thread has done it has done.
    expect("packs", ba_manager_copy_packs_async(manager, count, &counter, NULL, NULL), NULL);
    counter_wait(&counter, 10);
    printf(", completions %d, %s\n", counter.count,
        pthread_equal(counter.thread, pthread_self()) ? "on this thread" : "on another thread");
    ba_operation_cancel(operations[0]);
    expect("cancelled after its end", ba_operation_result(operations[0], &error), &error);
    for (int index = 0; index < 9; index++) ba_operation_release(operations[index]);
    ba_strings_release(updating);
    ba_strings_release(removed);
    ba_packs_release(packs);
    ba_pack_release(pack);
    return 0;
}

// MARK: Cancelling

int run_cancel(const char *pack_id) {
    ba_manager *manager = ba_manager_shared();
    ba_error *error = NULL;
    struct log log;
    log_init(&log);
    ba_delegate delegate = log_delegate(&log);
    expect("delegate", ba_manager_set_delegate(manager, &delegate, &error), &error);
    ba_operation *operation = NULL;
    expect("ensure",
        ba_manager_ensure_local_availability_async(manager, &pack_id, 1, 0, NULL, NULL, &operation, &error), &error);
    log_wait(&log, &log.began, 1);
    ba_result pending = ba_operation_result(operation, &error);
    report("under way", pending, &error);
    expect("cancel", ba_manager_control_download(manager, pack_id, BA_DOWNLOAD_CANCEL, &error), &error);
    ba_result result = ba_operation_wait(operation, &error);
    report("cancelled", result, &error);
    log_wait(&log, &log.failed, 1);
    printf("failure %d, finished %d\n", (int)log.failure, log.finished);
    ba_manager_clear_delegate(manager);
    ba_operation_release(operation);
    return 0;
}

int run_cancel_wait(const char *pack_id) {
    ba_manager *manager = ba_manager_shared();
    ba_error *error = NULL;
    struct counter counter;
    struct log log;
    counter_init(&counter);
    log_init(&log);
    ba_delegate delegate = log_delegate(&log);
    expect("delegate", ba_manager_set_delegate(manager, &delegate, &error), &error);
    ba_operation *operation = NULL;
    expect("ensure",
        ba_manager_ensure_local_availability_async(
            manager, &pack_id, 1, 0, count, &counter, &operation, &error), &error);
    log_wait(&log, &log.began, 1);
    ba_operation_cancel(operation);
    ba_operation_cancel(operation);
    ba_result result = ba_operation_wait(operation, &error);
    report("cancelled", result, &error);
    counter_wait(&counter, 1);
    // The download itself goes on.
    printf("waiting\n");
    log_wait(&log, &log.finished, 1);
    printf("finished, completions %d, failed %d\n", counter.count, log.failed);
    ba_manager_clear_delegate(manager);
    ba_operation_release(operation);
    return 0;
}

int run_pause(const char *pack_id) {
    ba_manager *manager = ba_manager_shared();
    ba_error *error = NULL;
    struct log log;
    log_init(&log);
    ba_delegate delegate = log_delegate(&log);
    expect("delegate", ba_manager_set_delegate(manager, &delegate, &error), &error);
    ba_operation *operation = NULL;
    expect("ensure",
        ba_manager_ensure_local_availability_async(manager, &pack_id, 1, 0, NULL, NULL, &operation, &error), &error);
    log_wait(&log, &log.began, 1);
    expect("pause", ba_manager_control_download(manager, pack_id, BA_DOWNLOAD_PAUSE, &error), &error);
    log_wait(&log, &log.paused, 1);
    printf("paused\n");
    expect("resume", ba_manager_control_download(manager, pack_id, BA_DOWNLOAD_RESUME, &error), &error);
    log_wait(&log, &log.began, 2);
    printf("resumed\n");
    expect("ensure", ba_operation_wait(operation, &error), &error);
    log_wait(&log, &log.finished, 1);
    printf("finished %d\n", log.finished);
    ba_manager_clear_delegate(manager);
    ba_operation_release(operation);
    return 0;
}

// MARK: Calls in callbacks

static const char *nested_id;

// All that blocks, where it would block forever if it waited for the thread that it is on.
static void call_all(ba_operation *operation) {
    ba_manager *manager = ba_manager_shared();
    ba_error *error = NULL;
    ba_packs *packs = NULL;
    expect("wait", ba_operation_wait(operation, &error), &error);
    expect("packs", ba_manager_copy_packs(manager, &packs, &error), &error);
    ba_packs_release(packs);
    expect("ensure", ba_manager_ensure_local_availability(manager, &nested_id, 1, 0, &error), &error);
    ba_manager_clear_delegate(manager);
    struct log *log = malloc(sizeof *log);
    log_init(log);
    ba_delegate delegate = log_delegate(log);
    expect("delegate", ba_manager_set_delegate(manager, &delegate, &error), &error);
    expect("delegate", ba_manager_set_delegate(manager, &delegate, &error), &error);
    expect("remove", ba_manager_remove_pack(manager, nested_id, &error), &error);
    ba_manager_clear_delegate(manager);
    free(log);
    ba_operation *inner = NULL;
    expect("packs", ba_manager_copy_packs_async(manager, NULL, NULL, &inner, &error), &error);
    expect("wait", ba_operation_wait(inner, &error), &error);
    ba_operation_release(inner);
}

static void on_finished(void *context, const ba_pack *pack) {
    ba_error *error = NULL;
    ba_pack_status status = 0;
    expect("status", ba_manager_get_status(ba_manager_shared(), ba_pack_id(pack), &status, &error), &error);
    // A delegate that clears itself: this is its last callback.
    ba_manager_clear_delegate(ba_manager_shared());
    count(context, NULL);
}

int run_nested(const char *pack_id) {
    ba_manager *manager = ba_manager_shared();
    ba_error *error = NULL;
    struct counter counter;
    counter_init(&counter);
    nested_id = pack_id;
    ba_delegate delegate = { sizeof delegate, &counter, NULL, NULL, on_finished, NULL, NULL };
    expect("delegate", ba_manager_set_delegate(manager, &delegate, &error), &error);
    expect("ensure", ba_manager_ensure_local_availability(manager, &pack_id, 1, 0, &error), &error);
    counter_wait(&counter, 1);
    counter.extra = call_all;
    expect("packs", ba_manager_copy_packs_async(manager, count, &counter, NULL, &error), &error);
    counter_wait(&counter, 2);
    printf("nested calls came back\n");
    return 0;
}
