// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// Background Assets for C, and for every language that can call C: the asset packs of an app, and the files in them.
// Documentation/CInterface.md is the guide; these are the rules.
//
// Objects     Types that are declared only (ba_pack, ba_error, ...) are opaque and reference counted. A function whose
//             name has "copy" in it, or that starts an operation, gives the caller a reference, which the matching
//             ..._release() returns. Everything else that is returned is borrowed: it lives as long as the object that it
//             came from. Releasing NULL, or what was released already, does nothing; other functions answer
//             BA_ERROR_INVALID_HANDLE, NULL or 0 for it.
// Text        is UTF-8 and ends with a zero byte. What is passed in is copied before the function returns.
// Errors      A function that can fail returns a ba_result. Where `error` is not NULL, it is set to an object that says
//             more, which the caller releases, or to NULL after a success. Results in other `out` parameters are zero or
//             NULL after a failure. Nothing traps: NULL where it does not belong, text that is not UTF-8, and a process
//             that is no app's are errors.
// Threads     Every function may be called from every thread, several at once. What blocks says so; do not call such a
//             function from a thread of Swift's concurrency pool.
// Callbacks   (completions and a delegate's members) come one after the other, on one thread that belongs to the library.
//             Every function may be called in them, the blocking ones and ba_manager_clear_delegate() too: no call that
//             blocks waits for a callback, but for setting and clearing a delegate. While a callback runs, others wait.
// Processes   After fork(), a child may not use the library before exec(). It cannot be unloaded.

#ifndef BACKGROUND_ASSETS_H
#define BACKGROUND_ASSETS_H

#include <stddef.h>
#include <stdint.h>

// Whether a pointer may be NULL; for compilers that check it.
#ifndef BA_NONNULL
#ifdef __clang__
#define BA_NONNULL _Nonnull
#define BA_NULLABLE _Nullable
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#define BA_POP_DIAGNOSTICS 1
#else
#define BA_NONNULL
#define BA_NULLABLE
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

// MARK: Version

// Of this header. A major version is a shared library of its own; others add to it only.
#define BA_VERSION_MAJOR 1
#define BA_VERSION_MINOR 0
#define BA_VERSION_PATCH 0
#define BA_VERSION ((uint32_t)(BA_VERSION_MAJOR << 16 | BA_VERSION_MINOR << 8 | BA_VERSION_PATCH))

// The version of the library that is loaded, in the form of BA_VERSION.
uint32_t ba_version(void);

// MARK: Types

// The asset packs of this process's app. There is one; it is never released.
typedef struct ba_manager ba_manager;
// One version of an asset pack as it is published. It never changes.
typedef struct ba_pack ba_pack;
// A list of packs.
typedef struct ba_packs ba_packs;
// A list of texts.
typedef struct ba_strings ba_strings;
// The bytes of a file.
typedef struct ba_contents ba_contents;
// Something that was started, with its result when it is over.
typedef struct ba_operation ba_operation;
// What went wrong.
typedef struct ba_error ba_error;

