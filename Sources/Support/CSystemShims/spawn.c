// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CSystemShims.h"
#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Only async-signal-safe calls stand between fork and exec: the parent is multi-threaded.

static int redirect(int from, int to) {
    int source = from >= 0 ? from : open("/dev/null", to == 0 ? O_RDONLY : O_WRONLY);
    if (source < 0) return -1;
    if (dup2(source, to) < 0) return -1;
    if (from < 0 && source != to) close(source);
    return 0;
}

// The kernel's, of which the C library's headers have all of it or a part.
struct clone_arguments {
    uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls, set_tid, set_tid_size, cgroup;
};
static const uint64_t clone_into_group = 0x200000000ULL;

// A child that is in the group from its beginning, as fork makes it otherwise; -1 where that cannot be had.
static pid_t fork_into(int group) {
    struct clone_arguments arguments = {
        .flags = clone_into_group, .exit_signal = SIGCHLD, .cgroup = (uint64_t)group};
    return (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
}

// Before anything else is charged to the parent's group. To move a process with all its threads, as cgroup.procs does, the
// kernel waits for all others to come to rest, which takes it 10 ms and more; of one thread, which is all that there is, it
// does not in version 1. Zero is whoever writes.
static int join_group(const struct ba_spawn *spawn) {
    int file = openat(spawn->group, spawn->group_version == 1 ? "tasks" : "cgroup.procs", O_WRONLY | O_CLOEXEC);
    if (file < 0) return -1;
    ssize_t count = write(file, "0", 1);
    int error = errno;
    close(file);
    errno = error;
    return count == 1 ? 0 : -1;
}

static void run_child(const struct ba_spawn *spawn, const int *high, int ruleset, pid_t parent, int report,
                      bool joins) {
    for (int signal_number = 1; signal_number < NSIG; signal_number++) signal(signal_number, SIG_DFL);
    if (spawn->ignores_broken_pipes) signal(SIGPIPE, SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (spawn->dies_with_parent) {
        if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) goto failed;
        if (getppid() != parent) _exit(127);  // the parent died before the call above
    }
    if (joins && join_group(spawn) != 0) goto failed;
    if (spawn->own_process_group && setpgid(0, 0) != 0) goto failed;
    if (spawn->directory && chdir(spawn->directory) != 0) goto failed;
    // `high` holds copies above every target, so that no dup2 below overwrites one that is still needed.
    int count = spawn->descriptor_count;
    if (redirect(high[count], 0) != 0 || redirect(high[count + 1], 1) != 0 || redirect(high[count + 2], 2) != 0)
        goto failed;
    for (int i = 0; i < count; i++)
        if (dup2(high[i], 3 + i) < 0) goto failed;
    if (dup2(report, 3 + count) < 0) goto failed;
    report = 3 + count;
    if (fcntl(report, F_SETFD, FD_CLOEXEC) != 0) goto failed;
    if (spawn->mark) {
        // Where a lower limit is in force already it cannot be set, and the process runs without it.
        struct rlimit mark = {.rlim_cur = spawn->mark, .rlim_max = spawn->mark};
        (void)setrlimit(RLIMIT_RTTIME, &mark);
    }
    unsigned kept = 4 + (unsigned)count;
    if (spawn->confined) {
        // Above all that is kept, then in its place, where exec leaves it open.
        int own = ruleset < 0 ? -1 : open("/proc/self", O_PATH | O_DIRECTORY | O_CLOEXEC);
        if (own >= 0 && own != (int)kept) {
            if (ruleset == (int)kept) ruleset = dup(ruleset);
            if (ruleset < 0 || dup2(own, (int)kept) < 0) goto failed;
        }
        if (own >= 0 && fcntl((int)kept, F_SETFD, 0) != 0) goto failed;
        // Last: what it may not do it may not do here either.
        if (confine(ruleset, own >= 0 ? (int)kept : -1) != 0) goto failed;
        if (own >= 0) kept++;
    }
    if (syscall(SYS_close_range, kept, ~0U, 0) != 0) goto failed;
    execve(spawn->executable, spawn->argv, spawn->envp);
failed:;
    int error = errno;
    if (write(report, &error, sizeof error) < 0) _exit(126);
    _exit(127);
}

static int lift(int fd, int floor) { return fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, floor); }

