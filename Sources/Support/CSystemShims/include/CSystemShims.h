// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// What Swift's Glibc module hides, or what must run between fork and exec. Every function returns 0 or a
// descriptor on success, and -1 with errno set on failure, unless it says otherwise.

#ifndef BA_CSYSTEMSHIMS_H
#define BA_CSYSTEMSHIMS_H

// No system header but these: with more, this module would see other definitions (fd_set) than Swift's Glibc module.
#include <stdbool.h>
#include <stdint.h>

/// openat2(2) with RESOLVE_BENEATH, and RESOLVE_NO_SYMLINKS when asked for: no component leaves `dirfd`.
int ba_openat_beneath(int dirfd, const char *path, int flags, uint32_t mode, bool no_symlinks);

/// Opens what a path leads to with O_PATH, close-on-exec. Symbolic links are followed, but for those of the kernel's that lead each
/// process elsewhere, as /proc/self/cwd does: errno is ELOOP then.
int ba_open_for_looking(const char *path, bool is_folder);

/// renameat2(2). `flags` are RENAME_NOREPLACE (1) and RENAME_EXCHANGE (2).
int ba_renameat2(int olddir, const char *oldpath, int newdir, const char *newpath, unsigned flags);

/// syncfs(2) of the file system that `fd` is on.
int ba_syncfs(int fd);

/// Has what was written to a part of a file begin its way to the disk (sync_file_range(2)), and waits for nothing. It may be lost all the
/// same until a sync.
int ba_begin_writeback(int fd, int64_t offset, int64_t length);

/// fallocate(2) without changing the size when `keep_size`.
int ba_fallocate(int fd, bool keep_size, int64_t offset, int64_t length);

/// Turns O_DIRECT of an open file on or off; EINVAL where the file system cannot do it.
int ba_set_direct(int fd, bool direct);

/// Copies up to `length` bytes from where `from` stands to where `to` stands, in the kernel where it can, else through
/// a buffer. Returns how many it copied (0 at the end), or -1.
int64_t ba_copy_range(int from, int to, int64_t length);

/// Has a file share all blocks of another one, where the file system can: it takes no room then. -1 with errno.
int ba_share_blocks(int from, int to);

/// Reads what the system has in memory of a file, and waits for no disk (RWF_NOWAIT): as many bytes as there are at once, or -1, with
/// EAGAIN where there are none.
int64_t ba_pread_at_hand(int fd, void *buffer, int64_t count, int64_t offset);

/// Bytes that an unprivileged user may still write on the file system of `fd`, or -1.
int64_t ba_available_bytes(int fd);

/// Bytes that the file system of fd holds in all, or -1.
int64_t ba_capacity_bytes(int fd);

/// fsetxattr(2): ENOTSUP where the file system keeps no attributes of users.
int ba_set_attribute(int fd, const char *name, const void *value, int64_t count);

/// fgetxattr(2): how many bytes the attribute has, which are in `buffer`; -1 with ENODATA when there is none, with ERANGE
/// when there are more than `count`.
int64_t ba_get_attribute(int fd, const char *name, void *buffer, int64_t count);

/// What tells one state of a file from another without reading it. Times are nanoseconds since 1970.
struct ba_file_stamp {
    uint64_t device;
    uint64_t inode;
    int64_t size;
    int64_t modified;
    int64_t changed;            // when anything of it was changed last, its times included
    int64_t now;                // the clock that file systems take their times from, at this call
    bool is_file;
    bool is_folder;
};

/// stat(2), or lstat(2) when links are not followed.
int ba_file_stamp(const char *path, bool follow_links, struct ba_file_stamp *stamp);

/// The effective user and process id at the other end of a connected Unix socket (SO_PEERCRED).
int ba_peer_credentials(int fd, int32_t *pid, uint32_t *uid, uint32_t *gid);

/// Binds and listens on a Unix stream socket at `path`, which is unlinked first. Close-on-exec.
int ba_listen_unix(const char *path, int backlog);

/// Connects to a Unix stream socket. Close-on-exec. errno is ENOENT or ECONNREFUSED when nobody serves it.
int ba_connect_unix(const char *path);

