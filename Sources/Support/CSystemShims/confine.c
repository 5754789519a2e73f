// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "confine.h"
#include "CSystemShims.h"

#include <asm/sockios.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// MARK: Files (Landlock)

// What headers of older kernels lack.
#define ACCESS_TRUNCATE (1ULL << 14)
#define ACCESS_IOCTL_DEV (1ULL << 15)
#define NET_BIND_TCP (1ULL << 0)
#define NET_CONNECT_TCP (1ULL << 1)
#define SCOPE_ABSTRACT_UNIX_SOCKET (1ULL << 0)
#define SCOPE_SIGNAL (1ULL << 1)

struct ruleset_attributes {
    uint64_t handled_access_fs;
    uint64_t handled_access_net;
    uint64_t scoped;
};

#define READS (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
// No devices, sockets or pipes are made. Symbolic links are: the framework shows folders of several packs as one by them.
#define WRITES                                                                                                      \
    (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |                \
     LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SYM |                        \
     LANDLOCK_ACCESS_FS_REFER | ACCESS_TRUNCATE)
#define FILE_ACCESSES                                                                                               \
    (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE | ACCESS_TRUNCATE |    \
     ACCESS_IOCTL_DEV)

int ba_landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

static uint64_t handled_accesses(int version) {
    uint64_t all = (1ULL << 13) - 1;
    if (version >= 2) all |= LANDLOCK_ACCESS_FS_REFER;
    if (version >= 3) all |= ACCESS_TRUNCATE;
    if (version >= 5) all |= ACCESS_IOCTL_DEV;
    return all;
}

int ba_landlock_create(void) {
    int version = ba_landlock_version();
    if (version < 1) return -1;
    struct ruleset_attributes attributes = {.handled_access_fs = handled_accesses(version)};
    size_t size = sizeof attributes.handled_access_fs;
    if (version >= 4) {
        attributes.handled_access_net = NET_BIND_TCP | NET_CONNECT_TCP;
        size = offsetof(struct ruleset_attributes, scoped);
    }
    if (version >= 6) {
        attributes.scoped = SCOPE_ABSTRACT_UNIX_SOCKET | SCOPE_SIGNAL;
        size = sizeof attributes;
    }
    // Close-on-exec by itself.
    return (int)syscall(SYS_landlock_create_ruleset, &attributes, size, 0);
}

static int allow(int ruleset, int handle, bool is_folder, unsigned accesses, int version) {
    uint64_t allowed = 0;
    if (accesses & BA_MAY_READ) allowed |= READS;
    if (accesses & BA_MAY_OPEN) allowed |= LANDLOCK_ACCESS_FS_READ_FILE;
    if (accesses & BA_MAY_WRITE) allowed |= WRITES;
    if (accesses & BA_MAY_EXECUTE) allowed |= LANDLOCK_ACCESS_FS_EXECUTE;
    allowed &= handled_accesses(version);
    if (!is_folder) allowed &= FILE_ACCESSES;
    struct landlock_path_beneath_attr rule = {.allowed_access = allowed, .parent_fd = handle};
    return (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

int ba_landlock_allow(int ruleset, int handle, bool is_folder, unsigned accesses) {
    return allow(ruleset, handle, is_folder, accesses, ba_landlock_version());
}

// MARK: System calls (seccomp)

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define LOAD_ARGUMENT(index)                                                                                        \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 8 * (index))
#define LOAD_UPPER_HALF(index)                                                                                      \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 8 * (index) + 4)
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)
#define REFUSE(code) ANSWER(SECCOMP_RET_ERRNO | (code))
#define ALLOW ANSWER(SECCOMP_RET_ALLOW)
#define IS(value, if_true, if_false) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, if_true, if_false)

