// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// A program in C for tests: it does what its first argument says, and prints a line for each thing that it finds.

#ifndef CLIENT_H
#define CLIENT_H

#include <background_assets.h>
#include <pthread.h>
#include <stdbool.h>

// Prints what failed, and where; then releases the error. Where the error is stands here: in which order the arguments of a
// call are worked out is not said.
void report(const char *what, ba_result result, ba_error **error);
// The same for a result that has to be BA_OK; the program ends with another one.
void expect(const char *what, ba_result result, ba_error **error);
// Says what is wrong and ends the program unless it is true.
void require(bool condition, const char *what);

// What a delegate has been told, for a thread that waits for it.
struct log {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    char text[4096];
    int began, paused, finished, progressed, failed;
    int64_t completed;
    ba_result failure;
    pthread_t thread;
    bool has_thread, has_other_thread, is_cleared, came_after_clear;
};

void log_init(struct log *log);
ba_delegate log_delegate(struct log *log);
// Blocks until a counter of the log has reached a number.
void log_wait(struct log *log, const int *counter, int number);

int run_surface(const char *pack_id, const char *path);
int run_describe(const char *pack_id);
int run_asynchronous(const char *pack_id);
int run_bad(const char *pack_id);
int run_stranger(void);
int run_fetch(const char *pack_id, bool is_newest);
int run_several(int count, char **ids);
int run_cancel(const char *pack_id);
int run_cancel_wait(const char *pack_id);
int run_pause(const char *pack_id);
int run_nested(const char *pack_id);
int run_clear(const char *pack_id);
int run_threads(const char *pack_id, const char *other_id, const char *path);

#endif
