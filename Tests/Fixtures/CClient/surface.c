// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// The calls, one after the other.

#define _POSIX_C_SOURCE 200809L
#include "client.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void print_contents(ba_manager *manager, const char *what, const char *path, const char *pack_id) {
    ba_contents *contents = NULL;
    ba_error *error = NULL;
    ba_result result = ba_manager_copy_contents(manager, path, pack_id, &contents, &error);
    if (result != BA_OK) {
        require(contents == NULL, "there are no contents after a failure");
        report(what, result, &error);
        return;
    }
    size_t size = ba_contents_size(contents);
    printf("%s: %zu bytes, %.*s\n", what, size, (int)(size < 12 ? size : 12), (const char *)ba_contents_bytes(contents));
    ba_contents_release(contents);
}

static void print_pack(const ba_pack *pack) {
    size_t size = 1;
    const char *info = ba_pack_user_info(pack, &size);
    printf("%s: version %d, %s, info %s (%zu), language %s\n", ba_pack_id(pack), (int)ba_pack_version(pack),
        ba_pack_download_size(pack) > 0 ? "has a size" : "has none", info == NULL ? "-" : info, size,
        ba_pack_language(pack) == NULL ? "-" : ba_pack_language(pack));
}

int run_describe(const char *pack_id) {
    ba_pack *pack = NULL;
    ba_error *error = NULL;
    ba_result result = ba_manager_copy_pack(ba_manager_shared(), pack_id, &pack, &error);
    expect("pack", result, &error);
    print_pack(pack);
    ba_pack_release(pack);
    return 0;
}

int run_surface(const char *pack_id, const char *path) {
    ba_manager *manager = ba_manager_shared();
    ba_error *error = NULL;
    require(ba_version() == BA_VERSION, "library and header are of one version");

    ba_packs *packs = NULL;
    expect("packs", ba_manager_copy_packs(manager, &packs, &error), &error);
    for (size_t index = 0; index < ba_packs_count(packs); index++) {
        const ba_pack *each = ba_packs_at(packs, index);
        printf("pack %s %d\n", ba_pack_id(each), (int)ba_pack_version(each));
    }
    require(ba_packs_at(packs, ba_packs_count(packs)) == NULL, "nothing is behind the last pack");
    // A pack that is retained outlives its list.
    ba_pack *kept = ba_pack_retain(ba_packs_at(packs, 0));
    ba_packs_release(packs);
    require(ba_pack_id(kept) != NULL, "a retained pack lives");
    ba_pack_release(kept);

    ba_pack *pack = NULL;
    expect("pack", ba_manager_copy_pack(manager, pack_id, &pack, &error), &error);
    print_pack(pack);

    ba_pack_status status = 99;
    expect("status", ba_manager_get_status(manager, pack_id, &status, &error), &error);
    printf("status %u\n", status);
    expect("local status", ba_manager_get_local_status(manager, pack_id, &status, &error), &error);
    printf("local status %u\n", status);
    int64_t number = 99;
    ba_result result = ba_manager_get_local_version(manager, pack_id, &number, &error);
    report("local version", result, &error);
    require(number == 0, "a result is 0 after a failure");
    print_contents(manager, "before", path, NULL);

    expect("ensure", ba_manager_ensure_local_availability(manager, &pack_id, 1, 0, &error), &error);
    expect("status", ba_manager_get_status(manager, pack_id, &status, NULL), NULL);
    printf("status %u\n", status);
    expect("status", ba_manager_get_relative_status(manager, pack, &status, &error), &error);
    printf("relative status %u\n", status);
    expect("status", ba_manager_get_local_status(manager, pack_id, &status, &error), &error);
    printf("local status %u\n", status);
    expect("version", ba_manager_get_local_version(manager, pack_id, &number, &error), &error);
    printf("local version %d\n", (int)number);
    expect("size", ba_manager_get_used_space(manager, pack_id, BA_SIZE_LOGICAL, &number, &error), &error);
    printf("logical size %d\n", (int)number);
    int64_t all = 0;
    expect("size", ba_manager_get_used_space(manager, pack_id, BA_SIZE_ALLOCATED, &number, &error), &error);
    expect("size", ba_manager_get_used_space(manager, NULL, BA_SIZE_ALLOCATED, &all, &error), &error);
    printf("allocated size %s\n", number > 0 && all >= number ? "is in the whole" : "is wrong");

    print_contents(manager, "contents", path, NULL);
    print_contents(manager, "in this pack", path, pack_id);
    print_contents(manager, "in another", path, "Other");
    print_contents(manager, "in none", path, "Nothing");
    print_contents(manager, "shared", "shared", NULL);
    print_contents(manager, "shared in this pack", "shared", pack_id);
    print_contents(manager, "empty", "empty", NULL);
    print_contents(manager, "absolute", "/etc/passwd", NULL);
    print_contents(manager, "outside", "a/../../b", NULL);

    int descriptor = 99;
    expect("open", ba_manager_open_file(manager, path, NULL, &descriptor, &error), &error);
    char byte = 0;
    printf("descriptor reads %d, %s\n", (int)read(descriptor, &byte, 1),
        (fcntl(descriptor, F_GETFD) & FD_CLOEXEC) != 0 ? "closed by exec" : "inherited");
    close(descriptor);
    report("no descriptor", ba_manager_open_file(manager, "nowhere", NULL, &descriptor, &error), &error);
    require(descriptor == -1, "there is no descriptor after a failure");

    char *file = NULL;
    expect("path", ba_manager_copy_file_path(manager, path, &file, &error), &error);
    printf("path %s\n", file[0] == '/' && access(file, R_OK) == 0 ? "can be read" : "is wrong");
    ba_string_free(file);
    expect("path", ba_manager_copy_file_path(manager, "nowhere", &file, &error), &error);
    printf("no path %s\n", access(file, F_OK) == 0 ? "is wrong" : "is there");
    ba_string_free(file);

    ba_strings *updating = NULL;
    ba_strings *removed = NULL;
    expect("updates", ba_manager_check_for_updates(manager, &updating, &removed, &error), &error);
    printf("updating %zu, removed %zu\n", ba_strings_count(updating), ba_strings_count(removed));
    require(ba_strings_at(updating, ba_strings_count(updating)) == NULL, "nothing is behind the last text");
    ba_strings_release(updating);
    ba_strings_release(removed);
    expect("updates", ba_manager_check_for_updates(manager, NULL, NULL, NULL), NULL);

    // What is mapped stays when the pack goes.
    ba_contents *contents = NULL;
    expect("contents", ba_manager_copy_contents(manager, path, NULL, &contents, &error), &error);
    expect("remove", ba_manager_remove_pack(manager, pack_id, &error), &error);
    print_contents(manager, "removed", path, NULL);
    printf("still mapped: %.7s\n", (const char *)ba_contents_bytes(contents));
    ba_contents_release(contents);
    ba_pack_release(pack);
    return 0;
}

