// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// Many threads at once.

#include "client.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READERS = 6, SETTERS = 3, STORMS = 2, THREADS = READERS + SETTERS + STORMS, ROUNDS = 60 };

static const char *shared_path;
static atomic_int readings, callbacks, late;

// What a setter gives to its delegates: dead when it has been cleared or replaced by the same thread's next one.
struct token {
    atomic_bool is_dead;
};

static void touch(struct token *token) {
    atomic_fetch_add(&callbacks, 1);
    if (atomic_load(&token->is_dead)) atomic_fetch_add(&late, 1);
}

static void on_event(void *context, const ba_pack *pack) {
    (void)pack;
    touch(context);
}

static void on_progress(void *context, const ba_pack *pack, int64_t completed, int64_t total) {
    (void)pack;
    (void)completed;
    (void)total;
    touch(context);
}

static void on_failed(void *context, const ba_pack *pack, const ba_error *error) {
    (void)pack;
    (void)error;
    touch(context);
}

static ba_delegate make_delegate(struct token *token) {
    ba_delegate delegate = { sizeof delegate, token, on_event, on_event, on_event, on_progress, on_failed };
    return delegate;
}

static void *read_files(void *unused) {
    (void)unused;
    ba_manager *manager = ba_manager_shared();
    for (int round = 0; round < ROUNDS; round++) {
        ba_contents *contents = NULL;
        ba_error *error = NULL;
        ba_packs *packs = NULL;
        expect("contents", ba_manager_copy_contents(manager, shared_path, NULL, &contents, &error), &error);
        const unsigned char *bytes = ba_contents_bytes(contents);
        size_t size = ba_contents_size(contents);
        require(size > 0, "the file is not empty");
        for (size_t index = 0; index < size; index++) {
            require(bytes[index] == 'x', "the bytes are the pack's");
        }
        ba_contents_release(contents);
        if (round % 10 == 0) {
            expect("packs", ba_manager_copy_packs(manager, &packs, &error), &error);
            ba_packs_release(packs);
        }
        atomic_fetch_add(&readings, 1);
    }
    return NULL;
}

// One of these threads at a time: what was set last is not another one's.
static pthread_mutex_t setting = PTHREAD_MUTEX_INITIALIZER;

static void *set_delegates(void *tokens) {
    ba_manager *manager = ba_manager_shared();
    struct token *mine = tokens;
    for (int round = 0; round < ROUNDS; round++) {
        ba_error *error = NULL;
        ba_delegate delegate = make_delegate(&mine[round]);
        pthread_mutex_lock(&setting);
        expect("delegate", ba_manager_set_delegate(manager, &delegate, &error), &error);
        pthread_mutex_unlock(&setting);
        pthread_mutex_lock(&setting);
        // Replaced, by this or by another thread's; then cleared. None of either way is called again.
        struct token *other = calloc(1, sizeof *other);
        delegate = make_delegate(other);
        expect("delegate", ba_manager_set_delegate(manager, &delegate, &error), &error);
        atomic_store(&mine[round].is_dead, true);
        ba_manager_clear_delegate(manager);
        memset(other, 0xff, sizeof *other);
        free(other);
        pthread_mutex_unlock(&setting);
    }
    return NULL;
}

// Sets and clears as it comes.
static void *storm(void *unused) {
    (void)unused;
    static struct token token;
    ba_manager *manager = ba_manager_shared();
    for (int round = 0; round < ROUNDS * 4; round++) {
        ba_error *error = NULL;
        ba_delegate delegate = make_delegate(&token);
        expect("delegate", ba_manager_set_delegate(manager, &delegate, &error), &error);
        if (round % 2 == 0) ba_manager_clear_delegate(manager);
    }
    return NULL;
}

int run_threads(const char *pack_id, const char *other_id, const char *path) {
    ba_manager *manager = ba_manager_shared();
    ba_error *error = NULL;
    pthread_t threads[THREADS];
    static struct token tokens[SETTERS][ROUNDS];
    shared_path = path;
    expect("ensure", ba_manager_ensure_local_availability(manager, &pack_id, 1, 0, &error), &error);
    for (int index = 0; index < READERS; index++) pthread_create(&threads[index], NULL, read_files, NULL);
    for (int index = 0; index < SETTERS; index++) {
        pthread_create(&threads[READERS + index], NULL, set_delegates, tokens[index]);
    }
    for (int index = READERS + SETTERS; index < THREADS; index++) pthread_create(&threads[index], NULL, storm, NULL);
    // There are events all the while.
    for (int round = 0; round < 5; round++) {
        expect("ensure", ba_manager_ensure_local_availability(manager, &other_id, 1, 0, &error), &error);
        expect("remove", ba_manager_remove_pack(manager, other_id, &error), &error);
    }
    for (int index = 0; index < THREADS; index++) pthread_join(threads[index], NULL);
    // And one that is told for certain.
    struct token last = { false };
    ba_delegate delegate = make_delegate(&last);
    expect("delegate", ba_manager_set_delegate(manager, &delegate, &error), &error);
    expect("ensure", ba_manager_ensure_local_availability(manager, &other_id, 1, 0, &error), &error);
    ba_manager_clear_delegate(manager);
    printf("readings %d, late %d\n", readings, late);
    return 0;
}

int run_clear(const char *pack_id) {
    ba_manager *manager = ba_manager_shared();
    ba_error *error = NULL;
    struct log log;
    struct log next;
    log_init(&log);
    log_init(&next);
    ba_delegate delegate = log_delegate(&log);
    expect("delegate", ba_manager_set_delegate(manager, &delegate, &error), &error);
    ba_operation *operation = NULL;
    expect("ensure",
        ba_manager_ensure_local_availability_async(manager, &pack_id, 1, 0, NULL, NULL, &operation, &error), &error);
    log_wait(&log, &log.began, 1);
    ba_manager_clear_delegate(manager);
    pthread_mutex_lock(&log.lock);
    log.is_cleared = true;
    pthread_mutex_unlock(&log.lock);
    printf("cleared\n");
    // It ends while there is no delegate; the next one hears of that first.
    expect("ensure", ba_operation_wait(operation, &error), &error);
    delegate = log_delegate(&next);
    expect("delegate", ba_manager_set_delegate(manager, &delegate, &error), &error);
    log_wait(&next, &next.finished, 1);
    ba_manager_clear_delegate(manager);
    printf("%s, the next one: %s\n", log.came_after_clear ? "called after it was cleared" : "not called any more",
        next.text);
    ba_operation_release(operation);
    return 0;
}
