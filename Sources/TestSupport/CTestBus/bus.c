// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "include/CTestBus.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

typedef struct value {
    struct value *next;
    char *path, *interface, *member, *text;
    char type;
} value;

struct test_bus {
    sd_bus *bus;
    pthread_t thread;
    // Held by whoever uses the connection.
    pthread_mutex_t lock;
    int wake[2];
    int isClosing, isHeld;
    value *values;
    test_bus_notified notified;
    void *context;
    const char *const *capabilities;
    uint32_t lastNotification;
};

static value *find(test_bus *self, const char *path, const char *interface, const char *member) {
    for (value *v = self->values; v; v = v->next) {
        if (!strcmp(v->path, path) && !strcmp(v->interface, interface) && !strcmp(v->member, member)) return v;
    }
    return NULL;
}

static int append(sd_bus_message *message, const value *v, int isVariant) {
    char type[2] = {v->type, 0};
    int64_t number = strtoll(v->text, NULL, 10);
    int b = (int)number;
    uint32_t u = (uint32_t)number;
    int r = isVariant ? sd_bus_message_open_container(message, 'v', type) : 0;
    if (r < 0) return r;
    switch (v->type) {
    case 's': r = sd_bus_message_append_basic(message, 's', v->text); break;
    case 'x': case 't': r = sd_bus_message_append_basic(message, v->type, &number); break;
    case 'b': r = sd_bus_message_append_basic(message, 'b', &b); break;
    case 'a': r = sd_bus_message_append(message, "as", 1, v->text); break;
    default: r = sd_bus_message_append_basic(message, v->type, &u);
    }
    return r < 0 || !isVariant ? r : sd_bus_message_close_container(message);
}

#define NOTIFICATIONS "org.freedesktop.Notifications"

// What Notify, CloseNotification and GetCapabilities answer.
static int answerNotifications(test_bus *self, sd_bus_message *call, const char *member) {
    if (!strcmp(member, "GetCapabilities")) {
        sd_bus_message *reply = NULL;
        int r = sd_bus_message_new_method_return(call, &reply);
        if (r >= 0) r = sd_bus_message_append_strv(reply, (char **)self->capabilities);
        if (r >= 0) r = sd_bus_send(self->bus, reply, NULL);
        sd_bus_message_unref(reply);
        return r;
    }
    uint32_t id = 0;
    if (!strcmp(member, "CloseNotification")) {
        int r = sd_bus_message_read(call, "u", &id);
        if (r < 0) return r;
        self->notified(self->context, id, 0, "", "", "", "", -1);
        sd_bus_emit_signal(self->bus, "/org/freedesktop/Notifications", NOTIFICATIONS, "NotificationClosed", "uu", id, 3);
        return sd_bus_reply_method_return(call, "");
    }
    if (strcmp(member, "Notify")) return sd_bus_reply_method_errorf(call, SD_BUS_ERROR_UNKNOWN_METHOD, "no %s", member);
    const char *application, *icon, *summary, *body;
    char **actions = NULL;
    int r = sd_bus_message_read(call, "susss", &application, &id, &icon, &summary, &body);
    if (r >= 0) r = sd_bus_message_read_strv(call, &actions);
    if (r < 0) return r;
    char list[1024] = "";
    for (char **action = actions; action && *action; action++) {
        if (strlen(list) + strlen(*action) + 2 < sizeof list) strcat(strcat(list, *action), "\n");
        free(*action);
    }
    free(actions);
    int urgency = -1;
    if ((r = sd_bus_message_enter_container(call, 'a', "{sv}")) < 0) return r;
    while ((r = sd_bus_message_enter_container(call, 'e', "sv")) > 0) {
        const char *name;
        uint8_t number;
        if ((r = sd_bus_message_read(call, "s", &name)) < 0) return r;
        if (!strcmp(name, "urgency")) {
            if ((r = sd_bus_message_read(call, "v", "y", &number)) < 0) return r;
            urgency = number;
        } else if ((r = sd_bus_message_skip(call, "v")) < 0) {
            return r;
        }
        sd_bus_message_exit_container(call);
    }
    uint32_t number = id ? id : ++self->lastNotification;
    self->notified(self->context, number, id, application, summary, body, list, urgency);
    return sd_bus_reply_method_return(call, "u", number);
}

// Called by sd_bus_process(), with the lock held.
static int answer(sd_bus_message *call, void *context, sd_bus_error *error) {
    (void)error;
    test_bus *self = context;
    uint8_t type;
    const char *path = sd_bus_message_get_path(call), *interface = sd_bus_message_get_interface(call);
    const char *member = sd_bus_message_get_member(call);
    if (sd_bus_message_get_type(call, &type) < 0 || type != SD_BUS_MESSAGE_METHOD_CALL || !path || !interface) return 0;
    if (self->isHeld) return 1;
    if (self->notified && !strcmp(interface, NOTIFICATIONS)) {
        int r = answerNotifications(self, call, member);
        return r < 0 ? r : 1;
    }
    int isProperty = !strcmp(interface, "org.freedesktop.DBus.Properties") && !strcmp(member, "Get");
    if (isProperty && sd_bus_message_read(call, "ss", &interface, &member) < 0) return 0;
    value *v = find(self, path, interface, member);
    if (!v) return sd_bus_reply_method_errorf(call, SD_BUS_ERROR_UNKNOWN_PROPERTY, "there is no %s", member);
    sd_bus_message *reply = NULL;
    int r = sd_bus_message_new_method_return(call, &reply);
    if (r >= 0) r = append(reply, v, isProperty);
    if (r >= 0) r = sd_bus_send(self->bus, reply, NULL);
    sd_bus_message_unref(reply);
    return r < 0 ? r : 1;
}

