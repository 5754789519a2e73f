// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "include/CSystemBus.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

struct ba_bus {
    sd_bus *bus;
};

// The functions of the library, by their names without "sd_bus_".
#define FUNCTIONS(F)                                                                                                     \
    F(new) F(set_address) F(set_bus_client) F(set_method_call_timeout) F(start) F(flush_close_unref) F(add_match)          \
    F(message_new_method_call) F(message_set_auto_start) F(message_append) F(call) F(message_unref)          \
    F(message_peek_type) F(message_enter_container) F(message_read_basic) F(process) F(get_fd) F(get_events)                \
    F(message_append_strv) F(message_open_container) F(message_close_container) F(message_read) F(message_read_strv)        \
    F(message_get_member)

#define DECLARE(name) static __typeof__(&sd_bus_##name) bus_##name;
FUNCTIONS(DECLARE)

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

// MARK: Notifications

#define NOTIFICATIONS "org.freedesktop.Notifications"
#define NOTIFICATIONS_PATH "/org/freedesktop/Notifications"

struct ba_bus_hearing {
    ba_bus_signal heard;
    void *context;
};

static int hear(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    struct ba_bus_hearing *hearing = context;
    const char *member = bus_message_get_member(message), *text = "", *other = "";
    uint32_t id = 0, number = 0;
    if (!member) return 0;
    int r;
    if (!strcmp(member, "NotificationClosed")) r = bus_message_read(message, "uu", &id, &number);
    else if (!strcmp(member, "NameOwnerChanged")) r = bus_message_read(message, "sss", &other, &text, &other);
    else r = bus_message_read(message, "us", &id, &text);
    // What makes no sense is no signal.
    if (r >= 0) hearing->heard(hearing->context, member, id, number, text);
    return 0;
}

int ba_bus_hear_notifications(ba_bus *bus, ba_bus_signal heard, void *context, ba_bus_hearing **result) {
    ba_bus_hearing *hearing = malloc(sizeof *hearing);
    if (!hearing) return -ENOMEM;
    *hearing = (ba_bus_hearing){heard, context};
    int r = bus_add_match(
        bus->bus, NULL, "type='signal',sender='" NOTIFICATIONS "',path='" NOTIFICATIONS_PATH "',interface='" NOTIFICATIONS "'",
        hear, hearing);
    if (r >= 0)
        r = bus_add_match(
            bus->bus, NULL, "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" NOTIFICATIONS "'",
            hear, hearing);
    // Until the bus is closed, what was added calls it.
    *result = hearing;
    return r;
}

void ba_bus_end_hearing(ba_bus_hearing *hearing) { free(hearing); }

static int appendHint(sd_bus_message *message, const char *name, const char *type, const void *value) {
    int r = bus_message_open_container(message, 'e', "sv");
    if (r >= 0) r = bus_message_append(message, "s", name);
    if (r >= 0) r = bus_message_open_container(message, 'v', type);
    if (r >= 0) {
        switch (*type) {
        case 's': r = bus_message_append(message, "s", (const char *)value); break;
        case 'b': r = bus_message_append(message, "b", *(const int32_t *)value); break;
        default: r = bus_message_append(message, "y", *(const uint8_t *)value);
        }
    }
    if (r >= 0) r = bus_message_close_container(message);
    return r < 0 ? r : bus_message_close_container(message);
}

int ba_bus_notify(ba_bus *bus, const char *const *texts, uint32_t replaces, uint8_t urgency, int32_t isSilent, uint32_t *id) {
    const char *entry = texts[3], *image = texts[4];
    sd_bus_message *call = NULL, *answer = NULL;
    int r = bus_message_new_method_call(bus->bus, &call, NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS, "Notify");
    if (r < 0) return r;
    r = bus_message_append(call, "susss", texts[0], replaces, "", texts[1], texts[2]);
    if (r >= 0) r = bus_message_append_strv(call, (char **)(texts + 5));
    if (r >= 0) r = bus_message_open_container(call, 'a', "{sv}");
    if (r >= 0) r = appendHint(call, "urgency", "y", &urgency);
    if (r >= 0 && *entry) r = appendHint(call, "desktop-entry", "s", entry);
    if (r >= 0 && *image) r = appendHint(call, "image-path", "s", image);
    if (r >= 0 && isSilent) r = appendHint(call, "suppress-sound", "b", &isSilent);
    if (r >= 0) r = bus_message_close_container(call);
    if (r >= 0) r = bus_message_append(call, "i", -1);
    if (r >= 0) r = bus_call(bus->bus, call, 0, NULL, &answer);
    if (r >= 0) r = bus_message_read(answer, "u", id);
    if (answer) bus_message_unref(answer);
    bus_message_unref(call);
    return r < 0 ? r : 0;
}

int ba_bus_close_notification(ba_bus *bus, uint32_t id) {
    sd_bus_message *call = NULL, *answer = NULL;
    int r = bus_message_new_method_call(
        bus->bus, &call, NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS, "CloseNotification");
    if (r < 0) return r;
    r = bus_message_set_auto_start(call, 0);
    if (r >= 0) r = bus_message_append(call, "u", id);
    if (r >= 0) r = bus_call(bus->bus, call, 0, NULL, &answer);
    if (answer) bus_message_unref(answer);
    bus_message_unref(call);
    return r < 0 ? r : 0;
}

int ba_bus_notification_capabilities(ba_bus *bus, char *text, size_t size) {
    sd_bus_message *call = NULL, *answer = NULL;
    char **names = NULL;
    int r = bus_message_new_method_call(
        bus->bus, &call, NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS, "GetCapabilities");
    if (r < 0) return r;
    r = bus_call(bus->bus, call, 0, NULL, &answer);
    if (r >= 0) r = bus_message_read_strv(answer, &names);
    size_t length = 0;
    text[0] = 0;
    for (char **name = names; name && *name; name++) {
        size_t more = strlen(*name);
        // A list that is longer than any is cut between two names.
        if (r >= 0 && length + more + 2 <= size) {
            memcpy(text + length, *name, more);
            length += more;
            text[length++] = '\n';
            text[length] = 0;
        }
        free(*name);
    }
    free(names);
    if (answer) bus_message_unref(answer);
    bus_message_unref(call);
    return r < 0 ? r : 0;
}
