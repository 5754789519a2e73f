// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// What a caller does wrong.

#include "client.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char not_utf8[] = { 'a', (char)0xff, (char)0xfe, 0 };

static void never(void *context, ba_operation *operation) {
    (void)context;
    (void)operation;
    require(false, "no completion comes of what was not started");
}

// Every call with arguments that differ in one thing.
static void call_all(ba_manager *manager, const char *text, const ba_pack *pack, const char *what) {
    ba_error *error = NULL;
    ba_pack_status status = 9;
    int64_t number = 9;
    int descriptor = 9;
    ba_pack *found = NULL;
    ba_contents *contents = NULL;
    ba_operation *operation = NULL;
    char *path = NULL;
    ba_result expected = manager == NULL || text == NULL ? BA_ERROR_INVALID_ARGUMENT : BA_ERROR_INVALID_UTF8;
    ba_result results[] = {
        ba_manager_copy_pack(manager, text, &found, NULL),
        ba_manager_get_status(manager, text, &status, NULL),
        ba_manager_get_local_status(manager, text, &status, NULL),
        ba_manager_get_local_version(manager, text, &number, NULL),
        ba_manager_ensure_local_availability(manager, &text, 1, 0, NULL),
        ba_manager_ensure_local_availability_async(manager, &text, 1, 0, never, NULL, &operation, NULL),
        ba_manager_control_download(manager, text, BA_DOWNLOAD_CANCEL, NULL),
        ba_manager_remove_pack(manager, text, NULL),
        ba_manager_remove_pack_async(manager, text, never, NULL, &operation, NULL),
        ba_manager_copy_contents(manager, text, NULL, &contents, NULL),
        ba_manager_open_file(manager, text, NULL, &descriptor, NULL),
        ba_manager_copy_file_path(manager, text, &path, NULL),
    };
    for (size_t index = 0; index < sizeof results / sizeof *results; index++) {
        if (results[index] != expected) printf("%s, call %zu: %d\n", what, index, (int)results[index]);
    }
    require(found == NULL && contents == NULL && operation == NULL && path == NULL, "failures bring nothing");
    require(status == 0 && number == 0 && descriptor == -1, "failures bring zeros");
    (void)pack;
    report(what, ba_manager_get_status(manager, text, &status, &error), &error);
}

