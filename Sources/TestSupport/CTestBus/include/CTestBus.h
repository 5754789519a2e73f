// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0
//
// A service on a bus that answers what it is told to: the desktop of tests.
//
// All functions return 0 or more, or a negative errno. They may be called on any thread.

#pragma once

#include <stdint.h>

typedef struct test_bus test_bus;

/// Connects to the bus at an address, and begins to answer on a thread of its own.
int test_bus_open(const char *address, test_bus **bus);
void test_bus_close(test_bus *bus);

/// Takes a name on the bus, or gives it back.
int test_bus_own(test_bus *bus, const char *name);
int test_bus_release(test_bus *bus, const char *name);

/// Sets what a property, or a method that takes nothing, tells: a value of a basic type, written as text. Whoever listens is
/// told of a property. `type` 0 has it tell nothing any more.
int test_bus_set(test_bus *bus, const char *path, const char *interface, const char *member, char type, const char *value);

/// Answers nothing any more, or again.
void test_bus_hold(test_bus *bus, int32_t isHeld);

/// A notification that came, or one that was closed (`urgency` -1). `actions` have a line end behind each. Called on the bus's own thread.
typedef void (*test_bus_notified)(void *context, uint32_t id, uint32_t replaced, const char *application, const char *summary,
                                  const char *body, const char *actions, int32_t urgency);

/// Is the notification server from now on. `capabilities` has NULL behind the last, and outlives the bus, as `context` does.
int test_bus_take_notifications(
    test_bus *bus, const char *const *capabilities, test_bus_notified notified, void *context);

/// Signals something of a notification: with a text, or with a number where that is NULL.
int test_bus_signal_notification(test_bus *bus, const char *member, uint32_t id, const char *text, uint32_t number);