// BA_OK, or the code of an error. A newer library may have codes that are not listed here.
typedef int32_t ba_result;
enum {
    BA_OK = 0,
    // BA_DOMAIN_INTERFACE: how a function was called.
    BA_ERROR_INVALID_ARGUMENT = 1,       // NULL where it does not belong, an unknown option, a structure that is too small
    BA_ERROR_INVALID_UTF8 = 2,           // a text that is not UTF-8
    BA_ERROR_INVALID_HANDLE = 3,         // an object that was released, or is of another type
    BA_ERROR_CANCELLED = 4,              // the operation was ended by ba_operation_cancel()
    BA_ERROR_PENDING = 5,                // the operation is not over
    BA_ERROR_NO_RESOURCES = 6,           // the system has no further thread, or no memory
    // BA_DOMAIN_PACKS: asset packs and the files in them.
    BA_ERROR_PACK_NOT_FOUND = 100,       // no such pack is published, or is on this device
    BA_ERROR_FILE_NOT_FOUND = 101,       // no pack that was searched has the file
    BA_ERROR_LOCAL_AVAILABILITY = 102,   // some of several packs are not available: see ba_error_failure_at()
    BA_ERROR_PATH_INVALID = 103,         // a path that is absolute, or leads out of the packs
    BA_ERROR_READ_FAILED = 104,          // the file is there and cannot be read
    BA_ERROR_READ_NOT_PERMITTED = 105,   // this user may not read it
    BA_ERROR_DOWNLOAD_CANCELLED = 106,   // somebody has cancelled the download
    BA_ERROR_OUT_OF_SPACE = 107,         // the disk is full
    // BA_DOMAIN_SERVICE: the app, as the service sees it, and the way to the packs.
    BA_ERROR_SERVICE_UNAVAILABLE = 200,  // no service can be reached or started, or what it keeps cannot be read
    BA_ERROR_NOT_ATTRIBUTED = 201,       // this process is not an installed app's: start it with `ba launch`
    BA_ERROR_CONFIGURATION_INVALID = 202,  // the app's Info.plist or its downloader extension lacks something
    BA_ERROR_MANIFEST_UNAVAILABLE = 203, // the list of packs cannot be fetched
    BA_ERROR_MANIFEST_INVALID = 204,     // the list of packs is damaged
    BA_ERROR_DOWNLOAD_FAILED = 205,      // a server or the network failed
    BA_ERROR_ARCHIVE_INVALID = 206,      // the pack's archive is damaged
    BA_ERROR_DOWNLOAD_NOT_FOUND = 207,   // no such download is under way
    BA_ERROR_SERVICE = 299               // another one: see ba_error_name()
};

// What an error is about.
typedef int32_t ba_domain;
enum { BA_DOMAIN_NONE = 0, BA_DOMAIN_INTERFACE = 1, BA_DOMAIN_PACKS = 2, BA_DOMAIN_SERVICE = 3 };

// What is true of a pack on this device; several of these at once.
typedef uint32_t ba_pack_status;
enum {
    BA_PACK_DOWNLOAD_AVAILABLE = 1 << 0,  // it can be downloaded, and no version is here
    BA_PACK_UPDATE_AVAILABLE = 1 << 1,    // the server has another version than the one that is here
    BA_PACK_UP_TO_DATE = 1 << 2,          // the version that is here is the newest
    BA_PACK_OUT_OF_DATE = 1 << 3,         // the version that is here is not the newest
    BA_PACK_OBSOLETE = 1 << 4,            // the server does not have it any more
    BA_PACK_DOWNLOADING = 1 << 5,         // it is being downloaded
    BA_PACK_DOWNLOADED = 1 << 6           // a version is on this device
};

// How to make packs available: any of these, or 0.
typedef uint32_t ba_ensure_options;
enum { BA_ENSURE_LATEST_VERSION = 1 << 0 };  // ask the server, and wait for the newest version

// How to count bytes.
typedef int32_t ba_size_method;
enum { BA_SIZE_LOGICAL = 0 /* of contents */, BA_SIZE_ALLOCATED = 1 /* on disk */ };

// What to do with a download.
typedef int32_t ba_download_action;
enum { BA_DOWNLOAD_CANCEL = 0, BA_DOWNLOAD_PAUSE = 1, BA_DOWNLOAD_RESUME = 2 };

// MARK: Errors

ba_error *BA_NULLABLE ba_error_retain(const ba_error *BA_NULLABLE error);
void ba_error_release(ba_error *BA_NULLABLE error);
ba_domain ba_error_domain(const ba_error *BA_NULLABLE error);
// BA_OK for no error.
ba_result ba_error_code(const ba_error *BA_NULLABLE error);
// A stable name of the cause, as in "ConfigurationInvalid"; finer than the code for BA_ERROR_SERVICE. Borrowed.
const char *BA_NULLABLE ba_error_name(const ba_error *BA_NULLABLE error);
// What happened, to which app or pack, and what to do; for people. Borrowed.
const char *BA_NULLABLE ba_error_message(const ba_error *BA_NULLABLE error);
// The pack that it happened to, or NULL. Borrowed.
const char *BA_NULLABLE ba_error_pack_id(const ba_error *BA_NULLABLE error);
// With BA_ERROR_LOCAL_AVAILABILITY: one error for each pack that is not available, by pack ID. Borrowed.
size_t ba_error_failure_count(const ba_error *BA_NULLABLE error);
const ba_error *BA_NULLABLE ba_error_failure_at(const ba_error *BA_NULLABLE error, size_t index);

