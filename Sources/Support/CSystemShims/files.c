// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CSystemShims.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

// One component after the other, where openat2 is not to be had: no links at all, and no way up.
static int open_step_by_step(int dirfd, const char *path, int flags, uint32_t mode) {
    char name[256];
    int folder = -1;
    while (true) {
        while (*path == '/' && folder >= 0) path++;
        const char *end = strchrnul(path, '/');
        size_t length = (size_t)(end - path);
        const char *rest = end;
        while (*rest == '/') rest++;
        if (length == 0 || length >= sizeof name || (length == 2 && path[0] == '.' && path[1] == '.')) {
            if (folder >= 0) close(folder);
            errno = length == 0 ? EXDEV : length == 2 ? EXDEV : ENAMETOOLONG;
            return -1;
        }
        memcpy(name, path, length);
        name[length] = 0;
        int from = folder >= 0 ? folder : dirfd;
        bool is_last = *rest == 0;
        int next = is_last ? openat(from, name, flags | O_NOFOLLOW | O_CLOEXEC | (*end ? O_DIRECTORY : 0), mode)
                           : openat(from, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        int error = errno;
        if (folder >= 0) close(folder);
        errno = error;
        if (next < 0 || is_last) return next;
        folder = next;
        path = rest;
    }
}

int ba_openat_beneath(int dirfd, const char *path, int flags, uint32_t mode, bool no_symlinks) {
    struct open_how how = {
        .flags = (uint64_t)(unsigned)flags | O_CLOEXEC,
        .mode = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? mode : 0,  // O_TMPFILE holds O_DIRECTORY
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | (no_symlinks ? RESOLVE_NO_SYMLINKS : 0),
    };
    int result = (int)syscall(SYS_openat2, dirfd, path, &how, sizeof how);
    // EPERM is what a container's filter says that does not know the call; where a file is the reason, openat says so too.
    if (result >= 0 || (errno != ENOSYS && errno != EPERM)) return result;
    return open_step_by_step(dirfd, path, flags, mode);
}

int ba_open_for_looking(const char *path, bool is_folder) {
    int flags = O_PATH | O_CLOEXEC | (is_folder ? O_DIRECTORY : 0);
    struct open_how how = {.flags = (uint64_t)flags, .resolve = RESOLVE_NO_MAGICLINKS};
    int result = (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
    if (result >= 0 || (errno != ENOSYS && errno != EPERM)) return result;
    // Without the call only the plain spellings of such links are known.
    if (strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/dev/fd/", 8) == 0) {
        errno = ELOOP;
        return -1;
    }
    return open(path, flags);
}

int ba_renameat2(int olddir, const char *oldpath, int newdir, const char *newpath, unsigned flags) {
    return renameat2(olddir, oldpath, newdir, newpath, flags);
}

int ba_syncfs(int fd) { return syncfs(fd); }

int ba_begin_writeback(int fd, int64_t offset, int64_t length) {
    return sync_file_range(fd, offset, length, SYNC_FILE_RANGE_WRITE);
}

int ba_fallocate(int fd, bool keep_size, int64_t offset, int64_t length) {
    return fallocate(fd, keep_size ? FALLOC_FL_KEEP_SIZE : 0, offset, length);
}

int ba_set_direct(int fd, bool direct) {
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0) return -1;
    return fcntl(fd, F_SETFL, direct ? flags | O_DIRECT : flags & ~O_DIRECT);
}

int ba_share_blocks(int from, int to) { return ioctl(to, FICLONE, from); }

int64_t ba_copy_range(int from, int to, int64_t length) {
    ssize_t copied = copy_file_range(from, NULL, to, NULL, (size_t)length, 0);
    if (copied >= 0) return copied;
    if (errno != EXDEV && errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP) return -1;
    char buffer[65536];
    ssize_t got = read(from, buffer, (size_t)length < sizeof buffer ? (size_t)length : sizeof buffer);
    if (got <= 0) return got;
    for (ssize_t put = 0; put < got;) {
        ssize_t step = write(to, buffer + put, (size_t)(got - put));
        if (step < 0 && errno == EINTR) continue;
        if (step < 0) return -1;
        put += step;
    }
    return got;
}

int64_t ba_pread_at_hand(int fd, void *buffer, int64_t count, int64_t offset) {
    struct iovec piece = {.iov_base = buffer, .iov_len = (size_t)count};
    return preadv2(fd, &piece, 1, (off_t)offset, RWF_NOWAIT);
}

int64_t ba_available_bytes(int fd) {
    struct statvfs s;
    if (fstatvfs(fd, &s) != 0) return -1;
    return (int64_t)s.f_bavail * (int64_t)s.f_frsize;
}

int64_t ba_capacity_bytes(int fd) {
    struct statvfs s;
    if (fstatvfs(fd, &s) != 0) return -1;
    return (int64_t)s.f_blocks * (int64_t)s.f_frsize;
}

static int64_t nanoseconds(struct timespec time) { return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec; }

int ba_file_stamp(const char *path, bool follow_links, struct ba_file_stamp *stamp) {
    struct timespec now;
    struct stat status;
    if (clock_gettime(CLOCK_REALTIME_COARSE, &now) != 0) return -1;
    if ((follow_links ? stat(path, &status) : lstat(path, &status)) != 0) return -1;
    *stamp = (struct ba_file_stamp){
        .device = status.st_dev,
        .inode = status.st_ino,
        .size = status.st_size,
        .modified = nanoseconds(status.st_mtim),
        .changed = nanoseconds(status.st_ctim),
        .now = nanoseconds(now),
        .is_file = S_ISREG(status.st_mode),
        .is_folder = S_ISDIR(status.st_mode),
    };
    return 0;
}

int ba_set_attribute(int fd, const char *name, const void *value, int64_t count) {
    return fsetxattr(fd, name, value, (size_t)count, 0);
}

int64_t ba_get_attribute(int fd, const char *name, void *buffer, int64_t count) {
    return fgetxattr(fd, name, buffer, (size_t)count);
}
