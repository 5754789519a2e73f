// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

#define DEFINE(name) __typeof__(&sd_bus_##name) bus_##name;
FUNCTIONS(DEFINE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int isLoaded = 0;

static void load(void) {
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library) return;
    int missing = 0;
#define LOAD(name)                                                                                                       \
    bus_##name = (__typeof__(bus_##name))dlsym(library, "sd_bus_" #name);                                                 \
    if (!bus_##name) missing = 1;
    FUNCTIONS(LOAD)
    isLoaded = !missing;
}

int ba_bus_open(const char *address, uint64_t timeout, ba_bus **result) {
    pthread_once(&once, load);
    if (!isLoaded) return -ENOSYS;
    sd_bus *bus = NULL;
    int r = bus_new(&bus);
    if (r < 0) return r;
    if ((r = bus_set_address(bus, address)) < 0 || (r = bus_set_bus_client(bus, 1)) < 0
        || (r = bus_set_method_call_timeout(bus, timeout)) < 0 || (r = bus_start(bus)) < 0) {
        bus_flush_close_unref(bus);
        return r;
    }
    ba_bus *made = malloc(sizeof *made);
    if (!made) {
        bus_flush_close_unref(bus);
        return -ENOMEM;
    }
    made->bus = bus;
    *result = made;
    return 0;
}

void ba_bus_close(ba_bus *bus) {
    bus_flush_close_unref(bus->bus);
    free(bus);
}

static int noteChange(sd_bus_message *message, void *changed, sd_bus_error *error) {
    (void)message;
    (void)error;
    *(int32_t *)changed = 1;
    return 0;
}

int ba_bus_watch(ba_bus *bus, const char *rule, int32_t *changed) {
    return bus_add_match(bus->bus, NULL, rule, noteChange, changed);
}

static int readValue(sd_bus_message *message, ba_bus_value *value) {
    char kind = 0;
    int r = bus_message_peek_type(message, &kind, NULL);
    if (r < 0) return r;
    union {
        uint8_t y; int b; int16_t n; uint16_t q; int32_t i; uint32_t u; int64_t x; uint64_t t; double d; const char *s;
    } read;
    memset(&read, 0, sizeof read);
    if (r == 0 || !memchr("ybnqiuxtsog", kind, 11)) return -EBADMSG;
    if ((r = bus_message_read_basic(message, kind, &read)) < 0) return r;
    value->kind = kind;
    switch (kind) {
    case 'y': value->number = read.y; break;
    case 'b': value->number = read.b; break;
    case 'n': value->number = read.n; break;
    case 'q': value->number = read.q; break;
    case 'i': value->number = read.i; break;
    case 'u': value->number = read.u; break;
    case 'x': value->number = read.x; break;
    case 't': value->number = read.t > INT64_MAX ? INT64_MAX : (int64_t)read.t; break;
    default:
        strncpy(value->text, read.s, sizeof value->text - 1);
        value->text[sizeof value->text - 1] = 0;
    }
    return 0;
}

int ba_bus_ask(ba_bus *bus, const char *service, const char *path, const char *interface, const char *member,
               int32_t isProperty, ba_bus_value *value) {
    sd_bus_message *question = NULL, *answer = NULL;
    memset(value, 0, sizeof *value);
    int r = isProperty
        ? bus_message_new_method_call(bus->bus, &question, service, path, "org.freedesktop.DBus.Properties", "Get")
        : bus_message_new_method_call(bus->bus, &question, service, path, interface, member);
    if (r < 0) return r;
    r = bus_message_set_auto_start(question, 0);
    if (r >= 0 && isProperty) r = bus_message_append(question, "ss", interface, member);
    if (r >= 0) r = bus_call(bus->bus, question, 0, NULL, &answer);
    if (r >= 0 && isProperty) r = bus_message_enter_container(answer, 'v', NULL);
    if (r >= 0) r = readValue(answer, value);
    if (answer) bus_message_unref(answer);
    bus_message_unref(question);
    return r < 0 ? r : 0;
}

int ba_bus_process(ba_bus *bus) {
    int r;
    do r = bus_process(bus->bus, NULL);
    while (r > 0);
    return r;
}

int ba_bus_descriptor(ba_bus *bus) { return bus_get_fd(bus->bus); }

int ba_bus_events(ba_bus *bus) { return bus_get_events(bus->bus); }
