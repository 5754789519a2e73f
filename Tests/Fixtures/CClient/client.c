// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void report(const char *what, ba_result result, ba_error **place) {
    ba_error *error = *place;
    const char *pack = ba_error_pack_id(error);
    require(ba_error_code(error) == result, "the error has the code that was returned");
    require(error == NULL || ba_error_message(error)[0] != 0, "an error has a message");
    printf("%s: %d %s%s%s\n", what, (int)result, error == NULL ? "-" : ba_error_name(error), pack == NULL ? "" : " ",
        pack == NULL ? "" : pack);
    ba_error_release(error);
    *place = NULL;
}

void expect(const char *what, ba_result result, ba_error **place) {
    ba_error *error = place == NULL ? NULL : *place;
    if (result == BA_OK && error == NULL) return;
    printf("%s failed: %d %s\n", what, (int)result, error == NULL ? "-" : ba_error_message(error));
    exit(1);
}

void require(bool condition, const char *what) {
    if (condition) return;
    printf("not so: %s\n", what);
    exit(1);
}

// MARK: What a delegate is told

static void enter(struct log *log) {
    pthread_mutex_lock(&log->lock);
    if (!log->has_thread) {
        log->thread = pthread_self();
        log->has_thread = true;
    }
    if (!pthread_equal(log->thread, pthread_self())) log->has_other_thread = true;
    if (log->is_cleared) log->came_after_clear = true;
}

static void leave(struct log *log, const char *word) {
    size_t length = strlen(log->text);
    size_t word_length = strlen(word);
    // Repeated words are one.
    bool is_same = length >= word_length && strcmp(log->text + length - word_length, word) == 0;
    if (!is_same && length + word_length + 2 < sizeof log->text) {
        if (length > 0) strcat(log->text, " ");
        strcat(log->text, word);
    }
    pthread_cond_broadcast(&log->changed);
    pthread_mutex_unlock(&log->lock);
}

static void on_began(void *context, const ba_pack *pack) {
    struct log *log = context;
    enter(log);
    require(ba_pack_id(pack) != NULL, "a pack has an ID");
    log->began++;
    leave(log, "began");
}

static void on_paused(void *context, const ba_pack *pack) {
    struct log *log = context;
    enter(log);
    require(ba_pack_id(pack) != NULL, "a pack has an ID");
    log->paused++;
    leave(log, "paused");
}

static void on_finished(void *context, const ba_pack *pack) {
    struct log *log = context;
    enter(log);
    require(ba_pack_version(pack) > 0, "a pack has a version");
    log->finished++;
    leave(log, "finished");
}

static void on_progress(void *context, const ba_pack *pack, int64_t completed, int64_t total) {
    struct log *log = context;
    enter(log);
    require(ba_pack_id(pack) != NULL, "a pack has an ID");
    require(total == -1 || (completed >= 0 && completed <= total), "progress is part of its total");
    log->completed = completed;
    log->progressed++;
    leave(log, "progress");
}

static void on_failed(void *context, const ba_pack *pack, const ba_error *error) {
    struct log *log = context;
    enter(log);
    require(strcmp(ba_error_pack_id(error), ba_pack_id(pack)) == 0, "an error names the pack");
    log->failure = ba_error_code(error);
    log->failed++;
    leave(log, "failed");
}

void log_init(struct log *log) {
    memset(log, 0, sizeof *log);
    pthread_mutex_init(&log->lock, NULL);
    pthread_cond_init(&log->changed, NULL);
}

ba_delegate log_delegate(struct log *log) {
    ba_delegate delegate = { sizeof delegate, log, on_began, on_paused, on_finished, on_progress, on_failed };
    return delegate;
}

void log_wait(struct log *log, const int *counter, int number) {
    pthread_mutex_lock(&log->lock);
    while (*counter < number) pthread_cond_wait(&log->changed, &log->lock);
    pthread_mutex_unlock(&log->lock);
}

// MARK: -

int main(int count, char **arguments) {
    // Lines come as they are printed, for those who wait for them.
    setvbuf(stdout, NULL, _IOLBF, 0);
    const char *command = count > 1 ? arguments[1] : "";
    const char *first = count > 2 ? arguments[2] : "";
    const char *second = count > 3 ? arguments[3] : "";
    const char *third = count > 4 ? arguments[4] : "";
    if (strcmp(command, "surface") == 0) return run_surface(first, second);
    if (strcmp(command, "describe") == 0) return run_describe(first);
    if (strcmp(command, "async") == 0) return run_asynchronous(first);
    if (strcmp(command, "bad") == 0) return run_bad(first);
    if (strcmp(command, "stranger") == 0) return run_stranger();
    if (strcmp(command, "fetch") == 0) return run_fetch(first, false);
    if (strcmp(command, "update") == 0) return run_fetch(first, true);
    if (strcmp(command, "several") == 0) return run_several(count - 2, arguments + 2);
    if (strcmp(command, "cancel") == 0) return run_cancel(first);
    if (strcmp(command, "cancel-wait") == 0) return run_cancel_wait(first);
    if (strcmp(command, "pause") == 0) return run_pause(first);
    if (strcmp(command, "nested") == 0) return run_nested(first);
    if (strcmp(command, "clear") == 0) return run_clear(first);
    if (strcmp(command, "threads") == 0) return run_threads(first, second, third);
    fprintf(stderr, "no such command: %s\n", command);
    return 64;
}