int run_fetch(const char *pack_id, bool is_newest) {
    ba_manager *manager = ba_manager_shared();
    ba_error *error = NULL;
    struct log log;
    log_init(&log);
    ba_delegate delegate = log_delegate(&log);
    expect("delegate", ba_manager_set_delegate(manager, &delegate, &error), &error);
    ba_ensure_options options = is_newest ? BA_ENSURE_LATEST_VERSION : 0;
    ba_result result = ba_manager_ensure_local_availability(manager, &pack_id, 1, options, &error);
    if (result == BA_OK) {
        log_wait(&log, &log.finished, 1);
    } else {
        // A pack that is not published has no download that could fail.
        if (result != BA_ERROR_PACK_NOT_FOUND) log_wait(&log, &log.failed, 1);
    }
    report("fetch", result, &error);
    ba_manager_clear_delegate(manager);
    int64_t version = 0;
    ba_manager_get_local_version(manager, pack_id, &version, NULL);
    printf("events: %s; failure %d; version %d; %s\n", log.text, (int)log.failure, (int)version,
        log.has_other_thread ? "several threads" : "one thread");
    return 0;
}

int run_several(int count, char **ids) {
    ba_error *error = NULL;
    ba_result result =
        ba_manager_ensure_local_availability(ba_manager_shared(), (const char *const *)ids, (size_t)count, 0, &error);
    size_t failures = ba_error_failure_count(error);
    for (size_t index = 0; index < failures; index++) {
        const ba_error *failure = ba_error_failure_at(error, index);
        printf("failure %s %d\n", ba_error_pack_id(failure), (int)ba_error_code(failure));
    }
    require(ba_error_failure_at(error, failures) == NULL, "nothing is behind the last failure");
    // One that is retained outlives the whole.
    ba_error *kept = ba_error_retain(ba_error_failure_at(error, 0));
    report("several", result, &error);
    require(failures == 0 || ba_error_code(kept) != BA_OK, "a retained failure lives");
    ba_error_release(kept);
    return 0;
}