int32_t ba_spawn_process(const struct ba_spawn *spawn) {
    int count = spawn->descriptor_count;
    int floor = 3 + count + 8;
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0) return -1;
    int *high = malloc(sizeof(int) * (size_t)(count + 3));
    if (!high) {
        close(report[0]);
        close(report[1]);
        errno = ENOMEM;
        return -1;
    }
    int failure = 0;
    for (int i = 0; i < count + 3; i++) {
        int fd = i < count         ? spawn->descriptors[i]
                 : i == count      ? spawn->standard_input
                 : i == count + 1  ? spawn->standard_output
                                   : spawn->standard_error;
        high[i] = lift(fd, floor);
        if (fd >= 0 && high[i] < 0) failure = errno;
    }
    int report_high = failure ? -1 : lift(report[1], floor);
    if (!failure && report_high < 0) failure = errno;
    int ruleset = failure || !spawn->confined ? -1 : lift(spawn->ruleset, floor);
    if (!failure && spawn->confined && spawn->ruleset >= 0 && ruleset < 0) failure = errno;
    pid_t child = -1;
    if (!failure) {
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        pid_t parent = getpid();
        bool joins = spawn->group >= 0;
        if (joins && spawn->group_version == 2) child = fork_into(spawn->group);
        if (child >= 0) joins = false;
        else child = fork();
        if (child == 0) {
            if (spawn->detached) {
                if (setsid() < 0) _exit(127);
                pid_t grandchild = fork();
                if (grandchild != 0) _exit(grandchild < 0 ? 127 : 0);
                // Nobody's: it serves others as well, whoever has started it. Where it may not, it is as it was.
                ba_set_background(0, false);
            }
            run_child(spawn, high, ruleset, parent, report_high, joins);
        }
        if (child < 0) failure = errno;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    for (int i = 0; i < count + 3; i++)
        if (high[i] >= 0) close(high[i]);
    free(high);
    if (report_high >= 0) close(report_high);
    if (ruleset >= 0) close(ruleset);
    close(report[1]);
    if (!failure) {
        int error = 0;
        ssize_t got;
        do {
            got = read(report[0], &error, sizeof error);
        } while (got < 0 && errno == EINTR);
        if (got == (ssize_t)sizeof error) failure = error;
        if (spawn->detached || failure) {
            int status = 0;
            while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
            }
            if (!failure && spawn->detached && status != 0) failure = EAGAIN;
        }
    }
    close(report[0]);
    if (failure) {
        errno = failure;
        return -1;
    }
    return spawn->detached ? 0 : child;
}

int ba_pidfd_open(int32_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int ba_pidfd_send_signal(int pidfd, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

int ba_pidfd_wait(int pidfd, int milliseconds) {
    struct pollfd watched = {.fd = pidfd, .events = POLLIN};
    int count = poll(&watched, 1, milliseconds);
    return count > 0 && watched.revents != 0;
}

int ba_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

bool ba_has_children(void) {
    siginfo_t information;
    // Whoever has ended is left as he is.
    return waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0 || errno != ECHILD;
}

int ba_set_background(int32_t thread, bool is_background) {
    struct sched_param parameters = {.sched_priority = 0};
    if (sched_setscheduler(thread, is_background ? SCHED_BATCH : SCHED_OTHER, &parameters) != 0) return -1;
    // The last of the class "best effort", or whatever the processor's share makes of it.
    return (int)syscall(SYS_ioprio_set, 1, thread, is_background ? 2 << 13 | 7 : 0);
}

int32_t ba_parent_process(int32_t pid) {
    char path[32], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) return -1;
    text[length] = 0;
    // The name in parentheses may hold anything, parentheses too: what follows the last one is the state and the parent.
    const char *end = strrchr(text, ')');
    int parent = -1;
    if (!end || sscanf(end + 1, " %*c %d", &parent) != 1) return -1;
    return parent;
}