// MARK: Packs

ba_pack *BA_NULLABLE ba_pack_retain(const ba_pack *BA_NULLABLE pack);
void ba_pack_release(ba_pack *BA_NULLABLE pack);
// Borrowed.
const char *BA_NULLABLE ba_pack_id(const ba_pack *BA_NULLABLE pack);
int64_t ba_pack_version(const ba_pack *BA_NULLABLE pack);
// Bytes of the archive that is downloaded; the files in it may have more.
int64_t ba_pack_download_size(const ba_pack *BA_NULLABLE pack);
// What the publisher added, as JSON, or NULL; its length goes to `size` where that is not NULL. Borrowed.
const char *BA_NULLABLE ba_pack_user_info(const ba_pack *BA_NULLABLE pack, size_t *BA_NULLABLE size);
// The BCP 47 tag of a localized pack, or NULL. Borrowed.
const char *BA_NULLABLE ba_pack_language(const ba_pack *BA_NULLABLE pack);

ba_packs *BA_NULLABLE ba_packs_retain(const ba_packs *BA_NULLABLE packs);
void ba_packs_release(ba_packs *BA_NULLABLE packs);
size_t ba_packs_count(const ba_packs *BA_NULLABLE packs);
// NULL behind the last one. Borrowed.
const ba_pack *BA_NULLABLE ba_packs_at(const ba_packs *BA_NULLABLE packs, size_t index);

ba_strings *BA_NULLABLE ba_strings_retain(const ba_strings *BA_NULLABLE strings);
void ba_strings_release(ba_strings *BA_NULLABLE strings);
size_t ba_strings_count(const ba_strings *BA_NULLABLE strings);
// NULL behind the last one. Borrowed.
const char *BA_NULLABLE ba_strings_at(const ba_strings *BA_NULLABLE strings, size_t index);

// MARK: Operations

// Tells that an operation is over. Comes exactly once for each operation that was started, also for a cancelled one, and
// perhaps before the function that started it has returned. `operation` is borrowed.
typedef void (*ba_completion)(void *BA_NULLABLE context, ba_operation *BA_NONNULL operation);

ba_operation *BA_NULLABLE ba_operation_retain(const ba_operation *BA_NULLABLE operation);
// Releasing an operation does not end it.
void ba_operation_release(ba_operation *BA_NULLABLE operation);
// Ends the wait at once with BA_ERROR_CANCELLED; nothing when it is over. What the service was asked for goes on:
// ba_manager_control_download() ends a download.
void ba_operation_cancel(ba_operation *BA_NULLABLE operation);
// How it ended; BA_ERROR_PENDING when it has not.
ba_result ba_operation_result(
    const ba_operation *BA_NONNULL operation, ba_error *BA_NULLABLE *BA_NULLABLE error);
// Blocks until it is over. How it ended.
ba_result ba_operation_wait(const ba_operation *BA_NONNULL operation, ba_error *BA_NULLABLE *BA_NULLABLE error);
// What it brought: NULL or 0 when it brings something else, is not over or has failed.
ba_packs *BA_NULLABLE ba_operation_copy_packs(const ba_operation *BA_NULLABLE operation);
ba_pack *BA_NULLABLE ba_operation_copy_pack(const ba_operation *BA_NULLABLE operation);
ba_pack_status ba_operation_status(const ba_operation *BA_NULLABLE operation);
ba_strings *BA_NULLABLE ba_operation_copy_updating_ids(const ba_operation *BA_NULLABLE operation);
ba_strings *BA_NULLABLE ba_operation_copy_removed_ids(const ba_operation *BA_NULLABLE operation);
int64_t ba_operation_bytes(const ba_operation *BA_NULLABLE operation);

