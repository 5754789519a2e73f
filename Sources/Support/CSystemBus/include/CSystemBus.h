// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0
//
// The little of sd-bus(3) that it takes to ask services of the desktop how things stand, to have one of them show
// notifications, and to have systemd run programs. The library is loaded when a bus is opened for the first time: where there is no
// bus, or no library, nothing is loaded and nothing is known.
//
// All functions return 0 or more, or a negative errno. A bus belongs to one thread.

#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct ba_bus ba_bus;

/// One value of a basic type.
typedef struct {
    /// The D-Bus type: 's', 'b', 'u', 'i', …; 0 for one that is not of a basic type.
    char kind;
    /// Of a number or a Boolean.
    int64_t number;
    /// Of a string, cut where it is longer.
    char text[128];
} ba_bus_value;

/// Connects to the bus at a D-Bus address; calls on it take `timeout` microseconds at most.
int ba_bus_open(const char *address, uint64_t timeout, ba_bus **bus);

void ba_bus_close(ba_bus *bus);

/// Sets `changed` to 1 whenever a message comes that the match rule describes; `changed` must outlive the bus.
int ba_bus_watch(ba_bus *bus, const char *rule, int32_t *changed);

/// Reads a property of an object (`isProperty`), or calls a method that takes nothing and returns one value. Does not have
/// the bus start a service that does not run.
int ba_bus_ask(ba_bus *bus, const char *service, const char *path, const char *interface, const char *member,
               int32_t isProperty, ba_bus_value *value);

/// Takes in what has come, and sends what is to go.
int ba_bus_process(ba_bus *bus);

/// What to wait for with poll(2).
int ba_bus_descriptor(ba_bus *bus);
int ba_bus_events(ba_bus *bus);

// MARK: Notifications: org.freedesktop.Notifications, version 1.2

/// Shows a notification, and has the bus start the server if need be.
///
/// `texts`: the name of the app, the summary, the body, the name of a desktop entry and the path of a picture (these two empty for none), and
/// then identifiers and titles of actions by turns, with NULL behind the last. `replaces`: the number of that whose place it takes; 0 for
/// none. `urgency`: 0 low, 1 normal, 2 critical.
int ba_bus_notify(ba_bus *bus, const char *const *texts, uint32_t replaces, uint8_t urgency, int32_t isSilent, uint32_t *id);

/// Takes a notification away, where a server runs.
int ba_bus_close_notification(ba_bus *bus, uint32_t id);

/// What the server can do: names, each with a line end behind it.
int ba_bus_notification_capabilities(ba_bus *bus, char *text, size_t size);

/// Which server shows notifications: the bus's own name for itself, a space, and the name that the bus has given the server. Another bus, and
/// another server on it, have others. Where no server runs the second is empty.
int ba_bus_notification_server(ba_bus *bus, char *text, size_t size);

/// `member` is that of the signal; `text` is an action, a reply, a token, or who had the server's name before
/// (empty for nobody); `number` the reason for which a notification was closed.
typedef void (*ba_bus_signal)(void *context, const char *member, uint32_t id, uint32_t number, const char *text);

typedef struct ba_bus_hearing ba_bus_hearing;

/// Calls `heard` while the bus is processed for each signal of the server, and when it comes or goes. What is returned, also with a failure,
/// outlives the bus, and is given to `ba_bus_end_hearing` then.
int ba_bus_hear_notifications(ba_bus *bus, ba_bus_signal heard, void *context, ba_bus_hearing **hearing);
void ba_bus_end_hearing(ba_bus_hearing *hearing);

// MARK: Units of systemd: org.freedesktop.systemd1.Manager

/// What the processes of a unit may use together.
typedef struct {
    /// Bytes; UINT64_MAX for no limit.
    uint64_t memory;
    /// Processes and threads; UINT64_MAX for no limit.
    uint64_t tasks;
    /// Of processor and disk, beside others that have 100 (1 to 10,000).
    uint64_t weight;
} ba_bus_unit_limits;

/// A program that runs as a service of its own.
typedef struct {
    const char *name;
    const char *description;
    /// Empty for the manager's choice.
    const char *slice;
    const char *executable;
    const char *directory;
    /// `NAME=value` each, with NULL behind the last; beside what the manager has all services have.
    const char *const *environment;
    /// Where it prints; -1 for the journal.
    int32_t output;
    /// Microseconds that it has to end by itself when it is to.
    uint64_t stop_time;
    int32_t is_limited;
    ba_bus_unit_limits limits;
} ba_bus_unit;

/// Starts a transient unit, and returns when that has come to its end: `result` is `done`, or says why it has not started. The unit is kept
/// until the bus is closed, also when its program has ended.
int ba_bus_start_unit(ba_bus *bus, const ba_bus_unit *unit, uint64_t patience, char *result, size_t size);

/// The object that tells of a unit.
int ba_bus_unit_path(ba_bus *bus, const char *name, char *path, size_t size);

/// Changes what a unit may use, until its end.
int ba_bus_limit_unit(ba_bus *bus, const char *name, const ba_bus_unit_limits *limits);

/// Has a unit end, or not begin.
int ba_bus_stop_unit(ba_bus *bus, const char *name);