int run_bad(const char *pack_id) {
    ba_manager *manager = ba_manager_shared();
    ba_error *error = NULL;
    ba_pack_status status = 0;
    int64_t number = 0;
    call_all(NULL, pack_id, NULL, "no manager");
    call_all(manager, NULL, NULL, "no text");
    call_all(manager, not_utf8, NULL, "not UTF-8");

    // Places for results, options and structures.
    report("no place", ba_manager_copy_packs(manager, NULL, &error), &error);
    report("no place", ba_manager_get_status(manager, pack_id, NULL, &error), &error);
    report("no array", ba_manager_ensure_local_availability(manager, NULL, 1, 0, &error), &error);
    report("endless array", ba_manager_ensure_local_availability(manager, &pack_id, SIZE_MAX, 0, &error), &error);
    report("empty array", ba_manager_ensure_local_availability(manager, NULL, 0, 0, &error), &error);
    report("option", ba_manager_ensure_local_availability(manager, &pack_id, 1, 1u << 31, &error), &error);
    report("action", ba_manager_control_download(manager, pack_id, 77, &error), &error);
    report("method", ba_manager_get_used_space(manager, NULL, -1, &number, &error), &error);
    report("no delegate", ba_manager_set_delegate(manager, NULL, &error), &error);
    ba_delegate delegate;
    memset(&delegate, 0, sizeof delegate);
    report("size 0", ba_manager_set_delegate(manager, &delegate, &error), &error);
    delegate.size = SIZE_MAX;
    report("endless size", ba_manager_set_delegate(manager, &delegate, &error), &error);
    struct {
        ba_delegate known;
        void *later;
    } newer;
    memset(&newer, 0xff, sizeof newer);
    memset(&newer.known, 0, sizeof newer.known);
    newer.known.size = sizeof newer;
    report("newer", ba_manager_set_delegate(manager, &newer.known, &error), &error);
    ba_manager_clear_delegate(manager);
    ba_manager_clear_delegate(manager);
    ba_manager_clear_delegate(NULL);

    // Names of nothing.
    const char *nothing[] = { "Nothing", "not/../an ID", "" };
    for (size_t index = 0; index < 3; index++) {
        report("unknown", ba_manager_ensure_local_availability(manager, &nothing[index], 1, 0, &error), &error);
        report("unknown", ba_manager_remove_pack(manager, nothing[index], &error), &error);
        report("unknown", ba_manager_get_used_space(manager, nothing[index], 0, &number, &error), &error);
        report("unknown", ba_manager_get_local_status(manager, nothing[index], &status, &error), &error);
    }
    report("unknown", ba_manager_control_download(manager, "Nothing", BA_DOWNLOAD_PAUSE, &error), &error);
    int descriptor = 0;
    report("no path", ba_manager_open_file(manager, "", NULL, &descriptor, &error), &error);

    // Objects that are gone, or are others.
    ba_pack *pack = NULL;
    expect("pack", ba_manager_copy_pack(manager, pack_id, &pack, &error), &error);
    ba_contents_release((ba_contents *)pack);
    require(ba_pack_id(pack) != NULL, "an object is not released as one of another type");
    report("other type", ba_operation_wait((ba_operation *)pack, &error), &error);
    report("other type", ba_manager_copy_packs((ba_manager *)pack, (ba_packs *[]){ NULL }, &error), &error);
    ba_pack_release(pack);
    ba_pack_release(pack);
    ba_pack_release(pack);
    require(ba_pack_id(pack) == NULL && ba_pack_version(pack) == 0, "nothing is known of a released object");
    require(ba_pack_retain(pack) == NULL, "a released object is not retained");
    report("released", ba_manager_get_relative_status(manager, pack, &status, &error), &error);
    require(ba_error_code((ba_error *)pack) == BA_ERROR_INVALID_HANDLE, "it is no error either");
    report("no pack", ba_manager_get_relative_status(manager, NULL, &status, &error), &error);
    report("no operation", ba_operation_wait(NULL, &error), &error);
    ba_error_release(NULL);
    ba_pack_release(NULL);
    ba_packs_release(NULL);
    ba_strings_release(NULL);
    ba_contents_release(NULL);
    ba_operation_release(NULL);
    ba_operation_cancel(NULL);
    ba_string_free(NULL);
    require(ba_error_code(NULL) == BA_OK && ba_error_domain(NULL) == BA_DOMAIN_NONE, "no error is none");
    require(ba_packs_count(NULL) == 0 && ba_packs_at(NULL, 0) == NULL, "no list is empty");
    require(ba_contents_bytes(NULL) == NULL && ba_contents_size(NULL) == 0, "no contents are empty");
    return 0;
}

// In a process that is no app's, or whose app lacks something.
int run_stranger(void) {
    ba_manager *manager = ba_manager_shared();
    ba_error *error = NULL;
    ba_packs *packs = NULL;
    const char *pack_id = "Level";
    ba_pack_status status = 0;
    ba_contents *contents = NULL;
    char *path = NULL;
    report("packs", ba_manager_copy_packs(manager, &packs, &error), &error);
    report("ensure", ba_manager_ensure_local_availability(manager, &pack_id, 1, 0, &error), &error);
    report("status", ba_manager_get_status(manager, pack_id, &status, &error), &error);
    report("local status", ba_manager_get_local_status(manager, pack_id, &status, &error), &error);
    report("contents", ba_manager_copy_contents(manager, "level", NULL, &contents, &error), &error);
    report("path", ba_manager_copy_file_path(manager, "level", &path, &error), &error);
    ba_string_free(path);
    ba_delegate delegate;
    memset(&delegate, 0, sizeof delegate);
    delegate.size = sizeof delegate;
    report("delegate", ba_manager_set_delegate(manager, &delegate, &error), &error);
    ba_manager_clear_delegate(manager);
    return 0;
}