// MARK: Manager
//
// Functions without ..._async block while the service answers. Those with it return at once: `completion` (or NULL)
// comes with `context` when the operation is over, which goes to `operation` where that is not NULL. When they return an
// error, nothing was started and no completion comes.
//
// All of these may fail with a code of BA_DOMAIN_SERVICE, and with BA_ERROR_PACK_NOT_FOUND where they are given an ID.

// Never NULL, and always the same. The first call lets the service know that the app runs.
ba_manager *BA_NONNULL ba_manager_shared(void);

// All packs that the app's host publishes, by their IDs.
ba_result ba_manager_copy_packs(
    ba_manager *BA_NONNULL manager, ba_packs *BA_NULLABLE *BA_NONNULL packs,
    ba_error *BA_NULLABLE *BA_NULLABLE error);
ba_result ba_manager_copy_packs_async(
    ba_manager *BA_NONNULL manager, ba_completion BA_NULLABLE completion, void *BA_NULLABLE context,
    ba_operation *BA_NULLABLE *BA_NULLABLE operation, ba_error *BA_NULLABLE *BA_NULLABLE error);

// A pack by its ID. BA_ERROR_PACK_NOT_FOUND when none is published.
ba_result ba_manager_copy_pack(
    ba_manager *BA_NONNULL manager, const char *BA_NONNULL pack_id, ba_pack *BA_NULLABLE *BA_NONNULL pack,
    ba_error *BA_NULLABLE *BA_NULLABLE error);
ba_result ba_manager_copy_pack_async(
    ba_manager *BA_NONNULL manager, const char *BA_NONNULL pack_id, ba_completion BA_NULLABLE completion,
    void *BA_NULLABLE context, ba_operation *BA_NULLABLE *BA_NULLABLE operation,
    ba_error *BA_NULLABLE *BA_NULLABLE error);

// The status of a pack, after the server was asked for its newest version.
ba_result ba_manager_get_status(
    ba_manager *BA_NONNULL manager, const char *BA_NONNULL pack_id, ba_pack_status *BA_NONNULL status,
    ba_error *BA_NULLABLE *BA_NULLABLE error);
ba_result ba_manager_get_status_async(
    ba_manager *BA_NONNULL manager, const char *BA_NONNULL pack_id, ba_completion BA_NULLABLE completion,
    void *BA_NULLABLE context, ba_operation *BA_NULLABLE *BA_NULLABLE operation,
    ba_error *BA_NULLABLE *BA_NULLABLE error);

// The status of a pack beside this version of it: whether that is the one here, and still what the server has.
ba_result ba_manager_get_relative_status(
    ba_manager *BA_NONNULL manager, const ba_pack *BA_NONNULL pack, ba_pack_status *BA_NONNULL status,
    ba_error *BA_NULLABLE *BA_NULLABLE error);
ba_result ba_manager_get_relative_status_async(
    ba_manager *BA_NONNULL manager, const ba_pack *BA_NONNULL pack, ba_completion BA_NULLABLE completion,
    void *BA_NULLABLE context, ba_operation *BA_NULLABLE *BA_NULLABLE operation,
    ba_error *BA_NULLABLE *BA_NULLABLE error);

// What is known of a pack without asking the server. 0 for an unknown pack.
ba_result ba_manager_get_local_status(
    ba_manager *BA_NONNULL manager, const char *BA_NONNULL pack_id, ba_pack_status *BA_NONNULL status,
    ba_error *BA_NULLABLE *BA_NULLABLE error);
// The version that this process reads. BA_ERROR_PACK_NOT_FOUND when none is here.
ba_result ba_manager_get_local_version(
    ba_manager *BA_NONNULL manager, const char *BA_NONNULL pack_id, int64_t *BA_NONNULL version,
    ba_error *BA_NULLABLE *BA_NULLABLE error);

