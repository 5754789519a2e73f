// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import Glibc
import Logging
import ServiceInterface
import SystemSupport
import Testing

@testable import ExtensionHost

/// A hostile extension, in Python, that tries to get out.
@Suite("A13: confinement", .timeLimit(.minutes(2))) struct ConfinementTests {
    private static let pack = DownloadManifestEntry(
        id: "Level", url: "https://example.org/p", version: 3, downloadSize: 10, downloadPolicy: .onDemand)

    /// What this system has of the ways to keep extensions to their files.
    static let ways = [ConfinementSupport.Way.landlock, .bubblewrap].filter {
        ConfinementSupport.find(from: $0).way == $0
    }

    /// Runs lines of Python, each in a function of its own: `try_("name", lambda: ...)` prints `name ok` or `name ERRNO`.
    ///
    /// - `way`: nil for no confinement.
    /// - Returns: what came of each, by name.
    private func run(
        _ attempts: String, in folder: TemporaryFolder, _ way: ConfinementSupport.Way?
    ) async throws -> [String: String] {
        for name in ["own", "packs", "group", "arrived", "home", "tmp"] {
            try Directory.createFolders(folder.path(name))
        }
        let program = """
            #!/usr/bin/python3
            import ctypes, errno, fcntl, mmap, os, shutil, signal, socket, sys
            F = "\(folder.path)/"
            LIBC = ctypes.CDLL(None, use_errno=True)
            def call(name, *arguments):
                if getattr(LIBC, name)(*arguments) < 0:
                    raise OSError(ctypes.get_errno(), name)
            def try_(name, body):
                try:
                    value = body()
                    print(name, value or "ok", flush=True)
                except OSError as error:
                    print(name, errno.errorcode.get(error.errno, error.errno), flush=True)
            def move(old, new):
                try:
                    os.replace(old, new)
                except OSError as error:
                    if error.errno != errno.EXDEV: raise
                    shutil.copyfile(old, new)
                    os.remove(old)
                    return "copied"
            def execute(*arguments):
                child = os.fork()
                if child == 0:
                    try:
                        os.execv(arguments[0], arguments)
                    except OSError as error:
                        os._exit(error.errno)
                code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
                if code != 0: raise OSError(code, "execute")
            def planted_program():
                shutil.copyfile("/proc/self/exe", F + "group/copy")
                with open(F + "group/copy") as copy: os.fchmod(copy.fileno(), 0o755)
                # Where it can be run it is no freer than who runs it.
                program = "import socket, sys\\ntry: socket.socket()\\nexcept OSError as error: sys.exit(error.errno)"
                execute(F + "group/copy", "-c", program)
            OTHER = \(getpid())
            \(attempts)
            """
        let path = try folder.write(program, to: "own/attempts-\(UUID().uuidString)")
        chmod(path, 0o755)
        var launch = ExtensionLaunch(
            extensionID: "x", executable: path, directory: folder.path("own"),
            environment: ["PATH": "/usr/bin:/bin", "TMPDIR": folder.path("tmp")], runTime: 60, memory: 256 << 20)
        if let way {
            launch.confinementWay = way
            launch.confinement = Confinement(
                readable: [folder.path("own"), folder.path("packs")],
                writable: [folder.path("group"), folder.path("arrived"), folder.path("tmp")])
        }
        let lines = LoggedLines()
        let (process, sockets) = try await ExtensionProcess.start(launch, logger: Logger(label: "x") { _ in lines })
        for socket in sockets { close(socket) }
        let error = await #expect(throws: ExtensionError.self) {
            _ = try await process.call(ExtensionInterface.ShouldDownload(pack: Self.pack))
        }
        await process.end()
        #expect(error == .exited(extensionID: "x", status: 0), "\(lines.texts)")
        return Dictionary(
            lines.texts.compactMap { line in
                let words = line.split(separator: " ")
                return words.count >= 3 ? (String(words[1]), words.dropFirst(2).joined(separator: " ")) : nil
            }, uniquingKeysWith: { _, new in new })
    }

    @Test("It does its work: packs, the group's container, moves of what has arrived, temporary files", arguments: ways)
    func work(_ way: ConfinementSupport.Way) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("pack", to: "packs/P/1/Contents/file")
            try folder.write("arrived", to: "arrived/id")
            let results = try await run(
                """
                try_("descriptors", lambda: " ".join(sorted(os.listdir("/proc/self/fd"), key=int)))
                try_("pack", lambda: open(F + "packs/P/1/Contents/file").read())
                try_("list", lambda: " ".join(os.listdir(F + "packs")))
                try_("make", lambda: os.makedirs(F + "group/Library/Caches/deep"))
                try_("move", lambda: move(F + "arrived/id", F + "group/Library/Caches/deep/file"))
                try_("read", lambda: open(F + "group/Library/Caches/deep/file").read())
                try_("mark", lambda: os.setxattr(os.open(F + "group/Library/Caches/deep/file", os.O_RDONLY), "user.x", b"1"))
                try_("mode", lambda: os.fchmod(os.open(F + "group/Library/Caches/deep/file", os.O_RDONLY), 0o600))
                try_("write", lambda: open(F + "tmp/file", "w").write("text") and None)
                try_("replace", lambda: move(F + "tmp/file", F + "group/Library/Caches/deep/file"))
                try_("link", lambda: os.symlink("file", F + "group/link"))
                try_("remove", lambda: os.remove(F + "group/Library/Caches/deep/file"))
                try_("self", lambda: os.path.basename(os.readlink("/proc/self/exe"))[:6])
                try_("threads", lambda: str(len(os.listdir("/proc/self/task"))))
                try_("time", lambda: open("/usr/share/zoneinfo/UTC", "rb").read(4).decode())
                try_("null", lambda: open("/dev/null", "w").write("x") and None)
                try_("random", lambda: open("/dev/urandom", "rb").read(4) and None)
                try_("own-signal", lambda: os.kill(os.getpid(), 0))
                try_("own-limit", lambda: call("prlimit", os.getpid(), 7, None, ctypes.create_string_buffer(16)))
                try_("own-mark", lambda: call("prlimit", 0, 15, None, ctypes.create_string_buffer(16)))
                try_("own-ends", lambda: socket.socketpair() and None)
                """, in: folder, way)
            // Each folder is mounted by itself in a view of the file system.
            let moved = way == .landlock ? "ok" : "copied"
            #expect(
                results == [
                    "pack": "pack", "list": "P", "make": "ok", "move": moved, "read": "arrived", "mark": "ok",
                    "mode": "ok",
                    "write": "ok", "replace": moved, "link": "ok", "remove": "ok", "self": "python", "threads": "1",
                    "time": "TZif", "null": "ok", "random": "ok", "own-signal": "ok",
                    // Landlock: with its folder in /proc. The last one lists the folder.
                    "own-limit": "ok", "own-mark": "ok", "own-ends": "ok",
                    "descriptors": way == .landlock ? "0 1 2 3 4 5 6 7 8 9" : "0 1 2 3 4 5 6 7 8",
                ])
        }
    }

    @Test("What the kernel tells of it stays within its reach when memory is short") func forgottenFolders()
        async throws
    {
        try await TemporaryFolder.with { folder in
            // As root only: the kernel is told to forget what nobody uses.
            let forgetting = Task.detached {
                try await eventually { FileStatus(path: folder.path("tmp/ready")) != nil }
                let file = open("/proc/sys/vm/drop_caches", O_WRONLY)
                #expect(write(file, "2", 1) == 1)
                close(file)
                try folder.write("", to: "tmp/go")
            }
            defer { forgetting.cancel() }
            let results = try await run(
                """
                def read(path):
                    return lambda: os.close(os.open(path, os.O_RDONLY))
                try_("first", read("/proc/%d/task/%d/stat" % (os.getpid(), os.getpid())))
                open(F + "tmp/ready", "w").close()
                while not os.path.exists(F + "tmp/go"): pass
                try_("own", read("/proc/%d/task/%d/stat" % (os.getpid(), os.getpid())))
                try_("list", lambda: str(len(os.listdir("/proc/self/task"))))
                try_("memory", read("/proc/meminfo"))
                # As Dispatch does it with its threads.
                try_("thread", read("/proc/%d/stat" % os.getpid()))
                """, in: folder, .landlock)
            #expect(results == ["first": "ok", "own": "ok", "list": "1", "memory": "ok", "thread": "ok"])
        }
    }

    /// What it tries with files, and what must come of it: by Landlock, and in a view of the file system that has nothing
    /// else in it.
    private static let files = [
        ("home", #"open(F + "home/secret").read()"#, "EACCES", "ENOENT"),
        ("home-list", #"os.listdir(F + "home")"#, "EACCES", "ENOENT"),
        ("home-write", #"open(F + "home/new", "w")"#, "EACCES", "ENOENT"),
        ("planted", #"open(F + "group/planted").read()"#, "EACCES", "ENOENT"),
        ("planted-write", #"open(F + "group/planted", "w")"#, "EACCES", "ENOENT"),
        ("planted-folder", #"open(F + "group/folder/secret").read()"#, "EACCES", "ENOENT"),
        ("planted-pack", #"open(F + "group/pack", "r+")"#, "EACCES", "EROFS"),
        ("way-up", #"open(F + "group/../home/secret").read()"#, "EACCES", "ENOENT"),
        ("pack-write", #"open(F + "packs/file", "w")"#, "EACCES", "EROFS"),
        ("pack-change", #"open(F + "packs/P/1/Contents/file", "r+")"#, "EACCES", "EROFS"),
        ("pack-forge", #"os.makedirs(F + "packs/Q/1/Contents")"#, "EACCES", "EROFS"),
        ("pack-rename", #"os.rename(F + "packs/P", F + "packs/Q")"#, "EACCES", "EROFS"),
        ("pack-steal", #"os.rename(F + "packs/P/1/Contents/file", F + "group/file")"#, "EACCES EXDEV", "EXDEV"),
        ("pack-plant", #"os.rename(F + "group/forged", F + "packs/forged")"#, "EACCES EXDEV", "EXDEV"),
        ("pack-link", #"os.link(F + "packs/P/1/Contents/file", F + "group/file")"#, "EACCES EXDEV", "EXDEV"),
        ("pack-symlink", #"os.symlink(F + "group/forged", F + "packs/link")"#, "EACCES", "EROFS"),
        ("pack-remove", #"os.remove(F + "packs/P/1/Contents/file")"#, "EACCES", "EROFS"),
        ("pack-cut", #"os.truncate(F + "packs/P/1/Contents/file", 0)"#, "EACCES", "EACCES"),
        ("pack-open-cut", #"os.open(F + "packs/P/1/Contents/file", os.O_RDONLY | os.O_TRUNC)"#, "EACCES", "EACCES"),
        (
            "pack-map", #"mmap.mmap(os.open(F + "packs/P/1/Contents/file", os.O_RDONLY), 4, mmap.MAP_SHARED)"#,
            "EACCES",
            "EACCES"
        ),
        ("home-cut", #"os.truncate(F + "home/secret", 0)"#, "EACCES", "EACCES"),
        ("home-mode", #"os.chmod(F + "home/secret", 0)"#, "EPERM", "EPERM"),
        ("home-owner", #"os.chown(F + "home/secret", 1, 1)"#, "EPERM", "EPERM"),
        ("home-times", #"os.utime(F + "home/secret", (1, 1))"#, "EPERM", "EPERM"),
        ("home-mark", #"os.setxattr(F + "home/secret", "user.background-assets.purgeable", b"id")"#, "EPERM", "EPERM"),
        (
            "home-mark-planted", #"os.setxattr(F + "group/planted", "user.background-assets.purgeable", b"id")"#,
            "EPERM",
            "EPERM"
        ),
        (
            "home-mark-open",
            #"os.setxattr(os.open(F + "home/secret", os.O_RDONLY), "user.background-assets.purgeable", b"id")"#,
            "EACCES", "ENOENT"
        ),
        ("home-link", #"os.link(F + "home/secret", F + "group/linked")"#, "EACCES EXDEV", "ENOENT"),
        (
            "home-watch", #"call("inotify_add_watch", LIBC.inotify_init(), (F + "home").encode(), 0xfff)"#, "EACCES",
            "EACCES"
        ),
        ("own-change", #"open(F + "own/new", "w")"#, "EACCES", "EROFS"),
        ("root-write", #"open("/new", "w")"#, "EACCES", "EROFS"),
        ("pipe", #"os.mkfifo(F + "group/pipe")"#, "EACCES", "EACCES"),
        ("device", #"os.mknod(F + "group/device", 0o20600, os.makedev(1, 3))"#, "EACCES EPERM", "EACCES"),
        ("shadow", #"open("/etc/hostname").read()"#, "EACCES", "ENOENT"),
        ("others-environment", #"open("/proc/%d/environ" % OTHER).read()"#, "EACCES", "ENOENT"),
        ("others-memory", #"open("/proc/%d/mem" % OTHER, "rb")"#, "EACCES", "ENOENT"),
        ("others-maps", #"open("/proc/%d/maps" % OTHER).read()"#, "EACCES", "ENOENT"),
        ("others-files", #"os.listdir("/proc/%d/fd" % OTHER)"#, "EACCES", "ENOENT"),
        ("others-root", #"os.listdir("/proc/%d/root" % OTHER)"#, "EACCES", "ENOENT"),
        ("all", #"[name for name in os.listdir("/proc") if name.isdigit() and name != "1"]"#, "EACCES", "ok"),
        ("groups", #"os.listdir("/sys/fs/cgroup")"#, "EACCES", "ENOENT"),
    ]

    @Test("The home folder, other processes' files and what it may only read are out of its reach", arguments: ways)
    func reading(_ way: ConfinementSupport.Way) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("secret", to: "home/secret")
            try folder.write("pack", to: "packs/P/1/Contents/file")
            try folder.write("forged", to: "group/forged")
            symlink(folder.path("home/secret"), folder.path("group/planted"))
            symlink(folder.path("home"), folder.path("group/folder"))
            symlink(folder.path("packs/P/1/Contents/file"), folder.path("group/pack"))
            let attempts = Self.files.map { "try_(\"\($0.0)\", lambda: \($0.1))" }.joined(separator: "\n")
            let results = try await run(attempts, in: folder, way)
            for (name, _, byRules, inView) in Self.files {
                let result = results[name] ?? "nothing"
                let expected = way == .landlock ? byRules : inView
                #expect(expected.split(separator: " ").map(String.init).contains(result), "\(name): \(result)")
            }
            #expect(FileStatus(path: folder.path("packs/forged")) == nil)
            #expect(FileManager.default.contents(atPath: folder.path("home/secret")) == Data("secret".utf8))
            #expect(FileManager.default.contents(atPath: folder.path("packs/P/1/Contents/file")) == Data("pack".utf8))
        }
    }

    /// What it tries with the rest of the machine.
    private static let calls = [
        ("network", "socket.socket(socket.AF_INET)", "EACCES"),
        ("unix", "socket.socket(socket.AF_UNIX)", "EACCES"),
        ("datagrams", "socket.socketpair(type=socket.SOCK_DGRAM)", "EACCES"),
        ("connect", #"call("connect", socket.socketpair()[0].fileno(), b"\1\0/x", 4)"#, "EACCES"),
        ("bind", #"socket.socketpair()[0].bind(F + "group/socket")"#, "EACCES"),
        ("shared", #"call("shmget", 0x6261, 4096, 0o1600)"#, "EACCES"),
        ("semaphore", #"call("semctl", 0x7fffff, 0, 0)"#, "EACCES"),
        ("semaphore-turn", #"call("semop", 0x7fffff, ctypes.create_string_buffer(6), 1)"#, "EACCES"),
        ("semaphore-wait", #"call("semtimedop", 0x7fffff, ctypes.create_string_buffer(6), 1, None)"#, "EACCES"),
        ("queue", #"call("msgctl", 0x7fffff, 0, None)"#, "EACCES"),
        ("queue-send", #"call("msgsnd", 0x7fffff, ctypes.create_string_buffer(b"\1" * 16), 1, 0o4000)"#, "EACCES"),
        ("queue-receive", #"call("msgrcv", 0x7fffff, ctypes.create_string_buffer(16), 1, 0, 0o4000)"#, "EACCES"),
        ("queue-unlink", #"call("mq_unlink", b"/none")"#, "EACCES"),
        ("netlink", "socket.socket(socket.AF_NETLINK)", "EACCES"),
        ("signal", "os.kill(OTHER, 0)", "EPERM"),
        ("group", "os.kill(0, 0)", "EPERM"),
        ("everybody", "os.kill(-1, 0)", "EPERM"),
        ("pidfd", "os.pidfd_open(OTHER)", "EPERM"),
        ("owner", "fcntl.fcntl(os.pipe()[0], 8, OTHER)", "EPERM"),
        ("terminate", "os.kill(OTHER, 15)", "EPERM"),
        ("exec", #"os.execv("/bin/true", ["true"])"#, "EACCES ENOENT"),
        ("planted-exec", #"os.execv(F + "group/program", ["program"])"#, "EACCES ENOENT"),
        ("planted-program", "planted_program()", "EACCES"),
        ("memfd", #"os.memfd_create("x")"#, "EPERM"),
        ("execveat", #"call("syscall", 322, os.open(F + "own", os.O_RDONLY), b"x", None, None, 0x1000)"#, "EPERM"),
        ("ptrace", #"call("ptrace", 16, OTHER, None, None)"#, "EPERM"),
        ("namespace", #"call("unshare", 0x10000000)"#, "EPERM"),
        ("outlive", #"call("prctl", 1, 0, 0, 0, 0)"#, "EPERM"),
        ("ring", #"call("syscall", 425, 1, None)"#, "ENOSYS"),
        ("nice", "os.setpriority(os.PRIO_USER, 0, 19)", "EPERM"),
        ("mark", #"call("prlimit", 0, 15, ctypes.create_string_buffer(16), None)"#, "EPERM"),
        (
            "old-mark",
            #"call("syscall", {"x86_64": 160, "aarch64": 164}[os.uname().machine], 15, ctypes.create_string_buffer(16))"#,
            "EPERM"
        ),
        ("limits", #"call("prlimit", OTHER, 7, None, ctypes.create_string_buffer(16))"#, "EPERM"),
        ("set-id", "os.setgroups([4])", "EPERM"),
        ("mount", #"call("mount", b"x", b"/mnt", b"tmpfs", 0, None)"#, "EPERM"),
    ]

    @Test("Network, other processes, other programs and new powers are out of its reach", arguments: ways)
    func reaching(_ way: ConfinementSupport.Way) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("#!/bin/sh\n", to: "group/program")
            chmod(folder.path("group/program"), 0o755)
            let attempts = Self.calls.map { "try_(\"\($0.0)\", lambda: \($0.1))" }.joined(separator: "\n")
            let results = try await run(attempts, in: folder, way)
            for (name, _, expected) in Self.calls {
                let result = results[name] ?? "nothing"
                #expect(expected.split(separator: " ").map(String.init).contains(result), "\(name): \(result)")
            }
        }
    }

    @Test("The attempts themselves are such as succeed without confinement") func unconfined() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("secret", to: "home/secret")
            let names: Set = [
                "home", "home-list", "home-write", "home-mode", "home-times", "home-watch", "home-mark-open", "way-up",
                "pipe", "all", "others-environment", "others-maps", "others-files",
            ]
            let other: Set = [
                "network", "unix", "datagrams", "bind", "signal", "pidfd", "owner", "memfd", "outlive", "nice",
            ]
            let chosen =
                Self.files.filter { names.contains($0.0) }.map { ($0.0, $0.1) }
                + Self.calls.filter { other.contains($0.0) }.map { ($0.0, $0.1) }
            let attempts = chosen.map { "try_(\"\($0.0)\", lambda: (\($0.1)) and None)" }.joined(separator: "\n")
            let results = try await run(attempts, in: folder, nil)
            #expect(results == Dictionary(uniqueKeysWithValues: chosen.map { ($0.0, "ok") }))
        }
    }

    @Test("A runtime is readable where the program says that it is; a folder that is no runtime is not")
    func runtimeFolders() throws {
        let own = try ProgramImage(
            of: OpenedPath(FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")))
        #expect(own.interpreter?.contains("/ld-linux") == true)
        #expect(own.libraryFolders.contains { FileManager.default.fileExists(atPath: $0 + "/libswiftCore.so") })
    }

    @Test("Damaged programs are looked at without harm") func damagedPrograms() async throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: "/bin/true"))
        var random = SeededGenerator(seed: 5)
        try await TemporaryFolder.with { folder in
            for size in [0, 1, 4, 63, 64, 200, 4000] {
                try folder.write([UInt8](data.prefix(size)), to: "program")
                _ = try ProgramImage(of: OpenedPath(folder.path("program")))
            }
            for _ in 0..<500 {
                var bytes = [UInt8](data.prefix(20_000))
                for _ in 0..<16 {
                    bytes[Int.random(in: 16..<1500, using: &random)] = .random(in: 0...255, using: &random)
                }
                try folder.write(bytes, to: "program")
                _ = try ProgramImage(of: OpenedPath(folder.path("program")))
            }
            try folder.write("#! /usr/bin/env -S x\n", to: "program")
            #expect(try ProgramImage(of: OpenedPath(folder.path("program"))).interpreter == "/usr/bin/env")
        }
    }
}