// The number of the call is in the accumulator, and stays there unless the call is the one named.
#define NEVER(name, code) NEVER_NUMBER(SYS_##name, code)
// For those that headers of older kernels lack: their numbers are the same everywhere.
#define NEVER_NUMBER(number, code) IS(number, 0, 1), REFUSE(code)
// For calls that name a process: only this one.
#define OWN_PROCESS(name) IS(SYS_##name, 0, 4), LOAD_ARGUMENT(0), IS(self, 1, 0), REFUSE(EPERM), ALLOW
// The same, where zero is this process, too.
#define OWN_OR_ZERO(name, index)                                                                                    \
    IS(SYS_##name, 0, 5), LOAD_ARGUMENT(index), IS(0, 2, 0), IS(self, 1, 0), REFUSE(EPERM), ALLOW
#define NOT_WITH(name, index, first, second)                                                                        \
    IS(SYS_##name, 0, 5), LOAD_ARGUMENT(index), IS(first, 1, 0), IS(second, 0, 1), REFUSE(EPERM), ALLOW
// A file that is not opened for writing is not cut off either: Landlock before its version 3 does not look at that.
#define NO_STRAY_TRUNCATION(name, index)                                                                            \
    IS(SYS_##name, 0, 7), LOAD_ARGUMENT(index), BPF_STMT(BPF_ALU | BPF_AND | BPF_K, O_TRUNC | O_ACCMODE),             \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_TRUNC, 0, 3), IS(O_TRUNC | O_WRONLY, 2, 0),                           \
        IS(O_TRUNC | O_RDWR, 1, 0), REFUSE(EACCES), ALLOW
#define NOT_WITH_ANY(name, index, bits)                                                                             \
    IS(SYS_##name, 0, 4), LOAD_ARGUMENT(index), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1), REFUSE(EPERM), ALLOW

#define MARKED_LIMIT 15 /* RLIMIT_RTTIME */

#define NEW_NAMESPACES                                                                                              \
    (CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP)

int32_t ba_call_filter(int version, int32_t process, void *buffer, int32_t capacity) {
#ifndef NATIVE_ARCHITECTURE
    return 0;
#else
    const uint32_t self = (uint32_t)process;
    // Its flags are out of sight; who calls it can do without.
    const uint32_t hidden = version < 3 ? SYS_openat2 : 0xffffffff;
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        IS(NATIVE_ARCHITECTURE, 1, 0),
        ANSWER(SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#if defined(__x86_64__)
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),  // the calls of x32
        REFUSE(ENOSYS),
#endif
        // No network, and no other service of the user's: it has the sockets that it was given. io_uring goes past here.
        NEVER(socket, EACCES),
        NEVER(connect, EACCES),
        NEVER(bind, EACCES),
        // Two ends of its own may talk to each other, and not, as those for datagrams, to whoever has an address.
        IS(SYS_socketpair, 0, 8),
        LOAD_ARGUMENT(0),
        IS(1 /* AF_UNIX */, 0, 4),
        LOAD_ARGUMENT(1),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xf),
        IS(1 /* SOCK_STREAM */, 2, 0),
        IS(5 /* SOCK_SEQPACKET */, 1, 0),
        REFUSE(EACCES),
        ALLOW,
        NEVER(io_uring_setup, ENOSYS),
        NEVER(io_uring_enter, ENOSYS),
        NEVER(io_uring_register, ENOSYS),
        // No other process.
        OWN_PROCESS(kill),
        OWN_PROCESS(tgkill),
        OWN_PROCESS(rt_sigqueueinfo),
        OWN_PROCESS(rt_tgsigqueueinfo),
        NEVER(tkill, EPERM),
        NEVER(pidfd_open, EPERM),
        NEVER(pidfd_send_signal, EPERM),
        NEVER(pidfd_getfd, EPERM),
        NEVER(process_vm_readv, EPERM),
        NEVER(process_vm_writev, EPERM),
        NEVER(process_madvise, EPERM),
        NEVER(process_mrelease, EPERM),
        NEVER(ptrace, EPERM),
        NEVER(kcmp, EPERM),
        NEVER(shmget, EACCES),
        NEVER(shmat, EACCES),
        NEVER(shmctl, EACCES),
        // By their numbers, which anybody can count up to, those of others are reached without a get.
        NEVER(semget, EACCES),
        NEVER(semctl, EACCES),
        NEVER(semop, EACCES),
        NEVER(semtimedop, EACCES),
        NEVER(msgget, EACCES),
        NEVER(msgctl, EACCES),
        NEVER(msgsnd, EACCES),
        NEVER(msgrcv, EACCES),
        NEVER(mq_open, EACCES),
        NEVER(mq_unlink, EACCES),
        NEVER(move_pages, EPERM),
        NEVER(migrate_pages, EPERM),
        NEVER(sched_setparam, EPERM),
        NEVER(sched_setscheduler, EPERM),
        NEVER(sched_setattr, EPERM),
        OWN_OR_ZERO(sched_setaffinity, 0),
        // This one's limits, but for the mark by which the service finds what an extension has left (RLIMIT_RTTIME): that is
        // read only. All 64 bits of a pointer count.
        IS(SYS_prlimit64, 0, 12),
        LOAD_ARGUMENT(0),
        IS(0, 2, 0),
        IS(self, 1, 0),
        REFUSE(EPERM),
        LOAD_ARGUMENT(1),
        IS(MARKED_LIMIT, 0, 5),
        LOAD_ARGUMENT(2),
        IS(0, 0, 2),
        LOAD_UPPER_HALF(2),
        IS(0, 1, 0),
        REFUSE(EPERM),
        ALLOW,
        NOT_WITH(setrlimit, 0, MARKED_LIMIT, MARKED_LIMIT),
        NEVER(ioprio_set, EPERM),
        // Of a process (0), and not of all that the user has.
        IS(SYS_setpriority, 0, 7),
        LOAD_ARGUMENT(0),
        IS(0, 0, 3),
        LOAD_ARGUMENT(1),
        IS(0, 2, 0),
        IS(self, 1, 0),
        REFUSE(EPERM),
        ALLOW,
        // Signals by way of a descriptor.
        NOT_WITH(fcntl, 1, 8 /* F_SETOWN */, 15 /* F_SETOWN_EX */),
        NOT_WITH(ioctl, 1, FIOSETOWN, SIOCSPGRP),
        // It ends with the service, and what it leaves behind is the service's.
        NOT_WITH(prctl, 0, PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER),
        // No code but what lies in files: those that it may execute, and those that its loader can be told to load.
        NEVER(memfd_create, EPERM),
        NEVER(memfd_secret, EPERM),
        NEVER(execveat, EPERM),
        // Attributes of files by their paths, which Landlock does not look at; by a descriptor one must have opened the file.
        NEVER(fchmodat, EPERM),
        NEVER(fchownat, EPERM),
        NEVER(setxattr, EPERM),
        NEVER(lsetxattr, EPERM),
        NEVER(removexattr, EPERM),
        NEVER(lremovexattr, EPERM),
        // With a path; without one it is of the descriptor. All 64 bits of a pointer count.
        IS(SYS_utimensat, 0, 6),
        LOAD_ARGUMENT(1),
        IS(0, 0, 2),
        LOAD_UPPER_HALF(1),
        IS(0, 1, 0),
        REFUSE(EPERM),
        ALLOW,
        // No pipes and devices for somebody else to open; Landlock says so too.
        NEVER(mknodat, EACCES),
        NEVER(truncate, EACCES),
        NO_STRAY_TRUNCATION(openat, 2),
        NEVER_NUMBER(hidden, ENOSYS),
        // What happens elsewhere.
        NEVER(inotify_add_watch, EACCES),
        NEVER(fanotify_init, EPERM),
        NEVER(syslog, EPERM),
#if defined(__x86_64__)
        NO_STRAY_TRUNCATION(open, 1),
        NEVER(mknod, EACCES),
        NEVER(chmod, EPERM),
        NEVER(chown, EPERM),
        NEVER(lchown, EPERM),
        NEVER(utime, EPERM),
        NEVER(utimes, EPERM),
        NEVER(futimesat, EPERM),
#endif
        NEVER_NUMBER(452 /* fchmodat2 */, ENOSYS),
        NEVER_NUMBER(463 /* setxattrat */, ENOSYS),
        NEVER_NUMBER(466 /* removexattrat */, ENOSYS),
        NEVER_NUMBER(469 /* file_setattr */, ENOSYS),
        // No namespaces, mounts or parts of the kernel that are seldom looked at. clone3 hides its flags; without it clone
        // is called.
        NEVER(clone3, ENOSYS),
        NOT_WITH_ANY(clone, 0, NEW_NAMESPACES),
        NEVER(unshare, EPERM),
        NEVER(setns, EPERM),
        NEVER(mount, EPERM),
        NEVER(umount2, EPERM),
        NEVER(move_mount, EPERM),
        NEVER(open_tree, EPERM),
        NEVER(fsopen, EPERM),
        NEVER(fspick, EPERM),
        NEVER(pivot_root, EPERM),
        NEVER(chroot, EPERM),
        NEVER(open_by_handle_at, EPERM),
        NEVER(add_key, EPERM),
        NEVER(request_key, EPERM),
        NEVER(keyctl, EPERM),
        NEVER(bpf, EPERM),
        NEVER(perf_event_open, EPERM),
        NEVER(userfaultfd, EPERM),
        NEVER(quotactl, EPERM),
        NEVER(quotactl_fd, EPERM),
        NEVER(swapon, EPERM),
        NEVER(swapoff, EPERM),
        NEVER(reboot, EPERM),
        NEVER(init_module, EPERM),
        NEVER(finit_module, EPERM),
        NEVER(delete_module, EPERM),
        NEVER(kexec_load, EPERM),
        ALLOW,
    };
    if (capacity < (int32_t)sizeof program) {
        errno = ERANGE;
        return -1;
    }
    memcpy(buffer, program, sizeof program);
    return (int32_t)sizeof program;
#endif
}

static int filter_calls(int version) {
    struct sock_filter program[512];
    int32_t size = ba_call_filter(version, getpid(), program, sizeof program);
    if (size <= 0) return size;
    struct sock_fprog whole = {
        .len = (unsigned short)((size_t)size / sizeof program[0]), .filter = program};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole);
}

bool ba_can_filter_calls(void) {
#ifndef NATIVE_ARCHITECTURE
    return false;
#else
    uint32_t action = SECCOMP_RET_ERRNO;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
#endif
}

// MARK: The child

// A process of root's has none of root's powers but over files that root owns.
static int drop_capabilities(void) {
    for (int number = 0; number <= 63; number++)
        if (prctl(PR_CAPBSET_DROP, number, 0, 0, 0) != 0 && errno != EINVAL && errno != EPERM) return -1;
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {{0}, {0}};
    return (int)syscall(SYS_capset, &header, none);
}

int confine(int ruleset, int own) {
    if (drop_capabilities() != 0) return -1;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    int version = ba_landlock_version();
    if (ruleset >= 0) {
        // What it is told of itself, and not of others.
        if (own >= 0 && allow(ruleset, own, true, BA_MAY_READ, version) != 0) return -1;
        if (syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) return -1;
    }
    // A kernel that filters none keeps the rest all the same.
    return ba_can_filter_calls() ? filter_calls(version) : 0;
}