// Makes packs readable on this device, and waits for all of them; at once when any version of each is here, unless
// `options` want the newest. A delegate that was set before sees all of it.
// Fails with the pack's error when one was asked for (BA_ERROR_DOWNLOAD_CANCELLED and BA_ERROR_OUT_OF_SPACE, too), with
// BA_ERROR_LOCAL_AVAILABILITY for several.
ba_result ba_manager_ensure_local_availability(
    ba_manager *BA_NONNULL manager, const char *BA_NONNULL const *BA_NONNULL pack_ids, size_t count,
    ba_ensure_options options, ba_error *BA_NULLABLE *BA_NULLABLE error);
ba_result ba_manager_ensure_local_availability_async(
    ba_manager *BA_NONNULL manager, const char *BA_NONNULL const *BA_NONNULL pack_ids, size_t count,
    ba_ensure_options options, ba_completion BA_NULLABLE completion, void *BA_NULLABLE context,
    ba_operation *BA_NULLABLE *BA_NULLABLE operation, ba_error *BA_NULLABLE *BA_NULLABLE error);

// Cancels, pauses or resumes the download of a pack. BA_ERROR_DOWNLOAD_NOT_FOUND when none is under way.
ba_result ba_manager_control_download(
    ba_manager *BA_NONNULL manager, const char *BA_NONNULL pack_id, ba_download_action action,
    ba_error *BA_NULLABLE *BA_NULLABLE error);
ba_result ba_manager_control_download_async(
    ba_manager *BA_NONNULL manager, const char *BA_NONNULL pack_id, ba_download_action action,
    ba_completion BA_NULLABLE completion, void *BA_NULLABLE context,
    ba_operation *BA_NULLABLE *BA_NULLABLE operation, ba_error *BA_NULLABLE *BA_NULLABLE error);

// Asks the server for newer versions, begins to download those of local packs, and removes packs that were taken back.
// The IDs of both go to the lists, where these are not NULL.
ba_result ba_manager_check_for_updates(
    ba_manager *BA_NONNULL manager, ba_strings *BA_NULLABLE *BA_NULLABLE updating_ids,
    ba_strings *BA_NULLABLE *BA_NULLABLE removed_ids, ba_error *BA_NULLABLE *BA_NULLABLE error);
ba_result ba_manager_check_for_updates_async(
    ba_manager *BA_NONNULL manager, ba_completion BA_NULLABLE completion, void *BA_NULLABLE context,
    ba_operation *BA_NULLABLE *BA_NULLABLE operation, ba_error *BA_NULLABLE *BA_NULLABLE error);

// Removes a pack from this device and cancels its download. Files of it that are open or mapped stay readable.
ba_result ba_manager_remove_pack(
    ba_manager *BA_NONNULL manager, const char *BA_NONNULL pack_id, ba_error *BA_NULLABLE *BA_NULLABLE error);
ba_result ba_manager_remove_pack_async(
    ba_manager *BA_NONNULL manager, const char *BA_NONNULL pack_id, ba_completion BA_NULLABLE completion,
    void *BA_NULLABLE context, ba_operation *BA_NULLABLE *BA_NULLABLE operation,
    ba_error *BA_NULLABLE *BA_NULLABLE error);

// Bytes that a local pack takes, or for NULL all local packs of the app together.
ba_result ba_manager_get_used_space(
    ba_manager *BA_NONNULL manager, const char *BA_NULLABLE pack_id, ba_size_method method,
    int64_t *BA_NONNULL bytes, ba_error *BA_NULLABLE *BA_NULLABLE error);
ba_result ba_manager_get_used_space_async(
    ba_manager *BA_NONNULL manager, const char *BA_NULLABLE pack_id, ba_size_method method,
    ba_completion BA_NULLABLE completion, void *BA_NULLABLE context,
    ba_operation *BA_NULLABLE *BA_NULLABLE operation, ba_error *BA_NULLABLE *BA_NULLABLE error);

// MARK: Files
//
// Read without asking the service, but for the first time. `path` is relative, as packs have it. When several packs have
// it, the one whose ID sorts first wins, unless `pack_id` (or NULL) names the only one to search. They fail with
// BA_ERROR_FILE_NOT_FOUND, BA_ERROR_PACK_NOT_FOUND for a pack that is not on this device, BA_ERROR_PATH_INVALID,
// BA_ERROR_READ_FAILED or BA_ERROR_READ_NOT_PERMITTED.

