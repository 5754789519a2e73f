// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// A peer for tests that speaks nonsense on purpose: in C, so that any user can run a copy of it.
//
//   FixturePeer PATH TEXT   connects to the socket at PATH, sends TEXT as a message, and prints what comes until the end
//
// As the executable of an extension it does what the lines of the file `script` beside it say, on the socket on which
// the service calls it:
//
//   receive      waits for a call
//   answer TEXT  sends TEXT as a message
//   twice TEXT   sends TEXT as two messages at once
//   bytes TEXT   sends TEXT and no end of the message
//   flood N      sends N bytes that are no message
//   call TEXT    sends TEXT as a message on the other socket, on which the extension is the client
//   close        closes the socket
//   exit N       ends with this status
//
// After the last line it waits to be ended.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { served = 3, client = 4 };

static void send_all(int fd, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = send(fd, bytes, count, MSG_NOSIGNAL);
        if (sent <= 0) return;
        bytes += sent;
        count -= (size_t)sent;
    }
}

static void receive(int fd) {
    char byte = 1;
    while (byte != 0)
        if (read(fd, &byte, 1) <= 0) exit(0);
}

static void flood(int fd, size_t count) {
    static char bytes[65536];
    memset(bytes, 'x', sizeof bytes);
    for (; count > 0; count -= count < sizeof bytes ? count : sizeof bytes)
        send_all(fd, bytes, count < sizeof bytes ? count : sizeof bytes);
}

static void perform(const char *command, const char *text) {
    size_t length = strlen(text);
    if (strcmp(command, "receive") == 0) receive(served);
    if (strcmp(command, "answer") == 0) send_all(served, text, length + 1);
    if (strcmp(command, "call") == 0) send_all(client, text, length + 1);
    if (strcmp(command, "bytes") == 0) send_all(served, text, length);
    if (strcmp(command, "flood") == 0) flood(served, strtoul(text, NULL, 10));
    if (strcmp(command, "close") == 0) close(served);
    if (strcmp(command, "exit") == 0) exit(atoi(text));
    if (strcmp(command, "twice") == 0) {
        char both[4096];
        if (2 * (length + 1) > sizeof both) exit(126);
        memcpy(both, text, length + 1);
        memcpy(both + length + 1, text, length + 1);
        send_all(served, both, 2 * (length + 1));
    }
}

static int impersonate_extension(void) {
    FILE *script = fopen("script", "r");
    if (!script) return 127;
    char line[4096];
    while (fgets(line, sizeof line, script)) {
        line[strcspn(line, "\n")] = 0;
        char *text = strchr(line, ' ');
        if (text) *text++ = 0;
        perform(line, text ? text : "");
    }
    for (;;) pause();
}

static int call(const char *path, const char *text) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        perror(path);
        return 1;
    }
    send_all(fd, text, strlen(text) + 1);
    char bytes[4096];
    ssize_t count;
    while ((count = read(fd, bytes, sizeof bytes)) > 0) {
        for (ssize_t i = 0; i < count; i++)
            if (bytes[i] == 0) bytes[i] = '\n';
        if (fwrite(bytes, 1, (size_t)count, stdout) != (size_t)count) return 1;
    }
    puts("(end)");
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 3) return call(argv[1], argv[2]);
    return impersonate_extension();
}