/// A connected pair of Unix stream sockets, both close-on-exec.
int ba_socketpair(int fds[2]);

/// pipe2(2): both ends close-on-exec.
int ba_pipe(int fds[2]);

/// ioctl TIOCGWINSZ: the width of a terminal, or -1 when `fd` is none.
int ba_terminal_columns(int fd);

/// What a child process is made of. Strings are NUL-terminated; `argv` and `envp` end with NULL.
struct ba_spawn {
    const char *executable;
    char *const *argv;
    char *const *envp;
    const char *directory;      // NULL: the parent's
    const int *descriptors;     // these become 3, 4, ... in the child
    int descriptor_count;
    int standard_input;         // -1: /dev/null
    int standard_output;        // -1: /dev/null
    int standard_error;         // -1: /dev/null
    bool dies_with_parent;      // PR_SET_PDEATHSIG SIGKILL
    bool own_process_group;
    bool confined;              // no capabilities, no new privileges, and only what a confined process may call
    int ruleset;                // with `confined`: of Landlock, from ba_landlock_create; -1: files as the user may
    int group;                  // the folder of a control group, which the child is in; -1: the parent's
    int group_version;          // of its control groups: 1 or 2
    uint64_t mark;              // what it and all that come of it are known by (RLIMIT_RTTIME, in microseconds); 0: nothing
    bool ignores_broken_pipes;  // SIGPIPE is ignored: whoever reads what it prints may end before it
    bool detached;              // double fork and setsid: the child belongs to nobody
};

/// The version of Landlock that this kernel has; -1 when it has none, or it is switched off.
int ba_landlock_version(void);

/// A ruleset that allows nothing. Close-on-exec.
int ba_landlock_create(void);

/// What a ruleset allows beneath a path.
enum {
    BA_MAY_READ = 1,
    BA_MAY_WRITE = 2,           // make, change, remove and move files, folders and links; no devices, sockets or pipes
    BA_MAY_EXECUTE = 4,
    BA_MAY_OPEN = 8,            // read files whose names are known, and list no folders
};

/// Adds a rule. `handle` is open with O_PATH at least.
int ba_landlock_allow(int ruleset, int handle, bool is_folder, unsigned accesses);

/// Whether this kernel filters system calls.
bool ba_can_filter_calls(void);

/// The filter of a confined process's calls (seccomp), as `struct sock_filter` one after the other. `version` is that of
/// the Landlock that guards its files, and 3 or more where something else does; `process` is its number in its own eyes.
/// Returns how many bytes it has, 0 on processors that it is not made for, or -1 with ERANGE. Async-signal-safe.
int32_t ba_call_filter(int version, int32_t process, void *buffer, int32_t capacity);

/// Waits until a process ends that a pidfd names, for so many milliseconds at most: 1 when it has, 0 when not.
int ba_pidfd_wait(int pidfd, int milliseconds);

/// Starts a process. Returns its pid (0 for a detached one), or -1 with errno of the step that failed, exec included.
int32_t ba_spawn_process(const struct ba_spawn *spawn);

/// Makes this process the parent of its descendants' orphans; -1 with errno.
int ba_adopt_orphans(void);

/// Whether this process has a child, dead ones that nobody has waited for included.
bool ba_has_children(void);

/// Has a thread come behind others at the processor and the disk, or not any more: both can be taken back without privileges.
int ba_set_background(int32_t thread, bool is_background);

/// The parent of a process, or -1 when there is no such process.
int32_t ba_parent_process(int32_t pid);

/// pidfd_open(2): a descriptor that becomes readable when the process ends. Close-on-exec.
int ba_pidfd_open(int32_t pid);

/// pidfd_send_signal(2); -1 with errno.
int ba_pidfd_send_signal(int pidfd, int signal);

/// Gives back free heap memory, and the pages of the program's code that are mapped: for a process that is going to be
/// idle. They come back from the page cache when they are needed.
void ba_release_memory(void);

/// Prints what was not printed yet, unless another thread is just printing: that may wait for ever, as may one that reads, for which
/// fflush(NULL) waits.
void ba_flush_output(void);

/// Has this process print line by line from now on, also where that is no terminal.
void ba_print_line_by_line(void);

#endif
