// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// A game in C whose assets are managed asset packs. The harbor is there from the installation on; the lighthouse is
// fetched when the player goes there, with progress, and Ctrl-C ends that.

#define _POSIX_C_SOURCE 200809L
#include <background_assets.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// What the game waits for comes as bytes of one pipe: Ctrl-C, and ends of operations.
enum { INTERRUPTED = 'i', ENDED = 'e' };
static int wakes[2];

static void wake(char reason) {
    int before = errno;
    // The pipe holds far more than is ever written.
    if (write(wakes[1], &reason, 1) < 0) errno = before;
}

static void interrupt(int signal) {
    (void)signal;
    wake(INTERRUPTED);
}

static void on_ended(void *context, ba_operation *operation) {
    (void)context;
    (void)operation;
    wake(ENDED);
}

// Says what failed. Every function of the library that fails leaves an error, and the caller releases it.
static bool failed(ba_result result, ba_error **error) {
    if (result == BA_OK) return false;
    fprintf(stderr, "cgame: %s\n", ba_error_message(*error));
    ba_error_release(*error);
    return true;
}

// MARK: Files

// Writes a file of a pack to the terminal. It is mapped, and lies in memory until it is released.
static bool show(ba_manager *manager, const char *path) {
    ba_contents *contents = NULL;
    ba_error *error = NULL;
    if (failed(ba_manager_copy_contents(manager, path, NULL, &contents, &error), &error)) return false;
    fwrite(ba_contents_bytes(contents), 1, ba_contents_size(contents), stdout);
    ba_contents_release(contents);
    return true;
}

// Reads a file of one pack line by line, as code does that knows files only.
static bool tell(ba_manager *manager, const char *path, const char *pack_id) {
    int descriptor = -1;
    ba_error *error = NULL;
    if (failed(ba_manager_open_file(manager, path, pack_id, &descriptor, &error), &error)) return false;
    FILE *file = fdopen(descriptor, "r");
    if (file == NULL) {
        close(descriptor);
        return false;
    }
    char line[200];
    while (fgets(line, sizeof line, file) != NULL) printf("  %s", line);
    fclose(file);
    return true;
}

// MARK: Progress

// These come on the library's own thread.

static void on_began(void *context, const ba_pack *pack) {
    (void)context;
    printf("Fetching %s (%lld bytes)\n", ba_pack_id(pack), (long long)ba_pack_download_size(pack));
}

static void on_progress(void *context, const ba_pack *pack, int64_t completed, int64_t total) {
    (void)context;
    if (total > 0) printf("%s: %lld %%\n", ba_pack_id(pack), (long long)(completed * 100 / total));
}

static void on_finished(void *context, const ba_pack *pack) {
    (void)context;
    printf("%s is here.\n", ba_pack_id(pack));
}

static void on_failed(void *context, const ba_pack *pack, const ba_error *error) {
    (void)context;
    fprintf(stderr, "%s did not come: %s\n", ba_pack_id(pack), ba_error_message(error));
}

// Waits for the end of an operation. Ctrl-C cancels the download of the pack, also while nothing of it comes; a second
// one ends the game.
static void wait_for(ba_operation *operation, ba_manager *manager, const char *pack_id) {
    char reason = 0;
    while (reason != ENDED) {
        if (read(wakes[0], &reason, 1) < 0 && errno != EINTR) return;
        if (reason != INTERRUPTED) continue;
        reason = 0;
        ba_error *error = NULL;
        // There may be no download yet: then it is no longer waited for, and that is all.
        if (ba_manager_control_download(manager, pack_id, BA_DOWNLOAD_CANCEL, &error) != BA_OK) {
            ba_error_release(error);
            ba_operation_cancel(operation);
        }
    }
}

// Makes a pack readable, which takes no time when it is here.
static bool fetch(ba_manager *manager, const char *pack_id) {
    ba_delegate delegate = { .size = sizeof delegate, .began = on_began, .finished = on_finished,
        .progress = on_progress, .failed = on_failed };
    ba_error *error = NULL;
    if (failed(ba_manager_set_delegate(manager, &delegate, &error), &error)) return false;
    ba_operation *operation = NULL;
    ba_result result = ba_manager_ensure_local_availability_async(
        manager, &pack_id, 1, 0, on_ended, NULL, &operation, &error);
    if (result == BA_OK) {
        wait_for(operation, manager, pack_id);
        result = ba_operation_result(operation, &error);
        ba_operation_release(operation);
    }
    // No callback comes after this.
    ba_manager_clear_delegate(manager);
    return !failed(result, &error);
}

// MARK: What the player does

static bool play(ba_manager *manager, const char *level) {
    if (strcmp(level, "harbor") == 0) return show(manager, "Maps/Harbor.txt");
    if (strcmp(level, "lighthouse") == 0) {
        return fetch(manager, "Lighthouse") && show(manager, "Maps/Lighthouse.txt")
            && tell(manager, "Stories/Lighthouse.txt", "Lighthouse");
    }
    fprintf(stderr, "cgame: there is no level \"%s\"\n", level);
    return false;
}

static bool show_storage(ba_manager *manager) {
    ba_packs *packs = NULL;
    ba_error *error = NULL;
    if (failed(ba_manager_copy_packs(manager, &packs, &error), &error)) return false;
    for (size_t index = 0; index < ba_packs_count(packs); index++) {
        const char *id = ba_pack_id(ba_packs_at(packs, index));
        int64_t bytes = 0;
        bool is_here = ba_manager_get_used_space(manager, id, BA_SIZE_ALLOCATED, &bytes, NULL) == BA_OK;
        if (is_here) printf("%s: %lld bytes\n", id, (long long)bytes);
        else printf("%s: not on this device\n", id);
    }
    ba_packs_release(packs);
    return true;
}

static bool leave(ba_manager *manager) {
    ba_error *error = NULL;
    if (failed(ba_manager_remove_pack(manager, "Lighthouse", &error), &error)) return false;
    printf("The lighthouse is gone until you come back.\n");
    return true;
}

int main(int count, char **arguments) {
    if (pipe(wakes) != 0) {
        perror("cgame");
        return 1;
    }
    struct sigaction action = { .sa_handler = interrupt, .sa_flags = SA_RESETHAND };
    sigaction(SIGINT, &action, NULL);
    setvbuf(stdout, NULL, _IOLBF, 0);
    ba_manager *manager = ba_manager_shared();
    const char *command = count > 1 ? arguments[1] : "--play";
    if (strcmp(command, "--play") == 0) return play(manager, count > 2 ? arguments[2] : "harbor") ? 0 : 1;
    if (strcmp(command, "--storage") == 0) return show_storage(manager) ? 0 : 1;
    if (strcmp(command, "--leave") == 0) return leave(manager) ? 0 : 1;
    fprintf(stderr, "usage: cgame [--play harbor|lighthouse | --storage | --leave]\n");
    return 64;
}