// The whole file: mapped, but for small ones. The bytes never change and lie there until the contents are released.
ba_result ba_manager_copy_contents(
    ba_manager *BA_NONNULL manager, const char *BA_NONNULL path, const char *BA_NULLABLE pack_id,
    ba_contents *BA_NULLABLE *BA_NONNULL contents, ba_error *BA_NULLABLE *BA_NULLABLE error);
ba_contents *BA_NULLABLE ba_contents_retain(const ba_contents *BA_NULLABLE contents);
void ba_contents_release(ba_contents *BA_NULLABLE contents);
// Not NULL, also for an empty file. Borrowed.
const void *BA_NULLABLE ba_contents_bytes(const ba_contents *BA_NULLABLE contents);
size_t ba_contents_size(const ba_contents *BA_NULLABLE contents);

// A descriptor for reading, at the file's beginning, closed by exec(). The caller closes it.
ba_result ba_manager_open_file(
    ba_manager *BA_NONNULL manager, const char *BA_NONNULL path, const char *BA_NULLABLE pack_id,
    int *BA_NONNULL descriptor, ba_error *BA_NULLABLE *BA_NULLABLE error);

// Where a file or folder lies at the moment: an absolute path, also when no pack has it and nothing is there. It may be
// gone when the process ends. The folder of several packs is made on the spot, which takes a while.
// The caller frees the path with ba_string_free().
ba_result ba_manager_copy_file_path(
    ba_manager *BA_NONNULL manager, const char *BA_NONNULL path, char *BA_NULLABLE *BA_NONNULL file_path,
    ba_error *BA_NULLABLE *BA_NULLABLE error);
void ba_string_free(char *BA_NULLABLE string);

// MARK: Delegate

// What is told of the downloads of all packs of the app. Any member may be NULL. `pack` and `error` are borrowed.
typedef struct ba_delegate {
    size_t size;  // sizeof(ba_delegate): members that come later are added at the end
    void *BA_NULLABLE context;
    // The download has begun, or goes on after a pause.
    void (*BA_NULLABLE began)(void *BA_NULLABLE context, const ba_pack *BA_NONNULL pack);
    // The download waits.
    void (*BA_NULLABLE paused)(void *BA_NULLABLE context, const ba_pack *BA_NONNULL pack);
    // The pack is on this device.
    void (*BA_NULLABLE finished)(void *BA_NULLABLE context, const ba_pack *BA_NONNULL pack);
    // Bytes have arrived; `total_bytes` is -1 while it is not known. Updates that nobody has taken are replaced by later ones.
    void (*BA_NULLABLE progress)(
        void *BA_NULLABLE context, const ba_pack *BA_NONNULL pack, int64_t completed_bytes, int64_t total_bytes);
    // The download has ended without the pack.
    void (*BA_NULLABLE failed)(
        void *BA_NULLABLE context, const ba_pack *BA_NONNULL pack, const ba_error *BA_NONNULL error);
} ba_delegate;

// Has a delegate told of downloads: first the ends of those that ended while no process of the app was there to hear of
// them, then what happens from now on. An end is told once in a process; one that was told just before a process ended may
// be told to the next one again. The structure is copied. It takes the place of an earlier one.
// Outside of callbacks this blocks until a callback to the earlier delegate has returned, after which none comes.
ba_result ba_manager_set_delegate(
    ba_manager *BA_NONNULL manager, const ba_delegate *BA_NONNULL delegate,
    ba_error *BA_NULLABLE *BA_NULLABLE error);
// No callback comes to the delegate after this has returned. Outside of callbacks this blocks until one that runs has
// returned: do not hold a lock that it takes.
void ba_manager_clear_delegate(ba_manager *BA_NULLABLE manager);

#ifdef __cplusplus
}
#endif

#ifdef BA_POP_DIAGNOSTICS
#undef BA_POP_DIAGNOSTICS
#pragma clang diagnostic pop
#endif

#endif
