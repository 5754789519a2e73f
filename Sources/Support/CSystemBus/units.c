// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <time.h>

#include "library.h"

#define SYSTEMD "org.freedesktop.systemd1"
#define SYSTEMD_PATH "/org/freedesktop/systemd1"
#define MANAGER SYSTEMD ".Manager"

// What a job of systemd has come to.
struct job {
    char path[256];
    char result[32];
};

static int jobRemoved(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    struct job *job = context;
    uint32_t number;
    const char *path, *unit, *result;
    if (bus_message_read(message, "uoss", &number, &path, &unit, &result) < 0) return 0;
    // It is called when the bus is processed, and then the job's path is known.
    if (strcmp(job->path, path)) return 0;
    strncpy(job->result, result, sizeof job->result - 1);
    return 0;
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

static int appendText(sd_bus_message *call, const char *name, const char *text) {
    return *text ? bus_message_append(call, "(sv)", name, "s", text) : 0;
}

static int appendNumber(sd_bus_message *call, const char *name, uint64_t number) {
    return bus_message_append(call, "(sv)", name, "t", number);
}

static int appendLimits(sd_bus_message *call, const ba_bus_unit_limits *limits) {
    int r = appendNumber(call, "MemoryMax", limits->memory);
    if (r >= 0) r = appendNumber(call, "TasksMax", limits->tasks);
    if (r >= 0) r = appendNumber(call, "CPUWeight", limits->weight);
    return r < 0 ? r : appendNumber(call, "IOWeight", limits->weight);
}

static int appendList(sd_bus_message *call, const char *name, const char *const *texts) {
    int r = bus_message_open_container(call, 'r', "sv");
    if (r >= 0) r = bus_message_append(call, "s", name);
    if (r >= 0) r = bus_message_open_container(call, 'v', "as");
    if (r >= 0) r = bus_message_append_strv(call, (char **)texts);
    if (r >= 0) r = bus_message_close_container(call);
    return r < 0 ? r : bus_message_close_container(call);
}

static int appendCommand(sd_bus_message *call, const char *executable) {
    return bus_message_append(call, "(sv)", "ExecStart", "a(sasb)", 1, executable, 1, executable, 0);
}

static int appendUnit(sd_bus_message *call, const ba_bus_unit *unit) {
    int r = appendText(call, "Description", unit->description);
    if (r >= 0) r = appendText(call, "Slice", unit->slice);
    // It is started when it is executed, and there for as long as somebody asks how it has ended.
    if (r >= 0) r = appendText(call, "Type", "exec");
    if (r >= 0) r = bus_message_append(call, "(sv)", "AddRef", "b", 1);
    if (r >= 0) r = appendText(call, "CollectMode", "inactive-or-failed");
    if (r >= 0) r = appendText(call, "WorkingDirectory", unit->directory);
    if (r >= 0) r = appendList(call, "Environment", unit->environment);
    if (r >= 0) r = appendCommand(call, unit->executable);
    if (r >= 0) r = appendNumber(call, "TimeoutStopUSec", unit->stop_time);
    if (r >= 0 && unit->output >= 0)
        r = bus_message_append(
            call, "(sv)(sv)", "StandardOutputFileDescriptor", "h", unit->output, "StandardErrorFileDescriptor", "h", unit->output);
    if (r >= 0 && unit->is_limited) r = appendLimits(call, &unit->limits);
    // What a person's app has started is theirs, and there when they quit the app.
    if (r >= 0 && !unit->is_limited) r = appendText(call, "KillMode", "process");
    return r;
}

static int startUnit(ba_bus *bus, const ba_bus_unit *unit, struct job *job) {
    sd_bus_message *call = NULL, *answer = NULL;
    int r = bus_message_new_method_call(bus->bus, &call, SYSTEMD, SYSTEMD_PATH, MANAGER, "StartTransientUnit");
    if (r < 0) return r;
    r = bus_message_set_auto_start(call, 0);
    if (r >= 0) r = bus_message_append(call, "ss", unit->name, "fail");
    if (r >= 0) r = bus_message_open_container(call, 'a', "(sv)");
    if (r >= 0) r = appendUnit(call, unit);
    if (r >= 0) r = bus_message_close_container(call);
    if (r >= 0) r = bus_message_append(call, "a(sa(sv))", 0);
    if (r >= 0) r = bus_call(bus->bus, call, 0, NULL, &answer);
    const char *path = NULL;
    if (r >= 0) r = bus_message_read(answer, "o", &path);
    if (r >= 0) strncpy(job->path, path, sizeof job->path - 1);
    if (answer) bus_message_unref(answer);
    bus_message_unref(call);
    return r < 0 ? r : 0;
}

// Calls a method that takes no, one or two texts, of a systemd that runs.
static int callManager(ba_bus *bus, const char *member, const char *first, const char *second, sd_bus_message **answer) {
    sd_bus_message *call = NULL, *own = NULL;
    int r = bus_message_new_method_call(bus->bus, &call, SYSTEMD, SYSTEMD_PATH, MANAGER, member);
    if (r < 0) return r;
    r = bus_message_set_auto_start(call, 0);
    if (r >= 0 && first) r = bus_message_append(call, "s", first);
    if (r >= 0 && second) r = bus_message_append(call, "s", second);
    if (r >= 0) r = bus_call(bus->bus, call, 0, NULL, &own);
    bus_message_unref(call);
    if (r >= 0 && answer) *answer = own;
    else if (own) bus_message_unref(own);
    return r;
}

int ba_bus_start_unit(ba_bus *bus, const ba_bus_unit *unit, uint64_t patience, char *result, size_t size) {
    struct job job;
    memset(&job, 0, sizeof job);
    sd_bus_slot *slot = NULL;
    int r = bus_add_match(
        bus->bus, &slot,
        "type='signal',sender='" SYSTEMD "',path='" SYSTEMD_PATH "',interface='" MANAGER "',member='JobRemoved'", jobRemoved, &job);
    if (r < 0) return r;
    // Whoever has not subscribed may hear nothing.
    r = callManager(bus, "Subscribe", NULL, NULL, NULL);
    if (r >= 0 || r == -EEXIST) r = startUnit(bus, unit, &job);
    uint64_t end = now() + patience;
    while (r >= 0 && !job.result[0]) {
        r = bus_process(bus->bus, NULL);
        if (r != 0) continue;
        uint64_t time = now();
        r = time < end ? bus_wait(bus->bus, end - time) : -ETIMEDOUT;
    }
    bus_slot_unref(slot);
    if (r < 0) return r;
    strncpy(result, job.result, size - 1);
    result[size - 1] = 0;
    return 0;
}

int ba_bus_unit_path(ba_bus *bus, const char *name, char *path, size_t size) {
    sd_bus_message *answer = NULL;
    const char *found = NULL;
    int r = callManager(bus, "GetUnit", name, NULL, &answer);
    if (r >= 0) r = bus_message_read(answer, "o", &found);
    if (r >= 0 && strlen(found) >= size) r = -ENAMETOOLONG;
    if (r >= 0) strcpy(path, found);
    if (answer) bus_message_unref(answer);
    return r < 0 ? r : 0;
}

int ba_bus_limit_unit(ba_bus *bus, const char *name, const ba_bus_unit_limits *limits) {
    sd_bus_message *call = NULL, *answer = NULL;
    int r = bus_message_new_method_call(bus->bus, &call, SYSTEMD, SYSTEMD_PATH, MANAGER, "SetUnitProperties");
    if (r < 0) return r;
    r = bus_message_append(call, "sb", name, 1);
    if (r >= 0) r = bus_message_open_container(call, 'a', "(sv)");
    if (r >= 0) r = appendLimits(call, limits);
    if (r >= 0) r = bus_message_close_container(call);
    if (r >= 0) r = bus_call(bus->bus, call, 0, NULL, &answer);
    if (answer) bus_message_unref(answer);
    bus_message_unref(call);
    return r < 0 ? r : 0;
}

int ba_bus_stop_unit(ba_bus *bus, const char *name) {
    int r = callManager(bus, "StopUnit", name, "replace", NULL);
    return r < 0 ? r : 0;
}
