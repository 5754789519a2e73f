// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

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

/// Asks the bus itself for a text.
///
/// - `argument`: NULL for none.
static int askBus(ba_bus *bus, const char *member, const char *argument, char *text, size_t size) {
    sd_bus_message *call = NULL, *answer = NULL;
    const char *read = NULL;
    text[0] = 0;
    int r = bus_message_new_method_call(
        bus->bus, &call, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member);
    if (r < 0) return r;
    if (argument) r = bus_message_append(call, "s", argument);
    if (r >= 0) r = bus_call(bus->bus, call, 0, NULL, &answer);
    if (r >= 0) r = bus_message_read_basic(answer, 's', &read);
    if (r >= 0 && read) snprintf(text, size, "%s", read);
    if (answer) bus_message_unref(answer);
    bus_message_unref(call);
    return r < 0 ? r : 0;
}

int ba_bus_notification_server(ba_bus *bus, char *text, size_t size) {
    char id[64], owner[64];
    int r = askBus(bus, "GetId", NULL, id, sizeof id);
    if (r < 0) return r;
    // The bus has an error for a name that nobody has.
    r = askBus(bus, "GetNameOwner", NOTIFICATIONS, owner, sizeof owner);
    if (r < 0 && r != -ENXIO) return r;
    snprintf(text, size, "%s %s", id, owner);
    return 0;
}