static void *serve(void *context) {
    test_bus *self = context;
    for (;;) {
        pthread_mutex_lock(&self->lock);
        while (sd_bus_process(self->bus, NULL) > 0) {}
        int isClosing = self->isClosing;
        struct pollfd waiting[2] = {
            {.fd = sd_bus_get_fd(self->bus), .events = (short)sd_bus_get_events(self->bus)},
            {.fd = self->wake[0], .events = POLLIN},
        };
        pthread_mutex_unlock(&self->lock);
        if (isClosing) return NULL;
        poll(waiting, 2, -1);
        char bytes[64];
        while (read(self->wake[0], bytes, sizeof bytes) > 0) {}
    }
}

static void wake(test_bus *self) {
    if (write(self->wake[1], "", 1) < 0) return;  // a pipe that is full wakes, too
}

int test_bus_open(const char *address, test_bus **result) {
    test_bus *self = calloc(1, sizeof *self);
    if (!self) return -ENOMEM;
    int r = sd_bus_new(&self->bus);
    if (r >= 0) r = sd_bus_set_address(self->bus, address);
    if (r >= 0) r = sd_bus_set_bus_client(self->bus, 1);
    if (r >= 0) r = sd_bus_start(self->bus);
    if (r >= 0) r = sd_bus_add_filter(self->bus, NULL, answer, self);
    if (r >= 0 && pipe2(self->wake, O_CLOEXEC | O_NONBLOCK) < 0) r = -errno;
    if (r >= 0) {
        pthread_mutex_init(&self->lock, NULL);
        r = -pthread_create(&self->thread, NULL, serve, self);
    }
    if (r < 0) {
        sd_bus_flush_close_unref(self->bus);
        free(self);
        return r;
    }
    *result = self;
    return 0;
}

void test_bus_close(test_bus *self) {
    pthread_mutex_lock(&self->lock);
    self->isClosing = 1;
    wake(self);
    pthread_mutex_unlock(&self->lock);
    pthread_join(self->thread, NULL);
    sd_bus_flush_close_unref(self->bus);
    for (value *v = self->values, *next; v; v = next) {
        next = v->next;
        free(v->path), free(v->interface), free(v->member), free(v->text), free(v);
    }
    close(self->wake[0]);
    close(self->wake[1]);
    free(self);
}

static int locked(test_bus *self, int (*body)(sd_bus *, const char *), const char *name) {
    pthread_mutex_lock(&self->lock);
    int r = body(self->bus, name);
    wake(self);
    pthread_mutex_unlock(&self->lock);
    return r;
}

static int own(sd_bus *bus, const char *name) { return sd_bus_request_name(bus, name, 0); }

int test_bus_own(test_bus *self, const char *name) { return locked(self, own, name); }

int test_bus_release(test_bus *self, const char *name) { return locked(self, sd_bus_release_name, name); }

int test_bus_set(test_bus *self, const char *path, const char *interface, const char *member, char type, const char *text) {
    pthread_mutex_lock(&self->lock);
    value *v = find(self, path, interface, member);
    if (!v) {
        v = calloc(1, sizeof *v);
        *v = (value){self->values, strdup(path), strdup(interface), strdup(member), NULL, 0};
        self->values = v;
    }
    free(v->text);
    v->text = strdup(type ? text : "");
    v->type = type;
    if (!type) free(v->member), v->member = strdup("");
    sd_bus_message *signal = NULL;
    int r = sd_bus_message_new_signal(self->bus, &signal, path, "org.freedesktop.DBus.Properties", "PropertiesChanged");
    if (r >= 0) r = sd_bus_message_append(signal, "sa{sv}as", interface, 0, 1, member);
    if (r >= 0) r = sd_bus_send(self->bus, signal, NULL);
    sd_bus_message_unref(signal);
    wake(self);
    pthread_mutex_unlock(&self->lock);
    return r;
}

void test_bus_hold(test_bus *self, int32_t isHeld) {
    pthread_mutex_lock(&self->lock);
    self->isHeld = isHeld;
    pthread_mutex_unlock(&self->lock);
}

int test_bus_take_notifications(
    test_bus *self, const char *const *capabilities, test_bus_notified notified, void *context) {
    pthread_mutex_lock(&self->lock);
    self->capabilities = capabilities;
    self->notified = notified;
    self->context = context;
    pthread_mutex_unlock(&self->lock);
    return test_bus_own(self, NOTIFICATIONS);
}

int test_bus_signal_notification(test_bus *self, const char *member, uint32_t id, const char *text, uint32_t number) {
    pthread_mutex_lock(&self->lock);
    int r = text
        ? sd_bus_emit_signal(self->bus, "/org/freedesktop/Notifications", NOTIFICATIONS, member, "us", id, text)
        : sd_bus_emit_signal(self->bus, "/org/freedesktop/Notifications", NOTIFICATIONS, member, "uu", id, number);
    wake(self);
    pthread_mutex_unlock(&self->lock);
    return r;
}
